"""A player for every game: it knows no rules, and makes any move that it is offered. A better one has another `choose`.

Usage: python openapi/clients/player.py URL GAME [--seats-by-house]
       python openapi/clients/player.py URL --tournament ID
"""

import json
import random
import sys
import time
import uuid
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import httpx

NOT_NOW = {429, 502, 503, 504}
BROKEN = (httpx.NetworkError, httpx.TimeoutException, httpx.RemoteProtocolError, ValueError)  # half a line; a date


def ask(http: httpx.Client, method: str, path: str, body: Any = None) -> httpx.Response:
    """Return the answer. What got none is sent again, with the same key: so it is done only once."""
    key, wait = {"Idempotency-Key": uuid.uuid4().hex}, 1.0
    while True:
        with suppress(*BROKEN):
            answer = http.request(method, path, json=body, headers=key)
            if answer.status_code not in NOT_NOW:
                return answer if answer.status_code == httpx.codes.CONFLICT else answer.raise_for_status()
            wait = float(answer.headers.get("Retry-After", 1))
        time.sleep(wait)


def lines(http: httpx.Client, path: str) -> Iterator[dict[str, Any]]:
    """Yield the lines of a stream to its end; when it breaks off, it goes on behind the last line that came."""
    line, wait = {"cursor": "", "why": "stopping"}, 1.0
    while line.get("why", "stopping") == "stopping":
        with suppress(*BROKEN), http.stream("GET", path, headers={"Last-Event-ID": line["cursor"]}) as got:
            wait = float(got.headers.get("Retry-After", 1))
            for line in map(json.loads, () if got.status_code in NOT_NOW else got.raise_for_status().iter_lines()):
                yield line
        time.sleep(wait)


def sit_down(http: httpx.Client, game: str, *, seats_by_house: bool) -> str:
    """Take a seat at an open table, or at a new one; return the table's path."""
    for table in [] if seats_by_house else ask(http, "GET", f"/tables?game={game}&status=open").json()["tables"]:
        if ask(http, "POST", f"/tables/{table['id']}/seats", {}).is_success:
            return f"/tables/{table['id']}"
    table = ask(http, "POST", "/tables", {"game": game, "auto_start": True}).json()
    for wish in [{}, *[{"house": "random"}] * (len(table["seats"]) - 1 if seats_by_house else 0)]:
        ask(http, "POST", f"/tables/{table['id']}/seats", wish)
    return f"/tables/{table['id']}"


def choose(decision: dict[str, Any]) -> Any:
    """Return any of the moves; as often as not None, if the player need not act: others and the clock go first."""
    return random.choice(decision["moves"]) if decision["default"] or random.random() < 1 / 2 else None


def play(http: httpx.Client, path: str, version: int = 0) -> None:
    """Play until the game is over: tell what happens, and whenever the table has changed look at it and act."""
    for line in lines(http, f"{path}/stream"):
        if line["type"] == "event":
            print(line["entry"]["message"]["text"], flush=True)
        if line["type"] == "history_lost" or line.get("entry", {}).get("version", 1) > version:
            view = ask(http, "GET", f"{path}/view").json()
            version, decision = view["table"]["version"], view["decision"]
            if view["seat"] is not None and view["table"]["presence"][view["seat"]]["house"]:
                ask(http, "POST", f"{path}/seats", {})  # I was away for too long, and the house plays: here I am again
            elif decision and (move := choose(decision)):
                answer = ask(http, "POST", f"{path}/moves", {"move": move, "decision": decision["id"]})
                if answer.is_error:  # somebody was faster: the table has changed, and the stream will say so
                    print(answer.json()["code"], file=sys.stderr, flush=True)


def attend(http: httpx.Client, path: str) -> None:
    """Enter a tournament, check in whenever one is to, and play at each table where I am given a seat, to the end."""
    for line in lines(http, f"{path}/stream"):
        kind = line["entry"]["event"]["type"] if line["type"] == "tournament_event" else line["type"]
        if kind in {"tournament_view", "registration_opened"}:
            ask(http, "POST", f"{path}/commands", {"type": "register"})
        elif kind == "check_in_opened":
            ask(http, "POST", f"{path}/commands", {"type": "check_in", "entrant": ask(http, "GET", "/me").json()["id"]})
        elif kind in {"round_started", "heartbeat"}:  # a table that is replayed opens after the event that says so
            for seat in ask(http, "GET", "/me/tables").json()["tables"]:
                if (seat["table"]["tournament"] or {}).get("id") == path.rpartition("/")[2]:
                    play(http, f"/tables/{seat['table']['id']}")


if __name__ == "__main__":
    url, game, *options = sys.exit(__doc__) if sys.argv[2:] in ([], ["--tournament"]) else sys.argv[1:]
    me = httpx.Client(base_url=f"{url}/v1", timeout=30)
    token = ask(me, "POST", "/players", {"name": "Any move", "bot": True}).json()["token"]
    me.headers["Authorization"] = f"Bearer {token}"
    if game == "--tournament":
        attend(me, f"/tournaments/{options[0]}")
    else:
        play(me, sit_down(me, game, seats_by_house=options == ["--seats-by-house"]))
