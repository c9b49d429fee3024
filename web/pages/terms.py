"""Terms of the game inside sentences, each as a button that opens its explanation in place."""

from __future__ import annotations

from functools import cache

from flask import Flask
from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup, escape

from referee.model.snapshot import Snapshot
from rules.core.guide import Guide, Part, Term, translated_guide
from rules.core.phrases import Catalogue
from web import languages

BUTTON = Markup('<button type="button" class="term" popovertarget="{id}" aria-describedby="{id}">{text}</button>')


def init_app(app: Flask) -> None:
    """Give the templates of *app* the filters ``explained``, ``term_id`` and ``in_language`` (for guides)."""
    app.jinja_env.filters.update(explained=explained, term_id=term_id, in_language=in_language)


@pass_context
def explained(context: Context, text: str) -> Markup:
    """*text* with its terms as buttons; the page holds their explanations (_guide.html)."""
    snapshot: Snapshot | None = context.get("snap")
    guide = snapshot.game.guide if snapshot and snapshot.game else None
    words = str(languages.localised(text))
    return marked(in_language(guide), words) if guide else escape(words)


def in_language(guide: Guide) -> Guide:
    """*guide* in the language of this request."""
    return _translated(guide, languages.texts())


@cache
def _translated(guide: Guide, texts: Catalogue) -> Guide:
    return translated_guide(guide, texts)


def marked(guide: Guide, text: str) -> Markup:
    """The same for the terms of *guide*."""
    return Markup("").join(map(_html, guide.parts(text)))


def _html(part: Part) -> Markup:
    return BUTTON.format(id=term_id(part.term), text=part.text) if part.term else escape(part.text)


def term_id(term: Term) -> str:
    """The id of the element that explains *term*."""
    return "term-" + term.word.casefold().replace(" ", "-")
