"""Services that break promises: a correct one, behind a proxy that changes what it does.

By the promises that a fault breaks, `broken` has what its developer is told of it.
"""

import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

import msgspec

from domain.cards import FRENCH_FACES
from tests.proxy import Fault, Request, Response
from tests.serving import eventually

EVERY = 5
"""Something happens to the events whose version is a multiple of it: however late a stream begins, it meets some."""


def code_of(response: Response) -> str:
    """Return the code of a problem; nothing if an answer has none, as those to `HEAD`."""
    return str(response.json.get("code", "")) if response.body.startswith(b"{") else ""


class Together(Fault):
    """Does several things wrong."""

    def __init__(self, *faults: Fault) -> None:
        self.faults = faults

    def request(self, request: Request) -> Request:
        for fault in self.faults:
            request = fault.request(request)
        return request

    def response(self, request: Request, response: Response) -> Response:
        for fault in self.faults:
            response = fault.response(request, response)
        return response

    def line(self, request: Request, line: bytes) -> Iterable[bytes]:
        lines: Iterable[bytes] = (line,)
        for fault in self.faults:
            lines = [passed for each in lines for passed in fault.line(request, each)]
        return lines


class HasFewOperations(Fault):
    """The contract has no more operations than these, which are soon asked: all of them are where nothing is wrong."""

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

    def response(self, request: Request, response: Response) -> Response:
        if request.path != "/openapi.json":
            return response
        contract = response.json
        return response.with_json({**contract, "paths": {path: contract["paths"][path] for path in self.paths}})


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

    broken: ClassVar[Mapping[str, str]] = {
        "own_keys": "POST /v1/tables answered 201 to another player with that key",
    }

    def __init__(self) -> None:
        self.told_before: dict[str, Response] = {}

    def response(self, request: Request, response: Response) -> Response:
        key = request.headers.get("Idempotency-Key")
        return self.told_before.setdefault(key, response) if key and response.status < 300 else response


class TakesLateMoves(Fault):
    """A move is made whatever decision it was meant for."""

    broken: ClassVar[Mapping[str, str]] = {
        "over": "not 409 decision_over",
    }
    field = "decision"

    def request(self, request: Request) -> Request:
        if request.is_move and f'"{self.field}"'.encode() in request.body:
            wanted = request.json
            del wanted[self.field]
            request.body = msgspec.json.encode(wanted)
        return request


class TakesStaleMoves(TakesLateMoves):
    """A move is made whatever version it was chosen on."""

    broken: ClassVar[Mapping[str, str]] = {
        "stale": "not 409 stale_version",
    }
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


class OfViews(Fault):
    """Knows who holds what from the views that go by; changes those that are shown."""

    def __init__(self) -> None:
        self.hands: defaultdict[str, dict[int, list[str]]] = defaultdict(dict)
        """By table and seat."""

    def response(self, request: Request, response: Response) -> Response:
        if not (
            request.method == "GET" and "/view" in request.path and response.status == 200 and response.json["layout"]
        ):
            return response
        view = response.json
        if view["seat"] is not None:
            own = f"hand-{view['seat']}"
            cards = [item["card"] for zone in view["layout"]["zones"] if zone["id"] == own for item in zone["cards"]]
            self.hands[view["table"]["id"]][view["seat"]] = cards
        self.change(request, view)
        return response.with_json(view)

    def change(self, request: Request, view: Any) -> None:
        """Change a view."""

    def others(self, view: Any) -> list[str]:
        """Return the cards that the viewer of a view must not see."""
        hands = list(self.hands[view["table"]["id"]].items())  # other connections add to them meanwhile
        return [card for owner, hand in hands if owner != view["seat"] for card in hand]


class LeaksHands(OfViews):
    """Views show the hands of other seats."""

    broken: ClassVar[Mapping[str, str]] = {
        "others_hands": "is told by the view that",
        "past": "/state/debug is missing",
    }

    def change(self, request: Request, view: Any) -> None:
        if "version=" not in request.path:
            view["state"]["debug"] = self.others(view)


class LeaksNames(OfViews):
    """A text of a view names the cards of another hand."""

    broken: ClassVar[Mapping[str, str]] = {
        "others_hands": "is told by the view that",
        "past": "sees another table now than then",
    }

    def change(self, request: Request, view: Any) -> None:
        view["state"]["hint"] = ", ".join(FRENCH_FACES[card].name for card in self.others(view) if card in FRENCH_FACES)


class TurnsCards(OfViews):
    """A hand that lies face down is shown."""

    broken: ClassVar[Mapping[str, str]] = {
        "others_zones": "is told which cards lie face down in hand-",
        "past": "/cards is ",
    }

    def change(self, request: Request, view: Any) -> None:
        for zone in view["layout"]["zones"]:
            if zone["kind"] == "hand" and zone["owner"] != {"seat": view["seat"]}:
                hand = self.hands[view["table"]["id"]].get(zone["owner"]["seat"], [])
                zone["cards"] = [{"card": card, "id": card} for card in hand] or None


