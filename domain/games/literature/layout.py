"""What lies where in Literature, for one who looks at it."""

from collections.abc import Iterator

from domain.game import UNSET
from domain.games.literature.options import SEATS
from domain.games.literature.sets import SET_IDS
from domain.games.literature.view import SetView, View
from domain.layout import Counter, Layout, Zone, face_up, hands, seats


def layout(view: View, seat: int | None) -> Layout:
    """Return what lies on the table as `seat` (None: a spectator) sees it."""
    return Layout(
        zones=(*hands(hand_sizes(view, seat), seat, view.hand), *closed_sets(view)),
        counters=tuple(numbers(view)),
        seats=seats(SEATS, view.to_act, view.result, view.teams),
    )


def hand_sizes(view: View, seat: int | None) -> list[int | None]:
    """Return by seat how many cards it holds, as far as it is told: one's own, and who is out (R6, U6)."""
    sizes: list[int | None] = [0 if other in view.out_of_cards else None for other in range(SEATS)]
    if seat is not None and view.hand is not None:
        sizes[seat] = len(view.hand)
    return sizes


def closed_sets(view: View) -> Iterator[Zone]:
    """Yield the sets that are out of play, each with its six cards; one that was won lies before its declarer."""
    for set_id in SET_IDS:
        closed: SetView = getattr(view.sets, set_id)
        if closed.seat is not UNSET and closed.held is not UNSET:
            won = closed.status == "won"
            yield face_up(
                f"set-{set_id}",
                "won" if won else "aside",
                tuple(closed.held),
                f"{set_id.replace('_', ' ')}, {closed.status} by team {closed.team}",
                owner=closed.seat if won else None,
            )


def numbers(view: View) -> Iterator[Counter]:
    """Yield the points of the teams, what was told of hands (U28), and how long no set has been closed (U24)."""
    for team, score in enumerate(view.scores):
        yield Counter(id=f"score-{team}", label=f"points of team {team}", value=score)
    for seat, count in enumerate(() if view.reported_counts is UNSET else view.reported_counts):
        if count is not None:
            yield Counter(id=f"reported-{seat}", label=f"cards that seat {seat} told of", value=count, owner=seat)
    yield Counter(id="moves-since-close", label="moves since a set was closed", value=view.moves_since_close)
    yield Counter(id="stall-limit", label="moves without a closed set at most", value=view.options.stall_limit)
