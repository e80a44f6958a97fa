"""Tables over HTTP: opening, the lobby, seats, and the start."""

import hashlib
import json
import random
from typing import Any
from uuid import uuid4

import pytest
from litestar import Litestar

from domain import GAMES
from domain.cards import FRENCH_DECK
from domain.fairness import commitment, entropy_digest, order
from tests.domain.every_game import every_id
from tests.service.http.party import (
    SHORT,
    Document,
    Header,
    Party,
    id_of,
    meeting,
    newcomer,
    official,
    pages_of,
    table_of,
    told,
)
from tests.service.http.surface import Client

LITERATURE = {"game": "literature"}


# Opening


@every_id()
async def test_a_table_is_opened_with_the_defaults_of_its_game(client: Client, ada: Header, game: str) -> None:
    answer = await client.post("/v1/tables", json={"game": game}, headers=ada)

    table, options = answer.json(), GAMES[game].options({})
    assert answer.status_code == 201
    assert answer.headers["location"] == f"/v1/tables/{table['id']}"
    assert (table["game"], table["status"], table["version"], table["visibility"]) == (game, "open", 1, "public")
    assert table["seats"] == [None] * options.players
    assert table["creator"] == await id_of(client, ada)
    shown = await client.get(answer.headers["location"], headers=ada)
    assert (shown.json(), shown.headers["etag"]) == (table, answer.headers["etag"])


@pytest.mark.parametrize(
    ("opening", "problem"),
    [
        ({"game": "tiddlywinks"}, (400, "no_such_game")),
        ({"game": "literature", "options": {"players": 7}}, (400, "invalid_option")),
        ({"game": "literature", "options": {"cheating": True}}, (400, "invalid_option")),
        ({"game": "literature", "options": {"dealer": 6}}, (400, "invalid_option")),
        ({"game": "literature", "options": {"dealer": "1"}}, (400, "invalid_option")),
        ({"game": "literature", "decks": [["AS"]]}, (403, "forbidden")),
        ({"game": "literature", "visibility": "secret"}, (400, "invalid_body")),
        ({"game": "literature", "chairs": 6}, (400, "unknown_field")),
    ],
)
async def test_a_table_that_makes_no_sense_is_not_opened(
    client: Client, ada: Header, opening: Document, problem: tuple[int, str]
) -> None:
    answer = await client.post("/v1/tables", json=opening, headers=ada)

    assert told(answer) == problem
    mine = (await client.get("/v1/tables", headers=ada)).json()["tables"]
    assert [table for table in mine if table["creator"] == await id_of(client, ada)] == []


async def test_a_table_may_start_when_its_last_seat_is_taken(client: Client) -> None:
    table = await meeting(client, auto_start=True)
    for player in table.players:
        answer = await client.post(f"{table.path}/seats", json={}, headers=player)

    assert answer.json()["table"]["status"] == "playing"
    assert (answer.json()["seat"], answer.headers["etag"]) == (1, f'W/"{answer.json()["table"]["version"]}"')


# The deal


async def test_a_deal_is_what_the_secret_and_the_players_texts_make_of_it(client: Client) -> None:
    table = await meeting(client)
    before = (await client.get(table.path, headers=table.players[0])).json()["deal"]
    await table.start(entropy="Zoë’s umbrella")
    await table.play(random.Random(3))

    record = (await client.get(f"{table.path}/record", headers=table.players[1])).json()
    secret = bytes.fromhex(record["deal"]["secret"])
    deck = next(entry["event"]["deck"] for entry in record["events"] if entry["event"]["type"] == "deal_started")
    assert commitment(secret) == before["commitment"]
    hashed = [hashlib.sha256("Zoë’s umbrella".encode()).hexdigest()] * 2
    assert record["deal"]["entropy"] == hashed
    assert tuple(deck) == order(secret, entropy_digest(hashed), "deal:1", FRENCH_DECK)
    assert "umbrella" not in json.dumps(record, ensure_ascii=False)
    assert before["decks_given"] == 0


