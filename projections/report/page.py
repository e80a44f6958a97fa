"""The page: one file that needs no network and no script, and whose policy allows nothing but its own style."""

import base64
import hashlib
from collections.abc import Callable, Sequence
from functools import cache
from importlib.resources import files
from xml.etree.ElementTree import Element

from projections.report.figures import figure
from projections.report.findings import Findings
from projections.report.markup import document, element
from projections.report.numbers import Numbers, Row, text
from projections.report.sections import deciding, games, options, own, winning
from projections.report.summary import all_games, game_words, heading, opening_words, period_said, played
from projections.report.words import listed, title_of

SECTIONS: Sequence[Callable[[Numbers, str], Findings]] = (
    games.how_long,
    games.when_played,
    games.how_ended,
    winning.acting_first,
    winning.by_seat,
    winning.kinds_of_players,
    own.of_its_own,
    deciding.times,
    deciding.lapses,
    deciding.never_taken,
    deciding.happenings,
    deciding.refused,
    options.effects,
)
"""What is told of each game, in this order."""

FEW_SECTIONS = 2
"""Up to this number of sections there is no list of links: the section of one game, and what was counted."""

COUNTED = """
Counted are games that have ended and whose record is open, by the day on which they ended, in UTC. Not counted are
games that go on, and games whose cards are still played somewhere else.

Who wins is counted in games with a result only, without forks and without games for which somebody chose the cards, or
in which a move could be taken back.
Friendlier Than Thou has no winners: all play together.

A median is the value in the middle: half of the cases are below it. A 95% interval is made so that nineteen of twenty
hold the true value; one of twenty does not, so among many intervals some mislead by chance.

The numbers tell what was, not why. Games with one value of an option may differ in other things, too, and better
players may choose other seats.

Refused moves are counted by the day on which they were refused: they are no part of a record.

Nobody is named: the page has counts and shares only.
"""


def report_page(numbers: Numbers) -> str:
    """Return the report as a document of HTML."""
    rows = played(numbers)
    findings = [(row, [tell(numbers, text(row, "game")) for tell in SECTIONS]) for row in rows]
    sections = [
        *(
            [section("all", "All games", [all_games(rows, numbers), games.when_played(numbers, None)])]
            if len(rows) > 1
            else []
        ),
        *(
            section(f"game-{number}", title_of(text(row, "game")), each)
            for number, (row, each) in enumerate(findings, 1)
        ),
    ]
    title = heading(numbers)
    main = element(
        "main",
        None,
        element("h1", None, title),
        *summary(numbers, findings),
        *contents([*sections, how_counted(numbers)]),
        *sections,
        how_counted(numbers),
    )
    return document(element("html", {"lang": "en", "dir": "ltr"}, head(title), element("body", None, main)))


def head(title: str) -> Element:
    """Return the head of the page, with its policy before its style."""
    style = element("style", None, stylesheet())
    policy = f"default-src 'none'; style-src 'sha256-{digest(style.text or '')}'; base-uri 'none'; form-action 'none'"
    return element(
        "head",
        None,
        element("meta", {"charset": "utf-8"}),
        element("meta", {"http-equiv": "Content-Security-Policy", "content": policy}),
        element("meta", {"name": "viewport", "content": "width=device-width, initial-scale=1"}),
        element("meta", {"name": "color-scheme", "content": "light dark"}),
        element("meta", {"name": "robots", "content": "noindex"}),
        element("title", None, f"{title} – Parlour"),
        style,
    )


@cache
def stylesheet() -> str:
    """Return the style of the page."""
    return files("projections.report").joinpath("report.css").read_text(encoding="utf-8")


def digest(style: str) -> str:
    """Return the hash of a style, as a policy names it."""
    return base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()


def summary(numbers: Numbers, findings: Sequence[tuple[Row, Sequence[Findings]]]) -> list[Element]:
    """Return the report in words."""
    if not findings:
        asked = f" of {listed([title_of(game) for game in numbers.games])}" if numbers.games else ""
        ended = " ".join(["ended", *period_said(numbers)])
        nothing = f"There is nothing to report: no game{asked} that {ended} has an open record."
        return [element("p", {"class": "lead"}, nothing)]
    items = []
    for row, each in findings:
        words = [game_words(row), *(said for one in each for said in one.summary)]
        items.append(element("li", None, element("strong", None, title_of(text(row, "game"))), f": {' '.join(words)}"))
    lead = element("p", {"class": "lead"}, opening_words(numbers, [row for row, _ in findings]))
    return [element("h2", {"id": "summary"}, "Summary"), lead, element("ul", None, *items)]


def contents(sections: Sequence[Element]) -> list[Element]:
    """Return links to sections, if there are several."""
    if len(sections) <= FEW_SECTIONS:
        return []
    links = [element("li", None, element("a", {"href": f"#{each.get('id')}"}, each[0].text or "")) for each in sections]
    return [element("nav", {"aria-label": "On this page"}, element("ul", None, *links))]


def section(name: str, title: str, findings: Sequence[Findings]) -> Element:
    """Return a section with all figures of what is told; `name` is its id."""
    drawn = [figure(each, name) for one in findings for each in one.figures]
    heading = element("h2", {"id": f"{name}-heading"}, title)
    return element(
        "section",
        {"id": name, "aria-labelledby": f"{name}-heading"},
        heading,
        element("div", {"class": "figures"}, *drawn),
    )


def how_counted(numbers: Numbers) -> Element:
    """Return what was counted, and what not."""
    among = "are among them" if numbers.private else "are not among them"
    source = f"Games of private tables, which strangers may not see, {among}."
    if numbers.cursor is not None:
        source += f" The numbers are of an export up to the cursor {numbers.cursor}."
    first, *others = COUNTED.split("\n\n")
    items = (element("li", None, each) for each in (f"{first} {source}", *others))
    heading = element("h2", {"id": "counted-heading"}, "What was counted, and what not")
    return element(
        "section", {"id": "counted", "aria-labelledby": "counted-heading"}, heading, element("ul", None, *items)
    )
