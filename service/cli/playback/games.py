"""Games that are replayed, version by version and from one seat or another, in as much memory as a few pages take.

A record is folded here; what a service replays comes as changes of a view. Either way the table is kept once a page,
and a version costs no more than the page that it stands on.
"""

import zlib
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any

import msgspec
from msgspec import Raw, Struct

from domain import rules_of
from domain.record import check_rules
from domain.table import Entry, Snapshot, evolve
from domain.wording import in_signs
from projections.changes import Change, changed
from projections.feed import SeenEvent, in_full, seen_by
from projections.seat_view import Perspective, SeatView, seat_view
from projections.story import StoryLine, story
from service.cli.playback.game import Game, Names
from service.records.records import Record, entries_of

PAGE = 200
"""Number of versions on a page."""

PAGES = 8
"""Number of pages that are kept."""


class BrokenOff(Exception):
    """A service has broken off a replay."""


class Recorded:
    """A game by its record, whose rules are checked. Raises `RecordBroken` and `UnknownRules`."""

    def __init__(self, record: Record, names: Names) -> None:
        self._entries: Sequence[Entry] = entries_of(record)
        self._table = record.table
        self.rules = check_rules(self._entries).rules
        self.last = len(self._entries)
        self.names = names
        self.perspectives: tuple[Perspective, ...] = ("all", None, *range(len(record.players)))
        self._kept = [after for _, after in folded(None, self._entries) if after.version % PAGE == 0]
        self._page = lru_cache(PAGES)(self._folded_page)

    def _folded_page(self, number: int) -> list[tuple[Entry, Snapshot]]:
        before = self._kept[number - 1] if number else None
        return list(folded(before, self._entries[number * PAGE : (number + 1) * PAGE]))

    def _at(self, version: int) -> tuple[Entry, Snapshot]:
        return self._page((version - 1) // PAGE)[(version - 1) % PAGE]

    def _ends_step(self, version: int) -> bool:
        return version == self.last or self._entries[version].step == version + 1

    def view(self, version: int, perspective: Perspective) -> SeatView:
        """Return the table as it was seen at a version."""
        return seat_view(self._table, self._at(version)[1], perspective, None, ends_step=self._ends_step(version))

    def line(self, version: int, perspective: Perspective) -> StoryLine:
        """Return what happened then, as it was seen."""
        happened = [self._at(version)]
        told = in_full(happened) if perspective == "all" else seen_by(perspective, happened)
        return told_in_signs(self, told, self._entries[0].event.at)

    def decisions(self, version: int, perspective: Perspective) -> frozenset[str]:
        """Return the ids of the decisions that are made then."""
        if not self._ends_step(version):
            return frozenset()
        now = self._at(version)[1]
        seats = now.to_act if perspective in (None, "all") else [seat for seat in now.to_act if seat == perspective]
        return frozenset(now.decision_id(seat) for seat in seats if now.offered(seat) is not None)


def folded(before: Snapshot | None, entries: Iterable[Entry]) -> Iterator[tuple[Entry, Snapshot]]:
    """Yield entries with the table right after each."""
    for entry in entries:
        before = evolve(before, entry)
        yield entry, before


class Line(Struct):
    """A line of a replay, of any type."""

    type: str
    view: Raw = Raw()
    changes: tuple[Change, ...] = ()


class Step(Struct):
    """A line that tells what happened at a version, and what it changed in the view."""

    entry: SeenEvent
    changes: tuple[Change, ...] = ()


def followed(first: SeenEvent, lines: Iterable[str]) -> Iterator[tuple[bytes, Any]]:
    """Yield the step of each version, as JSON, and the view after it; `first` is the event of the first one.

    Raises `BrokenOff` if the lines have no end.
    """
    document: Any = None
    for text in lines:
        try:
            line = msgspec.json.decode(text, type=Line)
        except msgspec.DecodeError as error:
            if isinstance(error, msgspec.ValidationError):
                raise
            raise BrokenOff from None  # in the midst of a line
        if line.type == "end":
            return
        if line.type == "view":
            document = msgspec.json.decode(line.view)
            yield msgspec.json.encode(Step(first)), document
        else:
            document = changed(document, line.changes)
            yield text.encode(), document
    raise BrokenOff


class AsSeen:
    """A game as a service replays it from the caller's own place: `lines` of NDJSON, after the `first` event.

    For each page, its first view and its compressed steps are kept. Raises `BrokenOff`, and `UnknownRules`.
    """

    def __init__(self, first: SeenEvent, lines: Iterable[str], names: Names) -> None:
        self.names = names
        self.last = 0
        self._kept: list[tuple[Any, bytes]] = []
        steps = followed(first, lines)
        while page := list(islice(steps, PAGE)):
            self._kept.append((page[0][1], zlib.compress(b"\n".join([step for step, _ in page]))))
            self.last += len(page)
        begins = msgspec.convert(self._kept[0][0], SeatView)
        self._opened_at = begins.table.opened_at
        self.rules = rules_of(begins.table.game, begins.table.rules_version)
        self.perspectives: tuple[Perspective, ...] = (begins.seat,)
        self._page = lru_cache(PAGES)(self._changed_page)

    def _changed_page(self, number: int) -> list[tuple[SeenEvent, SeatView]]:
        """Return what happened at the versions of a page, each with the view after it."""
        document, steps = self._kept[number]
        page = list[tuple[SeenEvent, SeatView]]()
        for text in zlib.decompress(steps).split(b"\n"):
            step = msgspec.json.decode(text, type=Step)
            if page:  # the first view has its changes
                document = changed(document, step.changes)
            page.append((step.entry, msgspec.convert(document, SeatView)))
        return page

    def _at(self, version: int) -> tuple[SeenEvent, SeatView]:
        return self._page((version - 1) // PAGE)[(version - 1) % PAGE]

    def view(self, version: int, _: Perspective) -> SeatView:
        """Return the table as it was seen at a version."""
        return self._at(version)[1]

    def line(self, version: int, _: Perspective) -> StoryLine:
        """Return what happened then, as it was seen."""
        return told_in_signs(self, self._at(version)[:1], self._opened_at)

    def decisions(self, version: int, _: Perspective) -> frozenset[str]:
        """Return the id of the caller's decision then; for a spectator, the seats that act."""
        view = self.view(version, None)
        if view.seat is None:
            acting = view.layout.seats if view.layout else ()
            return frozenset(str(seat.seat) for seat in acting if seat.to_act)
        return frozenset([view.decision.id] if view.decision else [])


def told_in_signs(game: Game, told: Iterable[SeenEvent], opened_at: int) -> StoryLine:
    """Return the one line of a story, its cards with the signs of their suits."""
    return next(story(game.rules, opened_at, told, game.names, in_signs))


# What is looked for


def is_new(game: Game, version: int, perspective: Perspective) -> bool:
    """Return whether a seat has a decision at a version that it had not before; any seat, if one looks from none."""
    asked = game.decisions(version, perspective)
    if not asked:
        return False
    before = (game.decisions(each, perspective) for each in range(version - 1, 0, -1))
    return not asked <= next(filter(None, before), frozenset())


def says(game: Game, version: int, perspective: Perspective, text: str) -> bool:
    """Return whether the sentence of a version has a text in it, in any case."""
    return text.casefold() in game.line(version, perspective).text.casefold()
