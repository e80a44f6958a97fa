"""`parlour tournament`: what is asked next, what is kept to go on, what is shown, and whole tournaments."""

import asyncio
import io
import json
import os
import pty
import re
import signal
import struct
import subprocess
import termios
from collections.abc import Mapping
from fcntl import ioctl
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import click
import httpx
import pytest
from rich.console import Console

from service.cli.board import Board
from service.cli.connection import Refusal
from service.cli.directing import Director, Document, NextCommand, Plan, next_of
from service.cli.persistence import PersistentClient
from service.cli.resuming import Resumption, announced, begun, read_resumption, write_resumption
from service.cli.scoreboard import name_of, scoreboard
from service.cli.tally import Tally
from service.cli.tournament import tables_of
from tests.ports import free_port
from tests.service.cli.conftest import Run
from tests.serving import PARLOUR, PATIENCE_SECONDS, Service, eventually

QUICK = ("--option", "max_deals=1", "--option", "max_rounds=10")
SMALL = ("tournament", "run", "honors_4", "--entrants", "8", "--places", "4", "--rounds", "2", *QUICK)


def url_of(service: Service) -> str:
    return f"http://127.0.0.1:{service.port}"


def plan(**given: Any) -> Plan:
    """Return a plan of eight players."""
    usual: dict[str, Any] = {
        "game": "honors_4",
        "options": {},
        "entrants": 8,
        "rounds": None,
        "format": "swiss",
        "places": 2,
        "team_size": 1,
        "duplicate": True,
        "exchanged_seats": False,
        "scoring": None,
        "tie_breaks": (),
        "title": None,
    }
    return Plan(**(usual | given))


# What is announced, and asked next


@pytest.mark.parametrize(
    ("given", "rounds", "scoring"),
    [
        ({}, 5, "matchpoints"),
        ({"rounds": 3, "scoring": "points"}, 3, "points"),
        ({"format": "knockout"}, 3, "matchpoints"),
        ({"format": "knockout", "entrants": 9}, 4, "matchpoints"),
        ({"format": "knockout", "entrants": 2}, 1, "rank_points"),
        ({"entrants": 3}, 5, "rank_points"),
        ({"entrants": 4}, 5, "matchpoints"),
        ({"entrants": 2, "exchanged_seats": True}, 5, "matchpoints"),
        ({"format": "knockout", "entrants": 16, "places": 4}, 2, "matchpoints"),
        ({"format": "knockout", "places": 1}, 1, "matchpoints"),
        ({"game": "friendlier_than_thou", "places": 4}, 5, "joint"),
        ({"team_size": 3}, 5, "difference"),
        ({"duplicate": False}, 5, "rank_points"),
    ],
)
def test_what_nobody_says_follows_from_the_rest(given: dict[str, Any], rounds: int, scoring: str) -> None:
    settings = plan(**given).announcement()["settings"]

    assert (settings["seating"]["rounds"], settings["scoring"]) == (rounds, scoring)


def test_a_title_is_announced_if_there_is_one_and_exchanged_seats_need_the_same_deals() -> None:
    announcement = plan(title="Spring", duplicate=False, exchanged_seats=True).announcement()

    assert announcement["title"] == "Spring"
    assert announcement["settings"]["duplicate"] is True
    assert "title" not in plan().announcement()


def shown(state: str, entered: int = 0, *rounds: str) -> Document:
    """Return a tournament of two rounds as its director sees it."""
    settings = {"seating": {"rounds": 2}}
    return {"state": state, "entered": entered, "settings": settings, "rounds": [{"state": each} for each in rounds]}


@pytest.mark.parametrize(
    ("tournament", "asked"),
    [
        (shown("announced"), NextCommand("open_registration", {})),
        (shown("registration"), NextCommand("add_house", {"count": 8})),
        (shown("registration", 5), NextCommand("add_house", {"count": 3})),
        (shown("registration", 8), NextCommand("open_check_in", {})),
        (shown("check_in", 8), NextCommand("start_rounds", {})),
        (shown("playing", 8), NextCommand("draft_round", {})),
        (shown("playing", 8, "drafted"), NextCommand("publish_round", {})),
        (shown("playing", 8, "publishing"), None),
        (shown("playing", 8, "playing"), None),
        (shown("playing", 8, "finished"), NextCommand("draft_round", {})),
        (shown("playing", 8, "finished", "finished"), NextCommand("finish", {})),
        (shown("finished", 8, "finished", "finished"), None),
        (shown("cancelled", 3), None),
    ],
)
def test_what_comes_next_follows_from_what_is_shown(tournament: Document, asked: NextCommand | None) -> None:
    assert next_of(tournament, 8) == asked


