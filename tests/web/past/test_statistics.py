"""Statistics: which throws and results are counted, and the fairness test against published tables."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from pathlib import Path
from threading import Lock
from typing import cast

import pytest

from referee.model.commands import NewGame
from referee.model.snapshot import By, LogEntry
from rules.core.facts import Throw
from rules.core.fold import referee
from rules.core.phrases import Phrase
from rules.games import GAMES
from tests.web.kit import SETUP, Bench, open_bench, playing
from tests.web.past.kit import sees, turn
from web.languages import catalogue
from web.past import statistics
from web.past.games import PastGame, past_game_of
from web.past.statistics import FEWEST_A_FACE, FaceTest, compare_faces, figures, in_words, upper_tail, verdicts
from web.past.tallies import GameTally, Tallies, all_faces, pairs, results, tally_of

SIDES = {"s": "symbol", "n": "number"}


def tally(players: tuple[str, ...], winners: tuple[str, ...], over: bool = True) -> GameTally:
    return GameTally({}, {}, "munchkin", players, over, winners)


def faces_of(bench: Bench, piece: str) -> dict[str, int]:
    with bench.client.application.app_context():
        counted = tally_of(past_game_of(bench.table, bench.now.game_id or ""))
    return dict(all_faces([counted])["casting-stones", piece])


def test_every_throw_of_a_stone_is_counted_once(bench: Bench) -> None:
    assert faces_of(bench, SETUP["hands"]["Bo"][0]) == {"symbol": 4, "number": 0}
    assert faces_of(bench, SETUP["hands"]["Bo"][2]) == {"symbol": 0, "number": 4}


def test_a_corrected_throw_counts_with_its_corrected_sides(tmp_path: Path) -> None:
    bench = playing(tmp_path)
    sees(bench, "Bo", "sssss")
    stone = SETUP["hands"]["Bo"][0]
    assert bench.post("/say/correct", seq=1, piece=stone, side="number").status_code == 303
    assert faces_of(bench, stone) == {"symbol": 0, "number": 1}
    bench.close()


@pytest.mark.parametrize(("again", "counted"), [("ssnnn", 1), ("ssnns", 2)], ids=["the same sides", "another side"])
def test_stones_that_may_have_been_kept_are_not_counted_as_thrown(again: str, counted: int) -> None:
    """After an outage Bo's stones lie as they were entered, and the players say that Bo has cast again."""
    game, hands = GAMES["casting-stones"], SETUP["hands"]
    facts = [
        Throw(player, tuple(zip(hands[player], (SIDES[side] for side in sides), strict=True)))
        for player, sides in (("Bo", "ssnnn"), ("Ana", "ssnnn"), ("Bo", again))
    ]
    by: tuple[By, ...] = ("hand", "camera", "hand")
    evidence = (None, "000001", "000002")
    log = tuple(LogEntry(seq, *line) for seq, line in enumerate(zip(facts, ["now"] * 3, by, evidence, strict=True), 1))
    faces = tally_of(PastGame("1", game, referee(game, SETUP, facts), log)).faces
    assert faces["casting-stones", hands["Bo"][0]] == {"symbol": counted, "number": 0}
    assert faces["casting-stones", hands["Ana"][0]] == {"symbol": 1, "number": 0}


def test_the_page_shows_results_and_no_plot_of_few_throws(bench: Bench) -> None:
    text, page = bench.text("/statistics"), bench.client.get("/statistics").text
    assert "Bo 1 1 100 %" in text
    assert "Ana 1 0 0 %" in text
    assert "Bo – Ana 1 : 0 1" in text
    assert text.count("has been thrown often enough") == 1, "said once for all pieces"
    assert text.count("4 of 20 throws") == 10
    assert "<figure" not in page


