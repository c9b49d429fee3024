"""The book of Dicers: every rule by its id."""

from rules.core.rulebook import Book
from rules.dicers.house_rules import QUESTIONS
from rules.dicers.rulebook_basics import BASIC, GENERAL
from rules.dicers.rulebook_lines import ADVANCED, INTERMEDIATE
from rules.dicers.rulebook_powers import MODIFIERS, POWERS

BOOK = Book(
    (*GENERAL, *BASIC, *INTERMEDIATE, *ADVANCED, *POWERS, *MODIFIERS, *(question.rule for question in QUESTIONS))
)
