"""`owleye share`: shows and changes how the table is shared."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import Any

import click

from referee.backup.restore import check_finished
from referee.cli.stopped_table import table_stopped
from referee.startup.terminal import say
from sharing.link import client_kind
from sharing.settings import FOLDER, ShareSettings, changed, load, save


@click.command("share")
@click.option("--on/--off", default=None, help="Share the table from the next start on, or no longer.")
@click.option("--name", "table", metavar="NAME", help="The table's name, such as “Table 3”.")
@click.option("--broker", metavar="H", help="The name or the address of the broker.")
@click.option(
    "--port", type=click.IntRange(1, 65535), metavar="N", help="The broker's port: 8883, or 1883 without TLS."
)
@click.option("--tls/--no-tls", default=None, help="Whether the connection is encrypted.")
@click.option("--ca", "ca_file", metavar="FILE", help="The certificate that the broker's is signed with.")
@click.option("--user", metavar="U", help="The user's name at the broker.")
@click.option("--ask-password", is_flag=True, help="Ask for the user's password at the broker.")
@click.option("--code", metavar="CODE", help="The code from the hub that pairs this table with it.")
@click.option("--home-assistant/--no-home-assistant", default=None, help="Whether Home Assistant finds the table.")
@click.pass_obj
def share_command(home: Path, /, ask_password: bool, **options: Any) -> None:
    """Share this table with a club's hub or with Home Assistant (docs/club.md).

    Without options: how it is shared.  A table that is running takes changes on its page “Share this table”.
    """
    fields = {name: value for name, value in options.items() if value is not None}
    with table_stopped(home) if fields or ask_password else nullcontext():
        check_finished(home)
        if ask_password:
            fields["password"] = click.prompt("Password", hide_input=True)
        settings = _changed(home / FOLDER, fields)
    say(in_words(settings))


def _changed(folder: Path, fields: dict[str, Any]) -> ShareSettings:
    """The settings in *folder*, saved with *fields* where there are any."""
    settings = changed(load(folder, ShareSettings), **fields)
    if fields:
        if settings.on:
            settings.check()
            client_kind()
        save(folder, settings)
    return settings


def in_words(settings: ShareSettings) -> str:
    """One sentence for the command line: how the table is shared, without password and code."""
    if not settings.on:
        return "This table is not shared. docs/club.md says how to share it."
    pairing = "paired with a hub" if settings.code else "not paired with a hub"
    encrypted = "encrypted" if settings.tls else "not encrypted"
    return f"Shared as “{settings.table}” over {settings.broker}:{settings.port} ({encrypted}, {pairing})."
