"""What is printed in a terminal: the address of the pages, and no control character of a name in a file or journal."""

from __future__ import annotations

import json
import logging
import os
import sys

import click

from hardware.machine import own_address


def plain(words: str) -> str:
    r"""*words* with each character that does not print, except ends of lines, as JSON writes it.

    Such a character can move the cursor, hide or reverse text, or change the terminal itself.

    >>> plain("a\x1b[2Jb")
    'a\\u001b[2Jb'
    """
    return "".join(one if one.isprintable() or one == "\n" else json.dumps(one)[1:-1] for one in words)


def counted(number: int, noun: str) -> str:
    """A number of things whose plural ends in s.

    >>> counted(1, "piece"), counted(2, "piece")
    ('1 piece', '2 pieces')
    """
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def say(words: str, err: bool = False) -> None:
    """Print *words* on a line of their own, on the error output where *err*."""
    click.echo(plain(words), err=err)  # noqa: TID251  # all others come here


def announce(words: str) -> None:
    """Print *words*; where they cannot be printed, such as to a pipe whose reader has gone, go on without."""
    try:
        say(words)
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def address_lines(host: str, port: int) -> str:
    """A line with the address of the pages, and one for phones where *host* is every address of this machine."""
    if host not in ("0.0.0.0", "::"):
        return f"Owleye is ready: http://{host}:{port}"
    here = f"Owleye is ready: http://localhost:{port}"
    mine = own_address()
    return f"{here}\nOn a phone in the same network: http://{mine}:{port}" if mine else here


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
