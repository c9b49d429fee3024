"""Open questions of the sheet: what the referee does, and what the sheet says there."""

from __future__ import annotations

from collections.abc import Mapping

from rules.core.rulebook import Rule
from rules.munchkin.rulebook.rules import DECKS, HANDS, TALK

QUESTIONS = (
    Rule(
        "MUN-Q-01",
        "The faster game draws its Treasure when the room is looted, though the print names the other choice.",
    ),
    Rule("MUN-Q-02", "A monster that left without a fight counts as fought."),
    Rule("MUN-Q-03", "Death leaves you your House, and nobody loots it."),
    Rule("MUN-Q-04", "The Ally of the dead lies with the loot."),
    Rule("MUN-Q-05", "The wait before a kill starts again after every change."),
    Rule("MUN-Q-06", "The same seconds as before a kill pass before anybody has to run away."),
    Rule(
        "MUN-Q-07",
        "Gold beyond the last Level but one is lost; a sale that could buy nothing is refused, with nothing discarded.",
    ),
    Rule("MUN-Q-08", "Go Up a Level cannot be played on somebody one step from the end."),
    Rule("MUN-Q-09", "A monster of two Levels wins the game from two Levels below the last as from one."),
    Rule("MUN-Q-10", "The fighter runs before the helper."),
    Rule("MUN-Q-11", "An Ally can be given up between throws, and saves from the monsters still to come."),
    Rule("MUN-Q-12", "The helper's Ally saves the helper alone."),
    Rule("MUN-Q-13", "What fighter and helper both bring on, by House, Role or anything else, counts once."),
    Rule("MUN-Q-14", "Help that was promised is not taken back."),
    Rule("MUN-Q-15", "Help can be asked for only while you are losing."),
    Rule("MUN-Q-16", "The referee holds you to the Treasures you promised, and to nothing else."),
    Rule("MUN-Q-17", "A monster is worth no Treasures at the least."),
    Rule("MUN-Q-18", "The strength of a monster may be below zero."),
    Rule("MUN-Q-19", "With deck and pile both empty nothing is drawn.", DECKS),
    Rule("MUN-Q-20", "Playing down to five follows the timing of your own turn out of combat."),
    Rule("MUN-Q-21", "The dead are passed over when the lowest is sought."),
    Rule("MUN-Q-22", "Where cards of Charity cannot be shared evenly, the giver says who gets the odd ones."),
    Rule("MUN-Q-23", "All on one Level throw; the highest loots first; equal throws are thrown again."),
    Rule("MUN-Q-24", "Two dead of one fight are looted in the order they fell, and neither loots."),
    Rule("MUN-Q-25", "A helper who lives may loot the dead fighter."),
    Rule("MUN-Q-26", "The dead cannot be cursed."),
    Rule("MUN-Q-27", "A Curse in the middle of a fight changes the strength at once, and the wait starts again."),
    Rule("MUN-Q-28", "Too many Ranks after a loss of Level: Proficiencies are discarded at once, fight or no fight."),
    Rule("MUN-Q-29", "A Dual Role with no Role under it goes."),
    Rule("MUN-Q-30", "Two Roles without Dual Role: the owner keeps one."),
    Rule("MUN-Q-31", "Proficiencies may be swapped in the middle of a fight."),
    Rule("MUN-Q-32", "A first Proficiency can only be of Rank 1."),
    Rule("MUN-Q-33", "A bribe for help is handed over after the fight; no other Item moves in a fight."),
    Rule("MUN-Q-34", "A House power works once in a combat, unless its card is known to say more."),
    Rule("MUN-Q-35", "Slytherin may spend any monster in hand.", HANDS),
    Rule("MUN-Q-36", "A monster that joined by its mark is worth its own Level and Treasures."),
    Rule("MUN-Q-37", "Who begins is thrown for again among those who tied.", TALK),
    Rule("MUN-Q-38", "The throw to run away must be 5 or more with everything added."),
    Rule("MUN-Q-39", "A picture side of the die counts as the house has set it, 6 if nothing is set."),
    Rule("MUN-Q-40", "Death itself costs no Level."),
    Rule("MUN-Q-41", "Nobody has won before the seconds after a kill are over, nor has the helper."),
    Rule("MUN-Q-42", "An enhancer behind the door is taken in hand."),
    Rule("MUN-Q-43", "Whether a character is a man or a woman can change, and the referee remembers."),
    Rule("MUN-Q-44", "The helper's Items have the helper's own limits."),
    Rule("MUN-Q-45", "The monsters win a tie."),
    Rule("MUN-Q-46", "Cards given may bring a hand over five; it is counted at the end of its owner's turn."),
)


# What the sheet says where a house rule decides, in our words, by the key of the house rule.
SHEET: Mapping[str, str] = {
    "listen_at_the_door": "A faster way to play: before all else, draw one Door card face down.",
    "draw_treasure": "A faster way to play: draw a Treasure face down instead of a Door card.",
    "shared_victory": "A faster way to play: a helper in the fight that brings Level 10 wins too, on any Level.",
    "epic": "Epic games go up to Level 20, by rules that are not printed there.",
    "fast_literal": "It says “Up to No Good”, where nothing is drawn otherwise.",
    "loot_after_no_fight": (
        "Whoever fought a monster in the first phase skips the second; a monster that left without a fight is "
        "not mentioned."
    ),
    "kill_wait_seconds": "Wait a reasonable time, about 2.6 seconds, before a kill is final.",
    "kill_wait_restart": "Wait about 2.6 seconds; whether a card starts the time again is not said.",
    "lose_wait": "The wait is described for a kill only.",
    "forbid_overpay": "1,000 gold buy a Level, no change is given, and nobody buys Level 10.",
    "helper_first": "A helper must run away too and throws separately; the order of the two is not said.",
    "ally_before_first_roll": "Instead of throwing, give up an Ally and escape from all monsters of the fight.",
    "helper_ally_saves_both": (
        "The fighter with an Ally decides whether the helper escapes too; a helper's Ally is not mentioned."
    ),
    "count_twice_for_roles": (
        "A bonus is not counted twice where fighter and helper share a House; its example is a Role."
    ),
    "help_any_time": "Whoever cannot win alone may ask for help.",
    "enforce_all_deals": "Items and Treasures may be offered for help; whether a promise must be kept is not said.",
    "min_treasure_1": "Enhancers change the number of Treasures; a lowest number is not given.",
    "after_combat": "When your Level falls below your Ranks, discard Proficiencies until they fit.",
    "keep_lone_dual_role": (
        "With Dual Role a player has two Roles, or one with its advantages only; none at all is not mentioned."
    ),
    "prof_not_in_combat": "Proficiencies may be discarded at any time and replaced whenever it is legal.",
    "bribe_at_once": "Items may be offered for help, but in a fight Items do not change hands.",
    "just_received": "Out of a fight a card just received may be played; how long it is new is not said.",
    "house_power_uses": "The House card gives special strengths; how often is a matter of the card.",
    "die_symbol_value": "To get away takes 5 or more; the picture side of the die is not mentioned.",
}
