"""What a screen of 128 x 64 dots shows of the table.  Pure: the same moment always gives the same dots."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import cv2
import numpy as np

from referee.model.snapshot import Snapshot
from referee.panel.buttons import proposal_of
from referee.panel.font import HIGH, STEP, Dots, drawable, wrapped, written
from rules.core.fold import Table
from rules.core.rulings import audience

WIDTH, HEIGHT = 128, 64
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
    elif now.game.name == "munchkin":
        _munchkin(dots, view, now, t)
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


# Casting Stones and Dicers --------------------------------------------------------------------------------------


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
    """As many of the last whole sentences as fit: what it comes to is said at the end."""
    sentences = re.split(r"(?<=[.!?]) ", words)
    whole = [" ".join(sentences[n:]) for n in range(len(sentences))]
    return wrapped(
        next((words for words in whole if len(wrapped(words, LETTERS, 99)) <= ROWS), whole[-1]), LETTERS, ROWS
    )


# Munchkin ---------------------------------------------------------------------------------------------------------


def _munchkin(dots: Dots, view: Mapping[str, Any], now: Snapshot, t: float) -> None:
    if view["combat"] and not view["flight"]:
        _fight(dots, view["combat"], now, t)
    elif view["flight"]:
        _flight(dots, view["flight"])
    else:
        _levels(dots, view, now)


def _levels(dots: Dots, view: Mapping[str, Any], now: Snapshot) -> None:
    """A line a player: an arrow for whose turn it is, name and Level, white where a button waits to be pressed again.

    Up to four players have tall letters; with more there is room for a bar as well.
    """
    levels = view["levels"]
    scale = 2 if len(levels) <= 4 else 1
    pitch = HEIGHT // max(len(levels), 4 if scale == 2 else 6)
    for n, (player, level) in enumerate(levels.items()):
        top, proposal = n * pitch, proposal_of(now.proposals, player)
        in_turn = player == view["active"] and view["phase"] != "levels"
        figure = f"{proposal.step:+d}?" if proposal else str(level)
        _put(dots, ">" if in_turn else "", 0, top + 1, scale)
        _put(dots, _called(player, n, 9 if scale == 1 else 6), STEP * scale, top + 1, scale)
        _put(dots, figure, WIDTH - STEP * scale * len(figure), top + 1, scale)
        if scale == 1:
            _bar(dots, top + 1, 66, 104, level / view["top"])
        if proposal:
            dots[top : top + pitch - 1] ^= True


def _fight(dots: Dots, combat: Mapping[str, Any], now: Snapshot, t: float) -> None:
    """Both strengths, as large as they go; below them the countdown, or who stopped it."""
    ours, theirs = combat["players"]["strength"], combat["monsters"]["strength"]
    side = " & ".join(name for name in (combat["fighter"], combat["helper"]) if name)
    foes = " & ".join(foe["name"] for foe in combat["each"])
    _put(dots, drawable(side)[:10], 0, 1)
    right = drawable(foes)[:10]
    _put(dots, right, WIDTH - STEP * len(right), 1)
    scale = 4 if max(len(str(ours)), len(str(theirs))) < 3 else 3
    _put(dots, str(ours), 0, 13, scale)
    _put(dots, str(theirs), WIDTH - STEP * scale * len(str(theirs)), 13, scale)
    _middle(dots, ">" if combat["winning"] else "<", 22, 2)
    if now.countdown:
        _bar(dots, 46, 0, WIDTH, now.countdown.left(t) / (now.countdown.seconds or 1.0))
        _middle(dots, f"{now.countdown.left(t):.1f} S", 56)
    elif combat["clock"]["word"] == "stopped":
        _middle(dots, f"{drawable(combat['clock']['stopped_by'])[:12]} SAYS STOP", 50)


def _flight(dots: Dots, flight: Mapping[str, Any]) -> None:
    runner = flight["runners"][0] if flight["runners"] else ""
    _middle(dots, runner, 4, 2)
    for n, line in enumerate(wrapped(f"runs from {flight['target'] or 'one of them'}.", LETTERS, 2)):
        _middle(dots, line, 26 + n * LINE)
    _middle(dots, "THROW THE DIE: 5+", 52)


# Dots -------------------------------------------------------------------------------------------------------------


def _called(player: str, seat: int, letters: int) -> str:
    """The name as far as it goes; a name in other letters by its seat."""
    return drawable(player)[:letters].strip() or f"SEAT {seat + 1}"


def _put(dots: Dots, text: str, x: int, y: int, scale: int = 1) -> None:
    """Write *text* with its upper left dot at (x, y); what does not fit is cut off."""
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
