"""No answer of the service holds a card that its reader may not know, at any moment of a game.

What a reader may know is worked out here anew, from the record that opens when the game is over, and from the texts of
the rulebooks, which say who sees which field of an event.
"""

import asyncio
import dataclasses
import logging
import random
import re
from collections.abc import AsyncIterator, Iterator, Mapping
from itertools import count
from typing import Any, NamedTuple
from uuid import UUID

import msgspec
import pytest

from domain import GAMES
from domain.game import by_wire_name
from service.runtime.metrics import exposition
from service.store import Append, StoredEvent
from service.store.memory import MemoryStore
from tests.domain.every_game import ALL, every_id, knowing_the_toy
from tests.domain.rulebooks import redacted
from tests.service.http.occasions import Clock
from tests.service.http.party import QUICK, Document, Header, Party, newcomer, party
from tests.service.http.surface import IN_MEMORY, Client, InProcess, in_memory, served
from tests.service.http.twins import SECRET
from tests.service.logged import by_the_service, logging_all

PATIENCE_SECONDS = 240
MOVES_A_LOOK = 25
"""After how many moves everybody looks at the table anew while the game goes on."""
A_LOOK_TAKES_MS = 5_000
"""How long everybody looks, by the clock of the service: a game by the clock is not as long as a machine is fast."""
LOOKS_BACK = 8
"""How many earlier versions they look at in the end."""

WORD = re.compile(r"\\u....|\\.|[\w-]+")
"""A word in JSON, a card's code being one; what stands for a line break is no part of it."""
BOOK_LAID = re.compile(r'"book":"(\w+)"[^{}]*"type":"book_laid"')
"""The book in such an event, as JSON in the order of its keys."""

SPECTATOR = None
STRANGER: Header = {}
"""The headers of a client without a token, which is told what spectators are told."""
NOTHING = 0
"""The version at which nobody knows any card."""

Knowledge = Mapping[int | None, list[set[str]]]


class Part(NamedTuple):
    """A part of an answer: who got it, which version it is about, its cards, and those that its reader has named."""

    reader: int | None
    version: int
    part: Any
    cards: frozenset[str]
    named: frozenset[str] = frozenset()


class Listener:
    """Collects what each seat and a spectator are answered, except what they may do next (`decision`)."""

    def __init__(self, table: Party, game: str, spectator: Header) -> None:
        self.table = table
        self.deck = GAMES[game].cards
        self.readers: dict[int | None, Header] = {**dict(enumerate(table.players)), SPECTATOR: spectator}
        self.parts: list[Part] = []
        self.read: dict[int | None, int] = dict.fromkeys(self.readers, 0)

    def note(self, reader: int | None, version: int, part: Any, named: frozenset[str] = frozenset()) -> None:
        """Note a part of an answer."""
        self.parts.append(Part(reader, version, part, frozenset(codes(part, self.deck)), named))

    def note_view(self, reader: int | None, view: Document) -> int:
        """Note a view at its version, and return that."""
        version: int = view["table"]["version"]
        self.note(reader, version, {name: view[name] for name in view if name != "decision"})
        return version

    def note_feed(self, reader: int | None, feed: Document) -> None:
        """Note events, each at its own version."""
        for entry in feed["events"]:
            self.note(reader, entry["version"], entry)

    async def look(self) -> None:
        """Let everybody look at the table, at its head, at what is new, and at the lobby."""
        self.note_view(SPECTATOR, await self.table.view(STRANGER))
        self.note(SPECTATOR, NOTHING, await self.get(self.table.path, STRANGER))
        for reader, header in self.readers.items():
            self.note_view(reader, await self.table.view(header))
            feed = await self.get(f"{self.table.path}/events", header, after=self.read[reader])
            self.read[reader] = feed["version"]
            self.note_feed(reader, feed)
            for path in (self.table.path, "/v1/tables", "/v1/me/tables"):
                self.note(reader, NOTHING, await self.get(path, header))

    async def get(self, path: str, header: Header, **parameters: Any) -> Document:
        """Return the document at a path."""
        document: Document = (await self.table.client.get(path, headers=header, params=parameters or None)).json()
        return document

    async def send(self, reader: int | None, body: Document) -> None:
        """Send a move, and note the answer; a refusal may name the cards that the sender has named."""
        header = self.readers[reader]
        answer = await self.table.client.post(f"{self.table.path}/moves", json=body, headers=header)
        document = answer.json()
        if answer.status_code == 200:
            self.note_feed(reader, document)
            return
        if "view" in document:
            self.note_view(reader, document.pop("view"))
        version = self.note_view(reader, await self.table.view(header))
        self.note(reader, version, document, frozenset(codes(body, self.deck)))

    async def try_what_is_wrong(self, dice: random.Random) -> None:
        """Let everybody try what the rules mostly refuse: any card, out of turn, or for an old version."""
        for reader in self.readers:
            card = dice.choice(sorted(self.deck))
            for move in ({"type": "play", "card": card}, {"type": "ask", "card": card, "target": dice.randrange(4)}):
                await self.send(reader, {"move": move} | ({"expected_version": 1} if dice.random() < 0.5 else {}))

    async def look_back(self, last: int, dice: random.Random) -> None:
        """Let everybody look at the versions that the table has had, `LOOKS_BACK` at the most."""
        for reader, header in self.readers.items():
            for version in sorted(dice.sample(range(1, last + 1), min(last, LOOKS_BACK))):
                assert self.note_view(reader, await self.table.view(header, version=version)) == version

    async def watch(self) -> None:
        """Let everybody read the stream of the game with what changes in their view; it is over."""
        for reader, header in [*self.readers.items(), (SPECTATOR, STRANGER)]:
            query = {"after": "0", "with": "changes"}
            stream = await self.table.client.get(f"{self.table.path}/stream", headers=header, params=query)
            for line in map(msgspec.json.decode, stream.content.splitlines()):
                if line["type"] == "view":
                    self.note_view(reader, line["view"])
                elif line["type"] == "event":
                    changed = [each for each in line.get("changes", ()) if not each["path"].startswith("/decision")]
                    self.note(reader, line["entry"]["version"], [line["entry"], changed])


