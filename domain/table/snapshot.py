"""A table at a version, and what follows from what is known of it, for its seats and for the clock."""

from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from domain import rules_of
from domain.fairness import FairChance
from domain.game import AnyGame, Decision, Move, Time, View
from domain.table.facts import fact
from domain.table.shown import shows_more
from domain.table.state import LastMove, Moment, Table

F = TypeVar("F")
K = TypeVar("K")

MINUTE_MS = 60_000
LONG_LIMIT_MS = 60 * MINUTE_MS
"""Turn limits from this one on are looked at once a minute; a decision lapses at its very time all the same."""


class Snapshot(Struct, frozen=True, dict=True):
    """A table at a version: after that number of events, the last of them recorded at `at`.

    `state` is the state of the game by its own rules, None before the start. `asked` is when the present occasion of
    decisions began. `moves` counts the moves of all seats, also those that were made for them when their time was over,
    and those that were taken back. `last_move` is known only where moves may be taken back.

    What follows from a snapshot is worked out once, when it is first asked for, and lies with it.
    """

    version: int
    at: Time
    table: Table
    state: Any = None
    stocks_formed: int = 0
    moves: int = 0
    asked: Moment | None = None
    last_move: LastMove | None = None

    def chance(self) -> FairChance:
        """Return the chance that decides the next order of cards."""
        return FairChance(self.table.secret, self.table.entropy, self.table.decks, self.stocks_formed)

    @fact
    def rules(self) -> AnyGame:
        """The game that is played here, by the rules that the table began with."""
        return rules_of(self.table.game, self.table.rules_version)

    @property
    def going_on(self) -> bool:
        """Whether the game has begun, and the table has not ended."""
        return self.state is not None and self.table.finished_at is None

    @property
    def silent(self) -> bool:
        """Whether the rulebook wants the seats to tell each other nothing now: their chat is shut."""
        return self.going_on and self.rules.silent(self.state)

    @fact
    def to_act(self) -> tuple[int, ...]:
        """The seats that must or may act now, ascending, those of house players, too."""
        return self.rules.to_act(self.state) if self.going_on else ()

    def view(self, seat: int | None) -> View:
        """Return what a seat (None: a spectator) sees, as the rulebook has it. The game has begun."""
        return known(self._views, seat, lambda: self.rules.view(self.state, seat))

    def offered(self, seat: int) -> Decision | None:
        """Return what a seat may do now; None: nothing, as there is nothing to choose from."""
        return known(self._offered, seat, lambda: self._choices(seat))

    def default(self, seat: int) -> Any:
        """Return the move that is made for a seat whose time is over, by what the seat sees; None: none is."""
        return known(self._defaults, seat, lambda: self._default_of(seat))

    def decision_began(self, seat: int) -> Moment | None:
        """Return when the seat's present decision began: with its occasion, or with the seat's last decision."""
        acted = self.table.places[seat].acted
        if self.asked is None or acted is None:
            return self.asked
        return self.asked if self.asked.version >= acted.version else acted

    def decision_id(self, seat: int) -> str:
        """Return what names the present decision of a seat: no other decision at this table has the same."""
        began = self.decision_began(seat)
        return f"{seat}.{began.version if began else 0}"

    def deadline(self, seat: int) -> int | None:
        """Return when the seat's present decision lapses, in ms; None: it does not, or there is none."""
        lapses_at = self._time_ends(seat)
        return None if lapses_at is None or seat not in self.to_act or self.default(seat) is None else lapses_at

    def _time_ends(self, seat: int) -> int | None:
        """Return when the time of a seat ends for its present decision, whether it has a default or not."""
        began, limit = self.decision_began(seat), self.table.settings.turn_limit_ms
        if limit is None or began is None:
            return None
        return began.at + limit + self.table.places[seat].reserve_ms

    @fact
    def next_lapse(self) -> tuple[int, int] | None:
        """When the next decision lapses, and whose (of several, the lowest seat); None: none does."""
        if self.table.settings.turn_limit_ms is None:
            return None
        return min([(at, seat) for seat in self.to_act if (at := self.deadline(seat)) is not None], default=None)

    @property
    def next_expiry(self) -> int | None:
        """When the next invitation expires, in ms; None: none does, or nobody sits down here any more.

        One whose time is over while its player sits here expires as soon as they leave.
        """
        if self.table.started_at is not None or self.table.finished_at is not None:
            return None
        return min([max(each.expires_at, self.at) for each in self.table.waiting], default=None)

    @fact
    def due(self) -> int | None:
        """When the next clock step is due, of the game or of the table, in ms; None: none is."""
        if not self.going_on:
            return self.next_expiry
        return sooner(self._step_due(), None if self.next_lapse is None else self.next_lapse[0])

    def _step_due(self) -> int | None:
        """Return when the next clock step is due that ends no decision of a seat, of the game or of a proposal."""
        due, proposal = self.rules.due(self.state), self.table.proposal
        return due if proposal is None else sooner(due, proposal.lapses_at)

    @fact
    def soonest_lapse(self) -> int | None:
        """A time in ms before which no decision lapses, found without any default; None: none ever lapses.

        Every move asks for it, and a default costs more than the rest of a move's clock.
        """
        if self.table.settings.turn_limit_ms is None:
            return None
        return min([at for seat in self.to_act if (at := self._time_ends(seat)) is not None], default=None)

    def due_by(self, at: int) -> int | None:
        """Return when the next clock step is due, in ms, if that is not after `at`; else None."""
        if self.soonest_lapse is not None and self.soonest_lapse <= at:
            due = self.due
        else:
            due = self._step_due() if self.going_on else self.next_expiry
        return due if due is not None and due <= at else None

    @fact
    def _earliest_alarm(self) -> int | None:
        """When the next step would be looked for, in ms, if every seat whose time ends had a default."""
        return sooner(self._step_due(), None if self.soonest_lapse is None else by_the_minute(self.soonest_lapse))

    def alarm_after(self, listed: int | None) -> int | None:
        """Return when to look for the next clock step, in ms; None: no step is due.

        That is when it is due, but a long turn limit is looked at by the minute. So quick moves under a limit of days
        leave the table `listed` for the time that it is, and no default is worked out for that.
        """
        limit = self.table.settings.turn_limit_ms
        if limit is None or limit < LONG_LIMIT_MS or self.soonest_lapse is None:
            return self.due
        if listed is not None and listed == self._earliest_alarm:
            return listed
        step_due = self._step_due()
        return step_due if self.next_lapse is None else sooner(step_due, by_the_minute(self.next_lapse[0]))

    @fact
    def last_move_stands(self) -> bool:
        """Whether the last move has told anybody anything hidden, or stands by the rules of the game."""
        last = self.last_move
        if last is None or last.state is None:
            return True
        return shows_more(self.rules, last.state, self.state, len(self.table.places))

    @fact
    def house_seats_to_act(self) -> tuple[int, ...]:
        """The seats that must or may act now and that the house plays; it waits while a take-back is asked for."""
        places = self.table.places
        if self.table.proposal is not None or not [place for place in places if place.house is not None]:
            return ()
        return tuple([seat for seat in self.to_act if places[seat].house is not None])

    @fact
    def house_seats_needed(self) -> tuple[int, ...]:
        """The seats of the house that the table waits for: the game has a default move for them."""
        return tuple([seat for seat in self.house_seats_to_act if self.default(seat) is not None])

    @fact
    def _views(self) -> dict[int | None, View]:
        return {}

    @fact
    def _offered(self) -> dict[int, Decision | None]:
        return {}

    @fact
    def _defaults(self) -> dict[int, Move | None]:
        return {}

    def _choices(self, seat: int) -> Decision | None:
        decision = self.rules.choices(self.state, seat) if self.going_on else None
        return decision if decision is not None and decision.moves else None  # no moves: between the events of a step

    def _default_of(self, seat: int) -> Move | None:
        decision = self.offered(seat)
        return None if decision is None else self.rules.default(self.view(seat), seat, decision.moves)