def test_a_record_names_the_tables_that_were_opened() -> None:
    ids = [str(UUID(int=number)) for number in range(3)]
    events = [
        {"type": "round_published", "tables": [{"id": ids[0]}, {"id": ids[1]}]},
        {"type": "result_noted", "table": ids[0]},
        {"type": "table_replayed", "tables": [ids[2]]},
    ]

    assert tables_of({"events": [{"event": event} for event in events]}) == tuple(UUID(each) for each in ids)
    with pytest.raises(ValueError, match="badly formed"):
        tables_of({"events": [{"event": {"type": "table_replayed", "tables": ["../../passwd"]}}]})


# The standings on a terminal


Drawn = tuple[Document, Document, dict[str, str]]


def board(entrants: int, rounds: int, *ties: str) -> Drawn:
    """Return a tournament, its standings, and the names of its entrants."""
    settings = {"game": "honors_4", "seating": {"format": "swiss", "rounds": rounds}, "scoring": "matchpoints"}
    rows = [
        {
            "rank": number,
            "entrant": f"id-{number}",
            "points": 10_000 * rounds,
            "by_round": [{"round": each, "points": 10_000} for each in range(1, rounds + 1)],
            "tie_breaks": [{"name": name, "value": 12_345} for name in ties],
        }
        for number in range(1, entrants + 1)
    ]
    names = {f"id-{number}": f"house {number}" for number in range(1, entrants + 1)}
    tournament = {"tournament": {"settings": settings, "title": "digest"}, "texts": {"digest": "[bold]Spring"}}
    return tournament, {"rounds": rounds, "standings": rows}, names


def drawn(width: int, height: int | None, given: Drawn, over: str = "") -> list[str]:
    console = Console(width=width, record=True, file=io.StringIO())
    console.print(scoreboard(*given, over, width=width, height=height))
    return [line.rstrip() for line in console.export_text().splitlines()]


def test_standings_of_64_over_5_rounds_with_3_tie_breaks_fit_a_terminal_of_80_by_24() -> None:
    lines = drawn(80, 24, board(64, 5, "best_deals", "wins", "head_to_head"), over="3 of 16 tables over")

    assert len(lines) <= 24
    assert max(map(len, lines)) <= 80
    assert lines[0].startswith("[bold]Spring · honors_4 · swiss · 5 of 5 rounds over · 3 of 16 tables over")
    row = next(line for line in lines if "house 1 " in line)
    assert row.split() == ["1", "house", "1", "500.00", *["100.00"] * 5, *["12345"] * 3]
    assert lines[-1] == "… and 47 more"


async def test_a_table_that_is_played_again_is_over_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    shown, standings, _ = board(2, 1)
    answer = shown | standings | {"version": 1, "entrants": []}
    transport = httpx.MockTransport(lambda _: httpx.Response(200, json=answer))
    events: tuple[Document, ...] = (
        {"type": "round_published", "tables": [{}, {}]},
        {"type": "table_stopped", "table": "a"},
        {"type": "table_replayed", "tables": ["c"], "instead_of": ["a"]},
        {"type": "result_noted", "table": "b"},
        {"type": "result_noted", "table": "c"},
    )
    async with httpx.AsyncClient(base_url="http://parlour.test/v1", transport=transport) as http:
        screen = Board(Director(PersistentClient(http, Tally()), None, UUID(int=1)))
        async with screen.live():
            for event in events:
                await screen.hear({"event": event})

    told = re.findall(r"\d of 2 tables over", capsys.readouterr().out)
    assert told[:5] == [f"{count} of 2 tables over" for count in (0, 1, 0, 1, 2)]


