"""One throw, end to end: from the simulated table through camera, eyes and controller to the verdict."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from hardware.cameras.camera import CameraTrouble
from referee.model.commands import Enter, Reply, WizardChanged
from referee.model.progress import WizardProgress
from referee.observe.picture_trouble import ADAPTING
from rules.core.facts import Choose, Throw
from tests.referee.simulated import A_THROW, NOTHING, SPELL, Bench, hand, logged, named_sides


def ruled(bench: Bench) -> list[str]:
    table = bench.now().table
    assert table is not None
    return [ruling.text for ruling in table.rulings]


def test_the_empty_table_is_known_in_the_watched_picture_too(bench: Bench) -> None:
    assert bench.now().eyes == "watching"


def test_a_throw_becomes_a_verdict_with_its_evidence(bench: Bench, tmp_path: Path) -> None:
    bench.throw(sides=named_sides(bench, "Ana", SPELL))
    assert logged(bench) == [dict(named_sides(bench, "Ana", SPELL))]
    assert ruled(bench)[0].startswith("Ana casts a Spell")
    line = bench.now().log[0]
    assert line.by == "camera"
    assert (tmp_path / "evidence" / f"{line.evidence}.jpg").exists()
    assert len(bench.now().log) == 1


def test_a_throw_waits_until_the_camera_has_got_used_to_the_light(bench: Bench) -> None:
    bench.eye.locked = "no"
    bench.throw(sides=named_sides(bench, "Ana", SPELL))
    assert (logged(bench), [notice.words for notice in bench.now().notices]) == ([], [ADAPTING])
    bench.eye.locked = "yes"
    bench.look(5)
    assert logged(bench) == [dict(named_sides(bench, "Ana", SPELL))]
    assert bench.now().notices == ()


def test_both_players_stones_lie_on_the_table_and_each_throw_counts_once(bench: Bench) -> None:
    bench.throw(sides=named_sides(bench, "Ana", SPELL))
    bench.throw(sides=named_sides(bench, "Bo", NOTHING))
    assert logged(bench) == [dict(named_sides(bench, "Ana", SPELL)), dict(named_sides(bench, "Bo", NOTHING))]
    bench.look(20)
    assert len(bench.now().log) == 2


def test_only_the_stones_cast_again_count_in_a_second_cast(bench: Bench) -> None:
    bench.throw(sides=named_sides(bench, "Ana", SPELL))
    bench.throw(sides=named_sides(bench, "Bo", NOTHING))
    again = hand(bench, "Bo")[3]
    bench.throw(pieces=(again,), sides=((again, "symbol"),))
    assert logged(bench)[2] == {again: "symbol"}
    assert "Bo now has" in ruled(bench)[-2] or any("Spell" in text for text in ruled(bench)[2:])


@pytest.fixture
def second_cast(bench: Bench) -> Bench:
    """Ana may cast again, and stones of both players lie there."""
    bench.throw(sides=named_sides(bench, "Ana", NOTHING))
    bench.throw(sides=named_sides(bench, "Bo", NOTHING))
    return bench


def test_a_counted_stone_that_is_turned_is_named_until_it_is_turned_back(second_cast: Bench) -> None:
    for notices in (["was turned after it was counted"], []):
        turn_fourth(second_cast, "Bo")
        assert_notices(second_cast, notices)
    assert len(logged(second_cast)) == 2


def test_a_stone_that_was_taken_up_and_turned_in_its_place_is_asked_about(second_cast: Bench) -> None:
    turn_fourth(second_cast, "Ana")
    question = second_cast.now().question
    assert question is not None
    assert question.words.endswith("has its other side up where it lay: has Ana thrown it again?")
    assert second_cast.submit(Reply(question.id, "no")).ok
    assert second_cast.now().question is None
    assert_notices(second_cast, ["but has not moved"])
    turn_fourth(second_cast, "Ana")
    assert_notices(second_cast, [])
    assert len(logged(second_cast)) == 2


def test_a_stone_that_was_cast_to_its_old_place_counts(second_cast: Bench) -> None:
    turn_fourth(second_cast, "Ana")
    question = second_cast.now().question
    assert question is not None
    assert second_cast.submit(Reply(question.id, "yes")).ok
    assert logged(second_cast)[2] == {hand(second_cast, "Ana")[3]: "symbol"}


def turn_fourth(bench: Bench, player: str) -> None:
    """Let a hand turn the fourth stone of a player over in its place."""
    bench.table.turn_over((hand(bench, player)[3],))
    bench.look(A_THROW)


def assert_notices(bench: Bench, parts: list[str]) -> None:
    """There is one notice for each of *parts*, and it contains that part."""
    notices = [notice.words for notice in bench.now().notices]
    assert len(notices) == len(parts)
    assert all(part in notice for part, notice in zip(parts, notices, strict=True))


def test_stones_that_have_not_moved_are_no_new_throw(bench: Bench) -> None:
    """A new turn begins; nobody has thrown yet, though all stones of the last turn lie there."""
    bench.throw(sides=named_sides(bench, "Ana", SPELL))
    bench.throw(sides=named_sides(bench, "Bo", ("number",) * 5))
    table = bench.now().table
    assert table is not None
    ask = table.asks[0]
    bench.submit(Enter(Choose(ask.player, ask.kind, ask.options[0].pick), bench.now().length))
    length = bench.now().length
    bench.look(20)
    assert bench.now().length == length


@pytest.mark.parametrize("side", ["symbol", "number"])
def test_a_stone_left_from_the_last_game_is_not_taken_for_one_that_was_cast(bench: Bench, side: str) -> None:
    """Its number, an 8 in the same ink on the same wood, is much like the 3 of a stone of Bo's."""
    bench.table.throw(["stone:12"], {"stone:12": side})
    bench.look(A_THROW)
    bench.throw(sides=named_sides(bench, "Ana", SPELL))
    bench.throw(sides=named_sides(bench, "Bo", SPELL))
    assert logged(bench) == [dict(named_sides(bench, player, SPELL)) for player in ("Ana", "Bo")]
    assert bench.asked == 0


