"""`parlour replay`: a game in words, from a file or from a service, with all cards or as a seat sees it."""

import errno
import json
import os
import re
import subprocess
from http import HTTPStatus
from pathlib import Path
from typing import Any

import click
import httpx
import msgspec
import pytest
from msgspec import structs

from domain.table import AbortByOperator, TournamentPlace
from domain.wording import in_words
from projections.feed import seen_by, with_moves
from projections.seat_view import seat_view
from projections.story import StoryLine
from service.cli.connection import Refusal
from service.cli.playback.reading import names_at
from service.cli.replay import as_text, from_service
from service.http.wire.tables import Feed
from service.live.cursors import Cursor
from service.store import Epoch
from service.store.port import FIRST_EPOCH
from tests.recording import AT, GAME, PLAYERS, Recording, find, going_on, meeting, sight
from tests.service.cli.conftest import Run
from tests.serving import PARLOUR

OK, CONFLICT = HTTPStatus.OK, HTTPStatus.CONFLICT
NAMES = dict(zip(map(str, PLAYERS), ("Ada", "Ben", "Cleo"), strict=False))


def test_a_file_is_told_event_by_event_with_all_cards(run: Run, good: Path) -> None:
    result = run("replay", good)

    lines = result.stdout.splitlines()
    assert result.exit_code == 0
    assert [int(line.split()[0]) for line in lines] == [entry.version for entry in meeting().entries]
    assert re.fullmatch(r" +2  0:00:00\.000  Player a0000000 takes seat 0\.", lines[1])
    assert sum("gets 17 cards: the" in line or "gets 18 cards: the" in line for line in lines) == 3


def test_a_file_is_told_as_a_seat_has_seen_it(run: Run, good: Path) -> None:
    lines = run("replay", good, "--seat", 1).stdout.splitlines()

    assert sum("cards: the" in line for line in lines) == 1
    assert "Seat 1 gets 17 cards: the" in lines[find(meeting(), "cards_dealt")]
    assert sum(" of spades" in line for line in lines) > 1


def test_some_events_only(run: Run, good: Path) -> None:
    result = run("replay", good, "--from", 5, "--to", 7)

    assert [int(line.split()[0]) for line in result.stdout.splitlines()] == [5, 6, 7]


@pytest.mark.parametrize("more", [[], ["--json"]])
def test_a_beginning_after_the_end_is_a_mistake_of_usage(run: Run, good: Path, more: list[str]) -> None:
    result = run("replay", good, "--from", 900, *more)

    assert (result.exit_code, result.stdout) == (2, "")
    assert f"--from 900 is after the end: the game has {len(meeting().entries)} events." in result.stderr


def test_one_json_object_a_line(run: Run, good: Path) -> None:
    lines = [json.loads(line) for line in run("replay", good, "--seat", 0, "--json").stdout.splitlines()]

    dealt = lines[find(meeting(), "cards_dealt")]
    assert dealt["event"] == {"type": "cards_dealt", "seat": 1, "count": 17, "at": dealt["at"]}
    assert (dealt["text"], dealt["seat"]) == ("Seat 1 gets 17 cards.", None)
    assert dealt["after_ms"] == dealt["at"] - lines[0]["at"]


def test_a_terminal_is_shown_the_signs_of_the_suits(good: Path) -> None:
    ours, terminal = os.openpty()
    command = [*PARLOUR, "replay", str(good), "--from", "7", "--to", "7"]
    with subprocess.Popen(command, stdout=terminal, stdin=subprocess.DEVNULL) as process:
        os.close(terminal)
        shown = os.read(ours, 4096)
    os.close(ours)

    assert process.returncode == 0
    assert re.search("gets 17 cards: [0-9AJQK]+[♣♦♥♠] ", shown.decode())


def test_hours_are_told_from_minutes() -> None:
    line = StoryLine(7, AT, ((25 * 60 + 2) * 60 + 3) * 1000 + 4, None, "Late.", None)

    assert as_text(line) == "    7  25:02:03.004  Late."


def test_a_record_that_is_not_true_is_not_told(run: Run, good: Path) -> None:
    document = json.loads(good.read_bytes())
    document["events"][find(meeting(), "deal_started")]["event"]["deck"].reverse()
    good.write_text(json.dumps(document))

    result = run("replay", good)

    assert (result.exit_code, result.stdout) == (1, "")
    assert "deck" in result.stderr


def test_what_is_no_record_is_not_told(run: Run, good: Path) -> None:
    good.write_text("[]")

    result = run("replay", good)

    assert (result.exit_code, result.stdout) == (1, "")
    assert f"{good} is not a record: " in result.stderr


