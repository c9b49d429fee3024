"""All texts that people read, taken from the code, and the catalogues brought up to date with them.

``python -m tests.tools.catalogue`` adds the texts that a catalogue lacks, removes what nothing uses any more, and says
what is left to translate.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from hardware.cameras.picam import INSTALL, SHOW, missing
from hardware.panel_words import HELD, NO_PINS, NOT_FREE, NOT_GIVEN, ON_PINS, REFUSED, SIMULATED
from hardware.pins import BUSES, CONSOLE, LGPIO_PROGRAM, NAMELESS
from hardware.wiring import BAR_LAMPS, COLLIDES, Wiring
from rules.casting_stones import house_rules as casting_stones
from rules.casting_stones.setup import COLOURS
from rules.core.game import Game
from rules.core.house_rules import HouseRule
from rules.core.phrases import FIGURES, has_words
from rules.dicers import dice
from rules.dicers import house_rules as dicers
from rules.games import GAMES
from rules.munchkin import house_rules as munchkin
from rules.munchkin.cards import cards, offers
from vision.geometry.markers import CORNER_WORDS
from web.languages import LANGUAGES, SOURCE, TRANSLATIONS

ROOT = Path(__file__).parents[2]
PACKAGES = ("calibration", "hardware", "hub", "referee", "rules", "sharing", "vision", "web")
Keywords = Mapping[str, tuple[int, ...] | None]
KEYWORDS: Keywords = {
    "_": None,
    "CameraTrouble": None,
    "Finding": (2,),
    "Phrase": None,
    "PlaneError": None,
    "WiringError": None,
    "_because": None,
    "_message": (2,),
    "because": None,
    "ngettext": (1, 2),
    "plural": (1, 2),
}
AROUND: Keywords = {"Action": (1,)}
"""What has other texts within its brackets: looked for by itself, because Babel finds only one text in nested calls."""
METHODS = [("**.py", "python"), ("**/templates/**.html", "jinja2")]
PICKS = (
    *("passed", "away", "yes", "no", "no reward", "its treasures", "level only", "object", "go on", "ready", "draw"),
    *("hands", "turn", "female", "male", "players", "symbol", "number"),
)
"""Choices that are shown as they are called."""
COLOUR_WORDS = ("black", "brown", "silver", "white", "orange", "blue", "green")
"""Colours of stones and of light, as the eyes call them."""
Message = str | tuple[str, str]
"""A text, or its forms for one and for many."""


def used() -> set[Message]:
    """Every text that is looked up in a catalogue: those that stand in the code, and those that lists hold."""
    return {
        message
        for message in (*_written(), *_listed())
        if has_words(message if isinstance(message, str) else message[0])
    }


def _written() -> Iterator[Message]:
    options = {"**.html": {"trimmed": "true"}}
    for package, keywords in product(PACKAGES, (KEYWORDS, AROUND)):
        for _, _, message, _, _ in extract_from_dir(ROOT / package, METHODS, options, keywords):
            yield message if isinstance(message, str) else (message[0], message[1])


def _listed() -> Iterator[str]:
    yield FIGURES
    for game in GAMES.values():
        yield from _of_the_book(game)
    for rule in (*casting_stones.HOUSE_RULES, *dicers.HOUSE_RULES, *munchkin.HOUSE_RULES):
        yield from _of_a_question(rule)
    yield from (name.replace("-", " ").title() for name in (*dice.EVOKED, *dice.STORED))
    yield from (part for part, _ in Wiring(bar=tuple(range(BAR_LAMPS)), buzzer=0).parts())
    yield from (words for words, _ in (*BUSES.values(), CONSOLE))
    yield from (name.title() for name in (*dice.GROUPS, "any"))
    yield from (
        *cards.SLOTS,
        *cards.LOSABLE,
        *offers.MARKS,
        *COLOURS,
        *PICKS,
        *COLOUR_WORDS,
        *CORNER_WORDS,
        missing(INSTALL),
        missing(SHOW),
        SIMULATED,
        ON_PINS,
        NO_PINS,
        NOT_FREE,
        NOT_GIVEN,
        HELD,
        REFUSED,
        LGPIO_PROGRAM,
        NAMELESS,
        COLLIDES,
    )


def _of_the_book(game: Game) -> Iterator[str]:
    yield from (rule.text for rule in game.book)
    yield game.guide.how_to_win
    for term in game.guide.terms:
        yield "|".join(term.forms)
        yield term.explanation


def _of_a_question(rule: HouseRule) -> Iterator[str]:
    yield rule.question
    yield rule.sheet
    yield from (words for _, words in rule.answers)


def catalogue(language: str) -> Catalog:
    """The catalogue of a language as it is committed."""
    with (TRANSLATIONS / language / "LC_MESSAGES" / "messages.po").open("rb") as file:
        return read_po(file, locale=language)


def brought_up_to_date(old: Catalog) -> Catalog:
    """The catalogue with all texts in use and no other, in the order of the alphabet."""
    new = Catalog(
        locale=old.locale,
        header_comment=old.header_comment,
        project=old.project,
        version=old.version,
        creation_date=old.creation_date,
        revision_date=old.revision_date,
        last_translator=old.last_translator,
        language_team=old.language_team,
        charset="utf-8",
        fuzzy=False,
    )
    for message in sorted(used(), key=str):
        known = old.get(message if isinstance(message, str) else message[0])
        new.add(message, known.string if known else "")
    return new


def main() -> None:
    """Bring every catalogue up to date."""
    for language in (name for name in LANGUAGES if name != SOURCE):
        new = brought_up_to_date(catalogue(language))
        with (TRANSLATIONS / language / "LC_MESSAGES" / "messages.po").open("wb") as file:
            write_po(file, new, width=120, omit_header=False)
        print(f"{language}: {sum(1 for one in new if one.id and not one.string)} texts to translate")


if __name__ == "__main__":
    main()
