"""The wizards as an owner meets them, by keyboard: teach, prove and calibrate on the painted table, with real eyes."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
import pytest

from calibration.storage.table_files import save_gallery
from hardware.simulated.art import collectors, face, starter
from tests.browser.chromium import Page
from tests.browser.test_simulated import EYES_S, Table
from vision.geometry.crops import SIZE
from vision.recognition.embedder import load_embedder
from vision.recognition.gallery import Gallery
from vision.recognition.sides import Side

pytestmark = pytest.mark.browser
HAND_S = "new Promise(done => setTimeout(done, 3500))"  # so long the simulated hand is at it
STAGE = "document.querySelector('#stage').innerText"


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """A simulated table that has nothing to teach itself: its gallery holds every face as it is printed."""
    home = tmp_path_factory.mktemp("home")
    save_gallery(home / "simulated", printed())
    running = Table(home)
    yield running
    running.kill()


def printed() -> Gallery:
    gallery, embedder = Gallery.empty(), load_embedder()
    for piece in (*starter(), *collectors()):
        for side in piece.sides:
            crop = np.asarray(cv2.resize(face(piece, side)[..., :3], (SIZE, SIZE)), np.uint8)
            side_taught = Side(piece.id, piece.kind, side, piece.number, piece.colour, piece.name)
            gallery = gallery.with_crops(side_taught, crop[None], embedder)
    return gallery


def open_at(page: Page, table: Table, path: str) -> None:
    """Open a wizard as soon as the camera has started."""
    page.go(table.url + path)
    page.until("!document.querySelector('.eyes-starting')", EYES_S)
    press(page, "Begin")


def press(page: Page, words: str) -> None:
    """Press the button of these words with the keyboard."""
    find = f"[...document.querySelectorAll('#main button')].find(e => e.innerText.trim() === {words!r})"
    page.until(f"!!{find}", EYES_S)
    page.js(f"{find}.focus()")
    page.press("Enter", 13, "\r")


def leave(page: Page) -> None:
    """Press what leads back to the table, and be there."""
    press(page, "Done, back to the table")
    page.until("location.pathname === '/' && document.readyState === 'complete'")


def go_on(page: Page, words: str, expected: str) -> None:
    """Press the button, and again where the hand was still in the way, until *expected* is true on the page."""
    for _ in range(30):
        press(page, words)
        page.until(f"{expected} || !!document.querySelector('#stage .trouble')", EYES_S)
        if page.js(f"new Promise(done => setTimeout(() => done({expected}), 700))"):
            return
    raise AssertionError(f"not on the page: {expected}")


def test_stones_are_taught_in_two_pictures(table: Table, page: Page) -> None:
    open_at(page, table, "/teach")
    press(page, "Lay the stones down (simulated)")
    page.js(HAND_S)
    go_on(page, "Take the picture", f"{STAGE}.includes('I see 12 stones')")
    go_on(page, "Turn them over (simulated)", f"{STAGE}.includes('turns')")
    page.js(HAND_S)
    go_on(page, "Take the second picture", "document.querySelectorAll('.lesson-row').length === 12")
    assert page.js("[...document.querySelectorAll('.lesson-row input[name=name]')].every(field => field.value)")
    page.js(
        "window.first = document.querySelector('.lesson-row [name=name]'); first.kept = first.value; first.value = ''"
    )
    page.js("document.querySelector('#name-11').value = 'A Stone of Ours'")
    press(page, "Learn them")  # far below the sentence that refuses it
    refusal = "Say name, number and kind of stone 1 too"
    page.until(f"{STAGE}.includes('{refusal}') && document.querySelector('#toast').innerText.includes('{refusal}')")
    names = page.js("[...document.querySelectorAll('.lesson-row [name=name]')].map(field => field.value)")
    assert (names[0], names[11]) == ("", "A Stone of Ours"), "each name that was typed stays with its stone"
    page.js("document.querySelector('.lesson-row [name=name]').value = first.kept")
    press(page, "Learn them")
    page.until(f"{STAGE}.includes('I know 12 stones now')", EYES_S)
    leave(page)


def test_a_throw_is_judged_with_taps_and_the_measured_accuracy_is_shown(table: Table, page: Page) -> None:
    open_at(page, table, "/prove")
    press(page, "Throw five (simulated)")
    page.until("document.querySelectorAll('.thrown li').length === 5", EYES_S)
    press(page, "That is how it is")
    page.until("document.querySelector('#card').innerText.includes('1 of 20 throws')", EYES_S)
    leave(page)
    page.go(table.url + "/setup")
    page.until("document.querySelector('#trust').innerText.includes('of 5 answers right')")


def test_the_mat_is_cleared_measured_and_calibrated(table: Table, page: Page) -> None:
    open_at(page, table, "/calibration")
    press(page, "Clear the mat (simulated)")
    page.until(f"{STAGE}.includes('All is well: calibrate')", EYES_S)
    assert page.js("document.querySelectorAll('.meters .well').length") > 4
    press(page, "Calibrate")
    page.until("document.querySelector('#stage .notice')?.innerText.includes('mm')", EYES_S)
    assert page.js(f"{STAGE}.includes('The table is calibrated')")
    page.js("document.querySelector('#lens-fold summary').focus()")
    page.press("Enter", 13, "\r")
    page.until("document.querySelector('#lens-fold').open")
    leave(page)


def test_what_was_typed_into_a_form_stays_there_when_it_is_refused(table: Table, page: Page) -> None:
    open_at(page, table, "/teach/die")
    page.until("!!document.querySelector('[name=name]')")
    page.type("[name=name]", "Fox")
    press(page, "Go on")
    page.until(f"{STAGE}.includes('no die Fox')")
    assert page.js("document.querySelector('[name=name]').value") == "Fox"
    leave(page)
