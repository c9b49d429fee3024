"""The dot display of 128 x 64 dots: draws the snapshot with a font of 5 x 7 dots, and keeps the display up to date.

The display has a thread of its own because the I2C bus is slow; the drawing is pure.
"""

from __future__ import annotations

import logging
import threading
import time
import unicodedata
from collections.abc import Callable, Iterable, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.display import Display
from referee.model.snapshot import Snapshot
from referee.startup.threads import keep_going
from rules.core.fold import Table
from rules.core.game import winners_of
from rules.core.phrases import Phrase, names_kept, plural, sentences, split_sentences
from rules.core.rulings import audience
from rules.core.screen import SCREEN_HIGH, SCREEN_WIDE, Bar, Inverted, Mark, ScreenState, Text

Dots = NDArray[np.bool_]
Translate = Callable[[str], str]
"""Puts a text into the language in which the display speaks."""

WIDE, HIGH = 5, 7
STEP = WIDE + 1  # Distance from one letter to the next, in dots.

# Each letter has one base-32 digit a row, from the top; the five bits of a digit are the dots from the left.
GLYPHS = {
    "A": "ehhvhhh", "B": "uhhuhhu", "C": "ehggghe", "D": "uhhhhhu", "E": "vgguggv", "F": "vgguggg", "G": "ehgnhhf",
    "H": "hhhvhhh", "I": "e44444e", "J": "72222ic", "K": "hikokih", "L": "ggggggv", "M": "hrllhhh", "N": "hhpljhh",
    "O": "ehhhhhe", "P": "uhhuggg", "Q": "ehhhlid", "R": "uhhukih", "S": "fgge11u", "T": "v444444", "U": "hhhhhhe",
    "V": "hhhhha4", "W": "hhhllla", "X": "hha4ahh", "Y": "hhha444", "Z": "v1248gv", "0": "ehjlphe", "1": "4c4444e",
    "2": "eh1248v", "3": "v2421he", "4": "26aiv22", "5": "vgu11he", "6": "68guhhe", "7": "v124888", "8": "ehhehhe",
    "9": "ehhf12c", ".": "00000cc", ",": "0000c48", ":": "0cc0cc0", ";": "0cc0c48", "!": "4444004", "?": "eh12404",
    "+": "044v440", "-": "000v000", "/": "01248g0", "(": "2488842", ")": "8422248", "'": "4480000", '"': "aaa0000",
    "%": "op248j3", ">": "8421248", "<": "248g842", "=": "00v0v00", "&": "cik8lid", "#": "aavavaa", "*": "04lel40",
    " ": "0000000",
}  # fmt: skip
SPELT = str.maketrans({"’": "'", "−": "-", "ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss"})
WIDTH, HEIGHT = SCREEN_WIDE, SCREEN_HIGH
LETTERS = WIDTH // STEP
LINE = HIGH + 2
ROWS = 5
"""Lines that fit below the one that says whose turn it is."""
log = logging.getLogger(__name__)
BEAT_S = 0.1  # Time between two pictures while a countdown runs.


def drawable(text: str) -> str:
    """*text* in the letters of this font: capitals without accents; other characters are left out.

    >>> drawable("Jörg würfelt")
    'JOERG WUERFELT'
    """
    plain = unicodedata.normalize("NFKD", text.translate(SPELT).upper())
    return "".join(letter for letter in plain if letter in GLYPHS)


def written(text: str, scale: int = 1) -> Dots:
    """*text* as dots, HIGH x (STEP * letters), each enlarged to *scale* x *scale*."""
    letters = [_letter(letter) for letter in drawable(text)]
    line = np.hstack(letters) if letters else np.zeros((HIGH, 0), np.bool_)
    return np.kron(line, np.ones((scale, scale), np.bool_)).astype(np.bool_)


def wrapped(text: str, letters: int, lines: int) -> tuple[str, ...]:
    """*text* in at most *lines* lines of at most *letters* letters; the rest is left out."""
    out = [""]
    for word in drawable(text).split():
        room = letters - len(out[-1]) - bool(out[-1])
        if len(word) <= room:
            out[-1] = f"{out[-1]} {word}".strip()
        else:
            out.append(word[:letters])
    return tuple(line for line in out if line)[:lines]


def _letter(letter: str) -> Dots:
    rows = [[int(digit, 32) >> (WIDE - 1 - column) & 1 for column in range(WIDE)] for digit in GLYPHS[letter]]
    return np.pad(np.array(rows, np.bool_), ((0, 0), (0, 1)))


def picture(now: Snapshot, t: float, translate: Translate = str) -> Dots:
    """The table at *t* s of the steady clock as HEIGHT x WIDTH dots, True where one is lit, in another language."""
    dots = np.zeros((HEIGHT, WIDTH), np.bool_)
    if now.table is None or now.game is None:
        _middle(dots, "OWLEYE", 18, 2)
        _middle(dots, translate(Phrase("NO GAME YET")), 42)
        return dots
    view = now.game.view(now.table.state, None, now.table.revealed)
    if winners := winners_of(view, now.players):
        _won(dots, winners, translate)
    elif marks := now.table.at_table.screen(view, _state(now, t)):
        _marks(dots, marks, translate)
    else:
        _turn(dots, now.table, now, translate)
    return dots


def as_png(dots: Dots, scale: int = 3) -> bytes:
    """The dots as a PNG file, each *scale* pixels wide and high: lit ones nearly white, the others nearly black."""
    pixels = np.kron(dots, np.ones((scale, scale), np.bool_)).astype(np.uint8) * 235 + 12
    return bytes(cv2.imencode(".png", pixels)[1])


def _won(dots: Dots, winners: Sequence[str], translate: Translate) -> None:
    _middle(dots, " & ".join(winners), 14, 2)
    _middle(dots, translate(plural("WINS!", "WIN!", len(winners))), 40, 2)


