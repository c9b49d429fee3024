"""The invariants of every game; a game joins through its kit (see kit.py)."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from rules.core.facts import Choose
from rules.core.fold import perft, referee
from rules.core.refusals import refusal
from rules.games import GAMES, game_of
from tests.rules import coverage, fuzz, goldens
from tests.rules.kit import Kit, Perft, kits

KITS = {kit.game.name: kit for kit in kits()}

every_game = pytest.mark.parametrize("kit", KITS.values(), ids=KITS)
every_golden = pytest.mark.parametrize(
    ("kit", "path"),
    [pytest.param(kit, path, id=f"{name}-{path.stem}") for name, kit in KITS.items() for path in goldens.games(kit)],
)


@cache
def random_games(name: str) -> tuple[fuzz.Played, ...]:
    return coverage.random_games(KITS[name])


@every_golden
def test_a_kind_of_choice_that_the_game_does_not_have_is_refused_so(kit: Kit, path: Path) -> None:
    setup, log = goldens.load(path)
    for length in (0, len(log) // 2, len(log)):
        table = referee(kit.game, setup, log[:length])
        words = str(refusal(kit.game, table, Choose(table.setup["players"][0], "dance", "x")))
        assert words.startswith("This game has no choice of that kind."), length


CHECKED = 75  # of the random games; `make fuzz` checks all of the 20,000 that it plays


@every_game
def test_random_games_are_sound(kit: Kit) -> None:
    for seed, played in enumerate(random_games(kit.game.name)[:CHECKED]):
        try:
            fuzz.check(kit, played)
        except AssertionError as error:
            raise AssertionError(f"seed {seed}") from error


@every_game
def test_the_same_log_with_its_corrections_gives_the_same_table(kit: Kit) -> None:
    for played in random_games(kit.game.name)[::3]:
        assert referee(kit.game, played.setup, played.log) == played.table


@every_game
def test_some_random_games_end(kit: Kit) -> None:
    assert any(not played.table.asks for played in random_games(kit.game.name))


@every_game
def test_every_game_has_a_golden(kit: Kit) -> None:
    assert goldens.games(kit)


@every_golden
def test_each_golden_game_gives_its_transcript(kit: Kit, path: Path) -> None:
    assert goldens.transcript(kit.game, *goldens.load(path)) == path.with_suffix(".txt").read_text("utf-8")


@every_golden
def test_each_transcript_is_short_enough_to_be_read(kit: Kit, path: Path) -> None:
    assert len(path.with_suffix(".txt").read_text("utf-8").splitlines()) < 200


@every_golden
def test_golden_games_satisfy_the_invariants(kit: Kit, path: Path) -> None:
    setup, log = goldens.load(path)
    fuzz.check(kit, fuzz.Played(setup, tuple(log), referee(kit.game, setup, log)))


@pytest.mark.parametrize(
    ("kit", "position"), [pytest.param(kit, p, id=f"{name}-{p.name}") for name, kit in KITS.items() for p in kit.perfts]
)
def test_perft(kit: Kit, position: Perft) -> None:
    state = referee(kit.game, position.setup, position.log).state
    counted = [perft(kit.game, state, depth) for depth in range(1, len(position.counts) + 1)]
    assert counted == list(position.counts)


@every_game
def test_two_positions_are_counted_by_hand(kit: Kit) -> None:
    assert len(kit.perfts) >= (1 if kit.game.name == "toy" else 2)


@every_game
def test_every_refereed_rule_is_cited_and_no_other(kit: Kit) -> None:
    refereed = {rule.id for rule in kit.game.book if rule.refereed}
    cited_ids = coverage.cited(kit, random_games(kit.game.name))
    print(coverage.report(kit, cited_ids))
    assert sorted(refereed - cited_ids) == [], "refereed in the book, but never cited"
    assert sorted(cited_ids - refereed) == [], "cited, but the book leaves it to the players"


@every_game
def test_every_rule_has_a_text(kit: Kit) -> None:
    assert all(rule.text and rule.text[-1] in ".?!" for rule in kit.game.book)


def test_a_set_up_finds_its_game() -> None:
    for name, game in GAMES.items():
        assert game_of({"game": name}) is game
    with pytest.raises(ValueError, match="no game called 'chess'"):
        game_of({"game": "chess"})
