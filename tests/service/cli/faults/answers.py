"""Faults in how any request is answered: headers, keys, limits, refusals."""

import time
from collections.abc import Mapping
from typing import ClassVar

import msgspec

from tests.proxy import Fault, Request, Response


class HasLittle(Fault):
    """There are few operations, which are soon asked, and two games: all of them are where nothing is wrong.

    In the second game a move can often be taken back, which is looked for in one game after the other.
    """

    paths = (
        "/v1/players",
        "/v1/me",
        "/v1/games/{game}",
        "/v1/tables",
        "/v1/tables/{table}",
        "/v1/tables/{table}/seats",
        "/v1/tables/{table}/view",
        "/v1/tables/{table}/moves/check",
        "/v1/tournaments/{tournament}/record",
    )
    games = ("literature", "honors_3")

    def response(self, request: Request, response: Response) -> Response:
        if request.path == "/openapi.json":
            contract = response.json
            return response.with_json({**contract, "paths": {path: contract["paths"][path] for path in self.paths}})
        if request.path == "/v1/games" and response.status == 200:
            games = [each for each in response.json["games"] if each["id"] in self.games]
            return response.with_json({"games": games})
        return response


class ForgetsKeys(Fault):
    """Every command is done as often as it is sent."""

    broken: ClassVar[Mapping[str, str]] = {
        "same_answer": "answered 201 when sent again over",
        "done_once": "POST /v1/tables, sent four times with one key, once with another body, has opened",
        "other_body": "to another body with the same key, not 409",
    }

    def request(self, request: Request) -> Request:
        request.headers.pop("Idempotency-Key", None)
        return request


class SharesKeys(Fault):
    """The key of one player is taken for that of another."""

    broken: ClassVar[Mapping[str, str]] = {"own_keys": "POST /v1/tables answered 201 to another player with that key"}

    def __init__(self) -> None:
        self.told_before: dict[str, Response] = {}

    def response(self, request: Request, response: Response) -> Response:
        key = request.headers.get("Idempotency-Key")
        return self.told_before.setdefault(key, response) if key and response.status < 300 else response


class TakesLateMoves(Fault):
    """A move is made whatever decision it was meant for."""

    broken: ClassVar[Mapping[str, str]] = {"over": "not 409 decision_over"}
    field = "decision"

    def request(self, request: Request) -> Request:
        if request.is_move and f'"{self.field}"'.encode() in request.body:
            wanted = request.json
            del wanted[self.field]
            request.body = msgspec.json.encode(wanted)
        return request


class TakesStaleMoves(TakesLateMoves):
    """A move is made whatever version it was chosen on."""

    broken: ClassVar[Mapping[str, str]] = {"stale": "not 409 stale_version"}
    field = "expected_version"


class HidesCodes(Fault):
    """The problem document of a method that there is not has no code."""

    broken: ClassVar[Mapping[str, str]] = {
        "problem": "answered 405, which is no application/problem+json with type, title, detail, code",
    }

    def response(self, request: Request, response: Response) -> Response:
        if response.status != 405:
            return response
        return response.with_json({name: value for name, value in response.json.items() if name != "code"})


class HidesHeadersFromPages(Fault):
    """A page of another origin may read no headers."""

    broken: ClassVar[Mapping[str, str]] = {"cors": "it may not read etag, link, location"}

    def response(self, request: Request, response: Response) -> Response:
        return response.without("access-control-expose-headers")


class KnowsEverybody(Fault):
    """A client with no token, or a wrong one, is taken for a player."""

    broken: ClassVar[Mapping[str, str]] = {
        "token": "answered 403 unauthenticated to no token, not 401",
        "status": "answered 403 unauthenticated, and the contract has",
        "limits": "answered 403 unauthenticated without RateLimit",
    }

    def response(self, request: Request, response: Response) -> Response:
        return (
            Response(403, response.headers, response.body.replace(b"401", b"403"))
            if response.status == 401
            else response
        )


class TakesAnything(Fault):
    """Fields that there are not are left out of account."""

    broken: ClassVar[Mapping[str, str]] = {
        "unknown_field": 'to {"no_such_field":1}, not 400 unknown_field',
        "no_trace": "after refused requests: /version is ",
    }

    def request(self, request: Request) -> Request:
        request.body = request.body.replace(b',"no_such_field":1', b"").replace(b'"no_such_field":1', b"")
        return request


class HidesScopes(Fault):
    """Nobody is told which scope is needed."""

    broken: ClassVar[Mapping[str, str]] = {"scopes": "not 403 insufficient_scope that names it"}

    def response(self, request: Request, response: Response) -> Response:
        return response.without("www-authenticate") if response.status == 403 else response


