"""`owleye bench`: figures, no pass or fail."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import click

from calibration.bench_sight import bench
from calibration.bench_speed import bench_speed
from calibration.store import load_eyes


@click.group("bench")
def bench_command() -> None:
    """Measure this machine and these eyes; prints figures, no pass or fail."""


@bench_command.command("sight")
@click.argument("folder", metavar="DIR", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--expect", is_flag=True, help="Tell the eyes which pieces lie there, as a game does.")
@click.pass_obj
def sight_command(home: Path, folder: Path, expect: bool) -> None:
    """Read a folder of labelled pictures: how many right, asked and wrong, with 95 % intervals.

    DIR holds manifest.jsonl (photographs) or shots.jsonl with casts and their truth (docs/cli.md).
    """
    click.echo(bench(folder, load_eyes(home), expect).table())


@bench_command.command("speed")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a row instead of text (docs/cli.md).")
def speed_command(as_json: bool) -> None:
    """Time reading and watching on one core, beside the yardstick of a general detector where it lies at hand."""
    for row in bench_speed():
        click.echo(json.dumps(asdict(row)) if as_json else f"{row.what:60} {row.figure}")
