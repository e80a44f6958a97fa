"""What a seat (or a spectator) sees of a table: header, the rulebook's view, and what may be done now."""

from collections import Counter
from collections.abc import Iterable
from typing import Annotated, Any, Literal
from uuid import UUID

from msgspec import Meta, Struct
from msgspec.structs import replace

from domain.game import Grade, View
from domain.layout import Item, Layout, Zone
from domain.messages import FormattedMessage
from domain.seats import Seat, Time
from domain.table import Snapshot
from domain.wording import formatted
from projections.header import Header, header
from projections.items import Sight, with_ids

Perspective = int | None | Literal["all"]
"""From where somebody looks: a seat, None for a spectator, or all seats at once, as over an open record."""


class SeatDecision(Struct, frozen=True):
    """The viewer's decision, with moves that can be sent unchanged."""

    id: Annotated[str, Meta(description="The id of the decision; send it with the move as `decision`.")]
    seat: Seat
    prompt: Annotated[FormattedMessage, Meta(description="The decision in words.")]
    deadline: Annotated[Time | None, Meta(description="When a clock step may end the decision; null: never.")]
    default: Annotated[
        Any,
        Meta(
            description="The move that the service makes when time is over; null: none, since the seat need not"
            " act, or the game's own clock ends the wait."
        ),
    ]
    grade: Annotated[
        Grade,
        Meta(
            description="`enumerated`: `moves` are all legal moves; of those that differ only in the order of a list,"
            " one. Otherwise they are legal examples of every kind."
        ),
    ]
    moves: tuple[Any, ...]


class SeatView(Struct, frozen=True):
    """A table at one version, as one seat or a spectator sees it."""

    table: Header
    seat: Annotated[Seat | None, Meta(description="The viewer's seat; null for spectators.")]
    state: Annotated[Any, Meta(description="The view that the rulebook describes; null before the start.")]
    layout: Annotated[
        Layout | None, Meta(description="The cards and counters on the table, for drawing; null before the start.")
    ]
    decision: Annotated[
        SeatDecision | None,
        Meta(
            description="What the viewer may do now; null: nothing, a house player plays on their seat, or it is a past"
            " version between two events of one move."
        ),
    ]


def seat_view(
    table_id: UUID,
    snapshot: Snapshot,
    perspective: Perspective,
    sight: Sight | None,
    layout: Layout | None = None,
    *,
    ends_step: bool = True,
) -> SeatView:
    """Return the table as a seat or a spectator sees it, or as one sees it who sees all hands at once.

    `sight` has the ids of the cards that are seen; None: the cards have no ids, for clients that do not draw them.
    `layout` is what lies there, if that is known already. Nobody has anything to do once the game has ended or was
    aborted, nor unless the version `ends_step`: the table has never stood so for anybody who could act.
    """
    seat = None if perspective == "all" else perspective
    if snapshot.state is None:
        return SeatView(header(table_id, snapshot), seat, None, None, None)
    view, table, asked = snapshot.view(seat), layout or layout_of(snapshot, perspective), None
    if not (ends_step and snapshot.going_on):
        view, table = replace(view, to_act=(), deadline=None), without_turns(table)
    else:
        table = with_deadlines(table, snapshot, view.deadline)
        asked = None if house_plays(snapshot, seat) else decision(snapshot, seat, view)
    if sight is not None:
        table = with_ids(table, sight)
    return SeatView(header(table_id, snapshot), seat, view, table, asked)


def layout_of(snapshot: Snapshot, perspective: Perspective) -> Layout:
    """Return what lies on a table that has begun, as a seat or a spectator sees it, or as all of them do together."""
    if perspective != "all":
        return snapshot.rules.layout(snapshot.view(perspective), perspective)
    seats = range(len(snapshot.table.seats))
    first, *others = [layout_of(snapshot, seat) for seat in (None, *seats)]
    return replace(first, zones=opened(first.zones, *(layout.zones for layout in others)))


def opened(*views: Iterable[Zone]) -> tuple[Zone, ...]:
    """Return all zones that anybody sees, each with all cards that anybody sees in it."""
    found: dict[str, list[Zone]] = {}
    for zones in views:
        for zone in zones:
            found.setdefault(zone.id, []).append(zone)
    return tuple(
        replace(
            max(same, key=lambda zone: len(zone.cards or ())),
            cards=together(zone.cards for zone in same),
            zones=opened(*(zone.zones for zone in same)),
        )
        for same in found.values()
    )


def together(views: Iterable[tuple[Item, ...] | None]) -> tuple[Item, ...] | None:
    """Return the cards of a zone that anybody sees, as often as one of them sees each; None if nobody sees any.

    They lie as for the viewer who sees most of them.
    """
    seen = sorted((cards for cards in views if cards is not None), key=len, reverse=True)
    if not seen:
        return None
    found = list(seen[0])
    for cards in seen[1:]:
        missing = Counter(item.card for item in cards) - Counter(item.card for item in found)
        found += [Item(card) for card in missing.elements()]
    return tuple(found)


def house_plays(snapshot: Snapshot, seat: int | None) -> bool:
    """Return whether a house player plays on the seat: then nothing is asked of its owner."""
    return seat is not None and snapshot.table.places[seat].house is not None


def without_turns(layout: Layout) -> Layout:
    """Return the table as it is while no seat has anything to do."""
    return replace(layout, seats=tuple([replace(each, to_act=False) for each in layout.seats]))


def with_deadlines(layout: Layout, snapshot: Snapshot, of_game: int | None) -> Layout:
    """Return the table with the time at which each seat's time is over; `of_game` is when the game's clock steps."""
    if of_game is None and snapshot.table.settings.turn_limit_ms is None:
        return layout
    seats = [
        replace(each, deadline=time_over(snapshot, each.seat, of_game)) if each.to_act else each
        for each in layout.seats
    ]
    return replace(layout, seats=tuple(seats))


def time_over(snapshot: Snapshot, seat: int, of_game: int | None) -> int | None:
    """Return when the first clock, the table's or the game's, acts for a seat; None: none does, as it need not act."""
    if snapshot.table.settings.turn_limit_ms is None:
        return None if snapshot.default(seat) is None else of_game
    lapse = snapshot.deadline(seat)
    return lapse if lapse is None or of_game is None else min(lapse, of_game)


def decision(snapshot: Snapshot, seat: int | None, view: View) -> SeatDecision | None:
    """Return what the seat may do now, also while a house player plays there; None: nothing."""
    rules = snapshot.rules
    choices = None if seat is None else snapshot.offered(seat)
    if seat is None or choices is None:
        return None
    times = [at for at in (view.deadline, snapshot.deadline(seat)) if at is not None]
    return SeatDecision(
        id=snapshot.decision_id(seat),
        seat=seat,
        prompt=formatted(rules.prompt(view, seat), rules.faces),
        deadline=min(times, default=None),
        default=snapshot.default(seat),
        grade=choices.grade,
        moves=choices.moves,
    )


def waits_for(snapshot: Snapshot, seat: int) -> bool:
    """Return whether the player of the seat must or may act now."""
    return not house_plays(snapshot, seat) and seat in snapshot.to_act
