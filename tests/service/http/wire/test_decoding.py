"""Bodies: what is wrong with them is said, and nothing else gets through."""

import gc
import sys
from types import FrameType
from typing import Annotated, Any

import httpx
import pytest
from litestar import Request, post
from msgspec import Meta, Struct

from domain.validation import LARGEST_INTEGER
from service.http.exchange import LARGEST_BODY
from service.http.faults import Fault
from service.http.middleware.authentication import PUBLIC
from service.http.problems import Problem
from service.http.wire.decoding import decoded, read
from service.http.wire.tables import MoveRequest
from tests.service.http.surface import surface


class Ask(Struct, forbid_unknown_fields=True):
    seat: Annotated[int, Meta(ge=0)]
    card: str = "AS"
    seats: tuple[int, ...] = ()
    options: dict[str, Any] = {}


@post("/", opt=PUBLIC, status_code=200)
async def echo(request: Request[Any, Any, Any]) -> Ask:
    return read(request, Ask)


async def send(body: bytes, content_type: str | None = "application/json") -> httpx.Response:
    async with surface(echo) as client:
        headers = {} if content_type is None else {"Content-Type": content_type}
        return await client.post("/", content=body, headers=headers)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (b'{"seat":6}', {"seat": 6}),
        (b' {"seat" : 6}\n', {"seat": 6}),
        (b'{"seat":6.0}', {"seat": 6}),
        (b'{"seat":60e-1,"seats":[1E1,2]}', {"seat": 6, "seats": [10, 2]}),
        (b'{"seat":-0}', {"seat": 0}),
        (b'{"seat":9007199254740991}', {"seat": LARGEST_INTEGER}),
        (b'{"seat":6,"card":"1.5 \\\\u0000"}', {"seat": 6, "card": "1.5 \\u0000"}),
        (b'{"seat":6,"options":{"players":4.0}}', {"seat": 6, "options": {"players": 4}}),
        (b'{"seat":5,"seat":6}', {"seat": 6}),
        (b'{"seat":6e0,"card":"1e308' + b"," * 6_000 + b'"}', {"seat": 6, "card": "1e308" + "," * 6_000}),
        ('{"seat":6,"card":"Zoë 🂡"}'.encode(), {"seat": 6, "card": "Zoë 🂡"}),
        (b'{"seat":6,"card":"\\"' + b"[" * 60 + b'"}', {"seat": 6, "card": '"' + "[" * 60}),
        (b'{"seat":6,"options":{"a":[' + b"[]," * 60 + b"[]]}}", {"seat": 6, "options": {"a": [[]] * 61}}),
    ],
)
async def test_accepted(body: bytes, expected: dict[str, Any]) -> None:
    answer = await send(body)

    assert answer.status_code == 200
    assert answer.json() == {"seat": None, "card": "AS", "seats": [], "options": {}} | expected


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b" \n",
        b"seat",
        b"{",
        b'{"seat":6}}',
        b'{"seat":NaN}',
        b'\xef\xbb\xbf{"seat":6}',
        '{"seat":6}'.encode("utf-16"),
        b'{"seat":6,"card":"\xff"}',
        b'{"seat":6,"card":"\\ud800"}',
        b'{"seat":6,"card":"\x00"}',
        b'{"seat":null,}',
        b'{"hand":6,"seat":6',
        b'{"hand":6.0,"seat":6',
        b'{"seat":"6","card":"\xff"}',
        b'{"seat":6,"options":' + b'{"a":' * 5000 + b"1" + b"}" * 5000 + b"}",
        b'{"seat":6.0,"options":' + b"[" * 20000 + b"]" * 20000 + b"}",
        b'{"seat":6,"x":' + b"[" * 20000 + b"]" * 20000 + b"}",
        b'{"seat":6,"options":{"a":' + b"[" * 49 + b"]" * 49 + b"}}",
        b"1.0" + b"[" * 60000,
        b'{"seat":1e100}',
        b'{"seat":1e400}',
        b'{"seat":6,"options":{"a":[-1E-308]}}',
        b'{"seat":6,"options":{"a":' + b"[1e308," * 9 + b"1.5E+0300" + b"]" * 9 + b"}}",
        b'{"seat":6.0,"options":{"a":[' + b"0," * 5_000 + b"0]}}",
        b'{"seat":6.0,"options":{"a":[' + b"{}," * 20_000 + b"0]}}",
        b"[" * 60000,
    ],
    ids=lambda body: repr(body[:30]),
)
async def test_not_json(body: bytes) -> None:
    answer = await send(body)

    assert answer.status_code == 400
    assert answer.json()["code"] == "invalid_json"
    assert answer.json()["detail"] != answer.json()["title"]


