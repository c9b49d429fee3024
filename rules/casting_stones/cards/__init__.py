"""Casting cards: the library, when a card works, and what it gives."""
