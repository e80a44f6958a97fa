"""Messages reach their receivers: at least once, under one id, in time, even if other receivers are slow or down."""

import asyncio
import base64
import itertools
import json
import random
import re
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from msgspec.structs import replace
from prometheus_client import REGISTRY
from standardwebhooks.webhooks import Webhook as Standard
from standardwebhooks.webhooks import WebhookVerificationError

from service.store import StoreUnavailable
from service.webhooks.addresses import Reach
from service.webhooks.following import MADE_AT_ONCE
from service.webhooks.judging import AGAIN_MS, FAILING_MS, HOUR, MINUTE, PAUSES_MS
from service.webhooks.memory import MemoryWebhooks
from service.webhooks.port import LEASE_MS, About, Message, Notice, Webhook, WebhookChange
from service.webhooks.posting import Result
from service.webhooks.sending import WIDTH, Sender, keep_sending
from service.webhooks.signing import OVERLAP_MS, name_of, payload
from service.webhooks.webhooks import UnknownWebhook, Webhooks
from tests.service.http.party import finish, meeting
from tests.service.webhooks.contract import webhook
from tests.service.webhooks.office import SIGNING, Office, no_sleep, sent
from tests.service.webhooks.receiver import Got, Mailbox
from tests.service.workers import Time

GUIDE = Path(__file__).parents[3] / "openapi/guide/webhooks.md"


class Post:
    """Senders on one store, with a clock that only a test moves on."""

    def __init__(self) -> None:
        self.at = 1_764_547_200_000
        self.store = MemoryWebhooks()
        self.box = Mailbox()
        self.senders = [self.sender(strained=each) for each in (True, False)]

    def sender(self, *, strained: bool) -> Sender:
        """Return a sender, as another process has one."""
        return Sender(
            self.store,
            self.box,
            SIGNING,
            lambda: self.at,
            strained=strained,
            dice=lambda low, high: (low + high) / 2,
            sleep=no_sleep,
        )

    async def made(self, url: str = "https://bot.example/") -> Webhook:
        """Make a webhook."""
        one = replace(webhook(at=self.at), url=url)
        await self.store.add(one)
        return one

    async def told(self, of: Webhook, number: int = 1) -> list[Message]:
        """Make messages for it."""
        notices = [
            Notice(uuid4(), of.id, "turn.began", self.at, About(table=uuid4(), version=each)) for each in range(number)
        ]
        for each in notices:
            await self.store.send(each)
        return [await self.message(of, each) for each in notices]

    async def message(self, of: Webhook, one: Message | Notice) -> Message:
        """Return a message as it stands."""
        found = await self.store.message(of.id, one.id)
        assert found is not None
        return found

    async def now(self, of: Webhook) -> Webhook:
        """Return a webhook as it stands."""
        found = await self.store.one(of.id)
        assert found is not None
        return found

    async def send(self) -> None:
        """Send all that is due."""
        while await sent(*self.senders):
            pass

    async def go(self, ms: int) -> None:
        """Let some time pass, and send what is due then."""
        self.at += ms
        await self.send()


def webhooks(post: Post) -> Webhooks:
    """Return the webhooks as their owners have them."""
    return Webhooks(post.store, SIGNING, Reach(), lambda: post.at)


@pytest.fixture
def post() -> Post:
    return Post()


# Signatures


async def test_signatures_are_those_of_the_standard(post: Post) -> None:
    one = await post.made()
    (message,) = await post.told(one)
    post.at = Time()()  # the standard's library compares with the time of day
    await post.send()

    (got,) = post.box.got
    secret = SIGNING.shown(one.id, one.salt)
    assert Standard(secret).verify(got.body, dict(got.headers)) == got.document
    assert got.document == json.loads(payload(message))
    for other in (SIGNING.shown(one.id, bytes(16)), SIGNING.shown(uuid4(), one.salt)):
        with pytest.raises(WebhookVerificationError):
            Standard(other).verify(got.body, dict(got.headers))
    with pytest.raises(WebhookVerificationError):
        Standard(secret).verify(got.body + b" ", dict(got.headers))
    with pytest.raises(WebhookVerificationError):
        Standard(secret).verify(got.body, {**got.headers, "webhook-id": "msg_1"})


