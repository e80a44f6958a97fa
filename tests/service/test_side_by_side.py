"""Two versions of the service on one database and one Redis, as while containers are replaced one after the other.

The next one has other rules of Literature for new tables, and writes that a seat was left in another shape.
"""

import base64
import json
import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import cycle
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest

from tests.next_program import ROOT, next_program, run
from tests.serving import PATIENCE_SECONDS, Service, eventually

SEATS = 6
OPTIONS = {"stall_limit": 20}
LIMIT_MS = 1_000


class Versions(NamedTuple):
    """The two services."""

    old: Service
    new: Service


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    return {"old": ROOT, "new": next_program(tmp_path_factory.mktemp("next"))}


@pytest.fixture(scope="module")
def versions(
    programs: dict[str, Path], postgres_url: str, redis_url: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Versions]:
    """Both versions of the service; the old one was there first."""
    key = base64.b64encode(bytes(range(32))).decode()
    urls = ["--postgres-url", postgres_url, "--redis-url", redis_url, "--signing-key", key]
    with ExitStack() as stack:
        services = [
            stack.enter_context(Service(tmp_path_factory.mktemp("data"), *urls, program=program)).ready()
            for program in programs.values()
        ]
        yield Versions(*services)


@pytest.fixture(scope="module")
def players(versions: Versions) -> list[str]:
    """The tokens of six players."""
    answers = [versions.old.ask("POST", "/v1/players", {"name": f"Player {number}"}) for number in range(SEATS)]
    return [str(player["token"]) for _, player in answers]


def opened(service: Service, token: str, **settings: Any) -> str:
    """Return the id of a new table of Literature."""
    body = {"game": "literature", "options": OPTIONS, "settings": settings}
    return str(service.must("POST", "/v1/tables", token, body)["id"])


def fill(services: Sequence[Service], table: str, tokens: Sequence[str]) -> None:
    """Let all players sit down, each by another service, and start the game."""
    for service, token in zip(cycle(services), tokens, strict=False):
        service.must("POST", f"/v1/tables/{table}/seats", token, {})
    services[0].must("POST", f"/v1/tables/{table}/start", tokens[0])


def play(services: Sequence[Service], table: str, tokens: Sequence[str], dice: random.Random) -> Any:
    """Make random moves to the end, each by any of the services, which all show the same; return the last view."""
    path = f"/v1/tables/{table}"
    view = services[0].must("GET", f"{path}/view", tokens[0])
    while (seat := view["state"]["turn"]) is not None:
        views = [service.must("GET", f"{path}/view", tokens[seat]) for service in services]
        assert all(each == views[0] for each in views)
        asked = views[0]["decision"]
        body = {"move": dice.choice(asked["moves"]), "decision": asked["id"]}
        dice.choice(services).must("POST", f"{path}/moves", tokens[seat], body)
        view = dice.choice(services).must("GET", f"{path}/view", tokens[0])
    return view


def verified(program: Path, record: Any, folder: Path) -> tuple[int, str]:
    """Return what a version of the program says of a record."""
    file = folder / "record.json"
    file.write_text(json.dumps(record))
    done = run(program, "verify", str(file))
    return done.returncode, done.stdout


def winner_is(record: Any, best: Callable[[list[int]], int]) -> bool:
    """Return whether the team with the best points has won the game in a record; of equal points, neither."""
    (end,) = [each["event"]["result"] for each in record["events"] if each["event"]["type"] == "game_finished"]
    scores = end["scores"]
    return bool(end["winning_team"] == (None if scores[0] == scores[1] else scores.index(best(scores))))


@contextmanager
def frozen(service: Service) -> Iterator[None]:
    """Let all processes of a service stand still."""
    processes = service.family()
    for process in processes:
        process.suspend()
    try:
        yield
    finally:
        for process in processes:
            process.resume()


def lines_until(service: Service, path: str, token: str, kinds: set[str]) -> list[Any]:
    """Return the lines of a stream up to the first one of a kind; an event's is that of the event."""
    url = f"http://127.0.0.1:{service.port}{path}"
    headers = {"Authorization": f"Bearer {token}", "Accept": "application/x-ndjson"}
    found = []
    with httpx.stream("GET", url, headers=headers, timeout=PATIENCE_SECONDS) as stream:
        for line in filter(None, stream.iter_lines()):
            found.append(json.loads(line))
            if {found[-1]["type"], found[-1].get("entry", {}).get("event", {}).get("type")} & kinds:
                return found
    return found


def test_given_other_servers_it_runs_none(versions: Versions) -> None:
    status, document = versions.old.ask("GET", "/ready")

    assert (status, document["postgres"], document["redis"]) == (200, "answers", "answers")
    assert (versions.old.child("postgres -D"), versions.old.child("redis.sock")) == (None, None)
    assert not (versions.old.data / "postgres").exists()


