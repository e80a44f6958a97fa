"""Who is told what: their turns, the ends of their games, their invitations; each once, and nothing else."""

import random
from collections.abc import Iterator
from uuid import UUID

import pytest
from msgspec.structs import replace

from service.play.host_clock import MOST_SKEW_MS
from service.store import Epoch, StoredEvent, lane_of
from service.store.port import FIRST_EPOCH
from service.webhooks.notices import addressed, tournament_over
from service.webhooks.port import Webhook, WebhookChange
from service.webhooks.signing import name_of
from tests.service.http.occasions import TOURNAMENT
from tests.service.http.party import SHORT, Document, Party, finish, id_of, meeting, newcomer, official, party, table_of
from tests.service.webhooks.office import Office


def kinds(told: list[Document]) -> list[str]:
    """Return what kinds of messages there are."""
    return [each["type"] for each in told]


async def turns_of(table: Party, seat: int) -> set[tuple[int, str]]:
    """Return all decisions of a seat by its views at all versions: the version at which each began, and its id."""
    found: dict[str, int] = {}
    last = (await table.view(table.players[seat]))["table"]["version"]
    for version in range(1, last + 1):
        view = await table.view(table.players[seat], version=version)
        if view["decision"] is not None:
            found.setdefault(view["decision"]["id"], version)
    return {(version, decision) for decision, version in found.items()}


@pytest.mark.parametrize(
    ("game", "number", "opening"),
    [
        ("friendlier_than_thou", 2, SHORT),
        ("literature", 6, {"options": {"starter": 1}}),
        ("honors_2", 2, {"options": {"players": 2, "challenge_ms": 1}}),
    ],
)
async def test_a_player_is_told_each_turn_of_theirs_once(
    place: Office, game: str, number: int, opening: Document
) -> None:
    table = await party(place.client, game, number, **opening)
    bot = await place.webhook(table.players[1], "turn.began")
    await place.webhook(await newcomer(place.client))
    await table.start()
    await place.follow()
    dice = random.Random(1)
    for _ in range(40):
        chosen = await table.choice(dice)
        if chosen is None:
            break
        await place.client.post(f"{table.path}/moves", json=chosen[1], headers=table.players[chosen[0]])

    told = await place.deliver()

    assert set(kinds(told)) == {"turn.began"}
    assert {each["data"]["seat"] for each in told} == {1}
    found = [(each["data"]["version"], each["data"]["decision"]) for each in told]
    assert len(set(found)) == len(found)
    assert set(found) == await turns_of(table, 1)
    assert {each["data"]["link"] for each in told} == {f"/v1/tables/{table.id}/view"}
    assert [each["data"]["sequence"] for each in told] == list(range(1, len(told) + 1))
    assert {each["data"]["webhook"] for each in told} == {str(bot.id)}
    assert await place.deliver() == told


async def test_the_end_of_a_game_is_told_to_those_who_sit_there(place: Office) -> None:
    table = await meeting(place.client)
    await place.webhook(table.players[0], "game.over")
    await place.webhook(table.players[1], "turn.began")
    await place.webhook(await newcomer(place.client), "game.over")
    await table.start()
    await finish(place.app, table, random.Random(2))

    told = [each for each in await place.deliver() if each["type"] != "turn.began"]

    (over,) = told
    assert over["type"] == "game.over"
    assert over["data"]["status"] == "finished"
    assert (over["data"]["seat"], over["data"]["table"]) == (0, table.id)
    assert over["data"]["link"] == f"/v1/tables/{table.id}"


async def test_a_table_that_is_called_off_is_over(place: Office) -> None:
    table = await meeting(place.client)
    await place.webhook(table.players[1])
    await place.client.post(f"{table.path}/seats", json={}, headers=table.players[1])
    await place.client.post(f"{table.path}/abort", json={}, headers=table.players[0])

    (told,) = await place.deliver()

    assert (told["type"], told["data"]["status"], told["data"]["seat"]) == ("game.over", "aborted", 0)


async def test_an_invitation_is_told_unless_its_sender_is_blocked(place: Office) -> None:
    table = await meeting(place.client, visibility="private")
    guest, other = await newcomer(place.client), await newcomer(place.client)
    host = await id_of(place.client, table.players[0])
    await place.webhook(guest, "invitation.received")
    await place.webhook(other, "invitation.received")
    for each in (guest, other):
        await table.invite(each)
    await place.client.put(f"/v1/me/blocks/{host}", headers=other)

    (told,) = await place.deliver()

    assert told["type"] == "invitation.received"
    assert (told["data"]["table"], told["data"]["seat"]) == (table.id, None)
    shown = await place.client.get(told["data"]["link"], headers=guest)
    assert shown.status_code == 200


