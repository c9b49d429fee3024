"""Documents and docstrings name files, modules, commands and options that exist."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from owleye import main

ROOT = Path(__file__).parents[1]
PACKAGES = "hub|web|sharing|referee|calibration|hardware|vision|rules"
FILE = re.compile(rf"(?<![\w./-])((?:{PACKAGES}|tests|docs|constraints)/[\w./-]*\w)")
MODULE = re.compile(rf"`((?:{PACKAGES})(?:\.\w+)+)`")
WRITTEN_AT_HOME = {"calibration.json", "sharing/settings.json", "hub.sqlite"}  # files of the home folder, no modules


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
    modules = {name for name in MODULE.findall(text) if not is_there(name)}
    return (files | modules) - WRITTEN_AT_HOME


def test_texts_name_only_what_exists() -> None:
    wrong = {str(path.relative_to(ROOT)): names for path in texts() if (names := missing(path))}
    assert wrong == {}


CLI = (ROOT / "docs" / "cli.md").read_text("utf-8")


def sections() -> dict[str, str]:
    """The sections of docs/cli.md by their titles."""
    parts = re.split(r"^## ", CLI, flags=re.M)[1:]
    return {part.partition("\n")[0].strip(): part for part in parts}


def commands() -> Iterator[tuple[str, click.Command]]:
    """Every command with its full name, those of groups included."""
    for name, command in main.commands.items():
        yield name, command
        if isinstance(command, click.Group):
            yield from ((f"{name} {inner}", body) for inner, body in command.commands.items())


COMMANDS = dict(commands())


def flags(option: click.Parameter) -> list[str]:
    """How an option is written, those that switch it off included."""
    return [*option.opts, *option.secondary_opts]


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_and_option_is_documented(name: str) -> None:
    section = sections()[name.split()[0]]
    options = {flag for option in COMMANDS[name].params for flag in flags(option) if flag.startswith("--")}
    assert f"owleye {name}" in section
    assert {flag for flag in options if flag not in section} == set()


def test_no_option_is_documented_that_does_not_exist() -> None:
    real = {flag for command in COMMANDS.values() for option in command.params for flag in flags(option)}
    documented = {flag for call in re.findall(r"`owleye ([^`]*)`", CLI) for flag in re.findall(r"--[a-z][a-z-]*", call)}
    assert documented - real - {"--home", "--help", "--version"} == set()
