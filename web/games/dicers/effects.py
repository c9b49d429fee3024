"""What each choice in Dicers would do, as the second line of its button, from what the viewer may see anyway.

Each Power also has a longer help text with its rules, and a sign of our own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from types import MappingProxyType

from rules.core.asks import Ask, Option
from rules.core.phrases import Phrase, capital
from rules.core.rulebook import Rule
from rules.dicers.dice import EVOKED, STORED
from rules.dicers.messages import rolls
from rules.dicers.rulebook import BOOK
from rules.dicers.state import MOST_FRIENDS
from web.games.dicers.board import Board, Die

_LINES = {
    "expel": ("EXP", Phrase("The beaten die goes to its owner's Dungeon.")),
    "activate-reserve": ("ACT", Phrase("One of your Reserve dice goes from Front Line or Keep to your Reserve.")),
    "banish": ("BAN", Phrase("A die of the other player goes to their Dungeon, and only a 6 frees it.")),
    "capture": ("CAP", Phrase("The beaten die becomes your hostage, under this one.")),
    "cast-spell": ("SPL", Phrase("Roll this die once more: the number says what the spell does.")),
    "counter-capture": ("CCP", Phrase("Your dice held under one of the other's come back to your Keep.")),
    "greater-expel": ("GEX", Phrase("Any die of the other's Front Line, Keep or Reserve goes to their Dungeon.")),
    "mimic": ("MIM", Phrase("Does what the beaten die can, against its owner.")),
    "refresh": ("REF", Phrase("One die of your Keep moves up to your Front Line.")),
    "retire": ("RET", Phrase("One die of the other's Front Line goes back to their Keep.")),
    "reverse": ("REV", Phrase("One player's Keep and Front Line change places.")),
    "spy": ("SPY", Phrase("The other player shows you the Powers of all their dice.")),
    "summon": ("SUM", Phrase("One die of your Dungeon comes back to your Front Line.")),
    "swap": ("SWP", Phrase("Two of your dice change places, or two of the other's.")),
    "add": ("ADD", Phrase("Raises your roll by the number on the die.")),
    "subtract": ("SUB", Phrase("Lowers the other's roll by the number on the die.")),
    "always-beats-odd": ("ABT", Phrase("Beats the other's roll if that is odd.")),
    "always-beats-even": ("ABT", Phrase("Beats the other's roll if that is even.")),
    "challenge": ("CHL", Phrase("You choose the die that the Defender has to advance.")),
    "escape": ("ESC", Phrase("Ends the Round at once; nobody wins it.")),
    "extra-roll": ("XRL", Phrase("One more roll for your die in the Arena.")),
    "first-cast": ("FST", Phrase("The Defender has to roll first.")),
    "force-roll": ("FRL", Phrase("The other has to roll their die once more.")),
    "freeze": ("FRZ", Phrase("The other has to keep the roll that lies there.")),
    "guardian": ("GRD", Phrase("Fights in the Arena in place of your die.")),
    "shield": ("SHD", Phrase("Goes to the Dungeon in place of your beaten die.")),
}
FIGURES = (
    "M-6-16a9 9 0 1 0 .1 0zM-22 34c0-20 6-30 16-30s16 10 16 30z",
    "M-32 32h52l-8-7L0-18-12-6l-14 31z",
    "M-30 6c4-16 20-22 32-16l14-8-4 14c8 16-4 30-20 30h-14l-8 8 2-12c-4-4-4-10-2-16z",
    "M-6-20l6 18h18L4 9l6 21L-6 17l-16 13 6-21-14-11h18z",
    "M-12-20h12v14c12 4 14 16 14 38h-40c0-22 2-34 14-38z",
    "M-6-20c20 10 22 30 0 52-22-22-20-42 0-52z",
    "M-32-10l13 12 13-22L7 2l13-12-4 40h-44z",
    "M-18-16a12 12 0 1 0 .1 0zM-9 5L16 32M6 20l6-6M12 27l6-6",
)
SIGNS = {
    "expel": "M0-20v27M-11-4L0 7 11-4M-17 18h34",
    "greater-expel": "M-9-20v25M-17-3L-9 5-1-3M9-20v25M1-3L9 5l8-8M-19 18h38",
    "summon": "M-17-19h34M0 20V-9M-11 2L0-9 11 2",
    "refresh": "M0 14V-17M-11-6L0-17 11-6M-15 20h30",
    "retire": "M0-14v31M-11 6L0 17 11 6M-15-20h30",
    "reverse": "M-9 18V-18M-17-10l8-8 8 8M9-18v36M17 10l-8 8-8-8",
    "swap": "M-18-8h36M9-17l9 9-9 9M18 10h-36M-9 1l-9 9 9 9",
    "capture": "M-17-20h34v15h-34zM-17 4h34v16h-34zM-6 4v16M6 4v16",
    "counter-capture": "M-17 4h34v16h-34zM-6 4v16M6 4v16M0-2v-18M-9-12l9-9 9 9",
    "banish": "M-18 0a18 18 0 1 0 36 0 18 18 0 1 0-36 0M-12-12L12 12",
    "cast-spell": "M-19 20L4-3M9-21l3 7 8 1-6 5 2 8-7-4-7 4 2-8-6-5 8-1z",
    "mimic": "M-20-2a12 12 0 1 0 24 0 12 12 0 1 0-24 0M-4 4a12 12 0 1 0 24 0 12 12 0 1 0-24 0",
    "spy": "M-21 0c9-16 33-16 42 0-9 16-33 16-42 0M-5 0a5 5 0 1 0 10 0 5 5 0 1 0-10 0",
    "activate-reserve": "M-18 3v16h36V3M0-20v27M-10-3L0 7 10-3",
    "add": "M0-17v34M-17 0h34",
    "subtract": "M-17 0h34",
    "challenge": "M-17-18L15 14M17-18L-15 14M8 18l9-9M-8 18l-9-9",
    "escape": "M4-19h-21v38H4M-6 0h25M10-9l9 9-9 9",
    "extra-roll": "M13-12A17 17 0 1 0 17 4M15-21v11H4M0-6v12M-6 0h12",
    "first-cast": "M-13 20v-38h27l-8 9 8 9h-27",
    "force-roll": "M13-12A17 17 0 1 0 17 4M15-21v11H4M0-7v8M0 7v1",
    "freeze": "M0-21v42M-18-10L18 10M-18 10l36-20M-6-17l6 5 6-5M-6 17l6-5 6 5",
    "guardian": "M-6-14a6 6 0 1 0 12 0 6 6 0 1 0-12 0M-14 20v-8a14 14 0 0 1 28 0v8z",
    "shield": "M0-21l17 6c0 18-6 29-17 36-11-7-17-18-17-36z",
}
_DUNGEON = Phrase("goes to {owner}'s Dungeon")
_KEEP = Phrase("goes back to {owner}'s Keep")
_FRONT = Phrase("moves up to {owner}'s Front Line")
BY_KIND = MappingProxyType(
    {
        "greater-expel": _DUNGEON,
        "banish": Phrase("goes to {owner}'s Dungeon; only a 6 frees it"),
        "retire": _KEEP,
        "refresh": _FRONT,
        "summon": _FRONT,
        "activate-reserve": Phrase("goes to {owner}'s Reserve, to be used later"),
        "counter-capture": Phrase("gives its hostages back and goes to {owner}'s Keep"),
        "swap": Phrase("then choose the die it changes places with"),
        "swap-with": Phrase("the two change places"),
        "challenge": Phrase("{owner} has to fight with it"),
        "shield": Phrase("goes to the Dungeon instead"),
    }
)


@dataclass(frozen=True, slots=True)
class Help:
    """The explanation of a Power: its name in a set-up, its title, one line about it, and the prefix of its rules."""

    name: str
    title: str
    line: str
    prefix: str

    @property
    def stored(self) -> bool:
        """Whether it is a Reserve Power."""
        return self.name in STORED

    @property
    def rules(self) -> tuple[Rule, ...]:
        """All rules of this Power."""
        return tuple(rule for rule in BOOK if rule.id.startswith(self.prefix))


POWERS = {
    name: Help(name, Phrase(name.replace("-", " ").title()), _LINES[name][1], f"DIC-P-{_LINES[name][0]}-")
    for name in EVOKED + STORED
}


def modifiers(words: str, doubled: bool) -> Iterable[Rule]:
    """The rules for the modifiers after the name of a Power, found in its *words* ("Summon All Students")."""
    marks = {" All": "DIC-M-ALL-", "only)": "DIC-M-ALN-"}
    wanted = [prefix for mark, prefix in marks.items() if mark in words] + (["DIC-M-DBL-"] if doubled else [])
    return (rule for rule in BOOK if rule.id.startswith(tuple(wanted)))


BY_PICK = MappingProxyType(
    {
        ("shield", "no"): Phrase("The beaten die is expelled."),
        ("double", "normal"): Phrase("It works once, for sure."),
        ("double", "roll"): Phrase("4 to 6: it works, doubled where it can be. 1 to 3: nothing happens."),
        ("still", "no"): Phrase("The beaten die stays in the game."),
        ("stored-too", "yes"): Phrase("They leave the Reserve for the Front Line."),
        ("stored-too", "no"): Phrase("They stay ready for later."),
        ("win", "capture"): POWERS["capture"].line,
    }
)


def effect(board: Board, ask: Ask, option: Option) -> str:
    """One sentence for the button of *option*; empty where its words say it all."""
    sentence = BY_PICK.get((ask.kind, option.pick)) or _by_ask(board, ask, option.pick)
    if sentence:
        return sentence
    die = board.die_in(option.pick)
    return _sentence(BY_KIND[ask.kind], die) if die and ask.kind in BY_KIND else ""


def _sentence(words: Phrase, die: Die) -> Phrase:
    return capital(Phrase("{words}.", words=words.about(owner=die.owner)))


def _by_ask(board: Board, ask: Ask, pick: str) -> str:
    effect_of = _EFFECT_OF.get(ask.kind)
    return effect_of(board, ask, pick) if effect_of else ""


def _advance(board: Board, ask: Ask, pick: str) -> str:
    die = board.dice[pick]
    if die.cb is None:
        return ""
    friends = friends_of(board, die)
    lent = Phrase(" and {friends} lent by friends", friends=friends) if friends else ""
    return Phrase("Up to {rolls}{lent}.", rolls=rolls(die.cb), lent=lent)


def friends_of(board: Board, die: Die) -> int:
    """The rolls that Alliances would lend to *die*, as far as the viewer can count them (DIC-A-11 to DIC-A-18)."""
    if board.level != "advanced" or not die.alliances:
        return 0
    front = next((side.front for side in board.sides if side.player == die.owner), ())
    lent = [sum(symbol in other.alliances for other in front if other.id != die.id) for symbol in die.alliances]
    return min(MOST_FRIENDS, max(lent))


def _keep(board: Board, ask: Ask, pick: str) -> str:
    mine = board.fighter(ask.player)
    spare = mine.left if mine else 0
    return Phrase("{rolls} left would be lost.", rolls=rolls(spare)) if spare else ""


def _win(board: Board, ask: Ask, pick: str) -> str:
    if pick == "expel":
        beaten = next((one for one in board.arena if one.player != ask.player), None)
        return Phrase("{die} goes to {player}'s Dungeon.", die=beaten.die.name, player=beaten.player) if beaten else ""
    mine = board.fighter(ask.player)
    die = (mine.guards or mine.die) if mine and pick == "evoke" else board.die_in(pick)
    return _power_line(die)


def _power_line(die: Die | None) -> str:
    if die is None or die.sign not in POWERS:
        return ""
    return Phrase("This die goes to your Reserve, to be used later.") if die.stored else POWERS[die.sign].line


def _reserve(board: Board, ask: Ask, pick: str) -> str:
    die = board.die_in(pick)
    return POWERS[die.sign].line if die and die.sign in POWERS else ""


def _type(board: Board, ask: Ask, pick: str) -> str:
    known = [die for die in board.dice.values() if pick in (die.group, *die.alliances)]
    return Phrase("Known dice of this type: {dice}.", dice=", ".join(die.name for die in known)) if known else ""


def _draft(board: Board, ask: Ask, pick: str) -> str:
    die = board.dice[pick]
    return Phrase("Up to {rolls}.", rolls=rolls(die.cb)) if die.cb else ""


def _spell(board: Board, ask: Ask, pick: str) -> str:
    """What Cast Spell does to a die: an own die moves up; another's goes to the Keep where fewer may be chosen."""
    die = board.die_in(pick)
    if die is None:
        return ""
    back = any(option.pick == "done" for option in ask.options)
    return _sentence(_FRONT if die.owner == ask.player else _KEEP if back else _DUNGEON, die)


def _reverse(board: Board, ask: Ask, pick: str) -> str:
    return Phrase("{pick}'s Front Line and Keep change places.", pick=pick)


def _alliance(board: Board, ask: Ask, pick: str) -> str:
    mine = board.fighter(ask.player)
    front = next((side.front for side in board.sides if side.player == ask.player), ())
    if mine is None:
        return ""
    lent = min(MOST_FRIENDS, sum(pick in die.alliances for die in front))
    return Phrase("Lends {rolls}.", rolls=rolls(lent)) if lent else Phrase("Lends nothing now.")


_EFFECT_OF: dict[str, Callable[[Board, Ask, str], str]] = {
    "advance": _advance,
    "keep": _keep,
    "win": _win,
    "more": _win,
    "reserve": _reserve,
    "type": _type,
    "draft": _draft,
    "reverse": _reverse,
    "cast-spell": _spell,
    "alliance": _alliance,
}


TOOLS = {
    "effect": effect,
    "friends_of": friends_of,
    "powers": POWERS,
    "modifiers": modifiers,
    "signs": SIGNS,
    "figures": FIGURES,
}
