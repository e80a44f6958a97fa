"""Who looks at a table, from where, and how late."""

from uuid import UUID

from msgspec import Struct

from domain.table import DecisionLapsed, Snapshot, Table
from service.accounts.port import Account
from service.live.history import History


class UnknownVersion(Exception):
    """Whoever asks has not seen such a version; `current` is the one that they see."""

    def __init__(self, current: int) -> None:
        super().__init__(f"the versions of the table are 1 to {current}")
        self.current = current


class NotForYou(Exception):
    """A table that somebody may not watch; `private`: it is for those who sit there or are invited, else: for nobody.

    What is for nobody is a game that has begun where the table has no spectators.
    """

    def __init__(self, *, private: bool) -> None:
        super().__init__("a private table" if private else "a table without spectators")
        self.private = private


class Viewer(Struct, frozen=True):
    """From where somebody looks at a table: a seat (None: a spectator), and how many moves late."""

    seat: int | None
    delay: int = 0


def outlook(table: Table, account: Account) -> Viewer:
    """Return from where an account sees what all may see who know the table's id: its header."""
    seat = table.seat_of(account.player)
    spectator = seat is None and account.role == "player"
    return Viewer(seat, table.settings.spectator_delay if spectator else 0)


def viewer_of(snapshot: Snapshot, account: Account) -> Viewer:
    """Return from where an account watches the table. Raises `NotForYou`."""
    table, player = snapshot.table, account.player
    viewer = outlook(table, account)
    if viewer.seat is not None or account.role != "player":
        return viewer
    private = table.visibility == "private"
    closed = private or (not table.settings.spectators and table.started_at is not None)
    if closed and player != table.creator and player not in table.guests:
        raise NotForYou(private=private)
    return viewer


async def shown_version(history: History, table_id: UUID, snapshot: Snapshot, viewer: Viewer) -> int:
    """Return the version that the viewer sees: the current one, or that before the last moves if they see them late.

    What is done for a seat whose time is over is a move, too. It never goes back: until as many moves are made as they
    are late, it is the version before the first of them.
    """
    late = min(viewer.delay, snapshot.moves)
    if not late or snapshot.table.finished_at is not None:
        return snapshot.version
    async for entries in history.back(table_id, snapshot.version):
        for entry in entries:
            late -= entry.mover is not None or isinstance(entry.event, DecisionLapsed)
            if not late:
                return entry.version - 1
    raise AssertionError("a table with fewer moves than its snapshot says")
