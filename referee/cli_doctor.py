"""`owleye doctor`: is this machine fit to be a table?"""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import click

from referee.doctor import examine

MARKS = {"ok": "ok  ", "warn": "look", "bad": "BAD "}


@click.command("doctor")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a check instead of text (docs/cli.md).")
@click.pass_obj
def doctor_command(home: Path, as_json: bool) -> None:
    """Look at everything a table needs, and say what to do next.

    Each line is ok, worth a look, or BAD.  The exit status is 1 where anything is bad.
    """
    checks = examine(home)
    for check in checks:
        click.echo(json.dumps(asdict(check)) if as_json else f"{MARKS[check.health]}  {check.name}: {check.words}")
    if any(check.health == "bad" for check in checks):
        raise SystemExit(1)
