"""`parlour play`: a person plays on the terminal, at a table of a service."""

import io
import sys
from collections.abc import Iterable
from uuid import UUID

import click
from rich.console import Console

from service.cli.connection import (
    DEFAULT_URL,
    connected,
    games_of,
    must_be_game,
    token_option,
    understanding,
    url_option,
)
from service.cli.options import RawOptions, options_option
from service.cli.output import Output
from service.cli.playing.chatting import how_to_talk, may_talk
from service.cli.playing.conversation import Conversation
from service.cli.playing.following import Follower, Inbox, Keyboard
from service.cli.playing.room import PATIENCE, Patience, Room

NAME = "Somebody at a terminal"


@click.command(
    epilog="""\b
Examples:
  parlour play literature
  parlour play honors_4 --option players=2 --option max_deals=1
  parlour play honors_2 --take-backs
  parlour play --table 0b35a1f2-7a1e-4b8e-9d3c-5f6a7b8c9d0e

\b
While you play, at a table with a chat:
  : Well played!      you say that to the table
  :                   you choose a set phrase, which everybody reads in their own language

\b
Exit codes: 0 the game is over or you have left, 1 refused or no more input, 2 usage, 3 no service,
130 Ctrl-C."""
)
@click.argument("game", required=False)
@click.option("--table", type=click.UUID, help="Take a seat at this table, or return to your seat there.")
@options_option
@click.option("--take-backs", is_flag=True, help="Allow take-backs at the new table, which is then not rated.")
@url_option
@token_option
def play(
    *, game: str | None, table: UUID | None, options: RawOptions, take_backs: bool, url: str, token: str | None
) -> None:
    """Play GAME on the terminal, at a new table where house players take the other seats.

    You see the table and what happens, and choose your moves from a list, or build them field by field. Type `?` for
    help and `q` to leave. With --table you play at a table that exists already. If it has a chat, you see its messages,
    and send one with `:`. With `u` you ask to take a move back, if the table allows it. Without a token, the command
    creates a player for you, and shows the token. In a pipe it writes plain text, and reads a line whenever it is your
    turn.
    """
    if (game is None) == (table is None):
        raise click.UsageError(f"Give the name of a game, or --table. {games_at(url)}")
    if table is not None and options:
        raise click.UsageError("The table has its options already: --option is for a new one.")
    if table is not None and take_backs:
        raise click.UsageError("The table has its settings already: --take-backs is for a new one.")
    console = Output(highlight=False)
    try:
        with understanding():
            talk(console, typed_lines(), game, table, options, take_backs=take_backs, url=url, token=token)
    except KeyboardInterrupt:
        console.print("\nYou have left the terminal. Your seat stays yours: come back with --table and your token.")
        raise


def games_at(url: str) -> str:
    """Return which games a service has, for people. Raises `Unreachable`."""
    with connected(url, None) as client:
        return f"The games are: {', '.join(games_of(client))}."


def typed_lines() -> Iterable[str]:
    """Return the lines of standard input, by a file of their own: a thread that waits there holds up nothing."""
    try:
        return open(sys.stdin.fileno(), encoding="utf-8", errors="replace", closefd=False)
    except (io.UnsupportedOperation, ValueError):
        return sys.stdin


def talk(
    console: Console,
    lines: Iterable[str],
    game: str | None,
    table: UUID | None,
    options: RawOptions,
    *,
    take_backs: bool = False,
    url: str,
    token: str | None,
    patience: Patience = PATIENCE,
) -> None:
    """Sit down, and play until the game is over or the person leaves.

    Raises what `connection.ask` does, and `click.exceptions.Exit`.
    """
    with connected(url, token) as client:
        room = Room(client, lambda text: console.print(text, markup=False), patience)
        if game is not None:
            must_be_game(client, game)
        if token is None:
            token = room.newcomer(NAME)
            console.print(f"You are a new player. Your token is {token}", soft_wrap=True, markup=False)
        if table is not None:
            room.join(table)
        else:
            room.open_table(str(game), options, take_backs=take_backs)
        conversation = begun(room, console, url)
        inbox = Inbox()
        follower = Follower(lambda: connected(url, token), room.path, inbox, patience)
        keyboard = Keyboard(lines, inbox)
        follower.start()
        keyboard.start()
        try:
            conversation.run(inbox, keyboard)
        finally:
            follower.stop()


def begun(room: Room, console: Console, url: str) -> Conversation:
    """Return a conversation about the table where the person sits, which says where they are."""
    view = room.view()
    moves = room.moves(view.table.game)
    again = f"PARLOUR_TOKEN=… parlour play --table {room.table}" + ("" if url == DEFAULT_URL else f" --url {url}")
    conversation = Conversation(room, moves, console, again)
    conversation.say(f"{moves.title}, table {room.table}. Type ? for help, q to leave.", "bold")
    if may_talk(view):
        conversation.say(how_to_talk(view), "dim")
    return conversation
