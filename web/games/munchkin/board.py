"""The table as its pages draw it, read off the game's public view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from referee.model.snapshot import Snapshot
from rules.core.asks import Ask, visible_asks
from rules.core.game import winners_of
from rules.core.phrases import Phrase, signed
from rules.munchkin.character.character import HANDS
from rules.munchkin.character.levels import REASONS
from web.games.munchkin.actions import Block, blocks
from web.games.munchkin.card_form import KIND_WORDS, WORN_AS
from web.games.munchkin.rows import Button
from web.past.chart import Chart, chart_of

QUICK = (-1, 1, 2, 3, 5)  # The bonuses that stand right under a score.
STEPS = (
    ("listen", Phrase("Listen"), "ear"),
    ("arrange", Phrase("Set out cards"), "bag"),
    ("unlock", Phrase("Open the door"), "door"),
    ("combat", Phrase("Fight"), "sword"),
    ("flight", Phrase("Run away"), "boot"),
    ("room", Phrase("Loot the room"), "chest"),
    ("charity", Phrase("End the turn"), "turn"),
)
PHASE_WORDS = {
    "levels": Phrase("The Levels"),
    "create": Phrase("Everybody lays down first cards"),
    "listen": Phrase("{player} listens at the door"),
    "arrange": Phrase("{player} sets out cards, then opens the door"),
    "combat": Phrase("{player} fights"),
    "flight": Phrase("{player} runs away"),
    "room": Phrase("{player} loots the room or is Up to No Good"),
    "charity": Phrase("{player} ends the turn"),
    "over": Phrase("The game is over"),
}
MOVES = ("level-kill", "level-card", "level-sale", "level-lost", "level-set")  # each ruling is one change of Level


@dataclass(frozen=True, slots=True)
class Tool:
    """A picture that moves a figure by one, ``way`` "up" or "down"; words are for those who want them."""

    pick: str
    icon: str
    way: str
    words: str


TOOLS = (
    Tool("+1 kill", "sword", "up", Phrase("killed a monster")),
    Tool("+1 card", "card", "up", Phrase("a card")),
    Tool("+1 sale", "coin", "up", Phrase("sold Items")),
    Tool("+1 winning card", "crown", "up", Phrase("a card that may win the game")),
    Tool("-1 bad stuff", "skull", "down", Phrase("Bad Stuff")),
    Tool("-1 curse", "swirl", "down", Phrase("a Curse")),
)


@dataclass(frozen=True, slots=True)
class Step:
    """One phase of a turn; ``state`` is "past", "now" or ""."""

    name: str
    words: str
    icon: str
    state: str


@dataclass(frozen=True, slots=True)
class Figure:
    """A player at a glance; ``seat`` counts from 0 and decides colour and shape."""

    name: str
    seat: int
    level: int
    sheet: Mapping[str, Any]
    active: bool
    lowest: bool
    fights: bool

    @property
    def strength(self) -> int:
        """The player's strength alone, against a monster that is not known yet."""
        return int(self.sheet["alone"]["strength"])


@dataclass(frozen=True, slots=True)
class Slot:
    """A slot for Items, and the Items in it."""

    name: str
    room: int
    worn: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Change:
    """A line of the history of Levels; ``seq`` is the play that made it."""

    seq: int
    player: str
    before: int
    after: int
    why: str


@dataclass(frozen=True, slots=True)
class Board:
    """All that the pages draw of a game of Munchkin."""

    view: Mapping[str, Any] = field(default_factory=dict)
    figures: tuple[Figure, ...] = ()
    steps: tuple[Step, ...] = ()
    words: str = ""
    blocks: tuple[Block, ...] = ()
    objectors: Mapping[str, str] = field(default_factory=dict)
    changes: tuple[Change, ...] = ()
    chart: Chart | None = None

    def figure(self, player: str) -> Figure:
        """What the page draws of *player*, who must be in the game."""
        return next(figure for figure in self.figures if figure.name == player)

    def of(self, player: str, *sections: str) -> tuple[Block, ...]:
        """What *player* may do, of these sections."""
        return tuple(block for block in self.blocks if block.ask.player == player and block.section in sections)

    def has(self, player: str, kind: str) -> Block | None:
        """The block with the ask of this *kind* to *player*; None where there is none."""
        return next((b for b in self.blocks if (b.ask.player, b.ask.kind) == (player, kind)), None)

    def open(self, player: str, kind: str, pick: str) -> Ask | None:
        """The ask of this *kind* to *player*; None where there is none, or it does not offer *pick*."""
        block = self.has(player, kind)
        return block.ask if block and any(option.pick == pick for option in block.ask.options) else None

    def quick(self, player: str, target: str) -> tuple[Button, ...]:
        """Buttons for the most frequent bonuses, by which *player* changes the score of *target*."""
        block = self.has(player, "bonus")
        options = block.ask.options if block else ()
        return tuple(
            Button(signed(option.amount), option.pick)
            for option in options
            if option.target == target and option.amount in QUICK
        )

    @property
    def called(self) -> tuple[tuple[str, tuple[Block, ...]], ...]:
        """The players who can move the game on, each with the forms for it, in the order of the asks."""
        players = dict.fromkeys(block.ask.player for block in self.blocks if block.section == "now")
        return tuple((player, self.of(player, "now")) for player in players)

    @property
    def awaited(self) -> Block | None:
        """What a line of text says that the game waits for: the answer of a helper, else the first of ``called``."""
        due = [block for block in self.blocks if block.section == "now"]
        return next((block for block in due if block.ask.kind == "answer"), due[0] if due else None)

    @property
    def allowed(self) -> tuple[tuple[Block, tuple[str, ...]], ...]:
        """Everything that may be done now, each kind once, with all who may do it."""
        kinds = {block.ask.kind: block for block in reversed(self.blocks)}
        return tuple(
            (kinds[kind], tuple(block.ask.player for block in self.blocks if block.ask.kind == kind))
            for kind in dict.fromkeys(block.ask.kind for block in self.blocks)
        )

    @property
    def tracker(self) -> bool:
        """Whether only Levels are kept."""
        return "turn" in self.view and not self.view["active"]


