"""Draw the icons of the web app from static/owl.svg: `python -m tests.tools.icons` (needs Chromium)."""

from __future__ import annotations

from pathlib import Path

from tests.browser.chromium import Page, installed

STATIC = Path(__file__).resolve().parents[2] / "web" / "static"
ICONS = {"icon-192.png": (192, 0.62, 22), "icon-512.png": (512, 0.62, 22), "icon-mask.png": (512, 0.5, 0)}
"""The size in px, the share of it that the owl takes, and the rounding of the corners in per cent."""


def page_of(px: int, share: float, corner: int, owl: str) -> str:
    """A page that is nothing but the icon."""
    style = f"width:{px}px;height:{px}px;border-radius:{corner}%;background:linear-gradient(#3a4488,#171c3c)"
    inner = owl.replace("<svg ", f'<svg style="width:{px * share}px" ').replace("#2a3160", "#5a66b4")
    box = f'<div style="{style};display:grid;place-items:center">{inner}</div>'
    return f"<body style='margin:0;background:transparent'>{box}"


def main() -> None:
    """Write all icons."""
    browser = installed()
    assert browser is not None, "install the package chromium"
    page = Page(browser)
    page.tell("Emulation.setDefaultBackgroundColorOverride", color={"r": 0, "g": 0, "b": 0, "a": 0})
    owl = (STATIC / "owl.svg").read_text("utf-8")
    for name, (px, share, corner) in ICONS.items():
        page.size(px, px)
        page.js(f"document.open(), document.write({page_of(px, share, corner, owl)!r}), document.close()")
        page.picture(STATIC / name)
    page.close()


if __name__ == "__main__":
    main()
