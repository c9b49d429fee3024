"""The book of Dicers: every rule by its id."""

from rules.core.rulebook import Book
from rules.dicers.rulebook.questions import QUESTIONS
from rules.dicers.rulebook.rules import ADVANCED, BASIC, GENERAL, INTERMEDIATE, MODIFIERS, POWERS

BOOK = Book((*GENERAL, *BASIC, *INTERMEDIATE, *ADVANCED, *POWERS, *MODIFIERS, *QUESTIONS))
