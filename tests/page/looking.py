"""What is in the way of somebody who looks at a page."""

from typing import Any

from axe_playwright_python.async_playwright import Axe

from tests.page.browsing import Visitor

NARROWEST = 320
"""The width of the narrowest window, in CSS pixels."""

LOOKS: dict[str, dict[str, Any]] = {
    "light": {"color_scheme": "light", "forced_colors": "none"},
    "dark": {"color_scheme": "dark", "forced_colors": "none"},
    "forced": {"color_scheme": "light", "forced_colors": "active"},
}
"""The colours that a page can have, by what a browser asks for."""

OF_COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
"""The rules that colours may break; all others are judged by the first look, as they find the same in each."""

JUDGE = """
(options) => axe
  .run({ resultTypes: ["violations"], selectors: false, ...options })
  .then((found) => found.violations.map((each) => [each.id, each.nodes[0].html]))
"""
"""Returns of each rule that is broken its name and the first place; all else that axe tells is long, or not made."""


async def barriers(visitor: Visitor) -> list[tuple[str, str, str]]:
    """Return what is in the way on the page as it is shown, in all colours; that it is too wide, too."""
    found = []
    if await visitor.page.evaluate("!window.axe"):
        await visitor.page.evaluate(Axe().axe_script)
    options: dict[str, Any] = {}
    for look, wanted in LOOKS.items():
        await visitor.page.emulate_media(**wanted)
        found += [(look, rule, place) for rule, place in await visitor.page.evaluate(JUDGE, options)]
        options = OF_COLOURS
        width = await visitor.page.evaluate("document.documentElement.scrollWidth")
        found += [(look, "too wide", f"{width}")] if width > NARROWEST else []
    return found
