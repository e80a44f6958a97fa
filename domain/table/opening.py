"""How a table comes to be: somebody opens it, or those who have played at another one play again."""

from collections.abc import Sequence
from uuid import UUID

import msgspec
from msgspec import UNSET

from domain import GAMES
from domain.fairness import commitment
from domain.game import AnyGame, Refused
from domain.table.commands import OpenTable
from domain.table.events import TableOpened, TableSettings
from domain.table.guards import must_have_ended
from domain.table.snapshot import Snapshot


def open_table(command: OpenTable, at: int) -> tuple[TableOpened]:
    """Open a table by today's rules. Raises `Refused` with `no_such_game`, `invalid_option` or `invalid_deck`."""
    return opened_by(game_called(command.game), command, at)


def opened_by(game: AnyGame, command: OpenTable, at: int) -> tuple[TableOpened]:
    """Open a table by these rules of its game. Raises `Refused` with `invalid_option` or `invalid_deck`."""
    chosen = game.options(command.options)
    must_be_orders(command.decks, game)
    event = TableOpened(
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
        at=at,
    )
    return (event,)


def game_called(game_id: str) -> AnyGame:
    """Return a game by its id. Raises `Refused("no_such_game", …)`."""
    game = GAMES.get(game_id)
    if game is None:
        raise Refused("no_such_game", f"The games are: {', '.join(GAMES)}.")
    return game


def must_be_orders(decks: Sequence[Sequence[str]], game: AnyGame) -> None:
    """Raise `Refused("invalid_deck", …)` for a deck that has other cards than the game's, or not as often."""
    for number, deck in enumerate(decks, start=1):
        if sorted(deck) != sorted(game.deck):
            size = len(game.deck)
            raise Refused(
                "invalid_deck",
                f"Deck {number} is not an order of the {size} cards of {game.title} - at `$[{number - 1}]`",
            )


def rematch(snapshot: Snapshot, table_id: UUID, player: UUID, secret: str) -> OpenTable:
    """Return the command that opens a table for the players of one that has ended: `table_id`, at a snapshot.

    Each keeps their seat, the next one deals. It is a new table, by today's rules: options that these do not have any
    more fall away. Raises `Refused` with `tournament_table`, `not_seated` or `not_finished`.
    """
    table = snapshot.table
    must_have_ended(table, player)
    of_today = GAMES[table.game].Options.__struct_fields__
    options = {name: value for name, value in table.options.items() if name in of_today}
    return OpenTable(
        player=player,
        game=table.game,
        options=options | {"dealer": (options["dealer"] + 1) % len(table.places)},
        secret=secret,
        visibility=table.visibility,
        auto_start=True,
        settings=table.settings,
        rematch_of=table_id,
        reserved=table.seats,
        by_invitation=True if table.visibility == "private" else UNSET,
    )
