"""Judges games again, fact by fact, with the same rules as the tables."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from calibration.storage.phrases import packed
from hub.store import Row, Store
from rules.core.copies import replace
from rules.core.facts import from_json
from rules.core.fold import Table, advance, opening
from rules.core.game import Game
from rules.core.phrases import Phrase, SentenceError, listing, plural, sentences
from rules.core.refusals import refusal
from rules.games import game_of
from sharing.public import public_rulings, result

log = logging.getLogger(__name__)
NOT_JUDGED = Phrase("The hub cannot judge this; its log says why.")
MOST_POSITIONS = 1500  # games kept in memory; any other game is judged from its first fact again when it continues
MOST_ENTRIES = 32  # plays of a game kept in memory, as most corrections are of late plays; each takes some 4 KB


class WrongError(SentenceError):
    """The hub judges a fact differently from the table; the message says how."""


@dataclass(slots=True)
class Position:
    """A game, folded up to the last fact that was judged.

    Only its latest plays are kept: a correction of one up to number ``dropped`` needs the game from its first fact.
    ``whole``: such a correction has come, so that from then on every play is kept.
    """

    game: Game
    table: Table
    dropped: int = 0
    whole: bool = False

    def drop_early_plays(self) -> None:
        """Drop all but the latest `MOST_ENTRIES` plays, unless the game is kept whole."""
        entries = self.table.entries[-MOST_ENTRIES:]
        if not self.whole and len(entries) < len(self.table.entries):
            self.table, self.dropped = replace(self.table, entries=entries), entries[0].seq

    def needs_dropped_play(self, fact: object) -> bool:
        """Whether *fact* corrects a dropped play, or the first one kept, which needs the play before it."""
        match fact:
            case {"seq": int(seq)}:
                return seq <= self.dropped
        return False

    def restarted(self, whole: bool) -> Position:
        """The position at the beginning of the same game; *whole*: every play is kept from then on."""
        return Position(self.game, opening(self.game, self.table.setup), whole=whole)


class Checker:
    """Judges games fact by fact and keeps their positions in memory; without threads."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._positions: OrderedDict[str, Position] = OrderedDict()

    def check(self, games: Collection[str]) -> list[Row]:
        """Judge all new facts of these games, store the outcome, and return one row for each game with new facts.

        A game with secrets can be judged only after its record has arrived.
        """
        known = [game for game in games if game in self._positions]
        found = self._store.games([game for game in games if game not in self._positions])
        begun = {game["id"]: game for game in found if game["checked"] < game["facts"]}
        facts = self._store.unchecked_facts([*known, *begun], [*begun])
        rows = [
            self._check(game, begun.get(game), list(facts_of_game))
            for game, facts_of_game in groupby(facts, key=lambda fact: str(fact["game_id"]))
        ]
        self._store.check(rows)
        return rows

    def _check(self, game_id: str, begun: Row | None, facts: Sequence[Row]) -> Row:
        position, before, done = self._positions.pop(game_id, None), facts[0]["checked"], 0
        try:
            if position is None:
                position = _opened(begun)
            elif before <= 0:
                position = position.restarted(position.whole)
            elif any(position.needs_dropped_play(row["fact"]) for row in facts):
                position, facts = position.restarted(whole=True), self._store.unchecked_facts([game_id], [game_id])
            done = position.table.length
            for fact in facts:
                if fact["seq"] == done + 1:  # a fact that is still secret stops the judging of all later facts
                    _judge(position, fact)
                    done += 1
        except WrongError as error:
            return _outcome(game_id, before, done, done + 1, error.words)
        except Exception as error:  # of any kind: the table may send anything, and the other games go on
            log.warning("game %s, fact %d cannot be judged: %r", game_id, done + 1, error)
            return _outcome(game_id, before, done, done + 1, NOT_JUDGED)
        self._remember(game_id, position)
        return _outcome(game_id, before, done, 0, "")

    def _remember(self, game_id: str, position: Position) -> None:
        if position.table.asks:
            position.drop_early_plays()
            self._positions[game_id] = position
        while len(self._positions) > MOST_POSITIONS:
            self._positions.popitem(last=False)


def _opened(begun: Row | None) -> Position:
    """The position at the beginning of a game.

    Raises:
        WrongError: where the set-up does not match the game that was announced.
    """
    if begun is None:
        raise WrongError(Phrase("The game was never announced."))
    rules = game_of(begun["setup"])
    if rules.name != begun["game"] or list(begun["setup"].get("players", ())) != begun["players"]:
        raise WrongError(Phrase("The game began otherwise than it was announced."))
    return Position(rules, opening(rules, begun["setup"]))


def _judge(position: Position, row: Row) -> None:
    """Judge one fact and move the position on.

    Raises:
        WrongError: where the table's verdict differs.
    """
    fact = from_json(row["fact"])
    if why := refusal(position.game, position.table, fact, recorded=True):
        raise WrongError(Phrase("The hub does not admit this: {why}", why=why))
    table = advance(position.game, position.table, fact)
    ours = {"said": public_rulings(table, fact), **result(position.game, table)}
    for difference in _differences(ours, row):
        raise WrongError(difference)
    position.table = table


def _differences(ours: Mapping[str, Any], theirs: Row) -> Iterator[Phrase]:
    if ours["said"] != theirs["said"]:
        words = sentences(*(ruling["text"] for ruling in ours["said"])) or Phrase("nothing is ruled.")
        yield Phrase("The hub's verdict differs: {words}", words=words)
    if ours["over"] != theirs["over"] or sorted(ours["winners"]) != sorted(theirs["winners"]):
        yield Phrase("The hub's result differs: {words}", words=_result_words(ours))


def _result_words(ours: Mapping[str, Any]) -> Phrase:
    if not ours["over"]:
        return Phrase("it goes on.")
    winners = ours["winners"]
    if not winners:
        return Phrase("nobody has won.")
    return plural("{winners} has won.", "{winners} have won.", len(winners), winners=listing(winners))


def _outcome(game: str, before: int, checked: int, wrong: int, why: str) -> Row:
    reason = {"reason": why[:2000], "reason_phrases": packed(why=why)}
    return {"of_game": game, "checked_before": before, "checked_to": checked, "wrong_at": wrong, **reason}
