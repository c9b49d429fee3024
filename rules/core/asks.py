"""What the table waits for: choices among options, and throws; `visible_asks` leaves out what a viewer may not know."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import combinations, product
from typing import Any, Literal

from rules.core.copies import replace
from rules.core.facts import Choose, Play, Throw
from rules.core.rulings import Reason


@dataclass(frozen=True, slots=True)
class Option:
    """One thing a player may pick, and how it reads on a button.

    The other fields say what the option is about, so that a page can sort options without taking texts apart: ``group``
    is the heading it belongs under, ``piece`` the card, die or stone that is used, ``target`` whom or what it is used
    on, ``amount`` a number.  A field that does not apply is empty.
    """

    pick: str
    words: str
    group: str = ""
    piece: str = ""
    target: str = ""
    amount: int | None = None


@dataclass(frozen=True, slots=True)
class Excluded:
    """An option that a player would expect and that is not offered, with the condition that excludes it."""

    option: Option
    reason: Reason


Sifted = tuple[tuple[Option, ...], tuple[Excluded, ...]]


def sift(candidates: Iterable[Option], why_not: Callable[[str], Reason | None]) -> Sifted:
    """Split *candidates* by one predicate over their picks: None offers an option, a reason excludes it."""
    offered: list[Option] = []
    excluded: list[Excluded] = []
    for option in candidates:
        reason = why_not(option.pick)
        if reason is None:
            offered.append(option)
        else:
            excluded.append(Excluded(option, reason))
    return tuple(offered), tuple(excluded)


@dataclass(frozen=True, slots=True)
class Ask:
    """What the table waits for: a choice among ``options``, or a throw of ``pieces``; ``words`` is a whole sentence.

    ``pieces`` pairs each piece to throw with its regular sides; with ``some`` the player may throw a part of them, at
    least one, and at most ``most``.  ``hides`` says what only *player* may know: the "options", or that there is an
    "ask" at all.

    ``reads`` is set where the answer is a free text, such as a new card: it returns the reason why a text is refused,
    or None.  ``stricter`` does the same for an answer that is given now; a text that only ``reads`` accepts may stand
    in the log of an older game, which replays as it was played.

    ``excluded`` are options that the player would expect and that are not offered, each with its reason; they are as
    secret as the options.
    """

    player: str
    kind: str
    words: str
    rules: tuple[str, ...]
    options: tuple[Option, ...] = ()
    pieces: tuple[tuple[str, tuple[str, ...]], ...] = ()
    some: bool = False
    most: int = 0
    hides: Literal["nothing", "options", "ask"] = "nothing"
    excluded: tuple[Excluded, ...] = ()
    reads: Callable[[str], Reason | None] | None = field(default=None, compare=False)
    stricter: Callable[[str], Reason | None] | None = field(default=None, compare=False)

    def admits(self, play: Play) -> bool:
        """Whether *play* is a regular answer."""
        match play:
            case Choose(player, kind, pick):
                return (player, kind) == (self.player, self.kind) and self._admits_pick(pick)
            case Throw(player, shown):
                return player == self.player and self._admits_throw(shown)

    def _admits_pick(self, pick: str) -> bool:
        return any(pick == o.pick for o in self.options) or (self.reads is not None and self.reads(pick) is None)

    @property
    def at_once(self) -> int:
        """The most pieces of one throw."""
        return self.most or len(self.pieces)

    def _admits_throw(self, sides_by_piece: tuple[tuple[str, str], ...]) -> bool:
        sides = dict(self.pieces)
        thrown = {piece for piece, _ in sides_by_piece}
        complete = 0 < len(thrown) <= self.at_once if self.some else thrown == set(sides)
        once = len(thrown) == len(sides_by_piece)
        return bool(sides) and complete and once and all(side in sides.get(piece, ()) for piece, side in sides_by_piece)

    def plays(self) -> Iterator[Play]:
        """Every regular answer, in a fixed order; free texts are none of them."""
        for option in self.options:
            yield Choose(self.player, self.kind, option.pick)
        for size in range(1 if self.some else len(self.pieces), self.at_once + 1):
            for part in combinations(self.pieces, size) if self.pieces else ():
                names = [piece for piece, _ in part]
                for sides in product(*(sides for _, sides in part)):
                    yield Throw(self.player, tuple(zip(names, sides, strict=True)))


def visible_asks(asks: Iterable[Ask], viewer: str | None) -> tuple[Ask, ...]:
    """The asks that *viewer* may know of, without options and excluded options that are secret for *viewer*."""
    known = (ask for ask in asks if ask.player == viewer or ask.hides != "ask")
    return tuple(
        ask if ask.player == viewer or ask.hides == "nothing" else replace(ask, options=(), excluded=(), reads=None)
        for ask in known
    )


def pieces_due(asks: Iterable[Ask]) -> tuple[str, ...]:
    """All pieces that these *asks* wait for."""
    return tuple(dict.fromkeys(piece for ask in asks for piece, _ in ask.pieces))


def ask_json(ask: Ask) -> dict[str, Any]:
    """One ask as JSON (docs/cli.md)."""
    return {
        "player": ask.player,
        "kind": ask.kind,
        "words": ask.words,
        "rules": list(ask.rules),
        "options": [{"pick": option.pick, "words": option.words} for option in ask.options],
        "excluded": [
            {
                "pick": one.option.pick,
                "words": one.option.words,
                "why": one.reason.words,
                "rules": list(one.reason.rules),
            }
            for one in ask.excluded
        ],
        "pieces": {piece: list(sides) for piece, sides in ask.pieces},
        "some": ask.some,
        "hides": ask.hides,
    }
