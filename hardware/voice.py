"""A voice from the loudspeaker of this machine, through espeak-ng (https://github.com/espeak-ng/espeak-ng)."""

from __future__ import annotations

import logging
import shutil
import subprocess
from typing import Protocol

log = logging.getLogger(__name__)

PROGRAM = "espeak-ng"
WORDS_A_MINUTE = 165
MISSING = f"No voice: {PROGRAM} is not here. `sudo apt install {PROGRAM}`, then start again."


class Voice(Protocol):
    """Reads sentences out; ``words`` is at most one sentence about it."""

    words: str

    def speak(self, sentence: str, language: str) -> None:
        """Say it at once, in this language (such as "de"); whatever is still being said stops."""

    def close(self) -> None:
        """Stop speaking."""


class NoVoice:
    """No voice; ``words`` says why, or nothing where none was chosen."""

    def __init__(self, words: str) -> None:
        self.words = words

    def speak(self, sentence: str, language: str) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""


class Espeak:
    """Speaks one sentence at a time, each in a separate process; errors of the loudspeaker are ignored."""

    def __init__(self, program: str) -> None:
        self.words = "Verdicts are read out on this machine."
        self._program = program
        self._speaking: subprocess.Popen[str] | None = None

    def speak(self, sentence: str, language: str) -> None:
        """Say it at once; the text goes through a pipe, so that no name can be taken for an option."""
        self.close()
        command = [self._program, "-s", str(WORDS_A_MINUTE), "-v", language, "--stdin"]
        try:
            self._speaking = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                encoding="utf-8",
                errors="replace",
            )
            assert self._speaking.stdin is not None
            with self._speaking.stdin as pipe:
                pipe.write(sentence)
        except OSError as error:
            log.warning("The voice does not work (%s): check the loudspeaker.", error)

    def close(self) -> None:
        """Stop what is being said, and let go of its process."""
        if self._speaking is not None:
            self._speaking.kill()
            self._speaking.wait()
            self._speaking = None


def open_voice(wanted: bool) -> Voice:
    """The voice of this machine, where it is *wanted*.  Never raises: without it everything else works."""
    if not wanted:
        return NoVoice("")
    program = shutil.which(PROGRAM)
    return Espeak(program) if program else NoVoice(MISSING)
