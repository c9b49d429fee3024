"""The constraints pin every package, the same for each system but for what a Pi's own packages dictate."""

from __future__ import annotations

import re
import tomllib

import pytest

from tests.install.commands import ROOT

OWN = {"numpy", "opencv-python-headless"}  # docs/dependencies.md says why these differ
NAME = re.compile(r"[A-Za-z0-9_.-]+")


def pinned(system: str) -> dict[str, str]:
    lines = (ROOT / f"constraints/{system}.txt").read_text().splitlines()
    pairs = (line.split("==") for line in lines if line and not line.startswith("#"))
    return {name.lower().replace("_", "-"): version for name, version in pairs}


@pytest.mark.parametrize("system", ["pi-bookworm", "pi-trixie"])
def test_a_pi_gets_the_versions_that_are_tested(system: str) -> None:
    tested, pi = pinned("laptop"), pinned(system)
    assert set(pi) == set(tested)
    assert {name for name in pi if pi[name] != tested[name]} <= OWN


def test_every_package_is_pinned() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["dev"]]
    named = (NAME.match(each) for each in wanted)
    names = {name[0].lower().replace("_", "-") for name in named if name}
    assert names - {"owleye"} <= set(pinned("laptop"))
