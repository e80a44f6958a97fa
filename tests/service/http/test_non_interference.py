"""Two tables whose hidden cards differ only in what a viewer may not see are the same to them, to the byte.

The viewer asks for all that the service gives them, at the same times of a clock that stands still between the moves.
The players are the same. Only the id of the table has to be another one; before bytes are compared, it is replaced by
one that is as long.
"""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace as replaced
from functools import cache
from pkgutil import resolve_name
from typing import Any
from uuid import UUID
from zlib import crc32

import msgspec
import pytest
from msgspec.structs import replace

from domain.game import Refused
from domain.layout import Moved
from domain.table import Snapshot
from service.accounts.memory import MemoryAccounts
from service.live.sights import Sights
from service.webhooks.memory import MemoryWebhooks
from tests.domain.every_game import every_id, known
from tests.domain.playout import STARTED_AT, Dice
from tests.service.http.party import Header, newcomer, official
from tests.service.http.posted import hooked, posted
from tests.service.http.surface import InProcess, in_memory, served
from tests.service.http.twins import SECRET, Script, Twins, twins
from tests.service.http.witness import Hands, Heard, World, played
from tests.service.webhooks.office import BY_HAND, Office

EARLY, LATE = range(1, 16), range(20, 36)
"""How many turns a game has had."""

STREAMS = {"NDJSON of the table", "SSE of the table", "NDJSON of the player", "SSE of the player"}
"""The streams of events alone."""

WATCHED = {"views of the table", "changes of the table", "views of the player", "changes of the player"}
"""The streams that carry the table, too."""

BEGINNING = "service.live.sights.Sights.of"
"""Where ids of cards come from when somebody begins to look."""

Place = tuple[World, Office]
"""A service, and what sends to webhooks."""

Worlds = tuple[Place, Place]
"""Two services with the same accounts: nobody sits at two tables whose decks are as like as those of twins."""

pytestmark = known  # the worlds keep the tables of all games from one test to the next


@pytest.fixture(scope="module")
async def worlds() -> AsyncIterator[Worlds]:
    accounts = MemoryAccounts()
    async with world(accounts) as first, world(accounts) as (second, office):
        yield first, (replaced(second, operator=first[0].operator), office)


@asynccontextmanager
async def world(accounts: MemoryAccounts) -> AsyncIterator[Place]:
    """Give a service with these accounts, and nothing else."""
    clock = Hands()
    outside = in_memory(now=clock.now, secret=lambda: SECRET)
    outside = replaced(outside, accounts=accounts, webhooks=MemoryWebhooks())
    async with served(BY_HAND, outside) as app, InProcess(app) as client:
        yield World(app, client, await official(app, "operator"), clock), Office(app, client, outside, clock)


async def differences(worlds: Worlds, twins: Twins) -> list[tuple[str, bytes, bytes]]:
    """Return all that the viewer heard otherwise at one table than at its twin."""
    players = [await newcomer(worlds[0][0].client) for _ in range(twins.first.players + 1)]
    first = await heard(worlds[0], twins.first, twins, players)
    second = await heard(worlds[1], twins.second, twins, players)
    assert [what for what, _ in first] == [what for what, _ in second]
    return [(what, one, other) for (what, one), (_, other) in zip(first, second, strict=True) if one != other]


async def heard(place: Place, script: Script, twins: Twins, players: Sequence[Header]) -> Heard:
    """Return all that the viewer heard of a game, and what came to their webhook, up to the end."""
    world, office = place
    world.clock.ms = STARTED_AT
    webhook, owner = await hooked(world, office, None if twins.viewer is None else players[twins.viewer])
    return [*await played(world, script, twins, players), *await posted(office, webhook, owner)]


@pytest.mark.parametrize(("viewer", "turns"), [("spectator", EARLY), ("seat", LATE)], ids=["spectator", "seat"])
@every_id()
async def test_hidden_cards_change_nothing_of_what_a_viewer_gets(
    worlds: Worlds, game: str, viewer: str, turns: range
) -> None:
    dice = Dice(crc32(f"{game} {viewer} {turns}".encode()))
    pair = twins(game, dice, dice.pick(turns), seated=viewer == "seat")

    assert await differences(worlds, pair) == []


