"""Every word of the code that a page may show has a text for people, and the documents name it."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest

from calibration.table.accuracy import light_word
from calibration.table.light import Light
from referee.wizards.calibrate import in_words
from tests.web.kit import SPELL, playing
from vision.types import Note, Piece
from web.languages import catalogue
from web.pages.words import NOTES, clock, light, note

CLI = (Path(__file__).parents[3] / "docs" / "cli.md").read_text("utf-8")


@pytest.mark.parametrize("word", Note)
def test_every_note_has_a_text_and_is_documented(word: Note) -> None:
    assert note(word)
    assert f"`{word}`" in next(line for line in CLI.splitlines() if line.startswith("| `notes` |"))


def test_kinds_of_light_are_named_in_the_language_of_the_page() -> None:
    german = catalogue("de")
    for level in (20.0, 120.0, 250.0):
        for red in (0.5, 1.0, 2.0):
            name = light_word(Light(level, 0.0, None, red, 1.0, None, (), False))
            assert light(name) == name
            words = zip(name.split(", "), light(name).translation(german).split(", "), strict=True)
            assert all(one != other or one == "warm" for one, other in words)


JARGON = re.compile(r"\b(told by|the owl (opens|has|stumbled)|trust (the|its) eyes|not told|taken? back|noted)\b", re.I)


@pytest.mark.parametrize("url", ["/", "/small", "/history", "/history/1", "/games", "/setup", "/prove", "/collection"])
def test_screens_use_plain_words(tmp_path: Path, url: str) -> None:
    bench = playing(tmp_path)
    bench.throw(SPELL)
    assert not JARGON.findall(bench.text(url))
    bench.close()


@pytest.mark.parametrize("when", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", "long ago"])
def test_a_time_that_no_clock_shows_stays_as_it_is(when: str) -> None:
    assert clock(when) == in_words(when) == when


def test_every_text_of_a_note_belongs_to_an_existing_note() -> None:
    assert set(NOTES) == set(Note)


@pytest.mark.parametrize("name", [field.name for field in fields(Piece)])
def test_every_field_of_a_piece_is_documented(name: str) -> None:
    table = CLI[CLI.index("| field of a piece |") :].split("\n\n")[0]
    assert f"`{name}`" in table
