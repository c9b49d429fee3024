"""What each choice in Dicers would do, as the second line of its button, from what the viewer may see anyway."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from referee.model.snapshot import Snapshot
from rules.core.asks import Ask, Option, asked
from rules.core.phrases import Phrase, capital, plural
from web.games.dicers.board import Board, Die, board
from web.games.dicers.powers import FIGURES, POWERS, SIGNS, modifiers
from web.live import devices

MOST_FRIENDS = 3
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
BY_PICK = MappingProxyType(
    {
        ("shield", "no"): Phrase("The beaten die is expelled."),
        ("double", "normal"): Phrase("It works once, for sure."),
        ("double", "roll"): Phrase("4 to 6: it works doubled. 1 to 3: nothing happens."),
        ("still", "no"): Phrase("The beaten die stays in the game."),
        ("stored-too", "yes"): Phrase("They leave the Reserve for the Front Line."),
        ("stored-too", "no"): Phrase("They stay ready for later."),
        ("win", "capture"): POWERS["capture"].line,
    }
)


def effect(board: Board, ask: Ask, option: Option) -> str:
    """One sentence for the button of *option*; empty where its words say it all."""
    told = BY_PICK.get((ask.kind, option.pick)) or _by_ask(board, ask, option.pick)
    if told:
        return told
    die = board.die_in(option.pick)
    return _sentence(BY_KIND[ask.kind], die) if die and ask.kind in BY_KIND else ""


def _sentence(words: Phrase, die: Die) -> Phrase:
    return capital(Phrase("{words}.", words=words.about(owner=die.owner)))


def _by_ask(board: Board, ask: Ask, pick: str) -> str:
    tell = _TOLD.get(ask.kind)
    return tell(board, ask, pick) if tell else ""


def _advance(board: Board, ask: Ask, pick: str) -> str:
    die = board.dice[pick]
    if die.cb is None:
        return ""
    friends = friends_of(board, die)
    lent = Phrase(" and {friends} lent by friends", friends=friends) if friends else ""
    return Phrase("Up to {rolls}{lent}.", rolls=_rolls(die.cb), lent=lent)


def _rolls(count: int) -> str:
    return plural("{number} roll", "{number} rolls", count)


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
    return Phrase("{rolls} left would be lost.", rolls=_rolls(spare)) if spare else ""


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
    return Phrase("Up to {rolls}.", rolls=_rolls(die.cb)) if die.cb else ""


def _spell(board: Board, ask: Ask, pick: str) -> str:
    """By what the spell's number lets choose: own dice move up; fewer will do where they only go back."""
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
    return Phrase("Lends {rolls}.", rolls=_rolls(lent)) if lent else Phrase("Lends nothing now.")


_TOLD: dict[str, Callable[[Board, Ask, str], str]] = {
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


def draw(snapshot: Snapshot, viewer: str | None) -> Mapping[str, Any]:
    """The table as *viewer* may see it, and the dice whose Power that player could use now."""
    game, now = snapshot.game, snapshot.table
    if game is None or now is None:
        return {"winners": (), **TOOLS}
    taught = {die["piece"]: frozenset(die["taught"]) for die in devices().dice()}
    shown = board(game.view(now.state, viewer, now.revealed), snapshot.players, viewer, taught)
    usable = {die for ask in asked(now.asks, viewer) if ask.player == viewer for die in _callable(shown, ask)}
    winners = (shown.winner,) if shown.winner in snapshot.players else ()
    moment = now.at_table.waiting(now) if snapshot.countdown else None
    return {"board": shown, "winners": winners, "usable": usable, "moment": moment, **TOOLS}


def _callable(shown: Board, ask: Ask) -> Iterator[str]:
    """The dice whose Power answers *ask*."""
    mine = shown.fighter(ask.player)
    for option in ask.options:
        if ask.kind in ("win", "more") and option.pick == "evoke" and mine:
            yield (mine.guards or mine.die).id
        elif ask.kind in ("reserve", "shield", "win", "more") and (die := shown.die_in(option.pick)):
            yield die.id
