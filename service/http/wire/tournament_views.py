"""What is answered about tournaments, beside the views of `domain.tournament.viewing`."""

from typing import Annotated
from uuid import UUID

from msgspec import UNSET, Meta, Struct

from domain.game import Time
from domain.tournament.state import State
from domain.tournament.types import Format
from domain.tournament.viewing import EntrantView, RoundView, RulingView, TournamentView
from service.http.wire.missing import Missing
from service.live.lines import TournamentFeedEntry

Texts = Annotated[dict[str, str], Meta(description="The texts by their hashes; deleted texts are missing.")]
ShownVersion = Annotated[
    int, Meta(ge=1, description="The version of the last event that the viewer has got; also the `ETag`.")
]


class ListedTournament(Struct, frozen=True):
    """A listed tournament."""

    id: UUID
    game: str
    format: Format
    state: State
    title: Annotated[str | None, Meta(description="Its title; null: none, or it was deleted.")]
    director: Annotated[UUID, Meta(description="Who announced it.")]
    entrants: Annotated[int, Meta(description="How many players or teams play.")]
    round: Annotated[int, Meta(description="The number of the last round that was published; 0: none was.")]
    rounds: Annotated[int, Meta(description="The planned number of rounds.")]
    announced_at: Time
    finished_at: Time | None


class TournamentPage(Struct, frozen=True):
    """A page of the list, the newest tournament first."""

    tournaments: tuple[ListedTournament, ...]
    next_cursor: Annotated[str | None, Meta(description="The cursor of the next page; null on the last page.")]
    incomplete: Missing = UNSET


class SeenTournament(Struct, frozen=True):
    """A tournament at a version, as the caller sees it."""

    id: UUID
    version: ShownVersion
    tournament: TournamentView
    texts: Texts


class SeenEntrants(Struct, frozen=True):
    """The entrants of a tournament."""

    version: ShownVersion
    entrants: tuple[EntrantView, ...]
    texts: Texts


class SeenRound(Struct, frozen=True):
    """A round of a tournament. While it is played, only staff without a seat see results; for others they are null."""

    version: ShownVersion
    round: RoundView


class SeenRulings(Struct, frozen=True):
    """The rulings of a tournament."""

    version: ShownVersion
    rulings: tuple[RulingView, ...]
    texts: Texts


class TournamentFeed(Struct, frozen=True):
    """Events of a tournament after a version, as the caller sees them.

    Events that were held back while a round was played follow its end, after `round_finished` or
    `tournament_cancelled`. A version is the place of an event in the order in which the viewer gets it.
    """

    cursor: Annotated[str, Meta(description="Where the events end; send it as `after` to get more.")]
    events: tuple[TournamentFeedEntry, ...]
    texts: Texts


class CommandAnswer(Struct, frozen=True):
    """The effects of a command, as the caller sees them."""

    id: Annotated[UUID, Meta(description="The tournament.")]
    version: ShownVersion
    events: tuple[TournamentFeedEntry, ...]
    texts: Texts
