"""The collection, the die wizard's page, and the way from a bare table to the first game."""

from __future__ import annotations

import numpy as np

from calibration.table.accuracy import JudgedPiece, JudgedThrow, report_of
from calibration.teaching.die_lesson import FACES, DieLesson
from referee.model.commands import WizardChanged
from referee.model.progress import SetupStatus, WizardProgress
from referee.model.wizard_commands import BeginDie, DropLastPicture, Forget
from tests.web.kit import Bench
from vision.recognition.embedder import load_embedder
from vision.recognition.gallery import Gallery
from vision.recognition.sides import Side


def taught() -> Gallery:
    gallery, crop = Gallery.empty(), np.full((1, 64, 64, 3), 120, np.uint8)
    for side in (
        Side("stone:112", "stone", "symbol", None, "white", "Cat"),
        Side("stone:112", "stone", "number", 8, "white", "Cat"),
        Side("stone:x", "stone", "symbol", None, "brown", "Own <b>one</b>"),
        Side("die:5", "die", "1", None, None, "Snape"),
        Side("die:5", "die", "power", None, None, "Snape"),
    ):
        gallery = gallery.with_crops(side, crop, load_embedder())
    return gallery


def proven() -> SetupStatus:
    answers = (JudgedPiece(piece="stone:112", verdict="right"), JudgedPiece(piece="stone:112", verdict="asked"))
    return SetupStatus(0.3, 2, 1, report_of([JudgedThrow(when="", light="bright", calibration="", answers=answers)]))


def test_the_collection_shows_both_sides_the_difference_and_the_reading(bench: Bench) -> None:
    assert "Nothing is taught yet" in bench.text("/collection")
    bench.devices.taught, bench.devices.ready = taught(), proven()
    page, words = bench.client.get("/collection").text, bench.text("/collection")
    assert "Taught: 2 stones and 1 die, 1 of the edition's 125." in words
    assert 'src="/collection/stone:112/symbol.jpg"' in page
    assert "Cat shows 8, but the list of the edition has 9 (known): yours counts." in words
    assert "read right 1 of 2 times, asked 1" in words
    assert "not proven yet" in words
    assert "<b>one</b>" not in page
    assert "Mouse" in words
    assert bench.client.get("/collection/stone:112/symbol.jpg").mimetype == "image/jpeg"
    assert bench.client.get("/collection/stone:112/back.jpg").status_code == 404


def test_one_picture_is_no_pictures(bench: Bench) -> None:
    bench.devices.taught = taught()
    assert "not proven yet · 1 picture " in bench.text("/collection")
    assert "not proven yet · 2 pictures" in bench.text("/collection")


def test_a_die_has_the_same_name_in_the_collection_as_in_games(bench: Bench) -> None:
    bench.devices.taught = taught()
    bench.devices.told_dice["die:5"] = {"piece": "die:5", "name": "Professor", "taught": frozenset(), "facts": {}}
    page = bench.client.get("/collection").text
    assert "<h3>Professor</h3>" in page
    assert "<h3>Snape</h3>" not in page


def test_a_collector_who_forgets_a_piece_stays_in_the_collection(bench: Bench) -> None:
    bench.devices.taught = taught()
    answer = bench.post("/teach/forget", piece="die:5", back="/collection")
    assert (answer.status_code, answer.location) == (303, "/collection")
    assert bench.devices.received == [Forget("die:5")]


def test_a_power_side_is_shown_to_the_host_alone(bench: Bench) -> None:
    bench.devices.taught = taught()
    assert "/collection/die:5/power.jpg" in bench.client.get("/collection").text
    bench.client.environ_base["REMOTE_ADDR"] = "192.168.0.7"
    assert "power.jpg" not in bench.client.get("/collection").text
    assert bench.client.get("/collection/die:5/power.jpg").status_code == 403


def test_a_sticker_cut_out_in_a_lesson_is_shown_to_the_host_alone(bench: Bench) -> None:
    urls = ("/teach/pictures/die-power.jpg", "/teach/pictures/first-0.jpg")
    assert [bench.client.get(url).status_code for url in urls] == [200, 200]
    bench.client.environ_base["REMOTE_ADDR"] = "192.168.0.7"
    assert [bench.client.get(url).status_code for url in urls] == [403, 200]


def test_a_bare_table_says_what_comes_next(bench: Bench) -> None:
    assert 'class="button primary" href="/calibration"' in bench.client.get("/").text
    bench.devices.ready = SetupStatus(0.3)
    assert 'class="button primary" href="/teach"' in bench.client.get("/setup").text
    bench.devices.ready = SetupStatus(0.3, 12)
    assert 'class="button primary" href="/prove"' in bench.client.get("/").text
    bench.devices.ready = proven()
    assert "New game" in bench.text("/")
    assert "1 of 2 answers right" in bench.text("/setup")


def test_a_die_is_asked_for_its_sticker(bench: Bench) -> None:
    assert "One picture of its sticker is enough." in bench.text("/teach/die")
    bench.table.submit(WizardChanged(WizardProgress("die")))
    assert "Which die?" in bench.text("/teach/die")
    bench.post("/teach/die/begin", name="Snape", look="numbers")
    lesson = DieLesson(piece="die:5", name="Snape", faces=FACES["numbers"])
    bench.table.submit(WizardChanged(WizardProgress("die", die=lesson)))
    assert "Snape: picture side up" in bench.text("/teach/die")
    pictured = lesson.model_copy(update={"pictured": ("power",)})
    bench.table.submit(WizardChanged(WizardProgress("die", die=pictured)))
    assert "/teach/pictures/die-power.jpg" in bench.client.get("/teach/die").text
    doubtful = lesson.model_copy(update={"doubt": "That looks like a 3."})
    bench.table.submit(WizardChanged(WizardProgress("die", die=doubtful, words="That looks like a 3.", ok=False)))
    assert "That looks like a 3." in bench.text("/teach/die")
    primary = bench.client.get("/teach/die").text.partition('class="button primary big">')[2]
    assert primary.startswith("No, take it again")
    bench.post("/teach/die/back")
    assert bench.devices.received == [BeginDie("Snape", "numbers"), DropLastPicture()]


def test_owned_and_untaught_pieces_are_listed(bench: Bench) -> None:
    bench.devices.taught = taught()
    assert bench.post("/collection/owned", stone=["100", "1", "999", "x"]).status_code == 303
    assert "Yours, and not taught yet (2) Dumbledore and Mouse." in bench.text("/collection")
    bench.client.environ_base["REMOTE_ADDR"] = "192.168.0.7"
    assert bench.post("/collection/owned", stone=["2"]).status_code == 403
    assert "Tick those" not in bench.text("/collection")


def test_a_taught_die_does_not_stand_for_the_stone_of_its_name(bench: Bench) -> None:
    die, crop = Side("die:7", "die", "power", None, None, "Dumbledore"), np.full((1, 64, 64, 3), 120, np.uint8)
    bench.devices.taught = Gallery.empty().with_crops(die, crop, load_embedder())
    assert bench.post("/collection/owned", stone=["1"]).status_code == 303
    assert "Yours, and not taught yet (1) Dumbledore." in bench.text("/collection")
