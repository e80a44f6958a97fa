"""Rows of games that nobody has played: only what statistics and ratings look at is told."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from msgspec.structs import replace

from domain.table import HOUSE_PLAYERS, as_bot, as_house_player
from projections.history import Audience, DecisionRow, GameRow, Rows, SeatRow
from projections.history.rows import Dealing, Outcome
from projections.kinds import kind_of

HOUSE = HOUSE_PLAYERS["random"]
ENTRANT = as_house_player(UUID("00000000-0000-4000-8000-00000000e000"))
"""A house player that has entered a tournament, under an id of its own."""

ADA, BEN, CY, DEE, EVE, FAY = (UUID(int=0xA000 + number) for number in range(6))
BOT = as_bot(UUID("00000000-0000-4000-8000-00000000b000"))
AT = 1_767_225_600_000
LAPSE = -1
"""The time of a decision that lapsed."""


def game(
    players: Sequence[UUID | None],
    outcomes: str,
    *,
    teams: Sequence[int] | None = None,
    points: Sequence[int] | None = None,
    decisions: Sequence[tuple[int, int]] = (),
    dealings: Sequence[Dealing] = (),
    for_all: bool = True,
    **given: Any,
) -> Rows:
    """Return the rows of a game: who sat there, with which places.

    `outcomes` has a character for each seat: its place, or `=` for the first place that is shared, `-` for none.
    `decisions` are seats, and how many ms they took; `given` are fields of the row of the game.
    """
    row = game_row(len(players), **given)
    seats = tuple(
        replace(
            seat_row(row, seat, player, outcomes[seat]),
            team=None if teams is None else teams[seat],
            points=None if points is None else points[seat],
        )
        for seat, player in enumerate(players)
    )
    made = tuple(decision_row(row, number, players[seat], seat, ms) for number, (seat, ms) in enumerate(decisions))
    return Rows(row, seats, made, Audience(for_all, ()), tuple(dealings))


def aborted(players: Sequence[UUID | None], **given: Any) -> Rows:
    """Return the rows of a game that ended without a result."""
    return game(players, "-" * len(players), status="aborted", rated=False, **given)


def table_of(number: int) -> UUID:
    """Return the table of a game."""
    return UUID(int=0x7AB1E000 + number)


def game_row(seats: int, **given: Any) -> GameRow:
    """Return the row of a game: finished, if nothing else is given."""
    number = given.get("number", 1)
    values: dict[str, Any] = {
        "number": number,
        "table_id": table_of(number),
        "game": "literature",
        "rules_version": "1",
        "status": "finished",
        "reason": "played_out",
        "options": "{}",
        "seats": seats,
        "people": seats,
        "house": 0,
        "visibility": "public",
        "created_at": AT,
        "started_at": AT,
        "finished_at": AT + number,
        "opened_at": AT + number,
        "duration_ms": 1000,
        "events": 9,
        "moves": 0,
        "deals": 1,
        "deal_kind": "drawn",
        "fork_of": None,
        "tournament_id": None,
        "round": None,
        "rated": True,
        "winners": "[]",
        "score": None,
        "band": None,
        "hash": "",
        "bots": 0,
    }
    return GameRow(**values | given)


OUTCOMES: dict[str, Outcome] = {"-": "none", "=": "drawn", "1": "won"}


def seat_row(row: GameRow, seat: int, player: UUID | None, outcome: str) -> SeatRow:
    """Return the row of a seat."""
    return SeatRow(
        number=row.number,
        table_id=row.table_id,
        game=row.game,
        seat=seat,
        player=player,
        kind="nobody" if player is None else kind_of(player),
        team=None,
        place=None if outcome == "-" else int(outcome.replace("=", "1")),
        outcome=OUTCOMES.get(outcome, "lost"),
        points=None,
        moves=0,
        lapses=0,
        decisions=0,
        decision_ms=0,
        first=seat == 0,
    )


def decision_row(row: GameRow, number: int, player: UUID | None, seat: int, took_ms: int) -> DecisionRow:
    """Return the row of a decision."""
    return DecisionRow(
        number=row.number,
        table_id=row.table_id,
        game=row.game,
        version=number + 1,
        made_version=number + 2,
        seat=seat,
        player=player,
        kind="person" if player is None else kind_of(player),
        phase="play",
        deal=1,
        grade="enumerated",
        offered=2,
        offered_types="{}",
        move_type="ask",
        move="{}",
        asked_at=AT,
        took_ms=60_000 if took_ms == LAPSE else took_ms,
        lapsed=took_ms == LAPSE,
    )
