"""What is looked at when a game is over: whether all that was told of it, and is told now, is the same."""

import asyncio
import random
from collections.abc import Collection, Coroutine, Mapping, Sequence
from contextlib import aclosing
from typing import TypeVar

from service.cli.conformance.contract import Document
from service.cli.conformance.following import Follower, lines
from service.cli.conformance.messages import check_messages
from service.cli.conformance.motion import check_motion
from service.cli.conformance.playing import Game
from service.cli.conformance.secrecy import Audit
from service.cli.conformance.steps import check_steps, within_steps
from service.cli.conformance.visit import Guest, NotUnderstood, code_of, described, difference, document_of, gaps
from service.cli.conformance.watching import check_carried, check_changes, check_strangers

CURSORS = 8
"""Number of places at which a stream is taken up; what a spectator sees of a game no longer than `SHORT`, at all."""

SHORT = 30
LOOKS_BACK = 8
"""Number of the views seen while the game was played that are looked at again, and of those that nobody has seen."""

LONGEST_PAGE = 80

T = TypeVar("T")


async def together(*work: Coroutine[None, None, T]) -> Sequence[T]:
    """Return what comes of several pieces of work that are done at once."""
    async with asyncio.TaskGroup() as tasks:
        begun = [tasks.create_task(each) for each in work]
    return [each.result() for each in begun]


class Aftermath:
    """Looks at a game that is over, and compares what was told in different ways and at different times."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._visit = game.visit
        self._report = game.visit.report

    async def check(self, followers: Mapping[str, Follower]) -> None:
        """Compare everything. Raises `NotUnderstood`."""
        names = (*self._game.guests,)
        feeds = dict(zip(names, await together(*map(self._feed, names)), strict=True))
        for name, follower in followers.items():
            self._followed(follower, feeds["left" if name == "me" else name], "my_stream" if name == "me" else "stream")
        await together(*(self._cursors(name, feeds[name]) for name in names))
        record = await self._visit.read("GET", f"{self._game.path}/record", self._game.guests["spectator"])
        if len({len(record["events"]), *map(len, feeds.values())}) > 1:
            raise NotUnderstood(f"{self._game.path}: the feed and the record have not the same events")
        views = dict(zip(names, await together(*(self._views(name, record["events"]) for name in names)), strict=True))
        Audit(self._report, self._game.path, self._game.faces, views, feeds, record["events"]).check()
        check_motion(self._report, self._game.path, views, feeds)
        await check_messages(self._visit, self._game.name, views, feeds)
        await check_strangers(self._visit, self._game.path, self._game.guests["spectator"], len(record["events"]))

    async def _feed(self, name: str) -> Sequence[Document]:
        """Return all events that are told a viewer, page by page."""
        entries: list[Document] = []
        while True:
            path = f"{self._game.path}/events?after={len(entries)}&limit={random.randint(1, LONGEST_PAGE)}"
            answer = await self._visit.ask("GET", path, self._game.guests[name])
            page = [] if answer.is_error else document_of(answer)["events"]
            if code_of(answer) == "history_lost":
                del entries[document_of(answer)["version"] :]
                continue
            if answer.is_error:
                raise NotUnderstood(described(answer))
            if not page:
                return entries
            versions = [each["version"] for each in page]
            first = len(entries) + 1
            right = versions == list(range(first, first + len(page)))
            if not self._report.see("feed", right, f"GET {path} gives {name} the versions {versions}"):
                raise NotUnderstood(f"GET {path}: the feed is not in order")
            entries += page

    def _followed(self, follower: Follower, feed: Sequence[Document], promise: str) -> None:
        """See that a stream has told what the feed tells, each event once."""
        first = follower.first or 0
        told = [each["version"] for each in follower.entries]
        expected = list(range(first + 1, len(feed) + 1))
        fault = f"GET {follower.path}, {self._game.path}: {gaps(told, expected)}"
        if self._report.see(promise, told == expected, fault):
            other = difference(follower.entries, feed[first:])
            self._report.see(promise, not other, f"GET {follower.path}, {self._game.path}: {other} as in the feed")

    async def _cursors(self, name: str, feed: Sequence[Document]) -> None:
        """See, at some cursors, that a stream goes on exactly there, and then ends."""
        every = range(len(feed) + 1)
        count = len(every) if name == "spectator" and len(feed) <= SHORT else min(CURSORS, len(every))
        for cursor in random.sample(every, count):
            told, ends = await self._rest(self._game.guests[name], str(cursor))
            versions = gaps([each["version"] for each in told], every[cursor + 1 :])
            other = versions or difference(told, feed[cursor:]) or f"it ends with {ends or 'nothing'}, not finished"
            right = told == feed[cursor:] and ends == "finished"
            self._report.see("cursors", right, f"GET {self._game.path}/stream after {cursor}: {other}")

    async def _rest(self, guest: Guest, cursor: str) -> tuple[Sequence[Document], str]:
        """Return the events that a stream tells after a cursor, and why it ends, if it says so."""
        told, ends = [], ""
        stream = lines(self._visit, f"{self._game.path}/stream", guest, cursor)
        async with aclosing(stream):
            async for line in stream:
                told += [line["entry"]] if line["type"] == "event" else []
                if line["type"] == "history_lost":
                    told = [each for each in told if each["version"] <= line["tables"][0]["version"]]
                ends = line["why"] if line["type"] == "end" else ends
        return told, ends

    async def _views(self, name: str, record: Sequence[Document]) -> Sequence[Document]:
        """Return the view of every version, as it was seen then; else as it is shown now, or comes with its event."""
        path, guest, seen = self._game.path, self._game.guests[name], self._game.views[name]
        versions, within = range(1, len(record) + 1), within_steps(record)
        carried = await check_carried(self._visit, f"{path}/stream", name, guest, within)
        await check_changes(self._visit, f"{path}/stream", name, guest, carried)
        for version in some(seen):
            view = await self._past(guest, version)
            other = difference(view, seen[version])
            fault = f"GET {path}/view?version={version}: {name} sees another table now than then: {other}"
            self._report.see("past", not other, fault)
        unseen = frozenset(versions) - seen.keys()
        shown = {version: await self._past(guest, version) for version in {*some(unseen), *(unseen - carried.keys())}}
        check_steps(self._report, path, name, shown | seen, within)
        views = {**carried, **shown, **seen}
        return [views[version] for version in versions]

    async def _past(self, guest: Guest, version: int) -> Document:
        return await self._visit.read("GET", f"{self._game.path}/view?version={version}", guest)


def some(versions: Collection[int]) -> Collection[int]:
    """Return some versions."""
    return random.sample(sorted(versions), min(LOOKS_BACK, len(versions)))
