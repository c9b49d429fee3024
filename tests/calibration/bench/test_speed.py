"""The benchmark of corrections: a game of each kind is played, and answered corrections are timed."""

from __future__ import annotations

import pytest

from calibration.bench import speed
from rules.core.game import Setup
from rules.games import GAMES, game_of


def test_every_game_has_a_set_up() -> None:
    assert {game_of(setup).name for setup in speed.setups()} == set(GAMES)


@pytest.mark.parametrize("setup", [*speed.setups()], ids=lambda setup: str(setup["game"]))
def test_a_long_game_is_corrected_early(setup: Setup, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speed, "FACTS", 60)
    found = speed.corrections(setup)
    assert 20 < found.facts <= 60
    assert len(found.ms) > speed.EARLY
    assert found.ms == sorted(found.ms)
    assert str(found).endswith(f"slowest of {len(found.ms)} {found.ms[-1]:.1f} ms ({found.facts} facts)")
