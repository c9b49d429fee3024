"""What is printed in a terminal: no control character of a name in a file, backup or journal reaches it."""

from __future__ import annotations

import json
import logging

import click


def plain(words: str) -> str:
    r"""*words* with each character that does not print, except ends of lines, as JSON writes it.

    Such a character can move the cursor, hide or reverse text, or change the terminal itself.

    >>> plain("a\x1b[2Jb")
    'a\\u001b[2Jb'
    """
    return "".join(one if one.isprintable() or one == "\n" else json.dumps(one)[1:-1] for one in words)


def say(words: str, err: bool = False) -> None:
    """Print *words* on a line of their own, on the error output where *err*."""
    click.echo(plain(words), err=err)  # noqa: TID251  # all others come here


class PlainFormatter(logging.Formatter):
    """Formats lines of the log, and tracebacks, in printing characters only."""

    def format(self, record: logging.LogRecord) -> str:
        """The line of a record."""
        return plain(super().format(record))


def log_to_terminal() -> None:
    """Write the log to the error output, each line with its time."""
    handler = logging.StreamHandler()
    handler.setFormatter(PlainFormatter("%(asctime)s %(message)s", "%H:%M:%S"))
    logging.basicConfig(level=logging.INFO, handlers=[handler])
    logging.getLogger("waitress").setLevel(logging.ERROR)
