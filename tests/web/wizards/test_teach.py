"""The teach wizard's page: each stage, and the forms that lead to the next one."""

from __future__ import annotations

import re

from calibration.table.hints import Hint
from calibration.teaching.pairing import SeenStone, StoneRow
from calibration.teaching.stone_lesson import Lesson
from referee.model.commands import WizardChanged
from referee.model.progress import WizardProgress
from referee.model.wizard_commands import Forget, KeepStones, Open, StoneEntry, TakePicture
from tests.web.kit import Bench


def stone_in(picture: str, index: int, odds: float) -> SeenStone:
    place = {"outline": ((0.0, 0.0),), "centre": (0.0, 0.0), "size": 60.0, "embedding": (0.0,)}
    reading = {"number_odds": odds, "value": 9, "value_sure": True, "colour": "white"}
    return SeenStone.model_validate({"picture": picture, "index": index, **place, **reading})


def lesson(*remarks: str) -> Lesson:
    row = StoneRow(
        symbol=stone_in("first", 0, -5),
        number=stone_in("second", 0, 5),
        sure=True,
        value=9,
        colour="white",
        remarks=remarks,
    )
    return Lesson(stage="name", rows=(row, row.model_copy(update={"known": "stone:112", "name": "Cat"})))


def opened(bench: Bench, **state: object) -> None:
    bench.table.submit(WizardChanged(WizardProgress("teach", **state)))  # type: ignore[arg-type]


def test_the_wizard_begins_with_a_button_and_says_that_the_game_waits(bench: Bench) -> None:
    assert "the game waits" in bench.text("/teach")
    bench.post("/teach/open")
    assert bench.devices.received == [Open("teach")]


def test_each_stage_names_the_next_step_and_hints(bench: Bench) -> None:
    opened(
        bench,
        lesson=Lesson(),
        hints=(Hint(words="This stone shines: turn the lamp.", at=(100.0, 90.0)),),
        size=(800, 450),
    )
    page = bench.client.get("/teach").text
    assert "Lay the stones on the mat" in page
    assert "This stone shines" in page
    assert 'cx="100.0"' in page
    bench.post("/teach/take")
    assert bench.devices.received == [TakePicture()]
    opened(bench, lesson=Lesson(stage="flip", first=(stone_in("first", 0, 1),)), busy="I look …")
    assert "Turn each stone over" in bench.text("/teach")
    assert "I see 1 stone." in bench.text("/teach")
    assert "I look …" in bench.text("/teach")


def test_all_names_are_entered_in_one_form(bench: Bench) -> None:
    opened(bench, lesson=lesson("I cannot read its number for certain."), size=(2304, 1296))
    page = bench.client.get("/teach").text
    assert "I cannot read its number for certain." in page
    assert page.count('src="/teach/pictures/first-0.jpg') == 2
    assert re.findall(r'class="row-number"[^>]*>(\d)<', page) == ["1", "2"]
    assert bench.client.get("/teach/pictures/first-0.jpg").mimetype == "image/jpeg"
    form = {"name": ["Cat", "Mouse"], "number": ["9", "x"], "type": ["artifact", ""], "keep": ["0", "1"], "swap": ["1"]}
    assert bench.post("/teach/keep", **form).status_code == 303
    entries = (StoneEntry("Cat", "9", "artifact"), StoneEntry("Mouse", "x", "", swap=True))
    assert bench.devices.received == [KeepStones(entries)]


def test_a_form_of_another_lesson_is_refused(bench: Bench) -> None:
    assert bench.post("/teach/keep", name=["Cat"], number=["9"], type=["artifact"]).status_code == 400
    assert bench.devices.received == []


def test_a_difference_from_the_list_can_be_confirmed(bench: Bench) -> None:
    opened(bench, lesson=lesson(), words="Cat shows 8. Is that so?", ok=False, confirm=True)
    assert "Keep them all the same" in bench.text("/teach")


def test_a_piece_is_forgotten_and_a_strange_step_is_no_page(bench: Bench) -> None:
    bench.post("/teach/forget", piece="stone:1")
    assert bench.devices.received == [Forget("stone:1")]
    assert bench.post("/teach/nonsense").status_code == 404


def test_only_the_host_teaches(bench: Bench) -> None:
    bench.client.environ_base["REMOTE_ADDR"] = "192.168.0.7"
    assert bench.client.get("/teach").status_code == 200
    assert bench.post("/teach/open").status_code == 403
    assert bench.devices.received == []
