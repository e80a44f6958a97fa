"""Who looks at a table, from where, and how late."""

import hashlib
from typing import Literal
from uuid import UUID

from msgspec import Struct

from domain.table import DecisionLapsed, Entry, SeatLeft, Snapshot, Table
from service.accounts.port import Account
from service.live.history import History
from service.store import LogCorrupt


class UnknownVersion(Exception):
    """The viewer has not seen this version; `current` is the one that they see."""

    def __init__(self, current: int) -> None:
        super().__init__(f"the versions of the table are 1 to {current}")
        self.current = current


class NotForYou(Exception):
    """A table that somebody may not watch, and why.

    `private`: it is for those who sit there or are invited. `no_spectators`: it is for nobody, once its game has begun.
    `same_deck`: they play its deck at another table.
    """

    def __init__(self, why: Literal["private", "no_spectators", "same_deck"]) -> None:
        super().__init__(why)
        self.why = why


class Viewer(Struct, frozen=True):
    """From where somebody looks at a table: a seat (None: a spectator), and how many moves late."""

    seat: int | None
    delay: int = 0


def may_know_of(table: Table, account: Account) -> bool:
    """Return whether an account may know anything of a table, even if only that there is one."""
    return account.role != "player" or is_open_to(table, account.player)


def is_open_to(table: Table, player: UUID) -> bool:
    """Return whether a player may know of a table without any other role."""
    return table.visibility == "public" or belongs(table, player) or is_watched(table)


def is_watched(table: Table) -> bool:
    """Return whether everybody may watch a table that the lobby does not list: one of a tournament, once it plays.

    Where other tables have its cards, nobody may before all of them are over.
    """
    return (
        table.tournament is not None
        and table.started_at is not None
        and table.settings.spectators
        and not table.shares_deal
    )


def hash_of_link(token: str) -> str:
    """Return what the log has of the token of an invitation link."""
    return hashlib.sha256(token.encode()).hexdigest()


def has_link(table: Table, token: str | None) -> bool:
    """Return whether a token is that of the invitation link, which is good until the game begins."""
    return token is not None and table.status == "open" and hash_of_link(token) == table.link


def belongs(table: Table, player: UUID) -> bool:
    """Return whether a player has something to do with a table.

    They have opened it, sit there, are expected there, or may see hidden cards.
    """
    if player == table.creator or player in table.guests or table.seat_of(player) is not None:
        return True
    return bool(table.watched_by(player))


def viewer_of(snapshot: Snapshot, account: Account) -> Viewer:
    """Return from where an account sees what it may see of the table, the header included. Raises `NotForYou`.

    An operator or an analyst sees what a player in their place could, until their look is recorded.
    """
    table = snapshot.table
    seat = table.seat_of(account.player)
    if seat is not None or account.oversees:
        return Viewer(seat)
    if not is_open_to(table, account.player):
        raise NotForYou("private")
    if table.started_at is not None and not table.settings.spectators and not belongs(table, account.player):
        raise NotForYou("no_spectators")
    return Viewer(None, table.settings.spectator_delay)


async def shown_version(history: History, table_id: UUID, snapshot: Snapshot, viewer: Viewer) -> int:
    """Return the version that the viewer sees: the current one, or that before the last moves if they see them late.

    What is done for a seat whose time is over is a move, too. It never goes back: until as many moves are made as they
    are late, it is the version before the step of the first of them. Raises `LogCorrupt`.
    """
    late = min(viewer.delay, snapshot.moves)
    if not late or snapshot.table.finished_at is not None:
        return snapshot.version
    async for entries in history.back(table_id, snapshot.version):
        for entry in entries:
            late -= entry.mover is not None or isinstance(entry.event, DecisionLapsed)
            if not late:
                return entry.step - 1
    raise LogCorrupt(f"table {table_id} has fewer moves than it had")


async def left_at(history: History, table_id: UUID, snapshot: Snapshot, player: UUID) -> int:
    """Return the version at which a player last stood up from a table, before its game; 0: they never sat there."""

    def see(entry: Entry, then: Snapshot, _: bytes) -> int | None:
        if isinstance(entry.event, SeatLeft) and entry.event.player == player:
            return entry.version
        return 0 if then.table.started_at is not None else None  # nobody stands up after the start

    last = 0
    async for found in history.walk(table_id, 0, snapshot.version, see):
        last = max(last, *found)
        if 0 in found:
            break
    return last
