"""What every store of webhooks must do, wherever it keeps them. A subclass gives the fixture `store`."""

import asyncio
from typing import get_args
from uuid import UUID, uuid4

import pytest
from msgspec.structs import replace

from service.runtime.time import DAY_MS
from service.webhooks.port import (
    KEPT_MS,
    MOST_ATTEMPTS,
    MOST_MESSAGES,
    MOST_WEBHOOKS,
    About,
    Attempt,
    Kind,
    Message,
    Notice,
    TooManyWebhooks,
    Verdict,
    Webhook,
    WebhookChange,
    WebhookStore,
)

AT = 1_764_547_200_000
URL = "https://bot.example/hook"
LANE = 1_000_000
"""More than the log has: each test takes lanes that no other one does."""


def webhook(player: UUID | None = None, *, at: int = AT, every: bool = False) -> Webhook:
    """Return a webhook to make, of a new player if none is given."""
    return Webhook(
        id=uuid4(),
        player=player or uuid4(),
        name="Bot",
        url=URL,
        kinds=get_args(Kind),
        every=every,
        salt=uuid4().bytes,
        created_at=at,
    )


def notice(of: Webhook, *, at: int = AT, version: int = 3) -> Notice:
    """Return something to tell."""
    return Notice(uuid4(), of.id, "turn.began", at, About(table=uuid4(), version=version, seat=1, decision="1.3"))


def verdict(at: int, **other: object) -> Verdict:
    """Return what a failed attempt means, except what is said otherwise."""
    usual: dict[str, object] = {
        "attempt": Attempt(at, 12, 500, None),
        "state": "waiting",
        "due": at + 5_000,
        "strained": True,
        "failing_since": at,
        "failures": 1,
        "paused_until": at + 1_000,
    }
    return Verdict(**(usual | other))  # type: ignore[arg-type]


async def known(store: WebhookStore, of: Webhook) -> Webhook:
    """Return a webhook that there is."""
    found = await store.one(of.id)
    assert found is not None
    return found


async def made(store: WebhookStore) -> Webhook:
    """Return a webhook that is kept."""
    one = webhook()
    await store.add(one)
    return one


async def sent(store: WebhookStore, of: Webhook, *, at: int = AT) -> Message:
    """Return a message that waits for a webhook."""
    told = notice(of, at=at)
    await store.send(told)
    found = await store.message(of.id, told.id)
    assert found is not None
    return found


async def lane(store: WebhookStore) -> int:
    """Return a lane that is at position 10, and that nobody else has."""
    number = uuid4().int % 2**30 + LANE
    assert (await store.places({number: 10}))[number] == 10
    return number


async def take(store: WebhookStore, of: Webhook, at: int, *, strained: bool = True) -> bool:
    """Return whether a webhook is taken at a time, for 30 seconds; all others are released."""
    taken = await store.take(at, at + 30_000, 10_000, strained=strained)
    for each in taken:
        if each.id != of.id:
            await store.release(each.id)
    return of.id in {each.id for each in taken}


