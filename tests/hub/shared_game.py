"""One game of Casting Stones as a table sends it to a hub."""

from __future__ import annotations

from sharing.messages import Message
from sharing.public import game_key
from tests.hub.kit import SharedTable
from tests.rules.fuzz import play
from tests.rules.kit import kit_of
from tests.sharing.kit import snapshot_of

KIT = kit_of("casting-stones")
GAME = play(KIT, 3)
LOG = GAME.log[:20]
KEY = game_key(snapshot_of(KIT.game, GAME.setup, ()))
ONE = f"table-1/{KEY}"


def sent(table: SharedTable, count: int = len(LOG)) -> list[Message]:
    """The messages about the first *count* facts."""
    return table.play(KIT.game, GAME.setup, LOG[:count])
