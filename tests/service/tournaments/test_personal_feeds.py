"""Whom events are told, and in which order: as `seen` says one by one, at a cost that does not grow with them."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

import pytest
from hypothesis import given
from msgspec import structs

from domain.tournament import Tournament, TournamentEvent, after_event, decide
from domain.tournament.events import (
    RegistrationOpened,
    RegistrationRequested,
    RoundFinished,
    StaffAppointed,
    TournamentCancelled,
)
from domain.tournament.viewers import seen
from service.live.named import encoder
from service.live.pace import PACE
from service.tournaments.personal_feeds import Events, personal_feed
from tests.domain.playout import Dice, dice_strategy
from tests.domain.tournament.test_random import played
from tests.domain.tournament.tournaments import ASSISTANT, AT, DIRECTOR, PLAYERS, STRANGER, announcing

READERS = (STRANGER, DIRECTOR, ASSISTANT, *PLAYERS[:4])


def order_of(person: UUID, tournament: Tournament, events: Sequence[TournamentEvent]) -> list[int]:
    """Return the versions in the log in the order in which somebody is told them, by what `seen` says of each."""
    early = structs.replace(tournament, rounds=(), ended_at=None)
    order, held_back, over = list[int](), list[int](), set[int]()
    for version, event in enumerate(events, start=1):
        of_round = any("round" in to.fields for to in type(event).audience.values())
        if of_round and getattr(event, "round", 0) not in over and seen(event, person, early) is None:
            held_back.append(version)
            continue
        order.append(version)
        if isinstance(event, RoundFinished):
            over.add(event.round)
        if isinstance(event, RoundFinished | TournamentCancelled):
            order += held_back
            held_back = []
    return order


async def as_told_one_by_one(person: UUID, tournament: Tournament, events: Events) -> None:
    """Assert that what somebody is told is what follows from `seen`."""
    order = order_of(person, tournament, events.all[: tournament.version])
    shown = {
        number: found
        for number, version in enumerate(order, start=1)
        if (found := seen(events.all[version - 1], person, tournament)) is not None
    }
    told = personal_feed(person, tournament, events)

    assert told.shown == max(shown)
    for after in range(len(order) + 1):
        entries = await told.after(after, 1_000, PACE.feed_bytes)
        assert [(each.version, each.event) for each in entries] == [each for each in shown.items() if each[0] > after]
        assert await told.after(after, 2, PACE.feed_bytes) == entries[:2]
    for version in range(1, told.shown + 1):
        assert told.in_log(version) == max(order[:version])
    for in_log in range(tournament.version + 1):
        common = next((number for number, each in enumerate(order) if each > in_log), len(order))
        assert told.common(in_log) == common


@given(dice=dice_strategy)
async def test_everybody_is_told_what_they_may_see_when_they_may_see_it(dice: Dice) -> None:
    entries = played(dice, 90).entries
    tournament: Tournament | None = None
    events, versions = Events(), list[Tournament]()
    for entry in entries:
        tournament = after_event(tournament, entry.event)
        events.add(of_tournament(entry.event))
        versions.append(tournament)
    for then_ in (versions[-1], dice.pick(versions)):
        for person in READERS:
            await as_told_one_by_one(person, then_, events)


@given(dice=dice_strategy)
async def test_a_player_who_gave_a_command_is_told_its_events(dice: Dice) -> None:
    tournament: Tournament | None = None
    events = Events()
    entries = played(dice, 90).entries
    for number, entry in enumerate(entries):
        tournament = after_event(tournament, entry.event)
        events.add(of_tournament(entry.event))
        if number + 1 < len(entries) and entries[number + 1].step == entry.step:
            continue
        step = range(entry.step, entry.version + 1)
        for person in (DIRECTOR, STRANGER):
            order = order_of(person, tournament, events.all)
            numbers = [number for number, version in enumerate(order, start=1) if version in step]
            expected = [each for each in numbers if seen(events.all[order[each - 1] - 1], person, tournament)]
            assert [each.version for each in personal_feed(person, tournament, events).of_step(step)] == expected


def of_tournament(event: object) -> TournamentEvent:
    """Return an event, which is one of a tournament."""
    assert isinstance(event, TournamentEvent)
    return event


def a_long_one() -> tuple[Tournament, Events]:
    """Return a tournament of 20,000 events, most of which a stranger is not told."""
    (announced,) = decide(None, announcing(registration="approval"), AT)
    asked = RegistrationRequested(PLAYERS[0], PLAYERS[0], (PLAYERS[0],), (), None, at=AT)
    events = Events()
    events.add(of_tournament(announced))
    events.add(RegistrationOpened(DIRECTOR, at=AT))
    tournament = after_event(after_event(None, announced), RegistrationOpened(DIRECTOR, at=AT))
    for number in range(20_000):
        event = StaffAppointed(DIRECTOR, ASSISTANT, "assistant", at=AT) if number % 1_000 == 0 else asked
        events.add(event)
        tournament = after_event(tournament, event)
    return tournament, events


async def test_what_a_thousand_readers_cost_does_not_grow_with_the_tournament(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at = 0

    def counting(*given: Any) -> TournamentEvent | None:
        nonlocal looked_at
        looked_at += 1
        return seen(*given)

    tournament, events = a_long_one()
    monkeypatch.setattr("service.tournaments.personal_feeds.seen", counting)
    for _ in range(1_000):
        told = personal_feed(STRANGER, tournament, events)
        assert await told.after(told.shown, 200, PACE.feed_bytes) == []
    assert looked_at == 0

    (last,) = await told.after(told.shown - 1, 200, PACE.feed_bytes)
    assert (last.version, looked_at) == (told.shown, 1)
    assert len(await told.after(0, 10, PACE.feed_bytes)) == 10
    assert looked_at == 11


async def test_a_page_has_few_large_events_and_one_at_least() -> None:
    tournament, events = a_long_one()
    for members in (2_000, 10, 10, 20_000, 10, 3_000, 4_000, 10):
        event = RegistrationRequested(PLAYERS[0], PLAYERS[0], (PLAYERS[0],) * members, (), None, at=AT)
        events.add(event)
        tournament = after_event(tournament, event)
    told = personal_feed(DIRECTOR, tournament, events)

    pages = [await told.after(told.shown - 8, 1_000, PACE.feed_bytes)]
    while page := await told.after(pages[-1][-1].version, 1_000, PACE.feed_bytes):
        pages.append(page)

    assert [len(page) for page in pages] == [3, 1, 2, 2]
    assert [len(encoder.encode(page)) <= PACE.feed_bytes for page in pages] == [True, False, True, True]
    assert [each.version for page in pages for each in page] == [*range(told.shown - 7, told.shown + 1)]