def test_a_stone_that_leans_on_another_is_named_and_waited_for(bench: Bench) -> None:
    bench.throw(mishap="leaner", answered=False)
    assert bench.now().log == ()
    assert "CST-Q-37" in bench.now().notices[0].rules
    bench.throw(sides=named_sides(bench, "Ana", SPELL))
    assert logged(bench) == [dict(named_sides(bench, "Ana", SPELL))]
    assert bench.now().notices == ()


def test_a_missing_stone_is_named_and_waited_for(bench: Bench) -> None:
    bench.throw(mishap="missing")
    assert bench.now().log == ()
    assert "I see 4 of 5; not " in bench.now().notices[0].words


def test_a_throw_from_before_the_start_counts_when_somebody_asks(tmp_path: Path, home: Path) -> None:
    bench = Bench(tmp_path, home)
    bench.table.throw(("stone:1", "stone:3", "stone:4", "stone:7", "stone:8"))
    bench.clock.now += 10
    bench.begin()
    bench.look(10)
    assert bench.now().log == ()
    bench.watcher.look()
    bench.look(1)
    assert logged(bench) == [bench.table.lying()]


def test_after_a_restart_the_game_goes_on(bench: Bench, tmp_path: Path, home: Path) -> None:
    bench.throw(sides=named_sides(bench, "Ana", SPELL))
    before = bench.now().table
    bench.controller.close()
    again = Bench(tmp_path, home)
    assert again.now().table == before
    again.look(5)
    again.throw(sides=named_sides(again, "Bo", NOTHING))
    assert logged(again)[1] == dict(named_sides(again, "Bo", NOTHING))


def test_the_picture_of_the_empty_table_follows_the_light_while_nothing_lies_there(bench: Bench) -> None:
    before = bench.sight.eyes().empty
    bench.table.fault("lamp")
    bench.look(25)
    learnt = bench.sight.eyes().empty
    assert before is not None
    assert learnt is not None
    assert abs(float(learnt.mean()) - float(bench.table.full().mean())) < 0.5 < float(learnt.mean() - before.mean())
    bench.throw(sides=named_sides(bench, "Ana", SPELL))
    assert logged(bench) == [dict(named_sides(bench, "Ana", SPELL))]


def test_no_piece_is_ever_learnt_as_part_of_the_empty_table(bench: Bench) -> None:
    bench.throw(sides=named_sides(bench, "Ana", SPELL))
    bench.table.fault("lamp")
    before = bench.sight.eyes().empty
    bench.look(200)
    assert bench.sight.eyes().empty is before


def test_darkness_is_reported_until_there_is_light(bench: Bench) -> None:
    bench.table.fault("dark")
    bench.look(2)
    assert [notice.words for notice in bench.now().notices] == ["It is too dark to see the table: bring a lamp nearer."]
    bench.table.fault("dark", on=False)
    bench.look(2)
    assert bench.now().notices == ()


def test_poor_light_is_reported_with_advice(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    full = bench.table.full
    with monkeypatch.context() as lamp:
        lamp.setattr(bench.table, "full", lambda: (full() * 0.4).astype(np.uint8))
        bench.watcher.look()
        bench.look(1)
        assert [n.words for n in bench.now().notices] == ["It is rather dark: another lamp helps."]
    bench.throw(sides=named_sides(bench, "Ana", SPELL))
    assert bench.now().notices == ()
    assert len(logged(bench)) == 1


def test_a_camera_in_trouble_is_reported_and_play_goes_on_by_hand(bench: Bench) -> None:
    bench.eye.fails = "The camera is unplugged: plug it in again."
    with pytest.raises(CameraTrouble):
        bench.look(1)
    assert bench.submit(Enter(Throw("Ana", named_sides(bench, "Ana", SPELL)), 0)).ok
    bench.eye.fails = ""
    bench.throw(sides=named_sides(bench, "Bo", NOTHING))
    assert len(bench.now().log) == 2


def test_while_a_wizard_is_open_nothing_counts_as_a_throw(bench: Bench) -> None:
    bench.submit(WizardChanged(WizardProgress("teach")))
    bench.throw(sides=named_sides(bench, "Ana", SPELL))
    assert logged(bench) == []
    bench.submit(WizardChanged(WizardProgress()))
    bench.look(6)
    assert logged(bench) == []
    bench.throw(sides=named_sides(bench, "Ana", NOTHING))
    assert logged(bench) == [dict(named_sides(bench, "Ana", NOTHING))]
