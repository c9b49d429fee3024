"""Munchkin, the Harry Potter edition: Levels, turns and combat for three to six players."""