async def test_a_title_or_a_name_draws_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    shown, standings, _ = board(1, 1)
    shown["texts"] = {"digest": "\x1b]0;Spring\x07", "name": "\x9b2JAda"}
    entrant = {"id": "id-1", "house": False, "name": "name", "number": 1}
    answer = shown | standings | {"version": 1, "entrants": [entrant]}
    transport = httpx.MockTransport(lambda _: httpx.Response(200, json=answer))

    async with httpx.AsyncClient(base_url="http://parlour.test/v1", transport=transport) as http:
        await Board(Director(PersistentClient(http, Tally()), None, UUID(int=1))).print(shown)

    told = capsys.readouterr().out
    assert ("�]0;Spring ·" in told, "�2JAda" in told) == (True, True)


def test_where_there_is_no_room_for_all_rounds_the_last_are_shown() -> None:
    lines = drawn(80, None, board(3, 20))
    head = next(line for line in lines if "entrant" in line)

    assert max(map(len, lines)) <= 80
    assert head.split()[3:] == [f"R{number}" for number in range(13, 21)]
    assert not lines[-1].startswith("…")


def test_standings_of_a_knockout_say_which_round_each_has_reached() -> None:
    tournament, standings, names = board(3, 2)
    far = zip(standings["standings"], (3, 2, 0), strict=True)
    reached = {**standings, "standings": [row | {"reached": each} for row, each in far]}
    lines = drawn(80, 24, (tournament, reached, names))

    assert max(map(len, lines)) <= 80
    assert [line.split()[3:5] for line in lines if "house" in line] == [
        ["2", "200.00"],
        ["2", "200.00"],
        ["–", "200.00"],
    ]
    assert "reached" not in "".join(drawn(80, 24, (tournament, standings, names)))


def test_standings_of_nobody_are_shown() -> None:
    assert "entrant" in "".join(drawn(80, 24, board(0, 5)))


def test_an_entrant_is_called_by_name_or_number() -> None:
    entrant = {"house": None, "name": "digest", "number": 3}

    assert name_of(entrant, {"digest": "The Owls"}) == "The Owls"
    assert name_of(entrant, {}) == "entrant 3"
    assert name_of(entrant | {"house": "random", "name": None, "number": None}, {}) == "house –"


# What is kept to go on


def resumption(**given: Any) -> Resumption:
    usual: dict[str, Any] = {
        "url": "http://parlour.test",
        "token": "secret",
        "key": "key",
        "announcement": plan().announcement(),
        "entrants": 8,
        "tournament": UUID(int=7),
    }
    return Resumption(**(usual | given))


def test_what_is_kept_is_for_its_user_alone_even_where_others_could_read_the_file_before(tmp_path: Path) -> None:
    file = tmp_path / "kept.json"
    file.write_text("{}")
    file.chmod(0o644)

    write_resumption(file, resumption())

    assert file.stat().st_mode & 0o777 == 0o600
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize(
    ("kept", "told"),
    [
        ("nothing", "does not say how to go on"),
        ('{"url": 1}', "does not say how to go on"),
        ('{"url": "\udcff"}', "does not say how to go on"),
        ('{"a":' * 100_000, "does not say how to go on"),
        (resumption(announcement={}), "does not say how to go on"),
        (resumption(url="http://elsewhere.test/"), "give --url http://elsewhere.test/"),
        (resumption(), "is of another one, the tournament 00000000-0000-0000-0000-000000000007, honors_4, swiss, 8"),
    ],
)
def test_a_file_of_another_tournament_or_of_none_is_a_mistake_of_usage(
    run: Run, tmp_path: Path, kept: str | Resumption, told: str
) -> None:
    file = tmp_path / "kept.json"
    if isinstance(kept, Resumption):
        write_resumption(file, kept)
    else:
        file.write_text(kept, errors="surrogateescape")
    before = file.read_bytes()

    result = run(*SMALL, "--url", "http://parlour.test", "--resume", file)

    assert result.exit_code == 2
    assert told in " ".join(result.stderr.split())
    assert file.read_bytes() == before


def test_a_device_keeps_no_tournament(run: Run) -> None:
    result = run(*SMALL, "--url", "http://parlour.test", "--resume", "/dev/full")

    assert result.exit_code == 2
    assert "/dev/full is not a file that can be kept." in " ".join(result.stderr.split())


def test_a_file_that_cannot_be_looked_at_is_a_mistake_of_usage(run: Run) -> None:
    result = run(*SMALL, "--url", "http://parlour.test", "--resume", "x" * 300)

    assert (result.exit_code, "cannot be read: File name too long." in " ".join(result.stderr.split())) == (2, True)


