"""A thread goes on after an unforeseen exception, logs it once, and the pages can report it."""

from __future__ import annotations

import logging
from threading import Event

import pytest

from referee.startup import threads
from referee.startup.threads import Failures, keep_going


def failing(*outcomes: bool | Exception) -> tuple[list[object], list[object]]:
    """The outcomes left after a thread has ended, and the sentence about its failures; each step takes one outcome."""
    failures, left = Failures(), list[bool | Exception](outcomes)
    threads.log.addHandler(failures)

    def step() -> bool:
        outcome = left.pop(0)
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    try:
        keep_going(step, Event())
    finally:
        threads.log.removeHandler(failures)
    return [*left], [failures.words]


def test_a_thread_survives_unforeseen_exceptions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "RETRY_S", 0.0)
    left, [words] = failing(True, KeyError("x"), KeyError("x"), True, OSError(), False, True)
    assert left == [True]  # it ended at the step that said so
    assert str(words).startswith("Something inside Owleye failed 2 times and goes on")  # once for two in a row


def test_a_closed_thread_ends_at_its_next_failure() -> None:
    closed = Event()
    closed.set()
    steps = iter((lambda: True, lambda: 1 // 0 == 0, lambda: pytest.fail("it goes on")))
    keep_going(lambda: next(steps)(), closed)
    assert len(list(steps)) == 1


def test_failures_are_reported_without_the_text_of_the_log_until_acknowledged() -> None:
    failures = Failures()
    for raised in (None, (ValueError, ValueError("x"), None)):
        failures.handle(logging.LogRecord("owleye", logging.ERROR, "", 1, "the %s failed", ("screen",), raised))
    assert failures.words == "Something inside Owleye failed and goes on. The log says what it was."
    failures.clear()
    assert failures.words == ""
