"""Signed cookies without a time: a Raspberry Pi has no battery clock, so its time jumps after a power cut."""

from __future__ import annotations

from flask import Flask
from flask.sessions import SecureCookieSessionInterface
from itsdangerous import URLSafeSerializer


class Sessions(SecureCookieSessionInterface):
    """Flask's signed cookie sessions that hold whatever the clock says.

    What a cookie proves expires by itself: a seat's code with its game, a host's mark with the PIN.
    """

    def get_signing_serializer(self, app: Flask) -> URLSafeSerializer | None:  # type: ignore[override]
        """The serializer that signs the cookies of *app*; it writes and checks no time."""
        if not app.secret_key:
            return None
        options = {"key_derivation": self.key_derivation, "digest_method": self.digest_method}
        return URLSafeSerializer(app.secret_key, self.salt, self.serializer, signer_kwargs=options)
