"""How a tournament is shown while it goes on: as a table that changes on a terminal, else as lines of JSON."""

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import click
import msgspec
from rich.live import Live

from service.cli.directing import Director, Document, Event
from service.cli.output import Output
from service.cli.scoreboard import name_of, scoreboard

NEW_STANDINGS = frozenset({"round_finished", "ruling_made", "result_corrected", "appeal_decided", "tournament_started"})
"""The events after which the standings are other ones."""


class Board:
    """Shows a tournament on a screen that people watch."""

    def __init__(self, director: Director) -> None:
        self._director = director
        self._console = Output()
        self._live: Live | None = None
        self._shown: Document = {}
        self._standings: Document = {}
        self._names: dict[str, str] = {}
        self._playing = 0
        self._over = set[str]()

    async def print(self, shown: Document) -> None:
        """Print all of the standings."""
        await self._ask()
        if self._console.is_terminal:
            self._console.print(scoreboard(shown, self._standings, self._names, width=self._console.width))
        else:
            click.echo(msgspec.json.encode({"tournament": shown, **self._standings}))

    async def hear(self, told: Event) -> None:
        """Show an event."""
        event = told["event"]
        if self._live is None:
            click.echo(msgspec.json.encode(told))
            sys.stdout.flush()
            return
        match event["type"]:
            case "round_published":
                self._playing = len(event["tables"])
                self._over.clear()
            case "result_noted" | "table_stopped":
                self._over.add(event["table"])
            case "table_replayed":
                self._over.difference_update(event["instead_of"])
        if event["type"] in NEW_STANDINGS:
            await self._ask()
        self._draw(self._live)

    @asynccontextmanager
    async def live(self) -> AsyncIterator[None]:
        """Show the standings as they change, on a terminal."""
        if not self._console.is_terminal:
            yield
            return
        await self._ask()
        with Live(console=self._console, auto_refresh=False, transient=True) as self._live:
            self._draw(self._live)
            yield
        self._live = None

    async def _ask(self) -> None:
        self._shown, self._standings = await self._director.shown(), await self._director.shown("/standings")
        found = await self._director.shown("/entrants")
        self._names = {each["id"]: name_of(each, found["texts"]) for each in found["entrants"]}

    def _draw(self, live: Live) -> None:
        how_far = f"{len(self._over)} of {self._playing} tables over" if self._playing else ""
        size = self._console.size
        drawn = scoreboard(self._shown, self._standings, self._names, how_far, width=size.width, height=size.height)
        live.update(drawn, refresh=True)
