"""The players that are there to be copied play every game of a live service, though its answers get lost."""

import importlib.util
import json
import runpy
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest

from domain import GAMES
from tests.openapi.hosting import GAME_SECONDS, TOO_LATE, Busy, Host, Lossy, is_move
from tests.openapi.npm import OPENAPI, made_with_npm
from tests.proxy import Cut, Fault, Proxy, Request, Response
from tests.serving import Service, eventually

PLAYER = OPENAPI / "clients" / "player.py"
MOST_LINES = 99
TRIES = 4
"""Maximum number of games until a player must have come to its turn."""


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The player in TypeScript, compiled with types that are made of the contract as the code has it now."""
    folder = made_with_npm(
        tmp_path_factory.mktemp("openapi"), parts=("clients", "typescript"), scripts=("contract", "clients")
    )
    return folder / "build" / "clients" / "player.js"


@pytest.fixture(scope="module")
def host(live: Service) -> Iterator[Host]:
    with Host(live) as host:
        yield host


def started(*command: str | Path) -> subprocess.Popen[str]:
    """Let a player begin."""
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def played(*command: str | Path) -> tuple[list[str], set[str]]:
    """Let a player play to the end; return what it tells, and the codes with which its moves were refused."""
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=GAME_SECONDS)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines(), set(done.stderr.splitlines())


def plays_well(host: Host, game: str, *command: str | Path) -> None:
    """Let a player play, and see that it does so to the end; again, if the others ended the game before its turn."""
    for _ in range(TRIES):
        before, path = host.refused(), host.table(game)

        told, refused = played(*command, host.url, game)

        assert refused | (host.refused() - before) <= TOO_LATE.get(game, set())
        assert host.ask("GET", path)["status"] == "finished"
        if told:  # else it came after the end
            assert told[-1] == host.texts(path)[-1]
        if host.moves_of_last_seat(path):
            assert told
            return
    pytest.fail(f"in {TRIES} games it has made no move")


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_player_in_python_plays_every_game_to_its_end_and_makes_no_wrong_move(host: Host, game: str) -> None:
    plays_well(host, game, sys.executable, PLAYER)


@pytest.mark.parametrize("game", ["honors_4", "medieval_mastery"])
def test_the_player_in_typescript_does_the_same(host: Host, compiled: Path, game: str) -> None:
    plays_well(host, game, "node", compiled)


def test_players_meet_at_a_table_of_their_own(host: Host) -> None:
    command = (sys.executable, PLAYER, host.url, "pursuit_of_happiness")  # of three, and soon over
    first = started(*command)
    lobby = "/v1/tables?game=pursuit_of_happiness&status=open"
    assert eventually(lambda: [each for each in host.ask("GET", lobby)["tables"] if any(each["seats"])])

    others = [started(*command) for _ in range(2)]

    ends = [each.communicate(timeout=GAME_SECONDS)[0].splitlines()[-1] for each in (first, *others)]
    assert {each.returncode for each in (first, *others)} == {0}
    assert len(set(ends)) == 1


def test_with_seats_by_house_a_player_has_a_table_at_once(host: Host) -> None:
    told, refused = played(sys.executable, PLAYER, host.url, "literature", "--seats-by-house")

    assert refused == set()
    assert told[-1].startswith("The game ends")


@pytest.fixture(params=["python", "typescript"])
def program(request: pytest.FixtureRequest) -> tuple[str | Path, ...]:
    """The command of a player, in either language."""
    if request.param == "python":
        return sys.executable, PLAYER
    return "node", request.getfixturevalue("compiled")


class BusyUntilADate(Busy):
    """A seat is taken after a second and a half; before, a proxy says that it will be at some date."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = 0
        self.seats_at = 0.0

    def request(self, request: Request) -> Request:
        if not request.path.endswith("/seats"):
            return super().request(request)
        self.asked += 1
        self.seats_at = self.seats_at or time.monotonic() + 1.5
        is_free = time.monotonic() > self.seats_at
        return request if is_free else Request("GET", "/nowhere", request.headers, b"")

    def response(self, request: Request, response: Response) -> Response:
        if not request.path.endswith("/seats"):
            return super().response(request, response)
        later = {"Retry-After": "Fri, 27 Nov 2026 12:00:00 GMT"}
        return Response(503, later, b"") if response.status == httpx.codes.NOT_FOUND else response


class Away(Fault):
    """From some moment on the service is gone."""

    is_gone = False

    def request(self, request: Request) -> Request:
        if self.is_gone:
            raise Cut
        return request

    def line(self, request: Request, line: bytes) -> Iterable[bytes]:
        if self.is_gone:
            raise Cut
        return (line,)