async def test_a_tournament_whose_announcement_was_not_answered_is_announced_once(tmp_path: Path) -> None:
    """The program is killed before it knows the tournament: it sends the same again."""
    file, keys = tmp_path / "kept.json", list[tuple[str, bytes]]()

    def answer(request: httpx.Request) -> httpx.Response:
        keys.append((request.headers["Idempotency-Key"], request.content))
        return httpx.Response(201, json={"id": str(UUID(int=9))})

    async with httpx.AsyncClient(base_url="http://parlour.test/v1", transport=httpx.MockTransport(answer)) as http:
        client = PersistentClient(http, Tally())
        first = resumption(tournament=None)
        write_resumption(file, first)
        _, tournament = await announced(client, first, file)
        await announced(client, first, file)
        kept, _ = await announced(client, resumption(tournament=tournament), file)

    assert keys[0] == keys[1]
    assert len(keys) == 2
    assert kept.tournament == UUID(int=9)


async def test_programs_that_begin_with_one_file_at_the_same_moment_direct_one_tournament(tmp_path: Path) -> None:
    """Each of them has seen that there is no file. The token of the one that was first is what both go on with."""
    file, url, tokens = tmp_path / "kept.json", "http://parlour.test", iter(("first", "second"))

    def answer(_: httpx.Request) -> httpx.Response:
        return httpx.Response(201, json={"token": next(tokens)})

    async with httpx.AsyncClient(base_url=f"{url}/v1", transport=httpx.MockTransport(answer)) as http:
        one, other = [await begun(PersistentClient(http, Tally()), url, None, plan(), file) for _ in range(2)]
        with pytest.raises(click.UsageError, match="is of another one"):
            await begun(PersistentClient(http, Tally()), url, "third", plan(entrants=9), file)

    assert (other.key, other.token) == (one.key, one.token)
    assert read_resumption(file, url, plan()) == other
    assert file.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    ("refusal", "stays"),
    [
        (httpx.Response(429, headers={"Retry-After": "3600"}, json={"code": "rate_limited"}), True),
        (httpx.Response(404, text="<h1>Nobody is here</h1>"), True),
        (httpx.Response(422, json={"code": "invalid_setting"}), False),
    ],
)
async def test_what_it_takes_to_go_on_stays_unless_the_tournament_is_refused_for_good(
    tmp_path: Path, refusal: httpx.Response, *, stays: bool
) -> None:
    """The tournament may have been announced before, by a program that was killed before it knew."""
    file, first = tmp_path / "kept.json", resumption(tournament=None)
    write_resumption(file, first)

    transport = httpx.MockTransport(lambda _: refusal)
    async with httpx.AsyncClient(base_url="http://parlour.test/v1", transport=transport) as http:
        with pytest.raises(Refusal):
            await announced(PersistentClient(http, Tally()), first, file)

    assert bool([*os.scandir(tmp_path)]) == stays


async def test_nothing_is_lost_where_a_service_has_lost_events() -> None:
    """A restored backup: the events that are left are not told again."""
    pages = iter(
        [
            httpx.Response(410, json={"code": "history_lost", "version": 3, "cursor": "3-1-aa"}),
            httpx.Response(
                200, json={"cursor": "4-1-bb", "events": [{"version": 4, "event": {"type": "round_started"}}]}
            ),
            httpx.Response(200, json={"cursor": "4-1-bb", "events": []}),
        ]
    )
    told: list[Document] = []

    async def tell(event: Document) -> None:
        told.append(event)

    def answer(request: httpx.Request) -> httpx.Response:
        if "/events" in request.url.path:
            return next(pages)
        return httpx.Response(200, json={"tournament": {"state": "finished"}, "version": 4})

    async with httpx.AsyncClient(base_url="http://parlour.test/v1", transport=httpx.MockTransport(answer)) as http:
        await Director(PersistentClient(http, Tally()), None, UUID(int=1)).follow(tell, "9-1-cc")

    assert [each["version"] for each in told] == [4]


