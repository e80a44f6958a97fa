"""A game that is stepped through on a terminal: what is drawn, where the keys lead, and how much is folded for it."""

import asyncio
import os
import pty
import re
import subprocess
from collections.abc import Iterator
from functools import cache
from itertools import cycle
from pathlib import Path
from typing import Any

import click
import httpx
import msgspec
import pytest
from textual.pilot import Pilot
from textual.widgets import Static

from domain.table import AbortByOperator, Entry, Snapshot, evolve
from projections.feed import seen_by, with_moves
from projections.items import UNSEEN
from projections.replay import Replay as Projected
from projections.seat_view import Perspective, seat_view
from service.cli import INTERRUPTED
from service.cli.playback import drawing, games, stepping
from service.cli.playback.game import Game
from service.cli.playback.games import PAGE, AsSeen, BrokenOff, Recorded, is_new, says
from service.cli.playback.screen import Replay
from service.cli.playback.stepping import of_service, step_through
from service.http.wire.tables import Feed
from tests.recording import GAME, PLAYERS, Recording, going_on, meeting, played
from tests.serving import PARLOUR

NAMES = dict(zip(PLAYERS, ("Ada", "Ben", "Cleo", "Dan", "Edda", "Finn"), strict=False))
FORK = "fork at {version}"
LOOKS = 60
"""Maximum number of tables of a game that are drawn at one width."""

SIZES = [(80, 24), (120, 40), (60, 20), (30, 10)]
ONE_WIDER = [(87, 24), (88, 24)]
"""Of these, the second has room for a wider table, and for the same sentences."""

SHOWN = ["literature", "honors_2", "medieval_mastery", "friendlier_than_thou", "pursuit_of_happiness", "honors_3"]


@cache
def long_game() -> Recording:
    """Return a game of several pages."""
    return played("honors_2", 3)


@cache
def recorded(game: str) -> Recorded:
    return Recorded((long_game() if game == "honors_2" else played(game, 3)).record(), NAMES)


def plain(game: Recorded | AsSeen, version: int, perspective: Perspective, width: int = 44) -> list[str]:
    """Return the table as text."""
    return [line.plain for line in drawing.table(game, version, perspective, width)]


def replayed(recording: Recording, seat: int | None) -> Iterator[str]:
    """Yield the lines of a service that replays a game for somebody."""
    first = recording.snapshots[0]
    replay = Projected(GAME, seat, first, UNSEEN, ends_step=True)
    yield msgspec.json.encode({"type": "view", "cursor": "1", "table": GAME, "view": replay.view}).decode()
    begins = [entry.version == entry.step for entry in recording.entries[2:]] + [True]
    for entry, after, ends_step in zip(recording.entries[1:], recording.snapshots[1:], begins, strict=True):
        step = {"entry": replay.step(entry, after, ends_step=ends_step), "changes": replay.changes()}
        yield msgspec.json.encode({"type": "step", "cursor": str(entry.version), "table": GAME} | step).decode()
    yield msgspec.json.encode({"type": "end", "cursor": "7", "table": GAME, "why": "replayed"}).decode()


def as_seen(recording: Recording, seat: int | None) -> AsSeen:
    first = seen_by(seat, [(recording.entries[0], recording.snapshots[0])])[0]
    return AsSeen(first, replayed(recording, seat), NAMES)


def next_decision(game: Game, version: int, perspective: Perspective) -> int | None:
    """Return the next version with a new decision."""
    return next((each for each in range(version + 1, game.last + 1) if is_new(game, each, perspective)), None)


def decision_before(game: Game, version: int, perspective: Perspective) -> int | None:
    """Return the last version before this one with a new decision."""
    return next((each for each in range(version - 1, 0, -1) if is_new(game, each, perspective)), None)


# What is drawn


