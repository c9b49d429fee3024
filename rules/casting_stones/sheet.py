"""What the sheet of Casting Stones says where a house rule decides, in our words, by the key of the house rule."""

from collections.abc import Mapping

SHEET: Mapping[str, str] = {
    "tie_order": "Who won a turn casts first in the next one; after a tie nobody has won.",
    "tie_redraft": "After a tie both cast a new hand; whether with other stones is not said.",
    "ties_break_streak": (
        "These cards need the same kind of cast in two turns in a row, won or lost; ties are not mentioned."
    ),
    "bungle_tie_swaps_order": "Nothing is said about two Bungles in one turn.",
    "free_second_cast": "In one place only a failed cast is cast again, in others it sounds as if everybody may.",
    "cast_both_then_opponent": "First casts are step 1 of a turn, second casts step 2.",
    "move_own_gem": "A Spell puts a gem on an empty turret; what happens without a gem left is not said.",
    "turret_count": ("The gems stand on the turrets around the mat; no number is given, and the picture names eight."),
    "ring_open": "Four turrets side by side win; whether the last is beside the first is not said.",
    "both_four": "Who first holds four turrets side by side wins; nothing is said about both at once.",
    "victim_picks": "A Charm knocks a stone out of the other player's hand; who picks it is not said.",
    "always_1_2_2": (
        "Hands are taken as 1 Character, 2 Artifacts and 2 Elements; later a hand may be without a Character."
    ),
    "card_replaces_action": "In one place the card adds to what you win, in another you get what the card gives.",
    "no_mixing": "The cards give two swaps or two knock-outs, of gems or stones.",
    "before_winner": "These two cards may be used in a lost turn, too; at which moment is not said.",
    "only_if_won": "A Counter Spell is scored as a Spell, then its card is turned over.",
    "card_pattern_is_spell": (
        "A card needs its stones cast exactly as shown; only of Counter Spells it says that they count as Spells."
    ),
    "chaser_wild_always": "Chasers are wild in the Advanced game; about the others nothing is said.",
    "chaser_fixed": "A Chaser counts as Character, Artifact or Element, as its player likes.",
    "chaser_spell_recast": "A Chaser may stand for any other type, and only a failed cast is cast again.",
    "swapped_card_waits": "A card in the library works while it lies face up.",
    "counter_spell_two_numbers": "A Spell shows two numbers, and they are added.",
    "gains_move_cards": "Advanced swaps and knock-outs reach cards; Double Potion and Charms name gems and stones.",
    "no_duplicates": "Each player brings ten stones; whether all must differ is not said.",
    "off_table_stays": "Nothing is said about stones that fall off the table.",
    "strict_throw": (
        "Shake the stones at least three times and let them go together; what a weak throw costs is not said."
    ),
}