class ForgetsThePast(OfViews):
    """A table of the past is shown as it never was."""

    broken: ClassVar[Mapping[str, str]] = {
        "past": '/table/status is "open", not "playing"',
    }

    def change(self, request: Request, view: Any) -> None:
        if "version=" in request.path:
            view["table"]["status"] = "open"


class AsksWithinSteps(OfViews):
    """Where nobody has looked at the table while it was played, it is shown as if the viewer had a decision."""

    broken: ClassVar[Mapping[str, str]] = {
        "steps": "/view?version=",
    }

    def __init__(self) -> None:
        super().__init__()
        self.seen: set[tuple[str, int, int | None]] = set()

    def change(self, request: Request, view: Any) -> None:
        sight = view["table"]["id"], view["table"]["version"], view["seat"]
        if "version=" not in request.path:
            self.seen.add(sight)
        elif view["decision"] is None and sight not in self.seen:
            view["decision"] = {"id": "0.1"}


class OffersTooMuch(OfViews):
    """The first time that a seat sees a version at which it may act, it is offered a move that is not legal."""

    broken: ClassVar[Mapping[str, str]] = {
        "offered": "/moves answered 400 unknown_move_type to {'type': 'win'}, which was offered",
        "check": "/moves/check: {'type': 'win'} is unknown_move_type",
    }

    def __init__(self) -> None:
        super().__init__()
        self.seen: set[tuple[str, int, int]] = set()

    def change(self, request: Request, view: Any) -> None:
        sight = view["table"]["id"], view["table"]["version"], view["seat"]
        if view["decision"] and sight not in self.seen:
            self.seen.add(sight)
            view["decision"]["moves"] = [{"type": "win"}]


class TellsByRefusing(OfViews):
    """A refusal says more if the card is in another hand."""

    broken: ClassVar[Mapping[str, str]] = {
        "refusals": "with other cards in it is refused in different ways",
    }

    def response(self, request: Request, response: Response) -> Response:
        if request.is_move and response.status == 409:
            card = request.json["move"].get("card")
            hint = "!" if any(card in hand for hand in list(self.hands[request.table].values())) else ""
            return response.with_json({**response.json, "detail": response.json["detail"] + hint})
        return super().response(request, response)


class Feeds(Fault):
    """Changes events, in feeds and streams alike."""

    def response(self, request: Request, response: Response) -> Response:
        if request.method != "GET" or not request.table or "/events" not in request.path or response.status != 200:
            return response
        return response.with_json({**response.json, "events": [*self.entries(response.json["events"], request.table)]})

    def line(self, request: Request, line: bytes) -> Iterable[bytes]:
        head, brace, rest = line.partition(b"{")
        if not brace or b'"type":"event"' not in line:
            return (line,)
        document = msgspec.json.decode(brace + rest)
        entries = [{**document, "entry": entry} for entry in self.entries([document["entry"]], document["table"])]
        return [head + msgspec.json.encode(each) + b"\n" for each in entries]

    def entries(self, entries: Iterable[Any], _table: str) -> Iterator[Any]:
        """Yield the entries that are told for these of a table."""
        yield from entries


class LeaksEvents(Feeds):
    """What is dealt to the first seat is told to everybody."""

    broken: ClassVar[Mapping[str, str]] = {
        "others_events": "is told of the event that left has",
    }

    def __init__(self) -> None:
        self.dealt: dict[str, list[str]] = {}

    def response(self, request: Request, response: Response) -> Response:
        seen = request.path.endswith("/view") and response.status == 200 and b'"seat":0,"state"' in response.body
        if seen and request.table not in self.dealt:
            zone = next(each for each in response.json["layout"]["zones"] if each["id"] == "hand-0")
            self.dealt[request.table] = [item["card"] for item in zone["cards"]]
        return super().response(request, response)

    def entries(self, entries: Iterable[Any], table: str) -> Iterator[Any]:
        for entry in entries:
            event = entry["event"]
            if event["type"] == "cards_dealt" and event["seat"] == 0:
                eventually(lambda: table in self.dealt)
                event["cards"] = self.dealt[table]
            yield entry


class LosesEvents(Feeds):
    """Some events are missing from streams of nothing else, as if they had come between two connections."""

    broken: ClassVar[Mapping[str, str]] = {
        "stream": "], told twice: []",
        "my_stream": "GET /v1/me/stream",
        "cursors": "/stream after ",
    }

    def response(self, request: Request, response: Response) -> Response:
        return response

    def line(self, request: Request, line: bytes) -> Iterable[bytes]:
        return (line,) if "?with=" in request.path else super().line(request, line)

    def entries(self, entries: Iterable[Any], _table: str) -> Iterator[Any]:
        yield from (entry for entry in entries if entry["version"] % EVERY)


