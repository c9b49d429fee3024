"""The voice of the machine: one sentence at a time, never read as an option, and silence without the program."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware.voice import MISSING, Espeak, NoVoice, open_voice

RECORDER = """#!/bin/sh
printf '%s|' "$@" >> {log}
cat >> {log}
echo >> {log}
{then}
"""


def program(folder: Path, then: str = "") -> Path:
    """A stand-in that writes down its options and the sentence on its standard input."""
    path = folder / "espeak-ng"
    path.write_text(RECORDER.format(log=folder / "log", then=then))
    path.chmod(0o755)
    return path


def spoken(folder: Path) -> list[str]:
    return (folder / "log").read_text().splitlines()


def finish(voice: Espeak) -> None:
    """Wait until the sentence is over."""
    assert voice._speaking is not None
    voice._speaking.wait(30)
    voice.close()


def test_a_sentence_goes_through_the_pipe_and_never_as_an_option(tmp_path: Path) -> None:
    voice = Espeak(str(program(tmp_path)))
    voice.speak("-w /etc/passwd wins the game.", "de")
    finish(voice)
    assert spoken(tmp_path) == ["-s|165|-v|de|--stdin|-w /etc/passwd wins the game."]


def test_a_sentence_that_is_no_text_is_read_out_as_far_as_it_is(tmp_path: Path) -> None:
    voice = Espeak(str(program(tmp_path)))
    voice.speak("Zoë \ud800 wins.", "de")
    finish(voice)
    assert spoken(tmp_path) == ["-s|165|-v|de|--stdin|Zoë ? wins."]


def test_a_new_sentence_stops_the_one_being_spoken(tmp_path: Path) -> None:
    voice = Espeak(str(program(tmp_path, then="exec sleep 60")))
    voice.speak("Bo wins the turn.", "de")
    first = voice._speaking
    assert first is not None
    voice.speak("Ana wins the turn.", "de")
    assert first.returncode is not None
    voice.close()
    assert voice._speaking is None


def test_a_program_that_cannot_start_costs_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    voice = Espeak(str(tmp_path / "none"))
    voice.speak("Bo wins.", "de")
    voice.close()
    assert "check the loudspeaker" in caplog.text


def test_without_the_program_the_reason_is_reported(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    voice = open_voice(True)
    assert (isinstance(voice, NoVoice), voice.words) == (True, MISSING)
    assert open_voice(False).words == ""
    program(tmp_path)
    assert isinstance(open_voice(True), Espeak)
