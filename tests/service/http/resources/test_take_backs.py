"""Take-backs over HTTP: of two people over two workers, of one who plays with the house alone, and seen late."""

from uuid import uuid4

from tests.service.http.party import Document, Header, Party, newcomer, party
from tests.service.http.surface import Client

ADA, BEN = 0, 1
TAKE_BACK: Document = {"settings": {"take_back": True}}
TAKE: Document = {"move": {"type": "take_pile", "count": 1}}


async def begun(client: Client, **settings: object) -> Party:
    """Return a game of Honors No. II in which Ben may take the open card, and take that back."""
    wanted = {"take_back": True, **settings}
    table = await party(client, "honors_2", 2, options={"players": 2}, settings=wanted)
    await table.start()
    return table


async def done(table: Party, path: str, who: int, body: Document, client: Client | None = None) -> Document:
    """Return the answer to a request about a table that is not refused."""
    answer = await (client or table.client).post(f"{table.path}{path}", json=body, headers=table.players[who])
    assert answer.status_code in {200, 201}, answer.text
    document: Document = answer.json()
    return document


async def asked(table: Party) -> int:
    """Let Ben ask to take his move back; return the number of what he asks for."""
    number: int = (await done(table, "/take-back", BEN, {}))["take_back"]["asked"]["proposal"]
    return number


async def test_a_player_who_declines_names_the_proposal(client: Client) -> None:
    table = await begun(client)
    await done(table, "/moves", BEN, TAKE)

    answer = await client.post(f"{table.path}/take-back", json={"consents": False}, headers=table.players[BEN])

    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_body")
    assert [each["pointer"] for each in answer.json()["errors"]] == ["/proposal"]
    assert (await client.get(table.path, headers=table.players[ADA])).json()["take_back"] == {
        "seat": BEN,
        "asked": None,
    }


async def test_a_move_is_taken_back_over_two_workers(client: Client, other: Client) -> None:
    table = await begun(client)
    before = [await table.view(player) for player in table.players]
    await done(table, "/moves", BEN, TAKE)
    proposal = await asked(table)
    shown = await done(table, "/take-back", ADA, {"proposal": proposal, "consents": True}, other)

    assert shown["take_back"] == {"seat": None, "asked": None}
    for player, then in zip(table.players, before, strict=True):
        now = (await other.get(f"{table.path}/view", headers=player)).json()
        assert now["state"] == then["state"]
        assert (now["decision"] and now["decision"]["moves"]) == (then["decision"] and then["decision"]["moves"])
    types = [each["event"]["type"] for each in (await other.get(f"{table.path}/events")).json()["events"]]
    assert types[-4:] == ["pile_taken", "take_back_proposed", "take_back_answered", "move_taken_back"]


async def test_a_move_that_is_sent_again_after_it_was_taken_back_is_not_made_again(client: Client) -> None:
    table = await begun(client)
    decision = (await table.view(table.players[BEN]))["decision"]["id"]
    header: Header = table.players[BEN] | {"Idempotency-Key": str(uuid4())}
    first = await client.post(f"{table.path}/moves", json=TAKE, headers=header)
    await done(table, "/take-back", ADA, {"proposal": await asked(table)})
    version = (await table.view(table.players[BEN]))["table"]["version"]

    again = await client.post(f"{table.path}/moves", json=TAKE, headers=header)
    late = await client.post(f"{table.path}/moves", json=TAKE | {"decision": decision}, headers=table.players[BEN])

    assert again.content == first.content
    assert (late.status_code, late.json()["code"]) == (409, "decision_over")
    assert (await table.view(table.players[BEN]))["table"]["version"] == version


async def test_an_answer_to_what_is_over_takes_nothing_back(client: Client) -> None:
    table = await begun(client)
    await done(table, "/moves", BEN, TAKE)
    proposal = await asked(table)
    await done(table, "/take-back", BEN, {"proposal": proposal, "consents": False})

    late = await client.post(f"{table.path}/take-back", json={"proposal": proposal}, headers=table.players[ADA])
    again = await client.post(f"{table.path}/take-back", json={}, headers=table.players[BEN])

    assert late.json()["code"] == "take_back_over"
    assert again.json()["code"] == "nothing_to_take_back"


async def test_a_reader_who_watches_late_never_sees_the_table_go_back(client: Client) -> None:
    table = await begun(client, spectator_delay=1)
    stranger = await newcomer(client)
    versions = [(await table.view(stranger))["table"]["version"]]
    await done(table, "/moves", BEN, TAKE)
    versions.append((await table.view(stranger))["table"]["version"])
    await done(table, "/take-back", ADA, {"proposal": await asked(table)})
    versions.append((await table.view(stranger))["table"]["version"])
    await done(table, "/moves", BEN, {"move": {"type": "draw_stock"}})
    late = await table.view(stranger)

    assert versions == [versions[0]] * 3
    assert late["table"]["version"] == versions[0] + 4
    assert late["state"]["phase"] == "draw"


async def test_a_player_who_plays_with_house_players_alone_takes_it_back_at_once(client: Client) -> None:
    table = await party(client, "honors_2", 1, options={"players": 2}, **TAKE_BACK)
    await done(table, "/seats", ADA, {"seat": 1})
    await done(table, "/seats", ADA, {"seat": 0, "house": "random"})
    await done(table, "/start", ADA, {})
    await done(table, "/moves", ADA, TAKE)

    shown = await done(table, "/take-back", ADA, {})

    assert shown["take_back"] == {"seat": None, "asked": None}
    assert (await table.view(table.players[ADA]))["state"]["phase"] == "draw"


async def test_a_table_says_nothing_of_take_backs_unless_it_allows_them(client: Client) -> None:
    for settings in ({}, {"take_back": False}):
        table = await party(client, "honors_2", 2, settings=settings)
        shown = (await client.get(table.path, headers=table.players[ADA])).json()

        assert "take_back" not in shown
        assert "take_back" not in shown["settings"]
        assert shown["rated"]


async def test_a_tournament_has_no_take_backs(client: Client) -> None:
    settings = {
        "game": "honors_4",
        "seating": {"format": "swiss", "rounds": 2, "places": 2},
        "scoring": "matchpoints",
        "table": {"take_back": True},
    }
    answer = await client.post("/v1/tournaments", json={"settings": settings}, headers=await newcomer(client))

    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_setting")
    assert "take_back" in answer.text
