"""Figures: a chart with its title, what it shows in words, its key, a note, and the numbers behind it as a table."""

from collections.abc import Iterable, Sequence
from xml.etree.ElementTree import Element

from msgspec import Struct

from projections.report.drawing import WIDTH, Drawing
from projections.report.markup import element
from projections.report.numbers import Row
from projections.report.words import NUMBERS, Unit, shown


class Column(Struct, frozen=True):
    """A column of the table behind a chart: its heading, the field of the rows, and what its values are."""

    heading: str
    field: str
    unit: Unit = "count"


class Figure(Struct, frozen=True):
    """A chart: `key` is unique in its section, `says` tells in a sentence what it shows.

    `legend` explains its marks, `note` what to be careful about.
    """

    key: str
    title: str
    says: str
    drawing: Drawing
    columns: Sequence[Column]
    rows: Sequence[Row]
    legend: str | None = None
    note: str | None = None


def figure(drawn: Figure, section: str) -> Element:
    """Return a figure as an element of a page; `section` is the id of its section."""
    name = f"{section}-{drawn.key}"
    return element(
        "figure",
        {"aria-labelledby": name},
        element("h3", {"id": name}, drawn.title),
        element("p", None, drawn.says),
        chart(drawn, name),
        element("p", {"class": "note"}, drawn.legend) if drawn.legend else None,
        element("p", {"class": "note"}, drawn.note) if drawn.note else None,
        element(
            "details",
            None,
            element("summary", None, "The numbers", element("span", {"class": "unseen"}, f" of “{drawn.title}”")),
            table(drawn.title, drawn.columns, drawn.rows),
        ),
    )


def chart(drawn: Figure, name: str) -> Element:
    """Return the drawing, with a title and a description for those who do not see it."""
    return element(
        "svg",
        {
            "role": "img",
            "viewBox": f"0 0 {WIDTH} {drawn.drawing.height:.0f}",
            "width": WIDTH,
            "height": f"{drawn.drawing.height:.0f}",
            "aria-labelledby": f"{name}-title",
            "aria-describedby": f"{name}-form",
        },
        element("title", {"id": f"{name}-title"}, drawn.title),
        element("desc", {"id": f"{name}-form"}, f"{drawn.drawing.form} The table below has the numbers."),
        *drawn.drawing.parts,
    )


def table(caption: str, columns: Sequence[Column], rows: Iterable[Row]) -> Element:
    """Return rows as a table, which can be scrolled for itself where it is too wide."""
    headings = (element("th", {"scope": "col", "class": aligned(each)}, each.heading) for each in columns)
    body = (element("tr", None, *(cell(column, row, number) for number, column in enumerate(columns))) for row in rows)
    return element(
        "div",
        {"class": "wide", "role": "group", "tabindex": 0, "aria-label": f"Table: {caption}"},
        element(
            "table",
            None,
            element("caption", None, caption),
            element("thead", None, element("tr", None, *headings)),
            element("tbody", None, *body),
        ),
    )


def cell(column: Column, row: Row, number: int) -> Element:
    """Return a cell; the first of a row is its heading."""
    said = shown(row.get(column.field), column.unit)
    if number == 0:
        return element("th", {"scope": "row", "class": aligned(column)}, said)
    return element("td", {"class": aligned(column)}, said)


def aligned(column: Column) -> str | None:
    """Return the class of a column of numbers."""
    return "number" if column.unit in NUMBERS else None
