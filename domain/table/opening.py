"""How a table comes to be: somebody opens it, or those who have played at another one play again."""

import hashlib
from collections.abc import Mapping, Sequence
from uuid import UUID

import msgspec
from msgspec import UNSET

from domain import GAMES
from domain.fairness import commitment
from domain.game import AnyGame, Refused
from domain.table.events import RematchOpened, TableOpened, TableSettings, Visibility
from domain.table.snapshot import Snapshot, Table


def open_table(
    game_id: str,
    options: Mapping[str, object],
    creator: UUID,
    secret: bytes,
    at: int,
    *,
    visibility: Visibility = "public",
    auto_start: bool = False,
    decks: Sequence[Sequence[str]] = (),
    settings: TableSettings | None = None,
    rematch_of: UUID | None = None,
    reserved: tuple[UUID | None, ...] = (),
) -> tuple[TableOpened]:
    """Open a table. `secret` is 32 random bytes; `decks` are deck orders for the deals 1, 2, …, top card first.

    Raises `Refused` with `no_such_game`, `invalid_option` or `invalid_deck`.
    """
    game = game_called(game_id)
    chosen = game.options(options)
    must_be_orders(decks, game)
    event = TableOpened(
        game=game.id,
        rules_version=game.rules_version,
        options=msgspec.to_builtins(chosen),
        visibility=visibility,
        auto_start=auto_start,
        creator=creator,
        commitment=commitment(secret),
        decks_given=len(decks),
        secret=secret.hex(),
        decks=tuple(map(tuple, decks)),
        settings=UNSET if settings in {None, TableSettings()} else settings,
        rematch_of=rematch_of or UNSET,
        reserved=reserved or UNSET,
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
            raise Refused("invalid_deck", f"Deck {number} is not an order of the {size} cards of {game.title}.")


def deck_digest(deck: Sequence[str]) -> bytes:
    """Return what tells whether two tables share a deck: the SHA-256 of its codes, joined by commas."""
    return hashlib.sha256(",".join(deck).encode()).digest()


def open_rematch(snapshot: Snapshot, old: UUID, player: UUID, secret: bytes, at: int) -> tuple[TableOpened]:
    """Open a table for the players of one that has ended: each keeps her seat, the next one deals.

    Raises `Refused` with `not_seated` or `not_finished`.
    """
    table = snapshot.table
    must_have_ended(table, player)
    options = table.options | {"dealer": (table.options["dealer"] + 1) % len(table.places)}
    return open_table(
        table.game,
        options,
        player,
        secret,
        at,
        visibility=table.visibility,
        auto_start=True,
        settings=table.settings,
        rematch_of=old,
        reserved=table.seats,
    )


def note_rematch(snapshot: Snapshot, player: UUID, game: UUID, at: int) -> tuple[RematchOpened]:
    """Tell the table of its rematch. Raises `Refused` as `open_rematch`, or with `no_change` if it knows."""
    seat = must_have_ended(snapshot.table, player)
    if snapshot.table.rematch == game:
        raise Refused("no_change", "The table of the rematch is known here.")
    return (RematchOpened(seat, game, at=at),)


def must_have_ended(table: Table, player: UUID) -> int:
    """Return the seat of a player at a table that has ended."""
    seat = table.seat_of(player)
    if seat is None:
        raise Refused("not_seated", "Only those who have played may play again.")
    if table.finished_at is None:
        raise Refused("not_finished", "The game goes on.")
    return seat
