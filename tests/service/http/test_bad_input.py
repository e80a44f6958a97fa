"""Whatever is sent to a table that makes no sense is answered with its own problem, and changes nothing."""

import json
from collections.abc import AsyncIterator
from typing import Any, NamedTuple
from uuid import uuid4

import httpx
import pytest

from domain.validation_messages import MOST
from service.http.exchange import LARGEST_BODY
from service.http.problems import REFUSED
from tests.service.http.party import Document, Header, Party, id_of, meeting, newcomer
from tests.service.http.surface import IN_MEMORY, Client, InProcess, in_memory, served

JSON = {"Content-Type": "application/json"}
MOVES, SEATS, GAMES = "{table}/moves", "{table}/seats", "/v1/tables"
DEEP = b"[" * 20_000 + b"]" * 20_000
HUGE = "9" * 40
LAY_ASIDE = b'{"move": {"type": "lay_aside", "cards": ["AS"]}}'

BAD_BODIES = {
    "nothing": (b"", "invalid_json"),
    "no JSON": (b"move=play", "invalid_json"),
    "half of it": (b'{"move": ', "invalid_json"),
    "more than one": (b'{"move": {}} {}', "invalid_json"),
    "not UTF-8": (b'{"move": "\xff"}', "invalid_json"),
    "half a character": (b'{"move": {"type": "\\ud800"}}', "invalid_json"),
    "too deep": (b'{"move": %s}' % DEEP, "invalid_json"),
    "too deep before its type": (b'{"move": {"x": %s, "type": "play"}}' % DEEP, "invalid_json"),
    "a list": (b"[]", "invalid_body"),
    "a deep list": (DEEP, "invalid_json"),
    "null": (b"null", "invalid_body"),
    "a NUL": (b'{"move": {"type": "\\u0000"}}', "invalid_body"),
    "a NUL in a name": (b'{"move": {"\\u0000": 1}}', "invalid_body"),
    "a huge integer": (b'{"move": {"type": "play", "card": %s}}' % HUGE.encode(), "invalid_body"),
    "a huge version": (b'{"move": {}, "expected_version": 9007199254740992}', "invalid_body"),
    "a version below zero": (b'{"move": {}, "expected_version": -1}', "invalid_body"),
    "half a version": (b'{"move": {}, "expected_version": 1.5}', "invalid_body"),
    "a text for a version": (b'{"move": {}, "expected_version": "1"}', "invalid_body"),
    "an infinite version": (b'{"move": {}, "expected_version": 1e400}', "invalid_json"),
    "a text for a decision": (b'{"move": {}, "decision": "garbage"}', "invalid_body"),
    "a line end after a decision": (b'{"move": {}, "decision": "1.1\\n"}', "invalid_body"),
    "an unknown field": (b'{"move": {}, "seat": 1}', "unknown_field"),
    "no move": (b"{}", "invalid_body"),
    "a text for a move": (b'{"move": "play"}', "malformed_move"),
    "null for a move": (b'{"move": null}', "malformed_move"),
    "a list for a move": (b'{"move": []}', "malformed_move"),
    "a move without a type": (b'{"move": {}}', "unknown_move_type"),
    "an unknown type": (b'{"move": {"type": "cheat"}}', "unknown_move_type"),
    "a number for a type": (b'{"move": {"type": 7}}', "unknown_move_type"),
    "a list for a type": (b'{"move": {"type": []}}', "unknown_move_type"),
    "a move with an unknown field": (b'{"move": {"type": "play", "card": "AS", "seat": 1}}', "malformed_move"),
    "a move without a card": (b'{"move": {"type": "play"}}', "malformed_move"),
    "a number for a card": (b'{"move": {"type": "play", "card": 1}}', "malformed_move"),
    "an unknown card": (b'{"move": {"type": "play", "card": "ZZ"}}', "no_such_card"),
    "a text for a seat": (b'{"move": {"type": "propose", "recipient": "1"}}', "malformed_move"),
    "a truth for a seat": (b'{"move": {"type": "propose", "recipient": true}}', "malformed_move"),
    "a seat with a fraction": (b'{"move": {"type": "propose", "recipient": 1.0}}', "malformed_move"),
    "a seat with an exponent": (b'{"move": {"type": "propose", "recipient": 1e0}}', "malformed_move"),
}
"""What may be sent as a move, and the code of the problem that it is."""

