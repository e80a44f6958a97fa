"""Stepping through a game on a terminal: where it comes from, and from where it is seen at first."""

from pathlib import Path
from uuid import UUID

import click
import httpx
import msgspec

from service.cli import INTERRUPTED
from service.cli.connection import Refusal, ask, because, connected, unreached
from service.cli.playback.game import Game
from service.cli.playback.games import AsSeen, BrokenOff, Recorded
from service.cli.playback.reading import (
    must_be_own,
    must_be_seat,
    must_reach,
    names_at,
    open_record,
    record_in,
    source_of,
    view_of,
)
from service.cli.playback.screen import Replay
from service.http.wire.tables import Feed

FORK = """\
To play on from version {{version}}, with house players on the other seats:

  curl -X POST {url}/tables/{table}/fork -H "Authorization: Bearer $PARLOUR_TOKEN" \\
    -H "Content-Type: application/json" -d '{{{{"version": {{version}}, "seats": {seats}}}}}'"""


def step_through(
    game: str, seat: int | None, first: int, last: int, *, url: str, token: str | None, reason: str | None = None
) -> None:
    """Show a game, from a file or a service, on the terminal, until its reader leaves.

    Raises what `connection.ask` does, `click.UsageError`, `Refused`, `RecordBroken` and `UnknownRules`.
    """
    source = source_of(game)
    played: Game
    fork_at: str | None = None
    if isinstance(source, Path):
        played = Recorded(record_in(source), {})
    else:
        with connected(url, token) as client:
            played, fork_at = of_service(client, source, seat, reason)
    must_reach(first, played.last)
    if seat is not None:
        must_be_seat(seat, len(played.view(1, None).table.seats))
    perspective = played.perspectives[0] if seat is None else seat
    screen = Replay(played, perspective, first, min(last, played.last), fork_at)
    told = screen.run()
    if screen.return_code in {INTERRUPTED, None}:  # None: the screen was not left, a signal has ended it
        raise KeyboardInterrupt
    if told is not None:
        click.echo(told)


def of_service(
    client: httpx.Client, table: UUID, seat: int | None, reason: str | None = None
) -> tuple[Game, str | None]:
    """Return a game of a service, by its record if that is open, and how to play on from it if one can.

    Raises what `connection.ask` does, and `click.ClickException` if the service breaks off.
    """
    view = view_of(client, table, reason)
    names = names_at(client, view.table)
    if record := open_record(client, view.table, reason):
        seats = msgspec.json.encode(["me", *["random"] * (len(record.players) - 1)]).decode()
        return Recorded(record, names), FORK.format(url=str(client.base_url).rstrip("/"), table=table, seats=seats)
    must_be_own(seat, view.seat)
    first = msgspec.json.decode(
        ask(client, f"tables/{table}/events", limit=1, **because(reason)).content, type=Feed
    ).events[0]
    try:
        with client.stream("GET", f"tables/{table}/replay", params=because(reason)) as replay:
            if not replay.is_success:
                replay.read()
                raise Refusal(replay)
            return AsSeen(first, replay.iter_lines(), names), None
    except BrokenOff:
        raise click.ClickException("The service has broken off the replay; try again.") from None
    except httpx.TransportError as error:
        raise unreached(client, error) from None
