"""Players who know no rules: they choose any move that they are offered.

All players of a table share one reader, so that a move costs one or two looks at the table, not one for each seat.
Where several may act at once they race, as people do; and while a clock step is near they mostly wait, since with
players who always act at once a window never closes.
"""

import asyncio
import random
from collections.abc import Callable
from typing import TypeVar
from uuid import UUID, uuid4

import httpx
import msgspec
from msgspec import Struct

from service.cli.connection import problem_of
from service.cli.options import RawOptions
from service.cli.persistence import PersistentClient
from service.cli.tally import Tally
from service.play.house_pace import AT_EASE
from service.runtime.files import UNREADABLE
from service.runtime.time import now

RACING = 1 / 4
"""How likely a seat is to act together with another one, where several may."""

HESITATION_SECONDS = 0.02
"""Maximum number of seconds for which a player who races hesitates."""

LONGEST_WAIT_SECONDS = 20
LATE_LOOKS = 10
"""Maximum number of second looks at which nothing has happened after a clock step was due."""

LOST = frozenset({httpx.codes.GONE, httpx.codes.NOT_FOUND})
"""The answer to a client that waits after a version that the log has lost: it looks at the table again."""

T = TypeVar("T")


class Header(Struct):
    """What a player needs of a table's header."""

    id: UUID
    version: int
    status: str
    seats: tuple[UUID | None, ...]


class State(Struct):
    """What a player needs of a view: the same in every game."""

    turn: int | None
    to_act: tuple[int, ...]
    deadline: int | None


class Decision(Struct):
    """What a player may do, ready to be sent."""

    moves: tuple[msgspec.Raw, ...]


class View(Struct):
    """A table as a seat sees it."""

    table: Header
    seat: int
    state: State
    decision: Decision | None


class Feed(Struct):
    """What a player needs of the feed: whether something has happened."""

    version: int


class MoveMade(Struct):
    """What a player needs of the answer to a move."""

    version: int


class Player(Struct):
    """A player of ours."""

    id: UUID
    token: str


class Acknowledged(Struct):
    """A move that the service has acknowledged: from then on it is recorded, exactly once and permanently."""

    table: UUID
    version: int
    seat: int
    player: UUID
    key: str


class ServiceError(Exception):
    """The service has done something that it must not do."""


class NoSuchTable(Exception):
    """No table can be opened with such options."""


class Group:
    """Some players who play game after game, each at a new table. `tell` hears of every acknowledged move."""

    def __init__(self, client: PersistentClient, tally: Tally, tell: Callable[[Acknowledged], None]) -> None:
        self.client = client
        self.tally = tally
        self.tell = tell
        self.players: list[Player] = []

    async def play(self, game: str, options: RawOptions, dice: random.Random) -> None:
        """Play one game to its end. Raises `ServiceError`, `NoSuchTable` or `Gone`."""
        host = await self.player(0)
        wanted = {"game": game, "options": options}
        answer = await self.client.send("POST", "/tables", host.token, body=wanted, key=new_key())
        if answer.is_client_error:
            raise NoSuchTable(str(problem_of(answer).get("detail", answer.text)))
        header = understood(answer, Header)
        path = f"/tables/{header.id}"
        for seat in range(len(header.seats)):
            player = await self.player(seat)
            wish = {"seat": seat, "entropy": dice.randbytes(8).hex()}
            answer = await self.client.send("POST", f"{path}/seats", player.token, body=wish, key=new_key())
            understood(answer, msgspec.Raw)
        understood(await self.client.send("POST", f"{path}/start", host.token, key=new_key()), Header)
        await Table(self, path, len(header.seats), dice).play()
        self.tally.finished += 1

    async def player(self, number: int) -> Player:
        """Return the player of a seat; makes one if there is none yet."""
        while len(self.players) <= number:
            name = f"Random player {len(self.players)}"
            answer = await self.client.send("POST", "/players", body={"name": name, "bot": True})
            self.players.append(understood(answer, Player))
        return self.players[number]


