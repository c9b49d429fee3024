"""Long commands show their progress on a terminal, and none in a pipe."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest

from referee.cli.bench import CLEAR, each_shown, show_step, steps_shown


def test_a_terminal_shows_each_step_in_one_line_and_is_clean_afterwards(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)

    def work() -> None:
        with steps_shown():
            show_step("Reading picture 1 of 2 ...")
            show_step("Reading picture 2 of 2 ...")
            raise InterruptedError

    with pytest.raises(InterruptedError):
        work()
    printed = capsys.readouterr()
    assert printed.err == f"{CLEAR}Reading picture 1 of 2 ...{CLEAR}Reading picture 2 of 2 ...{CLEAR}"
    assert printed.out == ""


def test_a_pipe_gets_nothing_but_the_figures(capsys: pytest.CaptureFixture[str]) -> None:
    with steps_shown():
        assert list(each_shown(["a", "b"])) == ["a", "b"]
    assert capsys.readouterr().err == ""


def test_a_figure_is_passed_on_before_the_next_is_measured() -> None:
    measured = []

    def rows() -> Iterator[int]:
        for number in range(2):
            measured.append(number)
            yield number

    figures = each_shown(rows())
    assert (next(figures), measured) == (0, [0])
