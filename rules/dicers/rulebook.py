"""The book of Dicers: every rule by its id."""

from rules.core.rulebook import Book
from rules.dicers.rulebook_basics import BASIC, GENERAL
from rules.dicers.rulebook_lines import ADVANCED, INTERMEDIATE
from rules.dicers.rulebook_powers import MODIFIERS, POWERS
from rules.dicers.rulebook_questions import QUESTIONS

BOOK = Book((*GENERAL, *BASIC, *INTERMEDIATE, *ADVANCED, *POWERS, *MODIFIERS, *QUESTIONS))
