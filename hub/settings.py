"""What the hub needs to know (HOME/hub/settings.json).

Apart from `hub.service`, because the command line knows these without the packages of the extra `club`.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from sharing.settings import Broker

FOLDER = "hub"


class HubSettings(Broker):
    """How to reach the broker, where results are kept, and where the pages are."""

    database: Annotated[str, Field(description="Such as postgresql+psycopg://user@host/name; empty: a file.")] = ""
    pages_host: Annotated[str, Field(description="The address to listen on.")] = "0.0.0.0"
    pages_port: Annotated[int, Field(ge=0, le=65535, description="The port of the pages.")] = 8100
    names: Annotated[tuple[str, ...], Field(description="Further names under which others reach this machine.")] = ()
