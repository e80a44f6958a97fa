"""What is known of a table at a version, apart from the state of its game: seats, invitations, settings, its end."""

from typing import Any, Literal
from uuid import UUID

from msgspec import Struct

from domain.game import Time
from domain.table.decks import deck_digest, shared_deal_digest
from domain.table.events import (
    ForkedState,
    HouseKind,
    Origin,
    RawOptions,
    TableAborted,
    TableSettings,
    TournamentPlace,
    Visibility,
    WhyInvitationEnded,
)

Status = Literal["open", "playing", "finished", "aborted"]


class Moment(Struct, frozen=True, gc=False):
    """A version of the table, and when it was reached."""

    version: int
    at: Time


class Place(Struct, frozen=True, gc=False):
    """A seat of the table: who has it, who plays there, and how much time they have left."""

    player: UUID | None = None
    entropy: str | None = None
    house: HouseKind | None = None
    """The house player that plays here; its player may take the seat back if they are a person."""
    absent: bool = False
    calls_abort: bool = False
    defaults: int = 0
    """How many decisions have lapsed in a row."""
    reserve_ms: int = 0
    acted: Moment | None = None
    """When the seat last made a decision, or let it lapse."""
    came: bool = False
    """Whether the player of this seat has been present: has made a move, or taken their seat in person."""


class Invitation(Struct, frozen=True, gc=False):
    """An invitation that ends by itself: whose it is, who has sent it, and when it ends."""

    player: UUID
    by: UUID
    expires_at: Time


class EndedInvitation(Struct, frozen=True, gc=False):
    """A player who was invited and has not come, and why not."""

    player: UUID
    why: WhyInvitationEnded
    of_seat: bool = False
    """Whether it was a seat that was kept for them."""

    @property
    def is_final(self) -> bool:
        """Whether they are not invited again."""
        return self.why == "declined" and not self.of_seat


class Proposal(Struct, frozen=True, gc=False):
    """A take-back for which a seat has asked, and that stands; `version` is that of its event."""

    version: int
    seat: int
    to: int
    lapses_at: Time
    consented: tuple[int, ...] = ()


class LastMove(Struct, frozen=True, gc=False):
    """The last move that a person made themselves, not the house for them, and what is needed to take it back.

    `at` is its time; `version` and `state` are those before it. `state` is None as soon as the move can no longer be
    taken back. `proposed` tells that somebody has asked to take it back; nobody may ask again.
    """

    seat: int
    version: int
    at: Time
    state: Any = None
    proposed: bool = False


class Watcher(Struct, frozen=True, gc=False):
    """Somebody who does not play, and the seats whose hidden cards they may see.

    None: the right was revoked, or somebody else plays on for them.
    """

    player: UUID
    seats: tuple[int, ...]


class Table(Struct, frozen=True, kw_only=True, gc=False):
    """What is known of a table apart from the state of its game."""

    game: str
    rules_version: str
    options: RawOptions
    settings: TableSettings
    visibility: Visibility
    auto_start: bool
    creator: UUID
    commitment: str
    secret: bytes
    decks: tuple[tuple[str, ...], ...]
    decks_alike: tuple[str, ...] = ()
    """Digests of decks of other tables that count as one with a deck of this one."""
    places: tuple[Place, ...]
    reserved: tuple[UUID | None, ...]
    """By seat, the player for whom it is kept until they sit there or it is released; None: nobody."""
    invited: frozenset[UUID] = frozenset()
    invitations: tuple[Invitation, ...] = ()
    """Those of them that end by themselves, from the first on; also of players who have sat down, and may leave."""
    ended_invitations: tuple[EndedInvitation, ...] = ()
    """The players whose invitations have ended, and who have neither been invited nor sat down since."""
    challenge: bool = False
    """Whether the table ends once all invitations have ended, and nobody has come."""
    put_out: frozenset[UUID] = frozenset()
    """The players whose seat the table's creator has freed, and who have not been invited since."""
    by_invitation: bool = False
    """Whether only players who are invited, or have the link, can take a seat."""
    link: str | None = None
    """The SHA-256 of the token of the invitation link, hexadecimal; None: there is no link."""
    opened_at: Time
    started_at: Time | None = None
    finished_at: Time | None = None
    aborted: TableAborted | None = None
    rematch_of: UUID | None = None
    rematch: UUID | None = None
    tournament: TournamentPlace | None = None
    shares_deal: bool = False
    """Whether other tables have the same secret."""
    watchers: tuple[Watcher, ...] = ()
    fork_of: Origin | None = None
    given: ForkedState | None = None
    """How the game of a fork stood where that begins; once it goes on, without the state."""
    proposal: Proposal | None = None
    """The take-back that is asked for."""
    taken_back: int = 0
    """How many moves have been taken back."""

    @property
    def rated(self) -> bool:
        """Whether the game may count for ratings: nobody knows its cards, and no move can be taken back."""
        return self.fork_of is None and not self.decks and not self.settings.take_back

    @property
    def seats(self) -> tuple[UUID | None, ...]:
        """The player on each seat; None: it is free."""
        return tuple([place.player for place in self.places])

    @property
    def owners(self) -> tuple[UUID | None, ...]:
        """By seat, who sits there or for whom it is kept; None: it is free."""
        return tuple([player or kept for player, kept in zip(self.seats, self.reserved, strict=True)])

    @property
    def guests(self) -> frozenset[UUID]:
        """Players who may see a private table without a seat: they are invited, or a seat is kept for them."""
        return self.invited.union(filter(None, self.reserved))

    @property
    def waiting(self) -> tuple[Invitation, ...]:
        """The invitations that end by themselves and whose players do not sit here, from the first on."""
        return tuple([each for each in self.invitations if self.seat_of(each.player) is None])

    def invitation_ended(self, player: UUID) -> EndedInvitation | None:
        """Return how the invitation of a player has ended; None: it has not, or there was none."""
        return next((each for each in self.ended_invitations if each.player == player), None)

    @property
    def entropy(self) -> tuple[str | None, ...]:
        """What the player on each seat has added to the shuffles; of a fork, those who played the game before."""
        if self.given is not None:
            return self.given.entropy
        return tuple([place.entropy for place in self.places])

    @property
    def has_known_decks(self) -> bool:
        """Whether other tables may have a deck of this one: it has been given some, or shares its deal."""
        return bool(self.decks) or self.shares_deal

    @property
    def deck_digests(self) -> tuple[str, ...]:
        """The digests of given decks, and of decks that count as the same: tables with a common digest share a deck.

        For a deal that several tables have, one digest stands for all its decks.
        """
        shared = (shared_deal_digest(self.commitment).hex(),) if self.shares_deal else ()
        return *(deck_digest(deck).hex() for deck in self.decks), *self.decks_alike, *shared

    def watched_by(self, player: UUID) -> tuple[int, ...] | None:
        """Return of which seats somebody may see the hidden cards; None: they never could of any."""
        return next((watcher.seats for watcher in self.watchers if watcher.player == player), None)

    @property
    def status(self) -> Status:
        """Where the table is in its life."""
        if self.aborted:
            return "aborted"
        if self.started_at is None:
            return "open"
        return "playing" if self.finished_at is None else "finished"

    def seat_of(self, player: UUID | None) -> int | None:
        """Return the player's seat; None: a spectator."""
        if player is None:
            return None
        number = player.int  # to compare UUIDs themselves would cost several times as much
        for seat, place in enumerate(self.places):
            if place.player is not None and place.player.int == number:
                return seat
        return None