# Whose turn it is ------------------------------------------------------------------------------------------------


def _turn(dots: Dots, table: Table, now: Snapshot, translate: Translate) -> None:
    """Whose turn it is, and the last verdict below it."""
    asked = now.question.players if now.question else (ask.player for ask in table.asks if ask.hides != "ask")
    _middle(dots, " & ".join(dict.fromkeys(asked)) or translate(Phrase("THE END")), 1, 2)
    dots[18, 4:-4] = True
    rulings = audience(table.entries[-1].rulings, None) if table.entries else ()
    words = now.question.words if now.question else sentences(*(ruling.text for ruling in rulings))
    wanted = next((ask.words for ask in table.asks if ask.hides != "ask"), "")
    for n, line in enumerate(_last(split_sentences(translate(names_kept(words or wanted))))):
        _put(dots, line, 1, 21 + n * LINE)


def _last(sentences: Sequence[str]) -> tuple[str, ...]:
    """As many of the last whole sentences as fit, because the outcome comes last."""
    whole = [" ".join(sentences[n:]) for n in range(len(sentences))]
    return wrapped(
        next((words for words in whole if len(wrapped(words, LETTERS, 99)) <= ROWS), whole[-1]), LETTERS, ROWS
    )


# A game's own picture --------------------------------------------------------------------------------------------


def _marks(dots: Dots, marks: Iterable[Mark], translate: Translate) -> None:
    for mark in marks:
        match mark:
            case Text():
                _text(dots, mark, translate)
            case Bar(y, left, right, part):
                _bar(dots, y, left, right, part)
            case Inverted(top, bottom):
                dots[top:bottom] ^= True


def _text(dots: Dots, text: Text, translate: Translate) -> None:
    words = drawable(translate(text.words))[: text.letters or None]
    words = words if words.strip() or not text.instead else text.instead
    if text.align == "middle":
        for n, line in enumerate(wrapped(words, LETTERS, text.lines) if text.lines > 1 else (words,)):
            _middle(dots, line, text.y + n * LINE, text.scale)
    else:
        right = WIDTH - text.x - STEP * text.scale * len(words)
        _put(dots, words, text.x if text.align == "left" else right, text.y, text.scale)


def _state(now: Snapshot, t: float) -> ScreenState:
    steps = {proposal.player: proposal.step for proposal in now.proposals}
    if now.countdown is None:
        return ScreenState(steps)
    left = now.countdown.left(t)
    return ScreenState(steps, left, left / (now.countdown.seconds or 1.0))


# Dots -------------------------------------------------------------------------------------------------------------


def _put(dots: Dots, text: str, x: int, y: int, scale: int = 1) -> None:
    """Write *text* with its upper left dot at (x, y); the rest is cut off."""
    word = written(text, scale)[: HEIGHT - y, : WIDTH - x]
    dots[y : y + word.shape[0], x : x + word.shape[1]] |= word


def _middle(dots: Dots, text: str, y: int, scale: int = 1) -> None:
    """Write *text* in the middle, smaller where it is too long."""
    plain = drawable(text)
    while scale > 1 and len(plain) * STEP * scale > WIDTH:
        scale -= 1
    plain = plain[:LETTERS]
    _put(dots, plain, max(0, (WIDTH - len(plain) * STEP * scale) // 2), y, scale)


def _bar(dots: Dots, y: int, left: int, right: int, part: float) -> None:
    """A bar as high as a letter, filled as far as *part* (0..1)."""
    dots[y, left:right] = dots[y + HIGH - 1, left:right] = True
    dots[y : y + HIGH, left] = dots[y : y + HIGH, right - 1] = True
    dots[y : y + HIGH, left : left + round((right - left) * min(1.0, max(0.0, part)))] = True


class DotDisplayThread:
    """One display; `on_snapshot` returns at once and may be called from any thread."""

    def __init__(
        self, display: Display, clock: Callable[[], float] = time.monotonic, translate: Translate = str
    ) -> None:
        """*translate* gives texts in the language that the host chose."""
        self._display, self._clock, self._translate = display, clock, translate
        self._now: Snapshot | None = None
        self._last_dots: Dots | None = None
        self._news = threading.Condition()
        self._drawn: Snapshot | None = None
        self._closed = threading.Event()
        self._thread = threading.Thread(
            target=keep_going, args=(self._draw_next, self._closed), name="small screen", daemon=True
        )

    def start(self) -> None:
        """Start the thread."""
        if self._display.words:
            log.info("%s", self._display.words)
        self._thread.start()

    def on_snapshot(self, now: Snapshot) -> None:
        """Show this snapshot as soon as possible."""
        with self._news:
            self._now = now
            self._news.notify_all()

    def refresh(self) -> None:
        """Draw the current snapshot, unless the display shows it already."""
        now = self._now
        if now is None:
            return
        dots = picture(now, self._clock(), self._translate)
        if self._last_dots is None or not np.array_equal(dots, self._last_dots):
            self._display.show(dots)
            self._last_dots = dots

    def close(self) -> None:
        """Stop the thread and clear the display."""
        with self._news:
            self._closed.set()
            self._news.notify_all()
        if self._thread.is_alive():
            self._thread.join(5)
        self._display.close()

    def _draw_next(self) -> bool:
        """Wait for another snapshot, or until the countdown needs a new picture, and draw; False once closed."""
        with self._news:
            drawn = self._drawn
            running = drawn is not None and drawn.countdown is not None
            self._news.wait_for(lambda: self._closed.is_set() or self._now is not drawn, BEAT_S if running else None)
            self._drawn = self._now
        self.refresh()
        return not self._closed.is_set()