def codes(part: Any, deck: frozenset[str]) -> set[str]:
    """Return the cards that stand in a part of an answer: values, names of fields, words of texts.

    A viewer who is told of a book that is laid (`J`) is told of its cards (`J-3`).
    """
    text = msgspec.json.encode(part, order="sorted").decode()
    laid = tuple(f"{book}-" for book in BOOK_LAID.findall(text))
    of_books = [card for card in deck if card.startswith(laid)] if laid else ()
    return {*deck.intersection(WORD.findall(text)), *of_books}


def known(record: Document, readers: Iterator[int | None]) -> Knowledge:
    """Return the cards that each reader may know: a list by versions, from 0."""
    game = GAMES[record["game"]]
    knowledge: dict[int | None, list[set[str]]] = {reader: [set()] for reader in readers}
    for entry in record["events"]:
        event = entry["event"]
        told = event["type"] in by_wire_name(game.Event)
        for reader, cards in knowledge.items():
            new = codes(redacted(game, event, reader), game.cards) if told else set()
            cards.append(cards[-1] | new)
    return knowledge


def leaks(parts: list[Part], knowledge: Knowledge) -> list[tuple[Part, set[str]]]:
    """Return what readers were told and may not know."""
    found = [(each, set(each.cards - each.named - knowledge[each.reader][each.version])) for each in parts]
    return [(each, hidden) for each, hidden in found if hidden]


@pytest.fixture(scope="module", params=ALL)
async def played(request: pytest.FixtureRequest) -> AsyncIterator[tuple[Listener, Knowledge]]:
    """Give all that was told in a whole game, and what each reader may know."""
    game, dice = request.param, random.Random(f"secrecy {request.param}")
    with knowing_the_toy():
        clock = Clock()
        async with served(IN_MEMORY, in_memory(now=clock)) as app, InProcess(app) as client:
            yield await heard_of_all(client, clock, game, dice)


async def heard_of_all(client: Client, clock: Clock, game: str, dice: random.Random) -> tuple[Listener, Knowledge]:
    """Return all that was told in a whole game, and what each reader may know."""
    table = await party(client, game, GAMES[game].Options().players, options=QUICK.get(game, {}))
    listener = Listener(table, game, await newcomer(client))
    await table.start()
    async with asyncio.timeout(PATIENCE_SECONDS):
        for number in count(1):
            if (chosen := await table.choice(dice)) is None:
                break
            if number % MOVES_A_LOOK == 5:
                await listener.look()
                await listener.try_what_is_wrong(dice)
                clock.ahead += A_LOOK_TAKES_MS
            await listener.send(*chosen)
    await listener.look()
    record = await listener.get(f"{table.path}/record", table.players[0])
    await listener.look_back(len(record["events"]), dice)
    await listener.watch()
    return listener, known(record, iter(listener.readers))


async def test_nobody_is_told_a_card_that_they_may_not_know(played: tuple[Listener, Knowledge]) -> None:
    listener, knowledge = played

    assert leaks(listener.parts, knowledge) == []