BAD_SEATS = {
    "a text": (b'{"seat": "1"}', "invalid_body"),
    "below zero": (b'{"seat": -1}', "invalid_body"),
    "huge": (b'{"seat": %s}' % HUGE.encode(), "invalid_body"),
    "unknown field": (b'{"player": "me"}', "unknown_field"),
    "entropy too long": (b'{"entropy": "%s"}' % (b"x" * 201), "invalid_body"),
    "entropy with a NUL": (b'{"entropy": "\\u0000"}', "invalid_body"),
    "entropy with half a character": (b'{"entropy": "\\udfff"}', "invalid_json"),
    "a number for entropy": (b'{"entropy": 7}', "invalid_body"),
    "entropy of the house": (b'{"house": "random", "entropy": "x"}', "invalid_body"),
}

BAD_OPENINGS = {
    "no game": (b"{}", "invalid_body"),
    "a number for a game": (b'{"game": 7}', "invalid_body"),
    "options in a list": (b'{"game": "literature", "options": []}', "invalid_body"),
    "a huge option": (b'{"game": "literature", "options": {"dealer": %s}}' % HUGE.encode(), "invalid_body"),
    "half a number": (b'{"game": "literature", "options": {"dealer": 0.5}}', "invalid_option"),
    "a number with a fraction": (b'{"game": "literature", "options": {"dealer": 1.0}}', "invalid_option"),
    "a number with an exponent": (b'{"game": "literature", "options": {"teams": [0,1,0,1,0,1e0]}}', "invalid_option"),
    "a NUL in an option": (b'{"game": "literature", "options": {"\\u0000": 1}}', "invalid_body"),
    "too deep": (b'{"game": "literature", "options": {"a": %s}}' % DEEP, "invalid_json"),
    "a text for a truth": (b'{"game": "literature", "auto_start": "yes"}', "invalid_body"),
    "somebody else's name": (b'{"game": "literature", "creator": "me"}', "unknown_field"),
}

CASES = [
    *((MOVES, *case) for case in BAD_BODIES.values()),
    *((SEATS, *case) for case in BAD_SEATS.values()),
    *((GAMES, *case) for case in BAD_OPENINGS.values()),
]
NAMES = [
    f"{path.rpartition('/')[2]}: {name}"
    for path, cases in ((MOVES, BAD_BODIES), (SEATS, BAD_SEATS), (GAMES, BAD_OPENINGS))
    for name in cases
]


class Scene(NamedTuple):
    """A game that has begun, a table that is still open, and a client."""

    client: Client
    game: Party
    open_table: Party

    async def everything(self) -> list[Any]:
        """Return all that can be seen of both tables, and the lobby."""
        seen: list[Any] = []
        for table in (self.game, self.open_table):
            for header in table.players:
                seen += [await table.view(header), await self.ask("GET", f"{table.path}/events", header)]
        return [*seen, await self.ask("GET", "/v1/tables", self.game.players[0])]

    async def ask(self, method: str, path: str, header: Header, content: bytes | None = None) -> Document:
        """Return the document of an answer."""
        answer = await self.client.request(method, path, content=content, headers=header)
        document: Document = answer.json()
        return document


@pytest.fixture(scope="module")
async def scene() -> AsyncIterator[Scene]:
    async with served(IN_MEMORY, in_memory()) as app, InProcess(app) as client:
        game, open_table = await meeting(client), await meeting(client)
        await game.start()
        yield Scene(client, game, open_table)


