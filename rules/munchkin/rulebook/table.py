"""The book, first part: setting up, cards on the table, winning, what may be done when, the turn, charity."""

from __future__ import annotations

from rules.core.rulebook import Rule

DECKS = "decks and piles lie beside the board, and nobody counts them for the table"
HANDS = "what is in a hand is seen by its owner alone"
PIECES = "box, board and standees are the players' to handle"
TALK = "it is settled by talking"
CARDS = "only the wording of the card can tell"

TABLE = (
    Rule("MUN-SETUP-01", "Three, four, five or six people play."),
    Rule(
        "MUN-SETUP-02", "In the box: 92 Doors, 76 Treasures, 6 Houses, 12 standees, a board and a special die.", PIECES
    ),
    Rule("MUN-SETUP-03", "Each player picks a House, one side of a House card."),
    Rule("MUN-SETUP-04", "The same House may be picked by more than one player."),
    Rule("MUN-SETUP-05", "Each player takes a figure that goes with the House.", PIECES),
    Rule("MUN-SETUP-06", "A House has three figures, so three players at most can share it."),
    Rule("MUN-SETUP-07", "Doors and Treasures are shuffled apart.", DECKS),
    Rule("MUN-SETUP-08", "Everyone begins with eight cards: four Doors, four Treasures."),
    Rule("MUN-SETUP-09", "What is left of the decks goes to its place on the board.", DECKS),
    Rule(
        "MUN-SETUP-10", "The numbers along the board are Levels, and the figure moves with its player's Level.", PIECES
    ),
    Rule("MUN-SETUP-11", "All characters begin on Level 1."),
    Rule("MUN-SETUP-12", "What the House can do, it can do from the first turn."),
    Rule("MUN-SETUP-13", "A character is a man or a woman, to begin with like the player."),
    Rule("MUN-SETUP-14", "One Role may be laid down from the first eight cards."),
    Rule("MUN-SETUP-15", "One Proficiency may be laid down from them too, and only one of Rank 1."),
    Rule("MUN-SETUP-16", "Items and one Ally may be laid down from them as well."),
    Rule("MUN-SETUP-17", "Nobody has to lay anything down before the first turn."),
    Rule("MUN-SETUP-18", "How the first player is found is up to the table; a throw of the die is a good way.", TALK),
    Rule("MUN-SETUP-19", "The turn goes round to the left."),
    Rule("MUN-CARD-01", "Used cards lie face up in a pile for each deck.", DECKS),
    Rule("MUN-CARD-02", "Those piles are not searched unless a card lets you.", DECKS),
    Rule("MUN-CARD-03", "An empty deck is made anew from its pile.", DECKS),
    Rule("MUN-CARD-04", "House, Role, Ally, every Item and every lasting Curse in front of you is in play."),
    Rule("MUN-CARD-05", "All may see what is in play."),
    Rule("MUN-CARD-06", "A card helps nobody while it is in a hand."),
    Rule("MUN-CARD-07", "Only a card that speaks of hands can take a card out of one."),
    Rule("MUN-CARD-08", "When your turn ends, five cards are the most you may hold."),
    Rule("MUN-CARD-09", "What is in play never goes back to the hand; it is traded away or discarded."),
    Rule("MUN-WIN-01", "Whoever is first on Level 10 has won."),
    Rule("MUN-WIN-02", "The step to Level 10 is a kill, or a card that says it may win the game."),
    Rule("MUN-WIN-03", "Any number of players may stand on one Level."),
    Rule("MUN-CONF-01", "Where card and rules disagree, the card is right.", CARDS),
    Rule("MUN-CONF-02", "Four rules yield only to a card that names them openly.", CARDS),
    Rule("MUN-CONF-03", "Nothing brings a player under Level 1."),
    Rule("MUN-CONF-04", "A strength in combat may fall as low as it likes."),
    Rule("MUN-CONF-05", "A fight lifts your Level only when a monster was killed in it."),
    Rule("MUN-CONF-06", "Nothing is earned from a fight before the fight is done."),
    Rule("MUN-CONF-07", "The last Level takes a kill."),
    Rule("MUN-CONF-08", "Everything else is argued out, and the owner of the game decides.", TALK),
    Rule("MUN-STAT-01", "A character: a House, a Level, and the Roles, Proficiencies, Ally and Items laid down."),
    Rule("MUN-STAT-02", "The Level is the number under your figure."),
    Rule("MUN-STAT-03", "Levels come from kills, from cards and from selling Items."),
    Rule("MUN-STAT-04", "Levels go when a card takes them, down to 1."),
    Rule("MUN-TIMING-01", "You may drop a Role whenever you like."),
    Rule("MUN-TIMING-02", "An Ally or a Go Up a Level may be played whenever you like."),
    Rule("MUN-TIMING-03", "A Curse may be played whenever you like."),
    Rule("MUN-TIMING-04", "Items change hands only between two players who are both out of combat."),
    Rule("MUN-TIMING-05", "Out of combat you may put Items on and take them off."),
    Rule("MUN-TIMING-06", "Out of combat you may play a card as soon as it comes to you."),
    Rule("MUN-TIMING-07", "A new Role may be played during your own turn, at any moment of it."),
    Rule("MUN-TIMING-08", "Items are sold in your own turn, out of combat."),
    Rule("MUN-TIMING-09", "Items are laid down in your own turn; into a combat go some One-Shots only."),
    Rule("MUN-TURN-01", "One turn follows the other without a gap."),
    Rule("MUN-TURN-02", "Before you open the door you set out your cards as you like."),
    Rule("MUN-TURN-03", "First phase: turn up one Door for all to see."),
    Rule("MUN-TURN-04", "A monster behind the door must be fought."),
    Rule("MUN-TURN-05", "A Curse behind the door strikes at once, and goes unless it lasts."),
    Rule("MUN-TURN-06", "Anything else behind the door is played at once, where that is legal, or taken in hand."),
    Rule("MUN-TURN-07", "Whoever fought in the first phase has no second phase."),
    Rule("MUN-TURN-08", "Whoever did not is Up to No Good or Loots the Room."),
    Rule("MUN-TURN-09", "Up to No Good: play a monster you hold and fight it."),
    Rule("MUN-TURN-10", "Loot the Room: take one more Door, unseen by the others, in hand."),
    Rule("MUN-TURN-11", "A monster taken so waits in the hand for another day.", HANDS),
    Rule("MUN-TURN-12", "A Curse taken so waits in the hand for a victim.", HANDS),
    Rule("MUN-TURN-13", "A Role or Proficiency taken so may be played at once.", HANDS),
    Rule("MUN-TURN-14", "Last comes charity, and then the next player."),
    Rule("MUN-CHARITY-01", "With more than five cards in hand at the end you may play them down to five ..."),
    Rule("MUN-CHARITY-02", "... and what is still too many goes to whoever stands lowest."),
    Rule("MUN-CHARITY-03", "Where several stand lowest they get even shares; who gets an odd card is up to the giver."),
    Rule("MUN-CHARITY-04", "If you stand lowest yourself, alone or not, you discard what is too many."),
)
