"""Every choice at any moment of a random game is offered, or refused with a reason and a rule."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from rules.core.facts import Choose
from rules.core.fold import Table, advance, opening
from rules.munchkin.asks import ACTIONS
from tests.rules import fuzz
from tests.rules.munchkin.kit import KIT
from tests.rules.munchkin.play import GAME, ask_of, last_text, play, state, why
from tests.rules.munchkin.scenes.scene import FLED, at, house


@pytest.mark.parametrize("seed", range(12))
def test_every_refusal_of_a_random_game_has_a_reason_and_a_rule(seed: int) -> None:
    """Every choice at any moment is offered, or refused in a sentence that names the deciding rule."""
    rng, picks = Random(seed), _picks_of(seed)
    for table in _moments(seed):
        for kind, pick in rng.sample(picks, 40):
            choice = Choose(rng.choice(table.setup["players"]), kind, pick)
            reason = GAME.why_not(state(table), choice)
            offered = any(ask.admits(choice) for ask in table.asks)
            assert offered or reason is not None, f"no reason for {choice}"
            assert reason is None or (reason.words[-1] in ".?" and reason.rules[0] in GAME.book), reason


@pytest.mark.parametrize(
    ("setup", "lines", "kind", "pick", "rule"),
    [
        (at(), (), "level", "set {number}", "MUN-STAT-02"),
        (at(), ("Ana unlock: Hood",), "help", "Bo > {number} treasures", "MUN-HELP-06"),
        (
            at({"level": 3, "hand": 8}),
            ("Ana unlock: Prefect > hand", "Ana room: loot"),
            "charity",
            "Bo {number}",
            "MUN-CHARITY-02",
        ),
    ],
)
def test_a_number_with_more_digits_than_python_reads_is_refused_in_words(
    setup: dict[str, Any], lines: tuple[str, ...], kind: str, pick: str, rule: str
) -> None:
    table = play(setup, *lines)
    reason = GAME.why_not(state(table), Choose("Ana", kind, pick.format(number="9" * 5000)))
    assert reason is not None
    assert reason.rules[0] == rule


@pytest.mark.parametrize("seed", range(4))
def test_nothing_excludes_an_offered_option(seed: int) -> None:
    for table in _moments(seed):
        for ask in table.asks:
            assert ACTIONS[ask.kind].closed(state(table), ask.player) is None, ask


@pytest.mark.parametrize(
    ("start", "lines", "player", "missing"),
    [
        (at(), (), "Ana", {"Into the fight": "MUN-COMBAT-01"}),
        (at(), (), "Bo", {"Roles": "MUN-ROLE-05", "Items": "MUN-ITEM-02", "Into the fight": "MUN-COMBAT-01"}),
        (at(), ("Ana unlock: Hood",), "Ana", {"Items": "MUN-ITEM-02"}),
        (at(), FLED, "Ana", {"Items": "MUN-ITEM-02", "Into the fight": "MUN-RUN-01"}),
        (at(**house(prof_not_in_combat=True)), FLED[:1], "Ana", {"Items": "MUN-ITEM-02", "Proficiencies": "MUN-Q-31"}),
    ],
)
def test_groups_of_cards_that_cannot_be_played_now_are_listed(
    start: dict[str, Any], lines: tuple[str, ...], player: str, missing: dict[str, str]
) -> None:
    ask = ask_of(play(start, *lines), player, "play")
    assert {one.option.words: one.reason.rules[0] for one in ask.excluded} == missing


DUE = {"carried": ["Crystal Ball"], "level": 3}
ARMORS = {"equipped": ["Cloak"], "carried": ["Chain Mail"], "level": 3}
TWO_FOES = ("Ana unlock: Hood", "Bo play: Mask", "Ana run: away", "Ana time: passed", "Ana run from: Mask")
DEAD = (*FLED[:1], "Bo bonus: Hood +5", *FLED[1:], "Ana throws 1")


@pytest.mark.parametrize(
    ("start", "lines", "step", "words"),
    [
        (at(DUE), ("Ana sell: Crystal Ball",), "Bo price: 300", "Ana is asked this, and answers alone."),
        (at(ARMORS), ("Bo play: Sectumsempra! > Ana",), "Cy harm: Cloak", "Ana is asked this, and answers alone."),
        (
            at(),
            (*FLED[:1], "Ana help: Bo > 0 treasures", "Bo answer: no"),
            "Bo answer: yes",
            "Bo has refused, and answers again only if asked again.",
        ),
        (at(), FLED[:2], "Ana run from: Hood", "The players run away once the countdown is over."),
        (at(), TWO_FOES, "Ana run from: Hood", "The throw for Mask comes first: that monster was chosen."),
        (at(), DEAD, "Ana end: turn", "The cards of Ana are looted first."),
    ],
)
def test_a_refusal_gives_the_reason_of_the_moment(
    start: dict[str, Any], lines: tuple[str, ...], step: str, words: str
) -> None:
    assert why(play(start, *lines), step).startswith(words)


@pytest.mark.parametrize(
    ("start", "lines", "words"),
    [
        (at(), FLED[:2], "The players run away once the countdown is over."),
        (at(level="levels"), (), "In this game only the Levels are kept."),
        (at(), (*DEAD, "Ana throws 6"), "Ana is dead: until the next turn begins,"),
        (at(ARMORS), ("Bo play: Sectumsempra! > Ana",), "First: Ana chooses what is lost."),
    ],
)
def test_an_unexpected_throw_is_refused_with_its_reason(
    start: dict[str, Any], lines: tuple[str, ...], words: str
) -> None:
    assert last_text(play(start, *lines, "Ana throws 6")).startswith(f"That throw does not count. {words}")


def _moments(seed: int) -> Iterator[Table]:
    """The table now and then in a random game."""
    played = fuzz.play(KIT, seed)
    table = opening(GAME, played.setup)
    for number, fact in enumerate(played.log):
        table = advance(GAME, table, fact)
        if number % 4 == 0 and table.asks:
            yield table


def _picks_of(seed: int) -> list[tuple[str, str]]:
    """All picks that were offered at some moment of some games, and a few that nobody ever offers."""
    found = {
        (ask.kind, option.pick)
        for other in (seed, seed + 1)
        for table in _moments(other)
        for ask in table.asks
        for option in ask.options
    }
    strange = {(kind, pick) for kind in ACTIONS for pick in ("nonsense", "Ana", "Hat > Ana", "+99", "")}
    return sorted(found | strange)


@pytest.mark.parametrize("share", ["Bo:3, Cy:2", "Bo 3 and Cy 2", "Zoe 5", "Bo 2.5, Cy 2.5"])
def test_a_share_of_cards_that_cannot_be_read_is_answered_with_an_example(share: str) -> None:
    table = play(at({"level": 3, "hand": 8}), "Ana unlock: Prefect > hand", "Ana room: loot")
    assert "commas stand between: Bo 3, Cy 2." in why(table, f"Ana charity: {share}")