@pytest.fixture
async def unchanged(scene: Scene) -> AsyncIterator[None]:
    """Require that nothing has changed when the test is over."""
    before = await scene.everything()
    yield
    assert await scene.everything() == before


def problem(document: Document) -> str:
    """Return the code of a problem; it must be a whole one."""
    assert {"type", "title", "status", "detail", "code", "instance"} <= document.keys()
    assert document["code"] in document["type"]
    return str(document["code"])


@pytest.mark.usefixtures("unchanged")
@pytest.mark.parametrize(("path", "content", "code"), CASES, ids=NAMES)
async def test_a_bad_body(scene: Scene, path: str, content: bytes, code: str) -> None:
    table = scene.game if path == MOVES else scene.open_table
    header = table.players[0] | JSON

    first = await scene.ask("POST", path.format(table=table.path), header | {"Idempotency-Key": str(uuid4())}, content)
    again = await scene.ask("POST", path.format(table=table.path), header, content)

    assert (problem(first), problem(again)) == (code, code)


@pytest.mark.usefixtures("unchanged")
@pytest.mark.parametrize("path", [MOVES, SEATS, GAMES])
async def test_a_body_that_is_too_large_or_of_another_type(scene: Scene, path: str) -> None:
    path, header = path.format(table=scene.open_table.path), scene.open_table.players[0]
    large = b'{"move": "%s"}' % (b"x" * LARGEST_BODY)

    assert problem(await scene.ask("POST", path, header | JSON, large)) == "body_too_large"
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "json"):
        answer = await scene.ask("POST", path, header | {"Content-Type": kind}, b"{}")
        assert problem(answer) == "unsupported_media_type"
    assert problem(await scene.ask("POST", path, header, b"{}")) == "unsupported_media_type"


@pytest.mark.usefixtures("unchanged")
@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", ""),
        ("GET", "/view"),
        ("GET", "/events"),
        ("GET", "/record"),
        ("POST", "/moves"),
        ("POST", "/seats"),
        ("POST", "/start"),
        ("DELETE", "/seats/0"),
    ],
)
async def test_a_table_and_a_sender_that_do_not_exist(scene: Scene, method: str, path: str) -> None:
    content = LAY_ASIDE if path == "/moves" else b"{}" if method == "POST" else None
    ada, table = scene.game.players[0], scene.game.path
    gone = await newcomer(scene.client)
    await scene.ask("GET", "/v1/me", gone)
    await scene.client.delete("/v1/me/token", headers=gone)

    for name in (uuid4(), "0", "literature", f"{scene.game.id}0", "%00", "..%2F"):
        assert problem(await scene.ask(method, f"/v1/tables/{name}{path}", ada | JSON, content)) == "not_found"
    nobody: tuple[dict[str, str], ...] = () if method == "GET" else ({},)
    for header in (*nobody, {"Authorization": "Bearer parlour_nobody"}, {"Authorization": "Basic YTpi"}):
        assert problem(await scene.ask(method, table + path, header | JSON, content)) == "unauthenticated"
    assert problem(await scene.ask(method, table + path, gone | JSON, content)) == "token_revoked"


@pytest.mark.usefixtures("unchanged")
@pytest.mark.parametrize(
    "query",
    [
        "events?after=-1",
        "events?after=x",
        "events?after=1%0A",
        f"events?after={HUGE}",
        "events?limit=0",
        "events?limit=1001",
        "events?wait=31",
        "events?wait=1.5",
        "events?wait=1.0",
        "events?limit=1e2",
        "view?version=1e0",
        f"view?version={HUGE}",
        "view?version=0",
        "view?at_least=0",
        f"view?at_least={HUGE}",
        "view?seat=all%0A",
        "view?seat=0%0A",
        "view?seat=%D9%A1",
    ],
)
async def test_a_bad_parameter_of_a_table(scene: Scene, query: str) -> None:
    answer = await scene.ask("GET", f"{scene.game.path}/{query}", scene.game.players[0])

    assert problem(answer) == "invalid_parameter"
    assert query.partition("?")[2].partition("=")[0] in json.dumps(answer["errors"])


