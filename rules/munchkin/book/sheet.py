"""What the sheet of Munchkin says where a house rule decides, in our words, by the key of the house rule."""

from collections.abc import Mapping

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
