"""Draws the snapshot for a display of 128 x 64 dots.  Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import cv2
import numpy as np

from referee.model.snapshot import Snapshot
from referee.panel.font import HIGH, STEP, Dots, drawable, wrapped, written
from rules.core.at_table import SCREEN_HIGH, SCREEN_WIDE, Bar, Inverted, Mark, ScreenState, Text
from rules.core.fold import Table
from rules.core.rulings import audience

WIDTH, HEIGHT = SCREEN_WIDE, SCREEN_HIGH
LETTERS = WIDTH // STEP
LINE = HIGH + 2
ROWS = 5
"""So many lines have room below whose turn it is."""


def picture(now: Snapshot, t: float) -> Dots:
    """The table at *t* s of the steady clock: HEIGHT x WIDTH, True where a dot is lit."""
    dots = np.zeros((HEIGHT, WIDTH), np.bool_)
    if now.table is None or now.game is None:
        _middle(dots, "OWLEYE", 18, 2)
        _middle(dots, "NO GAME YET", 42)
        return dots
    view = now.game.view(now.table.state, None, now.table.revealed)
    if winners := [name for name in _winners(view) if name in now.players]:
        _won(dots, winners)
    elif marks := now.table.at_table.screen(view, _state(now, t)):
        _marks(dots, marks)
    else:
        _turn(dots, now.table, now)
    return dots


def as_png(dots: Dots, scale: int = 3) -> bytes:
    """The dots as a picture file, each *scale* pixels wide and high, as bright as an OLED's."""
    pixels = np.kron(dots, np.ones((scale, scale), np.bool_)).astype(np.uint8) * 235 + 12
    return bytes(cv2.imencode(".png", pixels)[1])


def _winners(view: Mapping[str, Any]) -> Sequence[str]:
    winner = view.get("winner")
    return view.get("winners") or ([winner] if winner else [])


def _won(dots: Dots, winners: Sequence[str]) -> None:
    _middle(dots, " & ".join(winners), 14, 2)
    _middle(dots, "WINS!" if len(winners) == 1 else "WIN!", 40, 2)


# Whose turn it is ------------------------------------------------------------------------------------------------


def _turn(dots: Dots, table: Table, now: Snapshot) -> None:
    """Whose turn it is, and the last verdict below it."""
    waits = dict.fromkeys(ask.player for ask in table.asks if ask.hides != "ask")
    _middle(dots, now.question.player if now.question else " & ".join(waits) or "THE END", 1, 2)
    dots[18, 4:-4] = True
    said = audience(table.entries[-1].rulings, None) if table.entries else ()
    words = now.question.words if now.question else " ".join(ruling.text for ruling in said)
    asked = next((ask.words for ask in table.asks if ask.hides != "ask"), "")
    for n, line in enumerate(_last(words or asked)):
        _put(dots, line, 1, 21 + n * LINE)


def _last(words: str) -> tuple[str, ...]:
    """As many of the last whole sentences as fit: the outcome stands at the end."""
    sentences = re.split(r"(?<=[.!?]) ", words)
    whole = [" ".join(sentences[n:]) for n in range(len(sentences))]
    return wrapped(
        next((words for words in whole if len(wrapped(words, LETTERS, 99)) <= ROWS), whole[-1]), LETTERS, ROWS
    )


# A game's own picture --------------------------------------------------------------------------------------------


def _marks(dots: Dots, marks: Iterable[Mark]) -> None:
    for mark in marks:
        match mark:
            case Text():
                _text(dots, mark)
            case Bar(y, left, right, part):
                _bar(dots, y, left, right, part)
            case Inverted(top, bottom):
                dots[top:bottom] ^= True


def _text(dots: Dots, text: Text) -> None:
    words = drawable(text.words)[: text.letters or None]
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