def test_a_table_is_drawn_with_all_cards() -> None:
    game = recorded("literature")

    assert plain(game, 27, "all") == [
        " points of team 0 -1 · points of team 1 0",
        "  · moves left without a closed set 199",
        " low clubs, lost by team 0 3♣ 4♣ 5♣ 6♣ 7♣ 8♣",
        " high hearts, void by team 1 9♥ 10♥ J♥ Q♥ K♥",
        "   A♥",
        "  seat 0 Ada · team 0",
        "   hand 6♦ Q♦ 6♥ 3♠ 4♠ 5♠",
        "  seat 1 Ben · team 1",
        "   hand A♣ 7♥ 7♠",
        "  seat 2 Cleo · team 0",
        "   hand J♣ K♣ 7♦ 8♦ J♦ A♦ 5♥ 6♠",
        "  seat 3 Dan · team 1",
        "   hand 3♦ 5♦ 3♥ K♠ A♠",
        "  seat 4 Edda · team 0",
        "   hand 9♣ 10♦ 4♥ 8♥ 8♠ 9♠ J♠ Q♠",
        "▶ seat 5 Finn · team 1",
        "   hand 10♣ Q♣ 4♦ 9♦ K♦ 10♠",
    ]


@pytest.mark.parametrize(
    ("milliseconds", "shown"), [(-5, "0.0 s"), (7_540, "7.5 s"), (120_000, "0:02:00"), (259_199_999, "71:59:59")]
)
def test_how_much_time_is_left_is_told_in_fit_units(milliseconds: int, shown: str) -> None:
    assert drawing.time_left(milliseconds) == shown


@pytest.mark.parametrize("perspective", [None, 1])
def test_a_table_is_drawn_as_it_was_seen(perspective: int | None) -> None:
    hands = [line for line in plain(recorded("literature"), 27, perspective) if line.startswith("   hand")]

    assert [line == "   hand ?" for line in hands] == [seat != perspective for seat in range(6)]


def test_a_trick_and_what_is_won_stand_on_a_line_each() -> None:
    lines = plain(recorded("friendlier_than_thou"), 66, 0)

    assert " trick seat 1 Q♠ seat 2 Q♣ seat 3 5♠" in lines
    assert "   trick 1 10♥ 3♥ J♥ · 6♥" in lines
    assert "   trick 2 ▒▒ 3 · 4♣" in lines


def test_a_seat_is_asked_in_words_and_has_so_much_time() -> None:
    game = recorded("friendlier_than_thou")
    version = next_decision(game, 1, 0)
    assert version is not None
    asked = plain(game, version, 0, 200)[-1]
    timed = recorded("pursuit_of_happiness")
    turn = next_decision(timed, 60, "all")
    assert turn is not None

    assert asked.endswith(".")
    assert any(re.search(r"· (\d+\.\d s|\d+:\d\d:\d\d) left", line) for line in plain(timed, turn, "all"))
    assert not any(re.search(r"\d s left", line) for line in plain(timed, timed.last, "all"))
    assert any("· won" in line for line in plain(timed, timed.last, "all"))


def test_before_the_game_the_seats_are_told() -> None:
    game = recorded("honors_2")

    assert plain(game, 2, "all") == [
        " The game has not begun.",
        "  seat 0 Ada",
        *(f"  seat {n} free" for n in (1, 2, 3)),
    ]


def test_a_table_that_was_aborted_before_its_game_says_so() -> None:
    recording = Recording()
    recording.entries, recording.snapshots = meeting().entries[:3], meeting().snapshots[:3]
    recording.do(AbortByOperator(PLAYERS[0]), recording.now.at)

    assert plain(Recorded(recording.record(), {}), 4, "all")[0] == " The table is aborted."


