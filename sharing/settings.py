"""How to reach a broker, and what a table shares over it (HOME/sharing/settings.json)."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from calibration.storage.files import settings_in, write_atomically
from rules.core.phrases import Phrase, SentenceError
from sharing.messages import WRONG_CODE, key_of

LONGEST_NAME = 40  # characters
NO_BROKER = Phrase("Enter the name or the address of the broker.")
NO_NAME = Phrase("Give the table a name with a letter or a digit in it, such as Table 3.")
NO_CERTIFICATE = Phrase("There is no certificate file {file}: check the path, or leave it empty.")
FOLDER, FILE = "sharing", "settings.json"


class SharingError(SentenceError):
    """The table cannot be shared with these settings; the message is a sentence with the next step."""


class Broker(BaseModel):
    """Address of a broker, and the user that connects to it."""

    model_config = ConfigDict(extra="allow", frozen=True)

    broker: Annotated[str, Field(description="The broker's name or address; empty: none.")] = ""
    port: Annotated[int, Field(ge=1, le=65535, description="The broker's port.")] = 8883
    tls: Annotated[bool, Field(description="Whether the connection is encrypted.")] = True
    ca_file: Annotated[
        str, Field(description="The certificate that the broker's is signed with; empty: the system's.")
    ] = ""
    user: Annotated[str, Field(description="The user's name at the broker.")] = ""
    password: Annotated[str, Field(description="The user's password at the broker.")] = ""

    def check_broker(self) -> None:
        """Check the fields that a connection needs.

        Raises:
            SharingError: where one is missing or wrong, with one sentence for people.
        """
        if not self.broker or not _is_possible(self.broker):
            raise SharingError(NO_BROKER)
        if self.tls and self.ca_file and not Path(self.ca_file).is_file():
            raise SharingError(NO_CERTIFICATE.about(file=self.ca_file))


def _is_possible(host: str) -> bool:
    """Whether the name of a machine can be looked up: its parts have 1 to 63 letters."""
    try:
        host.encode("idna")
    except UnicodeError:
        return False
    return True


class ShareSettings(Broker):
    """Whether and how a table is shared."""

    on: Annotated[bool, Field(description="Whether the table is shared.")] = False
    table: Annotated[str, Field(description="The table's name, such as Table 3.")] = ""
    code: Annotated[str, Field(description="The code that pairs the table with a hub; empty: no hub.")] = ""
    home_assistant: Annotated[bool, Field(description="Whether Home Assistant finds the table by itself.")] = True

    @property
    def id(self) -> str:
        """The table's name as MQTT topics contain it."""
        return table_id(self.table)

    @property
    def key(self) -> bytes | None:
        """The key that signs messages; None without a pairing code."""
        return key_of(self.code) if self.code else None

    def check(self) -> None:
        """Check all fields that sharing needs.

        Raises:
            SharingError: where one is missing or wrong, with one sentence for people.
        """
        self.check_broker()
        if not self.id:
            raise SharingError(NO_NAME)
        try:
            _ = self.key
        except ValueError:
            raise SharingError(WRONG_CODE) from None


def table_id(name: str) -> str:
    """A table's name in MQTT topics: small letters, digits and dashes; empty where no such character is left.

    >>> table_id(" Table 3! ")
    'table-3'
    """
    letters = "".join(letter if letter.isalnum() else " " for letter in name.lower()[:LONGEST_NAME])
    return "-".join(letters.split())


SettingsKind = TypeVar("SettingsKind", bound=Broker)


def load(folder: Path, kind: type[SettingsKind]) -> SettingsKind:
    """The settings in *folder*; the defaults where there is no file.

    Raises:
        DamagedFileError: where the file is damaged.
    """
    return settings_in(folder / FILE, kind)


def save(folder: Path, settings: Broker) -> None:
    """Write the settings into *folder*, readable by their owner only, because they contain a password."""
    write_atomically(folder / FILE, settings.model_dump_json(indent=1).encode())


def changed(settings: SettingsKind, **fields: object) -> SettingsKind:
    """A copy of the settings with new values for *fields*.

    Raises:
        SharingError: where a value is invalid.
    """
    try:
        return type(settings).model_validate({**settings.model_dump(), **fields})
    except ValidationError as error:
        field = ".".join(map(str, error.errors()[0]["loc"]))
        raise SharingError(Phrase("“{field}” cannot have this value: correct it.", field=field)) from None
