"""The current state of all tables as the hub's pages show it: one immutable card a table."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from threading import Condition
from typing import Any

from calibration.storage.phrases import unpacked
from hub.events import Fact, Summary
from rules.core.copies import replace
from rules.core.phrases import Phrase

DIFFERS = Phrase("The hub judges this game differently.")
LATEST = 12  # verdicts on the big screen


@dataclass(frozen=True, slots=True)
class Card:
    """What the hub knows of one table.

    ``facts`` counts the facts of its game, ``checked`` those that the hub has judged; ``wrong`` is the first fact that
    the hub judges differently (0: none).  ``hidden``: the game has secrets, so that it is judged again only when it is
    over.  ``phrases`` has ``waits`` and ``verdict`` for translation (calibration/storage/phrases.py).
    """

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
    hidden: bool = False
    phrases: str = ""

    def text(self, name: str) -> str:
        """The text ``waits`` or ``verdict``, as a phrase where the table published one."""
        return unpacked(self.phrases, name, getattr(self, name))

    @property
    def needs(self) -> str:
        """Why the host of the club should go to this table; empty where there is no need."""
        return self.trouble or self.question or (DIFFERS if self.wrong else "")


@dataclass(frozen=True, slots=True)
class Verdict:
    """A verdict as the big screen lists it; ``when`` is the table's time, ISO 8601."""

    table: str
    words: str
    when: str
    phrases: str = ""

    @property
    def text(self) -> str:
        """The words, as a phrase where the table published one."""
        return unpacked(self.phrases, "verdict", self.words)


class Board:
    """All cards and the latest verdicts; any thread may change and read them."""

    def __init__(self) -> None:
        self.version = 0
        self._cards: dict[str, Card] = {}
        self._latest: deque[Verdict] = deque(maxlen=LATEST)
        self._changed = Condition()

    @property
    def cards(self) -> list[Card]:
        """All cards, the shortest names first, then by name, so that “Table 9” comes before “Table 10”."""
        return sorted(self._cards.values(), key=lambda card: (len(card.name), card.name.lower()))

    @property
    def latest(self) -> list[Verdict]:
        """The latest verdicts, the newest first."""
        return list(reversed(self._latest.copy()))

    def show_tables(self, names: Mapping[str, str]) -> None:
        """Show exactly the tables *names* (id to name); other cards are removed."""
        with self._changed:
            cards = ((name, self._cards.get(table, Card(table, name))) for table, name in names.items())
            self._cards = {card.id: replace(card, name=name) for name, card in cards}
            self.version += 1

    def show_game(self, game: Mapping[str, Any]) -> None:
        """Show *game*, a row of the database's table of games, on the card of its table, if it has one."""
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
            phrases=game["phrases"],
        )

    def game_on(self, table: str) -> str:
        """The id of the game on the card of a table; empty without one."""
        card = self._cards.get(table)
        return card.game_id if card else ""

    def show_online(self, table: str, online: bool) -> None:
        """Show whether a table is connected to the broker."""
        self._show(table, online=online)

    def show_summary(self, table: str, summary: Summary) -> None:
        """Show which game is on a table, and whether it needs somebody."""
        texts = {name: unpacked(summary.phrases, name, getattr(summary, name)) for name in ("trouble", "question")}
        self._show(table, game=summary.game or "", players=summary.players, simulated=summary.simulated, **texts)

    def show_fact(self, table: str, fact: Fact, verdict: str, phrases: str) -> None:
        """Show the state after a fact, and the game's last *verdict*; one of this fact is added to the latest ones.

        The table is online, also where somebody else has replaced its retained status at the broker.
        *phrases*: what it waits for and the verdict, for translation.
        """
        now = {"waits": fact.waits, "verdict": verdict, "phrases": phrases}
        self._show(table, online=True, facts=fact.seq, over=fact.over, winners=fact.winners, **now)
        if fact.verdict:
            self._latest.append(Verdict(self._cards[table].name, fact.verdict, fact.at, phrases))

    def show_check(self, game_id: str, checked: int, wrong: int) -> None:
        """Show how many facts of a game the hub has judged, and the first one that it judges differently (0: none)."""
        with self._changed:
            card = self._cards.get(game_id.partition("/")[0])
            if card is not None and card.game_id == game_id:
                self._show(card.id, checked=checked, wrong=wrong)

    def _show(self, table: str, **fields: Any) -> None:
        with self._changed:
            card = self._cards.get(table)
            if card is not None and (after := replace(card, **fields)) != card:
                self._cards[table] = after
                self.version += 1

    def notify(self) -> None:
        """Wake the threads in `wait`."""
        with self._changed:
            self._changed.notify_all()

    def wait(self, version: int, timeout_s: float) -> int:
        """Block until the version differs from *version*, for at most *timeout_s*; returns the current version."""
        with self._changed:
            self._changed.wait_for(lambda: self.version != version, timeout_s)
        return self.version
