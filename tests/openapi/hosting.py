"""A host who opens tables for clients, and what is done to the connection between them and the service."""

import os
import re
import time
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from domain import GAMES
from tests.proxy import Cut, Fault, Request, Response
from tests.serving import Service

GAME_SECONDS = 240
ROOT = Path(__file__).parents[2]
REGISTERED = ROOT / "tests" / "domain" / "games" / "high_card" / "registered"

SHORT: dict[str, dict[str, Any]] = {game: {} for game in GAMES} | {
    "friendlier_than_thou": {"players": 4, "so_moved_window_ms": 100, "silence_limit_ms": 5_000, "unity_proposals": 2},
    "literature": {"stall_limit": 20, "starter": 5},
    "honors_1": {"players": 3, "max_deals": 1, "stall_rounds": 5},
    "honors_2": {"players": 3, "max_deals": 1, "stall_rounds": 2, "challenge_ms": 2_000},
    "honors_3": {"max_deals": 1, "deal_ms": 30_000, "stall_ms": 10_000},
    "honors_4": {"players": 3, "max_deals": 1, "max_rounds": 5},
    "pursuit_of_happiness": {"players": 3, "times_through_deck": 1},
    "medieval_mastery": {"players": 3, "max_deals": 1, "stall_limit": 2},
}
"""Options with which a game is soon over; none for one that is so by itself."""

TOO_LATE = {
    "friendlier_than_thou": {"decision_over", "game_over", "no_proposal", "proposal_changed", "proposal_standing"},
    "honors_2": {"decision_over", "window_closed"},
    "honors_3": {"card_not_in_hand", "decision_over", "game_over", "no_change", "offer_closed"},
}
"""By game in which several act at once, what one is told who was not the first to propose, accept or take."""


@contextmanager
def knowing_high_card(data: Path) -> Iterator[Service]:
    """Run a service in processes of its own that know a ninth game as well, with its data in a folder."""
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("PYTHONPATH", os.pathsep.join((str(ROOT), str(REGISTERED))))
        with Service(data) as service:
            yield service.ready()


class Host(AbstractContextManager["Host"]):
    """Opens tables for the player who comes, and looks at them afterwards."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.url = f"http://127.0.0.1:{service.port}"
        self.http = httpx.Client(base_url=self.url, timeout=180)
        self.http.headers["Authorization"] = f"Bearer {self.ask('POST', '/v1/players', {'name': 'Host'})['token']}"

    def __exit__(self, *_: object) -> None:
        self.http.close()

    def ask(self, method: str, path: str, body: Any = None, token: str | None = None) -> Any:
        headers = {"Authorization": token} if token else {}
        return self.http.request(method, path, json=body, headers=headers).raise_for_status().json()

    def table(self, game: str) -> str:
        """Open a table where the house plays on all seats but the last; return its path."""
        table = self.ask("POST", "/v1/tables", {"game": game, "options": SHORT[game], "auto_start": True})
        path = f"/v1/tables/{table['id']}"
        for _ in table["seats"][1:]:
            self.ask("POST", f"{path}/seats", {"house": "random"})
        return path

    def table_with_limit(self) -> str:
        """Open a table for the host and all comers, where the house soon plays for absent players; return its path."""
        options = {"players": 2, "max_deals": 4, "max_rounds": 8}  # one deal may be over at once, not four
        settings = {"turn_limit_ms": 1_500, "defaults_until_absent": 1, "house_takes_over": True}
        wanted = {"game": "honors_4", "options": options, "settings": settings, "auto_start": True}
        path = f"/v1/tables/{self.ask('POST', '/v1/tables', wanted)['id']}"
        self.ask("POST", f"{path}/seats", {})
        return path

    def move(self, path: str) -> Any:
        """Make a move of the host, on seat 0, if there is one and no house plays on seat 1; return the table before."""
        view = self.ask("GET", f"{path}/view")
        host, other = view["table"]["presence"]
        if host["house"]:
            self.http.post(f"{path}/seats", json={})
        elif view["decision"] and not other["house"]:
            self.http.post(f"{path}/moves", json={"move": view["decision"]["moves"][0]})
        return view["table"]

    def moves_of_last_seat(self, path: str) -> list[str]:
        """Return the keys of the moves that were made on the last seat, when the game is over."""
        record = self.ask("GET", f"{path}/record")
        last = len(record["players"]) - 1
        return [each["key"] for each in record["events"] if is_move(each) and each["seat"] == last]

    def texts(self, path: str, token: str | None = None) -> list[str]:
        """Return all that has happened at a table, in words."""
        texts: list[str] = []
        while events := self.ask("GET", f"{path}/events?limit=1000&after={len(texts)}", token=token)["events"]:
            texts += [entry["message"]["text"] for entry in events]
        return texts

    def refused(self) -> set[str]:
        """Return the codes with which the rules have refused anything so far."""
        return set(re.findall(r'parlour_refusals_total{code="(\w+)"}', self.service.metrics()))


def is_move(event: dict[str, Any]) -> bool:
    """Return whether an event of a record is the first of a player's move."""
    return event["command"] is not None and event["command"]["type"] == "make_move"


class Busy(Fault):
    """At first, what is asked for is put off for two seconds."""

    def __init__(self) -> None:
        self.free_at: dict[str, float] = {}
        self.impatient: list[str] = []

    def request(self, request: Request) -> Request:
        kind = request.path.partition("?")[0].rpartition("/")[2]
        if kind not in {"seats", "stream", "moves"}:
            return request
        if kind not in self.free_at:
            self.free_at[kind] = time.monotonic() + 2
            return Request("GET", "/nowhere", request.headers, b"")
        if time.monotonic() < self.free_at[kind]:
            self.impatient.append(kind)
        return request

    def response(self, request: Request, response: Response) -> Response:
        return Response(503, {"Retry-After": "2"}, b"") if response.status == httpx.codes.NOT_FOUND else response


class Lossy(Fault):
    """The first answer to a move gets lost, and every third one; a stream breaks off every eight lines."""

    def __init__(self) -> None:
        self.moves = self.lines = 0
        self.token = ""

    def response(self, request: Request, response: Response) -> Response:
        self.moves += request.is_move
        if request.is_move and self.moves % 3 == 1:
            raise Cut
        return response

    def line(self, request: Request, line: bytes) -> Iterable[bytes]:
        self.token = request.headers["Authorization"]
        self.lines += 1
        if self.lines % 8 == 0:
            raise Cut
        return (line,)
