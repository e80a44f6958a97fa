"""The whole examination of a service: its operations, its keys, and a game of each kind."""

import asyncio
import random
from collections.abc import Collection, Mapping, Sequence
from contextlib import aclosing

import httpx

from service.commands.conformance.asking import Operations, check_keys
from service.commands.conformance.contract import Contract, Document
from service.commands.conformance.following import Follower, lines
from service.commands.conformance.playing import Game
from service.commands.conformance.promises import Report
from service.commands.conformance.secrecy import Audit
from service.commands.conformance.visit import ANSWER_SECONDS, Guest, NotUnderstood, Visit

GAME_SECONDS = 600
GAMES_AT_ONCE = 3
CURSORS = 12
"""A stream is taken up at so many places; what a spectator sees of a game no longer than `SHORT`, at all."""

SHORT = 60
LONGEST_PAGE = 40


class NoSuchGame(Exception):
    """The service does not have the game."""


async def examine(http: httpx.AsyncClient, games: Collection[str], report: Report) -> None:
    """Examine a service, with these games (none: all that it has). Raises httpx.TransportError or `NoSuchGame`."""
    contract = Contract((await http.get("/openapi.json")).raise_for_status().json())
    catalog = (await http.get("/v1/catalog")).raise_for_status().json()["games"]
    names = [each["id"] for each in catalog if not games or each["id"] in games]
    if unknown := set(games) - set(names):
        raise NoSuchGame(
            f"There is no game {min(unknown)!r} here; there are {', '.join(each['id'] for each in catalog)}."
        )
    limits = await http.get("/v1/limits")
    visit = Visit(http, contract, report, limited=limits.is_success and limits.json()["enforced"])
    entries = [await visit.read("GET", f"/v1/catalog/{name}") for name in names]
    at_once = asyncio.Semaphore(GAMES_AT_ONCE)
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(check_asking(visit, entries[0]))
        for entry in entries:
            tasks.create_task(check_game(visit, entry, at_once))


async def check_asking(visit: Visit, entry: Document) -> None:
    """Check what needs no game that is played."""
    table = await check_keys(visit, entry["id"], min(entry["players"]))
    guest = await visit.guest("Conformance, asking")
    await Operations(visit, guest, entry["id"], table).check()


async def check_game(visit: Visit, entry: Document, at_once: asyncio.Semaphore) -> None:
    """Play a game, follow it, and look at all that was told."""
    async with at_once:
        game = Game(visit, entry)
        try:
            async with asyncio.timeout(GAME_SECONDS):
                followers = await played(game)
                visit.report.see("finished", holds=True, fault="")
                await Aftermath(game).check(followers)
        except TimeoutError:
            visit.report.see(
                "finished", holds=False, fault=f"{game.name}: not over after {GAME_SECONDS} s, {game.path}"
            )


async def played(game: Game) -> Mapping[str, Follower]:
    """Play a game to its end while everybody follows it; return the followers, by what they follow."""
    await game.begin()
    followers = {
        name: Follower(game.visit, f"{game.path}/stream", guest, game.id) for name, guest in game.guests.items()
    }
    followers["me"] = Follower(game.visit, "/v1/me/stream", game.guests["left"], game.id)
    async with asyncio.TaskGroup() as tasks:
        for follower in followers.values():
            tasks.create_task(follower.follow())
        tasks.create_task(game.play())
    return followers


