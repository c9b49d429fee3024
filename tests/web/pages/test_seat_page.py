"""The page of a seat: what its player must know without a look at the big screen."""

from __future__ import annotations

import re
from pathlib import Path

from tests.web.games.munchkin.kit import LEVELS, post, stranger, tell
from tests.web.games.munchkin.kit import playing as munchkin
from tests.web.kit import SPELL, plain, playing
from tests.web.past.kit import finished, sees
from tests.web.security.test_rights import seated


def test_a_seat_reads_the_last_verdict_also_of_another_players_throw(tmp_path: Path) -> None:
    bench = playing(tmp_path)
    ana = seated(bench, "Ana")
    assert "own-verdict" not in ana.get("/mine").text
    sees(bench, "Bo", SPELL)
    verdict = re.search(r'<p class="own-verdict">(.*?)</p>', ana.get("/mine").text)
    assert verdict is not None
    assert re.sub("<[^>]*>", "", verdict[1]) == "Bo casts a Spell: 6 + 4 = 10."
    bench.close()


def test_the_winners_own_page_says_so(tmp_path: Path) -> None:
    bench = finished(tmp_path)
    won, lost = "You win!", "The game is over. Bo wins!"
    bo, ana = (plain(seated(bench, player).get("/mine").text) for player in ("Bo", "Ana"))
    assert (won in bo, lost in bo) == (True, True)
    assert (won in ana, lost in ana) == (False, True)
    bench.close()


def test_a_seat_takes_back_the_last_step_on_its_own_page_and_others_read_what_was_taken(tmp_path: Path) -> None:
    bench = munchkin(tmp_path, setup=LEVELS)
    ana, bo = (seated(bench, player) for player in ("Ana", "Bo"))
    assert "/say/undo" not in ana.get("/mine").text
    tell(bench, "Bo level: +1 kill", "Ana level: +1 kill")
    assert "/say/undo" in ana.get("/mine").text
    post(ana, "/say/undo", at=bench.now.length)
    page = bo.get("/mine").text
    verdict = re.search(r'<p class="own-verdict">(.*?)</p>', page)
    assert verdict is not None
    assert re.sub("<[^>]*>", "", verdict[1]) == "Taken back: Ana goes up to Level 2 for the kill."
    assert "/say/restore" in page
    bench.close()


def test_a_phone_without_a_seat_reads_where_the_codes_are(tmp_path: Path) -> None:
    bench = playing(tmp_path)
    for page in ("/mine", "/"):
        words = plain(stranger(bench).get(page).text)
        assert "scan the code of your seat: the host shows it on the page “people”." in words.casefold()
    bench.close()