@pytest.mark.parametrize(
    ("body", "code", "pointer"),
    [
        (b"[]", "invalid_body", ""),
        (b"null", "invalid_body", ""),
        (b"{}", "invalid_body", "/seat"),
        (b'{"seat":"6"}', "invalid_body", "/seat"),
        (b'{"seat":true}', "invalid_body", "/seat"),
        (b'{"seat":null}', "invalid_body", "/seat"),
        (b'{"seat":-1}', "invalid_body", "/seat"),
        (b'{"seat":6.5}', "invalid_body", "/seat"),
        (b'{"seat":9007199254740992}', "invalid_body", "/seat"),
        (b'{"seat":-9007199254740992}', "invalid_body", "/seat"),
        (b'{"seat":1e20}', "invalid_body", "/seat"),
        (b'{"seat":5.99999999999999999999}', "invalid_body", "/seat"),
        (b'{"seat":0.' + b"0" * 400 + b"1}", "invalid_body", "/seat"),
        (b'{"seat":1' + b"0" * 400 + b".5}", "invalid_body", "/seat"),
        (b'{"seat":1' + b"0" * 400 + b".0}", "invalid_body", "/seat"),
        (b'{"seat":4503599627370496.25}', "invalid_body", "/seat"),
        (b'{"seat":9007199254740992.0}', "invalid_body", "/seat"),
        (b'{"seat":6,"seats":[1,1.00000000000000000001]}', "invalid_body", "/seats/1"),
        (b'{"seat":' + b"9" * 5000 + b"}", "invalid_body", ""),
        (b'{"seat":6,"seats":[1,"2"]}', "invalid_body", "/seats/1"),
        (b'{"seat":6,"card":6}', "invalid_body", "/card"),
        (b'{"seat":6,"card":"A\\u0000S"}', "invalid_body", "/card"),
        (b'{"seat":6,"options":{"a/b~":[0,"\\u0000"]}}', "invalid_body", "/options/a~1b~0/1"),
        (b'{"seat":6,"options":{"\\u0000":1}}', "invalid_body", "/options"),
        (b'{"seat":6,"hand":[]}', "unknown_field", "/hand"),
        (b'{"seat":6.0,"a/b~":[]}', "unknown_field", "/a~1b~0"),
    ],
    ids=lambda value: repr(value[:30]),
)
async def test_not_of_the_schema(body: bytes, code: str, pointer: str) -> None:
    answer = await send(body)

    assert answer.status_code == 400
    assert answer.json()["code"] == code
    assert [fault["pointer"] for fault in answer.json()["errors"]] == [pointer]


async def test_all_that_must_not_be_in_a_body_is_told_at_once() -> None:
    body = b'{"seat":1e20,"card":"\\u0000","seats":[9007199254740992]}'
    many = b'{"seat":6,"seats":[%s]}' % b",".join([b"1e20"] * 500)

    pointers = [[fault["pointer"] for fault in (await send(each)).json()["errors"]] for each in (body, many)]

    assert pointers == [["/seat", "/card", "/seats/0"], [f"/seats/{number}" for number in range(20)]]


async def test_what_does_not_fit_is_told_beside_what_must_not_be_in_a_body() -> None:
    answer = await send(b'{"seat":1e30,"card":1e30,"seats":["\\u0000"],"hand":[9007199254740992]}')

    assert answer.json()["code"] == "invalid_body"
    assert {fault["pointer"]: fault["detail"] for fault in answer.json()["errors"]} == {
        "/hand": "Object contains unknown field `hand`. Allowed fields: `seat`, `card`, `seats`, `options`.",
        "/card": "Expected `string`, got `integer`.",
        "/seats/0": "Expected `integer`, got `string`.",
        "/seat": f"Integers are from -{LARGEST_INTEGER} to {LARGEST_INTEGER}.",
        "/hand/0": f"Integers are from -{LARGEST_INTEGER} to {LARGEST_INTEGER}.",
    }


@pytest.mark.parametrize(
    ("body", "detail"),
    [
        (b'{"seat":6,"card":"\\ud83c"}', "A string ends with half of a surrogate pair."),
        (b'{"seat":6,"card":"\\ud83c\\udca1', "Input data was truncated."),
        (b'{"seat":' + b"9" * 5000 + b"}", f"The body: Integers are from -{LARGEST_INTEGER} to {LARGEST_INTEGER}."),
    ],
)
async def test_what_a_reader_cannot_take_is_said(body: bytes, detail: str) -> None:
    assert (await send(body)).json()["detail"] == detail


async def test_what_would_be_right_is_said() -> None:
    unknown, whole = await send(b'{"seat":6,"hand":[]}'), await send(b"[]")

    assert unknown.json()["detail"] == (
        "`/hand`: Object contains unknown field `hand`. Allowed fields: `seat`, `card`, `seats`, `options`."
    )
    assert whole.json()["detail"] == "The body: Expected `object`, got `array`."