class RepeatsEvents(LosesEvents):
    """Some events are told twice by streams, also where they come with views."""

    broken: ClassVar[Mapping[str, str]] = {
        "stream": "versions missing: [], told twice: [",
        "my_stream": "GET /v1/me/stream",
        "cursors": "/stream after ",
    }

    line = Feeds.line

    def entries(self, entries: Iterable[Any], _table: str) -> Iterator[Any]:
        for entry in entries:
            yield from (entry,) if entry["version"] % EVERY else (entry, entry)


class LosesEventsOfFeeds(Feeds):
    """The second event is missing from pages of the feed."""

    broken: ClassVar[Mapping[str, str]] = {
        "feed": " the versions [",
    }

    def line(self, request: Request, line: bytes) -> Iterable[bytes]:
        return (line,)

    def entries(self, entries: Iterable[Any], _table: str) -> Iterator[Any]:
        page = list(entries)
        yield from page if len(page) < 3 else (page[0], *page[2:])


class MovesTooMany(Feeds):
    """A card more than has moved is said to have moved."""

    broken: ClassVar[Mapping[str, str]] = {
        "motion": ", and by what moved got ",
    }

    def entries(self, entries: Iterable[Any], _table: str) -> Iterator[Any]:
        for entry in entries:
            for move in entry["moves"]:
                move["count"] += 1
            yield entry


class SaysWhatIsNotListed(Feeds):
    """Some events are told in words that no list has."""

    broken: ClassVar[Mapping[str, str]] = {
        "messages": " indeed'",
    }

    def entries(self, entries: Iterable[Any], _table: str) -> Iterator[Any]:
        for entry in entries:
            if entry["version"] % EVERY == 0:
                entry["message"]["template"] += " indeed"
            yield entry


class HidesHeadersFromPages(Fault):
    """A page of another origin may read no headers."""

    broken: ClassVar[Mapping[str, str]] = {
        "cors": "it may not read etag, link, location",
    }

    def response(self, request: Request, response: Response) -> Response:
        hidden = "access-control-expose-headers"
        return Response(
            response.status,
            {name: text for name, text in response.headers.items() if name.lower() != hidden},
            response.body,
        )


class Carries(Fault):
    """Changes lines of streams that carry something with each event: what `member` names."""

    member = ""

    def line(self, request: Request, line: bytes) -> Iterable[bytes]:
        head, brace, rest = line.partition(b"{")
        if not brace or b'"type":"event"' not in line or f"with={self.member}" not in request.path:
            return (line,)
        document = msgspec.json.decode(brace + rest)
        document[self.member] = self.carried(document[self.member])
        return (head + msgspec.json.encode(document) + b"\n",)

    def carried(self, given: Any) -> Any:
        """Return what is carried in place of what was given."""
        return given


class CarriesOldViews(Carries):
    """With an event comes a view that is said to be of the version before."""

    broken: ClassVar[Mapping[str, str]] = {
        "views": " a view of version ",
    }
    member = "view"

    def carried(self, given: Any) -> Any:
        return {**given, "table": {**given["table"], "version": given["table"]["version"] - 1}}


class CarriesDecisions(Carries):
    """With an event comes a view in which all seats may act."""

    broken: ClassVar[Mapping[str, str]] = {
        "steps": "/stream?with=view shows ",
        "patches": "/stream?with=changes tells ",
    }
    member = "view"

    def carried(self, given: Any) -> Any:
        for seat in given["layout"]["seats"] if given["layout"] else ():
            seat["to_act"] = True
        return given


class ForgetsChanges(Carries):
    """The last change of each event is missing."""

    broken: ClassVar[Mapping[str, str]] = {
        "patches": "/stream?with=changes tells ",
    }
    member = "changes"

    def carried(self, given: Any) -> Any:
        return given[:-1]


class ShowsStrangersLess(Fault):
    """A client without a token does not see who sits at a table."""

    broken: ClassVar[Mapping[str, str]] = {
        "anonymous": "/view without a token is another answer: /table/presence is ",
    }

    def response(self, request: Request, response: Response) -> Response:
        known = "Authorization" in request.headers or not request.table or not request.path.endswith("/view")
        if known or request.method != "GET" or response.status != 200:
            return response
        return response.with_json({**response.json, "table": {**response.json["table"], "presence": []}})


class JudgesWrongly(Fault):
    """Whatever is checked is said to be legal."""

    broken: ClassVar[Mapping[str, str]] = {
        "check": "/moves/check says legal",
    }

    def response(self, request: Request, response: Response) -> Response:
        right = request.path.endswith("/check") and response.status == 200
        return response.with_json({**response.json, "legal": True, "code": None, "detail": None}) if right else response


class SuggestsWrongly(Fault):
    """What is suggested is no move."""

    broken: ClassVar[Mapping[str, str]] = {
        "suggested": "{'type': 'win'} is unknown_move_type, and was suggested",
    }

    def response(self, request: Request, response: Response) -> Response:
        right = "/suggestions" in request.path and response.status == 200
        return response.with_json({**response.json, "moves": [{"type": "win"}]}) if right else response


