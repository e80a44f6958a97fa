"""What lies where in Literature, for one who looks at it."""

from collections import Counter as Number
from collections.abc import Iterator
from functools import partial

from domain.dispatch import Movements
from domain.game import UNSET
from domain.games.literature.events import CardAsked, SetDeclared
from domain.games.literature.options import SEATS
from domain.games.literature.sets import SET_IDS, SET_NAMES
from domain.games.literature.view import SetView, View
from domain.layout import Counter, Layout, Moved, Zone, face_up, hands, of_seat, of_team, seats, teams, turns_left
from domain.messages import Template
from domain.wording import labelled

zone = partial(Template, "literature", "zone")
counter = partial(Template, "literature", "counter")

CLOSED = {
    "won": zone("{set:message}, won by {team}"),
    "lost": zone("{set:message}, lost by {team}"),
    "void": zone("{set:message}, void by {team}"),
}
POINTS = counter("points of {team}")
REPORTED = counter("cards that {seat} told of")
MOVES_LEFT = counter("moves left without a closed set")


def layout(view: View, seat: int | None) -> Layout:
    """Return what lies on the table as `seat` (None: a spectator) sees it."""
    return Layout(
        zones=(*hands(hand_sizes(view, seat), seat, view.hand), *closed_sets(view)),
        counters=tuple(numbers(view)),
        seats=seats(SEATS, view.to_act, view.result, view.teams),
        teams=teams(view.teams),
    )


def hand_sizes(view: View, seat: int | None) -> list[int | None]:
    """Return by seat how many cards it holds, as far as it is told: one's own, and who is out (R6, U6)."""
    sizes: list[int | None] = [0 if other in view.out_of_cards else None for other in range(SEATS)]
    if seat is not None and view.hand is not None:
        sizes[seat] = len(view.hand)
    return sizes


def closed_sets(view: View) -> Iterator[Zone]:
    """Yield the sets that are out of play, each with its six cards; one that was won lies before its declarer.

    Any other one is shown as the declaring team's, for whom it counts.
    """
    for set_id in SET_IDS:
        closed: SetView = getattr(view.sets, set_id)
        if closed.team is not UNSET and closed.seat is not UNSET and closed.held is not UNSET:
            won = closed.status == "won"
            yield face_up(
                f"set-{set_id}",
                "won" if won else "aside",
                tuple(closed.held),
                labelled(CLOSED[closed.status], set=SET_NAMES[set_id], team=closed.team),
                owner=of_seat(closed.seat) if won else of_team(closed.team),
            )


def numbers(view: View) -> Iterator[Counter]:
    """Yield the points of the teams, what was told of hands (U28), and how many more may only ask (U24)."""
    for team, score in enumerate(view.scores):
        label, owner = labelled(POINTS, team=team), of_team(team)
        yield Counter(id=f"score-{team}", kind="score", label=label, value=score, owner=owner)
    for seat, count in enumerate(() if view.reported_counts is UNSET else view.reported_counts):
        if count is not None:
            label, owner = labelled(REPORTED, seat=seat), of_seat(seat)
            yield Counter(id=f"reported-{seat}", kind="cards", label=label, value=count, owner=owner)
    yield turns_left(MOVES_LEFT, view.moves_since_close, view.options.stall_limit)


moved = Movements()
"""R6: how many cards others hold is told to nobody, so only the events tell what goes from hand to hand."""


@moved.on
def card_asked(event: CardAsked) -> tuple[Moved, ...]:
    """R19: the card goes to the seat that asked for it."""
    return (Moved(f"hand-{event.target}", f"hand-{event.seat}"),) if event.answer == "given" else ()


@moved.on
def set_declared(event: SetDeclared) -> tuple[Moved, ...]:
    """U15: the cards of a set that is closed leave the hands of those who held them."""
    held = Number((event.held or {}).values())
    return tuple(Moved(f"hand-{seat}", f"set-{event.set}", count) for seat, count in held.items())
