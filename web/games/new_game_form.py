"""What the forms for a new game share: the players' names, choices that the form really has, and house rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from referee.journal.errors import JournalError
from referee.model.snapshot import Snapshot
from rules.core.fold import opening
from rules.core.game import plain_name, player_key
from rules.core.house_rules import HouseRule
from rules.core.phrases import Phrase
from rules.games import GAMES
from web import live
from web.games.game_pages import Form
from web.languages import localised

NAMELESS = (Phrase("Player 1"), Phrase("Player 2"))
KNOWN = 8  # names of earlier evenings that a form proposes
LONGEST = 24
"""Letters of a name: what fits on the small screen and round the mat."""
FIELD = "rule."


def last_setup(snapshot: Snapshot, game: str) -> Mapping[str, Any]:
    """The set-up that was played last, to propose it again; empty where there is none.

    Also where it cannot be read, or the rules do not take it: a journal from elsewhere may hold anything.
    """
    setup = snapshot.table.setup if snapshot.table else {}
    if setup.get("game") == game:
        return setup
    latest = next((line.id for line in snapshot.games if line.game == game), None)
    with suppress(JournalError, ValueError):
        stored = live.table().stored_game(latest) if latest else None
        return opening(GAMES[game], stored.setup).setup if stored else {}
    return {}


def known_names(snapshot: Snapshot) -> list[str]:
    """The players of earlier games who gave a name, as they last wrote it, those of the latest game first."""
    numbered = {*NAMELESS, *map(localised, NAMELESS)}
    known: dict[str, str] = {}
    for name in (name for line in snapshot.games for name in line.players if name not in numbered):
        known.setdefault(player_key(name), name)
    return list(known.values())[:KNOWN]


def names(form: Form, field: str) -> list[str]:
    """The contents of all fields called *field*, empty ones too, each as a `plain_name`."""
    return [plain_name(name) for name in form.getlist(field)]


def is_short(name: str) -> bool:
    """Whether the name fits where names are shown."""
    return len(name) <= LONGEST


def two_players(form: Form, title: str) -> list[str]:
    """The names of both players of the game called *title*.

    Raises:
        ValueError: with one sentence for people, where there are not two different names.
    """
    players = names(form, "player")
    if len(players) != 2 or not all(name and is_short(name) for name in players):
        raise ValueError(
            Phrase("{game} is for two: give both players a name of at most {most} letters.", game=title, most=LONGEST)
        )
    if player_key(players[0]) == player_key(players[1]):
        raise ValueError(Phrase("Both players are called {name}: give them different names.", name=players[0]))
    return players


def one_of(value: str, allowed: Sequence[str]) -> str:
    """*value* itself, if it is one of the *allowed* values.

    Raises:
        ValueError: with one sentence for people, where it is not.
    """
    if value not in allowed:
        raise ValueError(Phrase("The form has no such choice. Load the page again and choose what it shows."))
    return value


@dataclass(frozen=True, slots=True)
class HouseQuestion:
    """A house rule in the form: its key in a set-up, the id of its rule, and what the rule sheet says about it.

    ``choices`` are (number, words) of its answers, ``chosen`` is the number of the ticked one.
    """

    key: str
    id: str
    words: str
    sheet: str
    choices: tuple[tuple[int, str], ...]
    chosen: int


def questions(rules: Iterable[HouseRule], chosen: Mapping[str, Any]) -> tuple[HouseQuestion, ...]:
    """The form's questions, with the answers that were *chosen* last time."""
    return tuple(_question(rule, chosen) for rule in rules)


def _question(rule: HouseRule, chosen: Mapping[str, Any]) -> HouseQuestion:
    values = [value for value, _ in rule.answers]
    last = chosen.get(rule.key, values[0])
    choices = tuple(enumerate(Phrase(words) for _, words in rule.answers))
    return HouseQuestion(
        rule.key,
        rule.rule,
        Phrase(rule.question),
        Phrase("The sheet: {words}", words=Phrase(rule.sheet)),
        choices,
        values.index(last) if last in values else 0,
    )


def answers(rules: Iterable[HouseRule], form: Form) -> dict[str, Any]:
    """The answers of the form that are not the usual ones, as a set-up's ``house_rules``.

    Raises:
        ValueError: with one sentence for people, for an answer that the form does not have.
    """
    return {rule.key: rule.answers[i][0] for rule in rules if (i := _chosen(form, rule))}


def _chosen(form: Form, rule: HouseRule) -> int:
    allowed = [str(i) for i in range(len(rule.answers))]
    return int(one_of(form.get(FIELD + rule.key, "0"), allowed))
