"""Munchkin's pages: the table, the fight, the characters, the Levels, the cards."""
