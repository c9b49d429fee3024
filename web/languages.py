"""The language of each request: phrases and marked texts come out in it wherever they reach a person.

Python code and the rules make phrases (`rules.core.phrases`), templates mark their texts with ``_`` and ``ngettext``.
Both are looked up in one catalogue per language, ``translations/LANGUAGE/LC_MESSAGES/messages.po``, at the edge only:
where a template prints a value, where JSON is written, and where a message is kept for the next page.
"""

from __future__ import annotations

import json
from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path
from typing import Any, cast

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from flask import Flask, Response, current_app, g, has_request_context, request, session
from flask.json.provider import DefaultJSONProvider
from flask_babel import Babel, get_locale
from markupsafe import Markup

from calibration.storage.files import bytes_in, save_json
from rules.core.phrases import Phrase, has_words, translated

SOURCE = "en"  # the language in which the texts stand in the code
LANGUAGES = {"en": "English", "de": "Deutsch"}  # each in its own words, in the order of the switch
TRANSLATIONS = Path(__file__).with_name("translations")
HOST_LANGUAGE = "language.json"  # in a home: the language that its host chose
IN_HOST_LANGUAGE = ("table.small",)  # the screen at the table has no reader of its own


class Json(DefaultJSONProvider):
    """Answers in JSON, with all phrases in the language of the request."""

    def response(self, *args: Any, **kwargs: Any) -> Response:
        """A JSON response with one value, or with named fields, in the language of the request."""
        return cast(Response, super().response(*localised(args), **localised(kwargs)))


def init_app(app: Flask, home: Path) -> None:
    """Choose a language for each request to *app*; the host's choice is kept in *home*."""
    app.extensions["owleye.language"] = home / HOST_LANGUAGE
    Babel(app, default_locale=SOURCE, locale_selector=_chosen, configure_jinja=False)
    app.json = Json(app)
    app.jinja_env.finalize = localised_text
    app.jinja_env.globals.update(
        _=marked, ngettext=marked_plural, language=language, languages=LANGUAGES, localised=localised
    )
    app.after_request(_declare)


def language() -> str:
    """The language of this request, found once, because a page asks hundreds of times; English outside of one."""
    if not has_request_context():
        return SOURCE
    if "language" not in g:
        g.language = str(get_locale() or SOURCE)
    return str(g.language)


def texts() -> NullTranslations:
    """The catalogue of translations in the language of this request."""
    return catalogue(language())


def localised(value: Any) -> Any:
    """*value* with all phrases in it in the language of this request."""
    return translated(value, texts())


def localised_text(value: Any) -> Any:
    """*value* as a template prints it: a phrase in the language of this request, anything else unchanged."""
    return value.translation(texts()) if isinstance(value, Phrase) else value


def marked(template: str, /, **values: object) -> Markup:
    """A text of a template in the language of this request.  It may have HTML in it; its values are escaped."""
    found = texts().gettext(template) if has_words(template) else template
    return Markup(found).format(**localised(values))


def marked_plural(one: str, many: str, number: int, /, **values: object) -> Markup:
    """A text of a template like `marked` that depends on *number*, which also fills its gap ``{number}``.

    >>> marked_plural("{number} game of {player}", "{number} games of {player}", 2, player="Bo")
    Markup('2 games of Bo')
    """
    return Markup(texts().ngettext(one, many, number)).format(number=number, **localised(values))


@cache
def catalogue(name: str) -> NullTranslations:
    """The texts of a language, read from its file once; an empty catalogue for the language of the code."""
    path = TRANSLATIONS / name / "LC_MESSAGES" / "messages.po"
    if not path.exists():
        return NullTranslations()
    compiled = BytesIO()
    with path.open("rb") as file:
        write_mo(compiled, read_po(file, locale=name))
    compiled.seek(0)
    return GNUTranslations(compiled)


def _chosen() -> str:
    """The language chosen on this browser, else the first offered one that it prefers, else that of the host."""
    own, hosts = session.get("language"), host_language()
    if request.endpoint in IN_HOST_LANGUAGE and hosts:
        return hosts
    return own if own in LANGUAGES else request.accept_languages.best_match(LANGUAGES) or hosts or SOURCE


def host_language() -> str:
    """What the host chose last; empty before the first choice, and where the file cannot be read."""
    return _stored_language(_host_language_file())


def in_host_language(home: Path, text: str) -> tuple[str, str]:
    """*text* in the language that the host of *home* chose, and the code of that language; "en" before a choice."""
    name = _stored_language(home / HOST_LANGUAGE) or SOURCE
    return translated(text, catalogue(name)), name


def _stored_language(file: Path) -> str:
    try:
        name = str(json.loads(bytes_in(file))["language"])
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return ""
    return name if name in LANGUAGES else ""


def choose(wanted: str, for_host_screens: bool) -> None:
    """Switch the language of this browser, and of the screens without a reader where *for_host_screens*."""
    session["language"] = wanted
    if for_host_screens:
        save_json(_host_language_file(), {"language": wanted})


def _host_language_file() -> Path:
    return cast(Path, current_app.extensions["owleye.language"])


def _declare(response: Response) -> Response:
    """Set the headers Content-Language and Vary: the language depends on what the browser prefers."""
    if response.mimetype in ("text/html", "application/json"):
        response.headers.setdefault("Content-Language", language())
        response.vary.update(("Accept-Language", "Cookie"))
    return response
