"""The messages for Home Assistant have the fields that its documentation lists, with the right types."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from sharing.home_assistant import EVENTS, SENSORS, discovery
from sharing.messages import OFFLINE, ONLINE
from sharing.public import events, state_of
from tests.rules.toy import Toy
from tests.sharing.kit import TOY_LOG, TOY_SETUP, snapshot_of

# From https://www.home-assistant.io/integrations/mqtt, /sensor.mqtt, /binary_sensor.mqtt, /event.mqtt.
COMMON: dict[str, type] = {
    "availability": list,
    "availability_mode": str,
    "availability_template": str,
    "availability_topic": str,
    "device": dict,
    "device_class": str,
    "enabled_by_default": bool,
    "encoding": str,
    "entity_category": str,
    "entity_picture": str,
    "icon": str,
    "json_attributes_template": str,
    "json_attributes_topic": str,
    "name": str,
    "origin": dict,
    "payload_available": str,
    "payload_not_available": str,
    "platform": str,
    "qos": int,
    "state_topic": str,
    "unique_id": str,
    "value_template": str,
}
TIMED = {"expire_after": int, "force_update": bool}
PLATFORMS: dict[str, dict[str, type]] = {
    "sensor": COMMON
    | TIMED
    | {"options": list, "state_class": str, "suggested_display_precision": int, "unit_of_measurement": str},
    "binary_sensor": COMMON | TIMED | {"off_delay": int, "payload_off": str, "payload_on": str},
    "event": COMMON | {"event_types": list},
}
REQUIRED = {"sensor": {"state_topic"}, "binary_sensor": {"state_topic"}, "event": {"state_topic", "event_types"}}
DEVICE = {"configuration_url", "connections", "hw_version", "identifiers", "manufacturer", "model", "model_id", "name"}
DEVICE |= {"serial_number", "suggested_area", "sw_version", "via_device"}
ORIGIN = {"name", "sw_version", "support_url"}
TOPIC = re.compile(r"homeassistant/(sensor|binary_sensor|event)/[a-zA-Z0-9_-]+/[a-zA-Z0-9_-]+/config")
FOUND = discovery("tisch-ä", "Tisch Ä")


def body(message: Any) -> Any:
    return json.loads(message.payload)


@pytest.mark.parametrize("message", FOUND, ids=lambda message: message.topic)
def test_each_message_is_what_the_documentation_describes(message: Any) -> None:
    match = TOPIC.fullmatch(message.topic)
    assert match is not None
    assert message.retain
    fields, config = PLATFORMS[match[1]], body(message)
    assert REQUIRED[match[1]] <= config.keys() <= fields.keys()
    assert all(isinstance(value, fields[name]) for name, value in config.items())
    assert config["device"].keys() <= DEVICE
    assert config["device"]["identifiers"]
    assert "name" in config["origin"]
    assert config["origin"].keys() <= ORIGIN
    assert config["qos"] in (0, 1, 2)
    assert config["icon"].startswith("mdi:") if "icon" in config else config["device_class"] == "problem"


def test_every_entity_has_its_own_id_and_all_are_one_device() -> None:
    configs = [body(message) for message in FOUND]
    assert len({each["unique_id"] for each in configs}) == len(configs) == len(SENSORS) + 2
    assert len({json.dumps(each["device"]) for each in configs}) == 1
    assert configs[0]["device"]["name"] == "Tisch Ä"
    assert configs[0]["unique_id"] != body(discovery("another", "Tisch Ä")[0])["unique_id"]


def test_availability_has_the_words_that_home_assistant_expects() -> None:
    assert (ONLINE, OFFLINE) == (b"online", b"offline")
    assert all(body(message)["availability_topic"] == "owleye/tisch-ä/status" for message in FOUND)


def test_every_event_has_a_type_that_was_announced() -> None:
    announced = next(body(message)["event_types"] for message in FOUND if "/event/" in message.topic)
    happened = list(events(snapshot_of(Toy(), TOY_SETUP, TOY_LOG), None))
    assert {event["event_type"] for event in happened} <= set(announced) == set(EVENTS)


def test_the_templates_read_fields_that_the_state_has() -> None:
    state = state_of(snapshot_of(Toy(), TOY_SETUP, TOY_LOG))
    read = {
        name for message in FOUND for name in re.findall(r"value_json\.(\w+)", body(message).get("value_template", ""))
    }
    assert read == {*SENSORS, "trouble", "question"}
    assert read <= state.keys()
