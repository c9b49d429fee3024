"""The rule book of Munchkin: every rule in our own words, and whether the referee watches it."""

from __future__ import annotations

from rules.core.rulebook import Book
from rules.munchkin.rulebook.questions import QUESTIONS
from rules.munchkin.rulebook.rules import COMBAT, CURSES_AND_CARDS, TABLE

BOOK = Book((*TABLE, *COMBAT, *CURSES_AND_CARDS, *QUESTIONS))
