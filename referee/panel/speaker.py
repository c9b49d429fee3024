"""Reads each new verdict out, in a separate thread because starting the voice takes a moment."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from hardware.voice import Voice
from referee.model.snapshot import Snapshot, Tone, Verdict, is_news, last_verdict
from referee.startup.threads import keep_going
from rules.core.phrases import names_kept, split_sentences

log = logging.getLogger(__name__)
LONGEST = 90  # characters that are read out; of more only one sentence


def in_english(words: str) -> tuple[str, str]:
    """*words* unchanged, with the language code "en"."""
    return words, "en"


def read_out(words: str, tone: Tone) -> str:
    """What is read out of *words*, here and by browsers: all of it up to `LONGEST` characters, else one sentence.

    That is the first sentence, but of a verdict that decides something the last one, which has the outcome.  *words*
    come from `names_kept`, perhaps translated.

    >>> read_out("Both have rolled their last die, so that nobody may roll again: five against three. Bo wins.", "won")
    'Bo wins.'
    """
    sentences = split_sentences(words)
    whole = " ".join(sentences)
    return whole if len(whole) <= LONGEST else sentences[0 if tone == "noted" else -1]


class Speaker:
    """One voice; `on_snapshot` returns at once and may be called from any thread."""

    def __init__(self, voice: Voice, in_host_language: Callable[[str], tuple[str, str]] = in_english) -> None:
        """*in_host_language* returns a sentence in the language that the host chose, and the code of that language."""
        self._voice, self._in_host_language = voice, in_host_language
        self._last: tuple[str | None, Verdict | None] | None = None
        self._next: Verdict | None = None
        self._changed = threading.Condition()
        self._closed = threading.Event()
        self._thread = threading.Thread(
            target=keep_going, args=(self._speak_next, self._closed), name="voice", daemon=True
        )

    def start(self) -> None:
        """Start the thread."""
        if self._voice.words:
            log.info("%s", self._voice.words)
        self._thread.start()

    def on_snapshot(self, now: Snapshot) -> None:
        """Read out the verdict of this snapshot if it is new; the last verdict of a resumed game is not new."""
        verdict, last = last_verdict(now), self._last
        self._last = (now.game_id, verdict)
        if verdict is None or last is None or last[0] != now.game_id or not is_news(verdict, last[1]):
            return
        with self._changed:
            self._next = verdict
            self._changed.notify_all()

    def close(self) -> None:
        """Stop the thread and the voice."""
        with self._changed:
            self._closed.set()
            self._changed.notify_all()
        if self._thread.is_alive():
            self._thread.join(5)
        self._voice.close()

    def _speak_next(self) -> bool:
        """Wait for the next verdict and read it out; False once the speaker is closed."""
        with self._changed:
            self._changed.wait_for(lambda: self._closed.is_set() or self._next is not None)
            verdict, self._next = self._next, None
        if self._closed.is_set():
            return False
        if verdict:
            words, language = self._in_host_language(names_kept(verdict.words))
            self._voice.speak(read_out(words, verdict.tone), language)
        return True
