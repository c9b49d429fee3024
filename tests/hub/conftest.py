"""A fresh hub for each test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.hub.kit import Hub, SharedTable, hub_at


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[Hub]:
    with hub_at(tmp_path) as hub:
        yield hub


@pytest.fixture
def table(hub: Hub, tmp_path: Path) -> Iterator[SharedTable]:
    teller = SharedTable(tmp_path, "Table 1", hub.pair("Table 1"))
    yield teller
    teller.close()
