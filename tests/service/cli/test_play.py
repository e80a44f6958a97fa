"""`parlour play`: whole games by a script, moves built by fields, wrong input, and broken connections."""

import io
import json
import os
import pty
import re
import subprocess
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext
from functools import partial
from typing import Any
from uuid import UUID

import click
import httpx
import pytest
from rich.console import Console

from domain.cards import FRENCH_FACES
from domain.messages import Cards, Message, Seats
from domain.wording import in_signs, in_words
from projections.story import Voice
from service.cli import play as command
from service.cli.connection import Refusal, Unreachable, document_of
from service.cli.output import Output
from service.cli.playing import following
from service.cli.playing.conversation import Conversation
from service.cli.playing.following import Back, Broken, Follower, Inbox, Keyboard, LineReceived
from service.cli.playing.offering import with_text
from service.cli.playing.room import Patience, Room
from tests.domain.playout import as_raw
from tests.service.cli.conftest import Run
from tests.service.cli.in_process import InProcess
from tests.serving import PARLOUR, PATIENCE_SECONDS

Script = Callable[[str], str]
NUMBERS = ["one", "two", "three", "four"]
TABLE = "0b35a1f2-7a1e-4b8e-9d3c-5f6a7b8c9d0e"
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
        self.patience = Patience(pause_seconds=0.01)

    def play(
        self,
        script: Iterable[str] | Script,
        game: str | None = None,
        options: dict[str, Any] | None = None,
        *,
        table: UUID | None = None,
        token: str | None = None,
        take_backs: bool = False,
        terminal: bool = False,
        width: int = 100,
    ) -> str:
        console = Output(file=self.out, force_terminal=terminal, width=width, color_system=None, highlight=False)
        lines = self._answers(script) if callable(script) else iter(script)
        more: Any = {"take_backs": take_backs, "url": "http://parlour.test", "token": token, "patience": self.patience}
        command.talk(console, lines, game, table, options or {}, **more)
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


@pytest.mark.parametrize("terminal", [False, True])
def test_a_service_draws_nothing_on_a_terminal(person: Person, monkeypatch: pytest.MonkeyPatch, terminal: bool) -> None:
    def drawn(answer: httpx.Response, *needed: str) -> dict[str, Any]:
        return document_of(answer, *needed) | {"title": "\x1b]0;Honors\x07\x1b[2J\x9b31m IV"}

    monkeypatch.setattr("service.cli.playing.room.document_of", drawn)

    shown = person.play(["q", "no"], "honors_4", QUICK, terminal=terminal)

    assert "�]0;Honors�[2J�31m IV, table" in shown
    assert all(each not in shown for each in ("\x1b]", "\x1b[2J", "\x9b"))


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
    shown = person.play(["b", "99", "9" * 5000, "2", ".", "q", "no"], "honors_4", QUICK)

    assert "Which kind of move? Type its number, 1 to 4:" in shown
    assert "'99' is no kind of move." in shown


def test_wrong_input_is_told_what_would_be_right(person: Person) -> None:
    wrong = [
        "99",
        "9" * 5000,
        "xyzzy",
        "{",
        '{"a":' * 100_000,
        '{"type": "nonsense"}',
        "pack",
        "?",
        "",
        "t",
        "q",
        "perhaps",
        "no",
    ]

    shown = person.play([*wrong, "q", "perhaps", "no"], "honors_4", QUICK)

    assert re.search(r"There is no move 99: the numbers are 1 to \d", shown)
    assert "'xyzzy' is in no move. Type the number of a move" in shown
    assert "That is not JSON" in shown
    assert "`type` is one of: open, draw_stock, take_pile, discard. (unknown_move_type)" in shown
    assert "   1  Draw from the pack\n" in shown
    assert "makes the move that is written as JSON" in shown
    assert "'perhaps' is neither yes nor no." in shown
    assert "Your seat stays yours: PARLOUR_TOKEN=… parlour play --table" in shown


