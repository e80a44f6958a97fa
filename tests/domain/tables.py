"""Tables at which nothing, or little, has happened yet, and what they refuse."""

from typing import Any
from uuid import UUID

import msgspec
import pytest

from domain import table
from domain.game import Refused
from domain.table import HOUSE_PLAYERS, Command, Snapshot, TableSettings
from tests.recording import AT, PLAYERS, fold, opening

ADA, BEN, CLEO = PLAYERS[:3]
STRANGER, GUEST = UUID(int=404), UUID(int=405)
RANDOM = HOUSE_PLAYERS["random"]
REMATCH = UUID(int=7)
LIMIT = 10_000
OF_TOURNAMENT: dict[str, Any] = {"tournament": table.TournamentPlace(UUID(int=11), 2, 3)}
"""What is given for a table of a tournament; Ada opens it in its place."""


def refused(code: str, snapshot: Snapshot | None, command: Command, at: int) -> Refused:
    """Return the refusal of a command, which has the code, and changes nothing."""
    before = msgspec.json.encode(snapshot)
    with pytest.raises(Refused) as refusal:
        table.decide(snapshot, command, at)
    assert refusal.value.code == code
    assert msgspec.json.encode(snapshot) == before
    return refusal.value


def after(snapshot: Snapshot, events: tuple[Any, ...], mover: int | None = None) -> Snapshot:
    """Return the table after a step."""
    for number, event in enumerate(events):
        snapshot = table.after_event(snapshot, event, mover if number == 0 else None)
    return snapshot


def opened(game: str = "honors_4", players: int = 3, **given: Any) -> Snapshot:
    """Return an open table; `options` and `settings` are given as JSON gives them."""
    settings, options = TableSettings(**given.pop("settings", {})), {"players": players, **given.pop("options", {})}
    command = opening(game, options=options, settings=settings, **given)
    return fold(table.decide(None, command, AT))


def seated(game: str = "honors_4", players: int = 3, **given: Any) -> Snapshot:
    """Return a table with all seats taken."""
    snapshot = opened(game, players, **given)
    for player in PLAYERS[:players]:
        snapshot = after(snapshot, table.decide(snapshot, table.TakeSeat(player), AT))
    return snapshot


def playing(game: str = "honors_4", players: int = 3, **given: Any) -> Snapshot:
    """Return a table right after the start; in No. IV seat 1 has to draw."""
    snapshot = seated(game, players, **given)
    return after(snapshot, table.decide(snapshot, table.StartGame(ADA), AT))


def moved(snapshot: Snapshot, at: int) -> Snapshot:
    """Return the table after the first legal move of the first seat that is to act."""
    return moved_by(snapshot, snapshot.rules.to_act(snapshot.state)[0], at)


def moved_by(snapshot: Snapshot, seat: int, at: int) -> Snapshot:
    """Return the table after the first legal move of a seat."""
    rules = snapshot.rules
    decision = rules.choices(snapshot.state, seat)
    assert decision is not None
    return after(snapshot, rules.decide(snapshot.state, seat, decision.moves[0], at, snapshot.chance()), seat)


def finished(limit: int | None = None) -> Snapshot:
    """Return a table whose game has been played to its end, with a turn limit in ms or without one."""
    snapshot = playing("literature", 6, settings={"turn_limit_ms": limit})
    while snapshot.table.finished_at is None:
        snapshot = moved(snapshot, snapshot.at)
    return snapshot
