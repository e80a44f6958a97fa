"""A whole game with house players: whether what is offered is taken, and what is over is not."""

import asyncio
import random
from collections import defaultdict
from http import HTTPStatus as Status

import httpx

from service.cli.conformance.contract import Document, shortest
from service.cli.conformance.requests import Command
from service.cli.conformance.secrecy import Faces, refusals
from service.cli.conformance.visit import Guest, NotUnderstood, Visit, code_of, described, document_of, new_key

THOROUGH_AT_FIRST = 4
"""Number of moves of a game that are looked at from all sides; later one of `THOROUGH_LATER` is."""

THOROUGH_LATER = 16
SPECTATOR_LATER = 4
"""A spectator looks at one of so many versions that the players wait at."""

WAIT_SECONDS = 1
STILL_SECONDS = 0.2
EAGER_MOVES = 20
"""Number of moves after which guests who need not act do so only where nothing happens: a clock may end the game."""

NO_MOVE = {"type": "no_such_move"}
NO_DECISION = "0.0"
"""What names no decision, as none begins before the first event."""
PLAYERS = ("left", "right")
Views = dict[str, dict[int, Document]]


class Game:
    """A game of two guests, `left` and `right`, and house players; a `spectator` watches."""

    def __init__(self, visit: Visit, entry: Document) -> None:
        self.visit = visit
        self.entry = entry
        self.name: str = entry["id"]
        self.faces = Faces(entry)
        self.guests: dict[str, Guest] = {}
        self.id = self.path = ""
        self.views: Views = defaultdict(dict)
        """By viewer and version, what they saw while the game was played."""
        self._moves = 0
        self._quiet = False
        """Whether nothing happened while everybody waited."""

    async def seat(self) -> None:
        """Open a table, and seat everybody. Raises `NotUnderstood`."""
        for name in (*PLAYERS, "spectator"):
            self.guests[name] = await self.visit.guest(f"Conformance, {name}")
        players = min((each for each in self.entry["players"] if each > 2), default=max(self.entry["players"]))  # noqa: PLR2004
        table = await self._table(players)
        self.id, self.path = table["id"], f"/v1/tables/{table['id']}"
        for name in PLAYERS:
            await self.visit.read("POST", f"{self.path}/seats", self.guests[name], body={})
        for _ in range(players - 2):
            await self.visit.read("POST", f"{self.path}/seats", self.guests["left"], body={"house": "random"})

    async def start(self) -> None:
        """Start. Raises `NotUnderstood`."""
        await self.visit.read("POST", f"{self.path}/start", self.guests["left"])
        answer = await self.visit.ask("GET", f"{self.path}/record", self.guests["spectator"])
        closed = (answer.status_code, code_of(answer)) == (Status.CONFLICT, "record_closed")
        fault = f"{described(answer)} while the game is played, not 409 record_closed"
        self.visit.report.see("record", closed, fault)

    async def _table(self, players: int) -> Document:
        """Open a table for a short game; with other options as they are, if the rules do not take the shortest."""
        for options in (shortest(self.entry["options"], players), {"players": players}):
            body: Document = {"game": self.name, "options": options}
            answer = await self.visit.ask("POST", "/v1/tables", self.guests["left"], body=body, key=new_key())
            if answer.is_success:
                return document_of(answer)
        raise NotUnderstood(described(answer))

    async def play(self) -> None:
        """Play to the end."""
        while await self._goes_on():
            pass
        for name in self.guests:
            await self.look(name)

    async def _goes_on(self) -> bool:
        """Let one player after the other look, until one of them acts; else wait. Return whether the game goes on."""
        for name in random.sample(PLAYERS, len(PLAYERS)):
            view = await self.look(name)
            if view["table"]["status"] != "playing":
                return False
            if await self._act(name, view):
                return True
        if random.randrange(SPECTATOR_LATER) == 0:
            await self.look("spectator")
        await self._wait(view["table"]["version"])
        return True

    async def look(self, name: str) -> Document:
        """Return what a guest sees now, and keep it."""
        view = await self.visit.read("GET", f"{self.path}/view", self.guests[name])
        self.views[name][view["table"]["version"]] = view
        return view

    def _volunteers(self) -> bool:
        """Return whether a guest acts who need not."""
        return random.random() < 1 / 2 and (self._quiet or self._moves < EAGER_MOVES)

    def forget(self, last: int) -> None:
        """Forget what was seen after a version: the service has lost it."""
        for name, views in self.views.items():
            self.views[name] = {version: view for version, view in views.items() if version <= last}

    async def _wait(self, version: int) -> None:
        path = f"{self.path}/events?after={version}&wait={WAIT_SECONDS}"
        answer = await self.visit.ask("GET", path, self.guests["left"])
        if answer.is_error and answer.status_code not in {Status.NOT_FOUND, Status.GONE}:
            raise NotUnderstood(described(answer))
        self._quiet = not answer.is_error and not document_of(answer)["events"]

    async def _act(self, name: str, view: Document) -> bool:
        """Make a move, if there is one to make; return whether there was."""
        decision = view["decision"]
        if decision is None or (decision["default"] is None and not self._volunteers()):
            return False
        self._moves += 1
        guest, move = self.guests[name], random.choice(decision["moves"])
        thorough = self._moves <= THOROUGH_AT_FIRST or random.randrange(THOROUGH_LATER) == 0
        if thorough:
            await self._check(name, view, move)
            await self._too_early(name, view, move)
            for other in self.guests.keys() - {name} - ({"spectator"} if self._moves > 1 else set()):
                await refusals(self.visit, self.guests[other], self.faces, await self.look(other), view)
        body = {"move": move, "decision": decision["id"]}
        another = {**body, "decision": NO_DECISION, "expected_version": 0}
        command = Command(self.visit, f"{self.path}/moves", guest, body, another)
        answer = await command.send()
        if not answer.is_success:
            await self._refused(name, view, answer, f"{described(answer)} to {move}, which was offered")
            return True
        self.visit.report.see("offered", holds=True, fault="")
        if thorough:
            await command.send_again(answer)
            await self._too_late(guest, decision, random.choice(decision["moves"]))
        return True

    async def _refused(self, name: str, view: Document, answer: httpx.Response, fault: str) -> None:
        """See whether somebody was faster than a move that was refused."""
        if (await self.look(name))["table"]["version"] != view["table"]["version"]:
            self.visit.report.races[code_of(answer)] += 1
        else:
            self.visit.report.see("offered", holds=False, fault=fault)

    async def _check(self, name: str, view: Document, move: Document) -> None:
        """See whether `check` and the suggestions fit what is offered, and what is refused."""
        guest, version = self.guests[name], view["table"]["version"]
        suggested = await self.visit.ask("GET", f"{self.path}/moves/suggestions?n=3", guest)
        moves = document_of(suggested)["moves"] if suggested.is_success else []
        for each, promise, how in ((move, "check", "offered"), *((each, "suggested", "suggested") for each in moves)):
            said = await self.visit.read("POST", f"{self.path}/moves/check", guest, body={"move": each})
            if said["version"] == version and not said["legal"] and (await self._still(name, view)):
                fault = f"POST {self.path}/moves/check: {each} is {said['code']}, and was {how}"
                self.visit.report.see(promise, holds=False, fault=fault)
            else:
                self.visit.report.see(promise, holds=True, fault="")
        said = await self.visit.read("POST", f"{self.path}/moves/check", guest, body={"move": NO_MOVE})
        made = await self.visit.ask("POST", f"{self.path}/moves", guest, body={"move": NO_MOVE})
        if (await self.look(name))["table"]["version"] == said["version"]:
            right = made.is_error and (said["legal"], said["code"]) == (False, code_of(made))
            fault = f"{described(made)} to {NO_MOVE}, and POST {self.path}/moves/check says {said['code'] or 'legal'}"
            self.visit.report.see("check", right, fault)

    async def _still(self, name: str, view: Document) -> bool:
        """Return whether the table stays as it is for a while."""
        await asyncio.sleep(STILL_SECONDS)
        return bool((await self.look(name))["table"]["version"] == view["table"]["version"])

    async def _too_early(self, name: str, view: Document, move: Document) -> None:
        """See that a move is refused that was chosen when the table had just been opened."""
        body = {"move": move, "expected_version": 1}
        answer = await self.visit.ask("POST", f"{self.path}/moves", self.guests[name], body=body, key=new_key())
        if answer.is_success or (await self.look(name))["table"]["version"] == view["table"]["version"]:
            self._must_be_overtaken("stale", answer, "stale_version")

    async def _too_late(self, guest: Guest, decision: Document, move: Document) -> None:
        """See that another move for a decision that is over is refused."""
        body = {"move": move, "decision": decision["id"]}
        answer = await self.visit.ask("POST", f"{self.path}/moves", guest, body=body, key=new_key())
        self._must_be_overtaken("over", answer, "decision_over")

    def _must_be_overtaken(self, promise: str, answer: httpx.Response, code: str) -> None:
        """See that a move was refused with the current view; where the game is over, there is no decision any more.

        What is wrong with a move by itself is told first; that is looked at where the move is offered.
        """
        if code_of(answer) == "game_over" or answer.status_code == Status.BAD_REQUEST:
            return
        problem: Document = document_of(answer)
        right = (answer.status_code, code_of(answer)) == (Status.CONFLICT, code)
        right = right and problem.get("view", {}).get("table", {}).get("version") == problem.get("version", -1)
        self.visit.report.see(promise, right, f"{described(answer)}, not 409 {code} with the current view")
