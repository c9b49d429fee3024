"""The rule book of Munchkin: every rule in our own words, and whether the referee watches it."""

from __future__ import annotations

from rules.core.rulebook import Book
from rules.munchkin.rulebook.cards import CURSES_AND_CARDS
from rules.munchkin.rulebook.combat import COMBAT
from rules.munchkin.rulebook.questions import QUESTIONS
from rules.munchkin.rulebook.table import TABLE

BOOK = Book((*TABLE, *COMBAT, *CURSES_AND_CARDS, *QUESTIONS))
