"""The pages that prove and calibrate a table."""

from __future__ import annotations

import pytest

from calibration.table.accuracy import JudgedPiece, JudgedThrow, report_of
from referee.model.commands import NewGame, WizardChanged
from referee.model.progress import CalibrationView, Meter, ProofProgress, ReadPiece, WizardProgress
from referee.model.wizard_commands import Adapt, Calibrate, Close, FromPage, JudgeThrow, Open, TakePicture
from tests.web.kit import SETUP, Bench


def trial(thrown: tuple[ReadPiece, ...] | None = None) -> ProofProgress:
    answers = (JudgedPiece(piece="stone:112", verdict="wrong"), JudgedPiece(piece="stone:112", verdict="right"))
    done = report_of([JudgedThrow(when="2026", light="bright", calibration="c1", answers=answers)])
    return ProofProgress(20, done, (("stone:112", "Cat"),), thrown)


def test_a_number_of_thousands_of_digits_ticks_nothing(bench: Bench) -> None:
    many = "9" * 5000
    bench.post("/prove/judge", wrong=["1", many], overlooked=many)
    assert bench.devices.received == [JudgeThrow(frozenset({1}))]


def test_a_throw_is_shown_and_judged_with_taps(bench: Bench) -> None:
    assert "twenty times" in bench.text("/prove")
    bench.post("/prove/open")
    thrown = (ReadPiece("throw-0", "Cat, symbol side", True), ReadPiece("throw-1", "Mouse, number 9", False, True))
    bench.table.submit(WizardChanged(WizardProgress("prove", trial=trial(thrown), stamp=7)))
    page = bench.client.get("/prove").text
    assert "Cat, symbol side" in page
    assert "not sure: I would ask" in page
    assert page.count(" checked>") == 1
    bench.post("/prove/judge", wrong=["1"], stamp="7", overlooked="2")
    bench.post("/prove/judge", stamp="7", drop="1")
    assert bench.devices.received == [
        Open("prove"),
        FromPage(JudgeThrow(frozenset({1}), overlooked=2), 7),
        FromPage(JudgeThrow(frozenset(), count=False), 7),
    ]


def test_before_the_first_throw_the_page_says_how_many_are_to_come(bench: Bench) -> None:
    bench.table.submit(WizardChanged(WizardProgress("prove", trial=ProofProgress(20))))
    assert "0 of 20 throws" in bench.text("/prove")


def test_the_card_shows_the_measured_accuracy(bench: Bench) -> None:
    bench.table.submit(WizardChanged(WizardProgress("prove", trial=trial())))
    words = bench.text("/prove")
    assert "1 of 20 throws" in words
    assert "Cat 1 0 1" in words
    assert "light: bright" in words
    bench.post("/prove/take")
    assert bench.devices.received == [TakePicture()]


def test_the_meters_are_shown_and_the_steps_reach_the_wizard(bench: Bench) -> None:
    assert "Print the mat" in bench.text("/calibration")
    meters = (Meter("Mat", "0.3 mm off", True), Meter("Brightness", "20 %", False, "It is too dark."))
    bench.table.submit(
        WizardChanged(WizardProgress("calibrate", sighting=CalibrationView(meters, in_use="In use: one.")))
    )
    words = bench.text("/calibration")
    assert "See to this first" in words
    assert "0.3 mm off" in words
    assert "It is too dark." in words
    assert "In use: one." in words
    for what in ("keep", "certain", "adapt"):
        bench.post(f"/calibration/{what}")
    assert bench.devices.received == [Calibrate(), Calibrate(certain=True), Adapt()]


def test_a_calibrated_table_leads_on_to_teaching(bench: Bench) -> None:
    meters = (Meter("Mat", "0.3 mm off", True),)
    bench.table.submit(WizardChanged(WizardProgress("calibrate", sighting=CalibrationView(meters, done=True))))
    assert "The table is calibrated" in bench.text("/calibration")
    assert bench.post("/calibration/on").location == "/teach"
    assert bench.post("/calibration/shut").location == "/"
    assert bench.devices.received == [Close(), Close()]
    bench.table.submit(WizardChanged(WizardProgress("calibrate", sighting=CalibrationView(meters))))
    assert "All is well: calibrate" in bench.text("/calibration")