class OpensRecords(Fault):
    """The record is there while the game is played, empty as it may be."""

    broken: ClassVar[Mapping[str, str]] = {
        "record": "/record answered 200 while the game is played",
        "etag": "/record: version None has the ETag ''",
    }

    def response(self, request: Request, response: Response) -> Response:
        closed = request.path.endswith("/record") and response.status == 409
        return Response(200, response.headers, b"{}") if closed else response


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
        if response.status != 403:
            return response
        return Response(
            response.status,
            {name: text for name, text in response.headers.items() if name.lower() != "www-authenticate"},
            response.body,
        )


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
        kept = {"etag", "allow", "x-request-id", "ratelimit", "ratelimit-policy"}
        return Response(
            response.status,
            {name: value for name, value in response.headers.items() if name.lower() not in kept},
            response.body,
        )


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

    broken: ClassVar[Mapping[str, str]] = {
        "bad_json": "answered 400 invalid_body to '{\"', not 400 invalid_json",
    }

    def response(self, request: Request, response: Response) -> Response:
        return Response(response.status, response.headers, response.body.replace(b"invalid_json", b"invalid_body"))


class ChangesWhatItRefuses(Fault):
    """A refused request leaves a trace."""

    broken: ClassVar[Mapping[str, str]] = {
        "no_trace": "after refused requests: /refused is ",
    }

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

    broken: ClassVar[Mapping[str, str]] = {
        "status": "/seats answered 202, and the contract has 201",
    }

    def response(self, request: Request, response: Response) -> Response:
        return (
            Response(202, response.headers, response.body)
            if request.path.endswith("/seats") and response.status == 201
            else response
        )


class TellsTheLiveVersion(Fault):
    """Checks of moves tell a delayed spectator how far the game is."""

    broken: ClassVar[Mapping[str, str]] = {
        "late_spectators": "/moves/check answered 200 tells version ",
    }

    def __init__(self) -> None:
        self.watching: set[str] = set()

    def response(self, request: Request, response: Response) -> Response:
        token = request.headers.get("Authorization", "")
        looks = request.method == "GET" and request.path.endswith("/view") and response.status == 200
        if looks and response.json["seat"] is None:
            self.watching.add(token)
        late = request.path.endswith("/moves/check") and response.status == 200 and token in self.watching
        return response.with_json({**response.json, "version": response.json["version"] + 100}) if late else response


class OpensPrivateTables(Fault):
    """Everybody who knows the address of a table sees it."""

    broken: ClassVar[Mapping[str, str]] = {
        "strangers": "/view answered 200 to a stranger, with the versions [3]",
    }

    def response(self, request: Request, response: Response) -> Response:
        closed = request.path.endswith("/view") and response.status == 403
        return Response(200, response.headers, b'{"table":{"version":3}}') if closed else response


class KeepsLinks(Fault):
    """Links stay valid when they are renewed or revoked."""

    broken: ClassVar[Mapping[str, str]] = {
        "links": "answered 200 to a link that is invalid",
    }

    def response(self, request: Request, response: Response) -> Response:
        return (
            Response(200, response.headers, b"{}")
            if "?invitation=" in request.path and response.status == 403
            else response
        )


class CallsOffAlone(Fault):
    """One player ends the game of all."""

    broken: ClassVar[Mapping[str, str]] = {
        "called_off": "/abort answered 200 to one of two players: aborted, not playing",
    }

    def response(self, request: Request, response: Response) -> Response:
        called = request.path.endswith("/abort") and response.status == 200
        return response.with_json({**response.json, "status": "aborted"}) if called else response


class TakesOtherSpellings(Fault):
    """Paths are brought to their usual form."""

    broken: ClassVar[Mapping[str, str]] = {
        "spellings": "GET /v1/%67ames answered 200, not 404",
    }

    def request(self, request: Request) -> Request:
        request.path = request.path.replace("%67", "g").replace("//", "/")
        return request


class NeedsNoHost(Fault):
    """A request need not say for whom it is."""

    broken: ClassVar[Mapping[str, str]] = {
        "hosts": "GET /v1/games with no header Host answered 200, not 400",
    }

    def response(self, request: Request, response: Response) -> Response:
        return response if "Host" in request.headers else Response(200, response.headers, b"{}")


class TakesAnyName(Fault):
    """Names are taken as they come."""

    broken: ClassVar[Mapping[str, str]] = {
        "names": "PATCH /v1/me answered 200 to the name ",
    }

    def response(self, request: Request, response: Response) -> Response:
        refused = (request.method, request.path, response.status) == ("PATCH", "/v1/me", 409)
        return Response(200, response.headers, b"{}") if refused else response


