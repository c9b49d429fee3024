"""What the apps of all tests share: compiled templates and the functions that build addresses.

A test makes an app of its own, and compiling these anew would take longer than most tests.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

from flask import Flask
from jinja2 import Environment, FileSystemBytecodeCache
from jinja2.bccache import Bucket
from werkzeug.routing import Rule

TEMPLATES = Path(__file__).resolve().parents[1] / ".pytest_cache" / "templates"
"""Compiled templates, for all processes of a run and for the next run; one that was changed has another checksum."""


class CompiledTemplates(FileSystemBytecodeCache):
    """Compiled templates that are compiled anew where another filter gets the context, which is compiled into them."""

    def get_bucket(self, environment: Environment, name: str, filename: str | None, source: str) -> Bucket:
        """Return what is kept of the template *source* for the filters of this *environment*."""
        with_context = [name for name, filter_ in environment.filters.items() if hasattr(filter_, "jinja_pass_arg")]
        return super().get_bucket(environment, name, filename, source + repr(sorted(with_context)))


class CompiledRule(Rule):
    """A route whose functions that build its addresses are compiled once for the apps of all tests."""

    built: ClassVar[dict[tuple[str, str, bool], Callable[..., tuple[str, str]]]] = {}

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        key = (self.rule, repr(self.defaults), append_unknown)
        if key not in self.built:
            self.built[key] = super()._compile_builder(append_unknown)
        return self.built[key]


def share_compiled() -> None:
    """Let every app that this process makes from now on use what another has compiled."""
    TEMPLATES.mkdir(parents=True, exist_ok=True)
    Flask.jinja_options = {**Flask.jinja_options, "bytecode_cache": CompiledTemplates(str(TEMPLATES))}
    Flask.url_rule_class = CompiledRule
