"""Stones: those of a set-up, and what is known of all 125 of the edition.

The list has names and, as far as they are known, numbers.  Source: the name list of the rule sheet (CST-G-23); numbers
from public text copies of the edition's chart.  ``known``: name and number stand side by side there; ``likely``: put
together from rows in bad order; ``unknown``: not resolved.  What a taught stone shows counts, and not this list.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.core.phrases import Phrase, quoted

EXAMPLE = '{"piece": "stone:11", "name": ..., "type": "character", "number": 25}'
CHASER = "chaser"
TYPES = ("character", "artifact", "element")
TYPE_RULES = {"character": "CST-G-08", "artifact": "CST-G-09", "element": "CST-G-10", CHASER: "CST-G-11"}
HAND = {"character": 1, "artifact": 2, "element": 2}
HAND_SIZE = 5
STARTER = {"character": 2, "artifact": 4, "element": 6}


@dataclass(frozen=True, slots=True)
class Stone:
    """A stone: ``piece`` such as "stone:11", ``type`` one of TYPES or CHASER, ``number`` 1 to 50."""

    piece: str
    name: str
    type: str
    number: int


def starter() -> list[dict[str, Any]]:
    """Twelve stones to play with where no real ones were taught; the types are a guess from the names."""
    return [
        {"piece": f"stone:{number}", "name": name, "type": kind, "number": value}
        for number, name, kind, value in (
            (11, "Harry Potter", "character", 25),
            (21, "Draco Malfoy", "character", 25),
            (12, "Harry's Wand", "artifact", 20),
            (14, "Flute", "artifact", 15),
            (35, "Remembrall", "artifact", 15),
            (46, "Cauldron", "artifact", 6),
            (3, "Dragon's Blood", "element", 10),
            (15, "Phoenix Feather", "element", 10),
            (18, "Garlic", "element", 10),
            (39, "Porcupine Quills", "element", 4),
            (44, "Dried Nettles", "element", 3),
            (120, "Unicorn Hair", "element", 5),
        )
    ]


def stones_of(pieces: Any) -> dict[str, Stone]:
    """The set-up's stones by piece.

    Raises:
        ValueError: with one sentence for people, for a stone that is described wrongly or twice.
    """
    if not isinstance(pieces, Sequence) or isinstance(pieces, str):
        raise ValueError(Phrase("The set-up lists its stones in 'pieces'."))
    stones = [_stone(body) for body in pieces]
    twice = [piece for piece, times in Counter(stone.piece for stone in stones).items() if times > 1]
    if twice:
        words = Phrase("The stone {stone} is listed twice: each real stone has its own name for the camera.")
        raise ValueError(words.about(stone=twice[0]))
    return {stone.piece: stone for stone in stones}


def _stone(body: Any) -> Stone:
    if not isinstance(body, Mapping):
        raise ValueError(Phrase("A stone is told as {example}.", example=EXAMPLE))
    piece, kind, number = body.get("piece"), body.get("type"), body.get("number")
    if not isinstance(piece, str) or not piece or " " in piece:
        raise ValueError(Phrase("A stone's 'piece' is a word such as \"stone:11\", not {piece}.", piece=quoted(piece)))
    name = body.get("name", piece)
    if not isinstance(name, str) or not name:
        raise ValueError(Phrase("The name of {piece} must be a text.", piece=piece))
    if not isinstance(kind, str) or kind not in TYPE_RULES:
        known = ", ".join(TYPE_RULES)
        raise ValueError(
            Phrase("The type of {name} is one of {known}, not {kind}.", name=name, known=known, kind=quoted(kind))
        )
    if not isinstance(number, int) or isinstance(number, bool) or not 1 <= number <= 50:
        raise ValueError(
            Phrase(
                "The number of {name} must be a whole number from 1 to 50, not {number}.",
                name=name,
                number=quoted(number),
            )
        )
    return Stone(piece, name, kind, number)


def within(stones: Iterable[Stone], quota: Mapping[str, int]) -> bool:
    """Whether *stones* are no more than *quota* of each type; a Chaser may take any place that is left."""
    count = Counter(stone.type for stone in stones)
    return all(count[kind] <= quota[kind] for kind in TYPES)


# The list of the 125 stones -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Entry:
    """One stone of the edition: ``number`` is its place on the list (1 to 125).

    ``value`` is the number printed on it, None where that is not known; ``trust``: known, likely or unknown.
    """

    number: int
    name: str
    value: int | None
    trust: str


_TRUST = {"A": Phrase("known"), "B": Phrase("likely"), "X": Phrase("unknown")}
_LINES = """
1|Dumbledore|25|A
2|Mirror of Erised|20|A
3|Dragon's Blood|10|A
4|Dumbledore's Wand|15|A
5|Lemon Drops|10|A
6|Voldemort|25|B
7|Voldemort's Wand|20|A
8|Unicorn Blood|10|A
9|Put-Outer|15|A
10|Green Light|5|A
11|Harry Potter|25|A
12|Harry's Wand|20|A
13|Hedwig (Owl)|15|A
14|Flute|15|A
15|Phoenix Feather|10|A
16|Professor Quirrell|25|A
17|Turban|20|A
18|Garlic|10|A
19|Dragon Egg|15|A
20|The Dark Forces: A Guide to Self-Protection|10|A
21|Draco Malfoy|25|A
22|Eagle Owl|15|A
23|Ron Weasley|25|B
24|Scabbers (Rat)|15|B
25|Black Knight|10|B
26|Hermione Granger|25|A
27|Bluebell Flame|5|B
28|Alohomora (Opening)|5|B
29|Hagrid|25|A
30|Pink Umbrella|15|A
31|Norbert (Norwegian Ridgeback)|15|A
32|Fang|15|A
33|Violet Light|5|A
34|Neville Longbottom|20|B
35|Remembrall|15|A
36|Trevor (Toad)|10|A
37|Professor Snape|25|A
38|Horned Slugs|5|A
39|Porcupine Quills|4|A
40|Root of Asphodel|5|A
41|Infusion of Wormwood|5|A
42|Bezoar|10|A
43|Goyle|15|A
44|Dried Nettles|3|A
45|Crushed Snake Fangs|5|A
46|Cauldron|6|A
47|Magical Drafts and Potions|8|A
48|Professor McGonagall|25|A
49|White Queen|10|A
50|Snuff Box|10|B
51|Needle|10|A
52|A Beginner's Guide to Transfiguration|8|A
53|Professor Binns|25|B
54|A History of Magic|8|A
55|Professor Sprout|25|A
56|Fungi|1|A
57|One Thousand Magical Herbs and Fungi|8|A
58|Bloody Baron|15|B
59|Peeves|15|B
60|Crabbe|15|A
61|Lily Potter|25|A
62|Lily's Wand|15|A
63|James Potter|?|X
64|James Potter's Wand|?|X
65|Nicolas Flamel|25|A
66|Shield Gryffindor|15|B
67|Shield Slytherin|15|B
68|Shield Hufflepuff|15|A
69|Shield Ravenclaw|15|B
70|Music|10|A
71|Love|10|A
72|Ptolemy|15|B
73|Merlin|15|B
74|Grindelwald|15|B
75|Professor Flitwick|25|B
76|Emeric the Evil|15|B
77|Uric the Oddball|15|B
78|Ronan|15|B
79|Bane|15|B
80|Firenze|20|B
81|Mars|7|B
82|Telescope|7|B
83|Elixir of Life|5|A
84|Dittany|?|X
85|Black Flames|5|A
86|Purple Fire|5|A
87|Locomotor Mortis (Leg Locker)|5|B
88|Petrificus Totalus|5|B
89|Brass Scales|6|B
90|Crystal Phials|6|B
91|Devil's Snare|9|A
92|Galleon|7|B
93|Knut|7|B
94|Griphook|10|B
95|Parchment|6|B
96|Potion Bottles|6|A
97|Quills|6|B
98|Sickle|7|B
99|Standard Book of Spells|8|B
100|Mouse|9|A
101|Bat Spleen|?|X
102|Beetles Eyes|?|X
103|Curse of the Bogies|5|B
104|Snitch|9|A
105|Dragon Liver|?|X
106|Weasley Sweater|9|B
107|Eels Eyes|?|X
108|Fangs|?|X
109|Gold|4|A
110|Feather|4|A
111|Holly|?|X
112|Cat|9|A
113|Mistletoe|?|X
114|Troll|9|A
115|Flying Keys|9|B
116|Silver|?|X
117|Wingardium Leviosa|5|B
118|Snarled Claws|?|X
119|Spine of Lionfish|?|X
120|Unicorn Hair|5|A
121|Sorcerer's Stone|50|A
122|Sorting Hat|50|A
123|Cloak of Invisibility|50|A
124|Nimbus Two Thousand|50|A
125|Fluffy|50|A
"""


def _entry(line: str) -> Entry:
    number, name, value, grade = line.split("|")
    return Entry(int(number), name, None if value == "?" else int(value), _TRUST[grade])


CATALOGUE = tuple(_entry(line) for line in _LINES.split("\n") if line)


def disagreement(number: int, value: int) -> str | None:
    """A sentence where a taught stone shows another *value* than the catalogue lists; None where it shows the same.

    *number* is that of the stone on the list, from 1 to 125; None also where the list has no value for it.
    """
    [entry] = [entry for entry in CATALOGUE if entry.number == number]
    if entry.value in (None, value):
        return None
    return Phrase(
        "{stone} shows {value}, but the list of the edition has {listed} ({trust}): yours counts.",
        stone=entry.name,
        value=value,
        listed=entry.value,
        trust=entry.trust,
    )
