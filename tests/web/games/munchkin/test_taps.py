"""A recorded evening, counted in taps: a plain turn takes two at most, a card seen for the first time three.

Every player has a phone with their own page.  A tap is a button, a fold that must be opened first, or a field that must
be changed; typing a name is none.  The die is thrown on the table, and the countdown runs out by itself.
"""

from __future__ import annotations

import re
from collections import defaultdict
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from rules.core.facts import Choose
from rules.munchkin.cards.new_cards import description
from rules.munchkin.cards.notation import SIGN, body_of, monster_by_numbers
from tests.rules.munchkin.play import facts, setup, state
from tests.web.games.munchkin.kit import playing, seated, tell
from tests.web.kit import Bench

GOBLIN = "monster of level 2, treasures 1"
EVENING = (
    # Ana: a monster that the table knows.  Bo: a card to keep, then the room.  Cy: a monster without a card.
    *("Ana unlock: Gnome", "Ana end: turn"),
    *("Bo unlock: another card > hand", "Bo room: loot > end"),
    *(f"Cy unlock: {GOBLIN}", "Cy bonus: players +3", "Cy end: turn"),
    # Ana lays down an Item nobody has seen, then a Curse waits behind the door.
    *("Ana play: Elder Stick > item > bonus 3", "Ana unlock: another curse", "Ana level: -1 curse"),
    *("Ana room: loot > end",),
    # Bo meets a monster with a name, Cy makes it stronger by a card nobody has seen, and Ana helps.
    *("Bo unlock: Kelpie > monster > level 4 > treasures 2", "Cy play: Howl > enhancer > bonus 2 > at Kelpie"),
    *("Bo help: Ana > 0 treasures", "Ana answer: yes", "Bo bonus: players +5", "Bo end: turn"),
    # Cy runs away and is caught.
    *("Cy unlock: monster of level 9, treasures 2", "Cy run: away", "Cy throws 2"),
    *("Cy bad stuff: lose 1 level", "Cy bad stuff: done", "Cy end: turn"),
    # Ana says which hand the Item takes, and its price when she wants to sell it.  The Kelpie is known now.
    *("Ana describe: Elder Stick > slot 1 hand", "Ana sell: Elder Stick", "Ana price: 400", "Ana sell: take back"),
    # Then she tells all that is printed on another new Item: bonus, price, and where it is worn.
    *("Ana play: Star Cap > item > bonus 2 > slot headgear > gold 300", "Ana unlock: Kelpie", "Ana end: turn"),
    *("Bo unlock: Prefect > play", "Bo room: loot > end"),
)
PLAIN = (0, 1, 7)  # turns in which nothing but the door and the room happens
GNOME = {"name": "Gnome", "kind": "monster", "level": 1, "treasures": 1}
OWN: dict[str, Any] = setup(hands="own", house_rules={"kill_wait_seconds": 0}, cards=[GNOME])
OWN["characters"] = {"Ana": {"level": 2}, "Cy": {"level": 2}}


