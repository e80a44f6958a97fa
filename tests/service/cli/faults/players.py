"""Faults in what players do with each other: seats, invitations, seeks, chat, take-backs."""

from collections.abc import Mapping
from typing import ClassVar

from tests.proxy import Fault, Request, Response


def code_of(response: Response) -> str:
    """Return the code of a problem; nothing if an answer has none, as those to `HEAD`."""
    return str(response.json.get("code", "")) if response.body.startswith(b"{") else ""


class KeepsLinks(Fault):
    """Links stay valid when they are renewed or revoked."""

    broken: ClassVar[Mapping[str, str]] = {"links": "answered 200 to a link that is invalid"}

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


class SeatsApart(Fault):
    """Each player is told of another table than the others."""

    broken: ClassVar[Mapping[str, str]] = {"met": "players who seek the same are seated so: [('seated', "}

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

    broken: ClassVar[Mapping[str, str]] = {"said": "tells of a message that was removed: {"}

    def response(self, request: Request, response: Response) -> Response:
        if request.method != "GET" or "/chat/seats" not in request.path or response.status != 200:
            return response
        entries = response.json["entries"]
        kept = [{**each, "text": "kept", "removed": False} if each.get("removed") else each for each in entries]
        return response.with_json({**response.json, "entries": kept})


class LetsPlayersListen(Fault):
    """Players read what spectators say during the game."""

    broken: ClassVar[Mapping[str, str]] = {"unheard": "/chat/spectators answered 200 to a player whose game goes on"}

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

    broken: ClassVar[Mapping[str, str]] = {"taken_back": "to the consent of the other player, and version"}

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

    broken: ClassVar[Mapping[str, str]] = {"nobody_came": "to the only challenged player, and the table is open: None"}

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

    broken: ClassVar[Mapping[str, str]] = {"one_seat": "/seats, by two at once for one seat: "}

    def response(self, request: Request, response: Response) -> Response:
        late = request.path.endswith("/seats") and response.status == 409 and code_of(response) == "seat_taken"
        return Response(201, response.headers, b"{}") if late else response


class LetsTheBlockedIn(Fault):
    """A blocked player can sit down."""

    broken: ClassVar[Mapping[str, str]] = {"blocked": "/seats answered 201 to the blocked player, not 409 not_possible"}

    def response(self, request: Request, response: Response) -> Response:
        kept_away = request.path.endswith("/seats") and response.status == 409 and code_of(response) == "not_possible"
        return Response(201, response.headers, b"{}") if kept_away else response


class ShowsBlocks(Fault):
    """Every player sees all blocks."""

    broken: ClassVar[Mapping[str, str]] = {"unseen_blocks": "GET /v1/me/blocks tells a player who blocks nobody of ['"}

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
