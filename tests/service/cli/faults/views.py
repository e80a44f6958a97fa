"""Faults in what a view, a check or a suggestion tells."""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any, ClassVar

from domain.cards import FRENCH_FACES
from tests.proxy import Fault, Request, Response


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

    broken: ClassVar[Mapping[str, str]] = {"past": '/table/status is "open", not "playing"'}

    def change(self, request: Request, view: Any) -> None:
        if "version=" in request.path:
            view["table"]["status"] = "open"


class AsksWithinSteps(OfViews):
    """Where nobody has looked at the table while it was played, it is shown as if the viewer had a decision."""

    broken: ClassVar[Mapping[str, str]] = {"steps": "/view?version="}

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

    broken: ClassVar[Mapping[str, str]] = {"refusals": "with other cards in it is refused in different ways"}

    def response(self, request: Request, response: Response) -> Response:
        if request.is_move and response.status == 409:
            card = request.json["move"].get("card")
            hint = "!" if any(card in hand for hand in list(self.hands[request.table].values())) else ""
            return response.with_json({**response.json, "detail": response.json["detail"] + hint})
        return super().response(request, response)


class ShowsStrangersLess(Fault):
    """A client without a token does not see who sits at a table."""

    broken: ClassVar[Mapping[str, str]] = {"anonymous": "/view without a token is another answer: /table/presence is "}

    def response(self, request: Request, response: Response) -> Response:
        known = "Authorization" in request.headers or not request.table or not request.path.endswith("/view")
        if known or request.method != "GET" or response.status != 200:
            return response
        return response.with_json({**response.json, "table": {**response.json["table"], "presence": []}})


class JudgesWrongly(Fault):
    """Whatever is checked is said to be legal."""

    broken: ClassVar[Mapping[str, str]] = {"check": "/moves/check says legal"}

    def response(self, request: Request, response: Response) -> Response:
        right = request.path.endswith("/check") and response.status == 200
        return response.with_json({**response.json, "legal": True, "code": None, "detail": None}) if right else response


class SuggestsWrongly(Fault):
    """What is suggested is no move."""

    broken: ClassVar[Mapping[str, str]] = {"suggested": "{'type': 'win'} is unknown_move_type, and was suggested"}

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


class TellsTheLiveVersion(Fault):
    """Checks of moves tell a delayed spectator how far the game is."""

    broken: ClassVar[Mapping[str, str]] = {"late_spectators": "/moves/check answered 200 tells version "}

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

    broken: ClassVar[Mapping[str, str]] = {"strangers": "/view answered 200 to a stranger, with the versions [3]"}

    def response(self, request: Request, response: Response) -> Response:
        closed = request.path.endswith("/view") and response.status == 403
        return Response(200, response.headers, b'{"table":{"version":3}}') if closed else response
