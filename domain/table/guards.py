"""What has to be true of a table before something is done there; what is not is refused."""

from uuid import UUID

from msgspec import UnsetType

from domain import codes
from domain.refusals import must_be_seats, refusal
from domain.table.snapshot import Snapshot
from domain.table.state import Table

ALREADY_STARTED = refusal(codes.ALREADY_STARTED, "The game has begun; its seats are fixed.")
TABLE_OVER = refusal(codes.GAME_OVER, "The table has ended.")
TOURNAMENT_TABLE = refusal(codes.TOURNAMENT_TABLE, "The table belongs to a tournament, which does this itself.")
NOT_STARTED = refusal(codes.NOT_STARTED, "The game has not begun yet.")
NOT_THE_CREATOR = refusal(codes.NOT_THE_CREATOR, "Only the table's creator may do this before its game.")
NOT_SEATED = refusal(codes.NOT_SEATED, "Only those who sit here, and the table's creator, may do that.")
HAS_NOT_PLAYED = refusal(codes.NOT_SEATED, "Only those who have played may play again.")
PUT_OUT = refusal(codes.NOT_WELCOME, "The table's creator has freed your seat; sit down again once you are invited.")
NOT_INVITED = refusal(codes.NOT_WELCOME, "The table is for those who are invited, or have its invitation link.")
HOUSE_PLAYS = refusal(codes.HOUSE_PLAYS, "A house player plays on your seat; take it back first.")
NOT_FINISHED = refusal(codes.NOT_FINISHED, "The game goes on.")
NOT_BEGUN = refusal(codes.NOT_FINISHED, "The game has not begun yet.")


def must_be_open(table: Table) -> None:
    """Raise `Refused` once the game has begun, or the table has been aborted."""
    if table.started_at is not None:
        raise ALREADY_STARTED()
    must_go_on(table)


def must_go_on(table: Table) -> None:
    """Raise `Refused("game_over", …)` once the table has ended."""
    if table.finished_at is not None:
        raise TABLE_OVER()


def must_be_its_own(table: Table) -> None:
    """Raise `Refused("tournament_table", …)` where a tournament sees to who sits down, and how the game ends."""
    if table.tournament is not None:
        raise TOURNAMENT_TABLE()


def must_be_playing(snapshot: Snapshot) -> None:
    """Raise `Refused` with `game_over` or `not_started` where no game goes on."""
    must_go_on(snapshot.table)
    if snapshot.state is None:
        raise NOT_STARTED()


def must_be_creator(table: Table, player: UUID) -> None:
    """Raise `Refused("not_the_creator", …)` for anybody but the table's creator."""
    if player != table.creator:
        raise NOT_THE_CREATOR()


def must_belong(table: Table, player: UUID) -> None:
    """Raise `Refused("not_seated", …)` for anybody who neither sits at the table nor is its creator."""
    if player != table.creator and table.seat_of(player) is None:
        raise NOT_SEATED()


def must_be_welcome(table: Table, player: UUID, link: str | UnsetType) -> None:
    """Raise `Refused("not_welcome", …)` for a player who was put out, and not invited again.

    At a table by invitation, also for everybody else who is neither its creator nor a guest. Only the link, whose hash
    is `link`, lets them in.
    """
    if player in table.put_out:
        raise PUT_OUT()
    if table.by_invitation and player != table.creator and player not in table.guests and link != table.link:
        raise NOT_INVITED()


def must_play(table: Table, seat: int) -> None:
    """Raise `Refused("house_plays", …)` while a house player plays on a seat, whosever it is."""
    if table.places[seat].house is not None and table.finished_at is None:
        raise HOUSE_PLAYS()


def must_be_seat(table: Table, seat: int) -> None:
    """Raise `Refused("no_such_seat", …)` for a number that is no seat here."""
    must_be_seats(len(table.places), [seat])


def must_have_ended(table: Table, player: UUID) -> int:
    """Return the seat of a player at a table that has ended.

    Raises `Refused` with `tournament_table`, `not_seated` or `not_finished`.
    """
    must_be_its_own(table)
    seat = table.seat_of(player)
    if seat is None:
        raise HAS_NOT_PLAYED()
    if table.finished_at is None:
        raise NOT_BEGUN() if table.started_at is None else NOT_FINISHED()
    return seat