@pytest.mark.parametrize(
    ("leaving", "kept"),
    [(["q", "no"], "Your seat stays yours"), ([], "There is no more input. Your seat stays yours")],
    ids=["by q", "by the end of the input"],
)
def test_no_word_is_broken_on_a_narrow_terminal_and_no_line_of_a_command_anywhere(
    person: Person, leaving: list[str], kept: str
) -> None:
    with nullcontext() if leaving else pytest.raises(click.exceptions.Exit):
        person.play(["?", "b", ".", *leaving], "pursuit_of_happiness", terminal=True, width=40)

    shown = person.out.getvalue()
    assert "makes the move that is \nwritten as JSON\n" in shown
    whole = [line for line in re.sub("> |\x1b\\[K", "", shown).splitlines() if len(line.rstrip()) > 40]
    assert [re.sub(r"[\w-]{30,}", "…", line) for line in whole] == [
        "You are a new player. Your token is …",
        f"{kept}: PARLOUR_TOKEN=… parlour play --table … --url http://parlour.test",
    ]


@pytest.mark.parametrize("voice", [in_signs, in_words])
@pytest.mark.parametrize("called", ["5h", "5♥", "Five of hearts", "heart", "seat 1 for"])
def test_a_move_is_found_however_its_card_is_called(voice: Voice, called: str) -> None:
    label = Message("Ask {target} for {card}", {"target": Seats((1,)), "card": Cards(("5H",))})

    found = with_text([Message("Pass the turn", {}), label], called, voice, FRENCH_FACES)

    assert found == f"   2  {voice(label, FRENCH_FACES, {})}"


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


def test_what_nobody_reads_any_more_is_told_as_by_any_command() -> None:
    reading, writing = os.pipe()
    os.close(reading)

    with pytest.raises(BrokenPipeError), os.fdopen(writing, "w") as pipe:
        Output(file=pipe).print("The game is over.")


def heard(streams: Iterator[str], number: int) -> list[Any]:
    """Return the first things that arrive for who follows a table whose streams are these, one after the other."""
    inbox, service = Inbox(), httpx.MockTransport(lambda _: httpx.Response(200, text=next(streams)))
    client = partial(httpx.Client, base_url="http://parlour.test", transport=service)
    Follower(client, "/tables/1", inbox, Patience(0.0)).start()
    return [inbox.get(timeout=PATIENCE_SECONDS) for _ in range(number)]


def test_a_line_that_is_cut_off_breaks_the_stream() -> None:
    first, last = {"type": "heartbeat", "cursor": "1"}, {"type": "end", "cursor": "2", "why": "over"}
    answers = iter([f'{json.dumps(first)}\n{{"type": "ev', f"{json.dumps(last)}\n"])

    assert heard(answers, 4) == [
        LineReceived(first),
        Broken("a line of it is cut off"),
        Back(),
        LineReceived(last),
    ]


def test_a_service_that_stops_breaks_the_stream_and_ends_nothing() -> None:
    first, last = ({"type": "end", "cursor": why, "why": why} for why in ("stopping", "finished"))
    answers = iter([f"{json.dumps(first)}\n", f"{json.dumps(last)}\n"])

    assert heard(answers, 3) == [
        Broken("the service has ended it"),
        Back(),
        LineReceived(last),
    ]


def test_of_a_stream_that_tells_without_an_end_no_more_is_read_than_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[int] = []

    def lines() -> Iterator[bytes]:
        for number in range(1, 100):
            told.append(number)
            yield json.dumps({"type": "heartbeat", "cursor": str(number)}).encode() + b"\n"
        yield json.dumps({"type": "end", "cursor": "x", "why": "finished"}).encode() + b"\n"

    stream = httpx.MockTransport(lambda _: httpx.Response(200, content=lines()))
    monkeypatch.setattr(following, "MOST_WAITING", 3)
    inbox = Inbox()
    Follower(lambda: httpx.Client(base_url="http://parlour.test", transport=stream), "/tables/1", inbox).start()

    for taken in range(1, 100):
        inbox.get(timeout=PATIENCE_SECONDS)
        assert len(told) <= taken + 5


