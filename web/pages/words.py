"""Words on pages for camera states, sides, notes, sources and times."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

from flask import Flask

from referee.model.snapshot import Snapshot
from vision.types import Note
from web.pictures.evidence import box, cast_and_rest, others, ours, points

EYES = {
    "starting": "The camera is starting …",
    "watching": "Watching the table",
    "hand": "A hand is over the table",
    "moving": "Something is moving",
    "reading": "Reading …",
    "settled": "Nothing is moving",
    "trouble": "Camera problem",
    "by hand": "No camera: play by hand",
    "attention": "Something needs your help",
}
CALM = ("watching", "settled")  # states that would deny a trouble
SIDES = {
    "symbol": "symbol",
    "number": "number",
    "power": "Power side",
    "leaner": "on its edge",
    "stacked": "on another one",
    "off": "off the table",
    "hidden": "hidden",
    "cocked": "cocked",
}
NOTES: Mapping[str, str] = {
    Note.TOUCHING: "touches another",
    Note.LEANER: "on its edge",
    Note.STACKED: "on another one",
    Note.COCKED: Note.COCKED,
    Note.FAINT: "outline not clear",
    Note.CUT: "partly outside the picture",
    Note.OFF: "outside the play area",
    Note.SIZE: "no known size",
    Note.UNCLEAR: "no clear face",
    Note.GLARE: Note.GLARE,
    Note.STILL: "has not moved",
    Note.GUESSED: "which die it is was guessed, and does not count here",
    Note.UNIDENTIFIED: "which die it is, is not certain",
}
BY = {"hand": "entered by hand", "camera": "read by the camera", "button": "by button", "clock": "by the clock"}


def init_app(app: Flask) -> None:
    """Give the templates of *app* these words."""
    app.jinja_env.filters.update(
        side=side,
        box=box,
        points=points,
        clock=clock,
        pill=pill,
        note=note,
        by=by,
        listed=listed,
        unnamed=unnamed,
        ours=ours,
        cast_and_rest=cast_and_rest,
        others=others,
    )
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True


def side(name: str) -> str:
    """A side in a sentence; a die's number stays a number."""
    return SIDES.get(name, name)


def pill(snapshot: Snapshot) -> dict[str, str]:
    """The ``state`` of the camera, as its CSS class names it, and its ``words``; never calm beside a trouble."""
    troubled = snapshot.eyes in CALM and any(notice.trouble for notice in snapshot.notices)
    state = "attention" if troubled else snapshot.eyes
    return {"state": state.replace(" ", "-"), "words": EYES.get(state, state)}


def note(word: str) -> str:
    """A note about one piece."""
    return NOTES.get(word, word)


def by(word: str) -> str:
    """The source of a fact."""
    return BY.get(word, word)


def clock(when: str) -> str:
    """An ISO time as local day and minute; unchanged where it is not one."""
    try:
        moment = datetime.fromisoformat(when)
    except ValueError:
        return when
    local = (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone()
    return f"{local.day} {local:%b %H:%M}"


def listed(names: list[str] | tuple[str, ...]) -> str:
    """Names as people say them: ``Ana, Bo and Cy``."""
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def unnamed(words: str, player: str) -> str:
    """A sentence that goes on after the name of *player*, which stands before it in big letters.

    >>> unnamed("Bo casts all five stones.", "Bo"), unnamed("Roll the die.", "Bo")
    ('casts all five stones.', 'Roll the die.')
    """
    return words.removeprefix(f"{player} ")