# The test finds leaks: with one fault in the service, it fails in the answers that leak, and in no other.


def digest(snapshot: Snapshot) -> int:
    """Return a number of ten digits at the most that depends on all that is hidden, once the game has begun."""
    return crc32(msgspec.json.encode(snapshot.state))


def blank(snapshot: Snapshot) -> str:
    """Return white space whose length depends on all that is hidden."""
    return " " * (digest(snapshot) % 89)


def refusal_that_leaks(decide: Any) -> Any:
    """Return a `decide` whose refusals depend on the hidden cards."""

    def decided(snapshot: Snapshot, *args: Any) -> Any:
        try:
            return decide(snapshot, *args)
        except Refused as refused:
            raise Refused(refused.code, f"{refused.detail} {digest(snapshot)}") from None

    return decided


def message_that_leaks(tell: Any) -> Any:
    """Return a `tell` whose messages depend on the hidden cards."""

    def leaking(event: Any, after: Snapshot) -> Any:
        message = tell(event, after)
        return replace(message, template=f"{message.template} {digest(after)}")

    return leaking


def length_that_leaks(seen_by: Any) -> Any:
    """Return a `seen_by` whose entries say the same, but their length depends on the hidden cards."""

    def seen(seat: int | None, history: Any) -> Any:
        entries = zip(seen_by(seat, history), history, strict=True)
        return [
            replace(entry, message=replace(entry.message, text=entry.message.text + blank(after)))
            for entry, (_, after) in entries
        ]

    return seen


def card_ids_that_leak(sight_of: Any) -> Any:
    """Return a `Sights.of` whose ids, all of one length, depend on the hidden cards."""

    async def sight(sights: Sights, table_id: UUID, snapshot: Snapshot, seat: int | None, **kind: bool) -> Any:
        seen, number = await sight_of(sights, table_id, snapshot, seat, **kind), digest(snapshot)
        return {
            zone: replace(lying, ids=tuple(f"{each}.{number:010}" for each in lying.ids))
            for zone, lying in seen.items()
        }

    return sight


def number_of_moved_cards_that_leaks(said: Any) -> Any:
    """Return a `said` where the number of moved cards depends on the hidden ones."""
    return lambda entry, after: (*said(entry, after), Moved("hand-0", "hand-1", 1 + digest(after) % 89))


def view_length_that_leaks(view_of: Any) -> Any:
    """Return a `seat_view` whose views have a length that depends on the hidden cards."""

    def padded(table_id: UUID, snapshot: Snapshot, seat: int | None, sight: Any, *, ends_step: bool) -> Any:
        view = view_of(table_id, snapshot, seat, sight, ends_step=ends_step)
        return replace(view, table=replace(view.table, rules_version=blank(snapshot)))

    return padded


def change_length_that_leaks(step_of: Any) -> Any:
    """Return a `step_of` whose changes, or views, have a length that depends on the hidden cards."""

    def padded(replay: Any, kind: str, entry: Any, after: Snapshot, ends_step: bool) -> Any:
        step = step_of(replay, kind, entry, after, ends_step)
        end = step.shown[-1:]
        more = [{"op": "test", "path": "/seat", "value": blank(after)}]
        return replace(
            step, shown=step.shown[:-1] + b"," + msgspec.json.encode(more)[1:] if end == b"]" else step.shown
        )

    return padded


def player_names_that_leak(named: Any) -> Any:
    """Return a `Named.header` whose names depend on the hidden cards."""

    async def header(self: Any, table_id: UUID, snapshot: Snapshot) -> Any:
        return replace(await named(self, table_id, snapshot), creator_name=f"Ada{blank(snapshot)}")

    return header


def decision_ids_that_leak(decision_id: Any) -> Any:
    """Return a `decision_id` that depends on the hidden cards."""
    return lambda snapshot, seat: f"{decision_id(snapshot, seat)}.{digest(snapshot)}"