class IsSlowToRead(Fault):
    """It takes long over many brackets that are sent for a new player."""

    broken: ClassVar[Mapping[str, str]] = {
        "hard_bodies": "POST /v1/players with 65452 bytes like [[[[[[[[[[[[ took ",
    }
    large, seconds = 1_000, 25.0
    """The examiner allows three seconds more than three times what a plain body takes, which may be some, too."""

    def request(self, request: Request) -> Request:
        brackets = request.body.startswith(b"[" * 51 + b'"')
        if request.path == "/v1/players" and len(request.body) > self.large and brackets:
            time.sleep(self.seconds)
        return request


class LimitsWithoutEnd(Fault):
    """A client that has used up a budget is not told when to try again."""

    broken: ClassVar[Mapping[str, str]] = {
        "spent": "answered 429 rate_limited, Retry-After: absent, when asked ",
    }

    def response(self, request: Request, response: Response) -> Response:
        headers = {name: value for name, value in response.headers.items() if name.lower() != "retry-after"}
        return Response(response.status, headers, response.body) if response.status == 429 else response


class OfHistory(Fault):
    """Changes answers about the history that are not compressed."""

    table = "games"

    def response(self, request: Request, response: Response) -> Response:
        begins = f"/v1/history/{self.table}?player="
        right = request.method == "GET" and request.path.startswith(begins) and response.status == 200
        return self.changed(request, response) if right else response

    def changed(self, _asked: Request, response: Response) -> Response:
        """Return another answer."""
        return response


class TellsOfGamesThatGoOn(OfHistory):
    """A game is in the history before it is over."""

    broken: ClassVar[Mapping[str, str]] = {
        "unopened": " has 1 rows of a game that goes on",
    }

    def changed(self, request: Request, response: Response) -> Response:
        if "text/csv" in request.headers.get("Accept", "") or response.json["games"] or "after=" in request.path:
            return response
        return response.with_json({**response.json, "games": [{"table_id": "of a game that goes on"}]})


class LosesHistory(OfHistory):
    """Between two pages of the history an event is missing."""

    broken: ClassVar[Mapping[str, str]] = {
        "history": ", page by page: ",
    }
    table = "events"

    def changed(self, request: Request, response: Response) -> Response:
        if "text/csv" in request.headers.get("Accept", "") or "limit=5000" in request.path:
            return response
        return response.with_json({**response.json, "events": response.json["events"][:-1]})


class WritesOtherCsv(OfHistory):
    """The last row is missing where the history is CSV."""

    broken: ClassVar[Mapping[str, str]] = {
        "forms": "as text/csv, identity, it says something else than as JSON",
    }
    table = "events"

    def changed(self, request: Request, response: Response) -> Response:
        if "text/csv" not in request.headers["Accept"] or "Content-Encoding" in response.headers:
            return response
        return Response(response.status, response.headers, b"".join(response.body.splitlines(keepends=True)[:-1]))


class TakesLostCursors(Fault):
    """A cursor of a history that is lost is taken for one of this."""

    broken: ClassVar[Mapping[str, str]] = {
        "lost_cursor": "answered 200, not 410 history_lost",
    }

    def response(self, request: Request, response: Response) -> Response:
        lost = request.path.startswith("/v1/history/") and response.status == 410
        return Response(200, response.headers, b"{}") if lost else response


class ListsNoDumps(Fault):
    """It is not said which exports there are."""

    broken: ClassVar[Mapping[str, str]] = {
        "dumps": "GET /v1/dumps answered 200 without a list",
    }

    def response(self, request: Request, response: Response) -> Response:
        return response.with_json({}) if request.path == "/v1/dumps" and request.method == "GET" else response


class SeatsApart(Fault):
    """Each player is told of another table than the others."""

    broken: ClassVar[Mapping[str, str]] = {
        "met": "players who seek the same are seated so: [('seated', ",
    }

    def response(self, request: Request, response: Response) -> Response:
        seek = request.path.partition("/v1/seeks/")[2]
        if (
            request.method != "GET"
            or not seek
            or "/" in seek
            or response.status != 200
            or response.json["table"] is None
        ):
            return response
        return response.with_json(response.json | {"table": seek})


class KeepsTexts(Fault):
    """What is removed is told all the same."""

    broken: ClassVar[Mapping[str, str]] = {
        "said": "tells of a message that was removed: {",
    }

    def response(self, request: Request, response: Response) -> Response:
        if request.method != "GET" or "/chat/seats" not in request.path or response.status != 200:
            return response
        entries = response.json["entries"]
        kept = [{**each, "text": "kept", "removed": False} if each.get("removed") else each for each in entries]
        return response.with_json({**response.json, "entries": kept})


class LetsPlayersListen(Fault):
    """Players read what spectators say during the game."""

    broken: ClassVar[Mapping[str, str]] = {
        "unheard": "/chat/spectators answered 200 to a player whose game goes on",
    }

    def response(self, request: Request, response: Response) -> Response:
        closed = request.method == "GET" and request.path.endswith("/chat/spectators") and response.status == 409
        page = b'{"channel":"spectators","cursor":0,"entries":[]}'
        return Response(200, response.headers | {"content-type": "application/json"}, page) if closed else response


