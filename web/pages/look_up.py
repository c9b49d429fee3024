"""A question in a reader's own words, answered with what is possible now, what is not and why, terms and rules."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import log

from flask import Blueprint, render_template, request

from referee.model.snapshot import Snapshot
from rules.core.asks import Ask, asked
from rules.core.game import Game
from rules.core.phrases import Phrase
from rules.games import GAMES
from web import live
from web.games.game_pages import all_games
from web.languages import localised
from web.pages.table_view import page_frame
from web.pages.words import in_language
from web.security.rights import viewer

page = Blueprint("look_up", __name__, url_prefix="/rules")
MOST = 12  # answers on one page
STEM = 4  # letters by which "sell", "selling" and "sells" are found together; the same word counts once more
LONGEST = 120  # letters of a question that are read
HEADINGS: Mapping[str, str] = {
    "excluded": Phrase("Not possible now"),
    "offered": Phrase("Possible now"),
    "term": Phrase("Word of the game"),
    "rule": Phrase("Rule"),
}
"""The kinds of answers, the most telling first."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Something that a question can find: its kind (a key of `HEADINGS`), title, explanation and deciding rules."""

    kind: str
    title: str
    words: str
    rules: tuple[str, ...]


@page.get("")
def show() -> str:
    """The answers to ``q`` about ``game``; without one about the game on the table."""
    snapshot = live.table().now()
    game = GAMES.get(request.args.get("game", "")) or snapshot.game or next(iter(GAMES.values()))
    question = request.args.get("q", "")[:LONGEST].strip()
    known = list(entries(game, snapshot))
    answers = found(question, known) if question else [one for one in known if one.kind == "term"]
    frame = page_frame(snapshot) | {"game": game, "question": question, "answers": answers}
    return render_template("look_up.html", **frame, games=all_games().values(), headings=HEADINGS)


def entries(game: Game, snapshot: Snapshot) -> Iterator[Entry]:
    """All that this reader may ask about *game*, in the language of the request; what is secret is left out."""
    if snapshot.game and snapshot.game.name == game.name and snapshot.table:
        for ask in asked(snapshot.table.asks, viewer()):
            yield from _of_ask(ask)
    for term in in_language(game.guide).terms:
        yield Entry("term", term.word, term.explanation, (term.rule,))
    for rule in game.book:
        yield Entry("rule", "", str(localised(Phrase(rule.text))), (rule.id,))


def _of_ask(ask: Ask) -> Iterator[Entry]:
    for one in ask.excluded:
        yield Entry("excluded", _title(ask, one.option.words), str(localised(one.reason.words)), one.reason.rules)
    for option in ask.options:
        yield Entry("offered", _title(ask, option.words), str(localised(ask.words)), ask.rules)


def _title(ask: Ask, words: str) -> str:
    return f"{ask.player}: {localised(words)}"


def found(question: str, known: Sequence[Entry]) -> list[Entry]:
    """The entries that share most with *question*, the best first; a rare word counts more than a common one."""
    texts = [(set(_stems(entry.title)), set(_stems(entry.words))) for entry in known]
    common = Counter(stem for title, words in texts for stem in title | words)
    weights = {stem: log(len(known) / common[stem]) for stem in _stems(question) if stem in common}

    def worth(number: int) -> float:
        title, words = texts[number]
        return sum(weight * ((stem in title) + (stem in title | words)) for stem, weight in weights.items())

    order = sorted(range(len(known)), key=lambda number: (-worth(number), list(HEADINGS).index(known[number].kind)))
    return [known[number] for number in order[:MOST] if worth(number) > 0]


def _stems(text: str) -> Iterable[str]:
    return (part for word in re.findall(r"\w{2,}", text.casefold()) for part in (word, word[:STEM]))
