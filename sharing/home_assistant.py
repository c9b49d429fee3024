"""Describes a shared table to Home Assistant, which then finds it by itself (MQTT discovery).

Source: https://www.home-assistant.io/integrations/mqtt/#mqtt-discovery
"""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from sharing.messages import Message, as_json, topic_of

LONGEST = 255  # characters that Home Assistant accepts as a state
EVENTS = ("begin", "throw", "choice", "correction", "record")
SENSORS = {
    "game": ("Game", "mdi:dice-multiple"),
    "turn": ("Turn", "mdi:account"),
    "waits": ("Waits for", "mdi:hand-pointing-right"),
    "verdict": ("Verdict", "mdi:gavel"),
}


def discovery(table: str, name: str) -> list[Message]:
    """The messages that describe the table with this id and *name* to Home Assistant."""
    node = f"owleye_{sha256(table.encode()).hexdigest()[:12]}"
    entities = {("sensor", field): _sensor(table, field) for field in SENSORS}
    entities["binary_sensor", "trouble"] = _trouble(table)
    entities["event", "ruling"] = _ruling(table)
    frame = _frame(table, name, node)
    return [
        Message(
            f"homeassistant/{platform}/{node}/{field}/config",
            as_json({**frame, **entity, "unique_id": f"{node}_{field}"}),
            retain=True,
        )
        for (platform, field), entity in entities.items()
    ]


def _frame(table: str, name: str, node: str) -> dict[str, Any]:
    return {
        "availability_topic": topic_of(table, "status"),
        "device": {"identifiers": [node], "name": name, "manufacturer": "Owleye", "model": "Table"},
        "origin": {"name": "Owleye"},
        "qos": 1,
    }


def _sensor(table: str, field: str) -> dict[str, Any]:
    name, icon = SENSORS[field]
    template = f"{{{{ (value_json.{field} or '–') | truncate({LONGEST}, true, '…', 0) }}}}"
    return {"name": name, "icon": icon, "state_topic": topic_of(table, "state"), "value_template": template}


def _trouble(table: str) -> dict[str, Any]:
    state = topic_of(table, "state")
    return {
        "name": "Trouble",
        "device_class": "problem",
        "state_topic": state,
        "value_template": "{{ 'ON' if value_json.trouble or value_json.question else 'OFF' }}",
        "json_attributes_topic": state,
    }


def _ruling(table: str) -> dict[str, Any]:
    return {"name": "Ruling", "icon": "mdi:gavel", "state_topic": topic_of(table, "event"), "event_types": list(EVENTS)}