def test_a_stream_that_does_not_come_back_ends_the_evening(person: Person) -> None:
    person.patience = Patience(pause_seconds=0.01, stream_tries=2)
    person.service.breaks[:] = [0, 0, 0, 0]

    with pytest.raises(Unreachable) as gone:
        person.play(first_move, "honors_4", QUICK)

    assert "No service answers at http://parlour.test (the cable is cut)" in gone.value.message


def test_a_person_who_types_nothing_more_keeps_the_seat(person: Person) -> None:
    with pytest.raises(click.exceptions.Exit) as ended:
        person.play([], "honors_4", QUICK)

    assert ended.value.exit_code == 1
    assert "There is no more input. Your seat stays yours" in person.out.getvalue()


@pytest.mark.parametrize(("terminal", "between"), [("xterm", "\r\x1b[K"), ("dumb", "\n")])
def test_nothing_is_said_behind_the_prompt(
    person: Person, monkeypatch: pytest.MonkeyPatch, terminal: str, between: str
) -> None:
    monkeypatch.setenv("TERM", terminal)

    with pytest.raises(click.exceptions.Exit):
        person.play([], "honors_4", QUICK, terminal=True)

    assert f"> {between}There is no more input." in person.out.getvalue()


def test_a_service_that_never_answers_is_given_up() -> None:
    def nobody(_: httpx.Request) -> httpx.Response:
        raise httpx.ConnectError("nobody is there")

    said = list[str]()
    client = httpx.Client(transport=httpx.MockTransport(nobody), base_url="http://parlour.test/v1")

    with pytest.raises(Unreachable):
        Room(client, said.append, Patience(pause_seconds=0)).newcomer("Ada")
    assert said == ["The service does not answer (nobody is there); it is asked again."]


