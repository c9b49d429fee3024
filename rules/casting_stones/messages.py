"""What the referee says: each sentence with the rules it rests on."""

from __future__ import annotations

from rules.casting_stones.rulebook import BOOK
from rules.core.phrases import Phrase

_message = BOOK.message

PICKED = _message("picked", "{player} picks {stone}, {a_type}.", "CST-B-07", "CST-B-08")
DEALT = _message(
    "dealt",
    "All twelve stones are shared out: {one} and {two} have five each. {rest} go into the vault, for both of you. "
    "Each of you has six gems.",
    "CST-B-09",
    "CST-G-03",
    "CST-G-05",
    "CST-G-13",
    "CST-B-05",
    "CST-B-10",
)
DEALT_AGAIN = _message(
    "dealt-again",
    "All twelve stones are shared out again: {one} and {two} have five each. "
    "{rest} go into the vault, for both of you.",
    *("CST-B-09", "CST-Q-02", "CST-G-13", "CST-B-10"),
)
FIRST_TURN = _message("first-turn", "Turn 1: {player} is the youngest and casts first.", "CST-B-13", "CST-B-11")
NEXT_TURN = _message(
    "next-turn",
    "Turn {turn}: {player} won, so {player} casts first, and {other} may look before casting.",
    "CST-B-56",
    "CST-B-57",
    "CST-B-11",
)
TURN_AFTER_TIE = _message(
    "turn-after-tie",
    "Turn {turn}: nobody won, so both cast the same five stones again. {player} casts first.",
    "CST-Q-02",
    "CST-Q-01",
)
TURN_AFTER_TIE_OTHER_HANDS = _message(
    "turn-after-tie-other-hands", "Turn {turn}: nobody won the turn before. {player} casts first.", "CST-Q-01"
)
TURN_AFTER_REDRAFT = _message(
    "turn-after-redraft", "Turn {turn}: new hands are picked. {player} casts first.", "CST-Q-02", "CST-Q-01"
)

REDRAFT = _message("redraft", "A tie: all stones go back and are picked again.", "CST-Q-02")

CASTS = _message("casts", "{player} casts {what}.", "CST-G-07", "CST-G-13", "CST-G-14")
FITS_COUNTER = _message(
    "fits-counter",
    "{player}'s cast matches {card}: with that card it counts as a Spell.",
    "CST-A-12",
)
FITS_PATTERN = _message("fits-pattern", FITS_COUNTER.words, "CST-Q-27")
CASTS_AGAIN = _message("casts-again", "{player} keeps {kept} and casts {again} again.", "CST-B-34", "CST-B-35")
CASTS_ALL_AGAIN = _message("casts-all-again", "{player} casts all five stones again.", "CST-B-35")
CASTS_ALIKE = _message("casts-alike", "{player} casts again, and all stones show the same sides as before.", "CST-B-35")
SECOND_CAST = _message("second-cast", "{player} now has {what}. That is final.", "CST-B-37")
KEEPS = _message("keeps", "{player} keeps {what}.", "CST-B-30")
STANDS_FIRM = _message("stands-firm", "{player} does not cast again.", "CST-Q-08")
STANDS = _message("stands", "{player} does not cast again and has a Bungle.", "CST-Q-08", "CST-Q-40")

LEANS = _message("leans", "{stones} stands on its edge: {player} tips it to either side.", "CST-B-17")
STACKED = _message(
    "stacked", "{stones} lies on another stone. Take them apart without turning them: what does it show?", "CST-B-16"
)
HIDDEN = _message("hidden", "{stones} cannot be seen well: what does it show?", "CST-Q-37")
OFF = _message("off", "{stones} is off the table or out of sight: {player} casts it again, alone.", "CST-Q-35")
STAYS_OFF = _message("stays-off", "{stones} is off the table. It counts as it lies: what does it show?", "CST-Q-35")
TIPPED = _message("tipped", "{player} tips {stone} to its {side}. It stays that way.", "CST-B-17", "CST-B-18")
SIDE_ENTERED = _message("told", "{stone} shows its {side}.", "CST-Q-37")
RECAST = _message("recast", "{player} casts {stone} again: its {side}.", "CST-Q-35")

