"""Documents and docstrings name files and modules that exist."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGES = "web|referee|calibration|hardware|vision|rules"
FILE = re.compile(rf"(?<![\w./-])((?:{PACKAGES}|tests|docs|constraints)/[\w./-]*\w)")
MODULE = re.compile(rf"`((?:{PACKAGES})(?:\.\w+)+)`")
WRITTEN_AT_HOME = {"calibration.json"}  # "calibration.json" is a file of the home folder, no module


def texts() -> Iterator[Path]:
    yield from (ROOT / "README.md", ROOT / "CONTRIBUTING.md")
    for folder in ("docs", *PACKAGES.split("|")):
        yield from (path for path in (ROOT / folder).rglob("*") if path.suffix in (".md", ".py", ".html"))


def is_there(module: str) -> bool:
    """Whether this is a module, or a name in one."""
    return any((ROOT / "/".join(module.split(".")[:n])).with_suffix(".py").exists() for n in range(2, 6)) or (
        (ROOT / module.replace(".", "/")).is_dir()
    )


def missing(path: Path) -> set[str]:
    text = path.read_text("utf-8")
    files = {name for name in FILE.findall(text) if not (ROOT / name).exists() and not (path.parent / name).exists()}
    return files | {name for name in MODULE.findall(text) if name not in WRITTEN_AT_HOME and not is_there(name)}


def test_texts_name_only_what_exists() -> None:
    wrong = {str(path.relative_to(ROOT)): names for path in texts() if (names := missing(path))}
    assert wrong == {}
