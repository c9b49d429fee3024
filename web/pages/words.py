"""Words on pages for camera states, sides, notes, sources and times, and terms of the game that explain themselves."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cache

from babel.dates import format_datetime
from flask import Flask
from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup, escape

from referee.model.snapshot import Snapshot
from rules.core.at_table import TableRules
from rules.core.game import Game
from rules.core.guide import Guide, Part, Term, translated_guide
from rules.core.phrases import Catalogue, Phrase, figure, joined, listing, names_kept, signed, split_sentences
from vision.types import Note
from web.languages import language, localised, texts
from web.pictures.evidence import box, cast_and_rest, counts_in_words, others, ours, points

CAMERA_WORDS = {
    "starting": Phrase("The camera is starting …"),
    "watching": Phrase("Watching the table"),
    "hand": Phrase("A hand is over the table"),
    "moving": Phrase("Something is moving"),
    "reading": Phrase("Reading …"),
    "settled": Phrase("Nothing is moving"),
    "trouble": Phrase("Camera problem"),
    "by hand": Phrase("No camera: play by hand"),
    "attention": Phrase("Something needs your help"),
}
LIGHTS = {
    "bright": Phrase("bright"),
    "dim": Phrase("dim"),
    "dark": Phrase("dark"),
    "warm": Phrase("warm"),
    "cool": Phrase("cool"),
}
"""The words in which a record of accuracy names a light, such as “dim, warm”."""
CALM = ("watching", "settled")  # states that would deny a trouble
SIDES = {
    "symbol": Phrase("symbol"),
    "number": Phrase("number"),
    "leaner": Phrase("on its edge"),
    "stacked": Phrase("on another one"),
    "off": Phrase("off the table"),
    "hidden": Phrase("hidden"),
    "cocked": Phrase("cocked"),
}
NOTES: Mapping[str, str] = {
    Note.TOUCHING: Phrase("touches another"),
    Note.LEANER: Phrase("on its edge"),
    Note.STACKED: Phrase("on another one"),
    Note.COCKED: Note.COCKED,
    Note.FAINT: Phrase("outline not clear"),
    Note.CUT: Phrase("partly outside the picture"),
    Note.OFF: Phrase("beside the mat"),
    Note.SIZE: Phrase("no known size"),
    Note.OVEREXPOSED: Phrase("too bright to be read"),
    Note.UNCLEAR: Phrase("no clear face"),
    Note.GLARE: Note.GLARE,
    Note.STILL: Phrase("has not moved"),
    Note.GUESSED: Phrase("which die it is was guessed, and does not count here"),
    Note.UNIDENTIFIED: Phrase("which die it is, is not certain"),
}
BY = {
    "hand": Phrase("entered by hand"),
    "camera": Phrase("read by the camera"),
    "asked": Phrase("read by the camera, with an answer to its question"),
    "button": Phrase("by button"),
    "clock": Phrase("by the clock"),
}


BUTTON = Markup('<button type="button" class="term" popovertarget="{id}" aria-describedby="{id}">{text}</button>')
WITH_MARKS = re.compile(r"(<button [^>]*>[^<]*</button>[.,;:!?]+)")
"""A term with the punctuation after it, which no line break may part."""


def init_app(app: Flask) -> None:
    """Register the filters with which the templates of *app* write words."""
    app.jinja_env.filters.update(
        side=side_here,
        light=light,
        word=Phrase,
        figure=figure,
        signed=signed,
        box=box,
        points=points,
        clock=clock,
        pill=pill,
        note=note,
        by=by,
        listed=listing,
        unnamed=unnamed,
        unheaded=unheaded,
        headline_and_rest=headline_and_rest,
        ours=ours,
        cast_and_rest=cast_and_rest,
        counted=counts_in_words,
        others=others,
        share=share,
        explained=explained,
        term_id=term_id,
        in_language=in_language,
    )
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True


def side(name: str, game: Game | None) -> str:
    """A side, or another way to lie, in a sentence of *game*; a die's number stays a number."""
    rules = game.at_table if game else TableRules()
    return {**SIDES, "power": rules.picture_side}.get(name, name)


