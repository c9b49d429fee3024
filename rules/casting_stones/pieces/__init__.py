"""Stones, what a cast of them is, its odds, and the ring of turrets."""
