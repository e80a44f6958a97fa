import logging
from typing import Any, Literal

import asyncpg
import msgspec
import pytest
from litestar import get
from litestar.exceptions import ImproperlyConfiguredException
from litestar.params import FromPath, FromQuery

from domain.game import Refused
from domain.validation import ValidationMessage
from service.http.middleware.authentication import PUBLIC
from service.http.problems import CODES, REFUSED, REFUSED_FOR_ITSELF, Problem, ProblemDetails
from service.live.history import AnotherHistory
from service.play.engine import OthersFaster
from service.play.host_clock import ClockIsWrong
from service.runtime.unavailable import Unavailable
from service.store import StoreUnavailable
from service.tournaments.calculator import NotCalculated
from tests.service.http.surface import surface


def raising(exception: BaseException) -> Any:
    @get("/", opt=PUBLIC)
    async def handler() -> None:
        raise exception

    return handler


@pytest.mark.parametrize("code", CODES)
async def test_every_code_is_answered(code: str) -> None:
    async with surface(raising(Problem(code, "This time."))) as client:
        answer = await client.get("/")
        document = msgspec.json.decode(answer.content, type=ProblemDetails, strict=True)

    assert answer.status_code == document.status == CODES[code][0]
    assert answer.headers["content-type"] == "application/problem+json"
    assert (document.code, document.title, document.detail) == (code, CODES[code][1], "This time.")
    assert document.instance == answer.headers["x-request-id"]
    assert document.type == f"/problems/{code}"
    assert ("www-authenticate" in answer.headers) == (document.status == 401)
    assert ("retry-after" in answer.headers) == (document.status in {429, 503})


async def test_a_problem_carries_its_extras_and_headers() -> None:
    stale = Problem("stale_version", headers={"ETag": 'W/"8"'}, version=8, view={"turn": 1})
    async with surface(raising(stale)) as client:
        answer = await client.get("/")

    assert answer.headers["etag"] == 'W/"8"'
    assert answer.json()["version"] == 8
    assert answer.json()["view"] == {"turn": 1}
    assert "errors" not in answer.json()


async def test_the_rules_refuse_with_their_own_code() -> None:
    async with surface(raising(Refused("not_your_turn", "It is seat 2's turn."))) as client:
        answer = await client.get("/")

    assert answer.status_code == 409
    assert answer.json()["code"] == "not_your_turn"
    assert answer.json()["title"] == REFUSED
    assert answer.json()["detail"] == "It is seat 2's turn."
    assert answer.json()["type"] == "/problems/refused#not_your_turn"
    assert "errors" not in answer.json()


@pytest.mark.parametrize(
    ("code", "said", "pointer", "detail"),
    [
        ("malformed_move", "A move is an object.", "/move", "A move is an object."),
        ("malformed_move", "Expected `bool`, got `int` - at `$.no`", "/move/no", "Expected `boolean`, got `integer`."),
        (
            "malformed_move",
            "Expected `int | null`, got `str` - at `$.seat`",
            "/move/seat",
            "Expected `integer` or `null`, got `string`.",
        ),
        ("malformed_move", "Expected `str`, got `NoneType` - at `$.to`", "/move/to", "Expected `string`, got `null`."),
        ("malformed_move", "Expected `str`, got `dict` - at `$.to`", "/move/to", "Expected `string`, got `object`."),
        ("malformed_move", "Expected `str`, got `list` - at `$.to`", "/move/to", "Expected `string`, got `array`."),
        ("unknown_move_type", "`type` is one of: ask.", "/move/type", "`type` is one of: ask."),
        ("no_such_card", "'ZZ' is no card.", "/move", "'ZZ' is no card."),
        ("no_such_game", "The games are: whist.", "/game", "The games are: whist."),
        ("invalid_deck", "Deck 1 is short.", "/decks", "Deck 1 is short."),
        ("invalid_option", "Expected `int` <= 1 - at `$.teams[5]`", "/options/teams/5", "Expected `integer` <= 1."),
        (
            "invalid_option",
            "Object contains unknown field `a/b`. Allowed fields: `dealer`",
            "/options/a~1b",
            "Object contains unknown field `a/b`. Allowed fields: `dealer`.",
        ),
    ],
)
async def test_what_the_body_alone_tells_is_a_malformed_request(
    code: str, said: str, pointer: str, detail: str
) -> None:
    async with surface(raising(Refused(code, said))) as client:
        answer = await client.get("/")

    assert (answer.status_code, answer.json()["code"]) == (400, code)
    assert answer.json()["errors"] == [{"detail": detail, "pointer": pointer}]
    assert answer.json()["detail"] == f"`{pointer}`: {detail}"
    assert answer.json()["title"] == REFUSED_FOR_ITSELF[code][1]
    assert answer.json()["type"] == f"/problems/refused#{code}"


