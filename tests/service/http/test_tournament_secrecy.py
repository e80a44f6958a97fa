"""Duplicate deals: what a tournament answers depends on nothing that a viewer may not see, until the records open.

Two services have the same accounts, the same ids and a clock that stands still between the moves. In each a round of
four tables with one deal is played. The cards differ in what the viewer may not see (see `twins`), and so does all that
has happened at the tables where they do not sit: in the first one two of them are over, in the second one nobody has
moved there. The viewer asks for everything, and gets the same bytes.
"""

import hashlib
import random
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace as replaced
from pkgutil import resolve_name
from typing import Any, Literal
from zlib import crc32

import pytest
from msgspec.structs import asdict, replace

from domain.tournament.viewers import seen
from service.accounts import notes
from service.accounts.memory import MemoryAccounts
from service.tournaments import tables as round_tables
from service.tournaments.calculating import CalculationResult, result_with
from service.tournaments.personal_feeds import PersonalFeed
from tests.domain.playout import STARTED_AT, Dice, random_options
from tests.service.http.party import Document, Header, Party, finish, id_of, newcomer, official
from tests.service.http.reading import NDJSON, SSE, Stream
from tests.service.http.surface import IN_MEMORY, InProcess, in_memory, served
from tests.service.http.twins import SECRET, Script, Turn, Twins, twins
from tests.service.http.witness import Hands, Heard, Witness, World, take
from tests.service.workers import eventually

Role = Literal["player", "scorer", "director", "stranger", "office", "operator", "analyst"]
PLAYING: tuple[Role, ...] = ("player", "scorer", "director")
SEEING: tuple[Role, ...] = ("office", "operator", "analyst")
"""Those who are to see how tables go on: at the other tables nothing happens then, but the deal."""

TABLES = 4
SHORT = {"max_deals": 1, "max_rounds": 10}
STREAMS = {"NDJSON", "SSE"}

Worlds = tuple[World, World]


@pytest.fixture
async def worlds(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Worlds]:
    monkeypatch.setattr(notes, "digest_of", unsalted)
    accounts = MemoryAccounts()
    async with world(accounts) as first, world(accounts) as second:
        yield first, replaced(second, operator=first.operator)


def unsalted(_: bytes, text: str) -> bytes:
    """Return what names a note, the same in both worlds: the salt of a note is chosen in each."""
    return hashlib.sha256(text.encode()).digest()


@asynccontextmanager
async def world(accounts: MemoryAccounts) -> AsyncIterator[World]:
    """Give a service with these accounts, whose secrets are known."""
    clock = Hands()
    surroundings = replaced(in_memory(now=clock.now, secret=lambda: SECRET), accounts=accounts)
    async with served(IN_MEMORY, surroundings) as app, InProcess(app) as client:
        yield World(app, client, await official(app, "operator"), clock)


