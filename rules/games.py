"""Every game the referee knows, by the name that stands in a set-up."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rules.casting_stones.game import CastingStones
from rules.core.game import Game, Setup
from rules.core.phrases import Phrase
from rules.dicers.game import DICERS
from rules.munchkin.game import Munchkin

_ALL: tuple[Game, ...] = (CastingStones(), DICERS, Munchkin())

GAMES: Mapping[str, Game] = MappingProxyType({game.name: game for game in _ALL})


def game_of(setup: Setup) -> Game:
    """The game that *setup* asks for.

    Raises:
        ValueError: with one sentence for people, where there is no such game.
    """
    game = GAMES.get(str(setup.get("game")))
    if game is None:
        words = Phrase("There is no game called {name} here: choose {games}.")
        raise ValueError(words.about(name=repr(setup.get("game")), games=", ".join(sorted(GAMES))))
    return game
