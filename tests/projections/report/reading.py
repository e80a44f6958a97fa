"""A page read by a parser of HTML: what is wrong with it, and what stands in it."""

import base64
import hashlib
import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from xml.etree.ElementTree import Element

from tinyhtml5.parser import HTMLParser

HTML, SVG = "{http://www.w3.org/1999/xhtml}", "{http://www.w3.org/2000/svg}"
REFERENCES = ("aria-labelledby", "aria-describedby", "for", "headers")
LEADING_OUT = ("src", "srcset", "action", "formaction", "data", "poster", "ping", "background", "xlink:href")
ALLOWED = re.compile(
    f"{HTML}(html|head|meta|title|style|body|main|section|nav|figure|details|summary|div|h[123]|p|ul|li|strong|a|span"
    f"|table|caption|thead|tbody|tr|th|td)|{SVG}(svg|title|desc|text|line|rect|circle|path|polyline)"
)
"""The elements that a report is made of: none that runs or loads anything."""


def tree_of(page: str) -> Element:
    """Return the tree of a page, however it is written."""
    tree: Element = HTMLParser().parse(page)
    return tree


def faults(page: str) -> list[str]:
    """Return what is wrong with a page."""
    parser = HTMLParser()
    tree = parser.parse(page)
    found = [f"{code} at {place}" for place, code, _ in parser.errors]
    return [*found, *foreign(tree), *loose_ends(tree), *out_of_order(tree), *unreadable(tree), *unguarded(tree)]


def foreign(tree: Element) -> Iterator[str]:
    """Yield what runs or loads something, or is styled where the policy forbids it."""
    for each in tree.iter():
        if not ALLOWED.fullmatch(str(each.tag)):
            yield f"there is a {each.tag}"
        for name, value in each.attrib.items():
            if name.startswith("on") or name == "style" or name in LEADING_OUT:
                yield f"{each.tag} has {name}"
            if name.endswith("href") and not value.startswith("#"):
                yield f"{each.tag} leads to {value}"
            if "url(" in value:
                yield f"{each.tag} loads {value}"


def loose_ends(tree: Element) -> Iterator[str]:
    """Yield ids that two elements have, and references to none."""
    ids = Counter(each.get("id") for each in tree.iter() if "id" in each.attrib)
    yield from (f"the id {name} is there {times} times" for name, times in ids.items() if times > 1)
    yield from (f"the id {name!r} has a space" for name in ids if name is None or re.search(r"\s|^$", name))
    for each in tree.iter():
        named = [name for attribute in REFERENCES for name in each.get(attribute, "").split()]
        href = each.get("href", "")
        yield from (f"{name} is nowhere" for name in [*named, *([href[1:]] if href else [])] if name not in ids)


def out_of_order(tree: Element) -> Iterator[str]:
    """Yield what is wrong with the headings."""
    levels = [int(each.tag[-1]) for each in tree.iter() if re.fullmatch(f"{HTML}h[1-6]", str(each.tag))]
    if levels[:1] != [1] or levels.count(1) != 1:
        yield "there is not one heading of the first level, at the beginning"
    yield from (f"h{two} follows h{one}" for one, two in pairwise(levels) if two > one + 1)


def unreadable(tree: Element) -> Iterator[str]:
    """Yield tables and drawings that cannot be read aloud."""
    yield from ("a th has no scope" for each in tree.iter(f"{HTML}th") if each.get("scope") not in {"row", "col"})
    for table in tree.iter(f"{HTML}table"):
        widths = {len(row) for row in table.iter(f"{HTML}tr")}
        if len(widths) != 1 or table.find(f"{HTML}caption") is None:
            yield "a table has no caption, or rows of different lengths"
    for drawing in tree.iter(f"{SVG}svg"):
        told = [drawing.find(f"{SVG}{tag}") for tag in ("title", "desc")]
        if drawing.get("role") != "img" or any(each is None or not words(each) for each in told):
            yield "a drawing has no role, title or description"
    for picture in tree.iter(f"{HTML}figure"):
        if picture.find(f"{HTML}details//{HTML}table") is None:
            yield "a figure has no table"


def unguarded(tree: Element) -> Iterator[str]:
    """Yield what is wrong with the policy, which allows the page's own style and nothing else."""
    policies = [each for each in tree.iter(f"{HTML}meta") if each.get("http-equiv") == "Content-Security-Policy"]
    styles = [each.text or "" for each in tree.iter(f"{HTML}style")]
    digests = [base64.b64encode(hashlib.sha256(each.encode()).digest()).decode() for each in styles]
    wanted = f"default-src 'none'; style-src 'sha256-{digests[0]}'; base-uri 'none'; form-action 'none'"
    if [each.get("content") for each in policies] != [wanted] or len(styles) != 1:
        yield "the policy is not that of its one style"


def words(element: Element) -> str:
    """Return the text of an element and all that is in it."""
    return " ".join("".join(element.itertext()).split())
