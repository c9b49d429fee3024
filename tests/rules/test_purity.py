"""rules/ is pure: nothing but the standard library's thinking parts and itself; no clock, chance, files or threads."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = sorted((ROOT / "rules").rglob("*.py"))
MODULES = {
    "__future__", "collections", "dataclasses", "difflib", "enum", "fractions", "functools", "itertools", "math",
    "operator", "re", "rules", "string", "types", "typing", "unicodedata",
}  # fmt: skip
FORBIDDEN = {"open", "print", "input", "exec", "eval", "compile", "__import__", "globals", "breakpoint", "id", "hash"}


def imported(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports name their room"
            yield node.module or ""


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_rules_import_only_pure_modules(path: Path) -> None:
    tree = ast.parse(path.read_text("utf-8"))
    assert {name.partition(".")[0] for name in imported(tree)} <= MODULES
    called = {node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
    assert called & FORBIDDEN == set()
    assert not [node for node in ast.walk(tree) if isinstance(node, ast.Global | ast.Nonlocal)]


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_files_stay_small(path: Path) -> None:
    lines = path.read_text("utf-8").splitlines()
    assert len(lines) < 400


@pytest.mark.parametrize(
    "folder", sorted({path.parent for path in SOURCES}), ids=lambda path: str(path.relative_to(ROOT))
)
def test_folders_stay_small(folder: Path) -> None:
    assert len(list(folder.glob("*.py"))) <= 16  # fifteen modules, and what makes them a package
