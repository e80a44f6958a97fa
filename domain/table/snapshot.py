"""A table at a version: what is known of it, and how long its players may think."""

from typing import Any, Literal
from uuid import UUID

from msgspec import Struct

from domain import GAMES
from domain.fairness import FairChance
from domain.game import AnyGame, Time
from domain.table.events import HouseKind, TableAborted, TableSettings, Visibility

Status = Literal["open", "playing", "finished", "aborted"]


class Moment(Struct, frozen=True, gc=False):
    """A version of the table, and when it was reached."""

    version: int
    at: Time


class Place(Struct, frozen=True, gc=False):
    """A seat of the table, and how whoever sits there plays."""

    player: UUID | None = None
    entropy: str | None = None
    house: HouseKind | None = None
    """The house player that plays here; its player may take the seat back if she is a person."""
    absent: bool = False
    calls_abort: bool = False
    defaults: int = 0
    """How many decisions have lapsed in a row."""
    reserve_ms: int = 0
    acted: Moment | None = None
    """When the seat last made a decision, or let it lapse."""


class Table(Struct, frozen=True, kw_only=True, gc=False):
    """What is known of a table apart from the state of its game."""

    game: str
    rules_version: str
    options: dict[str, Any]
    settings: TableSettings
    visibility: Visibility
    auto_start: bool
    creator: UUID
    commitment: str
    secret: bytes
    decks: tuple[tuple[str, ...], ...]
    places: tuple[Place, ...]
    reserved: tuple[UUID | None, ...]
    """By seat, the player for whom it is kept until he sits there or it is released; None: nobody."""
    invited: frozenset[UUID] = frozenset()
    put_out: frozenset[UUID] = frozenset()
    """Whose seat was freed by who has opened the table, and who has not been invited since."""
    opened_at: Time
    started_at: Time | None = None
    finished_at: Time | None = None
    aborted: TableAborted | None = None
    rematch_of: UUID | None = None
    rematch: UUID | None = None

    @property
    def rules(self) -> AnyGame:
        """The game that is played here."""
        return GAMES[self.game]

    @property
    def seats(self) -> tuple[UUID | None, ...]:
        """The player on each seat; None: it is free."""
        return tuple([place.player for place in self.places])

    @property
    def guests(self) -> frozenset[UUID]:
        """Who may see a private table without a seat: who has been invited, or has a seat kept."""
        return self.invited.union(filter(None, self.reserved))

    @property
    def entropy(self) -> tuple[str | None, ...]:
        """What the player on each seat has added to the shuffles."""
        return tuple([place.entropy for place in self.places])

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
        for seat, place in enumerate(self.places):
            if place.player == player:
                return seat
        return None


class Snapshot(Struct, frozen=True, gc=False):
    """A table at a version: after so many events, the last of them recorded at `at`.

    `state` is the state of the game by its own rules, None before the start. `asked` is when the present occasion of
    decisions began, `moves` how many the seats have made, those that were made for them when their time was over
    included.
    """

    version: int
    at: Time
    table: Table
    state: Any = None
    stocks_formed: int = 0
    moves: int = 0
    asked: Moment | None = None

    def chance(self) -> FairChance:
        """Return the chance that decides the next order of cards."""
        return FairChance(self.table.secret, self.table.entropy, self.table.decks, self.stocks_formed)

    def decision_began(self, seat: int) -> Moment | None:
        """Return when the seat's present decision began: with its occasion, or with the seat's last decision."""
        acted = self.table.places[seat].acted
        if self.asked is None or acted is None:
            return self.asked
        return max(self.asked, acted, key=lambda moment: moment.version)


def default(snapshot: Snapshot, seat: int) -> Any:
    """Return the move that is made for a seat whose time is over, by what the seat sees; None: none is."""
    rules = snapshot.table.rules
    offered = rules.choices(snapshot.state, seat)
    if offered is None or not offered.moves:  # none: between the events of one step
        return None
    return rules.default(rules.view(snapshot.state, seat), seat, offered.moves)


def deadline(snapshot: Snapshot, seat: int) -> int | None:
    """Return when the seat's present decision lapses, in ms; None: it does not, or there is none."""
    table, began = snapshot.table, snapshot.decision_began(seat)
    limit = table.settings.turn_limit_ms
    if limit is None or began is None or table.finished_at is not None:
        return None
    if seat not in table.rules.to_act(snapshot.state) or default(snapshot, seat) is None:
        return None
    return began.at + limit + table.places[seat].reserve_ms