class Evening:
    """A tournament of one round in a world. `players` are in the order of the tables, and there by seat.

    The judge is of the staff, and does not play.
    """

    def __init__(
        self, world: World, script: Script, director: Header, players: Sequence[Header], *, judge: Header
    ) -> None:
        self.world = world
        self.script = script
        self.director = director
        self.judge = judge
        self.players = players
        self.path = ""
        self.tables: list[Party] = []

    async def ask(self, who: Header, path: str, body: Document) -> Document:
        """Ask something that must be done; its key makes the same ids in both worlds."""
        key = {"Idempotency-Key": f"{crc32(repr((path, body)).encode())}"}
        answer = await self.world.client.post(path, json=body, headers=who | key)
        assert answer.is_success, answer.text
        document: Document = answer.json()
        return document

    async def command(self, who: Header, kind: str, **fields: Any) -> None:
        await self.ask(who, f"{self.path}/commands", {"type": kind, **fields})

    async def announce(self, name: str, **roles: str) -> None:
        """Announce the tournament, enter all, and start it; `roles` are of players, by their ids."""
        script = self.script
        settings = {
            "game": script.game,
            "options": {option: value for option, value in script.options.items() if option != "players"},
            "seating": {"format": "manual", "rounds": 2, "places": script.players},
            "scoring": "matchpoints",
            "table": dict(script.settings),
        }
        made = await self.ask(self.director, "/v1/tournaments", {"settings": settings, "title": name})
        self.path = f"/v1/tournaments/{made['id']}"
        await self.command(self.director, "open_registration")
        for player in self.players:
            await self.command(player, "register")
        for person, role in roles.items():
            await self.command(self.director, "appoint", person=person, role=role)
        await self.command(self.director, "open_check_in")
        for player in self.players:
            await self.command(player, "check_in", entrant=await me(self.world, player))
        await self.command(self.director, "start_rounds")

    async def begin(self) -> None:
        """Publish the round; go on when all tables play."""
        size, people = self.script.players, [await me(self.world, player) for player in self.players]
        given = [people[first : first + size] for first in range(0, len(people), size)]
        await self.command(self.director, "draft_round", given=given)
        await self.command(self.director, "publish_round")
        shown = await self.world.client.get(f"{self.path}/rounds/1", headers=self.director)
        for number, table in enumerate(shown.json()["round"]["tables"]):
            seated = list(self.players[number * size :][:size])
            self.tables.append(Party(self.world.client, seated, f"/v1/tables/{table['id']}"))

        async def all_play() -> bool:
            answers = [await self.world.client.get(each.path, headers=each.players[0]) for each in self.tables]
            return all(answer.json().get("status") == "playing" for answer in answers)

        await eventually(all_play)

    async def play_elsewhere(self) -> None:
        """Play two of the other tables to their ends, and wait until the tournament knows."""
        for table in self.tables[1:3]:
            await finish(self.world.app, table, random.Random(7))

        async def noted() -> bool:
            answer = await self.world.client.get(f"{self.path}/rounds/1", headers=self.director)
            return sum(table["result"] is not None for table in answer.json()["round"]["tables"]) == 2

        if self.director not in self.players:
            await eventually(noted)

    async def end_first_table(self) -> None:
        """Close the first table, and wait until it has ended."""
        first = self.tables[0]
        measures = [{"type": "not_played", "entrant": await me(self.world, player)} for player in first.players]
        await self.command(self.judge, "rule", round=1, measures=measures, closes=[1], reason="agreed")

        async def is_over() -> bool:
            answer = await self.world.client.get(first.path, headers=first.players[0])
            return bool(answer.json()["status"] == "aborted")

        await eventually(is_over)

    async def close(self) -> None:
        """End the round."""
        await self.command(self.director, "finish_round", reason="other")


async def me(world: World, who: Header) -> str:
    return await id_of(world.client, who)