@pytest.mark.usefixtures("unchanged")
@pytest.mark.parametrize(
    "query",
    [
        "limit=0",
        "limit=5&limit=6",
        "game=literature&game=literature",
        "limit=201",
        f"limit={HUGE}",
        "limit=x",
        "limit=1.0",
        "limit=",
        "status=lost",
        "game=tiddlywinks",
        "game=%00",
        "player=me",
        "player=",
        "cursor=x",
        f"cursor={'_' * 31}",
        f"cursor={'_' * 32}%0A",
        f"cursor={'=' * 32}",
        f"cursor={'%C3%A9' * 32}",
    ],
)
async def test_a_bad_parameter_of_the_lobby(scene: Scene, query: str) -> None:
    assert problem(await scene.ask("GET", f"/v1/tables?{query}", scene.game.players[0])) == "invalid_parameter"


@pytest.mark.usefixtures("unchanged")
@pytest.mark.parametrize(
    ("path", "known"),
    [
        ("/v1/tables?limt=1", ["game", "status", "player", "cursor", "limit"]),
        ("/v1/tables?limit=1&%FF%00=1", ["game", "status", "player", "cursor", "limit"]),
        (f"/v1/tables?{'x' * 2000}=1", ["game", "status", "player", "cursor", "limit"]),
        ("{table}/view?Version=1", ["version", "at_least", "seat", "reason"]),
        ("{table}/stream?game_id=1", ["after", "with", "chat", "reason", "ticket"]),
        ("/v1/me/stream?ticke=1", ["after", "with", "chat", "ticket"]),
        ("/v1/me?ticket=1", []),
        ("/v1/games?page=2", []),
    ],
)
async def test_an_unknown_parameter(scene: Scene, path: str, known: list[str]) -> None:
    answer = await scene.ask("GET", path.format(table=scene.game.path), scene.game.players[0])

    (fault,) = answer["errors"]
    assert problem(answer) == "invalid_parameter"
    assert fault["detail"].endswith(f"Allowed parameters: {', '.join(known) or 'none'}.")
    assert len(json.dumps(answer)) < 2000


@pytest.mark.usefixtures("unchanged")
@pytest.mark.parametrize("coding", ["gzip, chunked", "identity", "chunked, chunked"])
async def test_a_body_whose_transfer_is_coded_otherwise_than_in_chunks_is_refused(scene: Scene, coding: str) -> None:
    headers = scene.game.players[0] | JSON | {"Transfer-Encoding": coding}

    answer = await scene.client.post(GAMES, content=b'{"game": "honors_4"}', headers=headers)

    assert (answer.status_code, problem(answer.json())) == (400, "invalid_request")
    assert answer.json()["detail"] == f"Transfer-Encoding is {coding!r}. Send the body as it is, or chunked."


BARE_ID = "00000000000040008000000000000009"
CAPITALS = "ABCDEFAB-CDEF-4BCD-8BCD-ABCDEFABCDEF"


@pytest.mark.usefixtures("unchanged")
@pytest.mark.parametrize(
    "written", [BARE_ID, f"urn:uuid:{CAPITALS}", f"{{{CAPITALS}}}", BARE_ID.replace("9", "9-"), ""]
)
async def test_an_id_is_written_with_its_hyphens_wherever_it_stands(scene: Scene, written: str) -> None:
    player = scene.game.players[0]
    asked = await scene.client.get(GAMES, params={"player": written}, headers=player)
    sent = await scene.client.post(GAMES, json={"game": "honors_4", "invite": [written]}, headers=player)

    assert asked.json()["errors"][0]["parameter"] == "player"
    assert sent.json()["errors"] == [{"detail": "Invalid UUID.", "pointer": "/invite/0"}]