@pytest.mark.parametrize(
    "arguments",
    [
        ["honors_4", "--table", TABLE],
        ["--table", TABLE, "--option", "players=2"],
        ["--table", TABLE, "--take-backs"],
        ["--table", "mine"],
        ["bridge"],
    ],
)
def test_what_makes_no_sense_is_a_mistake_of_usage(
    run: Run, service: InProcess, monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    monkeypatch.setattr(command, "connected", lambda _, token: service.client(token))

    assert run("play", *arguments).exit_code == 2


def test_a_person_who_names_no_game_is_told_which_there_are(
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


# Friends at a table


class Friend(Room):
    """Somebody at a table, with their token."""

    token = ""


def friends_at(service: InProcess, settings: dict[str, Any], game: str = "honors_2") -> list[Friend]:
    """Seat Ada and Ben at a table of two, Ben to act first; its creator is Ada."""
    friends = [Friend(service.client(), lambda _: None) for _ in range(2)]
    for friend, name in zip(friends, ("Ada", "Ben"), strict=True):
        friend.token = friend.newcomer(name)
    wanted = {"game": game, "options": {"players": 2, "dealer": 0}, "settings": settings, "auto_start": True}
    table = service.client(friends[0].token).post("/tables", json=wanted).json()["id"]
    for friend in friends:
        friend.join(UUID(table))
    return friends


def conversation_of(friend: Room) -> tuple[Conversation, io.StringIO]:
    """Return a conversation at the table where somebody sits, with what it shows."""
    out = io.StringIO()
    conversation = Conversation(friend, friend.moves(friend.view().table.game), Console(file=out, width=100), "again")
    shown_again(conversation, friend)
    return conversation, out


def shown_again(conversation: Conversation, friend: Room) -> None:
    """Let a conversation see the table as it is now."""
    view = as_raw(friend.view())
    conversation.see({"type": "view", "cursor": "1", "table": friend.table, "view": view})


def steps(typed: Iterable[tuple[str, str]]) -> Script:
    """Return a script that types a line, and nothing more until this was shown."""
    waiting = iter(typed)
    shown, awaited = "", ""

    def script(new: str) -> str:
        nonlocal shown, awaited
        shown += new
        if awaited not in shown:
            return ""
        text, awaited = next(waiting)
        shown = ""
        return text

    return script


def test_what_is_said_is_shown_and_the_person_says_something(person: Person) -> None:
    ada, ben = friends_at(person.service, {"chat": "text"})
    ada.say(phrase="good_luck")
    script = steps([
        (": Of course, Ada!", "Ben (seat 1): Of course, Ada!\n"),
        (":", "   4  Thank you!\n"),
        ("forty", "'forty' is no set phrase."),
        ("4", "Ben (seat 1): Thank you!\n"),
        (":", "   4  Thank you!\n"),
        ("sorry", "Ben (seat 1): Sorry!\n"),
        ("q", ""),
        ("no", ""),
    ])  # fmt: skip

    shown = person.play(script, table=UUID(ben.table), token=ben.token)

    assert "At this table people talk: type : and a text" in shown
    assert shown.count("Ada (seat 0): Good luck!\n") == 1
    entries = person.service.client(ada.token).get(f"/{ada.path}/chat/seats").json()["entries"]
    assert [each.get("text") or each["phrase"] for each in entries] == [
        "good_luck", "Of course, Ada!", "thanks", "sorry",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("game", "settings", "typed", "said"),
    [
        ("honors_2", {}, ": Hello", "This table has no chat: nothing can be said here.\n"),
        ("honors_2", {}, ":", "This table has no chat: nothing can be said here.\n"),
        (
            "honors_2",
            {"chat": "phrases"},
            ": Hello",
            "Only set phrases are said at this table: type : to choose one.\n",
        ),
        (
            "friendlier_than_thou",
            {"chat": "text"},
            ": Hello",
            "The rulebook wants silence now: the seats tell each other nothing.\n",
        ),
    ],
)
def test_why_nothing_is_said_is_told_plainly(
    service: InProcess, game: str, settings: dict[str, Any], typed: str, said: str
) -> None:
    conversation, out = conversation_of(friends_at(service, settings, game)[1])

    conversation.hear(typed)

    assert out.getvalue() == said


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({}, "This table has no chat: nothing can be said here.\n"),
        ({"chat": "phrases"}, "At this table set phrases are said: type : to choose one.\n"),
    ],
)
def test_help_says_whether_there_is_a_chat(service: InProcess, settings: dict[str, Any], said: str) -> None:
    conversation, out = conversation_of(friends_at(service, settings)[1])

    conversation.hear("?")

    assert out.getvalue().endswith(f"?            shows this\n{said}")


def test_the_help_of_the_command_shows_how_something_is_said(run: Run) -> None:
    shown = run("play", "--help").stdout

    assert re.search(r"^ +: Well played! +you say that to the table$", shown, re.MULTILINE)
    assert re.search(r"^ +: +you choose a set phrase", shown, re.MULTILINE)


ENTRY = {"number": 1, "author_name": "Ada", "seat": 2}


@pytest.mark.parametrize(
    ("channel", "entry", "line"),
    [
        ("seats", {"text": "[bold] \x1b[2J:heart:"}, "Ada (seat 2): [bold] [2J:heart:"),
        ("seats", {"phrase": "see_you", "author_name": None}, "A former player (seat 2): see you"),
        ("spectators", {"text": "Who leads?", "seat": None}, "Ada (a spectator): Who leads?"),
        ("seats", {"removed": True}, "Ada (seat 2): (removed)"),
        ("seats", {"hidden": True}, "Ada (seat 2): (hidden, since you have muted or blocked them)"),
        ("seats", {"removes": [3, 4], "seat": None}, "Ada has removed what was said, message 3, 4"),
    ],
)
def test_what_is_heard_is_told_in_a_line(
    seated: tuple[Conversation, Room, io.StringIO], channel: str, entry: dict[str, Any], line: str
) -> None:
    conversation, _, out = seated

    for _ in range(2):  # a broken stream tells it again
        conversation.see({"type": "chat", "cursor": "1", "channel": channel, "entry": ENTRY | entry})
    conversation.see({"type": "heartbeat", "cursor": "1"})

    assert out.getvalue() == f"{line}\n"


