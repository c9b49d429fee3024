"""The book of Dicers: every rule by its id."""

from rules.core.rulebook import Book
from rules.dicers.book.basics import BASIC, GENERAL
from rules.dicers.book.lines import ADVANCED, INTERMEDIATE
from rules.dicers.book.powers import MODIFIERS, POWERS
from rules.dicers.book.questions import QUESTIONS

BOOK = Book((*GENERAL, *BASIC, *INTERMEDIATE, *ADVANCED, *POWERS, *MODIFIERS, *QUESTIONS))
