"""The book of Dicers: every rule by its id."""

from rules.core.rulebook import Book
from rules.dicers.rulebook.levels import ADVANCED, BASIC, GENERAL, INTERMEDIATE
from rules.dicers.rulebook.powers import MODIFIERS, POWERS
from rules.dicers.rulebook.questions import QUESTIONS

BOOK = Book((*GENERAL, *BASIC, *INTERMEDIATE, *ADVANCED, *POWERS, *MODIFIERS, *QUESTIONS))
