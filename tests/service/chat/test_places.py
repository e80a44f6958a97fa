"""Who reads and says what where, by how the table stands."""

from typing import Any
from uuid import UUID

import pytest

from domain.table import Snapshot, Watcher
from service.chat.places import TALK_MS, ChatRefused, Visit, must_not_tell, must_read, must_write
from service.live.viewers import Viewer
from tests.domain.every_game import every_id
from tests.service.chat.tables import ADA, SEER, snapshot

END = 1_000_000


def visit(seat: int | None = 0, **how: Any) -> Visit:
    """Return how somebody sees a table."""
    table: Snapshot = snapshot(**how)
    return Visit(table, Viewer(seat), table.version, table.version)


def why(visit: Visit, channel: Any, *, at: int = END, player: UUID = ADA, is_text: bool = True) -> str:
    """Return why somebody says nothing there; nothing, if they may."""
    try:
        must_write(visit, channel, at, player=player, is_text=is_text)
    except ChatRefused as refused:
        return refused.why
    return ""


@every_id()
def test_no_seat_hears_spectators_while_it_plays(game: str) -> None:
    with pytest.raises(ChatRefused, match="chat_closed"):
        must_read(visit(game=game), "spectators")
    must_read(visit(game=game, ended_at=END), "spectators")
    must_read(visit(game=game, begun=False), "spectators")


@every_id()
def test_the_seats_are_silent_in_two_games(game: str) -> None:
    silent = game in {"literature", "friendlier_than_thou"}

    assert why(visit(game=game), "seats") == ("chat_silent" if silent else "")
    assert why(visit(game=game), "seats", is_text=False) == ("chat_silent" if silent else "")
    assert why(visit(None, game=game), "spectators") == ""
    assert why(visit(game=game, begun=False), "seats") == ""
    assert why(visit(game=game, ended_at=END), "seats") == ""


def test_a_day_after_the_end_nobody_says_anything() -> None:
    over = visit(ended_at=END)

    assert why(over, "seats", at=END + TALK_MS - 1) == ""
    assert why(over, "seats", at=END + TALK_MS) == "chat_closed"
    with pytest.raises(ChatRefused) as refused:
        must_write(over, "seats", END + TALK_MS, player=ADA, is_text=False)
    assert refused.value.detail == "Nobody writes in the chat of a table that ended a day ago."
    must_read(over, "seats")


@pytest.mark.parametrize("seats", [(0,), ()])
def test_a_player_who_sees_hidden_cards_or_once_could_says_nothing_before_the_end(seats: tuple[int, ...]) -> None:
    watchers = (Watcher(SEER, seats),)

    assert why(visit(None, watchers=watchers), "spectators", player=SEER) == "chat_closed"
    assert why(visit(None, watchers=watchers), "spectators") == ""
    assert why(visit(None, watchers=watchers, ended_at=END), "spectators", player=SEER) == ""
    with pytest.raises(ChatRefused, match="chat_closed") as refused:
        must_not_tell(visit(None, watchers=watchers), "seats", SEER)
    assert refused.value.detail == "Spectators who see hidden cards, or once could, write when the game is over."


def test_what_is_said_belongs_to_what_its_speakers_know() -> None:
    table = snapshot()
    late = Visit(table, Viewer(None, 3), 2, 2)
    seat = Visit(table, Viewer(0), table.version, 2)

    assert (late.version_of("spectators"), seat.version_of("seats")) == (2, table.version)
    assert (late.up_to("seats"), late.up_to("spectators")) == (2, 2)
    assert (seat.up_to("seats"), seat.up_to("spectators")) == (None, table.version)
