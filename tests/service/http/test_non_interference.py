"""Two tables whose hidden cards differ only in what a viewer may not see are the same to her, to the byte.

The viewer asks for all that the service gives her, at the same times of a clock that stands still between the moves.
The players are the same. Only the id of the table has to be another one; before bytes are compared, it is replaced by
one that is as long.
"""

import contextlib
import random
import re
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from pkgutil import resolve_name
from types import SimpleNamespace
from typing import Any
from uuid import UUID
from zlib import crc32

import msgspec
import pytest
from litestar import Litestar
from msgspec.structs import replace

from domain import GAMES
from domain import table as rules
from domain.game import Refused
from domain.table import Snapshot
from service.app import create_app
from service.settings import Settings
from service.streams import Places
from service.tables import LiveTable
from tests.domain.playout import STARTED_AT, Dice
from tests.service.http.party import Header, Party, newcomer, official, table_of
from tests.service.http.reading import NDJSON, SSE, Stream, parsed
from tests.service.http.surface import Client, client_of, started
from tests.service.http.twins import SECRET, Script, Turn, Twins, twins

NAMELESS = UUID(int=0)
SAME_REQUEST = {"X-Request-Id": "twins"}
CURSOR = re.compile(rb'(?<="cursor":")1[\w-]{27}(?=")|(?<=^id: )1[\w-]{27}$', re.MULTILINE)
"""The cursor of a player's stream that knows one table: it holds the table's id."""

Heard = list[tuple[str, bytes]]
"""What somebody got from the service: from where, and the bytes."""


class Hands:
    """The hands of the service's clock: they move when somebody moves them."""

    ms = STARTED_AT

    def time_ns(self) -> int:
        """Return the time, as `time.time_ns` does."""
        return self.ms * 1_000_000


@dataclass(frozen=True)
class World:
    """A service whose clock and whose secrets are known, and an operator of it."""

    app: Litestar
    client: Client
    operator: Header
    clock: Hands


@pytest.fixture(scope="module")
async def world(postgres_url: str) -> AsyncIterator[World]:
    settings, clock = Settings(postgres_url=postgres_url, signing_key=bytes(32)), Hands()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("service.house.time", clock)
        patch.setattr("service.http.games.secrets", SimpleNamespace(token_bytes=lambda _: SECRET))
        async with started(create_app(settings)) as app, client_of(app) as client:
            yield World(app, client, await official(app, "operator"), clock)