NOT_IN_HAND = _message(
    "not-in-hand", "{stone} is not one of {player}'s five stones. The cast does not count: cast again.", "CST-G-13"
)
TURNED = _message(
    "turned", "{stone} is not cast now, but it shows another side: turn it back to its {side}.", "CST-Q-09"
)
RECAST_FIRST = _message(
    "recast-first",
    "That throw does not count: what is off the table is cast again first, alone: {stones}.",
    "CST-Q-35",
)
SETTLE_FIRST = _message("settle-first", "That throw does not count: enter the sides of {stones} first.", "CST-Q-37")
TIP_FIRST = _message("tip-first", "That throw does not count: {stones} must be tipped first.", "CST-B-19")
NOT_YOUR_TURN = _message("not-your-turn", "{other} casts now: {player}'s throw does not count.", "CST-B-12")
CASTS_FIRST = _message("casts-first", "{why} {other} casts now: {player}'s throw does not count.", "CST-B-12")
GOOD_STANDS = _message(
    "good-stands",
    "{player}'s first cast was good, and only a failed one may be cast again: that throw does not count.",
    "CST-B-31",
    "CST-Q-06",
)
REWARD_FIRST = _message(
    "reward-first",
    "{other} finishes the rewards of the turn first: {player}'s throw does not count.",
    "CST-B-43",
    "CST-B-11",
)
CARD_FIRST = _message(
    "card-first",
    "{other} first says whether to use a card: {player}'s throw does not count.",
    *("CST-Q-23", "CST-Q-20", "CST-B-11"),
)
CALL_FIRST = _message(
    "call-first",
    "{other} first says whether the cast is called a Spell: {player}'s throw does not count.",
    *("CST-B-32", "CST-Q-25"),
)
GAIN_FIRST = _message(
    "gain-first",
    "{other} first takes what the card gives: {player}'s throw does not count.",
    *("CST-I-02", "CST-B-11"),
)
GIVE_FIRST = _message(
    "give-first",
    "{other} first picks the stone that is knocked out: {player}'s throw does not count.",
    *("CST-Q-17", "CST-B-49"),
)
REPLACE_FIRST = _message(
    "replace-first", "{other} takes a new stone first: {player}'s throw does not count.", "CST-B-50", "CST-Q-19"
)
NO_CAST_LEFT = _message("no-cast-left", "{player}'s cast is final: that throw does not count.", "CST-B-37", "CST-G-14")
NO_CAST_NOW = _message("no-cast-now", "The turn has not begun: {player}'s throw does not count.", "CST-B-11")


COMPARED = _message("compared", "{one}: {one_cast}. {two}: {two_cast}. {why} {winner} wins the turn.", "CST-B-11")

GEM = _message("gem", "{player} puts a gem on {turret}.", "CST-G-25")
MOVE = _message("move", "{player} moves a gem from {turret} to {target}.", "CST-Q-11")
SWAP_GEM = _message("swap-gem", "{player}'s gem on {turret} and {other}'s on {target} change places.", "CST-B-46")
SWAP_STONE = _message("swap-stone", "{player} gives {stone} to the vault and takes {gets}.", "CST-B-47")
KNOCK_GEM = _message("knock-gem", "{other}'s gem on {turret} goes back to {other}'s line.", "CST-B-48")
GEM_REMOVED = _message("knock-gem", KNOCK_GEM.words, "CST-Q-41")
KNOCK_STONE = _message("knock-stone", "{stone} is knocked out of {other}'s hand into the vault.", "CST-B-49")
REPLACED = _message("replaced", "{player} takes {stone} from the vault.", "CST-B-50", "CST-B-51", "CST-Q-19")
NO_CHARACTER = _message("no-character", "{player} has no Character now, so {player} can cast no Spell.", "CST-B-55")
NO_CHARACTER_BUT_COUNTER = _message(
    "no-character-but-counter",
    "{player} has no Character now, so {player} can cast no Spell but a Counter Spell.",
    "CST-B-55",
    "CST-A-12",
)
NO_CHARACTER_BUT_CARD = _message(
    "no-character-but-card",
    "{player} has no Character now, so {player} can cast no Spell but by a card.",
    "CST-B-55",
    "CST-Q-27",
)
NO_GEM = _message("no-gem", "{player} has no gem left to put on a turret.", "CST-Q-11", "CST-G-05")
NO_TURRET = _message("no-turret", "No turret is empty: {player} puts no gem.", "CST-Q-11", "CST-B-45")
NO_AIM = _message("no-aim", "There is nothing for {player} to {do}.", "CST-Q-12")
NO_SAME_AIM = _message(
    "no-same-aim",
    "There is nothing more for {player} to {do}: by your house rules a card's two swaps or knock-outs are alike.",
    *("CST-Q-21", "CST-Q-12"),
)