async def test_a_seat_is_told_its_own_cards_and_all_that_lie_open(played: tuple[Listener, Knowledge]) -> None:
    listener, knowledge = played

    for reader in listener.readers:
        told = [each.cards for each in listener.parts if each.reader == reader and not each.named]
        assert frozenset().union(*told) == knowledge[reader][-1]


async def test_cards_that_are_told_to_the_wrong_seat_would_be_found(played: tuple[Listener, Knowledge]) -> None:
    """If the left neighbour were told what a seat is told, or a seat too early, it would be seen."""
    listener, knowledge = played
    seats = len(listener.readers) - 1
    swapped = [each._replace(reader=(each.reader + 1) % seats) for each in listener.parts if each.reader is not None]
    early = [each._replace(version=each.version - 1) for each in listener.parts if each.version > 1]

    assert {each.reader for each, _ in leaks(swapped, knowledge)} == set(range(seats))
    informed = {reader for reader in listener.readers if knowledge[reader][-1]}
    assert {each.reader for each, _ in leaks(early, knowledge)} == informed


class Quoting(MemoryStore):
    """A store that, when it fails, says all about it."""

    def __init__(self) -> None:
        super().__init__()
        self.fails = False

    async def append(self, append: Append) -> None:
        if self.fails:
            raise ValueError(f"{append}")
        await super().append(append)

    async def read(self, table_id: UUID, after: int = 0, up_to: int | None = None) -> list[StoredEvent]:
        found = await super().read(table_id, after, up_to)
        if self.fails:
            raise ValueError(f"{found}")
        return found


async def among_house_players(client: Client, game: str) -> Party:
    """Return a game that has begun, with its creator on seat 0, and house players on the other seats."""
    table = await party(client, game, 1, options=QUICK.get(game, {}))
    (ada,) = table.players
    for body in ({}, *[{"house": "random"}] * (GAMES[game].Options().players - 1)):
        assert (await client.post(f"{table.path}/seats", json=body, headers=ada)).status_code == 201
    assert (await client.post(f"{table.path}/start", headers=ada)).status_code == 200
    return table


@every_id()
async def test_no_card_and_no_secret_is_logged_or_counted_or_told_of_a_failure(game: str) -> None:
    store, dice = Quoting(), random.Random(f"logs {game}")
    surroundings = dataclasses.replace(in_memory(secret=lambda: SECRET), store=store)
    with logging_all() as lines:
        async with served(IN_MEMORY, surroundings) as app, InProcess(app) as client:
            table = await among_house_players(client, game)
            (ada,) = table.players
            ticket = (await client.post("/v1/streams/tickets", headers=ada)).json()["ticket"]
            await client.head(f"{table.path}/stream?ticket={ticket}")
            listener = Listener(table, game, await newcomer(client))
            for _ in range(3):
                await listener.look()
                await listener.try_what_is_wrong(dice)
                if chosen := await table.choice(dice):
                    await listener.send(*chosen)
            while (chosen := await table.choice(dice)) is None:  # house players may end a game before it is her turn
                table = await among_house_players(client, game)
                (ada,) = table.players
            store.fails = True
            answers = [await client.post(f"{table.path}/moves", json=chosen[1], headers=ada)]
        # Another process has nothing in memory yet.
        async with served(IN_MEMORY, surroundings) as app, InProcess(app) as client:
            paths = [f"{table.path}{path}" for path in ("/view", "/events", "/stream", "/moves/suggestions")]
            answers += [await client.get(path, headers=ada) for path in paths]
            metrics = exposition().decode()
    logged = by_the_service(lines())

    assert [answer.status_code for answer in answers] == [500] * 5
    assert str(logged).count("builtins.ValueError") >= len(answers)
    counted = [line for line in metrics.splitlines() if line.startswith("parlour_")]
    told = {"logged": logged, "counted": counted, "answered": [answer.json() for answer in answers]}
    assert {where: set(codes(each, listener.deck)) for where, each in told.items()} == {where: set() for where in told}
    token = ada["Authorization"].removeprefix("Bearer ")
    assert [secret for secret in (token, ticket, SECRET.hex()) if secret in str(told)] == []
    # Operators are told at which table the clock fails, if it does so meanwhile.
    told["logged"] = [{name: line[name] for name in line if name != "table"} for line in logged]
    assert table.id not in str(told)


def test_a_card_that_is_logged_would_be_found() -> None:
    with logging_all() as lines:
        logging.getLogger("service").warning("Refused: %s", {"card": "5H"})

    assert set(codes(lines(), GAMES["literature"].cards)) == {"5H"}
