"""Who may see what: private tables, tables that nobody may watch, delayed spectators."""

from collections.abc import Iterator, Mapping
from contextlib import aclosing
from http import HTTPStatus as Status

import httpx

from service.cli.conformance.contract import Document, Operation
from service.cli.conformance.following import lines
from service.cli.conformance.visit import Guest, NotUnderstood, Visit, code_of, described, is_object, new_key

DELAY = 3
"""Number of moves by which a spectator is late."""

MOST_TABLES, MOST_LOOKS = 4, 30
"""How often it is tried to make moves at a table so that a spectator is late, and the game is not over."""

UNWELCOME = frozenset({Status.FORBIDDEN, Status.NOT_FOUND})


def versions_in(part: Document) -> Iterator[int]:
    """Yield all versions that stand in a document."""
    if is_object(part):
        for name, value in part.items():
            if name == "version" and isinstance(value, int):
                yield value
            yield from versions_in(value)
    elif isinstance(part, list):
        for each in part:
            yield from versions_in(each)


def versions_of(answer: httpx.Response) -> Iterator[int]:
    """Yield all versions that an answer tells: in its entity tag, and in its document."""
    tag = answer.headers.get("ETag", "").strip('W/"').partition("-")[0]
    if tag.isdecimal():
        yield int(tag)
    if "json" in answer.headers.get("Content-Type", "") and answer.content:
        yield from versions_in(answer.json())