class KeepsSeeks(Fault):
    """A seek that is withdrawn goes on."""

    broken: ClassVar[Mapping[str, str]] = {
        "unmet": "POST /v1/seeks: seated, though the other player has withdrawn the same seek",
    }

    def __init__(self) -> None:
        self.made: set[str] = set()
        self.kept: set[str] = set()

    def request(self, request: Request) -> Request:
        if request.method == "DELETE" and request.path in self.made:
            self.kept.add(request.path)
            request.method = "GET"
        return request

    def response(self, request: Request, response: Response) -> Response:
        if (request.method, request.path) == ("POST", "/v1/seeks") and response.status < 300:
            self.made.add(f"{request.path}/{response.json['id']}")
        if request.path not in self.kept or response.status != 200:
            return response
        self.kept.discard(request.path)
        return Response(204, response.headers, b"")


class DeafToConsent(Fault):
    """A consent to a take-back counts as a refusal."""

    broken: ClassVar[Mapping[str, str]] = {
        "taken_back": "to the consent of the other player, and version",
    }

    def request(self, request: Request) -> Request:
        if request.path.endswith("/take-back") and request.body:
            request.body = request.body.replace(b"true", b"false")
        return request


class SaysItIsTakenBack(Fault):
    """What cannot be taken back, as the table says, is said to be."""

    broken: ClassVar[Mapping[str, str]] = {
        "stands": "/take-back answered 200 to the player who moved last, and `take_back` of the table names no seat",
    }

    def __init__(self) -> None:
        self.standing: dict[str, bool] = {}
        """By table, whether it says that nothing can be taken back."""

    def response(self, request: Request, response: Response) -> Response:
        if request.method == "GET" and request.path == f"/v1/tables/{request.table}" and response.status == 200:
            table = response.json
            self.standing[request.table] = (
                bool(table["settings"].get("take_back")) and table["take_back"]["seat"] is None
            )
        stands = request.path.endswith("/take-back") and response.status == 409 and self.standing.get(request.table)
        return Response(200, response.headers, b"{}") if stands else response


class OfWebhooks(Fault):
    """Says that something about webhooks is done which is refused with a code."""

    code = b""

    def response(self, request: Request, response: Response) -> Response:
        right = request.path.startswith("/v1/me/webhooks") and response.status == 409 and self.code in response.body
        return (
            Response(202 if request.path.endswith("/messages") else 201, response.headers, b"{}") if right else response
        )


class SendsAnywhere(OfWebhooks):
    """Webhooks may have any address."""

    broken: ClassVar[Mapping[str, str]] = {
        "addresses": "POST /v1/me/webhooks answered 201 for https://169.254.169.254/",
    }
    code = b'"address_not_allowed"'

    def response(self, request: Request, response: Response) -> Response:
        return response if request.method == "PATCH" else super().response(request, response)


class SendsToTheDisabled(OfWebhooks):
    """A test waits for a webhook that is disabled."""

    broken: ClassVar[Mapping[str, str]] = {
        "tested": "/messages answered 202 while it is disabled, not 409 webhook_disabled",
    }
    code = b'"webhook_disabled"'


class MakesManyWebhooks(OfWebhooks):
    """A player may have any number of webhooks."""

    broken: ClassVar[Mapping[str, str]] = {
        "few_webhooks": "POST /v1/me/webhooks answered 201 to an owner of 5, not 409 too_many_webhooks",
    }
    code = b'"too_many_webhooks"'


class KnowsWebhooks(Fault):
    """Remembers the webhooks that are made, by their paths, each with its secret and the token of its owner."""

    def __init__(self) -> None:
        self.known: dict[str, tuple[str, str]] = {}

    def response(self, request: Request, response: Response) -> Response:
        if (
            request.method == "POST"
            and request.path == "/v1/me/webhooks"
            and response.status == 201
            and response.body != b"{}"
        ):
            path = f"{request.path}/{response.json['webhook']['id']}"
            self.known[path] = response.json["secret"], request.headers["Authorization"]
        return self.changed(request, response)

    def changed(self, _asked: Request, response: Response) -> Response:
        """Return another answer."""
        return response


class ShowsSecrets(KnowsWebhooks):
    """A webhook is shown with its secret."""

    broken: ClassVar[Mapping[str, str]] = {
        "secret": " answered 200 with a secret in it",
    }

    def changed(self, request: Request, response: Response) -> Response:
        if request.method != "GET" or request.path not in self.known or response.status != 200:
            return response
        return response.with_json({**response.json, "secret": self.known[request.path][0]})