async def test_a_rematch_keeps_a_seat(place: Office) -> None:
    table = await meeting(place.client)
    await place.webhook(table.players[1], "invitation.received")
    await table.start()
    await finish(place.app, table, random.Random(3))
    again = await place.client.post(f"{table.path}/rematch", headers=table.players[0])

    (told,) = await place.deliver()

    assert told["type"] == "invitation.received"
    assert told["data"]["table"] == again.json()["table"]["id"]


async def test_operators_are_told_of_all_public_tables_as_long_as_they_are(place: Office) -> None:
    operator, player = await official(place.app, "operator"), await newcomer(place.client)
    hook = await place.webhook(operator, "game.over", url="https://ops.example/", every=True)
    await place.webhook(player, "game.over", url="https://player.example/")
    private, public = [await meeting(place.client, visibility=each) for each in ("private", "public")]
    for table in (private, public):
        await place.client.post(f"{table.path}/abort", json={}, headers=table.players[0])

    (told,) = await place.deliver()
    assert (told["data"]["table"], told["data"]["seat"]) == (public.id, None)
    assert place.box.got[0].url == "https://ops.example/"

    await place.client.delete("/v1/me/token", headers=operator)
    last = await meeting(place.client)
    await place.client.post(f"{last.path}/abort", json={}, headers=last.players[0])
    assert len(await place.deliver()) == 1
    assert (await place.webhooks.one(hook.id)) is not None


async def test_a_player_who_directs_or_plays_is_told_the_end_of_a_tournament(place: Office) -> None:
    director, entrant, operator = [await newcomer(place.client) for _ in range(2)] + [
        await official(place.app, "operator")
    ]
    made = await place.client.post("/v1/tournaments", json={"settings": TOURNAMENT}, headers=director)
    path = f"{made.headers['location']}/commands"
    assert (await place.client.post(path, json={"type": "open_registration"}, headers=director)).is_success
    assert (await place.client.post(path, json={"type": "register"}, headers=entrant)).is_success
    for who, url in ((director, "d"), (operator, "o"), (entrant, "e")):
        await place.webhook(who, "tournament.over", url=f"https://{url}.example/", every=who is operator)
    cancelled = await place.client.post(path, json={"type": "cancel", "reason": "other"}, headers=director)
    assert cancelled.is_success, cancelled.text

    told = await place.deliver()

    assert kinds(told) == ["tournament.over"] * 3
    assert {each.url for each in place.box.got} == {"https://d.example/", "https://e.example/", "https://o.example/"}
    assert {each["data"]["status"] for each in told} == {"cancelled"}
    assert (await place.client.get(told[0]["data"]["link"])).status_code == 200


async def test_a_player_who_was_only_asked_to_play_or_has_left_before_the_start_is_told_no_end(place: Office) -> None:
    director, entrant, asked, left = [await newcomer(place.client) for _ in range(4)]
    ids = [await id_of(place.client, each) for each in (asked, left)]
    made = await place.client.post("/v1/tournaments", json={"settings": TOURNAMENT}, headers=director)
    path = f"{made.headers['location']}/commands"
    for who, command in (
        (director, {"type": "open_registration"}),
        (entrant, {"type": "register", "substitutes": ids[:1]}),
        (left, {"type": "register"}),
        (left, {"type": "withdraw", "entrant": ids[1]}),
    ):
        assert (await place.client.post(path, json=command, headers=who)).is_success
    for who, url in ((entrant, "e"), (asked, "a"), (left, "l")):
        await place.webhook(who, "tournament.over", url=f"https://{url}.example/")

    await place.client.post(path, json={"type": "cancel", "reason": "other"}, headers=director)
    await place.deliver()

    assert [each.url for each in place.box.got] == ["https://e.example/"]