class Evening:
    """A tournament that the host directs."""

    def __init__(self, host: Host) -> None:
        self._host = host
        settings = {
            "game": "honors_4",
            "options": {"max_deals": 1, "max_rounds": 5},
            "seating": {"format": "swiss", "rounds": 2, "places": 2},
            "scoring": "rank_points",
            "correction_ms": 0,
        }
        self.id = host.ask("POST", "/v1/tournaments", {"settings": settings})["id"]
        self.path = f"/v1/tournaments/{self.id}"

    def do(self, kind: str, **fields: Any) -> None:
        """Ask something of the tournament."""
        self._host.ask("POST", f"{self.path}/commands", {"type": kind, **fields})

    def entrants(self) -> list[dict[str, Any]]:
        """Return who has entered."""
        entrants: list[dict[str, Any]] = self._host.ask("GET", f"{self.path}/entrants")["entrants"]
        return entrants

    def state(self) -> tuple[str, list[str]]:
        """Return the state of the tournament, and those of its rounds."""
        shown = self._host.ask("GET", self.path)["tournament"]
        return shown["state"], [each["state"] for each in shown["rounds"]]


def test_everybody_can_see_that_a_player_is_a_program(host: Host, program: tuple[str | Path, ...]) -> None:
    path = host.table("honors_4")

    played(*program, host.url, "honors_4")

    assert [each["kind"] for each in host.ask("GET", path)["presence"]] == ["house", "house", "bot"]


@pytest.mark.parametrize("url", ["127.0.0.1:8000", "localhost:8000"])
def test_a_player_with_a_wrong_url_ends_at_once(program: tuple[str | Path, ...], url: str) -> None:
    command = [*program, url, "honors_4", "--seats-by-house"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=GAME_SECONDS)

    assert (done.returncode, done.stdout) == (1, "")
    assert any(said in done.stderr for said in ("protocol", "not the URL of a service"))


def test_a_player_plays_a_tournament_to_its_end(host: Host, program: tuple[str | Path, ...]) -> None:
    evening = Evening(host)
    with started(*program, host.url, "--tournament", evening.id) as player, ExitStack() as stack:
        stack.callback(player.kill)
        evening.do("open_registration")
        assert eventually(evening.entrants)
        mine = evening.entrants()[0]["id"]
        evening.do("add_house", count=3)
        evening.do("open_check_in")
        assert eventually(lambda: evening.entrants()[0]["checked_in"])
        evening.do("start_rounds")
        for _ in range(2):
            evening.do("draft_round")
            evening.do("publish_round")
            assert eventually(lambda: set(evening.state()[1]) == {"finished"})
        assert eventually(lambda: evening.state()[0] == "finished")
        told, refused = player.communicate(timeout=GAME_SECONDS)

    tables = [
        table
        for number in (1, 2)
        for table in host.ask("GET", f"{evening.path}/rounds/{number}")["round"]["tables"]
        if mine in table["seats"]
    ]
    assert (player.returncode, refused, len(tables)) == (0, "", 2)
    last = f"/v1/tables/{tables[1]['id']}"
    assert eventually(lambda: host.http.get(f"{last}/events").is_success), "others may look a moment after the round"
    assert [each for each in told.splitlines() if each == host.texts(last)[-1]]


def test_a_player_that_was_away_takes_its_seat_back(host: Host, program: tuple[str | Path, ...]) -> None:
    """The host does not move while the house plays for the player, so the game is not over before they are back."""
    path = host.table_with_limit()
    with started(*program, host.url, "honors_4") as player, ExitStack() as stack:
        stack.callback(player.kill)
        assert eventually(lambda: host.ask("GET", path)["status"] == "playing")

        player.send_signal(signal.SIGSTOP)
        assert eventually(lambda: host.move(path)["presence"][1]["house"])
        player.send_signal(signal.SIGCONT)
        assert eventually(lambda: host.move(path)["presence"][1]["house"] is None)
        assert eventually(lambda: host.move(path)["status"] == "finished")
        told, refused = player.communicate(timeout=GAME_SECONDS)

    events = host.ask("GET", f"{path}/record")["events"]
    back = next(each["version"] for each in events if each["event"]["type"] == "seat_taken_back")
    made = [each for each in events if each["seat"] == 1 and is_move(each) and each["version"] > back]
    assert (player.returncode, told.splitlines()[-1]) == (0, host.texts(path)[-1])
    assert set(refused.split()) <= {"decision_over", "house_plays"}
    assert len(made) > 1


def test_a_player_waits_for_as_long_as_the_service_says_and_a_second_where_it_is_told_a_date(
    host: Host, live: Service, program: tuple[str | Path, ...]
) -> None:
    path, fault = host.table("medieval_mastery"), BusyUntilADate()
    with Proxy(live.port, fault) as proxy:
        _, refused = played(*program, proxy.url, "medieval_mastery")

    assert refused == set()
    assert host.ask("GET", path)["status"] == "finished"
    assert fault.free_at.keys() == {"stream", "moves"}
    assert fault.impatient == []
    assert fault.asked == 3