async def test_everybody_can_check_with_the_key_of_the_service(post: Post) -> None:
    one = await post.made()
    await post.told(one)
    await post.send()

    (got,) = post.box.got
    signatures = dict(each.split(",") for each in got.headers["webhook-signature"].split(" "))
    key = Ed25519PublicKey.from_public_bytes(base64.b64decode(SIGNING.public_key.removeprefix("whpk_")))
    text = b"%b.%b.%b" % (got.id.encode(), got.headers["webhook-timestamp"].encode(), got.body)
    key.verify(base64.b64decode(signatures["v1a"]), text)
    assert set(signatures) == {"v1", "v1a"}


async def test_the_secret_before_is_good_for_a_day(post: Post) -> None:
    post.at = Time()()
    one = await post.made()
    await post.store.salt(one.id, uuid4().bytes, post.at + OVERLAP_MS)
    await post.told(one)
    await post.send()
    two = await post.now(one)
    for salt in (one.salt, two.salt):
        Standard(SIGNING.shown(one.id, salt)).verify(post.box.got[0].body, dict(post.box.got[0].headers))

    later = SIGNING.headers(two, uuid4(), two.old_until or 0, b"")
    assert later["webhook-signature"].count("v1,") == 1


def test_the_bytes_of_a_message_are_always_the_same() -> None:
    about = About(table=uuid4(), version=7, seat=1, decision="1.7")
    message = Message(uuid4(), uuid4(), 3, "turn.began", 1_764_547_200_001, about, "waiting", 0)

    again = replace(message, state="failed", due=9, tries=4, ended_at=8)
    assert payload(message) == payload(again)
    assert json.loads(payload(message)) == {
        "type": "turn.began",
        "timestamp": "2025-12-01T00:00:00.001Z",
        "data": {
            "webhook": str(message.webhook),
            "sequence": 3,
            "table": str(about.table),
            "tournament": None,
            "version": 7,
            "seat": 1,
            "decision": "1.7",
            "status": None,
            "link": f"/v1/tables/{about.table}/view",
        },
    }


# Retries


def waits_said(beginning: str) -> tuple[int, ...]:
    """Return the times that the guide gives after some words, in milliseconds."""
    sentence = " ".join(GUIDE.read_text().split()).partition(beginning)[2].partition(".")[0].partition(", new")[0]
    waits, numbers = list[int](), list[int]()
    for word in re.findall(r"[0-9]+|second|minute|hour", sentence):
        if word.isdecimal():
            numbers.append(int(word))
        else:
            waits += [number * {"second": 1_000, "minute": MINUTE, "hour": HOUR}[word] for number in numbers]
            numbers.clear()
    return tuple(waits)


def test_the_guide_says_when_a_message_is_tried_again() -> None:
    assert waits_said("A message is sent again after") == AGAIN_MS
    assert waits_said("it gets one message at a time, after") == PAUSES_MS


async def test_a_message_is_tried_for_three_days_and_then_given_up(post: Post) -> None:
    one = await post.made()
    (message,) = await post.told(one)
    times: list[int] = []

    async def answer(got: Got) -> Result:
        if got.id != name_of(message.id):  # others get through, so that the webhook is not disabled
            return Result(200, None)
        times.append(post.at)
        return Result(503, None)

    post.box.answers[one.url] = answer
    await post.send()
    for wait in AGAIN_MS:
        await post.go(wait - 1)
        await post.told(one)
        await post.go(1)

    waits = [later - sooner for sooner, later in itertools.pairwise(times)]
    assert waits == list(AGAIN_MS)
    assert 3 * 24 * HOUR < sum(waits) < 3.5 * 24 * HOUR
    found = await post.message(one, message)
    assert (found.state, found.tries) == ("failed", len(AGAIN_MS) + 1)
    assert {each.status for each in found.attempts} == {503}


async def test_messages_that_fail_together_pause_a_webhook_as_one_does(post: Post) -> None:
    one = await post.made()
    await post.told(one)
    await post.send()
    messages = await post.told(one, WIDTH)
    post.box.down(one.url)
    await post.send()

    now = await post.now(one)
    assert (now.failures, now.paused_until - post.at) == (1, PAUSES_MS[0])
    del post.box.answers[one.url]
    await post.go(PAUSES_MS[0])
    assert {(await post.message(one, each)).state for each in messages} == {"delivered"}