class SharesWebhooks(KnowsWebhooks):
    """Webhooks are shown to everybody."""

    broken: ClassVar[Mapping[str, str]] = {
        "own_webhooks": " answered 200 to a player who does not own it, not 404",
    }

    def changed(self, request: Request, response: Response) -> Response:
        owner = self.known.get(request.path, ("", ""))[1]
        if (
            request.method != "GET"
            or owner in {"", request.headers.get("Authorization", owner)}
            or response.status != 404
        ):
            return response
        return Response(200, response.headers, b"{}")


class HidesInvitations(Fault):
    """Nobody finds a challenge among their tables, except private ones."""

    broken: ClassVar[Mapping[str, str]] = {
        "invited": "GET /v1/me/tables tells the invited player of no invitation to /v1/tables/",
    }

    def response(self, request: Request, response: Response) -> Response:
        if (request.method, request.path, response.status) != ("GET", "/v1/me/tables", 200):
            return response
        shown = [each for each in response.json["invitations"] if each["table"]["visibility"] == "private"]
        return response.with_json({**response.json, "invitations": shown})


class WaitsForNobody(Fault):
    """A challenge to which nobody comes is said to go on."""

    broken: ClassVar[Mapping[str, str]] = {
        "nobody_came": "to the only challenged player, and the table is open: None",
    }

    def response(self, request: Request, response: Response) -> Response:
        right = (
            request.method == "GET"
            and request.path == f"/v1/tables/{request.table}"
            and b'"nobody_came"' in response.body
        )
        return response.with_json({**response.json, "status": "open", "aborted": None}) if right else response


class InvitesAgain(Fault):
    """A player who has declined is invited again."""

    broken: ClassVar[Mapping[str, str]] = {
        "declined": "answered 200 when a player who had declined is invited again, not invitation_declined",
    }

    def response(self, request: Request, response: Response) -> Response:
        again = response.status == 409 and code_of(response) == "invitation_declined"
        return Response(200, response.headers, b"{}") if again else response


class KeepsInvitations(Fault):
    """An invitation stays valid when the table's creator withdraws it."""

    broken: ClassVar[Mapping[str, str]] = {
        "withdrawn": "tells the player whose invitation was withdrawn of an invitation to /v1/tables/",
    }

    def __init__(self) -> None:
        self.hosts: dict[str, str] = {}
        """By table, the token of its creator."""

    def request(self, request: Request) -> Request:
        host = self.hosts.get(request.table)
        if (
            request.method == "DELETE"
            and "/invitations/players/" in request.path
            and request.headers.get("Authorization", "") == host
        ):
            request.method, request.path = "GET", f"/v1/tables/{request.table}"
        return request

    def response(self, request: Request, response: Response) -> Response:
        if (request.method, request.path, response.status) == ("POST", "/v1/tables", 201):
            self.hosts[response.json["id"]] = request.headers["Authorization"]
        return response


class SeatsTwo(Fault):
    """A player who is too late for a seat is told that it is theirs."""

    broken: ClassVar[Mapping[str, str]] = {
        "one_seat": "/seats, by two at once for one seat: ",
    }

    def response(self, request: Request, response: Response) -> Response:
        late = request.path.endswith("/seats") and response.status == 409 and code_of(response) == "seat_taken"
        return Response(201, response.headers, b"{}") if late else response


class LetsTheBlockedIn(Fault):
    """A blocked player can sit down."""

    broken: ClassVar[Mapping[str, str]] = {
        "blocked": "/seats answered 201 to the blocked player, not 409 not_possible",
    }

    def response(self, request: Request, response: Response) -> Response:
        kept_away = request.path.endswith("/seats") and response.status == 409 and code_of(response) == "not_possible"
        return Response(201, response.headers, b"{}") if kept_away else response


class ShowsBlocks(Fault):
    """Every player sees all blocks."""

    broken: ClassVar[Mapping[str, str]] = {
        "unseen_blocks": "GET /v1/me/blocks tells a player who blocks nobody of ['",
    }

    def __init__(self) -> None:
        self.blocked: dict[str, str] = {}
        """By blocked player, the token of the player who blocks them."""

    def response(self, request: Request, response: Response) -> Response:
        player = request.path.partition("/v1/me/blocks/")[2]
        if request.method == "PUT" and player and response.status == 204:
            self.blocked[player] = request.headers["Authorization"]
        if (request.method, request.path, response.status) != ("GET", "/v1/me/blocks", 200):
            return response
        own = request.headers["Authorization"]
        others = [{"player": player, "name": "", "made_at": 0} for player, by in self.blocked.items() if by != own]
        return response.with_json({"blocks": response.json["blocks"] + others})


class KeepsCodes(Fault):
    """A recovery code works as often as it is used."""

    broken: ClassVar[Mapping[str, str]] = {
        "recovered": "POST /v1/recoveries answered 201 to a code that was used",
    }

    def __init__(self) -> None:
        self.used: dict[bytes, Response] = {}

    def response(self, request: Request, response: Response) -> Response:
        if request.path != "/v1/recoveries" or response.status not in {201, 403}:
            return response
        return (
            self.used.setdefault(request.body, response)
            if response.status == 201
            else self.used.get(request.body, response)
        )