def sooner(one: int | None, other: int | None) -> int | None:
    """Return the earlier of two times in ms; None: it never comes."""
    if one is None or other is None:
        return other if one is None else one
    return min(one, other)


def by_the_minute(at: int) -> int:
    """Return a time in ms, or the next whole minute after it."""
    return -(-at // MINUTE_MS) * MINUTE_MS


def known(facts: dict[K, F], seat: K, work_out: Callable[[], F]) -> F:
    """Return a fact about a seat from those that are known; it is worked out if it is new."""
    if seat not in facts:
        facts[seat] = work_out()
    return facts[seat]


def state_as_json(state: Any) -> dict[str, Any]:
    """Return the state of a game as JSON has it, in its canonical form."""
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(state, order="sorted"))
    return plain


def state_of_json(plain: dict[str, Any], rules: AnyGame) -> Any:
    """Return the state of a game that is given as JSON has it. Raises `msgspec.ValidationError`."""
    return msgspec.json.decode(msgspec.json.encode(plain), type=rules.State)


@cache
def snapshot_type(rules: AnyGame) -> object:
    """Return the type of snapshots with the state of a game by these rules, for decoders."""
    state = rules.State | None
    last_move = msgspec.defstruct("TypedLastMove", [("state", state, None)], bases=(LastMove,), frozen=True, gc=False)
    fields = [("state", state, None), ("last_move", last_move | None, None)]
    return msgspec.defstruct("TypedSnapshot", fields, bases=(Snapshot,), frozen=True, dict=True)
