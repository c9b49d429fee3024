"""The rule book of Munchkin: every rule in our own words, and whether the referee watches it."""

from __future__ import annotations

from rules.core.rulebook import Book
from rules.munchkin.book.cards import CURSES_AND_CARDS
from rules.munchkin.book.combat import COMBAT
from rules.munchkin.book.questions import QUESTIONS
from rules.munchkin.book.table import TABLE

BOOK = Book((*TABLE, *COMBAT, *CURSES_AND_CARDS, *QUESTIONS))