async def test_a_receiver_that_was_down_for_a_day_has_all_soon_after(post: Post) -> None:
    one = await post.made()
    post.box.down(one.url)
    messages = [message for _ in range(24) for message in await post.told(one, 4)]
    asked = 0

    async def refuse(_: Got) -> Result:
        nonlocal asked
        asked += 1
        return Result(None, "connection")

    post.box.answers[one.url] = refuse
    for _ in range(24 * 6):
        await post.go(10 * MINUTE)
    assert asked <= 24 * 6 + len(PAUSES_MS)
    assert (await post.now(one)).disabled_at is None
    assert (await post.now(one)).failing_since is not None

    del post.box.answers[one.url]
    await post.go(PAUSES_MS[-1])

    assert {each.id for each in post.box.got} == {name_of(each.id) for each in messages}
    assert len(post.box.got) == len(messages)
    assert {each.state for each in await post.store.messages(one.id, 999)} == {"delivered"}
    assert (await post.now(one)).failing_since is None


async def test_a_message_that_nobody_takes_does_not_hold_up_others(post: Post) -> None:
    one = await post.made()
    bad, *good = await post.told(one, 5)

    async def answer(got: Got) -> Result:
        return Result(500 if got.id == name_of(bad.id) else 200, None)

    post.box.answers[one.url] = answer
    await post.go(MINUTE)
    await post.go(MINUTE)

    assert [each.id for each in post.box.got] == [name_of(each.id) for each in good]
    assert (await post.message(one, bad)).state == "waiting"


async def test_what_fails_for_three_days_is_disabled_and_says_why(post: Post) -> None:
    one, other = await post.made(), await post.made("https://other.example/")
    post.box.down(one.url)
    (message,) = await post.told(one)
    for _ in range(3 * 24):
        await post.go(HOUR)
        await post.told(one)
    assert (await post.now(one)).disabled_at is None
    await post.go(HOUR)

    found = await post.now(one)
    assert found.why == "failing"
    assert (found.disabled_at or 0) - (found.failing_since or 0) >= FAILING_MS
    assert {each.state for each in await post.store.messages(one.id, 999)} <= {"dropped", "failed"}
    await post.told(other)
    await post.send()
    assert [each.url for each in post.box.got] == [other.url]

    del post.box.answers[one.url]
    await post.store.enable(one.id, post.at)
    await post.store.send_again(one.id, message.id, post.at)
    await post.send()
    assert post.box.got[-1].id == name_of(message.id)


async def test_days_in_which_nothing_was_tried_are_none_of_nothing_but_failures(post: Post) -> None:
    one = await post.made()
    post.box.down(one.url)
    (message,) = await post.told(one)
    for _ in range(24):
        await post.go(HOUR)
    post.at += FAILING_MS  # the service itself was away

    await post.send()
    assert len((await post.message(one, message)).attempts) > 1
    assert ((await post.now(one)).disabled_at, (await post.now(one)).failing_since) == (None, post.at)
    for _ in range(3 * 24 - 1):
        await post.go(HOUR)
        await post.told(one)
    assert (await post.now(one)).disabled_at is None
    await post.go(HOUR)
    assert (await post.now(one)).why == "failing"


async def test_what_an_owner_sends_again_makes_the_failures_before_it_no_younger(post: Post) -> None:
    one = await post.made()
    began = post.at
    post.box.down(one.url)
    (message,) = await post.told(one)
    await post.send()
    began = post.at
    post.at += MINUTE

    await webhooks(post).send(one.player, one.id, message.id)
    await post.send()

    assert ((await post.now(one)).failing_since, (await post.now(one)).failures) == (began, 2)


async def test_one_message_alone_disables_what_fails_for_three_days(post: Post) -> None:
    one = await post.made()
    post.box.down(one.url)
    await post.told(one)

    for _ in range(4 * 24):
        await post.go(HOUR)

    assert (await post.now(one)).why == "failing"


async def test_an_error_that_nobody_has_thought_of_is_a_failure_of_one_message(
    post: Post, caplog: pytest.LogCaptureFixture
) -> None:
    one = await post.made()
    await post.told(one)
    await post.send()
    bad, *good = await post.told(one, 5)

    async def answer(got: Got) -> Result:
        if got.id == name_of(bad.id):
            raise RuntimeError("nobody has thought of it")
        return Result(204, None)

    post.box.answers[one.url] = answer
    await post.go(LEASE_MS + 1)
    await post.go(LEASE_MS + 1)

    assert [each.id for each in post.box.got[1:]] == [name_of(each.id) for each in good]
    failed = await post.message(one, bad)
    assert (failed.state, [each.fault for each in failed.attempts]) == ("waiting", ["answer"] * failed.tries)
    assert caplog.messages == ["A message cannot be sent"] * failed.tries


