"""Players without rules: they finish every game, race where they may, hold their breath, and notice what is wrong."""

import json
import random
import time
from collections.abc import AsyncIterator, Callable
from typing import Any

import httpx
import msgspec
import pytest

from domain import GAMES
from service.cli import random_players
from service.cli.persistence import PersistentClient
from service.cli.random_players import Acknowledged, Group, NoSuchTable, Player, ServiceError, State, Table, View
from service.cli.tally import Tally
from tests.recording import GAME, PLAYERS
from tests.service.http.surface import IN_MEMORY, InProcess, in_memory, served


def unheard(move: Acknowledged) -> None:
    """Hear of a move, and do nothing."""


class Eager(random.Random):
    """Dice of a player who always does what is not likely."""

    def random(self) -> float:
        return 0.0


class Calm(random.Random):
    """Dice of a player who never does what is not likely."""

    def random(self) -> float:
        return 0.999


# Whole games, at the real service in process


@pytest.fixture
async def http() -> AsyncIterator[httpx.AsyncClient]:
    async with served(IN_MEMORY, in_memory()) as app, InProcess(app) as client:
        client.base_url = client.base_url.join("/v1")
        yield client


async def test_players_play_game_after_game(http: httpx.AsyncClient) -> None:
    tally = Tally()
    group = Group(PersistentClient(http, tally), tally, unheard)

    for number in range(2):
        await group.play("friendlier_than_thou", {"players": 2, "leading": "programmed"}, random.Random(number))

    assert tally.finished == 2
    assert len(group.players) == 2


async def test_everybody_can_see_that_the_players_are_programs(http: httpx.AsyncClient) -> None:
    player = await Group(PersistentClient(http, Tally()), Tally(), unheard).player(0)

    assert (await http.get(f"/players/{player.id}")).json()["bot"] is True


async def test_a_table_with_wrong_options_cannot_be_opened(http: httpx.AsyncClient) -> None:
    tally = Tally()

    with pytest.raises(NoSuchTable, match="players"):
        await Group(PersistentClient(http, tally), tally, unheard).play("literature", {"players": 5}, Calm())


# Those who act


def a_view(*to_act: int, seat: int = 0, turn: int | None = None, due_in: int | None = None, **fields: Any) -> View:
    """Return the view of a seat; `due_in` is the time in ms until the next clock step."""
    deadline = None if due_in is None else time.time_ns() // 1_000_000 + due_in
    header = {"id": str(GAME), "version": 9, "status": "playing", "seats": [str(player) for player in PLAYERS[:4]]}
    view = {
        "table": header | fields.pop("table", {}),
        "seat": seat,
        "state": {"turn": turn, "to_act": to_act, "deadline": deadline},
        "decision": {"moves": [{"type": "ask"}]},
    }
    return msgspec.json.decode(msgspec.json.encode(view | fields), type=View)


def table(dice: random.Random, answer: Callable[[httpx.Request], httpx.Response] | None = None) -> Table:
    """Return a table of four whose service gives these answers."""
    tally = Tally()
    transport = httpx.MockTransport(answer or Room(a_view(0)))
    http = httpx.AsyncClient(base_url="http://parlour.test/v1", transport=transport)
    group = Group(PersistentClient(http, tally), tally, unheard)
    group.players = [Player(player, f"token {number}") for number, player in enumerate(PLAYERS[:4])]
    return Table(group, f"/tables/{GAME}", 4, dice)


def test_the_player_who_has_the_turn_acts_alone() -> None:
    assert table(Eager()).acting(a_view(2, turn=2)) == [2]


def test_the_one_who_looks_acts_first() -> None:
    assert table(Calm()).acting(a_view(0, 1, 2, 3, seat=3)) == [3]


def test_others_may_race() -> None:
    assert sorted(table(Eager()).acting(a_view(0, 1, 2, 3, seat=3))) == [0, 1, 2, 3]


def test_somebody_acts_if_the_one_who_looks_may_not() -> None:
    assert table(Calm()).acting(a_view(1, 2, seat=3))[0] in {1, 2}


def test_nobody_acts_who_may_not() -> None:
    assert table(Eager()).acting(a_view()) == []


def test_while_a_window_is_about_to_close_most_hold_their_breath() -> None:
    assert table(Calm()).acting(a_view(1, 2, due_in=1_000)) == []
    assert table(Eager()).acting(a_view(1, 2, due_in=1_000)) != []