@pytest.mark.parametrize("known", ["told", "before"])
async def test_a_round_that_waits_only_for_tables_without_a_result_is_ended(known: str) -> None:
    """An operator has ended a table: nothing more happens there, and the last other one is over a while later."""
    asked, tables = list[Document](), [{"over": False, "stopped": False}, {"over": False, "stopped": known == "before"}]
    pages = iter(["table_stopped", "result_noted", "round_finished", *[None] * 9])

    def answer(request: httpx.Request) -> httpx.Response:
        path = request.url.path
        if request.method == "POST":
            asked.append(json.loads(request.content))
            return httpx.Response(200, json={})
        if path.endswith("/events"):
            kind = next(pages)
            tables[1]["stopped"] = True
            tables[0]["over"] |= kind == "result_noted"
            return httpx.Response(
                200, json={"cursor": str(kind), "events": [{"event": {"type": kind}}] if kind else []}
            )
        if "/rounds/" in path:
            return httpx.Response(200, json={"round": {"tables": tables}})
        rounds = [{"number": 1, "state": "playing"}]
        state = "finished" if asked else "playing"
        return httpx.Response(200, json={"tournament": {"state": state, "rounds": rounds}, "version": 4})

    async with httpx.AsyncClient(base_url="http://parlour.test/v1", transport=httpx.MockTransport(answer)) as http:
        await Director(PersistentClient(http, Tally()), "t", UUID(int=1)).follow(unheard, 0, 8)

    assert asked == [{"type": "finish_round", "reason": "other"}]
    assert tables[0]["over"]


async def test_what_is_refused_though_nothing_has_happened_is_told() -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        if request.method == "POST":
            return httpx.Response(409, json={"code": "too_few", "detail": "Nobody is there."})
        return httpx.Response(200, json={"tournament": shown("check_in", 8), "version": 4})

    async with httpx.AsyncClient(base_url="http://parlour.test/v1", transport=httpx.MockTransport(answer)) as http:
        with pytest.raises(Refusal, match="Nobody is there"):
            await Director(PersistentClient(http, Tally()), "t", UUID(int=1)).follow(unheard, 0, 8)


async def unheard(_: Document) -> None:
    await asyncio.sleep(0)


# Against a service


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("honors_4", "--option", "bogus=1"), "unknown field `bogus`"),
        (("bridge",), "no_such_game"),
        (("honors_4", "--places", "14"), "invalid_setting"),
    ],
)
def test_a_tournament_that_is_refused_leaves_nothing_behind(
    run: Run, live: Service, tmp_path: Path, arguments: tuple[str, ...], told: str
) -> None:
    file = tmp_path / "kept.json"

    result = run("tournament", "run", *arguments, "--url", url_of(live), "--resume", file)

    assert result.exit_code == 1
    assert told in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_not_there_is_a_mistake_of_usage(run: Run, live: Service, tmp_path: Path) -> None:
    result = run(*SMALL, "--url", url_of(live), "--resume", tmp_path / "nowhere" / "kept.json")

    assert result.exit_code == 2
    assert "cannot be written" in result.stderr


@pytest.mark.parametrize(
    "arguments", [SMALL, ("tournament", "show", str(uuid4())), ("tournament", "export", str(uuid4()), "nowhere")]
)
def test_where_no_service_is_the_exit_code_is_3(run: Run, arguments: tuple[str, ...]) -> None:
    assert run(*arguments, "--url", f"http://127.0.0.1:{free_port()}").exit_code == 3
    assert run(*arguments, "--url", "parlour.test").exit_code == 2


@pytest.fixture(scope="module")
def played(live: Service, tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Any]:
    """A small tournament from one command: the lines that it has printed, the token of its director, its file."""
    file = tmp_path_factory.mktemp("tournament") / "kept.json"
    command = [*PARLOUR, *SMALL, "--title", "Spring", "--url", url_of(live), "--resume", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=PATIENCE_SECONDS)
    kept = json.loads(file.read_bytes())
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    return {"lines": lines, "file": file, "token": kept["token"], "id": kept["tournament"], "told": done.stderr}


def test_a_swiss_tournament_is_played_to_its_end_by_one_command(played: Mapping[str, Any]) -> None:
    *events, last = played["lines"]
    types = [each["event"]["type"] for each in events]

    assert [each["version"] for each in events] == list(range(1, len(events) + 1))
    assert (types[0], types[-1]) == ("tournament_announced", "tournament_finished")
    assert types.count("result_noted") == 4
    assert types.count("round_finished") == 2
    assert (last["tournament"]["tournament"]["state"], last["rounds"], len(last["standings"])) == ("finished", 2, 8)
    assert played["told"] == f"The tournament {played['id']}, honors_4, swiss, 8 entrants, begins.\n"
    assert played["file"].stat().st_mode & 0o777 == 0o600


