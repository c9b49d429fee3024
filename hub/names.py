"""Names that the host of a club enters: of tables, seasons, tournaments and players."""

from __future__ import annotations

from rules.core.phrases import Phrase
from sharing.settings import SharingError

LONGEST = 80  # characters
NOT_PLAIN = Phrase("A name in this form has a character that cannot be shown: type it again.")


def name_of(text: str) -> str:
    """The name in a field, without superfluous spaces, cut to `LONGEST`; empty where nothing was entered.

    Raises:
        SharingError: where it has a character that cannot be shown; PostgreSQL would not store some of them.
    """
    name = " ".join(text.split())[:LONGEST]
    if not name.isprintable():
        raise SharingError(NOT_PLAIN)
    return name