class Admission:
    """Sees who can enter tables of some guests: `entry` is that of their game in the catalogue."""

    def __init__(self, visit: Visit, entry: Document) -> None:
        self.visit = visit
        self.report = visit.report
        self.game: str = entry["id"]
        self.players = min((each for each in entry["players"] if each > 2), default=max(entry["players"]))  # noqa: PLR2004

    async def check(self) -> None:
        """See everything. Raises `NotUnderstood`."""
        self.left, self.right, self.stranger = [
            await self.visit.guest(f"Conformance, {name}") for name in ("host", "guest", "stranger")
        ]
        await self._private()
        path = await self._started({"spectators": False})
        await self._sweep("strangers", path, UNWELCOME | {Status.CONFLICT})
        path = await self._overtaken()
        await self._late(path)
        await self._called_off(path)

    async def _opened(self, **how: Document) -> str:
        """Return the path of a new table of the first guest."""
        body = {"game": self.game, "options": {"players": self.players}, **how}
        table = await self.visit.read("POST", "/v1/tables", self.left, body=body, key=new_key())
        return f"/v1/tables/{table['id']}"

    async def _started(self, settings: Document) -> str:
        """Return the path of a table with such settings where both guests play, with house players."""
        path = await self._opened(settings=settings)
        for guest, body in (
            (self.left, {}),
            (self.right, {}),
            *[(self.left, {"house": "random"})] * (self.players - 2),
        ):
            await self.visit.read("POST", f"{path}/seats", guest, body=body, key=new_key())
        await self.visit.read("POST", f"{path}/start", self.left, key=new_key())
        return path

    async def _private(self) -> None:
        """See that an address alone lets nobody into a private table, and that a link is valid until it is revoked."""
        path = await self._opened(visibility="private")
        await self._sweep("strangers", path, UNWELCOME)
        link = f"{path}/invitations/link"
        first = (await self.visit.read("POST", link, self.left, key=new_key()))["token"]
        await self._enters(path, first, good=True)
        second = (await self.visit.read("POST", link, self.left, key=new_key()))["token"]
        await self._enters(path, first, good=False)
        await self._enters(path, second, good=True)
        seat = await self.visit.ask("POST", f"{path}/seats", self.right, body={"invitation": second})
        self.report.see("links", seat.is_success, f"{described(seat)} to the token of a valid link")
        answer = await self.visit.ask("POST", link, self.right)
        self.report.see(
            "links", answer.is_client_error, f"{described(answer)} to a player who is not the table's creator"
        )
        await self.visit.read("DELETE", link, self.left, key=new_key())
        await self._enters(path, second, good=False)

    async def _enters(self, path: str, token: str, *, good: bool) -> None:
        """See whether a stranger comes in by a link."""
        answer = await self.visit.ask("GET", f"{path}?invitation={token}", self.stranger)
        right = answer.is_success if good else answer.status_code in UNWELCOME
        self.report.see("links", right, f"{described(answer)} to a link that is {'valid' if good else 'invalid'}")
        if not good:
            answer = await self.visit.ask("POST", f"{path}/seats", self.stranger, body={"invitation": token})
            self.report.see("links", answer.is_client_error, f"{described(answer)} to a link that is invalid")

    async def _answers(self, path: str, move: Document) -> Mapping[str, httpx.Response]:
        """Return what a stranger is answered by each operation that is about a table, except streams."""
        known = {"table": path.rpartition("/")[2], "seat": "0"}
        answers = {}
        for operation in self._operations():
            body = None if operation.schema is None else self.visit.contract.sample(operation.schema)
            if is_object(body) and "move" in body:
                body = {"move": move}
            where = operation.path_with(**known)
            answers[operation.name] = await self.visit.ask(operation.method, where, self.stranger, body=body)
        return answers

    def _operations(self) -> Iterator[Operation]:
        return (each for each in self.visit.contract.operations if each.of_table and not each.streams)

    async def _sweep(self, promise: str, path: str, refused: frozenset[Status]) -> None:
        """See that a stranger is refused whatever they ask of a table, and is told no version of it."""
        for answer in (await self._answers(path, {"type": "no_such_move"})).values():
            versions = sorted(set(versions_of(answer)))
            right = answer.status_code in refused and not versions
            self.report.see(promise, right, f"{described(answer)} to a stranger, with the versions {versions}")
        answer = await self.visit.ask("GET", f"{path}/stream", self.stranger)
        self.report.see(promise, answer.status_code in refused, f"{described(answer)} to a stranger")

    async def _late(self, path: str) -> None:
        """See that no answer to a delayed spectator has a later version than their view."""
        move = {"type": "no_such_move"}
        for answer in (await self._answers(path, move)).values():
            told_of = max(versions_of(answer), default=0)
            live, late = [await self._version(path, guest) for guest in (self.left, self.stranger)]
            fault = (
                f"{described(answer)} tells version {told_of} to a delayed spectator, who sees version {late} of {live}"
            )
            self.report.see("late_spectators", told_of <= late < live, fault)
        live, late = [await self._version(path, guest) for guest in (self.left, self.stranger)]
        for ahead in (f"{path}/view?version={live}", f"{path}/events?after={late}"):
            answer = await self.visit.ask("GET", ahead, self.stranger)
            shown = max(versions_of(answer), default=0)
            late = await self._version(path, self.stranger)
            self.report.see(
                "late_spectators", shown <= late, f"{described(answer)} tells version {shown}, beyond {late}"
            )
        async with aclosing(lines(self.visit, f"{path}/stream", self.stranger)) as stream:
            first = await anext(stream)
        late = await self._version(path, self.stranger)
        shown = max(versions_in(first), default=0)
        self.report.see("late_spectators", shown <= late, f"GET {path}/stream tells version {shown}, beyond {late}")

    async def _version(self, path: str, guest: Guest) -> int:
        """Return the version of the table that a guest sees."""
        return int((await self.visit.read("GET", f"{path}/view", guest))["table"]["version"])

    async def _overtaken(self) -> str:
        """Return the path of a table where the game goes on, and spectators are delayed. Raises `NotUnderstood`."""
        for _ in range(MOST_TABLES):
            path = await self._started({"spectator_delay": DELAY})
            for _ in range(MOST_LOOKS):
                views = [await self.visit.read("GET", f"{path}/view", guest) for guest in (self.left, self.right)]
                for guest, view in zip((self.left, self.right), views, strict=True):
                    await self._act(path, guest, view["decision"])
                table = (await self.visit.read("GET", f"{path}/view", self.left))["table"]
                if table["status"] != "playing":
                    break
                if await self._version(path, self.stranger) < table["version"]:
                    return path
                await self.visit.read("GET", f"{path}/events?after={table['version']}&wait=1", self.left)
        raise NotUnderstood(f"{self.game}: no spectator of a game is delayed")

    async def _act(self, path: str, guest: Guest, decision: Document) -> None:
        if decision is not None:
            body = {"move": decision["moves"][0], "decision": decision["id"]}
            await self.visit.ask("POST", f"{path}/moves", guest, body=body, key=new_key())

    async def _called_off(self, path: str) -> None:
        """See that one of two players cannot call a game off, and both can."""
        for guest, status in ((self.left, "playing"), (self.right, "aborted")):
            answer = await self.visit.ask("POST", f"{path}/abort", guest, body={}, key=new_key())
            if code_of(answer) == "game_over":
                return
            found = answer.json()["status"] if answer.is_success else code_of(answer)
            who = "one of two players" if guest == self.left else "both players"
            self.report.see("called_off", found == status, f"{described(answer)} to {who}: {found}, not {status}")
