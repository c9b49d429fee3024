"""The hub's settings (HOME/hub/settings.json).

They are a module of their own, because the command line reads them without the packages of the extra `club`.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from sharing.settings import Broker

FOLDER = "hub"


class HubSettings(Broker):
    """The broker, the database, and the address of the pages."""

    database: Annotated[str, Field(description="Such as postgresql+psycopg://user@host/name; empty: a file.")] = ""
    pages_host: Annotated[str, Field(description="The address to listen on.")] = "0.0.0.0"
    pages_port: Annotated[int, Field(ge=0, le=65535, description="The port of the pages.")] = 8100
    names: Annotated[tuple[str, ...], Field(description="Further names under which others reach this machine.")] = ()
