"""The speaker: each verdict once, nothing old, an undo says nothing."""

from __future__ import annotations

from pathlib import Path
from threading import Event

from referee.model.commands import Enter, NewGame, Undo
from referee.model.snapshot import Verdict, is_news
from referee.panel.speaker import Speaker
from tests.referee.kit import SETUP, THROW_A, THROW_B, controller_at


class Loudspeaker:
    """Takes down what it says."""

    words = ""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.heard = Event()

    def speak(self, sentence: str, language: str) -> None:
        self.said.append(sentence)
        self.heard.set()

    def close(self) -> None:
        """Nothing to end."""


def test_each_verdict_is_said_once_and_nothing_old(tmp_path: Path) -> None:
    voice, controller = Loudspeaker(), controller_at(tmp_path)
    speaker = Speaker(voice)
    speaker.start()
    speaker.on_snapshot(controller.now)
    assert controller.do(NewGame(SETUP)).ok
    speaker.on_snapshot(controller.now)
    assert voice.said == []
    for at, throw in enumerate((THROW_A, THROW_B)):
        voice.heard.clear()
        assert controller.do(Enter(throw, at)).ok
        speaker.on_snapshot(controller.now)
        speaker.on_snapshot(controller.now)
        assert voice.heard.wait(30)
    assert len(voice.said) == 2
    assert controller.do(Undo(2)).ok
    speaker.on_snapshot(controller.now)
    speaker.close()
    assert len(voice.said) == 2


def test_a_game_that_is_put_on_the_table_brings_nothing_new(tmp_path: Path) -> None:
    voice, controller = Loudspeaker(), controller_at(tmp_path)
    assert controller.do(NewGame(SETUP)).ok
    assert controller.do(Enter(THROW_A, 0)).ok
    speaker = Speaker(voice)
    speaker.on_snapshot(controller.now)
    speaker.start()
    speaker.close()
    assert voice.said == []


def test_what_is_news() -> None:
    first, later = Verdict(1, "Bo wins.", "decided"), Verdict(2, "Ana wins.", "decided")
    assert is_news(first, None)
    assert is_news(later, first)
    assert is_news(Verdict(1, "Ana wins.", "decided"), first)
    assert not is_news(first, first)
    assert not is_news(first, later)
