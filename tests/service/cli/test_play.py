"""`parlour play`: whole games by a script, moves built by fields, wrong input, and broken connections."""

import io
import os
import pty
import re
import subprocess
from collections.abc import Callable, Iterable, Iterator
from typing import Any
from uuid import UUID

import click
import httpx
import msgspec
import pytest
from rich.console import Console

from service.cli import play as command
from service.cli.connection import Unreachable
from service.cli.playing import following
from service.cli.playing import room as rooms
from service.cli.playing.conversation import Conversation
from service.cli.playing.room import Room
from tests.service.cli.conftest import Run
from tests.service.cli.in_process import InProcess
from tests.serving import PARLOUR

Script = Callable[[str], str]
NUMBERS = ["one", "two", "three", "four"]
QUICK = {"players": 2, "max_deals": 1, "max_rounds": 5, "dealer": 1}


@pytest.fixture(scope="module")
def service() -> Iterator[InProcess]:
    with InProcess() as service:
        yield service


class Person:
    """Types what a script says to what was shown since the last line, and keeps all that was shown."""

    def __init__(self, service: InProcess, monkeypatch: pytest.MonkeyPatch) -> None:
        self.out = io.StringIO()
        self.service = service
        monkeypatch.setattr(command, "connected", lambda _, token: service.client(token))
        monkeypatch.setattr(following, "PAUSE_SECONDS", 0.01)
        monkeypatch.setattr(rooms, "PAUSE_SECONDS", 0.01)

    def play(
        self,
        script: Iterable[str] | Script,
        game: str | None = None,
        options: dict[str, Any] | None = None,
        *,
        table: UUID | None = None,
        token: str | None = None,
        terminal: bool = False,
    ) -> str:
        console = Console(file=self.out, force_terminal=terminal, width=100, color_system=None)
        lines = self._answers(script) if callable(script) else iter(script)
        command.talk(console, lines, game, table, options or {}, url="http://parlour.test", token=token)
        return self.out.getvalue()

    def _answers(self, script: Script) -> Iterator[str]:
        read = 0
        while True:
            shown = self.out.getvalue()
            new, read = shown[read:], len(shown)
            yield script(new)


@pytest.fixture
def person(service: InProcess, monkeypatch: pytest.MonkeyPatch) -> Person:
    return Person(service, monkeypatch)


def first_move(_: str) -> str:
    return "1"


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("honors_4", QUICK),
        ("friendlier_than_thou", {"players": 2, "leading": "programmed"}),
    ],
)
def test_a_whole_game_is_played_by_listed_moves(person: Person, game: str, options: dict[str, Any]) -> None:
    shown = person.play(first_move, game, options)

    assert shown.endswith("The game is over.\n")
    assert re.search(r"^ +1  [A-Z]", shown, re.MULTILINE), "moves have labels"
    assert "{" not in shown
    assert "\x1b" not in shown


def test_a_move_is_built_field_by_field(person: Person) -> None:
    answers = iter(["b", "7", "1", "A-9", "the card", "q", "no"])
    card = ""

    def script(shown: str) -> str:
        nonlocal card
        if asked := re.search(r"1  Ask seat 1 for the (\w+) of book (\w)", shown):
            card = card or f"{asked[2]}-{NUMBERS.index(asked[1]) + 1}"
        return next(answers).replace("the card", card.lower())

    shown = person.play(script, "honors_1", {"players": 2, "dealer": 1})

    assert "Target: 1 (seat 1)." in shown
    assert "'7' is none of what may stand there." in shown
    assert "'A-9' is none" in shown
    assert f"Seat 0 asks seat 1 for the {NUMBERS[int(card[-1]) - 1]} of book {card[0]}" in shown


def test_building_is_stopped_and_a_refused_move_says_why(person: Person) -> None:
    own_seat = '{"type": "ask", "target": 0, "card": "A-1"}'

    shown = person.play(["b", "1", "Z-1", ".", own_seat, "q", "n"], "honors_1", {"players": 2, "dealer": 1})

    assert "Stopped: nothing is done." in shown
    assert re.search(r"^[A-Z].*\. \(\w+\)$", shown, re.MULTILINE), "the service has said why"