async def test_a_path_has_an_id_with_its_hyphens_and_no_others(scene: Scene) -> None:
    table, who = scene.game.path.rpartition("/")[2], scene.game.players[0]
    for written in (table.replace("-", ""), f"{table}-", table.replace("-", "--")):
        for path in (f"{GAMES}/{written}", f"{GAMES}/{written}/view"):
            answer = await scene.client.get(path, headers=who)
            assert (answer.status_code, problem(answer.json())) == (404, "not_found")
        moved = await scene.client.post(f"{GAMES}/{written}/moves", content=LAY_ASIDE, headers=who | JSON)
        assert (moved.status_code, problem(moved.json())) == (404, "not_found")


async def test_the_letters_of_an_id_may_be_capitals(scene: Scene) -> None:
    table, who = scene.game.path.rpartition("/")[2], scene.game.players[0]
    player = await id_of(scene.client, who)
    asked = await scene.client.get(GAMES, params={"player": player.upper()}, headers=who)
    sent = await scene.client.post(GAMES, json={"game": "honors_4", "invite": [CAPITALS]}, headers=who)
    named = await scene.client.get(f"{GAMES}/{table.upper()}", headers=who)

    assert [each["id"] for each in asked.json()["tables"]] == [table]
    assert (sent.status_code, sent.json()["errors"][0]["pointer"]) == (404, "/invite/0")
    assert named.json()["id"] == table


async def test_a_text_of_32_hexadecimal_digits_is_no_id_where_none_stands(scene: Scene) -> None:
    opened = await scene.client.post(GAMES, json={"game": "honors_4"}, headers=scene.game.players[0])

    seated = await scene.client.post(
        f"{opened.headers['location']}/seats", json={"entropy": BARE_ID}, headers=scene.game.players[0]
    )

    assert seated.status_code == 201


@pytest.mark.parametrize("written", ["1", "TRUE", "yes", ""])
async def test_a_truth_is_written_as_json_has_it(scene: Scene, written: str) -> None:
    answer = await scene.ask("GET", f"/v1/leaderboards/literature?provisional={written}", scene.game.players[0])

    assert answer["errors"] == [{"detail": "It is `true` or `false`.", "parameter": "provisional"}]


@pytest.mark.parametrize("written", ["1.0", "1e1", "05", "+5", "5_0", " 5", "x", ""])
async def test_of_an_integer_it_is_said_how_it_is_written(scene: Scene, written: str) -> None:
    answer = await scene.client.get(GAMES, params={"limit": written}, headers=scene.game.players[0])

    detail = "An integer is written in digits, such as 10."
    assert answer.json()["errors"] == [{"detail": detail, "parameter": "limit"}]


async def test_all_parameters_that_are_wrong_are_told_at_once(scene: Scene) -> None:
    answer = await scene.ask("GET", f"{GAMES}?limt=1&limit=1.0&status=null&game=honors_4", scene.game.players[0])

    assert {fault["parameter"] for fault in answer["errors"]} == {"limt", "limit", "status"}


async def test_a_query_full_of_faults_is_answered_with_some_of_them(scene: Scene) -> None:
    query = "&".join(f"field{number}=1" for number in range(40))

    answer = await scene.ask("GET", f"{GAMES}?{query}", scene.game.players[0])

    assert (answer["code"], len(answer["errors"])) == ("invalid_parameter", MOST)


async def test_a_parameter_without_a_name_is_no_body(scene: Scene) -> None:
    answer = await scene.ask("GET", f"{GAMES}?=1", scene.game.players[0])

    assert (problem(answer), answer["detail"].partition(":")[0]) == ("invalid_parameter", "``")


