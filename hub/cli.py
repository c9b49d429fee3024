"""`owleye hub`: runs a club's server."""

from __future__ import annotations

import gc
import signal
from contextlib import closing, suppress
from pathlib import Path
from typing import Annotated, Any

import click
from pydantic import Field

from calibration.storage.files import utc_now
from referee.startup.home_lock import HomeLock
from referee.startup.terminal import address_lines, announce, log_to_terminal
from referee.startup.threads import report_failures
from sharing.settings import Broker, changed, load, save
from web.security.guard import secret_of
from web.security.pin import Pin, pin_words
from web.security.rights import is_host, right_of
from web.server import Server, draw_front_page, listening

FOLDER = "hub"


class HubSettings(Broker):
    """The hub's settings (HOME/hub/settings.json): the broker, the database, and the address of the pages."""

    database: Annotated[str, Field(description="Such as postgresql+psycopg://user@host/name; empty: a file.")] = ""
    pages_host: Annotated[str, Field(description="The address to listen on.")] = "0.0.0.0"
    pages_port: Annotated[int, Field(ge=0, le=65535, description="The port of the pages.")] = 8100
    names: Annotated[tuple[str, ...], Field(description="Further names under which others reach this machine.")] = ()


@click.command("hub")
@click.option("--broker", metavar="H", help="The name or the address of the broker.")
@click.option("--broker-port", "port", type=click.IntRange(1, 65535), metavar="N", help="Its port: 8883, or 1883.")
@click.option("--tls/--no-tls", default=None, help="Whether the connection is encrypted.")
@click.option("--ca", "ca_file", metavar="FILE", help="The certificate that the broker's is signed with.")
@click.option("--user", metavar="U", help="The hub's name at the broker.")
@click.option("--ask-password", is_flag=True, help="Ask for the hub's password at the broker.")
@click.option("--database", metavar="URL", help="Where results are kept; a file in the home folder by default.")
@click.option("--host", "pages_host", metavar="H", help="The address to listen on.  [default: 0.0.0.0]")
@click.option(
    "--port", "pages_port", type=click.IntRange(0, 65535), metavar="N", help="The pages' port.  [default: 8100]"
)
@click.pass_obj
def hub_command(home: Path, /, ask_password: bool, **options: Any) -> None:
    """Show every table of a club on one page, with results and a ladder (docs/club.md).

    Options are kept for the next start.
    """
    log_to_terminal()
    folder = home / FOLDER
    fields = {name: value for name, value in options.items() if value is not None}
    if ask_password:
        fields["password"] = click.prompt("Password", hide_input=True)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with suppress(KeyboardInterrupt), closing(HomeLock(folder)):
        settings = changed(load(folder, HubSettings), **fields)
        settings.check_broker()
        save(folder, settings)
        serve_hub(settings, folder)
    announce("The hub is closed; every result is kept.")


def serve_hub(settings: HubSettings, folder: Path) -> None:
    """Serve the hub's pages until the program is stopped.

    Raises:
        SharingError: with one sentence, where packages are missing, or the broker or the database cannot be used.
    """
    from hub.judge import COLLECT
    from hub.schema import open_database
    from hub.service import HubService
    from hub.store import Store
    from hub.web.app import create_app  # these need the packages of the extra `club`

    report_failures()
    gc.set_threshold(*COLLECT)
    with (
        closing(Store(open_database(settings.database, folder))) as store,
        closing(HubService(settings, store, utc_now)) as service,
        listening(settings.pages_host, settings.pages_port) as listener,
    ):
        app = create_app(service, folder, secret_of(folder), settings.names)
        draw_front_page(app)
        announce(
            f"{address_lines(settings.pages_host, listener.getsockname()[1])}\n{pin_words(Pin(folder), 'pair tables')}"
        )
        Server(app, listener, stream="/events", knows=right_of(app, is_host)).run()
