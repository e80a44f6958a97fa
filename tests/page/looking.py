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

CALLED_OTHERWISE = r"""
() => {
  const words = (text) => ` ${text.toLowerCase().match(/[\p{L}\p{N}]+/gu)?.join(" ") ?? ""} `;
  const seen = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return node.data;
    if (node.nodeType !== Node.ELEMENT_NODE || node.ariaHidden === "true") return " ";
    return node.role === "img" ? node.ariaLabel : [...node.childNodes].map(seen).join("");
  };
  axe.setup(document.body);
  const within = document.querySelector("dialog:modal") ?? document; // nothing else can be pressed
  const found = [...within.querySelectorAll("button, a[href], summary")].flatMap((each) => {
    const label = words([...each.childNodes].map(seen).join(""));
    const name = words(axe.commons.text.accessibleText(each));
    return each.checkVisibility() && label.trim() && !name.includes(label) ? [`${label}: ${name}`] : [];
  });
  axe.teardown();
  return found;
}
"""
"""Returns what is seen on controls that are called otherwise: who says it does not press them (WCAG 2.5.3)."""


async def judge(visitor: Visitor) -> None:
    """Bring to the page what judges it."""
    if await visitor.page.evaluate("!window.axe"):
        await visitor.page.evaluate(Axe().axe_script)


async def called_otherwise(visitor: Visitor) -> list[str]:
    """Return what is seen on each control whose name has not got it, and the name."""
    await judge(visitor)
    found: list[str] = await visitor.page.evaluate(CALLED_OTHERWISE)
    return found


async def barriers(visitor: Visitor) -> list[tuple[str, str, str]]:
    """Return what is in the way on the page as it is shown, in all colours; that it is too wide, too."""
    found = [("", "called otherwise", each) for each in await called_otherwise(visitor)]
    options: dict[str, Any] = {}
    for look, wanted in LOOKS.items():
        await visitor.page.emulate_media(**wanted)
        found += [(look, rule, place) for rule, place in await visitor.page.evaluate(JUDGE, options)]
        options = OF_COLOURS
        width = await visitor.page.evaluate("document.documentElement.scrollWidth")
        found += [(look, "too wide", f"{width}")] if width > NARROWEST else []
    return found