def test_a_kind_of_move_is_chosen_and_building_is_stopped(person: Person) -> None:
    shown = person.play(["b", "99", "2", ".", "q", "no"], "honors_4", QUICK)

    assert "Which kind of move? Type its number, 1 to 4:" in shown
    assert "'99' is no kind of move." in shown


def test_wrong_input_is_told_what_would_be_right(person: Person) -> None:
    wrong = ["99", "xyzzy", "{", '{"type": "nonsense"}', "pack", "?", "", "t", "q", "perhaps", "no"]

    shown = person.play(wrong, "honors_4", QUICK)

    assert re.search(r"There is no move 99: the numbers are 1 to \d", shown)
    assert "'xyzzy' is in no move. Type the number of a move" in shown
    assert "That is not JSON" in shown
    assert "`type` is one of: open, draw_stock, take_pile, discard. (unknown_move_type)" in shown
    assert "   1  Draw from the pack\n" in shown
    assert "makes the move that is written as JSON" in shown
    assert "'perhaps' is neither yes nor no." in shown
    assert "Your seat stays yours: PARLOUR_TOKEN=… parlour play --table" in shown


def test_a_seat_that_is_kept_is_come_back_to_and_given_up(person: Person) -> None:
    shown = person.play(["q", "n"], "honors_1", {"players": 2, "dealer": 1})
    token = re.search(r"Your token is (\S+)", shown)
    table = re.search(r"--table (\S+)", shown)
    assert token is not None
    assert table is not None

    person.play(["1", "q", "yes"], table=UUID(table[1]), token=token[1])

    assert "Seat 0 asks seat 1 for " in person.out.getvalue()
    assert person.out.getvalue().endswith("You have given your seat up, or called for the end of the game.\n")
    header = person.service.client(token[1]).get(f"/tables/{table[1]}").json()
    assert header["status"] == "aborted"


def test_a_person_joins_a_table_and_calls_house_players(person: Person) -> None:
    ada = person.service.client()
    ada.headers["Authorization"] = f"Bearer {ada.post('/players', json={'name': 'Ada'}).json()['token']}"
    wanted = {"game": "honors_4", "options": QUICK | {"players": 3}, "auto_start": True}
    table = ada.post("/tables", json=wanted).json()["id"]
    ada.post(f"/tables/{table}/seats", json={"seat": 2})
    made = ada.post("/players", json={"name": "Ben"}).json()

    shown = person.play(["h", "q", "no"], table=UUID(table), token=made["token"], terminal=True)

    assert "The game has not begun." in shown
    assert "seat 2 Ada" in shown
    assert ada.get(f"/tables/{table}").json()["status"] == "playing"


def test_a_broken_stream_is_told_and_taken_up_again(person: Person) -> None:
    person.service.breaks[:] = [1, 2, 3]

    shown = person.play(first_move, "honors_4", QUICK)

    assert shown.count("The connection is broken (the cable is cut); it is taken up again.") == 3
    assert shown.count("The connection is there again.") == 3
    assert shown.endswith("The game is over.\n")


