"""What every store of accounts must do, wherever it keeps them. A subclass gives the fixture `store`."""

import asyncio
from uuid import UUID, uuid4

import pytest

from service.accounts.port import (
    MOST_BLOCKS,
    MOST_TOKENS,
    PAGE_PARTS,
    STRANGER,
    Account,
    Forgotten,
    InvalidToken,
    IssuedToken,
    Look,
    Note,
    Page,
    Player,
    Terms,
    TooManyBlocks,
    TooManyTokens,
    UnknownPlayer,
)
from service.accounts.recovery import AGAIN_MS
from service.accounts.store import AccountStore

AT = 1_764_547_200_000


async def made(store: AccountStore, name: str = "Ada") -> Player:
    """Keep a new player."""
    player = Player(uuid4(), name)
    await store.add_player(player, AT)
    return player


def said(text: str, about: UUID, author: UUID, at: int = AT) -> Note:
    """Return a note, with a digest of its own."""
    return Note(uuid4().bytes * 2, about, author, text, bytes(16), at)


def looked(table: UUID, player: UUID, version: int = 1, seat: str | None = None) -> Look:
    """Return a look."""
    return Look(AT, player, "operator", table, "getView", seat, version, bytes(32))


class AccountStoreContract:
    async def test_a_player_is_known_by_id(self, store: AccountStore) -> None:
        ada = await made(store, "Ada 🂡")

        assert await store.player(ada.id) == ada
        assert await store.player(uuid4()) is None

    async def test_of_many_players_those_who_are_there_are_known(self, store: AccountStore) -> None:
        ada, bob = await made(store), await made(store, "Bob")

        assert await store.names([bob.id, uuid4(), ada.id, bob.id]) == {ada.id: ada.name, bob.id: bob.name}
        assert await store.names([uuid4()]) == {}
        assert await store.names([]) == {}

    async def test_players_are_found_by_their_names(self, store: AccountStore) -> None:
        tag = uuid4().hex
        names = ["adam", "Ada", "ADB", "Ädam", "ada b", "Ada"]
        made_now = [await made(store, f"{tag} {name}") for name in names]
        found = await store.named(f"{tag} ada", f"{tag} ada\U0010ffff", 10)

        assert {each.id for each in found} == {made_now[place].id for place in (0, 1, 4, 5)}
        assert [each.name.partition(" ")[2] for each in found] == ["Ada", "Ada", "ada b", "adam"]
        assert found[:2] == sorted(found[:2], key=lambda each: each.id)
        assert await store.named(f"{tag} ada", f"{tag} ada\x01", 10) == found[:2]
        assert await store.named(f"{tag} ada", f"{tag} ada\U0010ffff", 3) == found[:3]
        assert await store.named(f"{tag} zoe", f"{tag} zoe\U0010ffff", 3) == []

    async def test_a_player_may_be_renamed(self, store: AccountStore) -> None:
        ada, bob, one = await made(store), await made(store, "Bob"), uuid4().bytes * 2
        await store.add_token(one, ada.id, "player", AT)

        await store.change_player(ada.id, "Ada Lovelace")
        listed = [token.name for token in await store.tokens(1000) if token.hash == one]

        assert await store.player(ada.id) == Player(ada.id, "Ada Lovelace")
        assert await store.player(bob.id) == bob
        assert listed == ["Ada Lovelace"]

    async def test_a_page_shows_everything_until_its_player_decides(self, store: AccountStore) -> None:
        ada, bob = await made(store), await made(store, "Bob")
        before = await store.page(ada.id)
        await store.change_player(ada.id, None, ["tables", "since"])
        chosen = await store.page(ada.id)
        await store.change_player(ada.id, "Ada Lovelace", [])
        await store.change_player(ada.id, "Ada King")

        assert before == Page(ada, AT, frozenset(PAGE_PARTS))
        assert chosen == Page(ada, AT, frozenset({"tables", "since"}))
        assert await store.page(ada.id) == Page(Player(ada.id, "Ada King"), AT, frozenset())
        assert await store.page(bob.id) == Page(bob, AT)
        assert await store.page(uuid4()) is None

    async def test_a_token_stands_for_its_player_and_role(self, store: AccountStore) -> None:
        ada, one, other = await made(store), uuid4().bytes * 2, uuid4().bytes * 2
        await store.add_token(one, ada.id, "operator", AT)
        await store.add_token(other, ada.id, "player", AT)

        assert await store.account(one) == Account(ada.id, "operator", one)
        assert await store.account(other) == Account(ada.id, "player", other)
        assert await store.account(bytes(32)) is None

    async def test_tokens_are_looked_up_at_the_same_time(self, store: AccountStore) -> None:
        ada, hashes = await made(store), [uuid4().bytes * 2 for _ in range(20)]
        for each in hashes[:19]:
            await store.add_token(each, ada.id, "player", AT)

        found = await asyncio.gather(*map(store.account, [*hashes, hashes[0]]))

        assert found == [*(Account(ada.id, "player", each) for each in hashes[:19]), None, found[0]]

    async def test_a_caller_who_gives_up_keeps_nobody_else_from_the_answer(self, store: AccountStore) -> None:
        ada, one = await made(store), uuid4().bytes * 2
        await store.add_token(one, ada.id, "player", AT)

        asking = [asyncio.create_task(store.account(one)) for _ in range(3)]
        await asyncio.sleep(0)
        asking[0].cancel()

        assert [each.player if each else None for each in await asyncio.gather(*asking[1:])] == [ada.id, ada.id]

    async def test_nobody_has_no_token(self, store: AccountStore) -> None:
        with pytest.raises(UnknownPlayer):
            await store.add_token(uuid4().bytes * 2, uuid4(), "player", AT)

    async def test_a_token_is_revoked_once(self, store: AccountStore) -> None:
        ada, one, other = await made(store), uuid4().bytes * 2, uuid4().bytes * 2
        await store.add_token(one, ada.id, "player", AT)
        await store.add_token(other, ada.id, "player", AT)

        assert [await store.revoke_token(one, AT + 1), await store.revoke_token(one, AT + 2)] == [True, False]
        assert not await store.revoke_token(bytes(32), AT)
        assert await store.account(one) == Account(ada.id, "player", one, revoked=True)
        assert await store.account(other) == Account(ada.id, "player", other)

    async def test_all_tokens_are_listed_the_newest_first(self, store: AccountStore) -> None:
        ada, bob = await made(store, "Ada"), await made(store, "Bob")
        hashes = sorted(uuid4().bytes * 2 for _ in range(3))
        await store.add_token(hashes[1], ada.id, "player", AT)
        await store.add_token(hashes[0], bob.id, "analyst", AT)
        await store.add_token(hashes[2], ada.id, "operator", AT + 1)
        await store.revoke_token(hashes[0], AT + 5)

        first = [token for token in await store.tokens(1000) if token.hash in hashes]
        rest = await store.tokens(1, (first[0].created_at, hashes[2]))

        assert first == [
            IssuedToken(ada.id, hashes[2], "operator", "Ada", AT + 1, None),
            IssuedToken(ada.id, hashes[1], "player", "Ada", AT, None),
            IssuedToken(bob.id, hashes[0], "analyst", "Bob", AT, AT + 5),
        ]
        assert (len(rest), rest[0].created_at) == (1, AT)
        assert await store.tokens(9, (AT - 1, hashes[0])) == []

    async def test_good_tokens_are_found_by_their_hashes(self, store: AccountStore) -> None:
        ada, hashes = await made(store, "Ada"), [b"\xd0" * 31 + bytes([last]) for last in range(4)]
        for each in hashes:
            await store.add_token(each, ada.id, "player", AT)
        await store.revoke_token(hashes[1], AT)

        assert [token.hash for token in await store.unrevoked_tokens(hashes[0], hashes[2], 9)] == [hashes[0], hashes[2]]
        assert [token.hash for token in await store.unrevoked_tokens(hashes[1], hashes[3], 1)] == [hashes[2]]

    async def test_a_token_has_the_terms_that_it_was_made_with(self, store: AccountStore) -> None:
        ada, one = await made(store), uuid4().bytes * 2
        terms = Terms("My bot 🂡", frozenset({"play", "read:history"}), AT + 9)

        await store.add_token(one, ada.id, "player", AT, terms)

        assert await store.account(one) == Account(ada.id, "player", one, scopes=terms.scopes, expires_at=AT + 9)
        assert await store.tokens_of(ada.id, AT) == [IssuedToken(ada.id, one, "player", "Ada", AT, None, terms)]

    async def test_a_player_has_their_good_tokens_the_newest_first(self, store: AccountStore) -> None:
        ada, bob, hashes = await made(store), await made(store, "Bob"), sorted(uuid4().bytes * 2 for _ in range(5))
        for number, each in enumerate(hashes[:4]):
            expiry = Terms(expires_at=AT + 5 if number == 1 else None)
            await store.add_token(each, ada.id, "player", AT + number // 2, expiry)
        await store.add_token(hashes[4], bob.id, "player", AT)
        await store.revoke_token(hashes[2], AT + 4)

        assert [each.hash for each in await store.tokens_of(ada.id, AT + 4)] == [hashes[3], hashes[1], hashes[0]]
        assert [each.hash for each in await store.tokens_of(ada.id, AT + 5)] == [hashes[3], hashes[0]]
        assert await store.tokens_of(uuid4(), AT) == []

    async def test_all_tokens_of_a_player_are_revoked_but_one(self, store: AccountStore) -> None:
        ada, bob, hashes = await made(store), await made(store, "Bob"), [uuid4().bytes * 2 for _ in range(4)]
        for each in hashes[:3]:
            await store.add_token(each, ada.id, "player", AT)
        await store.add_token(hashes[3], bob.id, "player", AT)
        await store.revoke_token(hashes[1], AT)

        assert await store.revoke_others(ada.id, hashes[2], AT + 1) == [hashes[0]]
        assert [each.hash for each in await store.tokens_of(ada.id, AT + 2)] == [hashes[2]]
        assert len(await store.tokens_of(bob.id, AT + 2)) == 1

    async def test_with_the_other_tokens_the_recovery_code_is_removed_if_wished(self, store: AccountStore) -> None:
        ada, bob, mine = await made(store), await made(store, "Bob"), uuid4().bytes * 2
        await store.add_token(mine, ada.id, "player", AT)
        for player, code in ((ada, uuid4().bytes * 2), (bob, uuid4().bytes * 2)):
            await store.set_recovery(player.id, code, AT)

        await store.revoke_others(ada.id, mine, AT + 1)
        kept = await store.recovery_made_at(ada.id)
        await store.revoke_others(ada.id, mine, AT + 1, and_code=True)

        assert (kept, await store.recovery_made_at(ada.id)) == (AT, None)
        assert await store.recovery_made_at(bob.id) == AT

    async def test_of_two_who_revoke_each_other_at_once_one_stays(self, store: AccountStore) -> None:
        ada, one, other = await made(store), uuid4().bytes * 2, uuid4().bytes * 2
        for each in (one, other):
            await store.add_token(each, ada.id, "player", AT)

        revoking = [store.revoke_others(ada.id, each, AT) for each in (one, other)]
        found = await asyncio.gather(*revoking, return_exceptions=True)

        (kept,) = [each.hash for each in await store.tokens_of(ada.id, AT)]
        assert [type(each) for each in found] == ([list, InvalidToken] if kept == one else [InvalidToken, list])

    async def test_nobody_revokes_the_tokens_of_a_player_who_is_forgotten(self, store: AccountStore) -> None:
        ada, mine = await made(store), uuid4().bytes * 2
        await store.add_token(mine, ada.id, "player", AT)
        await store.forget(Forgotten(ada.id, AT, ada.id))

        with pytest.raises(UnknownPlayer):
            await store.revoke_others(ada.id, mine, AT)

    async def test_of_two_tokens_of_which_each_revokes_the_other_at_once_one_stays(self, store: AccountStore) -> None:
        ada, one, other = await made(store), uuid4().bytes * 2, uuid4().bytes * 2
        for each in (one, other):
            await store.add_token(each, ada.id, "player", AT)

        revoking = [
            store.revoke_token(theirs, AT, by=Account(ada.id, "player", mine))
            for mine, theirs in ((one, other), (other, one))
        ]
        found = await asyncio.gather(*revoking, return_exceptions=True)

        (kept,) = [each.hash for each in await store.tokens_of(ada.id, AT)]
        assert [type(each) for each in found] == ([bool, InvalidToken] if kept == one else [InvalidToken, bool])

    async def test_no_code_is_left_that_is_made_while_all_is_revoked(self, store: AccountStore) -> None:
        ada, mine, theirs = await made(store), uuid4().bytes * 2, uuid4().bytes * 2
        for each in (mine, theirs):
            await store.add_token(each, ada.id, "player", AT)

        making = [store.set_recovery(ada.id, uuid4().bytes * 2, AT, by=theirs) for _ in range(20)]
        revoking = store.revoke_others(ada.id, mine, AT, and_code=True)
        await asyncio.gather(*making[:10], revoking, *making[10:], return_exceptions=True)

        assert await store.recovery_made_at(ada.id) is None

    async def test_a_worthless_token_neither_makes_another_one_or_a_recovery_code_nor_revokes_others(
        self, store: AccountStore
    ) -> None:
        ada, good, revoked, expired = await made(store), *[uuid4().bytes * 2 for _ in range(3)]
        for each in (good, revoked):
            await store.add_token(each, ada.id, "player", AT)
        await store.add_token(expired, ada.id, "player", AT, Terms(expires_at=AT + 1), by=good)
        await store.set_recovery(ada.id, bytes(32), AT, by=good)
        await store.revoke_token(revoked, AT + 1)

        for each in (revoked, expired, uuid4().bytes * 2):
            with pytest.raises(InvalidToken):
                await store.add_token(uuid4().bytes * 2, ada.id, "player", AT + 1, by=each)
            with pytest.raises(InvalidToken):
                await store.set_recovery(ada.id, uuid4().bytes * 2, AT + 1, by=each)
            with pytest.raises(InvalidToken):
                await store.revoke_others(ada.id, each, AT + 1, and_code=True)

        assert [each.hash for each in await store.tokens_of(ada.id, AT + 1)] == [good]
        assert await store.recovery_made_at(ada.id) == AT

    async def test_nothing_is_left_of_tokens_that_are_made_while_they_are_revoked(self, store: AccountStore) -> None:
        ada, mine, theirs = await made(store), uuid4().bytes * 2, uuid4().bytes * 2
        for each in (mine, theirs):
            await store.add_token(each, ada.id, "player", AT)

        making = [store.add_token(uuid4().bytes * 2, ada.id, "player", AT, by=theirs) for _ in range(20)]
        half = len(making) // 2
        revoking = store.revoke_others(ada.id, mine, AT)
        await asyncio.gather(*making[:half], revoking, *making[half:], return_exceptions=True)

        assert [each.hash for each in await store.tokens_of(ada.id, AT)] == [mine]

    async def test_a_use_is_noted_if_it_is_later(self, store: AccountStore) -> None:
        ada, one, other = await made(store), uuid4().bytes * 2, uuid4().bytes * 2
        for each in (one, other):
            await store.add_token(each, ada.id, "player", AT)

        for hours in ({one: AT + 5, bytes(32): AT}, {one: AT + 4, other: AT + 1}):
            await store.note_uses(hours)

        found = {each.hash: each.used_at for each in await store.tokens_of(ada.id, AT)}
        assert found == {one: AT + 5, other: AT + 1}
        assert (await store.account(one) or STRANGER).used_at == AT + 5

    async def test_uses_of_the_same_tokens_are_noted_at_the_same_time(self, store: AccountStore) -> None:
        hashes = [uuid4().bytes * 2 for _ in range(300)]
        for each in hashes:
            await store.add_token(each, (await made(store)).id, "player", AT)

        for at in range(AT, AT + 10):
            forth, back = dict.fromkeys(hashes, at), dict.fromkeys(reversed(hashes), at)
            await asyncio.gather(store.note_uses(forth), store.note_uses(back))

            assert {(await store.account(each) or STRANGER).used_at for each in hashes} == {at}

    async def test_a_player_has_a_maximum_number_of_tokens(self, store: AccountStore) -> None:
        ada = await made(store)
        for number in range(MOST_TOKENS - 1):
            await store.add_token(uuid4().bytes * 2, ada.id, "player", AT + number)

        racing = [store.add_token(uuid4().bytes * 2, ada.id, "player", AT + 200) for _ in range(2)]
        answers = await asyncio.gather(*racing, return_exceptions=True)

        assert sorted(map(type, answers), key=str) == [type(None), TooManyTokens]
        assert len(await store.tokens_of(ada.id, AT + 200)) == MOST_TOKENS

    async def test_of_worthless_tokens_the_newest_are_kept(self, store: AccountStore) -> None:
        ada, hashes = await made(store), [uuid4().bytes * 2 for _ in range(MOST_TOKENS + 3)]
        for number, each in enumerate(hashes):
            await store.add_token(each, ada.id, "player", AT + number, Terms(expires_at=AT + number + 1))

        kept = [each for each in hashes if await store.account(each) is not None]

        assert kept == hashes[2:]

    # Recovery

    async def test_a_recovery_code_gives_one_token(self, store: AccountStore) -> None:
        ada, code, one = await made(store), uuid4().bytes * 2, uuid4().bytes * 2
        await store.set_recovery(ada.id, code, AT)

        assert await store.recovery_made_at(ada.id) == AT
        assert await store.recover(code, one, AT + 1, revoke_others=False) == (ada.id, [])
        assert await store.recover(code, uuid4().bytes * 2, AT + 2, revoke_others=False) is None
        assert await store.account(one) == Account(ada.id, "player", one)
        assert await store.recovery_made_at(ada.id) is None

    async def test_of_many_who_use_a_code_at_once_one_does(self, store: AccountStore) -> None:
        ada, code = await made(store), uuid4().bytes * 2
        await store.set_recovery(ada.id, code, AT)
        tokens = [uuid4().bytes * 2 for _ in range(4)]

        found = await asyncio.gather(*(store.recover(code, each, AT, revoke_others=True) for each in tokens))

        assert sorted(found, key=bool) == [None] * 3 + [(ada.id, [])]
        assert len(await store.tokens_of(ada.id, AT)) == 1

    async def test_a_code_gives_its_token_again_for_some_minutes(self, store: AccountStore) -> None:
        ada, code, token = await made(store), uuid4().bytes * 2, uuid4().bytes * 2
        await store.set_recovery(ada.id, code, AT)
        await store.add_token(uuid4().bytes * 2, ada.id, "player", AT)

        found = [
            await store.recover(code, token, at, revoke_others=True)
            for at in (AT + 1, AT + 2, AT + AGAIN_MS, AT + 1 + AGAIN_MS)
        ]
        await store.set_recovery(ada.id, code, AT)
        await store.revoke_token(token, AT + 3)

        assert found[0] is not None
        assert (found[0][0], len(found[0][1])) == (ada.id, 1)
        assert found[1:] == [(ada.id, []), (ada.id, []), None]
        assert await store.recover(uuid4().bytes * 2, token, AT + 4, revoke_others=True) is None, "it was revoked"
        assert await store.tokens_of(ada.id, AT + 4) == []

    async def test_a_code_that_gives_its_token_again_revokes_the_others_if_that_is_wished_now(
        self, store: AccountStore
    ) -> None:
        ada, code, token, other = await made(store), uuid4().bytes * 2, uuid4().bytes * 2, uuid4().bytes * 2
        await store.set_recovery(ada.id, code, AT)
        await store.add_token(other, ada.id, "player", AT)

        found = [await store.recover(code, token, AT + 1, revoke_others=each) for each in (False, True)]

        assert found == [(ada.id, []), (ada.id, [other])]
        assert [each.hash for each in await store.tokens_of(ada.id, AT + 2)] == [token]

    async def test_a_code_that_was_made_since_is_removed_with_the_others(self, store: AccountStore) -> None:
        ada, code, token = await made(store), uuid4().bytes * 2, uuid4().bytes * 2
        await store.set_recovery(ada.id, code, AT)
        await store.recover(code, token, AT + 1, revoke_others=False)
        await store.set_recovery(ada.id, uuid4().bytes * 2, AT + 2)

        await store.recover(code, token, AT + 3, revoke_others=True)

        assert await store.recovery_made_at(ada.id) is None

    async def test_the_newest_recovery_code_is_good(self, store: AccountStore) -> None:
        ada, codes = await made(store), [uuid4().bytes * 2 for _ in range(2)]
        for number, each in enumerate(codes):
            await store.set_recovery(ada.id, each, AT + number)

        assert await store.recovery_made_at(ada.id) == AT + 1
        assert await store.recover(codes[0], uuid4().bytes * 2, AT + 2, revoke_others=False) is None
        assert await store.recover(codes[1], uuid4().bytes * 2, AT + 2, revoke_others=False) is not None

    async def test_recovery_revokes_the_other_tokens_if_wished(self, store: AccountStore) -> None:
        ada, code, hashes = await made(store), uuid4().bytes * 2, [uuid4().bytes * 2 for _ in range(MOST_TOKENS + 1)]
        await store.set_recovery(ada.id, code, AT)
        for each in hashes[1:]:
            await store.add_token(each, ada.id, "player", AT)

        with pytest.raises(TooManyTokens):
            await store.recover(code, hashes[0], AT + 1, revoke_others=False)
        found = await store.recover(code, hashes[0], AT + 1, revoke_others=True)

        assert found is not None
        assert (found[0], sorted(found[1])) == (ada.id, sorted(hashes[1:]))
        assert [each.hash for each in await store.tokens_of(ada.id, AT + 2)] == [hashes[0]]

    async def test_a_player_who_is_forgotten_does_not_come_back(self, store: AccountStore) -> None:
        ada, code = await made(store), uuid4().bytes * 2
        await store.set_recovery(ada.id, code, AT)
        await store.forget(Forgotten(ada.id, AT, ada.id))

        assert await store.recover(code, uuid4().bytes * 2, AT, revoke_others=False) is None
        assert await store.recovery_made_at(ada.id) is None
        with pytest.raises(UnknownPlayer):
            await store.set_recovery(ada.id, code, AT)

    # Blocks

    async def test_players_block_others(self, store: AccountStore) -> None:
        ada, bob, cleo = [await made(store, name) for name in ("Ada", "Bob", "Cleo")]
        for blocked, at in ((bob, AT), (cleo, AT + 1), (bob, AT + 2)):
            await store.block(ada.id, blocked.id, at)
        await store.block(cleo.id, ada.id, AT)

        assert await store.blocks_of(ada.id) == [(cleo.id, AT + 1), (bob.id, AT)]
        assert await store.blocks_between([ada.id, cleo.id]) == {(ada.id, cleo.id), (cleo.id, ada.id)}
        assert await store.blocks_between([bob.id, ada.id]) == {(ada.id, bob.id)}
        assert await store.blocks_between([bob.id, cleo.id]) == set()
        assert await store.blocks_between([]) == set()

    async def test_two_players_block_each_other_at_the_same_moment(self, store: AccountStore) -> None:
        for _ in range(10):
            ada, bob = await made(store), await made(store, "Bob")

            await asyncio.gather(store.block(ada.id, bob.id, AT), store.block(bob.id, ada.id, AT))

            assert len(await store.blocks_between([ada.id, bob.id])) == 2

    async def test_a_player_is_blocked_while_they_are_forgotten(self, store: AccountStore) -> None:
        for _ in range(10):
            ada, bob = await made(store), await made(store, "Bob")

            outcomes = await asyncio.gather(
                store.forget(Forgotten(bob.id, AT, bob.id)), store.block(ada.id, bob.id, AT), return_exceptions=True
            )

            assert [each for each in outcomes if isinstance(each, Exception) and type(each) is not UnknownPlayer] == []
            assert await store.blocks_of(ada.id) == []

    async def test_a_player_who_is_no_longer_blocked_is_not_listed(self, store: AccountStore) -> None:
        ada, bob = await made(store), await made(store, "Bob")
        await store.block(ada.id, bob.id, AT)

        assert [await store.unblock(ada.id, bob.id) for _ in range(2)] == [True, False]
        assert await store.blocks_of(ada.id) == []

    async def test_a_player_who_is_forgotten_blocks_nobody_and_is_not_blocked(self, store: AccountStore) -> None:
        ada, bob = await made(store), await made(store, "Bob")
        await store.block(ada.id, bob.id, AT)
        await store.block(bob.id, ada.id, AT)
        await store.forget(Forgotten(bob.id, AT, bob.id))

        assert await store.blocks_of(ada.id) == await store.blocks_of(bob.id) == []
        for player, blocked in ((ada.id, bob.id), (bob.id, ada.id)):
            with pytest.raises(UnknownPlayer):
                await store.block(player, blocked, AT)

    async def test_nobody_blocks_everybody(self, store: AccountStore) -> None:
        ada, others = await made(store), [await made(store) for _ in range(MOST_BLOCKS + 1)]
        for each in others[:MOST_BLOCKS]:
            await store.block(ada.id, each.id, AT)

        with pytest.raises(TooManyBlocks):
            await store.block(ada.id, others[MOST_BLOCKS].id, AT)
        await store.block(ada.id, others[0].id, AT)

    # Notes

    async def test_notes_are_found_by_their_digests(self, store: AccountStore) -> None:
        table, ada = uuid4(), uuid4()
        one, other = said("The score was entered twice. 🂡", table, ada), said("A late start.", table, ada)

        kept = [await store.keep_note(one), await store.keep_note(other)]

        assert kept == [one.digest, other.digest]
        assert await store.notes([one.digest, other.digest, bytes(32)]) == {
            one.digest: one.text,
            other.digest: other.text,
        }
        assert await store.notes([]) == {}

    async def test_a_text_that_is_given_again_has_one_note(self, store: AccountStore) -> None:
        table, ada = uuid4(), uuid4()
        first, again = said("A late start.", table, ada), said("A late start.", table, ada, AT + 1)
        others = [said("A late start.", table, uuid4()), said("A late start.", uuid4(), ada)]

        assert [await store.keep_note(first), await store.keep_note(again)] == [first.digest, first.digest]
        assert [await store.keep_note(each) for each in others] == [each.digest for each in others]
        assert await store.notes([again.digest]) == {}

    async def test_notes_of_the_same_text_are_kept_under_their_own_digests(self, store: AccountStore) -> None:
        table, ada = uuid4(), uuid4()
        notes = [said("A late start.", table, ada), said("A late start.", table, ada, AT + 1)]

        for _ in range(2):
            await store.add_notes(notes)

        assert await store.notes([each.digest for each in notes]) == {each.digest: each.text for each in notes}

    # Looks

    async def test_looks_are_listed_the_newest_first(self, store: AccountStore) -> None:
        table, other, ada, bob = uuid4(), uuid4(), uuid4(), uuid4()
        made = [looked(table, ada, 1, "all"), looked(other, ada, 2), looked(table, bob, 3, "0"), looked(table, ada, 4)]
        for look in made:
            await store.add_look(look)

        everything = await store.looks(4)
        numbers = [number for number, _ in everything]

        assert [look for _, look in everything] == made[::-1]
        assert numbers == sorted(numbers, reverse=True)
        assert await store.looks(2) == everything[:2]
        assert await store.looks(9, table=table, before=numbers[0]) == [everything[1], everything[3]]
        assert await store.looks(9, player=ada) == [everything[0], everything[2], everything[3]]
        assert await store.looks(9, table=table, player=ada) == [everything[0], everything[3]]
        assert await store.looks(9, table=uuid4()) == []

    # Forgetting

    async def test_nothing_is_left_of_a_forgotten_player_but_their_id(self, store: AccountStore) -> None:
        ada, bob, tokens = await made(store), await made(store, "Bob"), [uuid4().bytes * 2 for _ in range(3)]
        for token, player in zip(tokens, (ada, ada, bob), strict=True):
            await store.add_token(token, player.id, "player", AT)
        notes = [said("Mine.", uuid4(), ada.id), said("About me.", ada.id, bob.id), said("Other.", uuid4(), bob.id)]
        for note in notes:
            await store.keep_note(note)
        await store.add_look(look := looked(uuid4(), ada.id))

        assert sorted(await store.forget(Forgotten(ada.id, AT + 1, ada.id))) == sorted(tokens[:2])

        assert await store.player(ada.id) is None
        assert [await store.account(token) is None for token in tokens] == [True, True, False]
        assert await store.notes([note.digest for note in notes]) == {notes[2].digest: "Other."}
        assert [each for _, each in await store.looks(9, player=ada.id)] == [look]
        assert [await store.is_forgotten(each.id) for each in (ada, bob)] == [True, False]
        assert await store.player(bob.id) == bob
        with pytest.raises(UnknownPlayer):
            await store.add_token(uuid4().bytes * 2, ada.id, "player", AT)
        await store.change_player(ada.id, "Ada again", ["tables"])
        assert await store.player(ada.id) is None
        assert await store.page(ada.id) is None

    async def test_a_player_who_is_forgotten_again_is_forgotten_as_before(self, store: AccountStore) -> None:
        ada, operator = await made(store), uuid4()
        why = said("They asked for it.", ada.id, operator)
        await store.keep_note(why)
        first = Forgotten(ada.id, AT + 5, operator, why.digest)

        assert await store.forget(first) == []
        assert await store.forget(Forgotten(ada.id, AT + 6, ada.id)) == []

        assert first in await store.forgotten(1000)
        assert await store.notes([why.digest]) == {why.digest: why.text}

    async def test_the_forgotten_are_listed_the_last_first(self, store: AccountStore) -> None:
        ids = sorted((uuid4() for _ in range(3)), reverse=True)
        late = 2**50
        made = [Forgotten(ids[0], late + 1, ids[0]), Forgotten(ids[1], late, ids[1]), Forgotten(ids[2], late, ids[2])]
        for each in made[::-1]:
            await store.forget(each)

        assert (await store.forgotten(3)) == made
        assert (await store.forgotten(1, (late, ids[1]))) == [made[2]]