async def test_an_operator_gives_decks_and_everybody_sees_that_they_did(app: Litestar, client: Client) -> None:
    operator, deck = await official(app, "operator"), sorted(FRENCH_DECK)
    opening = {"game": "friendlier_than_thou", "decks": [deck]}

    table = await client.post("/v1/tables", json=opening, headers=operator)
    wrong = await client.post("/v1/tables", json=opening | {"decks": [deck[1:]]}, headers=operator)

    path = table.headers["location"]
    stranger = await newcomer(client)
    shown = (await client.get(path, headers=stranger)).json()
    assert (shown["deal"]["decks_given"], shown["rated"]) == (1, False)
    assert told(wrong) == (400, "invalid_deck")
    feed = (await client.get(f"{path}/events", headers=stranger)).json()
    assert feed["events"][0]["event"]["decks_given"] == 1
    assert "decks" not in feed["events"][0]["event"]


async def test_the_record_of_tables_with_one_deck_opens_when_both_are_finished(app: Litestar, client: Client) -> None:
    operator, deck = await official(app, "operator"), random.Random(8).sample(FRENCH_DECK, 52)
    tables = []
    for _ in range(2):
        opened = await table_of(client, [operator], "friendlier_than_thou", **SHORT, decks=[deck], auto_start=True)
        tables.append(Party(client, [await newcomer(client) for _ in range(2)], opened.path))
        for player in tables[-1].players:
            await client.post(f"{opened.path}/seats", json={}, headers=player)

    await tables[0].play(random.Random(1))
    for reader in (operator, tables[0].players[1]):
        answer = await client.get(f"{tables[0].path}/record", headers=reader)
        assert told(answer) == (409, "record_closed")
        assert not set(deck) & set(answer.text.split('"'))

    await tables[1].play(random.Random(2))
    for table in tables:
        answer = await client.get(f"{table.path}/record", headers=table.players[1])
        assert answer.json()["deal"]["decks_given"] == 1
        events = [entry["event"] for entry in answer.json()["events"]]
        assert [event["deck"] for event in events if event["type"] == "deal_started"] == [deck]


# Seats


async def test_seats_are_taken_and_left_until_the_start(client: Client) -> None:
    table = await meeting(client)
    first, second = table.players

    async def try_to(method: str, path: str, header: Header, body: Document | None = None) -> Any:
        return await client.request(method, f"{table.path}{path}", json=body, headers=header)

    assert (await try_to("POST", "/seats", second, {"seat": 1})).json()["seat"] == 1
    assert told(await try_to("POST", "/seats", first, {"seat": 1})) == (409, "seat_taken")
    assert told(await try_to("POST", "/seats", first, {"seat": 2})) == (409, "no_such_seat")
    assert told(await try_to("POST", "/seats", second, {})) == (409, "already_seated")
    assert told(await try_to("POST", "/start", first)) == (409, "seats_not_filled")
    assert told(await try_to("DELETE", "/seats/0", second)) == (409, "seat_not_yours")
    assert told(await try_to("DELETE", "/seats/0", first)) == (409, "seat_free")
    assert told(await try_to("DELETE", "/seats/7", first)) == (409, "no_such_seat")
    assert (await try_to("DELETE", "/seats/1", second)).json()["seats"] == [None, None]
    assert (await try_to("POST", "/seats", first, {})).json()["seat"] == 0
    assert (await try_to("POST", "/seats", second, {})).json()["seat"] == 1
    assert told(await try_to("POST", "/seats", await newcomer(client), {})) == (409, "table_full")
    assert told(await try_to("POST", "/start", second)) == (409, "not_the_creator")
    assert (await try_to("POST", "/start", first)).json()["status"] == "playing"
    assert told(await try_to("POST", "/start", first)) == (409, "already_started")
    assert told(await try_to("DELETE", "/seats/0", first)) == (409, "already_started")


async def test_a_player_who_leaves_takes_their_text_with_them(client: Client) -> None:
    table = await meeting(client)
    sit = {"seat": 0, "entropy": "gone"}
    await client.post(f"{table.path}/seats", json=sit, headers=table.players[0])
    await client.delete(f"{table.path}/seats/0", headers=table.players[0])
    await table.start(entropy="here")
    await table.play(random.Random(3))

    record = (await client.get(f"{table.path}/record", headers=table.players[1])).json()
    assert record["deal"]["entropy"] == [hashlib.sha256(b"here").hexdigest()] * 2


