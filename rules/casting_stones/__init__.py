"""Casting Stones: five discs are cast for a Spell, a Potion or a Charm; four turrets in a row win."""