@pass_context
def side_here(context: Context, name: str) -> str:
    """A side in a sentence of the game that the page shows."""
    snapshot = context.get("snap")
    return side(name, snapshot.game if snapshot else None)


def light(name: str) -> Phrase:
    """A light as a record of accuracy names it, in the words of `LIGHTS`."""
    return joined(", ", (LIGHTS.get(word, word) for word in name.split(", ")))


def pill(snapshot: Snapshot) -> dict[str, str]:
    """The ``state`` of the camera, as its CSS class names it, and its ``words``; never calm beside a trouble."""
    troubled = snapshot.eyes in CALM and any(notice.trouble for notice in snapshot.notices)
    state = "attention" if troubled else snapshot.eyes
    return {"state": state.replace(" ", "-"), "words": CAMERA_WORDS.get(state, state)}


def share(words: str) -> float | None:
    """How much is done (0 to 1) of what *words* count as ``{number}`` of ``{all}``; None where they count nothing.

    >>> share(Phrase("I learn the stones, {number} of {all} …", number=3, all=12))
    0.25
    """
    match words.values if isinstance(words, Phrase) else {}:
        case {"number": int(number), "all": int(total)} if total:
            return number / total
    return None


def note(word: str) -> str:
    """A note about one piece (`vision.types.Note`), in words."""
    return NOTES.get(word, word)


def by(word: str) -> str:
    """How a fact came about, in words, by its source: "camera", "hand", "button", ..."""
    return BY.get(word, word)


def clock(when: str) -> str:
    """A time (ISO 8601, in UTC where it names no zone) as local day and minute; unchanged where it is no time."""
    try:
        moment = datetime.fromisoformat(when)
        local = (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone()
    except (ValueError, OverflowError):  # the latter in the years 1 and 9999
        return when
    return format_datetime(local, localised(Phrase("d MMM HH:mm")), locale=language())


def unnamed(words: str, player: str) -> str:
    """A sentence about *player* without its first word, the name, which the template shows before it in large letters.

    >>> unnamed("Bo casts all five stones.", "Bo"), unnamed("Roll the die.", "Bo")
    ('casts all five stones.', 'Roll the die.')
    """
    return str(localised(words)).removeprefix(f"{player} ")


def unheaded(words: str) -> str:
    """What stands after a name and a colon, in the language of the request; all of it where there is no colon.

    >>> unheaded("Bo: Level"), unheaded("Felix Felicis")
    ('Level', 'Felix Felicis')
    """
    return str(localised(words)).rpartition(": ")[2]


def headline_and_rest(words: str) -> tuple[str, str]:
    """The first sentence of *words* and the others, in the language of the request; a point in a name ends none.

    >>> headline_and_rest(Phrase("{player} dies. The cards are laid out.", player="Dr. No"))
    ('Dr. No dies.', 'The cards are laid out.')
    """
    first, *rest = split_sentences(localised(names_kept(words)))
    return first, " ".join(rest)


@pass_context
def explained(context: Context, text: str) -> Markup:
    """*text* with its terms as buttons; the page holds their explanations (_guide.html)."""
    snapshot: Snapshot | None = context.get("snap")
    guide = snapshot.game.guide if snapshot and snapshot.game else None
    words = str(localised(text))
    return marked(in_language(guide), words) if guide else escape(words)


def in_language(guide: Guide) -> Guide:
    """*guide* in the language of this request."""
    return _translated(guide, texts())


@cache
def _translated(guide: Guide, texts: Catalogue) -> Guide:
    return translated_guide(guide, texts)


def marked(guide: Guide, text: str) -> Markup:
    """*text* with the terms of *guide* as buttons that open their explanations."""
    return Markup(WITH_MARKS.sub(r'<span class="with-term">\1</span>', "".join(map(_html, guide.parts(text)))))


def _html(part: Part) -> Markup:
    return BUTTON.format(id=term_id(part.term), text=part.text) if part.term else escape(part.text)


def term_id(term: Term) -> str:
    """The id of the element that explains *term*."""
    return "term-" + term.word.casefold().replace(" ", "-")