class WebhookStoreContract:
    async def test_a_webhook_is_kept_as_it_is(self, store: WebhookStore) -> None:
        one = await made(store)
        two = webhook(one.player, at=AT + 1, every=True)
        await store.add(two)

        assert await store.one(one.id) == one
        assert await store.of_player(one.player) == [one, two]
        assert await store.one(uuid4()) is None
        assert await store.of_player(uuid4()) == []

    async def test_a_player_has_a_few(self, store: WebhookStore) -> None:
        player = uuid4()
        asked = [store.add(webhook(player, at=AT + number)) for number in range(MOST_WEBHOOKS + 3)]

        done = await asyncio.gather(*asked, return_exceptions=True)

        assert sum(isinstance(each, TooManyWebhooks) for each in done) == 3
        assert len(await store.of_player(player)) == MOST_WEBHOOKS
        await store.remove((await store.of_player(player))[0].id)
        await store.add(webhook(player))

    async def test_it_is_changed(self, store: WebhookStore) -> None:
        one = await made(store)

        await store.change(one.id, AT, WebhookChange(name="", url="https://other.example/", kinds=("game.over",)))
        salt = uuid4().bytes
        await store.salt(one.id, salt, AT + 9)

        found = await known(store, one)
        assert (found.name, found.url, found.kinds) == ("", "https://other.example/", ("game.over",))
        assert (found.salt, found.old_salt, found.old_until) == (salt, one.salt, AT + 9)

    async def test_what_is_not_given_stays_as_another_change_has_made_it(self, store: WebhookStore) -> None:
        one = await made(store)

        await store.change(one.id, AT, WebhookChange(name="Turns"))
        await store.change(one.id, AT, WebhookChange(url="https://other.example/"))
        await store.change(one.id, AT, WebhookChange(kinds=("game.over",)))
        await store.change(one.id, AT, WebhookChange())

        found = await known(store, one)
        assert (found.name, found.url, found.kinds) == ("Turns", "https://other.example/", ("game.over",))

    async def test_another_url_has_never_failed(self, store: WebhookStore) -> None:
        one = await made(store)
        first, second = await sent(store, one), await sent(store, one)
        failed = verdict(AT + 1, due=AT + 600_000, failures=5, paused_until=AT + 600_000)
        await store.note(one.id, first.id, failed)
        await store.release(one.id)
        await store.change(one.id, AT + 2, WebhookChange(name="Turns", url=one.url))
        assert ((await known(store, one)).failures, await take(store, one, AT + 2)) == (5, False)

        await store.change(one.id, AT + 2, WebhookChange(url="https://other.example/"))

        found = await known(store, one)
        assert (found.failing_since, found.failures, found.paused_until, found.strained) == (None, 0, 0, True)
        assert await take(store, one, AT + 2)
        assert {each.id for each in await store.due(one.id, AT + 2, 9)} == {first.id, second.id}

    async def test_another_url_earns_trust_anew_and_enables_nothing(self, store: WebhookStore) -> None:
        one = await made(store)
        first, second = await sent(store, one), await sent(store, one)
        good = verdict(AT, state="delivered", strained=False, failing_since=None, failures=0, paused_until=0)
        await store.note(one.id, first.id, good)
        assert not (await known(store, one)).strained

        await store.change(one.id, AT, WebhookChange(url="https://other.example/"))
        assert await take(store, one, AT)
        await store.disable(one.id, AT + 1, "owner")
        await store.release(one.id)
        await store.change(one.id, AT + 2, WebhookChange(url=one.url))

        found = await known(store, one)
        assert (found.disabled_at, found.why, found.strained) == (AT + 1, "owner", True)
        assert not await take(store, one, AT + 2)
        assert [each.id for each in await store.due(one.id, AT + 2, 9)] == []
        assert (await store.messages(one.id, 1))[0].id == second.id

    async def test_all_is_due_that_waits_for_a_webhook_that_is_enabled(self, store: WebhookStore) -> None:
        one = await made(store)
        first, second = await sent(store, one), await sent(store, one)
        assert await take(store, one, AT)
        failed = verdict(AT + 1, due=AT + 600_000, failures=5, paused_until=AT + 600_000)
        await store.note(one.id, first.id, failed)
        await store.release(one.id)
        assert not await take(store, one, AT + 2)

        await store.enable(one.id, AT + 2)

        found = await known(store, one)
        assert (found.failing_since, found.failures, found.paused_until) == (None, 0, 0)
        assert await take(store, one, AT + 2)
        assert {each.id for each in await store.due(one.id, AT + 2, 9)} == {first.id, second.id}

    async def test_what_is_disabled_is_told_nothing_until_it_is_enabled(self, store: WebhookStore) -> None:
        one = await made(store)
        before = await sent(store, one)
        await store.note(one.id, before.id, verdict(AT))
        await store.disable(one.id, AT + 5, "gone")
        await store.disable(one.id, AT + 6, "owner")
        await store.send(notice(one))

        found = await known(store, one)
        assert (found.disabled_at, found.why) == (AT + 5, "gone")
        (only,) = await store.messages(one.id, 10)
        assert (only.id, only.state, only.ended_at) == (before.id, "dropped", AT + 5)
        assert one.id not in {each.id for each in await store.subscribed([one.player])}
        assert not await take(store, one, AT + 10**6)
        await store.send_again(one.id, before.id, AT + 7)
        assert (await store.messages(one.id, 10))[0].state == "dropped"

        await store.enable(one.id, AT + 8)
        assert await known(store, one) == replace(one, strained=True)
        await store.send_again(one.id, before.id, AT + 9)
        assert await take(store, one, AT + 9)
        assert [each.id for each in await store.due(one.id, AT + 9, 9)] == [before.id]

    async def test_nothing_is_left_of_what_is_deleted(self, store: WebhookStore) -> None:
        player = uuid4()
        one, two = webhook(player), webhook(player)
        for each in (one, two):
            await store.add(each)
        message = await sent(store, one)

        await store.remove(one.id)
        assert await store.one(one.id) is None
        assert await store.message(one.id, message.id) is None
        await store.forget(player)
        assert await store.of_player(player) == []
        number = await lane(store)
        assert await store.advance(number, 10, 11, [notice(one)], AT)
        assert await store.messages(one.id, 9) == []

    async def test_messages_are_counted_and_listed(self, store: WebhookStore) -> None:
        one, other = await made(store), await made(store)
        await sent(store, other)
        found = [await sent(store, one, at=AT + number) for number in range(4)]

        assert [each.number for each in found] == [1, 2, 3, 4]
        assert await store.messages(one.id, 2) == found[:1:-1]
        assert await store.messages(one.id, 9, before=3) == [found[1], found[0]]
        assert await store.message(other.id, found[0].id) is None
        again = Notice(found[0].id, one.id, "game.over", AT + 99, About())
        await store.send(again)
        assert await store.messages(one.id, 9) == found[::-1]

    async def test_the_newest_are_kept(self, store: WebhookStore) -> None:
        one, number = await made(store), await lane(store)
        notices = [notice(one, at=AT + each) for each in range(MOST_MESSAGES + 2)]

        await store.advance(number, 10, 20, notices, AT)

        found = await store.messages(one.id, 2_000)
        assert [each.number for each in found] == list(range(MOST_MESSAGES + 2, 2, -1))
        assert [each.id for each in found] == [each.id for each in notices[:1:-1]]

    async def test_a_lane_moves_on_once_with_its_messages(self, store: WebhookStore) -> None:
        one, other, number = await made(store), await made(store), await lane(store)
        told = [notice(one), notice(other), notice(one, version=4)]

        done = await asyncio.gather(*[store.advance(number, 10, 12, told, AT + 7) for _ in range(3)])

        assert sorted(done) == [False, False, True]
        assert (await store.places({number: 99}))[number] == 12
        messages = await store.messages(one.id, 9)
        assert [(each.id, each.number, each.due, each.state) for each in messages] == [
            (told[2].id, 2, AT + 7, "waiting"),
            (told[0].id, 1, AT + 7, "waiting"),
        ]
        assert messages[1].about == told[0].about
        assert not await store.advance(number, 11, 13, told, AT)
        await store.skip({number: 12}, {number: 5})
        await store.skip({number: 12}, {number: 90})
        assert (await store.places({}))[number] == 5

    async def test_one_process_leads_until_its_lease_ends(self, store: WebhookStore) -> None:
        one, two = uuid4(), uuid4()
        late = AT + uuid4().int % 2**40 + 2**40

        assert await store.lead(one, late, late + 100) == (True, late + 100)
        assert await store.lead(two, late + 99, late + 200) == (False, late + 100)
        assert await store.lead(one, late + 99, late + 150) == (True, late + 150)
        assert await store.lead(two, late + 150, late + 200) == (True, late + 200)
        assert await store.lead(one, late + 151, late + 300) == (False, late + 200)
        assert await store.lead(two, late + 200, 0) == (True, 0)

    async def test_a_lease_from_before_the_clock_was_set_back_holds_nobody_up(self, store: WebhookStore) -> None:
        one, two = uuid4(), uuid4()
        late = AT + uuid4().int % 2**40 + 2**41
        assert await store.lead(one, late, late + 100) == (True, late + 100)

        assert await store.lead(two, late - 100, late) == (False, late + 100), "two clocks differ a little"
        back = late - DAY_MS
        assert await store.lead(two, back, back + 100) == (True, back + 100)
        assert await store.lead(one, back + 1, back + 101) == (False, back + 100)
        assert await store.lead(two, back + 2, 0) == (True, 0)

    async def test_who_is_told(self, store: WebhookStore) -> None:
        one, two, every = webhook(), webhook(), webhook(every=True)
        for each in (one, two, every):
            await store.add(each)

        assert await store.any()
        found = {each.id for each in await store.subscribed([one.player, every.player, uuid4()])}
        assert {one.id, every.id} <= found
        assert two.id not in found
        await store.remove(every.id)

    async def test_a_webhook_that_was_taken_before_the_clock_was_set_back_is_free(self, store: WebhookStore) -> None:
        one = await made(store)
        late = AT + DAY_MS
        await sent(store, one)
        assert await take(store, one, late)
        assert not await take(store, one, late - 100), "two clocks differ a little"

        assert await take(store, one, AT + 9)
        assert not await take(store, one, AT + 9)

    async def test_a_webhook_that_is_taken_is_taken_by_one(self, store: WebhookStore) -> None:
        one = await made(store)
        assert not await take(store, one, AT)
        await sent(store, one, at=AT + 5)

        assert not await take(store, one, AT + 4)
        assert not await take(store, one, AT + 5, strained=False)
        assert await take(store, one, AT + 5)
        await sent(store, one, at=AT + 6)
        assert not await take(store, one, AT + 6)
        assert await take(store, one, AT + 30_005)
        await store.release(one.id)
        assert await take(store, one, AT + 30_006)

    @pytest.mark.parametrize("strained", [True, False])
    async def test_something_is_due_until_somebody_takes_it(self, store: WebhookStore, strained: bool) -> None:
        one, at = await made(store), 1_000  # long before all that other tests leave behind
        answered = await sent(store, one, at=at)
        good = verdict(at, state="delivered", strained=strained, failing_since=None, failures=0, paused_until=0)
        await store.note(one.id, answered.id, good)
        await store.release(one.id)
        assert not await store.any_due(at)

        await sent(store, one, at=at + 5)

        assert [await store.any_due(each) for each in (at + 4, at + 5)] == [False, True]
        assert await take(store, one, at + 5, strained=strained)
        assert [await store.any_due(each) for each in (at + 30_004, at + 30_005)] == [False, True]
        await store.release(one.id)
        assert await store.any_due(at + 5)
        await store.disable(one.id, at + 5, "owner")
        assert not await store.any_due(at + 30_005)

    async def test_an_attempt_is_noted(self, store: WebhookStore) -> None:
        one = await made(store)
        first, second = await sent(store, one), await sent(store, one, at=AT + 1)
        assert await take(store, one, AT + 1)
        assert [each.id for each in await store.due(one.id, AT + 1, 9)] == [first.id, second.id]
        assert [each.id for each in await store.due(one.id, AT, 9)] == [first.id]

        failed = verdict(AT + 2)
        await store.note(one.id, first.id, failed)
        found = await store.message(one.id, first.id)
        assert found == replace(first, due=AT + 5_002, tries=1, attempts=(failed.attempt,))
        owner = await known(store, one)
        assert (owner.failing_since, owner.failures, owner.paused_until) == (AT + 2, 1, AT + 1_002)
        assert [each.id for each in await store.due(one.id, AT + 9_999, 9)] == [second.id, first.id]
        await store.release(one.id)
        assert not await take(store, one, AT + 1_001)
        assert await take(store, one, AT + 1_002)

        good = verdict(
            AT + 1_003,
            attempt=Attempt(AT + 1_003, 7, 204, None),
            state="delivered",
            strained=False,
            failing_since=None,
            failures=0,
            paused_until=0,
            recovered=True,
        )
        await store.note(one.id, second.id, good)
        await store.release(one.id)
        assert (await store.message(one.id, second.id)) == replace(
            second, state="delivered", due=good.due, tries=1, attempts=(good.attempt,), ended_at=AT + 1_003
        )
        assert not await take(store, one, AT + 1_003)
        assert await take(store, one, AT + 1_003, strained=False)
        assert [each.id for each in await store.due(one.id, AT + 1_003, 9)] == [first.id]
        await store.note(one.id, second.id, verdict(AT + 1_004))
        assert (await store.message(one.id, second.id)) is not None
        assert (await store.messages(one.id, 1))[0].state == "delivered"

    async def test_an_attempt_may_disable(self, store: WebhookStore) -> None:
        one = await made(store)
        first, second = await sent(store, one), await sent(store, one)

        await store.note(one.id, first.id, verdict(AT + 2, why="gone"))

        assert (await known(store, one)).why == "gone"
        assert [each.state for each in await store.messages(one.id, 9)] == ["dropped", "dropped"]
        assert (await store.messages(one.id, 9))[1].attempts != ()
        assert second.attempts == ()

    async def test_a_message_is_given_up_and_sent_again(self, store: WebhookStore) -> None:
        one = await made(store)
        message = await sent(store, one)
        for number in range(MOST_ATTEMPTS + 2):
            await store.note(one.id, message.id, verdict(AT + number))
        await store.note(one.id, message.id, verdict(AT + 99, state="failed"))
        await store.release(one.id)

        (found,) = await store.messages(one.id, 9)
        assert (found.state, found.ended_at, found.tries) == ("failed", AT + 99, MOST_ATTEMPTS + 3)
        assert len(found.attempts) == MOST_ATTEMPTS
        assert found.attempts[-1].at == AT + 99
        assert not await take(store, one, AT + 10**9)

        await store.send_again(one.id, message.id, AT + 100)
        await store.send_again(one.id, uuid4(), AT + 100)
        assert await take(store, one, AT + 100)
        (found,) = await store.due(one.id, AT + 100, 9)
        assert (found.id, found.tries, found.state, found.ended_at) == (message.id, 0, "waiting", None)

    async def test_a_message_that_is_not_there_ends_no_pause(self, store: WebhookStore) -> None:
        one, other = await made(store), await made(store)
        message, its = await sent(store, one), await sent(store, other)
        await store.note(one.id, message.id, verdict(AT, due=AT + 10, paused_until=AT + 1_000))
        await store.release(one.id)
        before = await known(store, one)

        for each in (uuid4(), its.id):
            await store.send_again(one.id, each, AT + 100)

        assert await known(store, one) == before
        assert not await take(store, one, AT + 100)

    async def test_what_waits_is_counted(self, store: WebhookStore) -> None:
        one = await made(store)
        before = (await store.waiting()).count

        message = await sent(store, one)

        assert (await store.waiting()).count == before + 1
        await store.note(one.id, message.id, verdict(AT, state="failed"))
        assert (await store.waiting()).count == before

    async def test_late_is_what_waits_for_the_service_and_not_for_its_receiver(self, store: WebhookStore) -> None:
        one = await made(store)
        early = AT - uuid4().int % 2**40 - 10_000
        good = verdict(early, state="delivered", due=early, strained=False, failures=0, paused_until=0)

        async def is_late() -> bool:
            """Return whether the first that is due is a message of this webhook."""
            await store.release(one.id)
            due = (await store.waiting()).due
            return due is not None and due <= early

        refused = await sent(store, one, at=early)
        assert not await is_late(), "whether it takes anything is not known yet"
        await store.note(one.id, (await sent(store, one, at=early)).id, good)
        assert await is_late()
        await store.note(one.id, refused.id, verdict(early, due=early, paused_until=0))
        assert not await is_late()
        await store.note(one.id, refused.id, verdict(early, due=AT, paused_until=0))
        await store.note(one.id, (await sent(store, one, at=early)).id, good)
        assert not await is_late(), "it takes others, and this one is tried again later"
        await store.remove(one.id)

    async def test_what_is_old_is_deleted(self, store: WebhookStore) -> None:
        one = await made(store)
        old, waits = await sent(store, one), await sent(store, one)
        await store.note(one.id, old.id, verdict(AT, state="failed"))

        await store.clean(AT + KEPT_MS - 1, 1_000)
        assert len(await store.messages(one.id, 9)) == 2
        await store.clean(AT + KEPT_MS, 1_000)
        assert [each.id for each in await store.messages(one.id, 9)] == [waits.id]

    @pytest.mark.parametrize("times", range(3))
    async def test_nothing_made_while_one_is_released_is_forgotten(self, store: WebhookStore, times: int) -> None:
        one = await made(store)
        first = await sent(store, one)
        assert await take(store, one, AT)
        await store.note(one.id, first.id, verdict(AT, state="delivered", paused_until=0))

        await asyncio.gather(*[step for _ in range(5) for step in (store.release(one.id), store.send(notice(one)))])

        assert await take(store, one, AT)
        assert len(await store.due(one.id, AT, 99)) == 5