def test_of_a_long_talk_the_end_is_shown(seated: tuple[Conversation, Room, io.StringIO]) -> None:
    conversation, _, out = seated

    for number in range(1, 31):
        entry = ENTRY | {"number": number, "text": f"Message {number}"}
        conversation.see({"type": "chat", "cursor": "1", "channel": "seats", "entry": entry})
    conversation.see({"type": "heartbeat", "cursor": "1"})

    lines = out.getvalue().splitlines()
    assert (len(lines), lines[0]) == (21, "… and 10 more before that")
    assert lines[-1] == "Ada (seat 2): Message 30"


# What a stream may say


@pytest.fixture
def seated(service: InProcess) -> tuple[Conversation, Room, io.StringIO]:
    """A conversation at a table where a game goes on, with what it shows."""
    room, out = Room(service.client(), lambda _: None), io.StringIO()
    room.newcomer("Ada")
    room.open_table("honors_4", QUICK)
    return Conversation(room, room.moves("honors_4"), Console(file=out, width=100), "again"), room, out


def test_a_history_that_is_lost_is_told_and_what_is_said_after_it_too(
    seated: tuple[Conversation, Room, io.StringIO],
) -> None:
    conversation, _, out = seated

    def hear(text: str) -> None:
        entry = ENTRY | {"text": text}
        conversation.see({"type": "chat", "cursor": "1", "channel": "seats", "entry": entry})

    hear("This is lost.")
    conversation.see({"type": "history_lost", "cursor": "1", "tables": []})
    hear("This has its number.")
    conversation.see({"type": "heartbeat", "cursor": "1"})

    assert out.getvalue().splitlines() == [
        "Ada (seat 2): This is lost.",
        "The service has lost what happened last; the game goes on from before that.",
        "Ada (seat 2): This has its number.",
    ]


def test_a_number_means_the_move_that_was_shown_with_it(
    seated: tuple[Conversation, Room, io.StringIO], monkeypatch: pytest.MonkeyPatch
) -> None:
    conversation, room, out = seated
    sent = list[tuple[Any, str]]()
    monkeypatch.setattr(room, "move", lambda move, decision: sent.append((move, decision)))
    view = as_raw(room.view())
    decision, draw, take = view["decision"], {"type": "draw_stock"}, {"type": "take_pile"}

    def change(**fields: object) -> None:
        view["decision"] = decision | fields
        conversation.see({"type": "view", "cursor": "1", "table": room.table, "view": view})

    change(moves=[draw])
    conversation.hear("t")
    change(moves=[take, draw])
    for text in ("1", "2", "pile"):
        conversation.hear(text)
    assert out.getvalue().splitlines()[-2:] == [
        "There is no move 2: the numbers are 1 to 1.",
        "'pile' is in no move. Type the number of a move, b to build one, or ? for help.",
    ]
    change(moves=[take], id="another")
    conversation.hear("1")
    conversation.hear("t")
    conversation.hear("1")

    assert sent == [(draw, decision["id"]), (draw, decision["id"]), (take, "another")]


def test_a_number_that_is_typed_before_the_first_list_makes_no_move(
    seated: tuple[Conversation, Room, io.StringIO], monkeypatch: pytest.MonkeyPatch
) -> None:
    conversation, room, out = seated
    sent = list[Any]()
    monkeypatch.setattr(room, "move", lambda move, _: sent.append(move))
    view = as_raw(room.view())
    conversation.see({"type": "view", "cursor": "1", "table": room.table, "view": view})

    conversation.hear("1")
    assert (sent, out.getvalue()) == ([], "You typed 1 before you saw a list: choose from this one.\n")
    for text in ("t", "1"):
        conversation.hear(text)
    assert sent == view["decision"]["moves"][:1]


