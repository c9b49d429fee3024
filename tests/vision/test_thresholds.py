"""Thresholds are defined in one module, each with its origin."""

from __future__ import annotations

import ast
from itertools import pairwise
from pathlib import Path

import pytest

import vision
from calibration.bench.perturb import numbers, scaled_threshold, threshold_at
from vision import thresholds

ROOT = Path(vision.__file__).parent
PLAIN = {-1.0, 0.0, 0.5, 1.0, 2.0, 3.0, 4.0, 5.0}
"""Signs, halves of a pixel and counts (corners, channels) are no thresholds."""
NUMERICS = 1e-4
"""Below it, or above its inverse, a number only stops an iteration or stands for "never"."""
MODULES = sorted(path for path in ROOT.rglob("*.py") if "training" not in path.parts and path.stem != "thresholds")
FIXED = {"_RADIUS", "SIZE", "FORBIDDEN", "_ROWS", "_NORMALS", "_SIZES", "STONE_MM", "_FAINT", "_ALONG", "CONTEXT"}
"""Not compared to decide: the geometry of crops and solvers, sizes of real pieces, and counts of tries."""


def _own_numbers(tree: ast.Module) -> set[str]:
    """Names that the module itself sets to a number or to numbers."""
    assigned = [node for node in tree.body if isinstance(node, ast.Assign)]
    numeric = [node for node in assigned if any(isinstance(each, ast.Constant) for each in ast.walk(node.value))]
    return {
        each.id for node in numeric for goal in node.targets for each in ast.walk(goal) if isinstance(each, ast.Name)
    }


def _is_threshold(node: ast.AST, own: set[str]) -> bool:
    if isinstance(node, ast.Name):
        return node.id in own and node.id not in FIXED and node.id.isupper()
    if not isinstance(node, ast.Constant) or isinstance(node.value, bool) or not isinstance(node.value, int | float):
        return False
    size = abs(float(node.value))
    return float(node.value) not in PLAIN and NUMERICS < size < 1 / NUMERICS


def _is_decision(node: ast.Compare) -> bool:
    """Whether values are ordered, and not a loop's next value (a solver's damping)."""
    ordered = any(isinstance(each, ast.Lt | ast.Gt | ast.LtE | ast.GtE) for each in node.ops)
    return ordered and not any(isinstance(each, ast.NamedExpr) for each in ast.walk(node))


def compared(source: str) -> list[str]:
    """The comparisons of a module with a number of its own, by line."""
    tree = ast.parse(source)
    own = _own_numbers(tree)
    asked = [node for node in ast.walk(tree) if isinstance(node, ast.Compare) and _is_decision(node)]
    geometry = {id(each) for node in tree.body if isinstance(node, ast.Assign) for each in ast.walk(node)}
    return [
        f"{node.lineno}: {ast.unparse(node)}"
        for node in asked
        if id(node) not in geometry and any(_is_threshold(each, own) for each in ast.walk(node))
    ]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_module_compares_with_a_number_of_its_own(path: Path) -> None:
    assert compared(path.read_text("utf-8")) == []


@pytest.mark.parametrize(
    ("source", "count"),
    [
        ("def f(x): return x > 0.37", 1),
        ("_LEAST = 0.37\ndef f(x): return x > _LEAST", 1),
        ("def f(x): return 0 <= x < 0.5", 0),
        ("def f(x): return x > thresholds.SCORE", 0),
    ],
)
def test_the_check_finds_a_number(source: str, count: int) -> None:
    assert len(compared(source)) == count


def test_each_threshold_has_a_comment_with_its_origin() -> None:
    lines = Path(thresholds.__file__).read_text("utf-8").splitlines()
    bare = [line for before, line in pairwise(lines) if line[:1].isupper() and before[:2] != "#:"]
    assert [line for line in bare if " = " in line] == []


def test_each_threshold_is_used() -> None:
    code = "\n".join(path.read_text("utf-8") for path in ROOT.rglob("*.py") if path.stem != "thresholds")
    assert [name for name in numbers() if name not in code] == []


def test_a_changed_threshold_is_restored_after_an_error() -> None:
    before = thresholds.SCORE
    with pytest.raises(ValueError, match=r"^0\.9$"), threshold_at("SCORE", 0.9):
        raise ValueError(str(thresholds.SCORE))
    assert before == thresholds.SCORE


def test_scaled_numbers_really_change() -> None:
    assert scaled_threshold(2, 0.8) == 1
    assert scaled_threshold(300, 1.2) == 360
    assert scaled_threshold((0.5, 10), 1.2) == (pytest.approx(0.6), 12)