async def test_a_lane_with_an_error_that_nobody_has_thought_of_holds_up_no_other(
    place: Office, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    by_lane = {lane_of(UUID(table.id)): table for table in [await meeting(place.client)]}
    while len(by_lane) < 2:
        table = await meeting(place.client)
        by_lane[lane_of(UUID(table.id))] = table
    (bad, _), (_, good) = sorted(by_lane.items())
    for each in by_lane.values():
        await place.webhook(each.players[1])  # it follows the log
    for each in by_lane.values():
        await place.client.post(f"{each.path}/seats", json={}, headers=each.players[1])
        await place.client.post(f"{each.path}/abort", json={}, headers=each.players[0])
    log = place.app.state.services.parlour.event_log
    read = log.read_lane

    async def read_lane(lane: int, *where: int) -> list[StoredEvent]:
        if lane == bad:
            raise RuntimeError("nobody has thought of it")
        found: list[StoredEvent] = await read(lane, *where)
        return found

    with monkeypatch.context() as patched:
        patched.setattr(log, "read_lane", read_lane)
        told = [[each["data"]["table"] for each in await place.deliver()] for _ in range(2)]

    assert told == [[good.id]] * 2
    assert caplog.messages == ["A lane of the log tells webhooks nothing for now"]
    assert [each["data"]["table"] for each in await place.deliver()] == [good.id, by_lane[bad].id]


class Counted(list[Webhook]):
    """Webhooks that count how often somebody goes through all of them."""

    times = 0

    def __iter__(self) -> Iterator[Webhook]:
        self.times += 1
        return super().__iter__()


def test_the_webhooks_of_many_people_are_gone_through_once() -> None:
    people = [UUID(int=number) for number in range(1, 101)]
    hooks = Counted([hook_of(player) for player in people])

    notices = addressed(tournament_over(ended(5), people), hooks, FIRST_EPOCH)

    assert hooks.times == 1
    assert [each.webhook for each in notices] == [UUID(int=1_000 + player.int) for player in people]


@pytest.mark.parametrize(("before_ms", "told"), [(0, 1), (2 * MOST_SKEW_MS, 1), (2 * MOST_SKEW_MS + 1, 0)])
def test_what_a_host_with_a_slow_clock_dates_before_a_webhook_is_told(before_ms: int, told: int) -> None:
    player, at = UUID(int=1), 1_764_547_200_000
    hook = replace(hook_of(player), created_at=at + before_ms)

    notices = addressed(tournament_over(ended(at), [player]), [hook], FIRST_EPOCH)

    assert len(notices) == told


def ended(at: int) -> StoredEvent:
    """Return the end of a tournament at a time."""
    return StoredEvent(0, 1, UUID(int=500), 9, 9, None, "tournament_finished", at, b"{}", None, None, None, bytes(32))


def hook_of(player: UUID) -> Webhook:
    """Return a webhook of a player that is told the ends of tournaments."""
    return Webhook(
        id=UUID(int=1_000 + player.int),
        player=player,
        name="",
        url="https://bot.example/",
        kinds=("tournament.over",),
        every=False,
        salt=bytes(16),
        created_at=0,
    )


async def test_what_happened_before_a_webhook_was_made_is_not_told(place: Office) -> None:
    table = await meeting(place.client)
    await table.start()
    place.now.shift += 1
    late = await place.webhook(table.players[0])
    await place.webhook(table.players[1], "game.over")

    assert await place.deliver() == []

    await place.webhooks.change(late.id, place.now(), WebhookChange(name="", url=late.url, kinds=("turn.began",)))
    await finish(place.app, table, random.Random(4))
    told = await place.deliver()
    assert {(each["type"], each["data"]["seat"]) for each in told} == {("turn.began", 0), ("game.over", 1)}


async def test_what_happens_after_the_log_has_lost_its_end_is_told(place: Office) -> None:
    table = await meeting(place.client)
    await place.webhook(table.players[0], "turn.began")
    await table.start()
    for player in (0, 1):
        version = (await table.view(table.players[0]))["table"]["version"]
        move = (await table.view(table.players[player]))["decision"]["moves"][0]
        await place.client.post(f"{table.path}/moves", json={"move": move}, headers=table.players[player])
    told = len(await place.deliver())
    store = place.app.state.services.parlour.event_log
    store.database.lose(UUID(table.id), version)
    store.database.begin(Epoch(2, "0a0b0c0d"))
    await place.follow()

    answer = await place.client.post(f"{table.path}/moves", json={"move": move}, headers=table.players[player])

    assert answer.is_success, answer.text
    assert len(await place.deliver()) == told + 1


async def test_nobody_is_told_of_the_turns_of_the_house(place: Office) -> None:
    ada = await newcomer(place.client)
    await place.webhook(ada, "turn.began")
    table = await table_of(place.client, [ada], "friendlier_than_thou", options={"players": 2})
    await place.client.post(f"{table.path}/seats", json={"seat": 0}, headers=ada)
    await place.client.post(f"{table.path}/seats", json={"seat": 1, "house": "random"}, headers=ada)
    await place.client.post(f"{table.path}/start", headers=ada)

    told = await place.deliver()

    assert {each["data"]["seat"] for each in told} == {0}


async def test_nothing_is_left_of_a_player_who_is_forgotten(place: Office) -> None:
    table = await meeting(place.client)
    hook = await place.webhook(table.players[1])
    await table.start()
    await place.follow()
    assert await place.webhooks.messages(hook.id, 9) != []

    assert (await place.client.delete("/v1/me", headers=table.players[1])).status_code == 204

    assert await place.deliver() == []
    assert await place.webhooks.one(hook.id) is None
    assert await place.webhooks.messages(hook.id, 9) == []


async def test_a_message_has_one_name(place: Office) -> None:
    table = await meeting(place.client)
    hook = await place.webhook(table.players[0])
    await table.start()

    await place.deliver()

    kept = await place.webhooks.messages(hook.id, 99)
    assert {each.id for each in place.box.got} == {name_of(each.id) for each in kept}
    assert all(isinstance(each.about.table, UUID) for each in kept)
