"""The speaker says each new verdict once, no older one, and nothing after an undo."""

from __future__ import annotations

from pathlib import Path
from threading import Event

import pytest

from referee.model.commands import Enter, NewGame, Undo
from referee.model.snapshot import Snapshot, Tone, Verdict, is_news, last_verdict
from referee.panel.speaker import Speaker, read_out
from rules.core.fold import advance, opening
from rules.core.phrases import Phrase, names_kept, sentences
from rules.games import GAMES
from tests.referee.kit import SETUP, THROW_A, THROW_B, controller_at
from tests.rules.munchkin.cards import CARDS
from tests.rules.munchkin.play import facts, setup


class Loudspeaker:
    """A speaker that records its sentences."""

    words = ""

    def __init__(self) -> None:
        self.sentences: list[str] = []
        self.has_spoken = Event()

    def speak(self, sentence: str, language: str) -> None:
        self.sentences.append(sentence)
        self.has_spoken.set()

    def close(self) -> None:
        """Nothing to end."""


def test_each_new_verdict_is_spoken_once(tmp_path: Path) -> None:
    voice, controller = Loudspeaker(), controller_at(tmp_path)
    speaker = Speaker(voice)
    speaker.start()
    speaker.on_snapshot(controller.now)
    assert controller.do(NewGame(SETUP)).ok
    speaker.on_snapshot(controller.now)
    assert voice.sentences == []
    for at, throw in enumerate((THROW_A, THROW_B)):
        voice.has_spoken.clear()
        assert controller.do(Enter(throw, at)).ok
        speaker.on_snapshot(controller.now)
        speaker.on_snapshot(controller.now)
        assert voice.has_spoken.wait(30)
    assert len(voice.sentences) == 2
    assert controller.do(Undo(2)).ok
    speaker.on_snapshot(controller.now)
    speaker.close()
    assert len(voice.sentences) == 2


def test_a_loaded_game_repeats_no_verdict(tmp_path: Path) -> None:
    voice, controller = Loudspeaker(), controller_at(tmp_path)
    assert controller.do(NewGame(SETUP)).ok
    assert controller.do(Enter(THROW_A, 0)).ok
    speaker = Speaker(voice)
    speaker.on_snapshot(controller.now)
    speaker.start()
    speaker.close()
    assert voice.sentences == []


def test_a_later_or_changed_verdict_is_news() -> None:
    first, later = Verdict(1, "Bo wins.", "decided"), Verdict(2, "Ana wins.", "decided")
    assert is_news(first, None)
    assert is_news(later, first)
    assert is_news(Verdict(1, "Ana wins.", "decided"), first)
    assert not is_news(first, first)
    assert not is_news(first, later)


LONG = (
    "Ana casts a Spell: 7 + 8 = 15. Bo casts a Spell: 10 + 2 = 12, which is less than what Ana has. Ana wins the turn."
)


@pytest.mark.parametrize(
    ("words", "tone", "expected"),
    [
        ("Bo wins the turn. Ana casts first.", "decided", "Bo wins the turn. Ana casts first."),
        (LONG, "decided", "Ana wins the turn."),
        (LONG, "won", "Ana wins the turn."),
        (LONG, "noted", "Ana casts a Spell: 7 + 8 = 15."),
        ("x" * 200, "won", "x" * 200),
    ],
)
def test_one_sentence_of_a_long_verdict_is_read_out(words: str, tone: Tone, expected: str) -> None:
    assert read_out(words, tone) == expected


def test_a_name_with_a_point_is_read_out_whole() -> None:
    words = Phrase("{player} casts a Spell: 7 + 8 = 15, which nobody at this table has ever had so early in a game.")
    told = sentences(words.about(player="Dr. No"), Phrase("{player} wins the turn.", player="Dr. No"))
    assert read_out(names_kept(told), "decided") == "Dr. No wins the turn."
    assert read_out(names_kept(told), "noted").startswith("Dr. No casts a Spell")


@pytest.mark.parametrize(("epic", "level"), [(False, 10), (True, 20)])
def test_the_verdict_on_the_last_fight_of_munchkin_names_the_winner(epic: bool, level: int) -> None:
    characters = {"Ana": {"level": level - 2}}
    start = setup(cards=CARDS, characters=characters, house_rules={"epic": epic})
    table = opening(GAMES["munchkin"], start)
    for fact in facts("Ana unlock: Horntail", "Ana bonus: players +10", "Ana time: passed"):
        table = advance(GAMES["munchkin"], table, fact)
    verdict = last_verdict(Snapshot(version=1, simulated=True, table=table))
    assert verdict is not None
    assert verdict.tone == "won"
    assert verdict.words.startswith(f"Ana is the first to reach Level {level}")