@pytest.mark.parametrize(
    "arguments", [["--seat", "3"], ["--seat", "-1"], ["--from", "0"], ["--from", "9", "--to", "8"]]
)
def test_what_makes_no_sense_is_a_mistake_of_usage(run: Run, good: Path, arguments: list[str]) -> None:
    assert run("replay", good, *arguments).exit_code == 2


def test_what_is_neither_file_nor_id_is_a_mistake_of_usage(run: Run) -> None:
    result = run("replay", "my-game")

    assert result.exit_code == 2
    assert "neither a file nor the id" in result.stderr


def test_what_is_too_long_for_a_name_is_neither_file_nor_id(run: Run) -> None:
    result = run("replay", 300 * "g")

    assert result.exit_code == 2
    assert "neither a file nor the id" in " ".join(result.stderr.split())


def test_a_file_that_cannot_be_read_is_told(run: Run, good: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(file: Path) -> bytes:
        raise PermissionError(errno.EACCES, "Permission denied", str(file))

    monkeypatch.setattr(Path, "read_bytes", refuse)

    result = run("replay", good)

    assert result.exit_code == 1
    assert result.stderr == f"Error: {good} cannot be read: Permission denied.\n"


# From a service


def service(
    recording: Recording, seat: int | None = None, *, record: int = 200, page: int = 1000, lost: int = 0
) -> httpx.Client:
    """Return a client, for the player on a seat, of a service that has this table and nothing else.

    `record` is the status that the record is answered with; a page of the feed has `page` events at the most. The last
    `lost` of the first page are lost when the second is asked for.
    """
    history = list(zip(recording.entries, recording.snapshots, strict=True))

    def answer(request: httpx.Request) -> httpx.Response:
        path = request.url.path.removeprefix("/v1/")
        if path.startswith("players/"):
            player = path.removeprefix("players/")
            if player not in NAMES:
                return httpx.Response(404, json={"code": "not_found", "detail": "There is no such player."})
            return httpx.Response(200, json={"id": player, "name": NAMES[player]})
        if path == f"tables/{GAME}/view":
            return encoded(seat_view(GAME, recording.now, seat, sight(recording, seat)))
        if path == f"tables/{GAME}/record":
            problem = {"code": "record_closed" if record == CONFLICT else "forbidden", "detail": "Not now."}
            return encoded(recording.record() if record == OK else problem, record)
        assert path == f"tables/{GAME}/events"
        cursor = Cursor.parsed(request.url.params["after"])
        after, limit = cursor.version, min(page, int(request.url.params["limit"]))
        if lost and cursor.epoch == FIRST_EPOCH:
            left = {"version": after - lost, "cursor": str(Cursor(after - lost, Epoch(2, "0a0b0c0d")))}
            return encoded({"code": "history_lost", "detail": "Lost.", **left}, httpx.codes.GONE)
        events = tuple(with_moves(each, ()) for each in seen_by(seat, history[after : after + limit]))
        following = Cursor(after + len(events), Epoch(2, "0a0b0c0d") if after else FIRST_EPOCH)
        return encoded(Feed(following.version, str(following), events))

    return httpx.Client(base_url="http://parlour.test/v1", transport=httpx.MockTransport(answer))


def encoded(value: Any, status: int = OK) -> httpx.Response:
    return httpx.Response(status, content=msgspec.json.encode(value))


@pytest.mark.parametrize("lost", [False, True])
def test_a_service_that_pages_for_ever_is_given_up(monkeypatch: pytest.MonkeyPatch, lost: bool) -> None:
    monkeypatch.setattr("service.cli.playback.reading.MOST_PAGES", 50)
    honest, asked = service(going_on()), 0
    first = httpx.Request("GET", f"http://parlour.test/v1/tables/{GAME}/events?after=0&limit=1000")

    def answer(request: httpx.Request) -> httpx.Response:
        nonlocal asked
        if not request.url.path.endswith("/events"):
            return honest.send(request)
        asked += 1
        assert asked <= 50, "it is asked for ever"
        if lost:
            gone = {"code": "history_lost", "detail": "Lost.", "version": 0, "cursor": "0"}
            return encoded(gone, httpx.codes.GONE)
        return honest.send(first)

    client = httpx.Client(base_url="http://parlour.test/v1", transport=httpx.MockTransport(answer))
    with pytest.raises(click.ClickException, match="more events than a game can have"):
        list(from_service(client, GAME, None, in_words))


def test_pages_of_a_service_have_a_maximum_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.cli.playback.reading.MOST_BYTES", 5_000)

    with pytest.raises(click.ClickException, match="more events than a game can have"):
        list(from_service(service(going_on(), page=5), GAME, None, in_words))


@pytest.fixture
def unfinished() -> Recording:
    """The meeting while it still goes on."""
    return going_on()


def texts(client: httpx.Client, seat: int | None = None) -> list[str]:
    """Return what is told of the table."""
    with client:
        return [line.text for line in from_service(client, GAME, seat, in_words)]


def test_a_finished_game_is_told_with_all_cards_and_names() -> None:
    told = texts(service(meeting()))

    assert len(told) == len(meeting().entries)
    assert told[1] == "Ada takes seat 0."
    assert sum("cards: the" in text for text in told) == 3


def test_no_name_is_asked_for_of_a_tournament_that_has_opened_the_table() -> None:
    header = seat_view(GAME, meeting().now, None, sight(meeting(), None)).table
    of_tournament = structs.replace(header, creator=GAME, tournament=TournamentPlace(GAME, 1, 1))

    with service(meeting()) as client:
        assert names_at(client, of_tournament) == names_at(client, header)


def test_a_house_player_of_a_tournament_who_has_no_account_is_told_of_without_a_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delitem(NAMES, str(PLAYERS[1]))

    told = texts(service(meeting()))

    assert (len(told), told[1]) == (len(meeting().entries), "Ada takes seat 0.")


def test_an_aborted_game_is_told_with_all_cards_too(unfinished: Recording) -> None:
    unfinished.do(AbortByOperator(PLAYERS[0]), unfinished.now.at)

    told = texts(service(unfinished))

    assert told[-1] == "Ada ends the table as operator."
    assert sum("cards: the" in text for text in told) == 3


def test_a_finished_game_is_told_as_any_seat_has_seen_it() -> None:
    told = texts(service(meeting()), 2)

    assert [text[:7] for text in told if "cards: the" in text] == ["Seat 2 "]


@pytest.mark.parametrize("page", [1, 7, 30, 1000])
def test_a_game_that_goes_on_is_told_as_a_spectator_sees_it(unfinished: Recording, page: int) -> None:
    told = texts(service(unfinished, page=page))

    assert len(told) == 30
    assert not any("cards: the" in text for text in told)


@pytest.mark.parametrize("lost", [1, 6])
def test_what_a_service_has_lost_meanwhile_is_told_as_it_is_now(unfinished: Recording, lost: int) -> None:
    assert texts(service(unfinished, page=7, lost=lost)) == texts(service(unfinished))


def test_a_game_that_goes_on_is_told_as_the_player_of_the_token_sees_it(unfinished: Recording) -> None:
    told = texts(service(unfinished, 1))

    assert [text[:7] for text in told if "cards: the" in text] == ["Seat 1 "]
    assert told == texts(service(unfinished, 1), 1)


@pytest.mark.parametrize("own", [None, 0])
def test_a_game_that_goes_on_is_not_told_as_another_seat_sees_it(unfinished: Recording, own: int | None) -> None:
    with pytest.raises(click.ClickException, match="not open"):
        texts(service(unfinished, own), 1)


def test_a_finished_game_whose_deck_is_still_played_is_told_as_it_was_seen() -> None:
    told = texts(service(meeting(), 0, record=CONFLICT))

    assert [text[:7] for text in told if "cards: the" in text] == ["Seat 0 "]


def test_a_refusal_is_passed_on() -> None:
    with pytest.raises(Refusal, match="Not now") as refusal:
        texts(service(meeting(), record=403))

    assert (refusal.value.code, refusal.value.exit_code) == ("forbidden", 1)


def test_a_game_that_this_program_does_not_know_is_not_told(unfinished: Recording) -> None:
    view = msgspec.to_builtins(seat_view(GAME, unfinished.now, None, sight(unfinished, None)))
    view["table"]["game"] = "bridge"
    names = httpx.Response(200, json={"id": str(PLAYERS[0]), "name": "Ada"})
    answers = httpx.MockTransport(lambda request: encoded(view) if request.url.path.endswith("view") else names)

    with (
        httpx.Client(base_url="http://parlour.test/v1", transport=answers) as client,
        pytest.raises(click.ClickException, match="bridge"),
    ):
        from_service(client, GAME, None, in_words)


def test_nobody_answers(run: Run) -> None:
    result = run("replay", GAME, "--url", "http://127.0.0.1:1")

    assert result.exit_code == 3
    assert "No service answers at http://127.0.0.1:1" in result.stderr