SWAP_CARD = _message(
    "swap-card",
    "{player} puts the card {card} into the vault and turns up {gets}.",
    "CST-A-22",
    "CST-A-24",
    "CST-Q-32",
    "CST-Q-33",
)
KNOCK_CARD = _message(
    "knock-card", "{other}'s card {card} is knocked into {other}'s vault.", "CST-A-22", "CST-A-23", "CST-Q-32"
)

CARDS_TAKEN = _message(
    "cards-taken",
    "{player} takes {card}, {other} gets {left}. Both lie face up.",
    "CST-I-04",
    "CST-I-01",
    "CST-I-03",
    "CST-I-05",
)
HAND_STONE = _message("hand-stone", "{player} takes {stone} into the hand, {a_type}.", "CST-A-05")
READY = _message(
    "ready",
    "{one} and {two} each have five stones in hand, five in a vault of their own, and {cards} cards face up.",
    "CST-A-05",
    "CST-G-13",
    "CST-A-02",
    "CST-A-04",
    "CST-A-06",
    "CST-A-07",
    "CST-A-09",
    "CST-Q-30",
)
READY_AGAIN = _message(
    "ready-again",
    "{one} and {two} each have five stones in hand again, and five in a vault of their own.",
    *("CST-A-05", "CST-Q-02", "CST-G-13", "CST-A-06"),
)
CHASER_TYPE = _message("chaser-type", "{player}'s {stone} is {a_type} for the whole game.", "CST-G-12", "CST-Q-29")

CALLED = _message("called", "{player} shows the card {card}: the cast counts as a Spell.", "CST-A-12", "CST-Q-25")
CALLED_AND_SPENT = _message(
    "called",
    "{player} shows the card {card} and turns it over: the cast counts as a Spell.",
    *("CST-A-12", "CST-A-13", "CST-Q-25"),
)
CALLED_PATTERN = _message("called-pattern", "{player}'s cast matches {card}: it counts as a Spell.", "CST-Q-27")
NOT_CALLED = _message("not-called", "{player} does not call the cast a Spell.", "CST-Q-25")
CALLED_TOO_LATE = _message(
    "called-too-late", "{player}'s card {card} was used already: this cast is no longer a Spell.", "CST-A-14"
)
SPENT = _message(
    "spent", "{player} won with the Counter Spell {card}: the card is turned over.", "CST-A-13", "CST-Q-25"
)
CARD_USED = _message("card-used", "{player} uses {card} and turns it face down.", "CST-I-07", "CST-I-02", "CST-I-06")
CARD_UNMET = _message("card-unmet", "{player} cannot use {card} this turn. {why}", "CST-A-16")
NO_CARD = _message("no-card", "{player} uses no card.", "CST-Q-22")
BY_HAND = _message("by-hand", "{player} has done what {card} says.", "CST-I-02")
OWN_ALREADY = _message("own-already", "{player} holds {turret} already: no gem is put there.", "CST-Q-41")

WINS = _message(
    "wins",
    "{player} has gems on {turrets}, four side by side: {player} wins the game!",
    "CST-G-06",
    "CST-B-58",
    "CST-B-59",
    "CST-Q-13",
    "CST-Q-15",
)
DRAWN = _message("drawn", "The swap gives both of you four side by side: the game is a draw.", "CST-Q-16")

# Who beats whom, on one page: a sentence and the rules behind it.
SUMMARY: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        Phrase(
            "A Spell is symbols on one Character, one Artifact and one Element, and numbers on the other two stones."
        ),
        BOOK.cite("CST-G-15", "CST-B-20"),
    ),
    (Phrase("A Potion is five symbols."), BOOK.cite("CST-G-16")),
    (Phrase("A Charm is five numbers."), BOOK.cite("CST-G-17")),
    (Phrase("A Spell beats a Potion and puts a gem on an empty turret."), BOOK.cite("CST-G-19", "CST-B-45")),
    (
        Phrase("A Potion beats a Charm and swaps two gems side by side, or a stone with one in the vault."),
        BOOK.cite("CST-G-20", "CST-B-46", "CST-B-47"),
    ),
    (
        Phrase("A Charm beats a Spell and sends a gem home, or a stone of the other hand to the vault."),
        BOOK.cite("CST-G-21", "CST-B-48", "CST-B-49"),
    ),
    (
        Phrase("Two Spells or two Charms: the higher sum wins. Two Potions tie."),
        BOOK.cite("CST-B-21", "CST-B-27", "CST-B-24"),
    ),
    (Phrase("Four of your gems side by side win the game."), BOOK.cite("CST-G-06", "CST-B-58")),
)
