"""The state of a game: stones, gems and cards, and the tasks that are still to do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from rules.casting_stones.cards.cards import Card
from rules.casting_stones.casts import SIDES, Cast, cast_of
from rules.casting_stones.ring import Turrets
from rules.casting_stones.rulebook import BOOK
from rules.casting_stones.stones import Stone
from rules.core.copies import replace
from rules.core.house_rules import Answer
from rules.core.phrases import Phrase
from rules.core.rulings import Ruling

GEMS = 6
SHARED = ""  # whose vault it is when both share it

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Setting:
    """The constants of a game.  ``players``: the youngest first."""

    level: str
    players: tuple[str, str]
    stones: Mapping[str, Stone]
    cards: Mapping[str, Card]
    house: Mapping[str, Answer]
    turret_names: tuple[str, ...]
    colours: Mapping[str, str]

    def other(self, player: str) -> str:
        """The other player."""
        return self.players[player == self.players[0]]

    def vault(self, player: str) -> str:
        """The key of the vault that *player* uses: the player, or one key for both where the vault is shared."""
        return player if self.advanced else SHARED

    @property
    def advanced(self) -> bool:
        """Whether each player brings own stones and cards."""
        return self.level == "advanced"


@dataclass(frozen=True, slots=True)
class Task:
    """A task that is still to do in this turn, by ``player`` if it needs one.

    ``about`` depends on the kind: "turn" has "won" or "tied", as the turn before ended; "victory" the winner's and the
    loser's kind of cast; "gain" what the card gives, its id, and by house rule the only verb; "give" rules to cite;
    "replace" the stone that was knocked out; "chaser" the stone.
    """

    kind: str
    player: str = ""
    about: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Compared:
    """How a turn went.

    ``casts``: each player's cast and the sides its stones showed; ``winner`` None for a tie; ``rows``: the kind that a
    player has now cast in two turns in a row; ``broken``: the same where a tied turn breaks the row by house rule.
    """

    winner: str | None
    casts: Mapping[str, tuple[Cast, Mapping[str, str]]]
    rows: Mapping[str, str]
    broken: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Shelf:
    """A player's cards: face up in the library, used and face down, and in the vault."""

    up: tuple[str, ...] = ()
    used: tuple[str, ...] = ()
    vault: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class State:
    """The whole table; ``todo`` is done from its front.

    ``middle``: stones that nobody has picked yet; ``vaults`` are by `Setting.vault`; ``gems``: how many gems each
    player has left in the line.  ``turn``: its number, 0 before the first; ``first`` casts first in it; ``casts``: 1
    after a player's first cast in it, 2 once the player has decided on the second; ``sides``: what each stone that was
    thrown in it shows.  ``claims``: the card whose pattern a player calls a Spell this turn; ``fixed``: the types that
    Chasers were given for the whole game; ``deck``: cards that nobody has yet; ``turned_up``: cards that came out of a
    vault in this turn; ``tipped``: stones that stood on their edge in it.
    """

    setting: Setting
    todo: tuple[Task, ...]
    middle: tuple[str, ...]
    hands: Mapping[str, tuple[str, ...]]
    vaults: Mapping[str, tuple[str, ...]]
    gems: Mapping[str, int]
    turrets: Turrets
    turn: int = 0
    first: str = ""
    sides: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    casts: Mapping[str, int] = field(default_factory=dict)
    shelves: Mapping[str, Shelf] = field(default_factory=dict)
    deck: tuple[str, ...] = ()
    claims: Mapping[str, str] = field(default_factory=dict)
    fixed: Mapping[str, str] = field(default_factory=dict)
    turned_up: frozenset[str] = frozenset()
    tipped: frozenset[str] = frozenset()
    last: Compared | None = None
    winner: str | None = None


Step = tuple[State, tuple[Ruling, ...]]


def put(mapping: Mapping[str, T], key: str, value: T) -> Mapping[str, T]:
    """*mapping* with one value changed."""
    return {**mapping, key: value}


def then(state: State, *tasks: Task) -> State:
    """The state without its front task, and with *tasks* in its place."""
    return replace(state, todo=(*tasks, *state.todo[1:]))


OVER = Task("over")


def front(state: State) -> Task:
    """The task that the table waits for; its kind is ``over`` when the game is over."""
    return state.todo[0] if state.todo else OVER


def due(state: State, kind: str, player: str = "") -> bool:
    """Whether a task of that kind is still to do, by *player* if one is named."""
    return any(task.kind == kind and player in ("", task.player) for task in state.todo)


def compared_turn(state: State) -> int:
    """The number of the turn that was compared last."""
    return state.turn if not state.todo or due(state, "turn") else state.turn - 1


def stones(state: State, pieces: Iterable[str]) -> list[Stone]:
    """The stones with these piece ids."""
    return [state.setting.stones[piece] for piece in pieces]


def turret_words(state: State, turret: int) -> str:
    """A turret in a sentence, such as “the Slytherin turret”; *turret* counts from 0."""
    name = state.setting.turret_names[turret]
    return name if name.startswith("turret") else Phrase("the {turret} turret", turret=name)


def unsettled(state: State, player: str, *wanted: str) -> tuple[str, ...]:
    """*player*'s stones that lie irregularly (as one of *wanted*, if given) and are not to be judged yet."""
    sides = state.sides.get(player, {})
    return tuple(p for p, side in sides.items() if side not in SIDES and (not wanted or side in wanted))


def lying(state: State, player: str) -> list[tuple[Stone, str]]:
    """*player*'s stones of this turn with the sides they show."""
    return [(state.setting.stones[piece], side) for piece, side in state.sides.get(player, {}).items()]


def type_of(state: State, stone: Stone) -> str:
    """The stone's type, for a Chaser the one that was named for the whole game."""
    return state.fixed.get(stone.piece, stone.type)


def cast(state: State, player: str) -> Cast | None:
    """The cast that *player*'s stones make in this turn; None before the first cast."""
    if not state.casts.get(player):
        return None
    lying_stones = lying(state, player)
    types = [type_of(state, stone) for stone, _ in lying_stones]
    made = cast_of(types, [side for _, side in lying_stones], [stone.number for stone, _ in lying_stones])
    if player in state.claims:
        numbers = _two_highest(made.numbers) if state.setting.house["counter_spell_two_numbers"] else made.numbers
        return made._replace(kind="spell", numbers=numbers, rules=_claimed(state, player))
    if made.wild:
        level = BOOK.cite("CST-A-25", "CST-Q-29") if state.setting.advanced else BOOK.cite("CST-Q-28")
        return made._replace(rules=made.rules + level)
    return made


def _two_highest(numbers: tuple[int | None, ...]) -> tuple[int | None, ...]:
    return tuple(sorted(numbers, key=lambda number: number or 0, reverse=True)[:2])


def _claimed(state: State, player: str) -> tuple[str, ...]:
    if state.setting.cards[state.claims[player]].counter_spell:
        return BOOK.cite("CST-A-12", "CST-A-13", "CST-Q-26", "CST-Q-45")
    return BOOK.cite("CST-Q-27")
