"""What the hub's pages show of all tables at this moment; immutable cards, replaced one by one."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import islice
from threading import Condition
from typing import Any

from hub.events import Fact, Summary
from rules.core.phrases import Phrase

DIFFERS = Phrase("The hub judges this game differently.")
LATEST = 12  # verdicts of the big screen


@dataclass(frozen=True, slots=True)
class Card:
    """One table, as far as it is known."""

    id: str
    name: str
    online: bool = False
    game: str = ""
    players: tuple[str, ...] = ()
    waits: str = ""
    verdict: str = ""
    trouble: str = ""
    question: str = ""
    simulated: bool = False
    facts: int = 0
    over: bool = False
    winners: tuple[str, ...] = ()
    game_id: str = ""
    checked: int = 0
    wrong: int = 0
    hidden: bool = False  # a game with secrets: judged again when it is over

    @property
    def needs(self) -> str:
        """Why somebody should go to this table; empty where nobody has to."""
        return self.trouble or self.question or (DIFFERS if self.wrong else "")


@dataclass(frozen=True, slots=True)
class Verdict:
    """A verdict of the big screen."""

    table: str
    words: str
    when: str


class Board:
    """All cards and the latest verdicts; one thread changes them, any thread reads them."""

    def __init__(self) -> None:
        self.version = 0
        self._cards: dict[str, Card] = {}
        self._latest: deque[Verdict] = deque(maxlen=LATEST)
        self._news = Condition()

    @property
    def cards(self) -> list[Card]:
        """Every table, in the order of their names as people count them."""
        return sorted(self._cards.values(), key=lambda card: (len(card.name), card.name.lower()))

    @property
    def latest(self) -> list[Verdict]:
        """The latest verdicts, the newest first."""
        return list(islice(reversed(self._latest.copy()), LATEST))

    def show_tables(self, names: Mapping[str, str]) -> None:
        """There are these tables and no others, each with its name."""
        known = self._cards
        self._cards = {table: replace(known.get(table, Card(table, name)), name=name) for table, name in names.items()}
        self.version += 1

    def show_game(self, game: Mapping[str, Any]) -> None:
        """A game is on its table."""
        self._show(
            game["table_id"],
            game=game["game"],
            players=tuple(game["players"]),
            game_id=game["id"],
            hidden=game["setup"] is None,
            checked=game["checked"],
            wrong=game["wrong"],
            facts=game["facts"],
            waits=game["waits"],
            verdict=game["verdict"],
            over=game["over"],
            winners=tuple(game["winners"]),
        )

    def show_online(self, table: str, online: bool) -> None:
        """A table has come or gone."""
        self._show(table, online=online)

    def show_summary(self, table: str, summary: Summary) -> None:
        """Which game is on a table, and whether somebody is needed there."""
        self._show(table, **{**dict(summary), "game": summary.game or ""})

    def show_fact(self, table: str, fact: Fact) -> None:
        """Something happened at a table."""
        words = fact.verdict
        told = {"verdict": words} if words else {}
        self._show(table, waits=fact.waits, facts=fact.seq, over=fact.over, winners=fact.winners, **told)
        if words:
            self._latest.append(Verdict(self._cards[table].name, words, fact.at))

    def show_check(self, game_id: str, checked: int, wrong: int) -> None:
        """How far a game was judged a second time."""
        card = self._cards.get(game_id.partition("/")[0])
        if card is not None and card.game_id == game_id:
            self._show(card.id, checked=checked, wrong=wrong)

    def _show(self, table: str, **fields: Any) -> None:
        card = self._cards.get(table)
        if card is not None and (after := replace(card, **fields)) != card:
            self._cards[table] = after
            self.version += 1

    def pause(self, seconds: float) -> None:
        """Wait, whatever happens."""
        with self._news:
            self._news.wait_for(lambda: False, seconds)

    def tell(self) -> None:
        """Wake who waits for news."""
        with self._news:
            self._news.notify_all()

    def wait(self, version: int, timeout_s: float) -> int:
        """The version of the board as soon as it is another one, or after *timeout_s*."""
        with self._news:
            self._news.wait_for(lambda: self.version != version, timeout_s)
        return self.version
