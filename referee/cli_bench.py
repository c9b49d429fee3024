"""`owleye bench`: figures, no pass or fail."""

from __future__ import annotations

import json
from dataclasses import asdict

import click

from calibration.bench_speed import bench_speed


@click.group("bench")
def bench_command() -> None:
    """Measure this machine and these eyes; prints figures, no pass or fail."""


@bench_command.command("speed")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a row instead of text (docs/cli.md).")
def speed_command(as_json: bool) -> None:
    """Time reading and watching on one core, beside the yardstick of a general detector where it lies at hand."""
    for row in bench_speed():
        click.echo(json.dumps(asdict(row)) if as_json else f"{row.what:60} {row.figure}")
