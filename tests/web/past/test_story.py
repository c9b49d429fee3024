"""The story of a game: the chart agrees with the rulings, for each game."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import pairwise
from pathlib import Path

import pytest

from referee.journal.journal import Journal
from referee.model.commands import NewGame
from referee.model.snapshot import Verdict, last_verdict
from rules.core.facts import Amend, Retract, Throw
from tests.referee.journal.written import line
from tests.web.games.dicers.kit import begun, lines
from tests.web.games.munchkin.kit import LEVELS
from tests.web.games.munchkin.kit import playing as munchkin
from tests.web.kit import SETUP, SPELL, Bench, open_bench, playing, sides_of
from tests.web.past.kit import sees
from tests.web.security.test_rights import phone, seated
from web.games.game_pages import Feat, best
from web.games.munchkin.pages import feats
from web.past.chart import chart_of

DICERS = {
    "game": "dicers",
    "format": 1,
    "level": "basic",
    "players": ["Ana", "Bo"],
    "dice": {die: {"cb": 2} for die in ("a", "b")},
    "position": {"Ana": {"front": ["a"]}, "Bo": {"front": ["b"]}},
    "challenger": "Ana",
}


def rows(html: str) -> list[tuple[str, ...]]:
    """The rows of the table beside the chart: step, player, count."""
    return [tuple(re.findall(r"<td>([^<]*)</td>", row)) for row in re.findall(r"<tr>(<td>.*?)</tr>", html)]


def test_the_story_names_the_winner_and_counts_every_gem(bench: Bench) -> None:
    page = bench.client.get("/games/1").text
    assert "<h1>Bo won</h1>" in page
    assert "4 turns" in page
    assert [(player, count) for _, player, count in rows(page)] == [("Bo", str(n)) for n in (1, 2, 3, 4)]
    assert 'aria-label="Gems on turrets, from the first to the last change. Ana: 0. Bo: 4."' in page


def test_the_table_shows_the_chart_and_the_best_casts_until_the_end_is_undone(bench: Bench) -> None:
    page = bench.client.get("/").text
    assert page.count('class="past-line') == 2
    assert "The highest Spell: 10, by Bo" in page
    assert bench.post("/say/undo").status_code == 303
    assert "past-line" not in bench.client.get("/").text


def test_the_best_cast_is_shown_with_its_picture_and_leads_to_its_step(bench: Bench) -> None:
    page = bench.client.get("/games/1").text
    assert "The highest Spell: 10, by Bo" in page
    assert 'src="/pictures/000001/small.jpg"' in page
    assert bench.client.get("/games/1/watch/1").status_code == 200
    assert 'href="/games/1/watch"' in page or "/games/1/watch/1" in page


def test_corrections_and_undone_plays_are_in_the_story(tmp_path: Path) -> None:
    bench = playing(tmp_path)
    assert "Asked and corrected" not in bench.text("/games/1"), "without a throw there is nothing to read"
    sees(bench, "Bo", SPELL)
    assert "nothing was asked, corrected or undone" in bench.text("/games/1")
    stone = SETUP["hands"]["Bo"][0]
    assert bench.post("/say/correct", seq=1, piece=stone, side="number").status_code == 303
    assert "Corrected: " in bench.text("/games/1")
    assert " shows number." in bench.text("/games/1")
    assert bench.post("/say/undo").status_code == 303
    assert "nothing was asked, corrected or undone" in bench.text("/games/1"), "a correction that was undone is none"
    assert bench.post("/say/retract", seq=1).status_code == 303
    assert "Undone, with everything after it. Step 1" in bench.text("/games/1")
    assert bench.post("/say/restore", seq=1).status_code == 303
    assert "nothing was asked, corrected or undone" in bench.text("/games/1"), "an undo that was taken back is none"
    bench.close()


@pytest.mark.parametrize("missing", [Retract(99), Amend(99, Throw("Bo", (("stone:21", "symbol"),))), Retract(2)])
def test_a_correction_of_no_play_in_a_log_that_was_tampered_with_is_one_sentence(
    tmp_path: Path, missing: Amend | Retract
) -> None:
    bench = playing(tmp_path)
    sees(bench, "Bo", SPELL)
    bench.close()
    with closing(Journal(tmp_path / "owleye.sqlite")) as journal:
        journal.append("1", line(2, missing))
    bench = open_bench(tmp_path)
    words = f"The log has a correction of step {missing.seq}, which is no earlier step: it changes nothing. Step 2"
    assert words in bench.text("/games/1")
    assert bench.text("/games/1").count("Step 2") == 1
    bench.close()


def test_answered_questions_are_in_the_story(tmp_path: Path) -> None:
    bench = playing(tmp_path)
    cast = list(zip(SETUP["hands"]["Bo"], sides_of(SPELL), strict=True))
    bench.devices.sees(cast, unsure=cast[0][0])
    question = bench.now.question
    assert question is not None
    assert bench.post("/say/reply", question=question.id, key=question.choices[0].key).status_code == 303
    assert "Asked about a piece that Bo threw." in bench.text("/games/1")
    assert "read by the camera, with an answer to its question" in bench.text("/history")
    bench.close()


def test_a_game_of_dicers_counts_dice_that_are_out(tmp_path: Path) -> None:
    bench = begun(tmp_path, DICERS)
    lines(bench, "Ana advance a", "Bo advance b", "Ana throw a=6", "Ana keep keep", "Bo throw b=2", "Bo keep keep")
    page = bench.client.get("/games/1").text
    assert "<h1>Ana won</h1>" in page
    assert [(player, count) for _, player, count in rows(page)] == [("Ana", "1")]
    assert "shows 6, by Ana" in page
    won = "Bo has no dice left: Ana wins the game."
    assert last_verdict(bench.now) == Verdict(bench.now.length, won, "won"), "the end, not the roll that led to it"
    assert f'<p class="verdict-reason">{won}</p>' in bench.client.get("/").text
    bench.close()


def test_a_game_of_levels_counts_levels(tmp_path: Path) -> None:
    bench = munchkin(tmp_path, "Ana level: +1 card", "Bo level: +2 card", setup=LEVELS)
    page = bench.client.get("/games/1").text
    assert [(player, count) for _, player, count in rows(page)] == [("Ana", "2"), ("Bo", "3")]
    assert "not over yet" in page
    assert "To the table" in page
    assert bench.table.submit(NewGame(LEVELS)).ok
    assert 'action="/games/1/resume"' in bench.client.get("/games/1").text, "it goes on from its own page"
    bench.close()


def test_play_again_begins_the_same_game_with_everybody_in_the_same_place(bench: Bench) -> None:
    assert "Play again" in bench.text("/games/1")
    assert bench.post("/games/1/again").status_code == 303
    assert (bench.now.game_id, bench.now.players, bench.now.length) == ("2", ("Ana", "Bo"), 0)
    assert "Play again" not in bench.text("/games/2")


def test_players_keep_their_seats_when_they_play_again(bench: Bench) -> None:
    own = seated(bench, "Ana")
    assert bench.post("/games/9/again").status_code == 400
    assert bench.post("/games/1/again").status_code == 303
    assert '<h1 class="who own-name">' in own.get("/mine").text
    assert bench.post("/games/quick", game="casting-stones", player=["Ana", "Bo"]).status_code == 303
    assert "No seat yet" in own.get("/mine").text


def test_a_phone_has_its_seat_from_the_first_page_of_the_new_game_on(bench: Bench) -> None:
    own, version = seated(bench, "Ana"), bench.now.version

    def first_page() -> str:
        assert bench.table.wait(version, 10).game_id == "2"
        return own.get("/mine").text

    with ThreadPoolExecutor(1) as phone:
        page = phone.submit(first_page)
        assert bench.post("/games/1/again").status_code == 303
    assert '<h1 class="who own-name">' in page.result()


def test_only_a_host_plays_again(bench: Bench) -> None:
    stranger = phone(bench)
    assert "Play again" not in stranger.get("/games/1").text
    token = re.search(r'name="token" value="([^"]+)"', stranger.get("/host").text)
    assert token is not None
    assert stranger.post("/games/1/again", data={"token": token[1]}).status_code == 403
    assert bench.post("/games/9/again").status_code == 400
    assert len(bench.now.games) == 1


@pytest.mark.parametrize("url", ["/games/9", "/games/9/watch", "/games/1/watch/0", "/games/1/watch/99", "/games/x"])
def test_an_unknown_game_is_not_found(bench: Bench, url: str) -> None:
    assert bench.client.get(url).status_code == 404


def test_a_new_game_has_no_chart_yet(bench: Bench) -> None:
    assert bench.table.submit(NewGame(SETUP)).ok
    assert "Nothing has been counted in this game yet." in bench.text("/games/2")
    assert "Nothing has happened in this game yet." in bench.text("/games/2/watch")


def test_names_at_the_end_of_a_chart_do_not_cover_each_other() -> None:
    players = {f"P{number}": 3 for number in range(6)}
    chart = chart_of(players, [(player, 3) for player in players], dict.fromkeys(players, 1), 10)
    assert chart is not None
    heights = sorted(line.name_y for line in chart.lines)
    assert all(later - earlier >= 16 for earlier, later in pairwise(heights))
    assert all(0 < height < chart.height for height in heights)


@pytest.mark.parametrize(("side", "house", "number"), [("4", 6, 4), ("power", 6, 6), ("power", 1, 1)])
def test_the_picture_side_of_the_munchkin_die_is_a_throw_of_its_number(side: str, house: int, number: int) -> None:
    thrown = Throw("Ana", (("die:munchkin", side),))
    best_one, _ = feats(thrown, 7, {"house_rules": {"die_symbol_value": house}})
    assert (best_one.kind, best_one.worth) == ("best", number)


def test_of_equal_casts_the_first_one_is_shown() -> None:
    feats = [Feat("roll", "a", 1, 5), Feat("roll", "b", 2, 5), Feat("roll", "c", 3, 4), Feat("cast", "d", 4, 0)]
    assert [feat.words for feat in best(feats)] == ["a", "d"]
    only = [Feat("best", "the best throw", 1, 3), Feat("worst", "the worst throw", 1, -3)]
    assert [feat.words for feat in best(only)] == ["the best throw"], "a throw is not the best and the worst"


def test_the_verdict_of_a_second_cast_is_its_result(tmp_path: Path) -> None:
    bench = playing(tmp_path)
    sees(bench, "Bo", "snnnn")
    sees(bench, "Ana", "snnnn")
    sees(bench, "Bo", "nsnnn")
    verdict = last_verdict(bench.now)
    assert verdict is not None
    assert verdict.words == "Bo now has 1 symbol and 4 numbers: no Spell, Potion or Charm. That is final."
    assert f'<p class="verdict-reason">{verdict.words}</p>' in bench.client.get("/").text
    bench.close()