async def test_a_command_has_no_parameters(scene: Scene) -> None:
    path, header = scene.open_table.path, scene.open_table.players[0] | JSON

    assert problem(await scene.ask("POST", f"{path}/seats?seat=1", header, b"{}")) == "invalid_parameter"
    assert problem(await scene.ask("DELETE", f"{path}/seats/0?force", header)) == "invalid_parameter"
    assert (await scene.client.head(f"{path}?fields=id", headers=header)).status_code == 400
    assert (await scene.client.options(f"{path}?fields=id")).status_code == 204


@pytest.mark.parametrize("cursor", ["_" * 32, "A" * 32, "f" + "_" * 31, "g" + "A" * 31])
async def test_a_cursor_that_somebody_made_up_is_a_page_like_any_other(scene: Scene, cursor: str) -> None:
    answer = await scene.ask("GET", f"/v1/tables?cursor={cursor}", scene.game.players[0])

    assert answer.keys() == {"tables", "next_cursor"}


@pytest.mark.usefixtures("unchanged")
@pytest.mark.parametrize("key", ["", " ", "two words", "x" * 256, "é", "\t"])
async def test_a_bad_key(scene: Scene, key: str) -> None:
    header = scene.game.players[0] | JSON | {"Idempotency-Key": key}
    encoded = {name.encode(): value.encode() for name, value in header.items()}
    answer = await scene.client.post(f"{scene.game.path}/moves", content=LAY_ASIDE, headers=encoded)

    assert problem(answer.json()) == "invalid_parameter"


async def test_of_two_tokens_none_is_taken(scene: Scene) -> None:
    two = [each for header in scene.game.players for each in header.items()]

    answer = await scene.client.get("/v1/me", headers=httpx.Headers(two))

    assert (answer.status_code, answer.json()["code"]) == (401, "unauthenticated")


async def test_several_headers_that_say_what_is_accepted_are_one_list(scene: Scene) -> None:
    forms = [("Accept", "text/html"), ("Accept", "application/json;q=0.5"), ("Accept", "text/csv;q=0.1")]

    for each in (forms, forms[::-1]):
        several = httpx.Headers([*scene.game.players[0].items(), *each])
        answer = await scene.client.get("/v1/history/games", headers=several)
        assert (answer.status_code, answer.headers["content-type"]) == (200, "application/json")


async def test_a_key_that_was_used_for_something_else(scene: Scene) -> None:
    table = await meeting(scene.client)
    header = table.players[0] | JSON | {"Idempotency-Key": str(uuid4())}
    leave = table.players[1] | {"Idempotency-Key": str(uuid4())}
    await scene.ask("POST", f"{table.path}/seats", header, b'{"seat": 0}')
    await scene.ask("POST", f"{table.path}/seats", table.players[1] | JSON, b"{}")
    await scene.ask("DELETE", f"{table.path}/seats/1", leave)
    before = (await scene.ask("GET", f"{table.path}/events", header))["events"]

    for method, path, content in (
        ("POST", "/seats", b'{"seat": 1}'),
        ("POST", "/seats", b'{"seat":0}'),
        ("POST", "/start", None),
        ("DELETE", "/seats/0", None),
        ("POST", "/moves", LAY_ASIDE),
    ):
        assert problem(await scene.ask(method, table.path + path, header, content)) == "idempotency_key_reused"
    assert problem(await scene.ask("DELETE", f"{table.path}/seats/0", leave)) == "idempotency_key_reused"
    assert (await scene.ask("GET", f"{table.path}/events", header))["events"] == before


@pytest.mark.usefixtures("unchanged")
@pytest.mark.parametrize("seat", ["-1", "2", HUGE, "1.0", "x", "%00", "00", "-0", "0_1"])
async def test_a_seat_that_does_not_exist(scene: Scene, seat: str) -> None:
    answer = await scene.ask("DELETE", f"{scene.open_table.path}/seats/{seat}", scene.open_table.players[0])

    assert problem(answer) in {"no_such_seat", "not_found"}


