"""Directing a tournament of house players over HTTP: whatever comes next is asked for, until it is over.

What comes next follows from the tournament as the service shows it, and each command has a key of its own that follows
from the version it was chosen on. So a program that was killed may go on, and does nothing twice.
"""

from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple
from uuid import UUID

from msgspec import Struct

from domain.tournament.pairing.knockout import most_rounds
from domain.tournament.results import plays_together
from domain.tournament.types import Format, Scoring, Seating, TieBreak
from service.cli.connection import Refusal, document_of
from service.cli.options import RawOptions
from service.cli.persistence import PersistentClient

WAIT_SECONDS = 10

Document = dict[str, Any]
Event = dict[str, Any]
Tell = Callable[[Event], Awaitable[None]]


class Plan(Struct, frozen=True, kw_only=True):
    """A tournament of house players that is wanted."""

    game: str
    options: RawOptions
    entrants: int
    rounds: int | None
    format: Format
    places: int
    team_size: int
    duplicate: bool
    exchanged_seats: bool
    scoring: Scoring | None
    tie_breaks: tuple[TieBreak, ...]
    title: str | None

    def announcement(self) -> Document:
        """Return the body that announces it. Where no rounds are given, a knockout has as many as it takes."""
        rounds = self.rounds or self.usual_rounds()
        settings = {
            "game": self.game,
            "options": self.options,
            "seating": {"format": self.format, "rounds": rounds, "places": self.places},
            "team_size": self.team_size,
            "duplicate": self.duplicate or self.exchanged_seats,
            "exchanged_seats": self.exchanged_seats,
            "scoring": self.scoring or self.usual_scoring(),
            "tie_breaks": self.tie_breaks,
            "registration": "upload",
            "limit": max(2, self.entrants),
            "correction_ms": 0,
        }
        return {"settings": settings} if self.title is None else {"settings": settings, "title": self.title}

    def usual_rounds(self) -> int:
        """Return the number of rounds if nobody says it."""
        if self.format != "knockout":
            return 5
        return max(1, most_rounds(self.entrants, Seating(format="knockout", rounds=1, places=self.places)))

    def usual_scoring(self) -> Scoring:
        """Return how such a tournament is scored if nobody says it.

        One table alone has the same cards as no other: with matchpoints all there would get the same.
        """
        if plays_together(self.game):
            return "joint"
        if self.team_size > 1:
            return "difference"
        compared = self.exchanged_seats or (self.duplicate and self.entrants >= 2 * self.places)
        return "matchpoints" if compared else "rank_points"


class NextCommand(NamedTuple):
    """The next command to a tournament: its type, and its other fields."""

    type: str
    fields: Document


def next_of(tournament: Document, entrants: int) -> NextCommand | None:
    """Return the next command to a tournament as its director sees it; None: it is waited for."""
    match tournament["state"]:
        case "announced":
            return NextCommand("open_registration", {})
        case "registration" if (missing := entrants - tournament["entered"]) > 0:
            return NextCommand("add_house", {"count": missing})
        case "registration":
            return NextCommand("open_check_in", {})
        case "check_in":
            return NextCommand("start_rounds", {})
        case "playing":
            return next_of_rounds(tournament)
        case _:
            return None


def next_of_rounds(tournament: Document) -> NextCommand | None:
    """Return the next command to a tournament whose rounds are played."""
    rounds = tournament["rounds"]
    if not rounds or rounds[-1]["state"] == "finished":
        return NextCommand("draft_round" if len(rounds) < tournament["settings"]["seating"]["rounds"] else "finish", {})
    return NextCommand("publish_round", {}) if rounds[-1]["state"] == "drafted" else None


def is_played(tournament: Document) -> bool:
    """Return whether the tables of a round play; in a tournament that was cancelled they do not."""
    return tournament["state"] == "playing" and [each["state"] for each in tournament["rounds"]][-1:] == ["playing"]


class Director:
    """Directs one tournament. `token` is the director's, or that of somebody who only watches."""

    def __init__(self, client: PersistentClient, token: str | None, tournament: UUID) -> None:
        self._client = client
        self._token = token
        self._path = f"/tournaments/{tournament}"
        self._may_have_stopped = True
        """Whether a table of the round may have ended without a result, as far as is known here."""

    async def shown(self, path: str = "") -> Document:
        """Return the tournament, or something below it, as it is shown. Raises `Refusal` or `Gone`."""
        answer = await self._client.send("GET", f"{self._path}{path}", self._token)
        return understood(answer, *(() if path else ("tournament", "version")))

    async def follow(self, tell: Tell, after: str | int = 0, entrants: int | None = None) -> Document:
        """Return the tournament once it is over. `tell` hears of each event after a cursor.

        With `entrants`, ask for whatever comes next, so that it comes to an end; else only look.
        Raises `Refusal` or `Gone`.
        """
        cursor = str(after)
        while True:
            shown = await self.shown()
            over = shown["tournament"]["state"] in {"finished", "cancelled"}
            command = None if entrants is None else await self._next(shown["tournament"], entrants)
            if command is not None:
                await self._send(command, shown["version"])
            cursor = await self._told(tell, cursor, wait=0 if over or command else WAIT_SECONDS)
            if over:
                return shown

    async def _next(self, tournament: Document, entrants: int) -> NextCommand | None:
        """Return the next command: a round that waits for nothing but tables without a result is ended.

        Raises `Refusal` or `Gone`.
        """
        command = next_of(tournament, entrants)
        waits = self._may_have_stopped and is_played(tournament)
        if command is None and waits and await self._all_have_stopped(tournament["rounds"][-1]["number"]):
            return NextCommand("finish_round", {"reason": "other"})
        return command

    async def _all_have_stopped(self, number: int) -> bool:
        """Return whether all tables that a round waits for have ended without a result. Raises `Refusal` or `Gone`."""
        tables = (await self.shown(f"/rounds/{number}"))["round"]["tables"]
        stopped = [each["stopped"] for each in tables if not each["over"]]
        self._may_have_stopped = True in stopped
        return self._may_have_stopped and all(stopped)

    async def _send(self, command: NextCommand, version: int) -> None:
        """Send a command to the tournament. Raises `Refusal`, if that is not because something has happened since."""
        body = {"type": command.type, **command.fields}
        key = f"direct-{command.type}-{version}"
        answer = await self._client.send("POST", f"{self._path}/commands", self._token, body=body, key=key)
        if not answer.is_success and (await self.shown())["version"] == version:
            raise Refusal(answer)

    async def _told(self, tell: Tell, cursor: str, *, wait: int) -> str:
        """Tell of all events after a cursor; return the cursor of the last one. Waits for one if there is none."""
        while True:
            path = f"{self._path}/events?after={cursor}&limit=1000&wait={wait}"
            try:
                page = understood(await self._client.send("GET", path, self._token, wait=wait), "events", "cursor")
            except Refusal as refusal:
                if refusal.left is None:
                    raise
                _, cursor = refusal.left  # the service has lost what came later
                continue
            for each in page["events"]:
                self._may_have_stopped |= each["event"]["type"] == "table_stopped"
                await tell(each)
            wait = 0
            if page["cursor"] == cursor or not page["events"]:
                return str(page["cursor"])
            cursor = page["cursor"]


def understood(answer: Any, *needed: str) -> Document:
    """Return the document of an answer. Raises `Refusal` or `NotUnderstood`."""
    if not answer.is_success:
        raise Refusal(answer)
    return document_of(answer, *needed)
