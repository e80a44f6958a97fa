"""The filters of the history: of which games, of those that the caller may see, rows are asked for."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Annotated
from uuid import UUID

import msgspec
from litestar.params import QueryParameter
from msgspec import Struct

from domain import EARLIER, GAMES
from domain.game import AnyGame, by_wire_name
from domain.table import UPCASTERS, AnyTableEvent
from projections.history.rows import SeatKind
from service.history.port import GameFilter
from service.http.middleware.authentication import AccountRequest
from service.http.problems import THE_GAMES
from service.http.resources.players import hides
from service.http.wire.decoding import NO_NUL
from service.http.wire.headers import wrong

LONGEST_OPTIONS = 2_000
LONGEST_NAME = 100

NOBODY = UUID(int=0)
"""A player who has never played."""

GameName = Annotated[
    str | None, QueryParameter(max_length=LONGEST_NAME, description="Only games of this id in the catalogue.")
]
RulesVersion = Annotated[
    str | None, QueryParameter(max_length=LONGEST_NAME, description="Only games played by this version of the rules.")
]
OfTournament = Annotated[UUID | None, QueryParameter(description="Only games of this tournament.")]
OfPlayer = Annotated[
    UUID | None,
    QueryParameter(
        description="Only games in which this player had a seat at the end. Players who hide their `statistics`"
        " have none here, but for themselves, operators and analysts."
    ),
]
OfKind = Annotated[
    SeatKind | None, QueryParameter(description="Only games with a seat of this kind; with `player`, that player's.")
]
From = Annotated[
    str | None,
    QueryParameter(name="from", max_length=40, description="Only games that ended at this time (ISO 8601) or later."),
]
To = Annotated[
    str | None, QueryParameter(name="to", max_length=40, description="Only games that ended before this time.")
]
WithOptions = Annotated[
    str | None,
    QueryParameter(
        max_length=LONGEST_OPTIONS,
        description="Only games that have these options, whatever their others are: a JSON object such as"
        ' `{"players": 4}`, percent-encoded.',
    ),
]


class Asked(Struct, frozen=True):
    """Which games a request asks for, as its parameters say it; None: any."""

    game: str | None
    rules_version: str | None
    tournament: UUID | None
    player: UUID | None
    kind: SeatKind | None
    since: str | None
    until: str | None
    options: str | None


async def wanted_by(request: AccountRequest, asked: Asked) -> GameFilter:
    """Return which games the caller asks for, of those that they may see. Raises `Problem`."""
    if asked.game is not None and asked.game not in GAMES:
        raise wrong("game", THE_GAMES)
    versions = {rules.rules_version for rules in known_rules() if asked.game in {None, rules.id}}
    if asked.rules_version is not None and asked.rules_version not in versions:
        raise wrong("rules_version", f"The versions are: {', '.join(sorted(versions))}.")
    since, until = time_of(asked.since, "from"), time_of(asked.until, "to")
    if since is not None and until is not None and since > until:
        raise wrong("to", "The time ends before it begins: `from` is after `to`.")
    hidden = asked.player is not None and await hides(request, asked.player, "statistics")
    return GameFilter(
        game=asked.game,
        rules_version=asked.rules_version,
        tournament=asked.tournament,
        player=NOBODY if hidden else asked.player,
        kind=asked.kind,
        since=since,
        until=until,
        options=options_of(asked.options),
        viewer=request.auth.player if request.auth.role == "player" else None,
    )


def known_rules() -> tuple[AnyGame, ...]:
    """Return all rules by which games are played, or were."""
    return (*GAMES.values(), *EARLIER.values())


def must_be_type(event_type: str | None) -> None:
    """Raise `Problem` for a type that no event has, nor had in an earlier shape, as the log keeps it."""
    known = {*UPCASTERS, *by_wire_name(AnyTableEvent)}.union(*[by_wire_name(rules.Event) for rules in known_rules()])
    if event_type is not None and event_type not in known:
        raise wrong("type", "No event has this type. The reference lists the events of each game, and of all tables.")


def time_of(text: str | None, parameter: str) -> int | None:
    """Return a time in ms since 1970; without an offset it is in UTC. Raises `Problem`."""
    if text is None:
        return None
    try:
        at = datetime.fromisoformat(text)
        return int((at if at.tzinfo else at.replace(tzinfo=UTC)).timestamp() * 1000)
    except ValueError:
        raise wrong(parameter, "It is a time as ISO 8601 has it, such as 2026-03-01 or 2026-03-01T12:00:00Z.") from None


def options_of(text: str | None) -> Mapping[str, object]:
    """Return options that are given as JSON. Raises `Problem`."""
    if text is None:
        return {}
    try:
        found = msgspec.json.decode(text, type=dict[str, bool | int | str | list[int] | None])
    except (msgspec.MsgspecError, RecursionError, UnicodeEncodeError):
        raise wrong("options", 'It is a JSON object with options of a game, such as {"players": 4}.') from None
    if "\0" in "".join([*found, *(each for each in found.values() if isinstance(each, str))]):
        raise wrong("options", NO_NUL)
    return found