def test_pictures_of_the_lens_sheet_are_counted(bench: Bench) -> None:
    for views, words in ((1, "1 picture of 6 is taken."), (4, "4 pictures of 6 are taken."), (6, "enough to measure")):
        sighting = CalibrationView((Meter("Mat", "0.3 mm off", True),), views=views, wanted=6)
        bench.table.submit(WizardChanged(WizardProgress("calibrate", sighting=sighting)))
        assert words in bench.text("/calibration")
        assert f'value="{views}" max="6"' in bench.client.get("/calibration").text
        assert ("Measure the lens" in bench.text("/calibration")) is (views == 6)


def test_a_refused_picture_of_the_lens_sheet_is_reported_beside_its_button(bench: Bench) -> None:
    progress = WizardProgress("calibrate", words="I do not see the lens sheet.", ok=False, sighting=CalibrationView())
    bench.table.submit(WizardChanged(progress))
    lens = bench.client.get("/calibration").text.partition('id="lens-fold"')[2]
    assert "I do not see the lens sheet." in lens.partition("Take a picture of the sheet")[0]
    assert bench.client.get("/calibration").text.count('role="status">I do not see') == 1


def test_the_sheets_can_be_printed_by_anybody(bench: Bench) -> None:
    for name in ("mat", "lens-sheet"):
        answer = bench.client.get(f"/calibration/{name}.pdf")
        assert answer.mimetype == "application/pdf"
        assert answer.data.startswith(b"%PDF")


@pytest.mark.parametrize("url", ["/prove/open", "/calibration/keep", "/teach/take"])
def test_strangers_may_read_but_not_change(bench: Bench, url: str) -> None:
    bench.client.environ_base["REMOTE_ADDR"] = "192.168.0.7"
    assert bench.post(url).status_code == 403


def test_every_page_says_that_no_throw_counts_meanwhile(bench: Bench) -> None:
    bench.table.submit(WizardChanged(WizardProgress("calibrate")))
    assert "throws do not count now" in bench.text("/")
    assert 'href="/calibration"' in bench.client.get("/").text


def test_the_small_screen_says_that_no_throw_counts_while_a_game_waits(bench: Bench) -> None:
    bench.table.submit(WizardChanged(WizardProgress("calibrate")))
    assert "throws do not count now" not in bench.text("/small"), "it shows the way to the big page"
    bench.table.submit(NewGame(SETUP))
    bench.table.submit(WizardChanged(WizardProgress("calibrate")))
    assert "throws do not count now." in bench.text("/small")


def test_a_game_that_is_put_on_the_table_ends_the_wizard(bench: Bench) -> None:
    bench.table.submit(NewGame(SETUP))
    bench.table.submit(WizardChanged(WizardProgress("teach")))
    assert bench.post("/games/1/resume").status_code == 303
    assert bench.devices.received == [Close()]


def test_the_idle_small_screen_shows_the_address_to_open_and_its_code(bench: Bench) -> None:
    page = bench.client.get("/small", headers={"Host": "owleye.local:8000"}).text
    assert 'class="small-address">owleye.local:8000<' in page
    assert "small-qr" in page


@pytest.mark.parametrize("stamp", ["9" * 5000, "", "²", "-1"])
def test_a_stamp_that_is_no_number_is_refused_in_words(bench: Bench, stamp: str) -> None:
    assert bench.post("/prove/judge", stamp=stamp).status_code == 400


@pytest.mark.parametrize("path", ["/teach", "/teach/die", "/prove"])
def test_the_success_of_another_wizard_is_not_shown(bench: Bench, path: str) -> None:
    bench.table.submit(WizardChanged(WizardProgress("calibrate", words="The mat is found.")))
    assert "The mat is found." not in bench.text(path)
    assert "The mat is found." in bench.text("/calibration")