class Witness:
    """Somebody at a table, who asks the service for everything and keeps what she gets."""

    def __init__(self, client: Client, table: Party, header: Header) -> None:
        self.client = client
        self.table = table
        self.header = header | SAME_REQUEST
        self.heard: Heard = []
        self.read = 0

    async def ask(self, method: str, path: str, body: Any = None, **query: Any) -> Any:
        """Ask for something at the table, or elsewhere; return the document."""
        url = path if path.startswith("/") else f"{self.table.path}/{path}".removesuffix("/table")
        answer = await self.client.request(method, url, json=body, params=query, headers=self.header)
        head = b"\n".join(name + b": " + value for name, value in answer.headers.raw)
        self.heard.append((f"{method} {path}", b"%d\n%b\n\n%b" % (answer.status_code, head, answer.content)))
        return answer.json() if answer.content else None

    async def look(self, tries: Sequence[object]) -> None:
        """Look at all there is, and try moves."""
        view = await self.ask("GET", "view")
        version = view["game"]["version"]
        await self.ask("HEAD", "view")
        await self.ask("GET", "view", version=(version + 1) // 2)
        await self.ask("GET", "events", after=self.read, limit=1000)
        self.read = version
        await self.ask("GET", "table")
        await self.ask("GET", "/v1/games", player=view["game"]["seats"][0], status="playing")
        await self.ask("GET", "/v1/me/games")
        await self.ask("GET", "record")
        for number in (2, 100):
            random.seed(number)
            await self.ask("GET", "moves/suggestions", n=number)
        for move in tries:
            judgement = await self.ask("POST", "moves/check", {"move": move})
            await self.ask("POST", "moves", {"move": move} | ({"decision": "over"} if judgement.get("legal") else {}))

    async def listen(self, name: str, stream: Stream, version: int) -> None:
        """Take the lines of a stream up to a version."""
        self.heard.append((name, repr((stream.status, stream.headers)).encode()))
        while piece := await stream.raw():
            line = parsed(piece)
            if line["type"] != "heartbeat":
                self.heard.append((name, piece))
            if line.get("entry", line.get("view", {}).get("game", {})).get("version") == version:
                return
        raise AssertionError("the stream is at its end")


async def played(world: World, script: Script, twins: Twins, players: Sequence[Header]) -> Heard:
    """Play a game over HTTP; return all that the viewer got. The last of the players has no seat."""
    world.clock.ms = STARTED_AT
    opening = {"options": script.options, "settings": script.settings, "decks": script.decks}
    table = await table_of(world.client, [world.operator], script.game, **opening)
    witness = Witness(world.client, table, players[-1 if twins.viewer is None else twins.viewer])
    for seat, player in enumerate(players[:-1]):
        await accepted(world.client, f"{table.path}/seats", {"seat": seat}, player)
    async with contextlib.AsyncExitStack() as stack:
        paths = {"table": f"{table.path}/stream"} | ({} if twins.viewer is None else {"player": "/v1/me/stream"})
        heard_from = {
            f"{name} of the {what}": await stack.enter_async_context(
                Stream(world.app, path, witness.header | {"Accept": form})
            )
            for what, path in paths.items()
            for name, form in (("NDJSON", NDJSON), ("SSE", SSE))
        }
        await accepted(world.client, f"{table.path}/start", None, world.operator)
        for number, turn in enumerate((Turn(STARTED_AT), *script.turns)):
            await take(world, table, turn, players, witness if turn.seat == twins.viewer else None)
            if number in twins.looks:
                await witness.look(twins.looks[number])
        version = (await witness.ask("GET", "view"))["game"]["version"]
        for name, stream in heard_from.items():
            await witness.listen(name, stream, version)
    for player in players[:-1]:
        await world.client.post(f"{table.path}/abort", json={}, headers=player)
    return nameless(witness.heard, table.id)


async def take(world: World, table: Party, turn: Turn, players: Sequence[Header], witness: Witness | None) -> None:
    """Let a turn be made, by a witness if it is hers."""
    world.clock.ms = turn.at
    if turn.seat is None:
        await world.app.state.house.tables.tick(UUID(table.id))
    elif witness is not None:
        assert "events" in await witness.ask("POST", "moves", {"move": turn.move})
    else:
        await accepted(world.client, f"{table.path}/moves", {"move": turn.move}, players[turn.seat])


async def accepted(client: Client, path: str, body: Any, header: Header) -> None:
    """Send a command."""
    answer = await client.post(path, json=body, headers=header)
    assert answer.is_success, answer.text


def nameless(heard: Heard, table: str) -> Heard:
    """Return what was heard with another id of the table, the same for every table and as long as they all are."""

    def moved(cursor: re.Match[bytes]) -> bytes:
        places = Places.parsed(cursor[0].decode()).games
        return Places({NAMELESS if str(game) == table else game: places[game] for game in places}).cursor().encode()

    return [(what, CURSOR.sub(moved, said.replace(table.encode(), str(NAMELESS).encode()))) for what, said in heard]


async def differences(world: World, twins: Twins) -> list[tuple[str, bytes, bytes]]:
    """Return all that the viewer heard otherwise at one table than at its twin."""
    players = [await newcomer(world.client) for _ in range(twins.first.players + 1)]
    first = await played(world, twins.first, twins, players)
    second = await played(world, twins.second, twins, players)
    assert [what for what, _ in first] == [what for what, _ in second]
    return [(what, one, other) for (what, one), (_, other) in zip(first, second, strict=True) if one != other]


EARLY, LATE = range(1, 16), range(40, 70)


@pytest.mark.parametrize(
    ("viewer", "turns"), [("seat", EARLY), ("seat", LATE), ("spectator", EARLY), ("spectator", LATE)]
)
@pytest.mark.parametrize("game", GAMES)
async def test_hidden_cards_change_nothing_of_what_a_viewer_gets(
    world: World, game: str, viewer: str, turns: range
) -> None:
    dice = Dice(crc32(f"{game} {viewer} {turns}".encode()))
    pair = twins(game, dice, dice.pick(turns), seated=viewer == "seat")

    assert await differences(world, pair) == []


# The test has teeth: a service with one fault is found out, there and nowhere else.


STREAMS = {"NDJSON of the table", "SSE of the table", "NDJSON of the player", "SSE of the player"}


def digest(snapshot: Snapshot) -> int:
    """Return a number of ten digits at the most that depends on all that is hidden, once the game has begun."""
    return crc32(msgspec.json.encode(snapshot.state))


def blank(snapshot: Snapshot) -> str:
    """Return white space whose length depends on all that is hidden."""
    return " " * (digest(snapshot) % 89)


def refusing_with_a_telling_reason(_: Any) -> Any:
    """Return rules whose refusals depend on the hidden cards."""

    def make_move(snapshot: Snapshot, *args: Any) -> Any:
        try:
            return rules.make_move(snapshot, *args)
        except Refused as refused:
            raise Refused(refused.code, f"{refused.detail} {digest(snapshot)}") from None

    return SimpleNamespace(make_move=make_move, tick=rules.tick, evolve=rules.evolve)


def telling_too_much(tell: Any) -> Any:
    """Return a `tell` whose messages depend on the hidden cards."""

    def telling(event: Any, after: Snapshot) -> Any:
        message = tell(event, after)
        return replace(message, template=f"{message.template} {digest(after)}")

    return telling


def as_long_as_it_is_telling(seen_by: Any) -> Any:
    """Return a `seen_by` whose entries say the same, but their length depends on the hidden cards."""

    def seen(seat: int | None, history: Any) -> Any:
        entries = zip(seen_by(seat, history), history, strict=True)
        return [
            replace(entry, message=replace(entry.message, text=entry.message.text + blank(after)))
            for entry, (_, after) in entries
        ]

    return seen


def naming_cards_by_what_is_hidden(sight_of: Any) -> Any:
    """Return a `sight_of` whose ids, all of one length, depend on the hidden cards."""

    def sight(live: LiveTable, version: int, seat: int | None) -> Any:
        number = digest(live.at(version))
        return {
            lying: tuple(f"{each}.{number:010}" for each in ids) for lying, ids in sight_of(live, version, seat).items()
        }

    return sight


def padding_views(encoded: Any) -> Any:
    """Return an `encoded` whose views have a length that depends on the hidden cards."""
    return lambda live, version, seat: encoded(live, version, seat) + blank(live.at(version)).encode()


def naming_decisions_by_what_is_hidden(decision_id: Any) -> Any:
    """Return a `decision_id` that depends on the hidden cards."""
    return lambda snapshot, seat: f"{decision_id(snapshot, seat)}.{digest(snapshot)}"


def showing_digests_of_decks(lobby_table: Any) -> Any:
    """Return a `lobby_table` that shows all that a row holds."""
    return lambda row: replace(lobby_table(row), options=row.options | {"decks": row.decks})


def showing_the_decks(header: Any) -> Any:
    """Return a `header` that shows the decks."""
    return lambda game, snapshot: replace(header(game, snapshot), options={"decks": snapshot.table.decks})


@pytest.mark.parametrize(
    ("where", "leak", "found"),
    [
        ("service.http.advice.rules", refusing_with_a_telling_reason, {"POST moves/check"}),
        ("service.http.play.rules", refusing_with_a_telling_reason, {"POST moves"}),
        ("projections.feed.tell", telling_too_much, {"GET events", "POST moves", *STREAMS}),
        ("service.streams.seen_by", as_long_as_it_is_telling, STREAMS),
        ("service.views.sight_of", naming_cards_by_what_is_hidden, {"GET view", "POST moves"}),
        ("service.views.encoded", padding_views, {"GET view", "HEAD view", "POST moves"}),
        ("service.http.advice.decision_id", naming_decisions_by_what_is_hidden, {"GET moves/suggestions"}),
        ("service.http.games.lobby_table", showing_digests_of_decks, {"GET /v1/games"}),
        ("service.http.games.header", showing_the_decks, {"GET table", "GET /v1/me/games"}),
    ],
)
async def test_a_leak_is_found(
    world: World, monkeypatch: pytest.MonkeyPatch, where: str, leak: Callable[[Any], Any], found: set[str]
) -> None:
    pair = twins("literature", Dice(0), 10, seated=True)

    monkeypatch.setattr(where, leak(resolve_name(where)))

    assert {what for what, _, _ in await differences(world, pair)} == found