def test_whatever_breaks_all_is_told_once_and_no_move_is_made_twice(host: Host, live: Service) -> None:
    path, fault = host.table("honors_1"), Lossy()
    with Proxy(live.port, fault) as proxy:
        told, refused = played(sys.executable, PLAYER, proxy.url, "honors_1")

    commands = host.moves_of_last_seat(path)
    assert refused == set()
    assert fault.moves > len(commands) > 0
    assert len(set(commands)) == len(commands)
    assert told == host.texts(path, fault.token)[-len(told) :]
    assert len(told) > fault.lines / 2


def test_a_player_goes_on_when_the_service_was_gone_for_a_while(host: Host, live: Service) -> None:
    path, fault = host.table("honors_1"), Away()
    with Proxy(live.port, fault) as proxy:
        player = started(sys.executable, PLAYER, proxy.url, "honors_1")
        assert player.stdout is not None
        told = [player.stdout.readline() for _ in range(20)]
        fault.is_gone = True
    time.sleep(2.5)  # nobody listens there, whom the player asks each second
    with Proxy(live.port, Fault(), proxy.server_port):
        rest, refused = player.communicate(timeout=GAME_SECONDS)
    texts, commands = host.texts(path), host.moves_of_last_seat(path)

    assert (player.returncode, refused) == (0, "")
    told += rest.splitlines()
    assert told[-1] == texts[-1]
    assert len(told) < len(texts) < 2 * len(told)
    assert len(set(commands)) == len(commands) > 0


@pytest.mark.parametrize("program", sorted((OPENAPI / "clients").glob("player.*")), ids=lambda path: str(path.name))
def test_they_know_no_game_by_name(program: Path) -> None:
    text = program.read_text().lower()

    assert [name for game in GAMES.values() for name in (game.id, game.title.lower()) if name in text] == []


def in_python() -> Any:
    """Return the player in Python as a module."""
    spec = importlib.util.spec_from_file_location("player", PLAYER)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_player_plays_a_table_that_opens_after_the_event_that_it_is_played_again() -> None:
    asked: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request.url.path)
        if request.url.path == "/v1/me":
            return httpx.Response(200, json={"id": "me"})
        if request.url.path == "/v1/tables/new/view":
            return httpx.Response(200, json={"table": {"version": 9}, "seat": None, "decision": None})
        if request.url.path == "/v1/me/tables":
            found = [{"table": {"id": "new", "tournament": {"id": "evening"}}}]
            return httpx.Response(200, json={"tables": found if is_open else []})
        told = opening() if "tournaments" in request.url.path else iter([end])
        lines = (json.dumps(line).encode() + b"\n" for line in told)
        return httpx.Response(200, headers={"Retry-After": "0"}, content=lines)

    is_open: list[bool] = []
    end = {"type": "end", "cursor": "3", "why": "finished"}

    def opening() -> Iterator[dict[str, Any]]:
        yield {"type": "tournament_event", "cursor": "1", "entry": {"event": {"type": "table_replayed"}}}
        is_open.append(True)
        yield {"type": "heartbeat", "cursor": "2"}
        yield end

    with httpx.Client(base_url="http://parlour.test/v1", transport=httpx.MockTransport(answer)) as http:
        in_python().attend(http, "/tournaments/evening")

    assert "/v1/tables/new/stream" in asked


def said_by(program: Path, arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> str:
    """Return with what a program in Python ends, run in this process: it is written to standard error, with code 1."""
    monkeypatch.setattr(sys, "argv", [str(program), *arguments])
    with pytest.raises(SystemExit) as ended:
        runpy.run_path(str(program), run_name="__main__")
    return str(ended.value)


@pytest.mark.parametrize("arguments", [[], ["--help"], ["http://127.0.0.1:1"], ["http://127.0.0.1:1", "--tournament"]])
def test_a_player_in_python_says_how_it_is_used(monkeypatch: pytest.MonkeyPatch, arguments: list[str]) -> None:
    assert "Usage: python openapi/clients/player.py URL GAME" in said_by(PLAYER, arguments, monkeypatch)


@pytest.mark.parametrize("arguments", [[], ["--help"], ["http://127.0.0.1:1"]])
def test_the_example_of_the_library_says_how_it_is_used(monkeypatch: pytest.MonkeyPatch, arguments: list[str]) -> None:
    library = OPENAPI / "clients" / "python"
    monkeypatch.syspath_prepend(library)

    assert "Usage: python play.py URL GAME" in said_by(library / "examples" / "play.py", arguments, monkeypatch)


def test_the_player_in_python_is_short() -> None:
    assert len(PLAYER.read_text().splitlines()) <= MOST_LINES