def test_both_play_an_old_table_by_its_own_rules_and_verify_its_record(
    versions: Versions, programs: dict[str, Path], players: list[str], tmp_path: Path
) -> None:
    table = opened(versions.old, players[0])
    fill(versions, table, players)

    last = play(versions, table, players, random.Random(1))

    assert (last["table"]["status"], last["table"]["rules_version"]) == ("finished", "1")
    records = [service.must("GET", f"/v1/tables/{table}/record", players[0]) for service in versions]
    assert records[0] == records[1]
    assert winner_is(records[0], max)
    for program in programs.values():
        assert verified(program, records[0], tmp_path)[0] == 0


def test_a_reader_of_the_old_one_hears_of_what_the_new_one_records(versions: Versions, players: list[str]) -> None:
    table = opened(versions.old, players[0])
    fill(versions, table, players)
    view = versions.new.must("GET", f"/v1/tables/{table}/view", players[1])
    mover = next(token for token in players if versions.new.must("GET", f"/v1/tables/{table}/view", token)["decision"])
    asked = versions.new.must("GET", f"/v1/tables/{table}/view", mover)["decision"]
    ask = next(move for move in asked["moves"] if move["type"] == "ask")
    versions.new.must("POST", f"/v1/tables/{table}/moves", mover, {"move": ask})

    after = view["table"]["version"]
    feeds = [
        service.must("GET", f"/v1/tables/{table}/events?after={after}&wait=10", players[1]) for service in versions
    ]

    assert feeds[0] == feeds[1]
    assert feeds[0]["events"][0]["event"]["type"] == "card_asked"


def test_a_table_by_new_rules_is_the_new_ones_alone(
    versions: Versions, programs: dict[str, Path], players: list[str], tmp_path: Path
) -> None:
    old_table = opened(versions.old, players[0])
    versions.old.must("POST", f"/v1/tables/{old_table}/seats", players[0], {})
    table = opened(versions.new, players[0], turn_limit_ms=LIMIT_MS)
    versions.new.must("POST", f"/v1/tables/{table}/seats", players[0], {})
    for _ in range(SEATS - 1):
        versions.new.must("POST", f"/v1/tables/{table}/seats", players[0], {"house": "random"})
    versions.new.must("POST", f"/v1/tables/{table}/start", players[0])

    with frozen(versions.new):  # what is due is looked at by the other one, which can do nothing
        assert eventually(lambda: "left to the other version" in versions.old.stderr())
        for path in ("", "/view", "/events", "/stream", "/moves/suggestions"):
            status, problem = versions.old.ask("GET", f"/v1/tables/{table}{path}", None, players[0])
            assert (status, problem["code"]) == (501, "not_readable"), path
        mine = versions.old.must("GET", "/v1/me/tables", players[0])
        assert table in {each["id"] for each in mine["not_readable"]}
        assert old_table in {each["table"]["id"] for each in mine["tables"]}
        lobby = versions.old.must("GET", "/v1/tables?status=playing", players[0])
        assert table in {each["id"] for each in lobby["tables"]}
        lines = lines_until(versions.old, "/v1/me/stream", players[0], {"end"})
        ends = [(line["table"], line["why"]) for line in lines if line["type"] == "end"]
        assert ends == [(table, "not_readable")]

    def is_over() -> bool:
        return bool(versions.new.must("GET", f"/v1/tables/{table}", players[0])["status"] == "finished")

    assert eventually(is_over), "its decisions lapse, and the house plays on"
    record = versions.new.must("GET", f"/v1/tables/{table}/record", players[0])
    types = {each["event"]["type"] for each in record["events"]}
    assert "decision_lapsed" in types
    assert winner_is(record, min)
    assert verified(programs["new"], record, tmp_path)[0] == 0
    code, told = verified(programs["old"], record, tmp_path)
    assert (code, "does not have version '2' of the rules of Literature" in told) == (4, True)


def test_an_event_of_a_new_shape_takes_an_old_table_from_the_old_one_and_an_old_shape_none_from_the_new(
    versions: Versions, players: list[str]
) -> None:
    table = opened(versions.old, players[0])
    path = f"/v1/tables/{table}"
    for service in versions:
        service.must("POST", f"{path}/seats", players[1], {})
        service.must("DELETE", f"{path}/seats/0", players[1])
        readable = service.ask("GET", f"{path}/view", None, players[0])[0]
        assert readable == 200

    feed = versions.new.must("GET", f"{path}/events", players[0])["events"]
    left = [entry["event"] for entry in feed if entry["event"]["type"].startswith("seat_left")]
    assert [(event["type"], event["told"]) for event in left] == [("seat_left.2", False), ("seat_left.2", True)]
    for _ in range(2):
        status, problem = versions.old.ask("GET", path, None, players[0])
        assert (status, problem["code"]) == (501, "not_readable")
    assert versions.new.must("POST", f"{path}/seats", players[2], {})["seat"] == 0


def test_the_old_one_has_failed_at_nothing(versions: Versions) -> None:
    for service in versions:
        assert service.is_ready()
        metrics = service.metrics()
        assert "parlour_clock_failures_total 0.0" in metrics
        assert "Traceback" not in service.stderr()