def test_nobody_holds_their_breath_for_long_or_in_their_turn() -> None:
    assert table(Calm()).acting(a_view(1, 2, due_in=60_000)) != []
    assert table(Calm()).acting(a_view(1, 2)) != []
    assert table(Calm()).acting(a_view(1, turn=1, due_in=1_000)) != []


def test_the_left_neighbour_looks_next_or_anybody() -> None:
    assert table(Calm()).next_viewer(a_view(3, turn=3), 3) == 0
    assert table(Calm()).next_viewer(a_view(1, 3), 3) in range(4)


# What is wrong


class Room:
    """A service with one table: `views` are what is seen, one after the other, the last one for ever."""

    def __init__(self, *views: View, move: httpx.Response | None = None) -> None:
        self.views = list(views)
        self.move = move or httpx.Response(200, json={"version": 10, "events": []})
        self.moves: list[Any] = []
        self.polls = 0

    def __call__(self, request: httpx.Request) -> httpx.Response:
        if request.url.path.endswith("/moves"):
            self.moves.append(json.loads(request.content))
            return self.move
        if request.url.path.endswith("/events"):
            self.polls += 1
            return httpx.Response(200, json={"version": int(request.url.params["after"]), "events": []})
        view = self.views.pop(0) if len(self.views) > 1 else self.views[0]
        seat = int(request.headers["Authorization"].split()[-1])
        return httpx.Response(200, content=msgspec.json.encode(msgspec.structs.replace(view, seat=seat)))


def refusal(status: int, code: str) -> httpx.Response:
    return httpx.Response(status, json={"code": code, "detail": "No."})


FINISHED: dict[str, Any] = {"table": {"status": "finished", "version": 12}}


async def test_a_refusal_after_a_change_is_counted_and_the_game_goes_on() -> None:
    room = Room(a_view(0), a_view(0, table={"version": 10}), a_view(**FINISHED), move=refusal(409, "already_spoken"))
    playing = table(Calm(), room)

    await playing.play()

    assert playing.group.tally.refusals == {"already_spoken": 1}
    assert playing.group.tally.move_ms == []
    assert room.moves == [{"move": {"type": "ask"}}]


async def test_a_refusal_of_what_was_just_offered_is_wrong() -> None:
    playing = table(Calm(), Room(a_view(0), move=refusal(409, "not_your_turn")))

    with pytest.raises(ServiceError, match=r'409 not_your_turn: No\. to \{"type":"ask"\} of seat 0, offered at 9'):
        await playing.play()
    assert playing.group.tally.refusals == {"not_your_turn": 1}


@pytest.mark.parametrize("answer", [refusal(400, "malformed_move"), refusal(403, "forbidden"), httpx.Response(500)])
async def test_any_other_refusal_is_wrong(answer: httpx.Response) -> None:
    with pytest.raises(ServiceError, match=f"{answer.status_code} .* of seat 0 at version 9"):
        await table(Calm(), Room(a_view(0), move=answer)).play()


@pytest.mark.parametrize("decision", [None, {"moves": []}])
async def test_a_seat_that_is_to_act_and_has_no_move_is_wrong(decision: Any) -> None:
    with pytest.raises(ServiceError, match="seat 0 is to act at version 9, and has no move"):
        await table(Calm(), Room(a_view(0, decision=decision))).play()


async def test_somebody_who_was_slower_finds_that_they_may_not_act_any_more() -> None:
    room = Room(a_view(2), a_view(decision=None), a_view(**FINISHED))

    await table(Calm(), room).play()

    assert room.moves == []


async def test_a_table_where_nobody_is_to_act_is_wrong() -> None:
    with pytest.raises(ServiceError, match="nobody is to act at version 9"):
        await table(Calm(), Room(a_view())).play()


async def test_a_table_that_somebody_aborts_is_wrong() -> None:
    with pytest.raises(ServiceError, match="somebody has aborted"):
        await table(Calm(), Room(a_view(0, table={"status": "aborted"}))).play()


async def test_a_clock_step_that_does_not_come_is_wrong() -> None:
    room = Room(a_view(due_in=-1))

    with pytest.raises(ServiceError, match="does not come"):
        await table(Calm(), room).play()
    assert room.polls == random_players.LATE_LOOKS + 1


async def test_a_view_that_makes_no_sense_is_wrong() -> None:
    with pytest.raises(ServiceError, match=f"GET /v1/tables/{GAME}/view: .*`id`"):
        await table(Calm(), lambda _: httpx.Response(200, json={"table": {}})).play()


def test_what_a_player_reads_is_in_the_view_of_every_game() -> None:
    for game in GAMES.values():
        assert set(State.__struct_fields__) <= set(game.View.__struct_fields__)
