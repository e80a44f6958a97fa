"""Opening tables: a new one, or one for the players of another table who play again."""

from collections.abc import Collection, Sequence
from uuid import UUID

import msgspec
from msgspec import UNSET

from domain import GAMES, codes
from domain.fairness import commitment
from domain.game import AnyGame, Happened, Refused
from domain.table.commands import OpenTable
from domain.table.events import PlayerInvited, SeatTaken, TableOpened, TableSettings
from domain.table.guards import must_have_ended
from domain.table.inviting import ALREADY_INVITED
from domain.table.people import HOUSE_KINDS
from domain.table.seating import all_seated
from domain.table.sitters import seats_taken
from domain.table.snapshot import Snapshot


def open_table(command: OpenTable, at: int) -> Happened:
    """Open a table by today's rules, and begin its game if all who are to sit there are named.

    Raises `Refused` with `no_such_game`, and what `opened_by` does.
    """
    return opened_by(game_called(command.game), command, at)


def opened_by(game: AnyGame, command: OpenTable, at: int) -> Happened:
    """Open a table by these rules of its game.

    Raises `Refused` with `invalid_option` or `invalid_deck`, or what `with_company` does, and ValueError unless each
    seat is for one player if any are for somebody.
    """
    opened = table_opened(game, command, at)
    if not command.seated:
        return with_company(opened, command, at)
    if not is_one_for_each_seat(command.seated, opened):
        raise ValueError("each seat is for one player, and each player has one seat")
    return all_seated(opened, [taken_by(player, seat, at) for seat, player in enumerate(command.seated)])


def with_company(opened: TableOpened, command: OpenTable, at: int) -> Happened:
    """Return that a table is open, who is challenged, and who sits down at once; if that are all, its game may begin.

    Raises `Refused` with `already_invited`, `no_such_seat` or `already_seated`.
    """
    challenged = command.challenged or ()
    if command.player in challenged or len({*challenged}) < len(challenged):
        raise ALREADY_INVITED()
    expires_at = at + command.lasts_ms if command.lasts_ms else UNSET
    asked = [PlayerInvited(guest, command.player, expires_at, at=at) for guest in challenged]
    taken = seats_taken(command.sitters or (), command.player, int(opened.options["players"]), at)
    if opened.auto_start:
        return all_seated(opened, taken, asked)
    return (opened, *asked, *taken)


def is_one_for_each_seat(seated: Sequence[UUID], opened: TableOpened) -> bool:
    """Return whether there is somebody for each seat of a table, and nobody twice but house players."""
    people = [player for player in seated if player not in HOUSE_KINDS]
    return len(seated) == opened.options.get("players") and len({*people}) == len(people)


def taken_by(player: UUID, seat: int, at: int) -> SeatTaken:
    """Return that a player, or a house player, has a seat from the beginning."""
    return SeatTaken(seat, player, None, HOUSE_KINDS.get(player, UNSET), at=at)


def table_opened(game: AnyGame, command: OpenTable, at: int) -> TableOpened:
    """Return that a table is open by these rules of its game.

    Raises `Refused` with `invalid_option` or `invalid_deck`.
    """
    chosen = game.options(command.options)
    must_be_orders(command.decks, game)
    return TableOpened(
        game=game.id,
        rules_version=game.rules_version,
        options=msgspec.to_builtins(chosen),
        visibility=command.visibility,
        auto_start=command.auto_start,
        creator=command.player,
        commitment=commitment(bytes.fromhex(command.secret)),
        decks_given=len(command.decks),
        secret=command.secret,
        decks=command.decks,
        decks_alike=command.decks_alike,
        settings=UNSET if command.settings == TableSettings() else command.settings,
        rematch_of=command.rematch_of or UNSET,
        reserved=command.reserved or UNSET,
        by_invitation=command.by_invitation or UNSET,
        tournament=command.tournament,
        shares_deal=command.shares_deal or UNSET,
        challenge=True if command.challenged else UNSET,
        at=at,
    )


def game_called(game_id: str) -> AnyGame:
    """Return a game by its id. Raises `Refused("no_such_game", …)`."""
    game = GAMES.get(game_id)
    if game is None:
        raise Refused(codes.NO_SUCH_GAME, f"The games are: {', '.join(GAMES)}.")
    return game


def must_be_orders(decks: Sequence[Sequence[str]], game: AnyGame) -> None:
    """Raise `Refused("invalid_deck", …)` for a deck that has other cards than the game's, or not as often."""
    for number, deck in enumerate(decks, start=1):
        if sorted(deck) != sorted(game.deck):
            size = len(game.deck)
            raise Refused(
                codes.INVALID_DECK,
                f"Deck {number} is not an order of the {size} cards of {game.title} - at `$[{number - 1}]`",
            )


def rematch(snapshot: Snapshot, table_id: UUID, player: UUID, secret: str, gone: Collection[UUID] = ()) -> OpenTable:
    """Return the command that opens a table for the players of one that has ended: `table_id`, at a snapshot.

    Each keeps their seat, unless they are `gone` for good, and the next one deals; where no game began, seats that were
    kept still are, and the same one deals. It is a new table, by today's rules: options that these do not have any more
    fall away. Raises `Refused` with `tournament_table`, `not_seated` or
    `not_finished`.
    """
    table = snapshot.table
    must_have_ended(table, player)
    of_today = GAMES[table.game].Options.__struct_fields__
    options = {name: value for name, value in table.options.items() if name in of_today}
    dealer = (options["dealer"] + (table.started_at is not None)) % len(table.places)
    return OpenTable(
        player=player,
        game=table.game,
        options=options | {"dealer": dealer},
        secret=secret,
        visibility=table.visibility,
        auto_start=True,
        settings=table.settings,
        rematch_of=table_id,
        reserved=tuple([None if each in gone else each for each in table.owners]),
        by_invitation=True if table.visibility == "private" else UNSET,
    )
