"""When tokens were used last: by the hour, written in bulk."""

from collections.abc import Mapping
from uuid import UUID

from service.accounts.accounts import Accounts, hash_of
from service.accounts.memory import MemoryAccounts
from service.accounts.port import Account
from service.accounts.uses import HOUR_MS, MOST_WAITING, Uses
from service.store import StoreUnavailable

NOON = 12 * HOUR_MS


class Unsteady(MemoryAccounts):
    """A store that is away at first, and counts how often it is written to."""

    def __init__(self) -> None:
        super().__init__()
        self.away = False
        self.written: list[Mapping[bytes, int]] = []

    async def note_uses(self, hours: Mapping[bytes, int]) -> None:
        if self.away:
            raise StoreUnavailable
        self.written.append(hours)
        await super().note_uses(hours)


class Times:
    """Two clocks that are set by hand."""

    def __init__(self) -> None:
        self.at = NOON + 5
        self.seconds = 0.0

    def now(self) -> int:
        return self.at

    def clock(self) -> float:
        return self.seconds


async def test_a_token_is_written_once_an_hour_however_often_it_is_used() -> None:
    store, times = Unsteady(), Times()
    accounts = Accounts(store, clock=times.clock, now=times.now)
    token = await accounts.issue_token((await accounts.create_player("Ada")).id)

    for minute in (1, 2, 59, 61):
        times.at, times.seconds = NOON + minute * 60_000, minute * 60.0
        await accounts.account(token)
        await accounts.uses.write()

    assert store.written == [{hash_of(token): NOON}, {hash_of(token): NOON + HOUR_MS}]


async def test_what_is_noted_while_the_store_is_away_is_written_later() -> None:
    store = Unsteady()
    accounts = Accounts(store, now=lambda: NOON + 5)
    ada = await accounts.create_player("Ada")
    token = await accounts.issue_token(ada.id)
    store.away = True
    await accounts.account(token)
    await accounts.uses.write()
    store.away = False

    await accounts.uses.write()

    assert [each.used_at for each in await accounts.tokens_of(ada.id)] == [NOON]


async def test_a_use_that_is_noted_while_an_earlier_one_is_written_in_vain_is_the_last_one() -> None:
    class Failing(MemoryAccounts):
        """A store that is away at first; an hour passes until that is found."""

        is_away = True

        async def note_uses(self, hours: Mapping[bytes, int]) -> None:
            if self.is_away:
                self.is_away = False
                uses.note(account, NOON + HOUR_MS)
                raise StoreUnavailable
            await super().note_uses(hours)

    store = Failing()
    accounts = Accounts(store, now=lambda: NOON)
    uses = accounts.uses
    ada = await accounts.create_player("Ada")
    account = Account(ada.id, "player", hash_of(await accounts.issue_token(ada.id)))
    uses.note(account, NOON)
    await uses.write()
    await uses.write()

    assert [each.used_at for each in await accounts.tokens_of(ada.id)] == [NOON + HOUR_MS]


async def test_a_store_that_is_away_for_long_is_not_waited_for_with_more_than_there_is_room_for() -> None:
    store = Unsteady()
    uses = Uses(store)
    for number in range(MOST_WAITING + 1):
        uses.note(Account(UUID(int=1), "player", number.to_bytes(32)), NOON)
    await uses.write()

    assert len(store.written[0]) == MOST_WAITING


async def test_nothing_is_written_if_nothing_was_used() -> None:
    store = Unsteady()

    await Uses(store).write()

    assert store.written == []