def test_the_same_line_again_shows_the_end_of_the_same_tournament(
    run: Run, live: Service, played: Mapping[str, Any]
) -> None:
    result = run(*SMALL, "--title", "Spring", "--url", url_of(live), "--resume", played["file"])

    assert result.exit_code == 0
    assert [json.loads(line) for line in result.stdout.splitlines()] == played["lines"][-1:]
    assert "goes on" in result.stderr


def test_a_tournament_that_is_over_is_shown_and_followed(run: Run, live: Service, played: Mapping[str, Any]) -> None:
    settings = {"PARLOUR_URL": url_of(live), "PARLOUR_TOKEN": played["token"]}
    found = run("tournament", "show", played["id"], **settings)
    followed = run("tournament", "show", played["id"], "--follow", **settings)

    assert (found.exit_code, followed.exit_code) == (0, 0)
    assert json.loads(found.stdout) == json.loads(followed.stdout) == played["lines"][-1]


def test_every_exported_record_is_verified(run: Run, live: Service, played: Mapping[str, Any], tmp_path: Path) -> None:
    settings = {"PARLOUR_URL": url_of(live), "PARLOUR_TOKEN": played["token"]}
    key = live.ask("GET", "/v1/keys")[1]["keys"][0]["public_key"]

    result = run("tournament", "export", played["id"], tmp_path / "out", **settings)

    assert result.exit_code == 0
    assert "of 4 tables" in result.stderr
    files = [tmp_path / "out" / "tournament.json", *(tmp_path / "out" / "tables").iterdir()]
    assert len(files) == 5
    assert [run("verify", file, "--key", key).exit_code for file in files] == [0] * 5
    standings = json.loads((tmp_path / "out" / "standings.json").read_bytes())
    assert standings["standings"] == played["lines"][-1]["standings"]


def test_a_folder_of_another_tournament_or_an_altered_one_is_left_as_it_is(
    run: Run, live: Service, played: Mapping[str, Any], tmp_path: Path
) -> None:
    settings = {"PARLOUR_URL": url_of(live), "PARLOUR_TOKEN": played["token"]}
    assert run("tournament", "export", played["id"], tmp_path, **settings).exit_code == 0
    record = tmp_path / "tournament.json"
    (tmp_path / "proof.json").write_text("of another record")
    assert run("tournament", "export", played["id"], tmp_path, **settings).exit_code == 0
    assert "of another record" not in [each.read_text() for each in tmp_path.glob("proof.json")]
    record.write_text(record.read_text().replace(played["id"], str(UUID(int=8))))
    before = record.read_bytes()

    result = run("tournament", "export", played["id"], tmp_path, **settings)

    assert (result.exit_code, "has the records of the tournament" in " ".join(result.stderr.split())) == (1, True)
    assert record.read_bytes() == before

    altered = json.loads(before)
    altered["events"][1]["version"] = "two"
    record.write_text(json.dumps(altered))

    result = run("tournament", "export", played["id"], tmp_path, **settings)

    assert (result.exit_code, "was altered, event 2: " in " ".join(result.stderr.split())) == (1, True)
    assert json.loads(record.read_bytes()) == altered


def test_a_stranger_without_a_token_may_look_at_a_public_tournament(
    run: Run, live: Service, played: Mapping[str, Any], tmp_path: Path
) -> None:
    for arguments in (("show", played["id"]), ("export", played["id"], tmp_path / "out")):
        result = run("tournament", *arguments, "--url", url_of(live))
        assert result.exit_code == 0, result.stderr
    assert {path.name for path in (tmp_path / "out").iterdir()} >= {"tournament.json", "tables", "standings.json"}


def test_a_token_that_may_only_watch_exports_all_but_the_proof_and_is_told_why(
    run: Run, live: Service, played: Mapping[str, Any], tmp_path: Path
) -> None:
    _, made = live.ask("POST", "/v1/me/tokens", {"name": "watcher", "scopes": ["watch"]}, token=played["token"])
    (tmp_path / "proof.json").write_text("of another record")

    result = run("tournament", "export", played["id"], tmp_path, "--url", url_of(live), "--token", made["token"])

    said = " ".join(result.stderr.split())
    assert result.exit_code == 0, said
    assert "The proof is left out. The token needs the scope `read:history`" in said
    assert "of 4 tables" in said
    assert {path.name for path in tmp_path.iterdir()} == {"tournament.json", "tables", "standings.json"}