class Visitor(Witness):
    """A witness who looks at a tournament and at all its tables."""

    def __init__(self, evening: Evening, header: Header) -> None:
        super().__init__(evening.world.client, evening.tables[0], header)
        self.evening = evening

    async def look_around(self, *, entitled: bool) -> None:
        """Look at all that there is. Those who are entitled give a reason, and do nothing that would be done."""
        tournament, tables = self.evening.path, self.evening.tables
        for path in ("", "/entrants", "/rounds/1", "/rounds/2", "/rulings", "/standings", "/rounds/1/deals", "/record"):
            await self.ask("GET", f"{tournament}{path}")
        await self.ask("GET", f"{tournament}/standings", format="csv")
        await self.ask("GET", f"{tournament}/events", limit=1000)
        for number in (5, 30, 31, 32, 33, 60):
            await self.ask("GET", tournament, version=number)
            await self.ask("GET", f"{tournament}/events", after=number, limit=2)
        for path in ("/v1/tournaments", "/v1/tournaments?status=playing", "/v1/me", "/v1/me/tables", "/v1/limits"):
            await self.ask("GET", path)
        for path in ("/v1/tables", "/v1/tables?status=finished", "/v1/tables?status=playing", "/v1/seals"):
            await self.ask("GET", path)
        for path in ("/v1/history/games", "/v1/history/events"):
            await self.ask("GET", path)
            await self.ask("GET", path, tournament=tournament.rpartition("/")[2], fields="number")
        await self.look_at_results()
        for table in (tables[0], tables[1], tables[-1]):
            await self.look_at(table, entitled=entitled)
        if not entitled:
            await self.try_at_tournament(tournament)

    async def look_at_results(self) -> None:
        """Look at all that is made of games that are over."""
        game = self.evening.script.game
        for path in (f"/v1/leaderboards/{game}", f"/v1/games/{game}/statistics", "/v1/dumps"):
            await self.ask("GET", path)
        await self.ask("GET", f"/v1/leaderboards/{game}", provisional=True)
        await self.ask("GET", "/v1/audit/hints", reason="an inquiry")
        for player in (self.header, self.evening.players[0]):
            path = f"/v1/players/{await me(self.evening.world, player)}"
            await self.ask("GET", path)
            await self.ask("GET", f"{path}/games")

    async def look_at(self, table: Party, *, entitled: bool) -> None:
        """Look at a table in all ways."""
        reason = {"reason": "an inquiry"} if entitled else {}
        for path in ("", "/record/proof", "/moves/suggestions", *(() if entitled else ("/looks",))):
            await self.ask("GET", f"{table.path}{path}")
        for path in ("/view", "/events", "/replay", "/record"):
            await self.ask("GET", f"{table.path}{path}", **reason)
        for seat in ("all", "0", "1"):
            await self.ask("GET", f"{table.path}/view", seat=seat, **reason)
            await self.ask("GET", f"{table.path}/replay", seat=seat, **reason)
        await self.ask("POST", f"{table.path}/fork", {"version": 3, "seats": ["me"]})
        await self.ask("POST", f"{table.path}/moves/check", {"move": {"type": "nonsense"}})
        await self.ask("POST", f"{table.path}/moves", {"move": {"type": "nonsense"}})
        if not entitled:
            await self.ask("POST", f"{table.path}/seats", {"seat": 0})
            await self.ask("POST", f"{table.path}/start", {})
            await self.ask("POST", f"{table.path}/again", {})
            await self.ask("POST", f"{table.path}/sight", {"player": str(await me(self.evening.world, self.header))})

    async def try_at_tournament(self, tournament: str) -> None:
        """Try commands that are refused."""
        other = await me(self.evening.world, self.evening.players[-1])
        here, result = tournament.rpartition("/")[2], {"points": [0], "deals": [[0]], "winners": []}
        for command in (
            {"type": "appeal", "ruling": 1},
            {"type": "register"},
            {"type": "withdraw", "entrant": here},
            {"type": "substitute", "entrant": other, "leaves": here, "joins": here},
            {"type": "draft_round"},
            {"type": "publish_round"},
            {"type": "finish"},
            {"type": "correct", "table": here, "result": result, "reason": "other"},
        ):
            await self.ask("POST", f"{tournament}/commands", command)
        await self.try_to_rule(tournament)

    async def try_to_rule(self, tournament: str) -> None:
        """Try to rule on every table: what is refused must not tell which of them are over."""
        size = self.evening.script.players
        result = {"points": [0] * size, "deals": [[0] * size], "winners": [0]}
        for number, table in enumerate(self.evening.tables, 1):
            for command in (
                {"type": "rule", "round": 1, "measures": [], "closes": [number]},
                {"type": "replay_table", "number": number},
                {"type": "correct", "table": table.id, "result": result},
            ):
                await self.ask("POST", f"{tournament}/commands", {**command, "reason": "other"})

    async def hear(self, streams: dict[str, Stream], version: int) -> None:
        """Keep what the streams have said up to a version of the tournament."""
        for name, stream in streams.items():
            said = repr((stream.status, stream.headers)).encode()
            while b'"version":%d,"event"' % version not in said:
                piece = await stream.raw()
                assert piece is not None, said
                said += b"" if b'"heartbeat"' in piece else piece
            self.heard.append((name, said))