async def test_all_that_is_wrong_is_told_and_the_detail_begins_with_it() -> None:
    wrong = tuple(ValidationMessage(f"Wrong {number}.", ("holders", f"{number}/C")) for number in range(5))
    async with surface(raising(Refused("malformed_move", "Wrong 0.", wrong))) as client:
        document = (await client.get("/")).json()

    assert [each["pointer"] for each in document["errors"]] == [f"/move/holders/{number}~1C" for number in range(5)]
    assert document["detail"] == " ".join(f"`/move/holders/{number}~1C`: Wrong {number}." for number in range(3))


async def test_an_unforeseen_exception_is_logged_and_not_told(caplog: pytest.LogCaptureFixture) -> None:
    async with surface(raising(KeyError("the queen of spades"))) as client:
        answer = await client.get("/")

    assert answer.status_code == 500
    assert answer.json()["code"] == "internal"
    assert "queen" not in answer.text
    assert [record.exc_info[0] for record in caplog.records if record.exc_info] == [KeyError]


async def test_what_litestar_itself_cannot_explain_is_internal(caplog: pytest.LogCaptureFixture) -> None:
    async with surface(raising(ImproperlyConfiguredException("the queen of spades"))) as client:
        answer = await client.get("/")

    assert answer.status_code == 500
    assert "queen" not in answer.text
    assert caplog.records[0].levelno == logging.ERROR


async def test_a_store_that_is_away_is_unavailable(caplog: pytest.LogCaptureFixture) -> None:
    away = StoreUnavailable("the password")
    away.__cause__ = ConnectionRefusedError()
    async with surface(raising(away)) as client:
        answer = await client.get("/")

    assert answer.status_code == 503
    assert answer.json()["code"] == "unavailable"
    assert "password" not in answer.text
    assert int(answer.headers["retry-after"]) > 0
    assert [(record.levelname, record.cause) for record in caplog.records] == [("WARNING", "ConnectionRefusedError")]  # type: ignore[attr-defined]


@pytest.mark.parametrize("kind", [AnotherHistory, ClockIsWrong, NotCalculated, OthersFaster])
async def test_whatever_cannot_be_done_now_is_unavailable(
    kind: type[Unavailable], caplog: pytest.LogCaptureFixture
) -> None:
    async with surface(raising(kind("for now"))) as client:
        answer = await client.get("/")

    assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
    assert [record.cause for record in caplog.records] == [kind.__name__]  # type: ignore[attr-defined]


async def test_a_mistake_in_a_statement_is_internal(caplog: pytest.LogCaptureFixture) -> None:
    async with surface(raising(asyncpg.UndefinedColumnError('column "game" does not exist'))) as client:
        answer = await client.get("/")

    assert (answer.status_code, answer.json()["code"]) == (500, "internal")
    assert "column" not in answer.text


async def test_unknown_paths_and_wrong_methods() -> None:
    @get("/games/{number:int}", opt=PUBLIC)
    async def handler(number: FromPath[int]) -> None:
        pass

    async with surface(handler) as client:
        unknown = await client.get("/elsewhere")
        no_number = await client.get("/games/seven")
        wrong = await client.put("/games/7")

    assert unknown.status_code == no_number.status_code == 404
    assert unknown.json()["code"] == no_number.json()["code"] == "not_found"
    assert wrong.status_code == 405
    assert wrong.json()["code"] == "method_not_allowed"
    assert wrong.headers["allow"] == "GET, HEAD, OPTIONS"


async def test_a_parameter_that_does_not_fit_is_named() -> None:
    @get("/", opt=PUBLIC)
    async def handler(limit: FromQuery[int]) -> None:
        pass

    async with surface(handler) as client:
        answer = await client.get("/", params={"limit": "many"})

    assert answer.status_code == 400
    assert answer.json()["code"] == "invalid_parameter"
    assert [fault["parameter"] for fault in answer.json()["errors"]] == ["limit"]
    assert answer.json()["detail"].startswith("`limit`: ")


async def test_the_answer_to_an_unknown_value_names_the_allowed_ones() -> None:
    @get("/", opt=PUBLIC)
    async def handler(status: FromQuery[Literal["open", "finished"]]) -> None:
        pass

    async with surface(handler) as client:
        answer = await client.get("/", params={"status": "lost"})

    assert answer.json()["detail"] == "`status`: Invalid enum value 'lost'. Allowed values: `finished`, `open`."