def test_a_stream_that_does_not_come_back_ends_the_evening(person: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(following, "PATIENCE_TRIES", 2)
    person.service.breaks[:] = [0, 0, 0, 0]

    with pytest.raises(Unreachable) as gone:
        person.play(first_move, "honors_4", QUICK)

    assert "No service answers at http://parlour.test (the cable is cut)" in gone.value.message


def test_who_types_no_more_keeps_the_seat(person: Person) -> None:
    with pytest.raises(click.exceptions.Exit) as ended:
        person.play([], "honors_4", QUICK)

    assert ended.value.exit_code == 1
    assert "There is no more input. Your seat stays yours" in person.out.getvalue()


def test_a_service_that_never_answers_is_given_up() -> None:
    def nobody(_: httpx.Request) -> httpx.Response:
        raise httpx.ConnectError("nobody is there")

    said = list[str]()
    client = httpx.Client(transport=httpx.MockTransport(nobody), base_url="http://parlour.test/v1")

    with pytest.raises(Unreachable):
        Room(client, said.append, lambda _: None).newcomer("Ada")
    assert said == ["The service does not answer (nobody is there); it is asked again."]


@pytest.mark.parametrize(
    "arguments", [["honors_4", "--table", "0b35a1f2-7a1e-4b8e-9d3c-5f6a7b8c9d0e"], ["--table", "mine"], ["bridge"]]
)
def test_what_makes_no_sense_is_a_mistake_of_usage(
    run: Run, service: InProcess, monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    monkeypatch.setattr(command, "connected", lambda _, token: service.client(token))

    assert run("play", *arguments).exit_code == 2


def test_who_names_no_game_is_told_which_there_are(
    run: Run, service: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "connected", lambda _, token: service.client(token))

    result = run("play")

    assert result.exit_code == 2
    assert "honors_1" in result.stderr


def test_nobody_answers_on_a_terminal() -> None:
    ours, theirs = pty.openpty()
    process = subprocess.run(
        [*PARLOUR, "play", "--url", "http://127.0.0.1:1"], stdin=theirs, stdout=theirs, stderr=theirs, check=False
    )

    assert process.returncode == 3
    assert b"No service answers" in os.read(ours, 4096)
    os.close(ours)
    os.close(theirs)


# What a stream may say


@pytest.fixture
def seated(service: InProcess) -> tuple[Conversation, Room, io.StringIO]:
    """A conversation at a table where a game goes on, with what it shows."""
    room, out = Room(service.client(), lambda _: None), io.StringIO()
    room.newcomer("Ada")
    room.open_table("honors_4", QUICK)
    return Conversation(room, room.moves("honors_4"), Console(file=out, width=100), "again"), room, out


def test_a_history_that_is_lost_is_told(seated: tuple[Conversation, Room, io.StringIO]) -> None:
    conversation, _, out = seated

    conversation.see({"type": "history_lost", "cursor": "1", "tables": []})

    assert out.getvalue() == "The service has lost what happened last; the game goes on from before that.\n"


def test_a_seat_that_the_house_has_taken_over_is_taken_back(
    seated: tuple[Conversation, Room, io.StringIO], monkeypatch: pytest.MonkeyPatch
) -> None:
    conversation, room, out = seated
    view = msgspec.json.decode(msgspec.json.encode(room.view()))
    view["table"]["presence"][0]["house"] = "random"
    taken = list[str]()
    monkeypatch.setattr(room, "sit", lambda: taken.append("seat"))

    conversation.see({"type": "view", "cursor": "1", "table": room.table, "view": view})

    assert taken == ["seat"]
    assert out.getvalue() == "The house has played for you; you take your seat again.\n"


@pytest.mark.parametrize(("answer", "follows"), [("y", ["move_taken_back"]), ("n", [])])
def test_a_take_back_is_asked_for_and_answered(service: InProcess, answer: str, follows: list[str]) -> None:
    ada, ben = rooms_ = [Room(service.client(), lambda _: None) for _ in range(2)]
    tokens = [room.newcomer(name) for room, name in zip(rooms_, ("Ada", "Ben"), strict=True)]
    client, friends = service.client(tokens[0]), {"players": 2, "dealer": 0}
    wanted = {"game": "honors_2", "options": friends, "settings": {"take_back": True}, "auto_start": True}
    table, out = client.post("/tables", json=wanted).json()["id"], io.StringIO()

    def says(room: Room, *lines: str) -> None:
        conversation = Conversation(room, room.moves("honors_2"), Console(file=out, width=100), "again")
        view = msgspec.json.decode(msgspec.json.encode(room.view()))
        conversation.see({"type": "view", "cursor": "1", "table": table, "view": view})
        for line in lines:
            conversation.hear(line)

    for room in rooms_:
        room.join(UUID(table))
    says(ben, '{"type": "take_pile", "count": 1}', "u")
    says(ada, answer)

    types = [each["event"]["type"] for each in client.get(f"/tables/{table}/events").json()["events"]]
    assert (types[types.index("take_back_answered") + 1 :], out.getvalue()) == (follows, "")


def test_a_table_that_is_shown_no_more_ends_with_why(seated: tuple[Conversation, Room, io.StringIO]) -> None:
    with pytest.raises(click.ClickException, match="not readable"):
        seated[0].see({"type": "end", "cursor": "1", "table": None, "why": "not_readable"})