def announced_at(live: Service) -> tuple[str, str]:
    """Announce a tournament; return its id, and its director's token."""
    _, player = live.ask("POST", "/v1/players", {"name": "Director"})
    _, made = live.ask("POST", "/v1/tournaments", plan().announcement(), token=player["token"])
    return made["id"], player["token"]


def asked(live: Service, tournament: str, token: str, **command: Any) -> None:
    status, document = live.ask("POST", f"/v1/tournaments/{tournament}/commands", command, token=token)
    assert status == 200, document


def test_a_tournament_that_goes_on_is_shown_without_standings_and_not_exported(
    run: Run, live: Service, tmp_path: Path
) -> None:
    tournament, token = announced_at(live)
    settings = {"PARLOUR_URL": url_of(live), "PARLOUR_TOKEN": token}

    found = run("tournament", "show", tournament, **settings)
    exported = run("tournament", "export", tournament, tmp_path / "out", **settings)

    assert json.loads(found.stdout)["tournament"]["tournament"]["state"] == "announced"
    assert json.loads(found.stdout)["rounds"] == 0
    assert exported.exit_code == 1
    assert "The record opens when the tournament and all its tables are over. (record_closed)" in exported.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_tournament_that_is_cancelled_ends_with_1_and_is_exported_with_the_tables_that_it_has(
    run: Run, live: Service, tmp_path: Path
) -> None:
    tournament, token = announced_at(live)
    for command in ("open_registration", "add_house", "open_check_in", "start_rounds", "draft_round", "publish_round"):
        asked(live, tournament, token, type=command, **({"count": 8} if command == "add_house" else {}))
    asked(live, tournament, token, type="cancel", reason="other")
    settings = {"PARLOUR_URL": url_of(live), "PARLOUR_TOKEN": token}

    followed = run("tournament", "show", tournament, "--follow", **settings)
    assert eventually(lambda: live.ask("GET", f"/v1/tournaments/{tournament}/record", token=token)[0] == 200)
    exported = run("tournament", "export", tournament, tmp_path / "out", **settings)

    assert followed.exit_code == 1
    assert exported.exit_code == 0, exported.stderr
    files = [tmp_path / "out" / "tournament.json", *(tmp_path / "out" / "tables").iterdir()]
    assert [run("verify", file).exit_code for file in files] == [0] * len(files)


def test_a_person_who_stops_the_program_is_told_how_to_go_on(live: Service, tmp_path: Path) -> None:
    file = tmp_path / "kept.json"
    line = [*PARLOUR, "tournament", "run", "honors_4", "--url", url_of(live), "--resume", str(file)]
    with subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        assert "tournament_announced" in running.stdout.readline()
        running.send_signal(signal.SIGINT)
        _, told = running.communicate(timeout=PATIENCE_SECONDS)

    assert running.returncode == 130
    assert told.splitlines()[-1] == f"Stopped. Enter the same line with --resume {file} again to go on."


def test_a_terminal_shows_the_standings_as_they_change(live: Service) -> None:
    ours, theirs = pty.openpty()
    ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 12, 80, 0, 0))
    environment = {name: value for name, value in os.environ.items() if name not in {"LINES", "COLUMNS"}}
    environment["TERM"] = "xterm"
    with subprocess.Popen(
        [*PARLOUR, *SMALL, "--url", url_of(live)], stdout=theirs, stderr=subprocess.DEVNULL, env=environment
    ) as running:
        os.close(theirs)
        told = b""
        try:
            while more := os.read(ours, 65_536):
                told += more
        except OSError:  # Linux says so that nobody has the terminal any more
            pass
        os.close(ours)

    text = told.decode()
    assert running.returncode == 0
    assert "1 of 2 rounds over" in text
    assert "2 of 2 tables over" in text
    assert "… and 3 more" in text
    assert '"type"' not in text


def test_rounds_that_are_uploaded_are_not_directed(run: Run) -> None:
    result = run("tournament", "run", "honors_4", "--format", "manual")

    assert (result.exit_code, "'manual' is not one of" in result.stderr) == (2, True)
