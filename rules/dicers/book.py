"""The book of Dicers: every rule by its id."""

from rules.core.rulebook import Book
from rules.dicers.book_basics import BASIC, GENERAL
from rules.dicers.book_lines import ADVANCED, INTERMEDIATE
from rules.dicers.book_powers import MODIFIERS, POWERS
from rules.dicers.questions import QUESTIONS

BOOK = Book(
    (*GENERAL, *BASIC, *INTERMEDIATE, *ADVANCED, *POWERS, *MODIFIERS, *(question.rule for question in QUESTIONS))
)