@pytest.mark.parametrize("game", SHOWN)
@pytest.mark.parametrize("width", [30, 44, 66])
def test_nothing_is_wider_than_there_is_room(game: str, width: int) -> None:
    looked = recorded(game)
    perspectives: Iterator[Perspective] = cycle(("all", None, 1))
    for version, perspective in zip(range(1, looked.last + 1, 1 + looked.last // LOOKS), perspectives, strict=False):
        for line in drawing.table(looked, version, perspective, width):
            assert line.cell_len <= width or len(line.plain.split()) <= 12, line.plain
    for line in drawing.story(looked, looked.last // 2, "all", width, 20, last=looked.last):
        assert line.cell_len <= width


@pytest.mark.parametrize("version", [1, 2, 30, 57])
@pytest.mark.parametrize("height", [1, 5, 40])
def test_the_story_fills_its_room_and_shows_where_one_is(version: int, height: int) -> None:
    lines = [line.plain for line in drawing.story(recorded("honors_3"), version, "all", 40, height, last=57)]

    assert len(lines) <= height
    assert len([line for line in lines if line[5] == "▸"]) == 1
    assert f"{version:>5}▸" in "".join(lines)
    numbers = [int(line[:5]) for line in lines if line[:5].strip()]
    assert numbers == list(range(numbers[0], numbers[-1] + 1))
    assert max(numbers) <= 57


@pytest.mark.parametrize("width", [14, 33, 60])
def test_a_sentence_with_a_name_in_wide_characters_is_no_wider_than_its_room(width: int) -> None:
    game = Recorded(long_game().record(), dict.fromkeys(PLAYERS, "山田太郎と花子さん"))

    for version in range(1, 6):
        lines = drawing.sentence(game.line(version, "all"), width, current=True)
        assert max(line.cell_len for line in lines) <= width


def test_the_clock_tells_hours() -> None:
    assert drawing.clock(((25 * 60 + 2) * 60 + 3) * 1000 + 4) == "25:02:03.004"


# From a record, and from a service


@pytest.mark.parametrize("seat", [None, 2])
def test_what_a_service_replays_is_what_its_record_shows(seat: int | None) -> None:
    record, service = Recorded(long_game().record(), NAMES), as_seen(long_game(), seat)

    assert (service.last, service.perspectives) == (record.last, (seat,))
    assert service.last > 2 * PAGE
    for version in (*range(1, record.last + 1, 13), 1, PAGE, PAGE + 1, 2 * PAGE + 1, record.last):
        assert plain(service, version, seat) == plain(record, version, seat)
        assert service.line(version, seat).text == record.line(version, seat).text
        assert service.line(version, seat).after_ms == record.line(version, seat).after_ms


def test_decisions_of_a_seat_are_found_alike() -> None:
    record, service = Recorded(long_game().record(), NAMES), as_seen(long_game(), 2)
    version: int | None = 1
    for _ in range(20):
        assert version is not None
        after = next_decision(record, version, 2)
        assert next_decision(service, version, 2) == after
        assert after is not None
        view = record.view(after, 2)
        assert view.decision is not None
        assert view.layout is not None
        assert view.layout.seats[2].to_act
        if version > 1:
            assert decision_before(record, after, 2) == version
        version = after
    assert next_decision(record, record.last, 2) is None
    assert decision_before(record, 1, 2) is None


def test_spectators_go_to_decisions_of_any_seat() -> None:
    service = as_seen(meeting(), None)

    first = next_decision(service, 1, None)

    assert first is not None
    assert service.decisions(first, None) == {"0", "1", "2"}
    assert next_decision(recorded("honors_2"), 1, "all") == next_decision(recorded("honors_2"), 1, None)


def test_a_replay_without_its_end_is_broken_off() -> None:
    *lines, _ = replayed(meeting(), None)
    first = seen_by(None, [(meeting().entries[0], meeting().snapshots[0])])[0]

    with pytest.raises(BrokenOff):
        AsSeen(first, lines, {})


def test_a_replay_whose_last_line_is_cut_off_is_broken_off() -> None:
    *lines, last, _ = replayed(meeting(), None)
    first = seen_by(None, [(meeting().entries[0], meeting().snapshots[0])])[0]

    with pytest.raises(BrokenOff):
        AsSeen(first, [*lines, last[:-5]], {})


def test_texts_are_found_in_any_case() -> None:
    game = recorded("literature")
    declared = [each for each in range(1, game.last + 1) if "declares" in game.line(each, "all").text]

    assert declared
    assert [each for each in range(1, game.last + 1) if says(game, each, "all", "DECLARES")] == declared


def test_a_jump_folds_no_more_than_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Recorded(long_game().record(), NAMES)
    folds: list[int] = []

    def noted(before: Snapshot | None, entry: Entry) -> Snapshot:
        folds.append(entry.version)
        return evolve(before, entry)

    monkeypatch.setattr(games, "evolve", noted)
    for version in (game.last, 1, 2 * PAGE + 3, PAGE, 5, game.last - 1):
        folds.clear()
        game.view(version, "all")
        assert len(folds) <= PAGE
    folds.clear()
    for version in range(2 * PAGE + 1, 3 * PAGE):
        game.view(version, "all")
        game.line(version, "all")
    assert folds == [], "a page that was looked at is kept"


# Keys


async def screen(pilot: Pilot[str], *keys: str) -> str:
    """Press keys; return what is told above the table."""
    for key in keys:
        await pilot.press(key)
        await pilot.app.workers.wait_for_complete()
    await pilot.pause()
    head = pilot.app.query_one("#head", Static)
    while not str(head.render()):  # its parts have no size yet
        await pilot.pause()
    shown = asyncio.Event()
    pilot.app.call_after_refresh(shown.set)
    await shown.wait()
    return str(head.render())


async def test_the_keys_lead_through_a_game() -> None:
    app = Replay(recorded("literature"), "all", 20, 45, FORK)
    async with app.run_test(size=(80, 24)) as pilot:
        assert "Literature  20/45" in await screen(pilot)
        assert "21/45" in await screen(pilot, "right")
        assert "23/45" in await screen(pilot, "space", "j")
        assert "22/45" in await screen(pilot, "left")
        assert "20/45" in await screen(pilot, "k", "backspace")
        assert "30/45" in await screen(pilot, "pagedown")
        assert "45/45" in await screen(pilot, "end")
        assert "45/45" in await screen(pilot, "right")
        assert "1/45" in await screen(pilot, "home")
        assert "1/45" in await screen(pilot, "left")
        assert "37/45" in await screen(pilot, "colon", "3", "7", "enter")
        assert "1/45" in await screen(pilot, "pageup", "home")


async def test_a_name_draws_nothing() -> None:
    game = recorded("literature")
    game.names = dict.fromkeys(game.names, "\x1b[2JAda\x9b31m")
    app = Replay(game, "all", 3, 45, FORK)
    async with app.run_test(size=(80, 24)) as pilot:
        await screen(pilot)
        for part in ("#drawn", "#story"):
            shown = str(app.query_one(part, Static).render())
            assert ("�[2JAda�31m" in shown, "\x1b" in shown) == (True, False), part


async def test_one_looks_from_every_seat() -> None:
    app = Replay(recorded("literature"), "all", 27, 45, FORK)
    async with app.run_test(size=(80, 24)) as pilot:
        places = [await screen(pilot, "s") for _ in range(8)]
        assert [place.partition("  0:00:00.280  ")[2].partition("  ")[0] for place in places] == [
            "as a spectator",
            *(f"from seat {seat}" for seat in range(6)),
            "all cards",
        ]
        assert "from seat 5" in await screen(pilot, "S")
        drawn = str(app.query_one("#drawn", Static).render())
        assert drawn.count("hand ?") == 5


async def test_decisions_and_sentences_are_gone_to() -> None:
    game = recorded("literature")
    app = Replay(game, 5, 20, game.last, FORK)
    first = next_decision(game, 20, 5)
    declared = [each for each in range(20, game.last + 1) if "declares" in game.line(each, 5).text]
    async with app.run_test(size=(80, 24)) as pilot:
        await screen(pilot, "d")
        assert app.version == first
        await screen(pilot, "right", "D")
        assert app.version == first
        await screen(pilot, "colon", "2", "0", "enter")
        await screen(pilot, "slash", *"DECLARES", "enter")
        assert app.version == declared[0]
        await screen(pilot, "n", "n")
        assert app.version == declared[2]
        await screen(pilot, "N")
        assert app.version == declared[1]


LEADS_NOWHERE = [
    (["n"], "Search with / first"),
    (["slash", "x", "y", "z", "enter"], "'xyz' is not found"),
    (["colon", "9", "9", "9", "enter"], "The versions are 1 to 45"),
    (["colon", "x", "enter"], "The versions are 1 to 45"),
    (["end", "d"], "No decision after this version"),
    (["home", "D"], "No decision before this version"),
]
"""Keys, and what is told of them."""


async def test_what_leads_nowhere_says_so() -> None:
    app = Replay(recorded("literature"), "all", 20, 45, FORK)
    async with app.run_test(size=(80, 24)) as pilot:
        for keys, notice in LEADS_NOWHERE:
            await screen(pilot, *keys)
            assert notice in str(app.query_one("#notice", Static).render())
            await screen(pilot, "right", "left")
            assert not app.query_one("#notice").display, keys


@pytest.mark.parametrize("size", [(80, 24), (40, 24)], ids=str)
async def test_the_heading_and_the_help_are_shown_in_full(size: tuple[int, int]) -> None:
    game = recorded("friendlier_than_thou")
    app = Replay(game, 0, 30, game.last, FORK)
    async with app.run_test(size=size) as pilot:
        told = await screen(pilot, "question_mark")
        head, helps = app.query_one("#head"), app.query("#help Static").results(Static)
        assert len(told) <= head.size.width * head.size.height
        shown = [(line, part.content_region.x) for part in helps for line in str(part.render()).splitlines()]
        assert "d D  next, previous decision of the seat" in [line for line, _ in shown]
        assert all(len(line) + x <= size[0] for line, x in shown)
        for keys in (["question_mark"], ["question_mark", "n"], ["question_mark", "right"]):
            await screen(pilot, *keys)
            assert not app.query_one("#help").display, keys


async def test_while_the_record_is_closed_there_is_one_place_to_look_from() -> None:
    app = Replay(as_seen(meeting(), 1), 1, 20, len(meeting().entries), None)
    async with app.run_test(size=(80, 24)) as pilot:
        assert "from seat 1" in await screen(pilot, "s")
        assert "The record is not open" in str(app.query_one("#notice", Static).render())
        await screen(pilot, "f")
        assert "can be played on" in str(app.query_one("#notice", Static).render())
        assert app.return_code is None


@pytest.mark.parametrize("keys", [["ctrl+c"], ["slash", "a", "ctrl+c"]], ids=" ".join)
async def test_ctrl_c_leaves_at_once(keys: list[str]) -> None:
    app = Replay(recorded("literature"), "all", 20, 45, FORK)

    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(*keys)

    assert app.return_code == INTERRUPTED


async def test_one_leaves_with_what_it_takes_to_play_on_or_without() -> None:
    for keys, told in ((["f"], "fork at 20"), (["q"], None), (["slash", "escape", "escape"], None)):
        app = Replay(recorded("literature"), "all", 20, 45, FORK)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press(*keys)
        assert app.return_value == told
        assert app.return_code == 0


@pytest.mark.parametrize("game", SHOWN)
async def test_every_size_of_a_terminal_shows_both(game: str) -> None:
    app = Replay(recorded(game), "all", 30, recorded(game).last, FORK)
    async with app.run_test(size=SIZES[0]) as pilot:
        for size in SIZES:
            await pilot.resize_terminal(*size)
            await screen(pilot)
            for name in ("#table", "#story"):
                region = app.query_one(name).region
                assert region.width >= 25, size
                assert region.height >= 2, size
                assert region.right <= size[0], size
            assert "30▸" in str(app.query_one("#story", Static).render()), size
        await pilot.resize_terminal(90, 30)
        await pilot.press("down", "down", "up")
        assert "30▸" in str(app.query_one("#story", Static).render())


async def test_what_is_shown_fills_the_room_that_there_is() -> None:
    app = Replay(recorded("honors_2"), "all", 100, recorded("honors_2").last, FORK)
    async with app.run_test(size=(80, 24)) as pilot:
        story = app.query_one("#story", Static)
        table, drawn = app.query_one("#table"), app.query_one("#drawn", Static)
        for size in (*SIZES, (90, 30), *ONE_WIDER):
            await pilot.resize_terminal(*size)
            await screen(pilot)
            assert len(str(story.render()).splitlines()) == story.content_size.height, size
            lines = drawing.table(app.game, 100, "all", table.scrollable_content_region.width)
            assert str(drawn.render()) == "\n".join(str(line) for line in lines), size
        await screen(pilot, "question_mark", "question_mark")
        assert len(str(story.render()).splitlines()) == story.content_size.height


# The command


@pytest.mark.parametrize(
    ("key", "code"), [(b"q", 0), (b"\x03", INTERRUPTED), (None, 143)], ids=["q", "Ctrl-C", "SIGTERM"]
)
def test_a_terminal_shows_the_screen_until_its_reader_leaves(good: Path, key: bytes | None, code: int) -> None:
    ours, terminal = pty.openpty()
    environment = os.environ | {"TERM": "xterm", "COLUMNS": "80", "LINES": "24"}
    with subprocess.Popen(
        [*PARLOUR, "replay", str(good), "--from", "30"],
        stdin=terminal,
        stdout=terminal,
        stderr=terminal,
        env=environment,
    ) as process:
        os.close(terminal)
        shown = b""
        while b"seat 1" not in shown:
            shown += os.read(ours, 65536)
        if key is None:
            process.terminate()
        else:
            os.write(ours, key)
        while process.poll() is None:
            try:
                shown += os.read(ours, 65536)
            except OSError:  # nobody writes there any more
                break
    os.close(ours)

    assert process.returncode == code
    assert b"Friendlier Than Thou" in shown
    assert b"Traceback" not in shown


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[Replay]:
    """The screens that were opened; nobody looks at them, and each is left with the way to a fork."""
    opened: list[Replay] = []

    def run(app: Replay) -> str | None:
        opened.append(app)
        app.exit()
        return None if app.fork_at is None else app.fork_at.format(version=app.version)

    monkeypatch.setattr(Replay, "run", run)
    return opened


def test_a_file_is_stepped_through_from_a_version_to_another(good: Path, shown: list[Replay]) -> None:
    step_through(str(good), None, 5, 40, url="", token=None)
    step_through(str(good), 2, 1, 10**6, url="", token=None)

    first, second = shown
    assert (first.version, first.last_version, first.perspective) == (5, 40, "all")
    assert (second.version, second.last_version, second.perspective) == (1, len(meeting().entries), 2)


@pytest.mark.parametrize(("seat", "first", "why"), [(3, 1, "seats are 0 to 2"), (None, 900, "after the end")])
def test_what_the_game_does_not_have_is_a_mistake_of_usage(
    good: Path, shown: list[Replay], seat: int | None, first: int, why: str
) -> None:
    with pytest.raises(click.UsageError, match=why):
        step_through(str(good), seat, first, 1000, url="", token=None)
    assert not shown


def service(recording: Recording, seat: int | None, *, cut: int = 0) -> httpx.Client:
    """Return a client of a service with this table, the end of whose replay may be cut off."""

    def answer(request: httpx.Request) -> httpx.Response:
        path = request.url.path.removeprefix("/v1/")
        if path.startswith("players/"):
            return encoded({"id": path.removeprefix("players/"), "name": "Ada"})
        if path.endswith("/view"):
            return encoded(seat_view(GAME, recording.now, seat, None))
        if path.endswith("/record"):
            return encoded(recording.record())
        if path.endswith("/events"):
            first = seen_by(seat, [(recording.entries[0], recording.snapshots[0])])[0]
            return encoded(Feed(1, "1", (with_moves(first, ()),)))
        lines = list(replayed(recording, seat))
        if cut < 0:
            return encoded({"code": "unavailable", "detail": "Not now."}, 503)
        return httpx.Response(200, text="\n".join(lines[: len(lines) - cut]))

    return httpx.Client(base_url="http://parlour.test/v1", transport=httpx.MockTransport(answer))


def encoded(value: Any, status: int = 200) -> httpx.Response:
    return httpx.Response(status, content=msgspec.json.encode(value))


def test_a_service_is_asked_for_the_record_or_for_a_replay(
    shown: list[Replay], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(stepping, "connected", lambda *_: service(meeting(), None))
    step_through(str(GAME), None, 12, 1000, url="http://parlour.test", token=None)
    told = capsys.readouterr().out
    monkeypatch.setattr(stepping, "connected", lambda *_: service(going_on(), 1))
    step_through(str(GAME), 1, 1, 1000, url="http://parlour.test", token=None)

    over, playing = shown
    assert (over.perspective, over.game.last) == ("all", len(meeting().entries))
    assert f"curl -X POST http://parlour.test/v1/tables/{GAME}/fork" in told
    assert """-d '{"version": 12, "seats": ["me","random","random"]}'""" in told
    assert (playing.perspective, playing.game.last) == (1, 30)
    assert capsys.readouterr().out == ""


def test_another_seat_is_not_shown_while_the_game_goes_on() -> None:
    with service(going_on(), 1) as client, pytest.raises(click.ClickException, match="not open"):
        of_service(client, GAME, 2)


def test_a_service_that_breaks_off_or_refuses_is_named() -> None:
    with service(going_on(), 1, cut=1) as client, pytest.raises(click.ClickException, match="broken off"):
        of_service(client, GAME, 1)
    with service(going_on(), 1, cut=-1) as client, pytest.raises(click.ClickException, match="Not now"):
        of_service(client, GAME, 1)
