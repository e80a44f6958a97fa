"""What has to be true of a table before something is done there; what is not is refused."""

from uuid import UUID

from msgspec import UnsetType

from domain.game import Refused
from domain.table.snapshot import Snapshot, Table


def must_be_open(table: Table) -> None:
    """Raise `Refused` once the game has begun, or the table has been aborted."""
    if table.started_at is not None:
        raise Refused("already_started", "The game has begun; its seats are fixed.")
    must_go_on(table)


def must_go_on(table: Table) -> None:
    """Raise `Refused("game_over", …)` once the table has ended."""
    if table.finished_at is not None:
        raise Refused("game_over", "The table has ended.")


def must_be_its_own(table: Table) -> None:
    """Raise `Refused("tournament_table", …)` where a tournament sees to who sits down, and how the game ends."""
    if table.tournament is not None:
        raise Refused("tournament_table", "The table belongs to a tournament, which sees to this.")


def must_be_playing(snapshot: Snapshot) -> None:
    """Raise `Refused` with `game_over` or `not_started` where no game goes on."""
    if snapshot.table.finished_at is not None:
        raise Refused("game_over", "The game is finished.")
    if snapshot.state is None:
        raise Refused("not_started", "The game has not begun yet.")


def must_be_creator(table: Table, player: UUID) -> None:
    """Raise `Refused("not_the_creator", …)` for anybody but the table's creator."""
    if player != table.creator:
        raise Refused("not_the_creator", "Only the table's creator may do this before its game.")


def must_belong(table: Table, player: UUID) -> None:
    """Raise `Refused("not_seated", …)` for anybody who neither sits at the table nor is its creator."""
    if player != table.creator and table.seat_of(player) is None:
        raise Refused("not_seated", "Only those who sit here, and the table's creator, may do that.")


def must_be_welcome(table: Table, player: UUID, link: str | UnsetType) -> None:
    """Raise `Refused("not_welcome", …)` for a player who was put out, and not invited since.

    And where one sits down by invitation only, for all others who have none, and not the link (its hash) either.
    """
    if player in table.put_out:
        raise Refused("not_welcome", "The table's creator has freed your seat; sit down again once you are invited.")
    if table.by_invitation and player != table.creator and player not in table.guests and link != table.link:
        raise Refused("not_welcome", "The table is for those who are invited, or have its invitation link.")


def must_play(table: Table, seat: int) -> None:
    """Raise `Refused("house_plays", …)` while a house player plays on a seat, whosever it is."""
    if table.places[seat].house is not None and table.finished_at is None:
        raise Refused("house_plays", "A house player plays on your seat; take it back first.")


def must_be_seat(table: Table, seat: int) -> None:
    """Raise `Refused("no_such_seat", …)` for a number that is no seat here."""
    if not 0 <= seat < len(table.places):
        raise Refused("no_such_seat", f"The seats are 0 to {len(table.places) - 1}.")


def must_have_ended(table: Table, player: UUID) -> int:
    """Return the seat of a player at a table that has ended.

    Raises `Refused` with `tournament_table`, `not_seated` or `not_finished`.
    """
    must_be_its_own(table)
    seat = table.seat_of(player)
    if seat is None:
        raise Refused("not_seated", "Only those who have played may play again.")
    if table.finished_at is None:
        raise Refused("not_finished", "The game goes on.")
    return seat