def decision_in_webhooks_that_leaks(turn: Any) -> Any:
    """Return a `turn` whose ids of decisions depend on the hidden cards."""

    def told(event: Any, snapshot: Snapshot, before: Any) -> Any:
        return [
            replace(each, about=replace(each.about, decision=f"{each.about.decision}.{digest(snapshot)}"))
            for each in turn(event, snapshot, before)
        ]

    return told


def dropped_turns_that_leak(turn: Any) -> Any:
    """Return a `turn` that reports only some turns, chosen by the hidden cards."""
    return lambda event, snapshot, before: turn(event, snapshot, before) if digest(snapshot) % 2 else []


def digests_of_decks_in_the_lobby(lobby_table: Any) -> Any:
    """Return a `lobby_table` that shows all that a row holds."""
    return lambda row, names: replace(lobby_table(row, names), options=row.options | {"decks": row.decks})


def decks_in_the_header(header: Any) -> Any:
    """Return a `header` that shows the decks."""
    return lambda game, snapshot: replace(header(game, snapshot), options={"decks": snapshot.table.decks})


@pytest.mark.parametrize("game", ["literature", "medieval_mastery"])
async def test_a_forgotten_redaction_is_found(worlds: Worlds, monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    pair = twins(game, Dice(0), 3, seated=False)

    monkeypatch.setattr("projections.feed.seen_event", lambda event, *_: event)

    found = {what for what, _, _ in await differences(worlds, pair)}
    assert found == {"GET events", "GET replay"} | {each for each in STREAMS | WATCHED if each.endswith("table")}


@cache
def of_literature() -> Twins:
    return twins("literature", Dice(0), 10, seated=True)


@pytest.mark.parametrize(
    ("where", "leak", "found"),
    [
        ("service.http.resources.advice.judge_move", refusal_that_leaks, {"POST moves/check"}),
        ("domain.table.steps.decide", refusal_that_leaks, {"POST moves"}),
        (
            "projections.feed.message_of",
            message_that_leaks,
            {"GET events", "GET replay", "POST moves", *STREAMS, *WATCHED},
        ),
        ("service.live.views.seen_by", length_that_leaks, {"GET events", *STREAMS}),
        ("projections.replay.seen_by", length_that_leaks, {"GET replay", *WATCHED}),
        (
            "service.live.steps.step_of",
            change_length_that_leaks,
            {each for each in WATCHED if each.startswith("changes")},
        ),
        ("service.live.named.Named.header", player_names_that_leak, {"GET table", "GET /v1/me/tables"}),
        (BEGINNING, card_ids_that_leak, {"GET replay", "GET view", "POST moves"}),
        ("projections.motion.said", number_of_moved_cards_that_leaks, {"GET events", "GET replay", *STREAMS, *WATCHED}),
        ("service.live.views.seat_view", view_length_that_leaks, {"GET view", "HEAD view", "POST moves"}),
        (
            "domain.table.Snapshot.decision_id",
            decision_ids_that_leak,
            {"GET moves/suggestions", "GET replay", "GET view", "HEAD view", "POST moves", "webhook", *WATCHED},
        ),
        ("service.webhooks.following.turn", decision_in_webhooks_that_leaks, {"webhook"}),
        ("service.webhooks.following.turn", dropped_turns_that_leak, {"webhook", "GET webhook messages"}),
        ("service.http.resources.lobby.lobby_table", digests_of_decks_in_the_lobby, {"GET /v1/tables", "GET player"}),
        ("service.live.named.header", decks_in_the_header, {"GET table", "GET /v1/me/tables"}),
    ],
)
async def test_a_leak_is_found(
    worlds: Worlds, monkeypatch: pytest.MonkeyPatch, where: str, leak: Callable[[Any], Any], found: set[str]
) -> None:
    pair = of_literature()
    monkeypatch.setattr(where, leak(resolve_name(where)))

    # A stream takes a sight when it begins, before cards are dealt; whether it must begin anew is left to chance.
    by_chance = WATCHED if where == BEGINNING else set()
    different = {what for what, _, _ in await differences(worlds, pair)}
    assert {"GET player" if what.startswith("GET /v1/players/") else what for what in different} - by_chance == found
