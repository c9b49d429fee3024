"""Forbidden steps are refused, and the reason names the deciding rule first."""

from __future__ import annotations

import pytest

from rules.core.facts import Choose, Fact, Throw
from rules.core.fold import advance, referee
from rules.core.game import Setup
from rules.core.refusals import refusal, why_not
from rules.games import GAMES
from tests.rules.illegal import (
    casting_stones,
    casting_stones_by_moment,
    casting_stones_by_rule,
    casting_stones_by_sheet,
    casting_stones_cards_by_moment,
    casting_stones_cards_by_rule,
    casting_stones_interrupted,
    dicers,
    dicers_by_moment,
    dicers_by_rule,
    dicers_by_sheet,
    munchkin,
    munchkin_by_moment,
    munchkin_by_rule,
    munchkin_by_sheet,
)

TABLES = {
    "casting-stones": casting_stones.games(
        (
            *casting_stones.CASES,
            *casting_stones_by_sheet.CASES,
            *casting_stones_by_rule.CASES,
            *casting_stones_cards_by_rule.CASES,
            *casting_stones_by_moment.CASES,
            *casting_stones_interrupted.CASES,
            *casting_stones_cards_by_moment.CASES,
        )
    ),
    "dicers": dicers.games((*dicers.CASES, *dicers_by_sheet.CASES, *dicers_by_rule.CASES, *dicers_by_moment.CASES)),
    "munchkin": munchkin.games(
        (*munchkin.CASES, *munchkin_by_sheet.CASES, *munchkin_by_rule.CASES, *munchkin_by_moment.CASES)
    ),
}
CASES = [pytest.param(game, *rest, id=f"{game} {name}") for game in TABLES for name, *rest in TABLES[game]]


@pytest.mark.parametrize(("game", "setup", "log", "step", "rules"), CASES)
def test_a_forbidden_step_names_its_rule(
    game: str, setup: Setup, log: list[Fact], step: Fact, rules: frozenset[str]
) -> None:
    played = GAMES[game]
    table = referee(played, setup, log)
    assert table.lapsed == ()
    over = None if table.asks else played.over(table.state)
    reason = why_not(played, table, step) if isinstance(step, Choose) else over
    if reason:
        refused = str(refusal(played, table, step))
        assert refused.startswith(str(reason))
        assert all(refused.count(ask.words) <= 1 for ask in table.asks), "a sentence is said twice"
        assert reason.rules[0] in rules, reason
    else:  # a throw, or a card that is laid down although it may not be: judged, and without effect
        after = advance(played, table, step)
        ruling = after.entries[-1].rulings[0]
        assert ruling.rules[0] in rules, ruling
        assert ruling.text.startswith("No:") or isinstance(step, Throw)
