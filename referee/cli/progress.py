"""What a long command is doing, in one line of the terminal that the next line replaces."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

import click

CLEAR = "\r\033[K"
Row = TypeVar("Row")


def show_step(words: str) -> None:
    """Show *words* on the error output in place of the last ones; nothing where no terminal shows it."""
    if sys.stderr.isatty():
        click.echo(CLEAR + words, err=True, nl=False)


def each_shown(rows: Iterable[Row]) -> Iterator[Row]:
    """Pass *rows* on as they come, and say while the next one is awaited that the work goes on."""
    show_step("Measuring ...")
    for row in rows:
        show_step("")
        yield row
        show_step("Measuring ...")


@contextmanager
def steps_shown() -> Iterator[None]:
    """Clear the line when the work is done or fails."""
    try:
        yield
    finally:
        show_step("")
