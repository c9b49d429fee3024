"""`owleye bench`: measures reading, speed, memory and latency; prints figures, no pass or fail."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar

import click

from calibration.storage.files import writing
from calibration.storage.table_files import load_eyes
from referee.startup.terminal import say

CLEAR = "\r\033[K"
Row = TypeVar("Row")


@click.group("bench")
def bench_command() -> None:
    """Measure this machine and these eyes; prints figures, no pass or fail."""
    if find_spec("calibration.bench") is None:
        raise click.ClickException(
            "The benchmarks are not part of the installed program: run `owleye bench` from a checkout of the source."
        )


@bench_command.command("sight")
@click.argument("folder", metavar="DIR", type=click.Path(exists=True, path_type=Path))
@click.option("--expect", is_flag=True, help="Tell the eyes which pieces lie there, as a game does.")
@click.option("--given", is_flag=True, help="Take the places from the labels: only reading is measured.")
@click.option("--crops", type=click.IntRange(0, 100), default=0, help="How many labels of each side to teach first.")
@click.option("--html", "page", type=click.Path(dir_okay=False, path_type=Path), help="Write the mistakes as a page.")
@click.pass_obj
def sight_command(home: Path, folder: Path, expect: bool, given: bool, crops: int, page: Path | None) -> None:
    """Read a folder of labelled pictures: how many right, asked and wrong, with 95 % intervals.

    DIR holds manifest.jsonl (photographs) or shots.jsonl with casts and their truth (docs/cli.md), or is itself a file
    of shots: every second picture of a side teaches, and the others are asked.
    """
    # Only these commands need the benchmarks, which take a while to load and are not installed with the program.
    from calibration.bench.reading import bench
    from calibration.bench.report import page_of

    with steps_shown():
        report = bench(folder, load_eyes(home), expect, given, crops, show_step)
    say(f"{report.table()}\n{report.confusions()}".rstrip())
    if page is not None:
        with writing(page):
            page.write_text(page_of(report, f"{folder.name}: what was said as sure and is wrong"), "utf-8")
        count = len(report.mistakes)
        say(f"{page} shows {f'the {count} mistakes' if count > 1 else 'the mistake' if count else 'no mistake'}.")


as_json = click.option("--json", "as_json", is_flag=True, help="One JSON object a row instead of text (docs/cli.md).")


@bench_command.command("speed")
@as_json
def speed_command(as_json: bool) -> None:
    """Time reading and watching on one core, beside the yardstick of a general detector where it lies at hand."""
    from calibration.bench.speed import bench_speed

    with steps_shown():
        print_rows(each_shown(bench_speed()), as_json)


@bench_command.command("thresholds")
@click.argument("folders", metavar="DIR...", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--pictures", type=click.IntRange(1, 1000), default=6, help="How many pictures of each folder to read.")
@click.pass_obj
def thresholds_command(home: Path, folders: tuple[Path, ...], pictures: int) -> None:
    """Make each threshold of the eyes a fifth smaller and larger, and say how the answers change.

    DIR is a labelled folder as for `owleye bench sight`.  Prints a Markdown table, a row as soon as it is measured.
    """
    from calibration.bench.perturb import effects

    say("| threshold | value | a fifth smaller | a fifth larger |\n|---|---|---|---|")
    for effect in effects(folders, load_eyes(home), pictures):
        say(effect.row)


@bench_command.command("memory")
@as_json
def memory_command(as_json: bool) -> None:
    """Play on the simulated table as `owleye run --simulate` starts it, and say how much memory that took."""
    from referee.cli.bench_live import bench_memory

    with steps_shown():
        figures = bench_memory(watch=show_step)
    print_rows(figures, as_json)


@bench_command.command("latency")
@click.option("--throws", type=click.IntRange(2), default=40, show_default=True, help="How many throws to measure.")
@as_json
def latency_command(throws: int, as_json: bool) -> None:
    """Throw on the simulated table, and say how long after the pieces lie the page has the verdict."""
    from referee.cli.bench_live import bench_latency

    with steps_shown():
        figures = bench_latency(throws, show_step)
    print_rows(figures, as_json)


def print_rows(rows: Iterable[Any], as_json: bool) -> None:
    """Print figures (`calibration.bench.speed.Figure`)."""
    for row in rows:
        say(json.dumps(asdict(row)) if as_json else f"{row.what:60} {row.figure}")


def show_step(words: str) -> None:
    """Show *words* on the error output in place of the last ones; nothing where no terminal shows it."""
    if sys.stderr.isatty():
        click.echo(CLEAR + words, err=True, nl=False)  # noqa: TID251  # to clear the line


def each_shown(rows: Iterable[Row]) -> Iterator[Row]:
    """Yield *rows* as they come; between them the terminal shows that the measurement goes on."""
    show_step("Measuring ...")
    for row in rows:
        show_step("")
        yield row
        show_step("Measuring ...")


@contextmanager
def steps_shown() -> Iterator[None]:
    """Let `show_step` be used within; its line is cleared when the work is done or fails."""
    try:
        yield
    finally:
        show_step("")
