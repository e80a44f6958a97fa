"""What every store of apps and their codes must do. A subclass gives the fixture `store`."""

import asyncio
from uuid import UUID, uuid4

import pytest
from msgspec.structs import replace

from service.accounts.apps_port import (
    COMMAND_LINE,
    EARLY_MS,
    KEPT_MS,
    MORE_MS,
    Agreement,
    App,
    Code,
    Device,
    Shown,
    UnknownApp,
)
from service.accounts.port import MOST_TOKENS, Forgotten, Player, Terms, TooManyTokens, UnknownPlayer
from service.accounts.store import AccountStore

AT = 1_764_547_200_000
PAUSE = 5_000
SOON, LATER = AT + 60_000, AT + 86_400_000


def fresh() -> bytes:
    """Return a hash that nothing else has."""
    return uuid4().bytes * 2


async def made(store: AccountStore, **given: object) -> App:
    """Keep a new app."""
    app = replace(App(str(uuid4()), "Tablecloth", ("https://a.example/", "a.example:/"), AT), **given)
    await store.add_app(app)
    return app


async def agreed(store: AccountStore, app: App) -> Code:
    """Keep a code for what a new player has agreed to."""
    player, token = Player(uuid4(), "Ada"), fresh()
    await store.add_player(player, AT)
    await store.add_token(token, player.id, "operator", AT)
    agreement = Agreement(app.id, player.id, token, "player", frozenset({"watch", "play"}), LATER)
    code = Code(fresh(), agreement, "https://a.example/", "challenge", SOON)
    await store.add_code(code, AT)
    return code


def shown_by(code: Code, at: int = AT) -> Shown:
    """Return how the app that a code was made for shows it."""
    return Shown(code.agreement.app, code.redirect, code.challenge, at)