# The lobby


async def pages(client: Client, header: Header, **asked: Any) -> list[list[str]]:
    """Return the ids of the tables on each page of the lobby, following the links."""
    return [[table["id"] for table in page["tables"]] for page in await pages_of(client, "/v1/tables", header, **asked)]


async def test_the_lobby_has_pages_the_newest_table_first(client: Client, ada: Header) -> None:
    wanted = [LITERATURE | {"auto_start": number % 2 == 0} for number in range(7)]
    opened = [(await client.post("/v1/tables", json=each, headers=ada)).json() for each in wanted]
    player = await id_of(client, ada)
    await client.post(f"/v1/tables/{opened[3]['id']}/seats", json={}, headers=ada)
    newest_first = [table["id"] for table in reversed(opened)]

    found = await pages(client, ada, limit=3, game="literature", status="open")
    assert [len(page) for page in found[:-1]] == [3] * (len(found) - 1)
    assert [table for page in found for table in page][:7] == newest_first
    assert len({table for page in found for table in page}) == sum(map(len, found))
    assert await pages(client, ada, player=player, limit=1) == [[opened[3]["id"]]]
    assert await pages(client, ada, player=str(uuid4())) == [[]]
    assert newest_first[0] not in (await pages(client, ada, game="friendlier_than_thou"))[0]
    assert newest_first[0] not in (await pages(client, ada, status="finished"))[0]


async def test_a_page_goes_on_where_it_ended_although_tables_are_opened_meanwhile(client: Client, ada: Header) -> None:
    old = [(await client.post("/v1/tables", json=LITERATURE, headers=ada)).json()["id"] for _ in range(4)]
    first = (await client.get("/v1/tables", params={"limit": 2}, headers=ada)).json()
    await client.post("/v1/tables", json=LITERATURE, headers=ada)

    cursor = {"limit": 2, "cursor": first["next_cursor"]}
    second = (await client.get("/v1/tables", params=cursor, headers=ada)).json()

    assert [table["id"] for table in first["tables"] + second["tables"]] == old[::-1]


async def test_a_private_table_is_in_the_lobby_of_its_own_people_only(client: Client, ada: Header) -> None:
    private = {"game": "literature", "visibility": "private"}
    path = (await client.post("/v1/tables", json=private, headers=ada)).headers["location"]
    guest, stranger = await newcomer(client), await newcomer(client)
    table = path.rpartition("/")[2]

    async def lists(header: Header) -> bool:
        return table in [each for page in await pages(client, header, limit=200) for each in page]

    assert [await lists(header) for header in (ada, guest, stranger)] == [True, False, False]
    assert (await client.get(path, headers=guest)).status_code == 403, "the id alone shows nothing"
    invited = {"player": await id_of(client, guest)}
    await client.post(f"{path}/invitations", json=invited, headers=ada)
    await client.post(f"{path}/seats", json={}, headers=guest)
    assert [await lists(header) for header in (ada, guest, stranger)] == [True, True, False]


async def test_my_games_are_those_that_wait_for_me_first(client: Client) -> None:
    players = [await newcomer(client) for _ in range(6)]
    waiting = await table_of(client, players, "literature")
    await waiting.start()
    open_still = await table_of(client, players, "literature")
    await client.post(f"{open_still.path}/seats", json={"seat": 4}, headers=players[0])
    others_turn = await table_of(client, [*players[1:], players[0]], "literature")
    await others_turn.start()
    finished = await table_of(client, players[:2], "friendlier_than_thou", **SHORT)
    await finished.start()
    await finished.play(random.Random(1))

    mine = (await client.get("/v1/me/tables", headers=players[0])).json()["tables"]

    assert [(each["table"]["id"], each["seat"], each["to_act"]) for each in mine] == [
        (waiting.id, 0, True),
        (others_turn.id, 5, False),
        (open_still.id, 4, False),
    ]
    assert (await client.get("/v1/me/tables", headers=await newcomer(client))).json()["tables"] == []
