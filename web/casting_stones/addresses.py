"""The addresses that only Casting Stones has."""

from __future__ import annotations

from flask import Blueprint

from web.casting_stones import cards

page = Blueprint("casting_stones", __name__, url_prefix="/casting-stones")
page.register_blueprint(cards.page)