class Finder(HTMLParser):
    """All forms of a page: their fields with their values, and how many closed folds are around each."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[dict[str, Any]] = []
        self._folds: list[bool] = []
        self._form: dict[str, Any] | None = None
        self._select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {name: value or "" for name, value in attrs}
        if tag == "details":
            self._folds.append("open" not in has)
        elif tag == "form":
            self._form = {"action": has["action"], "folds": sum(self._folds), "fields": defaultdict(list)}
            self._form |= {"default": {}, "picks": [], "ends": []}
            self.forms.append(self._form)
        elif self._form is not None:
            self._field(self._form, tag, has)

    def _field(self, form: dict[str, Any], tag: str, has: dict[str, str]) -> None:
        if tag == "button" and has.get("name") == "pick":
            form["picks"].append(unescape(has["value"]))
        elif tag == "button" and "name" in has:
            form["ends"].append((has["name"], has["value"]))
        elif tag == "select":
            self._select = has["name"]
        elif tag == "option":
            self._value(form, self._select, has.get("value", ""), first="selected" in has)
        elif tag == "input" and "name" in has:
            plain = has.get("type") not in ("radio", "checkbox")
            self._value(form, has["name"], has.get("value", ""), first="checked" in has or plain)

    def _value(self, form: dict[str, Any], name: str, value: str, *, first: bool) -> None:
        form["fields"][name].append(value)
        if first or (name == self._select and name not in form["default"]):
            form["default"][name] = value

    def handle_endtag(self, tag: str) -> None:
        if tag == "details":
            self._folds.pop()
        elif tag == "form":
            self._form = None
        elif tag == "select":
            self._select = ""


def taps(bench: Bench, choice: Choose) -> int:
    """The number of taps with which that player enters the choice on their own page."""
    finder = Finder()
    finder.feed(seated(bench, choice.player).get("/mine").text)
    ways = [way for form in finder.forms if (way := _taps(form, choice, bench)) is not None]
    assert ways, f"{choice} is not on the page of {choice.player}"
    return min(ways)


def _taps(form: dict[str, Any], choice: Choose, bench: Bench) -> int | None:
    """The taps that this form needs for the choice; None where it cannot make it."""
    default = form["default"]
    if (default.get("player"), default.get("kind")) != (choice.player, choice.kind):
        return None
    if form["action"].endswith("/describe"):
        return _described(form, choice, bench)
    if choice.pick in form["picks"]:
        return int(form["folds"]) + 1
    if choice.pick in form["fields"].get("pick", ()):
        return int(form["folds"]) + 2
    return None


def _described(form: dict[str, Any], choice: Choose, bench: Bench) -> int | None:
    """One tap for each field that differs from how the form stands there, and one for its button.

    A form may have several buttons, each of which ends it with a value of its own.
    """
    wanted = _fields(choice.pick, bench)
    fields = {**form["default"], **wanted} if wanted else {}
    ends = dict(form["ends"])
    if not wanted or any(name not in form["fields"] and name not in ends for name in wanted):
        return None
    if any((name, wanted.get(name, "")) not in form["ends"] for name in ends):
        return None
    if "card" in form["default"] and form["default"]["card"] != wanted["card"]:
        return None
    typed = {"name", *ends}
    changed = [name for name, value in fields.items() if form["default"].get(name) != value and name not in typed]
    return int(form["folds"]) + len(changed) + 1


def _fields(pick: str, bench: Bench) -> dict[str, str]:
    """The values that the form must hold to make this pick."""
    card = monster_by_numbers(pick)
    if card:
        return {"card": "monster", "level": str(card.level), "treasures": str(card.treasures)}
    assert bench.now.table is not None
    new = description(state(bench.now.table), pick)
    if new is None:
        return {}
    body = body_of(new.card)
    words = {name: str(value) for name, value in body.items() if name not in ("name", "kind")}
    return {
        "card": str(body["kind"]),
        "name": str(body["name"]),
        **words,
        **({f"on.{body['kind']}": new.target} if new.target else {}),
    }


def turn_of(bench: Bench) -> int:
    assert bench.now.table is not None
    return state(bench.now.table).turn


def let_time_pass(bench: Bench) -> None:
    """Wait until the countdown has run out, which a house rule of this evening lets happen at once."""
    while bench.now.table and (combat := state(bench.now.table).combat) and combat.clock == "running":
        bench.table.wait(bench.now.version, 5.0)


@pytest.fixture
def counted(tmp_path: Path) -> list[list[tuple[Choose, int]]]:
    """For each turn of the evening its choices with their taps."""
    bench = playing(tmp_path, setup=OWN)
    turns: list[list[tuple[Choose, int]]] = [[]]
    for line in EVENING:
        (fact,) = facts(line)
        if isinstance(fact, Choose):
            turns[-1].append((fact, taps(bench, fact)))
        before = turn_of(bench)
        tell(bench, line)
        let_time_pass(bench)
        if turn_of(bench) != before:
            turns.append([])
    bench.close()
    return turns[:-1]


def test_a_plain_turn_takes_two_taps_and_a_new_card_three(counted: list[list[tuple[Choose, int]]]) -> None:
    assert len(counted) == 8
    for number in PLAIN:
        assert sum(tap for _, tap in counted[number]) <= 2, counted[number]
    first = [(choice, tap) for turn in counted for choice, tap in turn if _is_new(choice)]
    assert len(first) == 6
    assert max(tap for _, tap in first) <= 3, first
    others = [(choice, tap) for turn in counted for choice, tap in turn if not _is_new(choice)]
    assert max(tap for _, tap in others) <= 2, others


def _is_new(choice: Choose) -> bool:
    return (
        monster_by_numbers(choice.pick) is not None
        or re.search(f"{SIGN}(item|monster|enhancer){SIGN}", choice.pick) is not None
    )
