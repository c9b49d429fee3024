"""How sentences name stones, types and casts."""

from __future__ import annotations

from collections.abc import Sequence

from rules.casting_stones.casts import Cast
from rules.casting_stones.stones import Stone
from rules.core.phrases import Phrase, listing, plural

NAMES = {
    "spell": Phrase("Spell"),
    "potion": Phrase("Potion"),
    "charm": Phrase("Charm"),
    "bungle": Phrase("Bungle"),
    "unsure": Phrase("not sure yet"),
}
TYPE_WORDS = {
    "character": Phrase("Character"),
    "artifact": Phrase("Artifact"),
    "element": Phrase("Element"),
    "chaser": Phrase("Chaser"),
}
A_TYPE = {
    "character": Phrase("a Character with the number {number}"),
    "artifact": Phrase("an Artifact with the number {number}"),
    "element": Phrase("an Element with the number {number}"),
    "chaser": Phrase("a Chaser with the number {number}"),
}
THE_CAST = {
    "spell": Phrase("the Spell"),
    "potion": Phrase("the Potion"),
    "charm": Phrase("the Charm"),
    "bungle": Phrase("the Bungle"),
}
A_CAST = {
    "spell": Phrase("a Spell: {sum}"),
    "potion": Phrase("a Potion"),
    "charm": Phrase("a Charm: {sum}"),
}


def names(stones: Sequence[Stone]) -> str:
    """List the names of stones as in a sentence."""
    return listing(stone.name for stone in stones)


def a_type(stone: Stone) -> str:
    """Type and number of a stone in a sentence, such as “an Artifact with the number 15”."""
    return A_TYPE[stone.type].about(number=stone.number)


def sum_words(cast: Cast) -> str:
    """The numbers of a cast and their sum, such as “10 + 6 = 16”; the sum alone where fewer than two show."""
    added = " + ".join(str(number) for number in cast.numbers)
    return f"{added} = {cast.sum}" if len(cast.numbers) > 1 else str(cast.sum)


def cast_words(cast: Cast) -> str:
    """The kind of a cast as a heading, with the sum where it has one, such as “Spell — 10 + 6 = 16”."""
    name = NAMES[cast.kind]
    return Phrase("{name} — {sum}", name=name, sum=sum_words(cast)) if cast.kind in ("spell", "charm") else name


def what_words(types: Sequence[str], sides: Sequence[str], cast: Cast) -> str:
    """What was cast, such as “a Spell: 10 + 6 = 16”; or why it is no Spell, Potion or Charm."""
    if cast.good:
        return A_CAST[cast.kind].about(sum=sum_words(cast))
    up = [kind for kind, side in zip(types, sides, strict=True) if side == "symbol"]
    symbols = plural("{number} symbol", "{number} symbols", len(up))
    numbers = plural("{number} number", "{number} numbers", len(sides) - len(up))
    if len(up) != 3:
        return Phrase("{symbols} and {numbers}: no Spell, Potion or Charm", symbols=symbols, numbers=numbers)
    return Phrase(
        "{symbols} and {numbers}, but the symbols are {types}: no Spell, Potion or Charm",
        symbols=symbols,
        numbers=numbers,
        types=listing(_count(up.count(kind), kind) for kind in dict.fromkeys(up)),
    )


def _count(number: int, kind: str) -> Phrase:
    match kind:
        case "character":
            return plural("{number} Character", "{number} Characters", number)
        case "artifact":
            return plural("{number} Artifact", "{number} Artifacts", number)
        case "element":
            return plural("{number} Element", "{number} Elements", number)
        case _:
            return plural("{number} Chaser", "{number} Chasers", number)


def lack_words(kind: str, turned: Sequence[Stone] | None, sides: Sequence[str]) -> str:
    """What a cast lacks to be of that kind, such as “For a Spell, Flute should show a number”.

    *turned* are the stones to turn over, None where no turning makes that kind; *sides* is what they show now.
    """
    if turned is None:
        return Phrase("No {cast} can be cast with these stones.", cast=NAMES[kind])
    parts = []
    for shows in ("number", "symbol"):
        wrong = [stone for stone, side in zip(turned, sides, strict=True) if side == shows]
        if wrong and shows == "number":
            parts.append(
                plural("{stones} should show a symbol", "{stones} should show symbols", len(wrong), stones=names(wrong))
            )
        elif wrong:
            parts.append(
                plural("{stones} should show a number", "{stones} should show numbers", len(wrong), stones=names(wrong))
            )
    return Phrase("For a {cast}, {changes}.", cast=NAMES[kind], changes=listing(parts))