@pytest.mark.usefixtures("unchanged")
async def test_somebody_elses_seat(scene: Scene) -> None:
    ada, bob = scene.game.players
    view = await scene.game.view(bob)
    move = json.dumps({"move": view["decision"]["moves"][0]}).encode()

    assert problem(await scene.ask("POST", f"{scene.game.path}/moves", ada | JSON, move)) == "card_not_in_hand"
    assert problem(await scene.ask("DELETE", f"{scene.game.path}/seats/1", ada)) == "already_started"


ALL_AT_ONCE = {
    "a table": (
        GAMES,
        {"colour": 1, "visibility": "open", "settings": {"turn_limit_ms": 1, "spectators": "yes"}},
        {"/colour", "/game", "/visibility", "/settings/turn_limit_ms", "/settings/spectators"},
    ),
    "options": (
        GAMES,
        {"game": "literature", "options": {"players": 7, "starter": 6, "stakes": 1, "teams": [0, 1, 2, 3, 0, 1]}},
        {"/options/players", "/options/starter", "/options/stakes", "/options/teams/2", "/options/teams/3"},
    ),
    "a table and options": (
        GAMES,
        {"game": "literature", "options": {"players": 7, "dealer": "x"}, "auto_start": 1},
        {"/auto_start", "/options/players", "/options/dealer"},
    ),
    "options of no game": (GAMES, {"game": "whist", "options": {"players": 7}, "auto_start": 1}, {"/auto_start"}),
    "the dealer": (GAMES, {"game": "literature", "options": {"dealer": 6}}, {"/options/dealer"}),
    "a move": (MOVES, {"move": {"type": "play", "card": 1, "seat": 1}}, {"/move/card", "/move/seat"}),
    "a card": (MOVES, {"move": {"type": "play", "card": "ZZ"}}, {"/move/card"}),
    "a request for a move": (MOVES, {"move": 1, "expected_version": -1, "seat": 1}, {"/expected_version", "/seat"}),
    "a request and its move": (
        MOVES,
        {"move": {"type": "play", "card": "ZZ", "seat": 1}, "seat": 1},
        {"/seat", "/move/seat"},
    ),
    "a request and its type of move": (MOVES, {"move": {"type": "win"}, "seat": 1}, {"/seat", "/move/type"}),
    "a request and its legal move": (MOVES, {"move": {"type": "play", "card": "2C"}, "seat": 1}, {"/seat"}),
    "a game": (GAMES, {"game": "whist"}, {"/game"}),
    "nobody": ("{table}/invitations", {}, {""}),
}


@pytest.mark.usefixtures("unchanged")
@pytest.mark.parametrize(("path", "body", "pointers"), ALL_AT_ONCE.values(), ids=ALL_AT_ONCE)
async def test_all_that_is_wrong_is_told_at_once(scene: Scene, path: str, body: Any, pointers: set[str]) -> None:
    table = scene.game if path == MOVES else scene.open_table
    answer = await scene.client.post(path.format(table=table.path), json=body, headers=table.players[0])

    assert answer.status_code == 400
    assert {fault["pointer"] for fault in answer.json()["errors"]} == pointers
    assert answer.json()["title"] != REFUSED


async def test_a_body_full_of_faults_is_answered_with_some_of_them(scene: Scene) -> None:
    faults = {f"field {number}": 1 for number in range(3_000)}
    answer = await scene.client.post(GAMES, json=faults, headers=scene.game.players[0])

    assert (answer.status_code, answer.json()["code"], len(answer.json()["errors"])) == (400, "unknown_field", MOST)


async def test_a_parameter_that_is_missing_is_named(scene: Scene) -> None:
    answer = await scene.client.get("/v1/players", headers=scene.game.players[0])

    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_parameter")
    assert answer.json()["errors"] == [{"detail": "The parameter is missing.", "parameter": "name"}]