def test_moves_that_others_have_changed_are_listed_again_after_a_refusal(
    seated: tuple[Conversation, Room, io.StringIO], monkeypatch: pytest.MonkeyPatch
) -> None:
    conversation, room, out = seated
    view = as_raw(room.view())

    def refuse(move: Any, decision: str) -> None:
        raise Refusal(httpx.Response(409, json={"detail": "It is too late.", "code": "too_late"}))

    def seen(kind: str) -> LineReceived:
        changed = view | {"decision": view["decision"] | {"moves": [{"type": kind}]}}
        return LineReceived({"type": "view", "cursor": "1", "table": room.table, "view": changed})

    def typed() -> Iterator[str]:
        inbox.put(seen("take_pile"))
        yield from ("1", "q", "no")

    monkeypatch.setattr(room, "move", refuse)
    inbox = Inbox()
    inbox.put(seen("draw_stock"))
    keyboard = Keyboard(typed(), inbox)
    keyboard.start()
    conversation.run(inbox, keyboard)

    _, _, after = out.getvalue().partition("It is too late. (too_late)\n")
    assert "   1  Take the top card of the pile\n" in after


def test_a_seat_that_the_house_has_taken_over_is_taken_back(
    seated: tuple[Conversation, Room, io.StringIO], monkeypatch: pytest.MonkeyPatch
) -> None:
    conversation, room, out = seated
    view = as_raw(room.view())
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
        view = as_raw(room.view())
        conversation.see({"type": "view", "cursor": "1", "table": table, "view": view})
        for line in lines:
            conversation.hear(line)

    for room in rooms_:
        room.join(UUID(table))
    says(ben, '{"type": "take_pile", "count": 1}', "u")
    says(ada, answer)

    types = [each["event"]["type"] for each in client.get(f"/tables/{table}/events").json()["events"]]
    assert (types[types.index("take_back_answered") + 1 :], out.getvalue()) == (follows, "")


def test_a_player_who_asks_for_a_take_back_may_withdraw_it(service: InProcess) -> None:
    ada, ben = friends_at(service, {"take_back": True})
    conversation, out = conversation_of(ben)

    conversation.hear('{"type": "take_pile", "count": 1}')
    conversation.hear("u")
    shown_again(conversation, ben)
    conversation.hear("n")

    events = service.client(ada.token).get(f"/tables/{ada.table}/events").json()["events"]
    assert (events[-1]["event"]["type"], out.getvalue()) == ("take_back_withdrawn", "")


def test_somebody_who_is_asked_is_told_how_to_answer_and_reads_a_line(
    service: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, ben = friends_at(service, {"take_back": True})
    conversation_of(ben)[0].hear('{"type": "take_pile", "count": 1}')
    ben.ask_take_back()
    conversation, out = conversation_of(ada)
    inbox, answers = Inbox(), list[bool]()

    def answer(_: int, *, consents: bool) -> None:
        answers.append(consents)
        inbox.put(following.LineReceived({"type": "end", "cursor": "1", "why": "aborted"}))

    monkeypatch.setattr(ada, "answer_take_back", answer)
    keyboard = following.Keyboard(["", "n"], inbox)
    keyboard.start()
    inbox.put(following.Back())
    conversation.run(inbox, keyboard)

    assert answers == [False]
    assert out.getvalue().count("Type y to let the move be taken back, or n to let it stand.\n") == 1


def test_a_table_with_take_backs_is_opened(run: Run, service: InProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "connected", lambda _, token: service.client(token))

    given = ["--option", "players=2", "--option", "dealer=1"]
    tables = [run("play", "honors_2", *given, *more, stdin=b"q\nno\n").stdout for more in ([], ["--take-backs"])]

    found = [re.search(r"table (\S+)\. Type", shown) for shown in tables]
    headers = [service.client().get(f"/tables/{each[1]}").json() for each in found if each]
    assert [(each["rated"], "take_back" in each) for each in headers] == [(True, False), (False, True)]


def test_a_table_that_is_no_longer_shown_ends_with_the_reason(seated: tuple[Conversation, Room, io.StringIO]) -> None:
    with pytest.raises(click.ClickException, match="not readable"):
        seated[0].see({"type": "end", "cursor": "1", "table": None, "why": "not_readable"})
