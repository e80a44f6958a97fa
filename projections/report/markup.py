"""Elements of HTML and SVG. Their texts are data: the library escapes them."""

from collections.abc import Mapping
from xml.etree.ElementTree import Element, tostring

from projections.report.words import clean

Attribute = str | int | float | None
"""The value of an attribute; None: there is no such attribute."""


def element(tag: str, attributes: Mapping[str, Attribute] | None = None, *children: Element | str | None) -> Element:
    """Return an element with attributes and children, which are elements and texts; None is nothing."""
    made = Element(tag, {name: written(value) for name, value in (attributes or {}).items() if value is not None})
    last = None
    for child in children:
        if isinstance(child, Element):
            made.append(child)
            last = child
        elif child and last is None:
            made.text = (made.text or "") + kept(child)
        elif child and last is not None:
            last.tail = (last.tail or "") + kept(child)
    return made


def written(value: str | float) -> str:
    """Return the value of an attribute; of places in a drawing hundredths are enough."""
    return clean(value) if isinstance(value, str) else f"{value:.2f}".rstrip("0").rstrip(".")


def kept(text: str) -> str:
    """Return a text with a space where it begins or ends with one."""
    return f"{' ' * text[0].isspace()}{clean(text)}{' ' * (len(text) > 1 and text[-1].isspace())}"


def document(root: Element) -> str:
    """Return a page of HTML."""
    return f"<!doctype html>\n{tostring(root, encoding='unicode', method='html')}\n"