class Aftermath:
    """Looks at a game that is over, and compares what was told in different ways and at different times."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._visit = game.visit
        self._report = game.visit.report

    async def check(self, followers: Mapping[str, Follower]) -> None:
        """Compare everything. Raises `NotUnderstood`."""
        feeds = {name: await self._feed(name, guest) for name, guest in self._game.guests.items()}
        for name, follower in followers.items():
            self._followed(name, follower, feeds["left" if name == "me" else name])
        for name, guest in self._game.guests.items():
            every = name == "spectator" and len(feeds[name]) <= SHORT
            await self._cursors(guest, feeds[name], CURSORS if not every else len(feeds[name]) + 1)
        record = await self._visit.read("GET", f"{self._game.path}/record", self._game.guests["spectator"])
        views = {name: await self._past(name, guest, len(feeds[name])) for name, guest in self._game.guests.items()}
        if len({len(record["events"]), *map(len, feeds.values())}) > 1:
            raise NotUnderstood(f"{self._game.path}: the feed and the record have not the same events")
        Audit(self._report, self._game.entry, views, feeds, record["events"]).check()

    async def _feed(self, name: str, guest: Guest) -> Sequence[Document]:
        """Return all events, page by page."""
        entries: list[Document] = []
        while True:
            query = f"after={len(entries)}&limit={random.randint(1, LONGEST_PAGE)}"
            page = (await self._visit.read("GET", f"{self._game.path}/events?{query}", guest))["events"]
            if not page:
                return entries
            versions = [each["version"] for each in page]
            first = len(entries) + 1
            right = versions == list(range(first, first + len(page)))
            if not self._report.see("feed", right, f"{self._game.name}, {name}: {query} gives the versions {versions}"):
                raise NotUnderstood(f"{self._game.path}: the feed is not in order")
            entries += page

    def _followed(self, name: str, follower: Follower, feed: Sequence[Document]) -> None:
        """See that a stream has told what the feed tells, each event once."""
        promise = "my_stream" if name == "me" else "stream"
        told = [each["version"] for each in follower.entries]
        expected = list(range((follower.first or 0) + 1, len(feed) + 1))
        if self._report.see(promise, told == expected, f"{self._game.name}, {name}: {difference(told, expected)}"):
            same = follower.entries == feed[follower.first or 0 :]
            self._report.see(
                promise, same, f"{self._game.name}, {name}: the stream tells an event otherwise than the feed"
            )

    async def _cursors(self, guest: Guest, feed: Sequence[Document], count: int) -> None:
        """See, at so many cursors, that a stream goes on exactly there, and then ends."""
        every = range(len(feed) + 1)
        for cursor in random.sample(every, min(count, len(every))):
            told, ends = [], ""
            async with aclosing(lines(self._visit, f"{self._game.path}/stream", guest, str(cursor))) as stream:
                async for line in stream:
                    told += [line["entry"]] if line["type"] == "event" else []
                    ends = line.get("why", "") if line["type"] == "end" else ends
            right = told == feed[cursor:] and ends == "finished"
            versions = [each["version"] for each in told]
            expected = list(every[cursor + 1 :])
            fault = f"{self._game.path}/stream after {cursor}: {difference(versions, expected)}, end: {ends or 'none'}"
            self._report.see("cursors", right, fault)

    async def _past(self, name: str, guest: Guest, versions: int) -> Sequence[Document]:
        """Return the view of every version, and see that those that were seen then are the same now."""
        views = []
        for version in range(1, versions + 1):
            view = await self._visit.read("GET", f"{self._game.path}/view?version={version}", guest)
            seen = self._game.views[name].get(version, view)
            fault = f"{self._game.name}, version {version}: {name} sees another table now than then"
            self._report.see("past", seen == view, fault)
            views.append(seen)
        return views


def difference(told: Sequence[int], expected: Sequence[int]) -> str:
    """Return in words how versions differ from those that there should be."""
    twice = sorted({each for each in told if told.count(each) > 1})
    missing = sorted(set(expected) - set(told))
    if not twice and not missing:
        return "in another order" if list(told) != list(expected) else "the same versions"
    return f"missing {missing[:3]}, told twice {twice[:3]}"


def client(url: str) -> httpx.AsyncClient:
    """Return what asks a service."""
    return httpx.AsyncClient(base_url=url.rstrip("/"), timeout=ANSWER_SECONDS)
