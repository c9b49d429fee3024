"""A question in a reader's own words, answered with what is possible now, what is not and why, and rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from flask import Blueprint, render_template, request

from referee.model.snapshot import Snapshot
from rules.core.asks import Ask, visible_asks
from rules.core.game import Game
from rules.core.house_rules import settings
from rules.core.phrases import Phrase
from rules.games import GAMES
from web import live
from web.games.game_pages import all_games
from web.languages import language, localised
from web.pages.search import Text, search
from web.pages.table_view import page_frame, rule_words
from web.pages.words import in_language
from web.security.rights import viewer

page = Blueprint("look_up", __name__, url_prefix="/rules")
MOST = 12  # answers on one page
LONGEST = 120  # letters of a question that are read
LABEL = 25  # letters before a first colon that name what the words are about
HEADINGS: Mapping[str, str] = {
    "excluded": Phrase("Not possible now"),
    "offered": Phrase("Possible now"),
    "aim": Phrase("Aim of the game"),
    "term": Phrase("Word of the game"),
    "house": Phrase("House rule"),
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
    terms = [one for one in known if one.kind == "term"]
    answers, unknown = found(question, known, language()) if question else (terms, ())
    frame = page_frame(snapshot) | {"game": game, "question": question, "answers": answers, "unknown": unknown}
    frame["words_of"] = rule_words(game, snapshot)
    return render_template("look_up.html", **frame, games=all_games().values(), headings=HEADINGS)


def entries(game: Game, snapshot: Snapshot) -> Iterator[Entry]:
    """All that this reader may ask about *game*, in the language of the request; what is secret is left out."""
    table = snapshot.table if snapshot.game and snapshot.game.name == game.name else None
    for ask in visible_asks(table.asks, viewer()) if table else ():
        yield from _of_ask(ask)
    guide = in_language(game.guide)
    yield Entry("aim", str(localised(Phrase("How to win"))), guide.how_to_win, ())
    for term in guide.terms:
        yield Entry("term", term.word, term.explanation, (term.rule,))
    in_force = settings(game.house_rules, table.setup.get("house_rules", {}) if table else {})
    for one in game.house_rules:
        words = one.words_of(in_force[one.key])
        yield Entry("house", str(localised(Phrase(one.question))), str(localised(words)), (one.rule,))
    words_of = rule_words(game, snapshot)
    for rule in game.book:
        yield Entry("rule", "", str(localised(words_of(rule.id))), (rule.id,))


def _of_ask(ask: Ask) -> Iterator[Entry]:
    for one in ask.excluded:
        yield Entry("excluded", _title(ask, one.option.words), str(localised(one.reason.words)), one.reason.rules)
    for option in ask.options:
        yield Entry("offered", _title(ask, option.words), str(localised(ask.words)), ask.rules)


def _title(ask: Ask, words: str) -> str:
    return f"{ask.player}: {localised(words)}"


def found(question: str, known: Sequence[Entry], language: str) -> tuple[list[Entry], tuple[str, ...]]:
    """The entries of *known* that answer *question*, the best first, and the words of it that no entry has.

    At most `MOST`.  A rule that a found term or house rule cites already is left out.
    """
    ordered = sorted(known, key=lambda entry: list(HEADINGS).index(entry.kind))
    result = search(question, [_text(entry) for entry in ordered], language)
    answers = [ordered[number] for number in result.numbers]
    answered_rules = {entry.rules[0] for entry in answers if entry.kind in ("term", "house")}
    once = [entry for entry in answers if entry.kind != "rule" or entry.rules[0] not in answered_rules]
    return once[:MOST], result.unknown


def _text(entry: Entry) -> Text:
    """The entry for the search; words before a first colon, as in "Capture: your die ...", are a title."""
    label, colon, rest = entry.words.partition(": ")
    return Text(f"{entry.title} {label}", rest) if colon and len(label) <= LABEL else Text(entry.title, entry.words)