async def evening_of(world: World, script: Script, twins_: Twins, people: Sequence[Header], **what: Any) -> Heard:
    """Hold a tournament; return all that the viewer gets. `people`: the director, the viewer, and the other players."""
    viewer_is, differs, name = what["viewer_is"], what["differs"], what["name"]
    world.clock.ms = STARTED_AT
    director, viewer, *others = people
    players = list(others)
    if twins_.viewer is not None:
        players.insert(twins_.viewer, viewer)
    players = players[: TABLES * script.players]
    evening = Evening(world, script, viewer if viewer_is == "director" else director, players, judge=director)
    roles = {await me(world, viewer): "scorer"} if viewer_is == "scorer" else {}
    if viewer_is == "office":
        roles = {await me(world, viewer): "assistant"}
    if viewer_is == "director":
        roles = {await me(world, director): "scorer"}
    await evening.announce(name, **roles)
    with pytest.MonkeyPatch.context() as patched:
        opening = round_tables.opening
        patched.setattr(
            round_tables,
            "opening",
            lambda *args: replace(opening(*args), secret=SECRET.hex(), decks=script.decks),
        )
        await evening.begin()
    visitor = Visitor(evening, viewer)
    entitled = viewer_is in SEEING
    async with AsyncExitStack() as stack:
        streams = {
            kind: await stack.enter_async_context(
                Stream(world.app, f"{evening.path}/stream", visitor.header | {"Accept": form})
            )
            for kind, form in (("NDJSON", NDJSON), ("SSE", SSE))
        }
        if differs and viewer_is not in SEEING:
            await evening.play_elsewhere()
        for turn in (Turn(STARTED_AT), *script.turns):
            await take(world, evening.tables[0], turn, evening.tables[0].players, None)
        await visitor.look_around(entitled=entitled)
        last, of_last = evening.players[-1], await me(world, evening.players[-1])
        await evening.command(last, "withdraw", entrant=of_last)
        await evening.end_first_table()
        await visitor.look_around(entitled=entitled)
        await evening.command(last, "return", entrant=of_last)
        feed = await visitor.ask("GET", f"{evening.path}/events", limit=1000)
        await visitor.hear(streams, feed["events"][-1]["version"])
    await evening.close()
    return visitor.heard


async def differences(worlds: Worlds, game: str, viewer_is: Role) -> list[str]:
    """Return what the viewer hears otherwise in one world than in the other: the last parts of its paths."""
    name = f"{game} for a {viewer_is}"
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("tests.service.http.twins.random_options", short_options)
        patched.setattr("tests.service.http.twins.SETTINGS", ({},))
        pair = twins(game, Dice(crc32(name.encode())), 6, seated=viewer_is in PLAYING)
    people = [await newcomer(worlds[0].client) for _ in range(TABLES * pair.first.players + 2)]
    if viewer_is in {"operator", "analyst"}:
        people[1] = await official(worlds[0].app, viewer_is)
    given = {"viewer_is": viewer_is, "name": name}
    first = await evening_of(worlds[0], pair.first, pair, people, differs=True, **given)
    second = await evening_of(worlds[1], pair.second, pair, people, differs=False, **given)
    assert [what for what, _ in first] == [what for what, _ in second]
    differ = [what for (what, one), (_, other) in zip(first, second, strict=True) if one != other]
    return list(dict.fromkeys([part_of(what) for what in differ]))


def part_of(what: str) -> str:
    """Return the part of a path that says what was asked for."""
    path = what.rpartition(" ")[2].partition("?")[0]
    parts = path.split("/")
    if len(parts) == len(("", "v1", "tables", "id")):
        return {"tables": "table", "tournaments": "tournament"}.get(parts[2], path)
    return path.partition(parts[3])[2].lstrip("/") if len(parts) > len(("", "v1", "me", "tables")) else parts[-1]


def short_options(game: Any, dice: Dice) -> Any:
    """Return options of a game for two, which is soon over."""
    chosen = {name: value for name, value in SHORT.items() if name in game.Options.__struct_fields__}
    return game.options(
        {**asdict(random_options(game, dice)), "players": max(2, game.players[0]), "dealer": 0, **chosen}
    )


@pytest.mark.parametrize("viewer_is", ["player", "scorer", "director", "stranger", "office", "operator", "analyst"])
@pytest.mark.parametrize("game", ["honors_4"])
async def test_nothing_that_is_answered_depends_on_what_a_viewer_may_not_see(
    worlds: Worlds, game: str, viewer_is: Role
) -> None:
    assert await differences(worlds, game, viewer_is) == []


# The test has teeth: a service with one fault is found out.


def with_results(table_view: Any) -> Any:
    """Return a `table_view` that shows the results of a round that is played."""
    return lambda table, _: table_view(table, True)


def results_that_leak(personal_feed: Any) -> Any:
    """Return a `personal_feed` that tells everybody what the staff is told."""
    return lambda _, tournament, events: personal_feed(next(iter(tournament.staff)), tournament, events)


