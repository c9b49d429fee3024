"""Watch again: every step with its own picture and the state that it left, by hand or by itself, without a script."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from referee.model.commands import Enter, NewGame
from rules.core.facts import Throw
from tests.rules.toy import Toy
from tests.web.kit import Bench, open_bench

STEPS = 12  # four turns of two throws and a gem


def test_every_step_shows_its_picture_and_the_state_after_it(bench: Bench) -> None:
    gems = []
    for step in range(1, STEPS + 1):
        page = bench.client.get(f"/games/1/watch/{step}").text
        gems.append(int(re.findall(r"<span>Bo</span> <b>(\d+)</b>", page)[0]))
        pictures = re.findall(r'src="/pictures/(\d+)\.jpg"', page)
        assert len(pictures) == (0 if step % 3 == 0 else 1), step
    assert gems == [step // 3 for step in range(1, STEPS + 1)]


def test_the_replay_has_links_to_the_next_and_previous_step(bench: Bench) -> None:
    first, middle, last = (bench.client.get(f"/games/1/watch/{step}").text for step in (1, 5, STEPS))
    assert 'rel="prev"' not in first
    assert 'rel="next" href="/games/1/watch/2"' in first
    assert 'rel="prev" href="/games/1/watch/4"' in middle
    assert 'rel="next"' not in last
    assert "From the beginning" in last


def test_the_replay_runs_by_itself_to_the_end(bench: Bench) -> None:
    assert "Refresh" not in bench.client.get("/games/1/watch/1").headers
    playing = bench.client.get("/games/1/watch/11?seconds=4")
    assert playing.headers["Refresh"] == "4; url=/games/1/watch/12?seconds=4"
    assert "Pause" in playing.text
    assert "Refresh" not in bench.client.get("/games/1/watch/12?seconds=4").headers


@pytest.mark.parametrize("seconds", ["0", "1", "-2", "x", "99999"])
def test_an_unknown_speed_of_the_replay_is_refused(bench: Bench, seconds: str) -> None:
    assert "Refresh" not in bench.client.get(f"/games/1/watch/1?seconds={seconds}").headers


def test_a_removed_picture_is_explained(bench: Bench, tmp_path: Path) -> None:
    for path in (tmp_path / "evidence").iterdir():
        path.unlink()
    assert "The picture of this throw is not kept any more." in bench.text("/games/1/watch/1")


def test_a_replay_reveals_no_secret(tmp_path: Path) -> None:
    bench = open_bench(tmp_path, {"toy": Toy()})
    powers = {"A": "turn", "B": "nudge"}
    bench.table.submit(NewGame({"game": "toy", "format": 1, "players": ["A", "B"], "powers": powers}))
    assert bench.table.submit(Enter(Throw("A", (("die:A", "1"),)), 0)).ok
    for url in ("/games/1", "/games/1/watch"):
        assert b"nudge" not in bench.client.get(url).data
    bench.close()