async def test_a_receiver_that_has_moved_has_at_its_new_address_at_once_what_waits(post: Post) -> None:
    one = await post.made()
    post.box.down(one.url)
    (message,) = await post.told(one)
    for _ in range(10):
        await post.go(10 * MINUTE)
    assert (await post.message(one, message)).due > post.at

    await webhooks(post).change(one.player, one.id, WebhookChange(url="https://new.example/"))
    await post.send()

    assert [(each.url, each.id) for each in post.box.got] == [("https://new.example/", name_of(message.id))]
    assert (await post.now(one)).failing_since is None


async def test_nobody_changes_a_webhook_of_somebody_else(post: Post) -> None:
    one = await post.made()
    hooks, other = webhooks(post), uuid4()

    for change in (
        hooks.change(other, one.id, WebhookChange(name="Mine")),
        hooks.enable(other, one.id, enabled=False),
        hooks.enable(other, one.id, enabled=True),
        hooks.renew_secret(other, one.id),
        hooks.remove(other, one.id),
        hooks.messages(other, one.id, 9, None),
        hooks.send(other, one.id, None),
    ):
        with pytest.raises(UnknownWebhook):
            await change

    assert await post.now(one) == one


async def test_what_fails_at_an_address_that_is_given_up_just_then_is_no_failure_of_the_new_one(post: Post) -> None:
    one = await post.made()
    (message,) = await post.told(one)

    async def move(_: Got) -> Result:
        await webhooks(post).change(one.player, one.id, WebhookChange(url="https://new.example/"))
        return Result(410, None)

    post.box.answers[one.url] = move
    await post.send()

    assert [(each.url, each.id) for each in post.box.got] == [("https://new.example/", name_of(message.id))]
    assert (await post.now(one)).disabled_at is None


async def test_what_fails_while_a_webhook_is_enabled_is_its_first_failure(post: Post) -> None:
    one = await post.made()
    await post.told(one)
    post.box.down(one.url)
    for _ in range(10):
        await post.go(10 * MINUTE)

    async def enable(_: Got) -> Result:
        await webhooks(post).enable(one.player, one.id, enabled=True)
        return Result(None, "timeout")

    post.box.answers[one.url] = enable
    post.at += 10 * HOUR
    await sent(post.senders[0])

    now = await post.now(one)
    assert (now.failing_since, now.failures, now.paused_until) == (post.at, 1, post.at + PAUSES_MS[0])


def attempts(result: str) -> float:
    """Return how many attempts the metrics count with a result."""
    return REGISTRY.get_sample_value("parlour_webhook_attempts_total", {"result": result}) or 0


async def test_attempts_are_counted_by_what_became_of_them(post: Post) -> None:
    good, bad = await post.made(), await post.made("https://bad.example/")
    await post.told(good, 3)
    await post.told(bad)
    before = [attempts(result) for result in ("delivered", "failed")]

    async def answer(_: Got) -> Result:
        return Result(503, None)

    post.box.answers[bad.url] = answer
    await post.send()

    assert [attempts(result) for result in ("delivered", "failed")] == [before[0] + 3, before[1] + 1]


async def test_gone_is_gone(post: Post) -> None:
    one = await post.made()
    await post.told(one, 3)

    async def gone(_: Got) -> Result:
        return Result(410, None)

    post.box.answers[one.url] = gone
    await post.send()

    assert (await post.now(one)).why == "gone"
    assert [each.state for each in await post.store.messages(one.id, 9)] == ["dropped"] * 3


async def test_they_come_in_their_order_to_a_receiver_that_is_quick_enough(post: Post) -> None:
    one = await post.made()
    messages = await post.told(one, WIDTH * 2 + 3)

    await post.send()

    assert [each.document["data"]["sequence"] for each in post.box.got] == list(range(1, len(messages) + 1))


# Slow receivers