class OfApps(Fault):
    """Changes the metadata for apps."""

    def response(self, request: Request, response: Response) -> Response:
        right = request.path == "/.well-known/oauth-authorization-server" and response.status == 200
        return response.with_json({**response.json, **self.other(response.json)}) if right else response

    def other(self, metadata: Any) -> Mapping[str, Any]:
        """Return the changed fields of the metadata."""
        return {}


class TakesPlainChallenges(OfApps):
    """The verifier of a code challenge can be told from the challenge."""

    broken: ClassVar[Mapping[str, str]] = {
        "endpoints": "the challenges are ['S256', 'plain'], not S256 alone",
    }

    def other(self, metadata: Any) -> Mapping[str, Any]:
        return {"code_challenge_methods_supported": ["S256", "plain"]}


class NamesWhatIsNotThere(OfApps):
    """The metadata for apps names an endpoint that does not exist."""

    broken: ClassVar[Mapping[str, str]] = {
        "endpoints": "OPTIONS /oauth/give-back answered 404 not_found: GET /.well-known/",
    }

    def other(self, metadata: Any) -> Mapping[str, Any]:
        return {"revocation_endpoint": f"{metadata['issuer']}/oauth/give-back"}


class SendsPeopleAway(Fault):
    """Whom an app sends is led wherever it says."""

    broken: ClassVar[Mapping[str, str]] = {
        "redirects": "which is not registered: it leads to https://conformance.invalid/elsewhere?error=",
    }

    def response(self, request: Request, response: Response) -> Response:
        refused = (
            request.path.startswith("/oauth/authorize?") and response.status == 400 and "elsewhere" in request.path
        )
        to = {"location": "https://conformance.invalid/elsewhere?error=invalid_request"}
        return Response(302, response.headers | to, b"") if refused else response


class TakesAnyCode(Fault):
    """Any code brings an app a token."""

    broken: ClassVar[Mapping[str, str]] = {
        "unknown_codes": "POST /oauth/token answered 200 None to an unknown code, not 400 invalid_grant",
    }

    def response(self, request: Request, response: Response) -> Response:
        refused = request.path == "/oauth/token" and response.status == 400
        return (
            Response(200, response.headers, b'{"access_token":"parlour_","token_type":"Bearer"}')
            if refused
            else response
        )


OF_ONE_GAME: Sequence[type[Fault]] = (TellsByRefusing, LosesEventsOfFeeds)
"""What is wrong with a service of which one game is examined alone: it ends there, as the feed is in no order."""

SERVICES: Sequence[Sequence[type[Fault]]] = (
    (
        KnowsEverybody,
        TakesAnything,
        HidesCodes,
        TakesAnyJson,
        OpensRecords,
        SuggestsWrongly,
        TakesStaleMoves,
        ForgetsKeys,
        LosesEvents,
        LeaksHands,
        AsksWithinSteps,
        TakesOtherSpellings,
        LimitsWithoutEnd,
        SeatsApart,
        KeepsTexts,
        SendsAnywhere,
        HidesInvitations,
        KeepsInvitations,
        TakesPlainChallenges,
        KeepsLinks,
        WritesOtherCsv,
        SaysItIsTakenBack,
        MakesManyWebhooks,
    ),
    (
        HasNoHead,
        HidesScopes,
        BadHeaders,
        ChangesWhatItRefuses,
        SharesKeys,
        TakesLateMoves,
        JudgesWrongly,
        LeaksEvents,
        TurnsCards,
        NeedsNoHost,
        CallsOffAlone,
        TakesAnyName,
        CarriesDecisions,
        ForgetsChanges,
        LosesHistory,
        TakesLostCursors,
        ShowsSecrets,
        InvitesAgain,
        LetsTheBlockedIn,
        KeepsCodes,
        NamesWhatIsNotThere,
        IsSlowToRead,
        SendsToTheDisabled,
        TakesAnyCode,
    ),
    (
        FindsEverything,
        OffersTooMuch,
        ForgetsThePast,
        MovesTooMany,
        SaysWhatIsNotListed,
        RepeatsEvents,
        LeaksNames,
        TellsTheLiveVersion,
        OpensPrivateTables,
        CarriesOldViews,
        ShowsStrangersLess,
        TellsOfGamesThatGoOn,
        ListsNoDumps,
        KeepsSeeks,
        DeafToConsent,
        LetsPlayersListen,
        SharesWebhooks,
        SeatsTwo,
        ShowsBlocks,
        SendsPeopleAway,
        AnswersStrangely,
        HidesHeadersFromPages,
        WaitsForNobody,
    ),
    OF_ONE_GAME,
)
"""Each fault is planted in one of these services; those that are planted together do not hide each other."""
