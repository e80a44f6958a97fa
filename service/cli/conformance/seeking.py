"""How players who seek the same game meet: at one table, each once; and that nobody else is seated with them."""

import asyncio
import random
from collections.abc import Sequence
from contextlib import aclosing

from service.cli.conformance.contract import Document
from service.cli.conformance.following import lines
from service.cli.conformance.visit import Guest, Visit, described, document_of, new_key

MOST_LIMIT_MS = 604_800_000
LEASE_SECONDS, PAUSE_SECONDS = 30, 1
"""Seconds in which a seek has to end whose stream has been closed, and between two looks at it."""


class Seeking:
    """Sees how guests who seek a game meet: `entry` is that of the catalogue. Nobody else seeks what they do."""

    def __init__(self, visit: Visit, entry: Document) -> None:
        self.visit = visit
        self.game = entry["id"]
        self.players = min(entry["players"])

    async def check(self) -> None:
        """See that they meet, and that they do not. Raises `NotUnderstood`."""
        guests = [await self.visit.guest(f"Conformance, seeking {number}") for number in range(self.players)]
        await self._met(guests)
        await self._withdrawn(guests)
        await self._closed(guests[0])

    def _wanted(self) -> Document:
        """Return what is sought: some turn limit that nobody else would choose."""
        limit = random.randint(MOST_LIMIT_MS // 2, MOST_LIMIT_MS)
        return {"game": self.game, "players": self.players, "settings": {"turn_limit_ms": limit}}

    async def _seek(self, guest: Guest, body: Document) -> Document:
        """Let a guest seek, and send it again; return the seek. Raises `NotUnderstood`."""
        key = new_key()
        await self.visit.read("POST", "/v1/seeks", guest, body=body, key=key)
        return await self.visit.read("POST", "/v1/seeks", guest, body=body, key=key)

    async def _now(self, guest: Guest, seek: Document) -> Document:
        return await self.visit.read("GET", f"/v1/seeks/{seek['id']}", guest)

    async def _met(self, guests: Sequence[Guest]) -> None:
        """See that all who seek the same are seated at one table, each once, and that a stream says so."""
        body, (first, *others) = self._wanted(), guests
        seeks = [await self._seek(first, body)]
        following = asyncio.create_task(self._followed(first, seeks[0]))
        seeks += [await self._seek(guest, body) for guest in others]
        found = [await self._now(guest, seek) for guest, seek in zip(guests, seeks, strict=True)]
        while any(each["state"] == "waiting" for each in found[:1]):
            await asyncio.sleep(PAUSE_SECONDS)
            found = [await self._now(guest, seek) for guest, seek in zip(guests, seeks, strict=True)]
        places = [(each["state"], each["table"], each["seat"]) for each in found]
        tables = {each["table"] for each in found}
        right = len(tables) == 1 and sorted(each["seat"] for each in found) == [*range(self.players)]
        fault = f"{self.players} players who seek the same are seated so: {places}"
        if self.visit.report.see("met", right, fault):
            for guest, each in zip(guests, found, strict=True):
                view = await self.visit.read("GET", f"/v1/tables/{each['table']}/view", guest)
                sits = view["seat"] == each["seat"] and view["table"]["status"] != "open"
                self.visit.report.see("met", sits, f"GET /v1/seeks/{each['id']} says seat {each['seat']}, the view not")
        last = await following
        fault = f"GET /v1/seeks/{seeks[0]['id']}/stream ends with {last}, and the seek is {found[0]}"
        self.visit.report.see("met", last == found[0], fault)

    async def _followed(self, guest: Guest, seek: Document) -> Document:
        """Return the seek as its stream tells it last."""
        last = None
        async with aclosing(lines(self.visit, f"/v1/seeks/{seek['id']}/stream", guest)) as stream:
            async for line in stream:
                last = line["seek"] if line["type"] == "seek" else last
        return last

    async def _withdrawn(self, guests: Sequence[Guest]) -> None:
        """See that a withdrawn seek seats nobody, that other players do not see it, and that their seeks still wait."""
        body, (first, *others) = self._wanted(), guests
        seek = await self._seek(first, body)
        stranger = await self.visit.ask("GET", f"/v1/seeks/{seek['id']}", others[0] if others else None)
        self.visit.report.see("unmet", stranger.is_error, f"{described(stranger)} to somebody else")
        await self.visit.ask("DELETE", f"/v1/seeks/{seek['id']}", first)
        for guest in others:
            waiting = await self._seek(guest, body)
            apart = await self._seek(guest, self._wanted())
            for each in (waiting, apart):
                fault = f"POST /v1/seeks: {each['state']}, though the other player has withdrawn the same seek"
                self.visit.report.see("unmet", each["state"] == "waiting", fault)
                await self.visit.ask("DELETE", f"/v1/seeks/{each['id']}", guest)

    async def _closed(self, guest: Guest) -> None:
        """See that a seek ends with its stream, if that is wished."""
        seek = await self._seek(guest, self._wanted())
        path = f"/v1/seeks/{seek['id']}"
        async with aclosing(lines(self.visit, f"{path}/stream?cancel=close", guest)) as stream:
            await anext(stream)
        clock = asyncio.get_running_loop().time
        until = clock() + LEASE_SECONDS
        state = "waiting"
        while state == "waiting" and clock() < until:
            await asyncio.sleep(PAUSE_SECONDS)
            state = document_of(await self.visit.ask("GET", path, guest))["state"]
        fault = f"GET {path} says {state} {LEASE_SECONDS} s after its stream was closed, with cancel=close"
        self.visit.report.see("unmet", state != "waiting", fault)