async def test_slow_receivers_delay_nobody_else(post: Post) -> None:
    """As many slow ones as there are slots, and a quick one, which has answered before."""
    quick = await post.made("https://quick.example/")
    await post.told(quick)
    await post.send()
    assert not (await post.now(quick)).strained
    hold = asyncio.Event()

    async def wait(_: Got) -> Result:
        await hold.wait()
        return Result(None, "timeout")

    for number in range(40):
        slow = await post.made(f"https://slow{number}.example/")
        post.box.answers[slow.url] = wait
        await post.told(slow)
    turns = asyncio.create_task(sent(post.senders[0]))
    await post.told(quick, 3)
    while await sent(post.senders[1]):
        pass

    assert [each.url for each in post.box.got] == [quick.url] * 4
    hold.set()
    assert await turns
    assert (await post.now(slow)).strained


async def test_somebody_who_enables_a_webhook_that_was_down_is_told_at_once_what_waits(post: Post) -> None:
    one = await post.made()
    (old,) = await post.told(one)
    post.box.down(one.url)
    for pause in (0, 6_000, 36_000, 360_000):
        await post.go(pause)
    del post.box.answers[one.url]
    (new,) = await post.told(one)
    await post.go(1)
    assert post.box.got == []

    await webhooks(post).enable(one.player, one.id, enabled=True)
    assert (await post.now(one)).failing_since is None
    await post.send()

    assert [each.id for each in post.box.got] == [name_of(new.id), name_of(old.id)]


# Processes that die, and more than one


class Mortal:
    """A store whose process dies at its n-th question, before or after it is answered."""

    def __init__(self, store: MemoryWebhooks, questions: int, *, answered: bool) -> None:
        self._store = store
        self._left = questions
        self._answered = answered

    def __getattr__(self, name: str) -> Any:
        asked = getattr(self._store, name)

        async def ask(*given: Any, **named: Any) -> Any:
            self._left -= 1
            if self._left > 0:
                return await asked(*given, **named)
            if self._left == 0 and self._answered:
                await asked(*given, **named)
            raise StoreUnavailable("the process is dead")

        return ask


async def until_dead(step: Any) -> None:
    """Let a process work until it dies, or has nothing to do any more."""
    try:
        while await step():
            pass
    except StoreUnavailable:
        pass


@pytest.mark.parametrize("made_at_once", [MADE_AT_ONCE, 1])
async def test_if_followers_and_senders_die_nothing_is_forgotten_or_told_under_two_names(
    place: Office, made_at_once: int
) -> None:
    """Followers and senders that die at each of their questions in turn, while a game is played."""
    table = await meeting(place.client)
    await place.webhook(table.players[0])
    await place.webhook(table.players[1], url="https://other.example/")
    await table.start()
    dice = random.Random(7)
    for number in range(1, 14):
        chosen = await table.choice(dice)
        if chosen is not None:
            await place.client.post(f"{table.path}/moves", json=chosen[1], headers=table.players[chosen[0]])
        for answered in (True, False):
            mortal = Mortal(place.webhooks, number, answered=answered)  # type: ignore[arg-type]
            await until_dead(place.new_follower(mortal, made_at_once).look)
            for sender in place.new_senders(webhooks=mortal):
                await until_dead(partial(sent, sender))
            place.now.shift += LEASE_MS
    await finish(place.app, table, dice)
    place.now.shift += LEASE_MS
    await place.deliver()

    other = await office_that_never_died(place, table.players)
    names = {each.id: each.document["data"]["sequence"] for each in place.box.got}
    told = {(each.url, *about(each)): each.id for each in place.box.got}
    assert len(set(told.values())) == len(told) == len(names)
    assert {key[1:] for key in told} == other


def about(got: Got) -> tuple[object, ...]:
    """Return what a message is about."""
    data = got.document["data"]
    return got.document["type"], data["table"], data["version"], data["seat"], data["decision"]


async def office_that_never_died(place: Office, players: Any) -> set[tuple[object, ...]]:
    """Return what a service tells that follows the same log at once."""
    store = MemoryWebhooks()
    follower = place.new_follower(webhooks=store)
    await store.places(dict.fromkeys(range(64), 0))
    hooks = [found for each in players for found in await place.webhooks.of_player(await id_of(place, each))]
    for each in hooks:
        await store.add(each)
    while await follower.look():
        pass
    found: set[tuple[object, ...]] = set()
    for each in hooks:
        for one in await store.messages(each.id, 9_999):
            told = one.about
            found.add((one.kind, str(told.table), told.version, told.seat, told.decision))
    return found