class FindsEverything(Fault):
    """What there is not is refused as something else."""

    broken: ClassVar[Mapping[str, str]] = {"unknown": "answered 404 nowhere, not 404 not_found"}

    def response(self, request: Request, response: Response) -> Response:
        found = response.status != 404 or request.method == "HEAD"
        return response if found else response.with_json({**response.json, "code": "nowhere"})


class BadHeaders(Fault):
    """No entity tag, no methods, no id, and not a word of limits."""

    broken: ClassVar[Mapping[str, str]] = {
        "etag": "has the ETag ''",
        "options": "answered 204, Allow: ; not 204, Allow: ",
        "request_id": "has no X-Request-Id",
        "limits": "without RateLimit",
    }

    def response(self, request: Request, response: Response) -> Response:
        return response.without("etag", "allow", "x-request-id", "ratelimit", "ratelimit-policy")


class HasNoHead(Fault):
    """HEAD is no method."""

    broken: ClassVar[Mapping[str, str]] = {
        "head": "answered 405, and GET 200",
        "status": "answered 405, and the contract has",
    }

    def response(self, request: Request, response: Response) -> Response:
        return Response(405, response.headers, response.body) if request.method == "HEAD" else response


class TakesAnyJson(Fault):
    """What is no JSON is said to be another fault."""

    broken: ClassVar[Mapping[str, str]] = {"bad_json": "answered 400 invalid_body to '{\"', not 400 invalid_json"}

    def response(self, request: Request, response: Response) -> Response:
        return Response(response.status, response.headers, response.body.replace(b"invalid_json", b"invalid_body"))


class ChangesWhatItRefuses(Fault):
    """A refused request leaves a trace."""

    broken: ClassVar[Mapping[str, str]] = {"no_trace": "after refused requests: /refused is "}

    def __init__(self) -> None:
        self.refused = 0

    def response(self, request: Request, response: Response) -> Response:
        self.refused += response.status >= 400
        is_table = (
            request.method == "GET" and request.path.count("/") == 3 and response.status == 200 and bool(request.table)
        )
        if not is_table or response.json["status"] != "open":  # later it is compared with what others are told
            return response
        return response.with_json({**response.json, "refused": self.refused})


class AnswersStrangely(Fault):
    """A status that nobody has promised."""

    broken: ClassVar[Mapping[str, str]] = {"status": "/seats answered 202, and the contract has 201"}

    def response(self, request: Request, response: Response) -> Response:
        return (
            Response(202, response.headers, response.body)
            if request.path.endswith("/seats") and response.status == 201
            else response
        )


class TakesOtherSpellings(Fault):
    """Paths are brought to their usual form."""

    broken: ClassVar[Mapping[str, str]] = {"spellings": "GET /v1/%67ames answered 200, not 404"}

    def request(self, request: Request) -> Request:
        request.path = request.path.replace("%67", "g").replace("//", "/")
        return request


class NeedsNoHost(Fault):
    """A request need not say for whom it is."""

    broken: ClassVar[Mapping[str, str]] = {"hosts": "GET /v1/games with no header Host answered 200, not 400"}

    def response(self, request: Request, response: Response) -> Response:
        return response if "Host" in request.headers else Response(200, response.headers, b"{}")


class TakesAnyName(Fault):
    """Names are taken as they come."""

    broken: ClassVar[Mapping[str, str]] = {"names": "PATCH /v1/me answered 200 to the name "}

    def response(self, request: Request, response: Response) -> Response:
        refused = (request.method, request.path, response.status) == ("PATCH", "/v1/me", 409)
        return Response(200, response.headers, b"{}") if refused else response


class IsSlowToRead(Fault):
    """It takes long over many brackets that are sent for a new player."""

    broken: ClassVar[Mapping[str, str]] = {"hard_bodies": "POST /v1/players with 65452 bytes like [[[[[[[[[[[[ took "}
    large, seconds = 1_000, 25.0
    """The examiner allows three seconds more than three times what a plain body takes, which may be some, too."""

    def request(self, request: Request) -> Request:
        brackets = request.body.startswith(b"[" * 51 + b'"')
        if request.path == "/v1/players" and len(request.body) > self.large and brackets:
            time.sleep(self.seconds)
        return request


class LimitsWithoutEnd(Fault):
    """A client that has used up a budget is not told when to try again."""

    broken: ClassVar[Mapping[str, str]] = {"spent": "answered 429 rate_limited, Retry-After: absent, when asked "}

    def response(self, request: Request, response: Response) -> Response:
        return response.without("retry-after") if response.status == 429 else response