class AppStoreContract:
    async def test_an_app_is_known_by_its_id(self, store: AccountStore) -> None:
        app, other = await made(store, registered=True), await made(store, made_at=AT + 1)

        assert [await store.app(each) for each in (app.id, other.id, "none")] == [app, other, None]
        assert [each for each in await store.apps() if each in (app, other)] == [other, app]

    async def test_a_code_becomes_a_token_of_the_app(self, store: AccountStore) -> None:
        app = await made(store)
        code, token = await agreed(store, app), fresh()

        assert await store.redeem(code.hash, shown_by(code), token) == (code.agreement, [])

        account, tokens = await store.account(token), await store.tokens_of(code.agreement.player, AT)
        assert account is not None
        assert (account.player, account.role, account.app) == (code.agreement.player, "player", app.id)
        assert (account.scopes, account.expires_at) == (frozenset({"watch", "play"}), LATER)
        terms = Terms("Tablecloth", frozenset({"watch", "play"}), LATER, app.id, code.hash)
        assert [each.terms for each in tokens if each.hash == token] == [terms]

    async def test_a_code_that_is_used_again_takes_the_token_back(self, store: AccountStore) -> None:
        code, token = await agreed(store, await made(store)), fresh()
        await store.redeem(code.hash, shown_by(code), token)

        again = [await store.redeem(code.hash, shown_by(code), fresh()) for _ in range(2)]

        assert again == [(None, [token]), (None, [])]
        account = await store.account(token)
        assert account is not None
        assert account.revoked

    async def test_of_many_who_use_a_code_at_once_nobody_keeps_two_tokens(self, store: AccountStore) -> None:
        code = await agreed(store, await made(store))

        found = await asyncio.gather(*(store.redeem(code.hash, shown_by(code), fresh()) for _ in range(5)))

        assert [agreement for agreement, _ in found].count(code.agreement) == 1
        assert len([revoked for _, hashes in found for revoked in hashes]) == 1
        good = await store.tokens_of(code.agreement.player, AT)
        assert [each.terms.app for each in good] == [None]

    @pytest.mark.parametrize(
        "wrong", [{"app": "another"}, {"redirect": "https://b.example/"}, {"challenge": "other"}, {"at": SOON}]
    )
    async def test_a_code_is_for_its_app_address_challenge_and_time(
        self, store: AccountStore, wrong: dict[str, object]
    ) -> None:
        code = await agreed(store, await made(store))

        refused = await store.redeem(code.hash, replace(shown_by(code), **wrong), fresh())

        assert refused == (None, [])
        assert await store.redeem(code.hash, shown_by(code, SOON - 1), fresh()) == (code.agreement, [])

    async def test_a_code_ends_with_the_token_it_was_agreed_with(self, store: AccountStore) -> None:
        code = await agreed(store, await made(store))
        await store.revoke_token(code.agreement.agreed_with, AT)

        assert await store.redeem(code.hash, shown_by(code), fresh()) == (None, [])

    async def test_a_player_with_many_tokens_keeps_the_code(self, store: AccountStore) -> None:
        code = await agreed(store, await made(store))
        for _ in range(MOST_TOKENS - 1):
            await store.add_token(fresh(), code.agreement.player, "player", AT)

        with pytest.raises(TooManyTokens):
            await store.redeem(code.hash, shown_by(code), fresh())
        await store.revoke_others(code.agreement.player, code.agreement.agreed_with, AT)

        assert await store.redeem(code.hash, shown_by(code), fresh()) == (code.agreement, [])

    async def test_codes_that_have_ended_are_deleted(self, store: AccountStore) -> None:
        app = await made(store)
        code, other = await agreed(store, app), await agreed(store, app)
        await store.add_code(replace(other, hash=fresh(), ends_at=SOON + 1), SOON)

        assert await store.redeem(code.hash, shown_by(code), fresh()) == (None, [])

    async def test_with_an_app_its_tokens_and_codes_go(self, store: AccountStore) -> None:
        app = await made(store)
        used, open_ = await agreed(store, app), await agreed(store, app)
        token = fresh()
        await store.redeem(used.hash, shown_by(used), token)

        assert await store.remove_app(app.id, AT) == [token]
        assert await store.redeem(open_.hash, shown_by(open_), fresh()) == (None, [])
        assert await store.app(app.id) is None
        with pytest.raises(UnknownApp):
            await store.remove_app(app.id, AT)

    async def test_with_a_player_their_codes_go(self, store: AccountStore) -> None:
        code = await agreed(store, await made(store))
        player = code.agreement.player

        await store.forget(Forgotten(player, AT, player))

        assert await store.redeem(code.hash, shown_by(code), fresh()) == (None, [])

    async def test_there_is_no_code_of_nobody(self, store: AccountStore) -> None:
        code = await agreed(store, await made(store))
        nobody = replace(code.agreement, player=UUID(int=9))
        nothing = replace(code.agreement, app="nothing")

        with pytest.raises(UnknownPlayer):
            await store.add_code(replace(code, hash=fresh(), agreement=nobody), AT)
        with pytest.raises(UnknownApp):
            await store.add_code(replace(code, hash=fresh(), agreement=nothing), AT)

    async def test_apps_that_register_themselves_are_bounded(self, store: AccountStore) -> None:
        used, oldest, older = [await made(store, registered=True, made_at=at) for at in (1, 2, 3)]
        kept = await made(store, made_at=1)
        code = await agreed(store, used)
        await store.redeem(code.hash, shown_by(code), fresh())
        new, another = (replace(oldest, id=str(uuid4()), made_at=4) for _ in range(2))

        there = sum(each.registered for each in await store.apps())
        assert await store.register(new, there)
        found = [await store.app(each.id) for each in (used, oldest, older, kept, new)]
        assert found == [used, None, older, kept, new]
        assert not await store.register(another, 1)
        assert [await store.app(each.id) for each in (used, another)] == [used, None]


async def asking(store: AccountStore, app: str = COMMAND_LINE.id) -> Device:
    """Keep what a device asks for."""
    device = Device(fresh(), fresh(), app, frozenset({"watch", "play"}), SOON, PAUSE)
    assert await store.add_device(device, AT)
    return device


async def consent_to(store: AccountStore, device: Device) -> Agreement:
    """Return what a new player agrees to, who has a token."""
    player, token = Player(uuid4(), "Ada"), fresh()
    await store.add_player(player, AT)
    await store.add_token(token, player.id, "player", AT)
    return Agreement(device.app, player.id, token, "player", frozenset({"watch"}), LATER)