async def id_of(place: Office, who: Any) -> Any:
    """Return the id of a player."""
    return UUID((await place.client.get("/v1/me", headers=who)).json()["id"])


class Silent(Mailbox):
    """Receivers that take a message, and never answer."""

    def __init__(self) -> None:
        super().__init__()
        self.taken = asyncio.Event()

    async def post(self, url: str, headers: Mapping[str, str], body: bytes) -> Result:
        await super().post(url, headers, body)
        self.taken.set()
        await asyncio.Event().wait()
        raise AssertionError("nobody has answered")


async def test_a_process_that_is_told_to_end_leaves_its_messages_to_others_at_once(post: Post) -> None:
    one, box = await post.made(), Silent()
    (message,) = await post.told(one)
    ending = Sender(post.store, box, SIGNING, lambda: post.at, strained=True)
    task = asyncio.create_task(keep_sending(post.store, [ending], lambda: post.at))
    await box.taken.wait()
    await post.send()
    assert post.box.got == []

    task.cancel()
    await asyncio.wait([task])
    await post.send()

    assert [each.id for each in (*box.got, *post.box.got)] == [name_of(message.id)] * 2


class Quiet(MemoryWebhooks):
    """A store that is away at first, then nothing is due for some looks; it notes how often webhooks were taken."""

    def __init__(self) -> None:
        super().__init__()
        self.looks = self.takes = 0
        self.seen_enough, self.released = asyncio.Event(), asyncio.Event()

    async def any_due(self, at: int) -> bool:
        self.looks += 1
        if self.looks == 1:
            raise StoreUnavailable("away")
        if self.looks == 9:
            self.seen_enough.set()
        return await super().any_due(at)

    async def take(self, at: int, until: int, limit: int, *, strained: bool) -> list[Webhook]:
        self.takes += 1
        return await super().take(at, until, limit, strained=strained)

    async def release(self, webhook: UUID) -> None:
        await super().release(webhook)
        self.released.set()


async def test_nothing_is_taken_while_nothing_is_due(post: Post) -> None:
    post.store = store = Quiet()
    one = await post.made()
    both = [post.sender(strained=each) for each in (True, False)]
    task = asyncio.create_task(keep_sending(store, both, lambda: post.at, look_seconds=0.0))

    await store.seen_enough.wait()
    taken_for_nothing = store.takes
    await post.told(one)
    await store.released.wait()
    task.cancel()
    await asyncio.wait([task])

    assert (taken_for_nothing, len(post.box.got)) == (0, 1)


class Slow(MemoryWebhooks):
    """A store that makes one message by a statement, and no more."""

    async def advance(self, lane: int, place: int, position: int, notices: Sequence[Notice], at: int) -> bool:
        assert len(notices) <= 1
        return await super().advance(lane, place, position, notices, at)


async def test_no_statement_makes_more_messages_than_it_has_time_for(place: Office) -> None:
    place.webhooks = store = Slow()
    place.follower, place.senders = place.new_follower(made_at_once=1), place.new_senders()
    table = await meeting(place.client)
    hooks = [await place.webhook(each, "game.over") for each in table.players * 2]
    await table.start()
    await finish(place.app, table, random.Random(2))
    await place.follow()

    assert [len(await store.messages(each.id, 9)) for each in hooks] == [1] * 4


async def test_two_processes_at_once_tell_each_thing_once(place: Office) -> None:
    table = await meeting(place.client)
    await place.webhook(table.players[0])
    await place.webhook(table.players[1])
    await table.start()
    await finish(place.app, table, random.Random(5))
    followers = [place.follower, place.new_follower(), place.new_follower()]
    senders = [*place.senders, *place.new_senders(), *place.new_senders()]

    for _ in range(10):
        place.now.shift += LEASE_MS
        await asyncio.gather(*[follower.look() for follower in followers])
        await asyncio.gather(*map(sent, senders))

    assert len(place.box.got) > 10
    assert len({each.id for each in place.box.got}) == len(place.box.got)
    assert len({(each.document["data"]["webhook"], *about(each)) for each in place.box.got}) == len(place.box.got)
