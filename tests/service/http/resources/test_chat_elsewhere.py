"""What is said at a table stays there: no fork of it, replay, feed or record has any of it."""

import random

import httpx
from litestar import Litestar

from service.chat.port import Channel
from tests.service.http.party import Header, Party, finish, newcomer, party
from tests.service.http.resources.test_chat import TEXT, code, heard, playing, read, say
from tests.service.http.resources.test_chat_streams import chat_of, following, texts
from tests.service.http.resources.test_forks import decisions, forked
from tests.service.http.surface import Client

SAID: dict[Channel, str] = {"seats": "I hold aces", "spectators": "Ben bluffs"}

PARTS = ("replay?seat=all", "replay?with=changes", "events?limit=1000", "view", "view?version=5", "record")
"""What is told of a game that is over."""


OPTIONS = {"players": 2, "max_deals": 3, "max_rounds": 5, "target_score": 100}


async def over(app: Litestar, client: Client) -> tuple[Party, Header]:
    """Return a table whose game is over, at which the seats and a spectator have said something, and the spectator."""
    table, spectator = await party(client, "honors_4", 2, **TEXT, options=OPTIONS), await newcomer(client)
    await table.start()
    await say(table, table.players[0], SAID["seats"])
    await say(table, spectator, SAID["spectators"], "spectators")
    await finish(app, table, random.Random(1))
    return table, spectator


async def test_a_fork_has_a_chat_of_its_own(app: Litestar, client: Client) -> None:
    table, spectator = await over(app, client)
    ada, ben = table.players
    fork = await forked(table, ada, (await decisions(table))[0], "me", "random")

    pages = [(await read(fork, ada)).json(), (await read(fork, spectator, "spectators")).json()]
    assert [(each["cursor"], each["entries"]) for each in pages] == [(0, [])] * 2
    assert code(await read(fork, ada, "spectators")) == "chat_closed"

    await say(fork, ada, "What if?")
    assert code(await say(fork, ben, "Me too", "seats")) == "chat_closed", "a player of that game is a spectator here"
    async with following(app, fork.path, ada) as stream:
        lines = await chat_of(stream, 1)
    assert texts(lines) == ["What if?"]
    assert await heard(table, ada) == [SAID["seats"]]
    assert await heard(table, ada, "spectators") == [SAID["spectators"]]


async def test_a_player_who_is_muted_or_removed_at_a_table_says_nothing_of_it_in_its_fork(
    app: Litestar, client: Client
) -> None:
    table, _ = await over(app, client)
    ada, ben = table.players
    fork = await forked(table, ada, (await decisions(table))[0], "me", "random")

    gone = await client.delete(f"{fork.path}/chat/seats/1", headers=ada)
    reported = await client.post(f"{fork.path}/chat/seats/1/reports", json={"reason": "spam"}, headers=ben)

    assert [code(each) for each in (gone, reported)] == ["not_found"] * 2
    assert await heard(table, ben) == [SAID["seats"]]


async def test_a_fork_talks_as_its_table_did(app: Litestar, client: Client) -> None:
    quiet = await party(client, "honors_4", 2, options=OPTIONS)
    await quiet.start()
    await finish(app, quiet, random.Random(1))
    silent = await party(client, "literature", 6, **TEXT)
    await silent.start()
    await finish(app, silent, random.Random(1))

    without = await forked(quiet, quiet.players[0], (await decisions(quiet))[0], "me", "random")
    version = (await decisions(silent))[0]
    waiting = await forked(silent, silent.players[0], version, "me", *["random"] * 4, None)
    assert (await say(waiting, silent.players[0], "Sit down")).status_code == 201
    await client.post(f"{waiting.path}/seats", json={}, headers=silent.players[1])

    assert code(await say(without, quiet.players[0])) == "chat_off"
    assert code(await say(waiting, silent.players[0])) == "chat_silent"


def tells(answer: httpx.Response) -> list[str]:
    """Return what an answer tells of what was said."""
    assert answer.status_code == 200, answer.text
    return [text for text in SAID.values() if text in answer.text]


async def test_nothing_that_was_said_is_in_a_replay_a_feed_or_a_record(app: Litestar, client: Client) -> None:
    table, spectator = await over(app, client)
    stranger = await newcomer(client)

    for who in (table.players[0], spectator, stranger):
        for part in PARTS:
            assert tells(await client.get(f"{table.path}/{part}", headers=who)) == [], part
        assert tells(await read(table, who)) == [SAID["seats"]]
    assert code(await client.get(f"{table.path}/replay?chat=true", headers=table.players[0])) == "invalid_parameter"


async def test_a_game_that_is_replayed_while_it_goes_on_tells_a_seat_no_more_than_its_chat(client: Client) -> None:
    table, spectator = await playing(client), await newcomer(client)
    ada = table.players[0]
    await say(table, spectator, SAID["spectators"], "spectators")
    await table.play(random.Random(1), lambda view: view["table"]["version"] >= 10)

    assert tells(await client.get(f"{table.path}/replay", headers=ada)) == []
    assert code(await read(table, ada, "spectators")) == "chat_closed"
