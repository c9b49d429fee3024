"""A character: Levels, cards in play and their limits, sales, harm and death."""