def counting_all(_: Any) -> Any:
    """Return a `personal_feed` by which versions are those of the log, as if nothing were held back."""

    def personal_feed(person: Any, known: Any, events: Any) -> PersonalFeed:
        return Counting(known, events, person, [], 0)

    return personal_feed


class Counting(PersonalFeed, frozen=True):
    """Events that all have a version, also those of which nothing is shown."""

    @property
    def shown(self) -> int:
        """The version of the last event that they are told."""
        return max(number for number, _ in self.following(0))

    def following(self, version: int) -> Iterator[tuple[int, int]]:
        for number in range(version + 1, self.tournament.version + 1):
            if seen(self.events.all[number - 1], self.person, self.tournament) is not None:
                yield number, number


def counting_results(standings: Any) -> Any:
    """Return standings that grow with each result that is noted."""

    async def growing(calculator: Any, tournament_id: Any, tournament: Any, version: int) -> CalculationResult:
        found: CalculationResult = await standings(calculator, tournament_id, tournament, version)
        more = b" " * sum(table.result is not None for table in tournament.rounds[-1].tables)
        return result_with(found.document + more)

    return growing


def listed_with_version(listed: Any) -> Any:
    """Return a `listed_tournament` whose number of rounds is the version of the tournament in the log."""
    return lambda row, texts: replace(listed(row, texts), rounds=row.version)


def at_once(_: Any) -> Any:
    """Return what says that a table is open to all, and does not wait for others that play with its cards."""

    async def is_open(*_: Any) -> bool:
        return True

    return is_open


def watching_all(_: Any) -> Any:
    """Return an `is_watched` that lets everybody watch the tables of a tournament that play.

    A stranger finds it out: those who play the deal elsewhere are kept away by `SharedDecks`, too.
    """
    return lambda table: table.tournament is not None and table.started_at is not None


def listed_publicly(opening: Any) -> Any:
    """Return an `opening` of tables that the lobby lists."""
    return lambda *args: replace(opening(*args), visibility="public")


def ends_that_leak(is_over: Any) -> Any:
    """Return a `round_is_over` that is true as soon as one table of the round is over."""

    def early(tournament: Any, number: int) -> bool:
        tables = tournament.rounds[number - 1].tables if number <= len(tournament.rounds) else ()
        return is_over(tournament, number) or any(table.is_over for table in tables)

    return early


RESULTS = {"games", "statistics"}
"""What tells of a player's games, and of how games went."""


@pytest.mark.parametrize(
    ("where", "leak", "found", "viewer_is"),
    [
        ("domain.tournament.viewing.table_view", with_results, {"rounds/1"}, "player"),
        ("service.tournaments.feeds.personal_feed", results_that_leak, {"events", *STREAMS}, "player"),
        (
            "service.tournaments.feeds.personal_feed",
            counting_all,
            {"tournament", "entrants", "standings", *STREAMS},
            "player",
        ),
        ("service.tournaments.calculator.Calculator.standings", counting_results, {"standings"}, "player"),
        ("service.http.resources.tournaments.listed_tournament", listed_with_version, {"tournaments"}, "player"),
        ("service.store.memory.MemoryStore.record_open", at_once, {"record"}, "player"),
        (
            "service.history.memory.MemoryHistory.has_opened",
            at_once,
            {"/v1/history/games", "/v1/history/events", *RESULTS},
            "stranger",
        ),
        ("service.live.viewers.is_watched", watching_all, {"view", "events", "replay"}, "stranger"),
        (
            "service.live.shared_decks.SharedDecks.has_opened",
            at_once,
            {"view", "events", "replay"},
            "player",
        ),
        ("service.tournaments.tables.opening", listed_publicly, {"tables"}, "player"),
        ("domain.tournament.Tournament.round_is_over", ends_that_leak, {"rounds/1/deals"}, "player"),
    ],
)
async def test_a_leak_is_found(
    worlds: Worlds,
    monkeypatch: pytest.MonkeyPatch,
    where: str,
    leak: Callable[[Any], Any],
    *,
    found: set[str],
    viewer_is: Role,
) -> None:
    monkeypatch.setattr(where, leak(resolve_name(where)))

    assert found <= set(await differences(worlds, "honors_4", viewer_is))