def draw(snapshot: Snapshot, viewer: str | None) -> Mapping[str, Any]:
    """The values for the templates; Munchkin's view has no secrets, so they are the same for every *viewer*."""
    if snapshot.game is None or snapshot.table is None:
        return {"munchkin": Board(), "winners": ()}
    view = snapshot.game.view(snapshot.table.state, viewer, snapshot.table.revealed)
    asks = visible_asks(snapshot.table.asks, viewer)
    changes = changes_of(snapshot, view["history"])
    board = Board(
        view=view,
        figures=_figures(view),
        steps=_steps(view),
        words=_words(view, asks),
        blocks=blocks(asks, view),
        objectors={ask.player: ask.options[0].pick for ask in asks if ask.kind == "object"},
        changes=changes,
        chart=chart_of(view["levels"], [(c.player, c.after) for c in changes], _first_levels(view), view["top"]),
    )
    headline = {"headline": board.words} if asks else {}
    drawn = {"munchkin": board, "winners": winners_of(view, snapshot.players), "slots_of": slots, "targets_of": targets}
    return {**drawn, "tools": TOOLS, "kind_words": KIND_WORDS, "worn_as": WORN_AS, **headline}


def targets(view: Mapping[str, Any], player: str) -> Mapping[str, tuple[str, ...]]:
    """On whom or what *player* plays a card of each kind that has a target, the likely one first."""
    fight = view["combat"]
    foes = tuple(foe["name"] for foe in fight["each"]) if fight else ()
    ours = fight is not None and player in (fight["fighter"], fight["helper"])
    others = sorted(view["characters"], key=lambda name: (name == player, name != view["active"]))
    sides = () if fight is None else ("players", *foes) if ours else (*foes, "players")
    own = tuple(item["name"] for item in view["characters"][player]["items"])
    return {
        "enhancer": foes,
        "one-shot": sides,
        "curse": tuple(others),
        "level up": (player, *(name for name in view["characters"] if name != player)),
        "cheat": own,
    }


def _words(view: Mapping[str, Any], asks: Sequence[Ask]) -> str:
    if view["body"] and not view["combat"]:
        return Phrase("The cards of {dead} are shared out", dead=view["body"]["dead"])
    if view["sale"]:
        return Phrase("{player} sells Items", player=view["active"])
    if view["phase"] == "flight" and any(ask.kind == "bad stuff" for ask in asks):
        return Phrase("The Bad Stuff happens")
    return PHASE_WORDS[view["phase"]].about(player=view["active"])


def _figures(view: Mapping[str, Any]) -> tuple[Figure, ...]:
    alive = [sheet["level"] for sheet in view["characters"].values() if sheet["alive"]]
    combat = view["combat"] or {}
    return tuple(
        Figure(
            name=name,
            seat=seat,
            level=sheet["level"],
            sheet=sheet,
            active=name == view["active"],
            lowest=bool(alive) and sheet["level"] == min(alive),
            fights=name in (combat.get("fighter"), combat.get("helper")),
        )
        for seat, (name, sheet) in enumerate(view["characters"].items())
    )


def _steps(view: Mapping[str, Any]) -> tuple[Step, ...]:
    """The steps of a turn, each marked as past or as the present one; empty between turns."""
    phase = view["phase"]
    listed = [step for step in STEPS if step[0] != "listen" or view["house_rules"]["listen_at_the_door"]]
    names = [name for name, _, _ in listed]
    if phase not in names:
        return ()
    at = names.index(phase)
    return tuple(Step(*step, _state(i, at)) for i, step in enumerate(listed))


def _state(place: int, at: int) -> str:
    return "past" if place < at else "now" if place == at else ""


def slots(sheet: Mapping[str, Any]) -> tuple[Slot, ...]:
    """The slots of a character with the Items in each; an Item with a Cheat! card needs no slot."""
    worn = [item for item in sheet["items"] if item["equipped"] and not item["cheat"]]
    hands = [name for item in worn for name in (item["name"],) * HANDS.get(item["slot"], 0)]
    single = [
        Slot(slot, 1, tuple(item["name"] for item in worn if item["slot"] == slot))
        for slot in ("headgear", "armor", "footgear")
    ]
    return (*single, Slot("hands", 2, tuple(hands)))


def changes_of(snapshot: Snapshot, history: Sequence[Mapping[str, Any]]) -> tuple[Change, ...]:
    """The history of Levels, the oldest first, with the play behind each change."""
    entries = snapshot.table.entries if snapshot.table else ()
    plays = [entry.seq for entry in entries for ruling in entry.rulings if ruling.key in MOVES]
    return tuple(
        Change(seq, line["player"], line["before"], line["after"], REASONS[line["reason"]])
        for seq, line in zip(plays, history, strict=True)
    )


def _first_levels(view: Mapping[str, Any]) -> dict[str, int]:
    first: dict[str, int] = {}
    for line in view["history"]:
        first.setdefault(line["player"], line["before"])
    return {player: first.get(player, level) for player, level in view["levels"].items()}