class Table:
    """A table where a game is played by a group of `seats` players. `path` is its address."""

    def __init__(self, group: Group, path: str, seats: int, dice: random.Random) -> None:
        self.group = group
        self.path = path
        self.seats = seats
        self.dice = dice

    async def play(self) -> None:
        """Play until the game is finished. Raises `ServiceError`, also if somebody aborts it, or `Gone`."""
        view = await self.look(0)
        late_looks = 0
        while view.table.status != "finished":
            if view.table.status == "aborted":
                raise ServiceError(f"{self.path}: somebody has aborted the table")
            acting = self.acting(view)
            if acting:
                await asyncio.gather(*(self.act(seat, view, racing=seat != acting[0]) for seat in acting))
                view = await self.look(self.next_viewer(view, acting[0]))
            elif await self.something_happens(view):
                view = await self.look(view.seat)
            elif overdue(view.state):
                late_looks += 1
                if late_looks > LATE_LOOKS:
                    raise ServiceError(f"{self.path}: the clock step due at {view.state.deadline} does not come")

    def acting(self, view: View) -> list[int]:
        """Return the seats that act now, all at once; nobody if they wait for the clock."""
        may = view.state.to_act
        if not may or (holds_breath(view.state) and self.dice.random() > AT_EASE.haste):
            return []
        first = view.seat if view.seat in may else self.dice.choice(may)
        return [first, *(seat for seat in may if seat != first and self.dice.random() < RACING)]

    def next_viewer(self, view: View, last: int) -> int:
        """Return the seat that looks next: probably the one that acts next."""
        return self.dice.randrange(self.seats) if view.state.turn is None else (last + 1) % self.seats

    async def act(self, seat: int, view: View, *, racing: bool) -> None:
        """Make a move on a seat, any that it may make. `view` is the last that was seen, by whomever."""
        if racing:
            await asyncio.sleep(self.dice.uniform(0, HESITATION_SECONDS))
        if view.seat != seat:
            view = await self.look(seat)
        if view.decision is None or not view.decision.moves:
            if seat in view.state.to_act:
                raise ServiceError(
                    f"{self.path}: seat {seat} is to act at version {view.table.version}, and has no move"
                )
            return
        await self.send(seat, view, self.dice.choice(view.decision.moves))

    async def send(self, seat: int, view: View, move: msgspec.Raw) -> None:
        """Send a move. Raises `ServiceError` if it is refused and yet nothing has changed since it was offered."""
        group, player, key = self.group, self.group.players[seat], new_key()
        answer = await group.client.send("POST", f"{self.path}/moves", player.token, body={"move": move}, key=key)
        if answer.is_success:
            version = understood(answer, MoveMade).version
            group.tally.move_ms.append(answer.elapsed.total_seconds() * 1000)
            group.tell(Acknowledged(view.table.id, version, seat, player.id, key))
            return
        if answer.status_code != httpx.codes.CONFLICT:
            raise ServiceError(
                f"{described(answer)} to {bytes(move).decode()} of seat {seat} at version {view.table.version}"
            )
        group.tally.refusals[str(problem_of(answer).get("code"))] += 1
        if (await self.look(seat)).table.version == view.table.version:
            raise ServiceError(
                f"{described(answer)} to {bytes(move).decode()} of seat {seat}, offered at {view.table.version}"
            )

    async def look(self, seat: int) -> View:
        """Return the table as a seat sees it now."""
        return understood(await self.get(seat, f"{self.path}/view"), View)

    async def something_happens(self, view: View) -> bool:
        """Wait for the clock; return whether anything has happened. Raises `ServiceError` if there is no clock."""
        deadline = view.state.deadline
        if deadline is None:
            raise ServiceError(f"{self.path}: nobody is to act at version {view.table.version}, not even the clock")
        seconds = min(max(1, -(-(deadline - now()) // 1000) + 1), LONGEST_WAIT_SECONDS)
        known = view.table.version
        answer = await self.get(view.seat, f"{self.path}/events?after={known}&limit=1&wait={seconds}", wait=seconds)
        if answer.status_code in LOST:
            return True
        return understood(answer, Feed).version > known

    async def get(self, seat: int, path: str, *, wait: int = 0) -> httpx.Response:
        """Return the answer to a GET of a seat's player."""
        return await self.group.client.send("GET", path, self.group.players[seat].token, wait=wait)


def holds_breath(state: State) -> bool:
    """Return whether nobody has the turn, and the clock is about to go on by itself."""
    return state.turn is None and state.deadline is not None and 0 < state.deadline - now() <= AT_EASE.soon_ms


def overdue(state: State) -> bool:
    """Return whether a clock step should have come already."""
    return state.deadline is not None and state.deadline < now()


def new_key() -> str:
    """Return a key that no command has had."""
    return uuid4().hex


def understood(answer: httpx.Response, kind: type[T]) -> T:
    """Return a good answer as a `kind`. Raises `ServiceError` for any other."""
    if not answer.is_success:
        raise ServiceError(described(answer))
    try:
        return msgspec.json.decode(answer.content, type=kind)
    except UNREADABLE as error:
        raise ServiceError(f"{answer.request.method} {answer.request.url.path}: {error}") from None


def described(answer: httpx.Response) -> str:
    """Return in words what the service has answered."""
    problem = problem_of(answer)
    what = f"{answer.status_code} {problem.get('code', '')}: {problem.get('detail', answer.reason_phrase)}"
    return f"{answer.request.method} {answer.request.url.path} answered {what}"