def test_a_pattern_is_said_as_the_contract_has_it() -> None:
    with pytest.raises(Problem) as caught:
        decoded(b'{"move":{"type":"pass"},"decision":"1"}', MoveRequest)

    assert caught.value.extras["errors"] == (
        Fault(r"It does not match the pattern `^[0-9]+\.[0-9]+$`.", pointer="/decision"),
    )


async def test_what_is_wrong_is_quoted_in_bounds() -> None:
    answer = await send(b'{"' + b"x" * 60_000 + b'":1}')

    assert answer.json()["code"] == "unknown_field"
    assert len(answer.content) < 2000


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ((), {"seat": 6, "options": {"six": 6}}),
        (("options",), {"seat": 6, "options": {"six": 6.0}}),
        (("options", "six"), {"seat": 6, "options": {"six": 6.0}}),
        (("moves", "six"), {"seat": 6, "options": {"six": 6}}),
    ],
)
def test_where_a_rulebook_judges_a_number_is_what_is_written(
    written: tuple[str, ...], expected: dict[str, object]
) -> None:
    found = decoded(b'{"seat":6.0,"options":{"six":6.0,"seven":7}}', Ask, as_written=written)

    shown = {"seat": found.seat, "options": {"six": found.options["six"]}}
    assert repr(shown) == repr(expected)
    assert repr(found.options["seven"]) == "7"


@pytest.mark.parametrize("content_type", ["application/json", "Application/JSON; charset=utf-8"])
async def test_json_is_declared(content_type: str) -> None:
    answer = await send(b'{"seat":6}', content_type)

    assert answer.status_code == 200


@pytest.mark.parametrize(
    "content_type",
    [
        None,
        "",
        "text/plain",
        "application/x-www-form-urlencoded",
        "application/jsonp",
        "application/problem+json",
        "json",
    ],
)
async def test_not_declared_as_json(content_type: str | None) -> None:
    answer = await send(b'{"seat":6}', content_type)

    assert answer.status_code == 415
    assert answer.json()["code"] == "unsupported_media_type"


@pytest.mark.parametrize(("encoding", "status"), [("identity", 200), ("gzip", 415), ("br", 415)])
async def test_a_compressed_body_is_not_taken_for_broken_json(encoding: str, status: int) -> None:
    async with surface(echo) as client:
        headers = {"Content-Type": "application/json", "Content-Encoding": encoding}
        answer = await client.post("/", content=b' {"seat":6.0}', headers=headers)

    assert answer.status_code == status
    if status != 200:
        detail = f"Content-Encoding is '{encoding}'. Send the body without compression."
        assert (answer.json()["code"], answer.json()["detail"]) == ("unsupported_media_type", detail)


@pytest.mark.parametrize(("length", "status"), [(LARGEST_BODY, 200), (LARGEST_BODY + 1, 413)])
async def test_the_largest_body(length: int, status: int) -> None:
    answer = await send(b'{"seat":6}'.ljust(length))

    assert answer.status_code == status
    assert status == 200 or answer.json()["code"] == "body_too_large"


@pytest.mark.parametrize(
    ("body", "code", "lines"),
    [
        (b"[" + b"[]," * 21_000 + b"0]", "invalid_body", 500),
        (b"[" + b",".join([b"[" * 48 + b"]" * 48] * 600) + b"]", "invalid_body", 500),
        (b"[" + b"1.0," * 16_000 + b"0]", "invalid_json", 500),
        (b"[" + b"1.0," * 4_900 + b"0]", "invalid_body", 40_000),
        (b"[" * 49 + b",".join([b"1.0"] * 4_900) + b"]" * 49, "invalid_body", 40_000),
        (b"[" + b"1e308," * 10_000 + b"0]", "invalid_json", 500),
        (b'{"card":"' + b"1e308," * 10_000 + b'"}', "invalid_body", 500),
    ],
    ids=["brackets", "deep brackets", "more fractions", "fractions", "deep fractions", "exponents", "no exponents"],
)
def test_the_work_with_a_bad_body_is_bounded_by_lines_of_python(body: bytes, code: str, lines: int) -> None:
    done = 0

    def count(_: FrameType, event: str, __: object) -> Any:
        nonlocal done
        done += event == "line"
        return count

    before = sys.gettrace()
    gc.disable()  # what earlier tests have left has finalizers, whose lines are not those of this work
    sys.settrace(count)
    try:
        decoded(body, Ask)
    except Problem as problem:
        refused = problem.code
    finally:
        sys.settrace(before)
        gc.enable()

    assert refused == code
    assert done < lines