class DeviceStoreContract:
    async def test_a_device_gets_its_token_when_a_player_agrees(self, store: AccountStore) -> None:
        device, token = await asking(store), fresh()
        agreement = await consent_to(store, device)

        before = await store.poll(device.hash, device.app, fresh(), AT)
        found = await store.device(device.user_code, AT)
        decided = [await store.decide(device.user_code, agreement, AT) for _ in range(2)]
        given = await store.poll(device.hash, device.app, token, AT)

        assert (before, found, decided) == (("waiting", None, []), device, [True, False])
        assert given == ("given", agreement, [])
        account = await store.account(token)
        assert account is not None
        assert (account.player, account.app, account.scopes) == (agreement.player, device.app, frozenset({"watch"}))
        listed = await store.tokens_of(agreement.player, AT)
        assert [each.terms.label for each in listed if each.hash == token] == [COMMAND_LINE.name]

    async def test_a_device_gets_one_token(self, store: AccountStore) -> None:
        device, token = await asking(store), fresh()
        await store.decide(device.user_code, await consent_to(store, device), AT)
        await store.poll(device.hash, device.app, token, AT)

        assert await store.poll(device.hash, device.app, fresh(), AT) == ("unknown", None, [token])
        account = await store.account(token)
        assert account is not None
        assert account.revoked

    async def test_of_many_questions_at_once_one_is_given_a_token(self, store: AccountStore) -> None:
        device = await asking(store)
        agreement = await consent_to(store, device)
        await store.decide(device.user_code, agreement, AT)

        answers = await asyncio.gather(*(store.poll(device.hash, device.app, fresh(), AT) for _ in range(5)))

        assert sorted(told for told, _, _ in answers) == ["given", *["unknown"] * 4]
        good = await store.tokens_of(agreement.player, AT)
        assert [each.terms.app for each in good] == [None]

    async def test_a_device_that_asks_too_early_waits_longer(self, store: AccountStore) -> None:
        device = await asking(store)

        moments = (AT, AT + PAUSE - EARLY_MS - 1, AT + 2 * PAUSE, AT + 2 * PAUSE + PAUSE + MORE_MS * 2)
        told = [(await store.poll(device.hash, device.app, fresh(), at))[0] for at in moments]

        assert told == ["waiting", "early", "early", "waiting"]

    async def test_a_question_that_was_quicker_on_its_way_is_not_too_early(self, store: AccountStore) -> None:
        device = await asking(store)

        moments = [AT + number * (PAUSE - 100) for number in range(4)]
        told = [(await store.poll(device.hash, device.app, fresh(), at))[0] for at in moments]

        assert told == ["waiting"] * 4

    async def test_a_refusal_is_told(self, store: AccountStore) -> None:
        device = await asking(store)

        assert await store.decide(device.user_code, None, AT)
        assert await store.poll(device.hash, device.app, fresh(), AT) == ("refused", None, [])
        assert await store.device(device.user_code, AT) is None

    async def test_a_request_ends(self, store: AccountStore) -> None:
        device = await asking(store)

        assert await store.device(device.user_code, SOON) is None
        assert not await store.decide(device.user_code, None, SOON)
        assert await store.poll(device.hash, device.app, fresh(), SOON) == ("ended", None, [])
        assert await store.add_device(replace(device, hash=fresh(), user_code=fresh()), SOON + KEPT_MS)
        assert await store.poll(device.hash, device.app, fresh(), SOON) == ("unknown", None, [])

    async def test_a_code_for_people_is_that_of_one_device(self, store: AccountStore) -> None:
        device = await asking(store)

        assert not await store.add_device(replace(device, hash=fresh()), AT)
        assert await store.device(device.user_code, AT) == device

    async def test_the_request_of_a_device_is_for_its_app(self, store: AccountStore) -> None:
        device = await asking(store)
        await store.decide(device.user_code, await consent_to(store, device), AT)

        assert await store.poll(device.hash, "another", fresh(), AT) == ("unknown", None, [])
        assert (await store.poll(device.hash, device.app, fresh(), AT))[0] == "given"

    async def test_a_device_gets_no_more_than_the_token_it_was_agreed_with(self, store: AccountStore) -> None:
        device = await asking(store)
        agreement = await consent_to(store, device)
        await store.decide(device.user_code, agreement, AT)
        await store.revoke_token(agreement.agreed_with, AT)

        assert await store.poll(device.hash, device.app, fresh(), AT) == ("refused", None, [])

    async def test_with_a_player_and_an_app_their_requests_go(self, store: AccountStore) -> None:
        app = await made(store)
        device, other = await asking(store), await asking(store, app.id)
        agreement = await consent_to(store, device)
        await store.decide(device.user_code, agreement, AT)

        await store.forget(Forgotten(agreement.player, AT, agreement.player))
        await store.remove_app(app.id, AT)

        for each in (device, other):
            assert (await store.poll(each.hash, each.app, fresh(), AT))[0] in {"unknown", "refused"}
        with pytest.raises(UnknownPlayer):
            await store.decide((await asking(store)).user_code, replace(agreement, player=UUID(int=9)), AT)