def test_case_and_spaces_of_a_name_do_not_matter() -> None:
    games = [tally(("Ana", "Bo", "Cy"), ("Ana",)), tally(("ana ", "Bo"), ("Bo",)), tally(("Ana", "Bo"), (), over=False)]
    assert [(result.player, result.played, result.won) for result in results(games, "munchkin")] == [
        ("Ana", 2, 1),
        ("Bo", 2, 1),
        ("Cy", 1, 0),
    ]
    assert results(games, "dicers") == []


def test_wins_and_losses_are_counted_for_each_pair_of_players() -> None:
    games = [tally(("Ana", "Bo", "Cy"), ("Ana", "Cy")), tally(("Ana", "Bo"), ("Bo",)), tally(("Ana", "Bo"), ())]
    met = {(pair.one, pair.other): (pair.won, pair.lost, pair.met) for pair in pairs(games, "munchkin")}
    assert met[("Ana", "Bo")] == (1, 1, 3)
    assert met[("Cy", "Ana")] == (1, 1, 1)
    assert [pair.met for pair in pairs(games, "munchkin")] == [3, 1, 1]


def test_many_games_are_counted_a_part_at_a_time(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(3):
        assert bench.table.submit(NewGame(SETUP)).ok
    monkeypatch.setattr(statistics, "BUDGET_S", -1.0)
    begun = bench.client.get("/statistics")
    assert begun.headers["Refresh"] == "1; url=/statistics"
    assert "Counting games: 0 of 4" in begun.text
    monkeypatch.setattr(statistics, "BUDGET_S", 60.0)
    done = bench.client.get("/statistics")
    assert "Refresh" not in done.headers
    monkeypatch.setattr(statistics, "BUDGET_S", -1.0)
    assert "Refresh" not in bench.client.get("/statistics").headers, "what was counted is remembered"


def test_a_game_that_goes_on_is_counted_again(bench: Bench) -> None:
    assert bench.table.submit(NewGame(SETUP)).ok
    assert "Bo 1 1 100 %" in bench.text("/statistics")
    before = bench.text("/statistics").count("5 of 20 throws")
    turn(bench, 1)
    assert before == 0
    assert bench.text("/statistics").count("5 of 20 throws") > 0


def test_two_pages_may_count_a_game_that_goes_on_at_once(bench: Bench) -> None:
    """The page that began first is answered, although the other one has counted a later fact meanwhile."""
    assert bench.table.submit(NewGame(SETUP)).ok
    earlier = next(game for game in bench.now.games if game.id != bench.now.game_id)

    class OtherPage:
        """Counts the game with one fact more, as soon as the first page has stored its tally."""

        counted = False

        def __enter__(self) -> None:
            pass

        def __exit__(self, *error: object) -> None:
            if not self.counted:
                self.counted = True
                tallies.count(bench.table, [replace(earlier, facts=earlier.facts + 1)], lambda: False)

    tallies = Tallies(_lock=cast(Lock, OtherPage()))
    with bench.client.application.app_context():
        counted, left = tallies.count(bench.table, [earlier], lambda: False)
    assert [tally.winners for tally in counted] == [("Bo",)]
    assert left == 0


def test_a_piece_with_enough_throws_gets_its_plot(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(statistics, "FEWEST_A_FACE", 2)
    page = bench.client.get("/statistics").text
    assert page.count("<figure") == 10
    assert "symbol 4 times, number 0 times" in page
    assert "throws-so-far" not in page


def test_a_line_about_a_piece_begins_with_a_capital_letter_in_every_language(bench: Bench) -> None:
    die = ("munchkin", "die:munchkin")
    names = {die: GAMES["munchkin"].at_table.names({})[die[1]]}
    thrown = GameTally({die: Counter({"5": 3, "1": 1})}, names, "munchkin", ("Ana", "Bo", "Cy"), True, ("Ana",))
    with bench.client.application.test_request_context():
        (munchkin,) = figures([thrown])
    (piece,) = munchkin.untested
    assert isinstance(piece.name, Phrase)
    assert (piece.name, piece.name.translation(catalogue("de"))) == ("The die", "Der Würfel")


def test_a_deleted_game_counts_no_more(bench: Bench) -> None:
    assert bench.table.submit(NewGame(SETUP)).ok
    assert bench.post("/games/1/delete").status_code == 303
    assert "No game has been finished yet." in bench.text("/statistics")


def test_without_games_the_page_of_statistics_says_so(tmp_path: Path) -> None:
    empty = open_bench(tmp_path)
    assert "Play a game: here you will see who wins most often" in empty.text("/statistics")
    empty.close()


FACES = ("1", "2", "3", "4", "5", "6")


def thrown(rng: random.Random, throws: int, weights: tuple[int, ...] = (1,) * 6) -> FaceTest:
    came = Counter(rng.choices(FACES, weights, k=throws))
    return compare_faces({face: came[face] for face in FACES})


@pytest.mark.parametrize(
    ("distance", "freedom", "p"),
    [
        # NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.4
        (3.841, 1, 0.05),
        (6.635, 1, 0.01),
        (5.991, 2, 0.05),
        (7.815, 3, 0.05),
        (11.070, 5, 0.05),
        (15.086, 5, 0.01),
        (20.515, 5, 0.001),
        (19.675, 11, 0.05),
        (37.566, 20, 0.01),
        (0.0, 5, 1.0),
    ],
)
def test_the_chi_square_tail_equals_published_tables(distance: float, freedom: int, p: float) -> None:
    assert upper_tail(distance, freedom) == pytest.approx(p, rel=2e-3)


def test_the_fairness_test_agrees_with_a_textbook_example() -> None:
    """60 throws of 5, 8, 9, 8, 10, 20: chi-square 13.4 with 5 degrees of freedom, p 0.0199."""
    test = compare_faces(dict(zip(FACES, (5, 8, 9, 8, 10, 20), strict=True)))
    assert (test.throws, test.expected, test.needed) == (60, 10.0, 60)
    assert test.p == pytest.approx(0.0199, abs=5e-5)


def test_few_throws_give_no_verdict_on_fairness() -> None:
    odd = compare_faces({"1": 6 * FEWEST_A_FACE - 1, **dict.fromkeys(FACES[1:], 0)})
    assert verdicts([odd]) == ("few",)
    assert in_words(odd, "few") == ""
    assert verdicts([compare_faces({"symbol": 0, "number": 0})]) == ("few",)


def test_about_one_in_a_hundred_fair_tables_is_reported() -> None:
    rng = random.Random(7)
    accused = sum("loaded" in verdicts([thrown(rng, 120) for _ in range(12)]) for _ in range(400))
    assert accused <= 12, "4 are expected; more than 12 would come once in two thousand runs"


def test_a_die_that_shows_six_every_other_time_is_reported() -> None:
    rng = random.Random(11)
    found = [verdicts([thrown(rng, 60, (1, 1, 1, 1, 1, 5)), *(thrown(rng, 60) for _ in range(11))]) for _ in range(100)]
    assert sum(verdict[0] == "loaded" for verdict in found) >= 90
    assert sum("loaded" in verdict[1:] for verdict in found) <= 5


def test_a_loaded_piece_leaves_the_others_unreported() -> None:
    loaded = compare_faces({"symbol": 90, "number": 10})
    fair, few = compare_faces({"symbol": 52, "number": 48}), compare_faces({"symbol": 3, "number": 4})
    assert verdicts([loaded, fair, few]) == ("loaded", "fair", "few")


@pytest.mark.parametrize(
    ("counts", "words"),
    [
        ({"symbol": 50, "number": 50}, "100 of 100"),
        ({"symbol": 60, "number": 40}, "5 of 100"),
        ({"symbol": 66, "number": 34}, "1 of 1,000"),
        ({"symbol": 100, "number": 0}, "fewer than 1 of 1,000,000"),
    ],
)
def test_a_chance_is_written_in_round_numbers(counts: dict[str, int], words: str) -> None:
    assert words in in_words(compare_faces(counts), "fair")
