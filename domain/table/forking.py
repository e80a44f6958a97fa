"""Forks: a table whose game goes on from a version of another one, with other players, and with the old cards.

Everybody may know these cards, since the record of the other game is open. So a fork is never rated.
"""

from collections.abc import Sequence
from uuid import UUID

from msgspec import UNSET

from domain import codes
from domain.fairness import commitment
from domain.game import Happened
from domain.refusals import refusal
from domain.table.commands import ForkTable, Sitter
from domain.table.events import ForkedState, Origin, TableOpened, TableSettings
from domain.table.seating import all_seated
from domain.table.sitters import seats_taken
from domain.table.snapshot import Snapshot, state_as_json

NOT_STARTED = refusal(codes.NOT_STARTED, "At version {version:number} the game had not begun yet.")
GAME_OVER = refusal(codes.GAME_OVER, "At version {version:number} the game was over.")


def fork(
    table_id: UUID, snapshot: Snapshot, last_link: bytes, player: UUID, sitters: Sequence[Sitter | None]
) -> ForkTable:
    """Return the command with which a player opens a fork of a table at a snapshot, whose chain ends with `last_link`.

    The fork has the settings of the table. Raises `Refused` with `not_started` or `game_over`.
    """
    table = snapshot.table
    if snapshot.state is None:
        raise NOT_STARTED(version=snapshot.version)
    if not snapshot.going_on:
        raise GAME_OVER(version=snapshot.version)
    return ForkTable(
        player=player,
        game=table.game,
        rules_version=table.rules_version,
        options=table.options,
        settings=table.settings,
        visibility=table.visibility,
        secret=table.secret.hex(),
        decks=table.decks,
        decks_alike=table.decks_alike,
        fork_of=Origin(table_id, snapshot.version, last_link.hex()),
        given=ForkedState(snapshot.at, state_as_json(snapshot.state), snapshot.stocks_formed, table.entropy),
        sitters=tuple(sitters),
    )


def fork_table(command: ForkTable, at: int) -> Happened:
    """Open a fork, and seat those whom the command names; the game goes on if all seats are taken. Raises `Refused`."""
    taken = seats_taken(command.sitters, command.player, int(command.options["players"]), at)
    return all_seated(forked(command, at), taken)


def forked(command: ForkTable, at: int) -> TableOpened:
    """Return the event that opens a fork. Its game goes on as soon as the last seat is taken."""
    return TableOpened(
        game=command.game,
        rules_version=command.rules_version,
        options=command.options,
        visibility=command.visibility,
        auto_start=True,
        creator=command.player,
        commitment=commitment(bytes.fromhex(command.secret)),
        decks_given=len(command.decks),
        secret=command.secret,
        decks=command.decks,
        settings=UNSET if command.settings == TableSettings() else command.settings,
        by_invitation=command.visibility == "private" or UNSET,
        decks_alike=command.decks_alike or UNSET,
        fork_of=command.fork_of,
        rated=False,
        given=command.given,
        at=at,
    )
