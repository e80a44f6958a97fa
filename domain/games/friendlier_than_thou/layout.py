"""What lies where at a Meeting, for one who looks at it."""

from collections.abc import Iterator
from functools import partial

from domain.game import UNSET
from domain.games.friendlier_than_thou.scoring import Hand, Result
from domain.games.friendlier_than_thou.tricks import PlayedCard
from domain.games.friendlier_than_thou.view import CollectedTrick, Proposal, View
from domain.layout import (
    CARD_OF_SEAT,
    DISCARDS,
    POINTS,
    TRICK,
    Counter,
    Layout,
    Zone,
    counters,
    face_up,
    hands,
    items,
    of_seat,
    of_team,
    place,
    seats,
    teams,
    turns_left,
)
from domain.messages import Template
from domain.wording import labelled

zone = partial(Template, "friendlier_than_thou", "zone")
counter = partial(Template, "friendlier_than_thou", "counter")

COMMITTEE = zone("care committee’s pile")
HUMBLE = zone("card of {seat}, humble")
TRICKS = zone("tricks of {seat}")
FACE_UP = zone("face-up card of the trick")
TRICK_OF_SEAT = zone("trick {trick:number} of {seat}")
KEPT = zone("cards that count for {seat}")
DROPPED = zone("cards of {seat} out of balance")
CARDS = zone("cards of {seat}")
PROPOSALS_LEFT = counter("proposals left")
MEETING_SCORE = counter("the Meeting’s score")
PROPOSER = counter("proposer: {seat}")
RECIPIENT = counter("proposed to receive the care committee’s cards: {seat}")
UNITED = counter("in unity: {seat}")

MEETING = 0
"""The number of the team in which all play."""


def layout(view: View, seat: int | None) -> Layout:
    """Return what lies where as `seat` (None: a spectator) sees it. The Meeting is one team, and nobody wins (R32)."""
    result, together = view.result, (MEETING,) * len(view.hand_sizes)
    return Layout(
        zones=(
            *hands(view.hand_sizes, seat, view.hand),
            committee(view) if result is None else committee_in_the_end(result),
            place("trick", "trick", [played(each) for each in view.table], TRICK, arrangement="row"),
            *(won(view) if result is None else [counted(hand) for hand in result.hands]),
            face_up("discard", "discard", [each.card for each in reversed(view.discards)], DISCARDS),
        ),
        counters=tuple(numbers(view)),
        seats=seats(len(view.hand_sizes), view.to_act, teams=together),
        teams=teams(together),
    )


def committee(view: View) -> Zone:
    """Return the care committee's pile, of which a seat sees what it laid aside (R8 to R10)."""
    own = view.my_committee
    return Zone(
        id="committee",
        kind="aside",
        face="down",
        count=view.committee.size,
        cards=None if own is UNSET else items(own),
        label=labelled(COMMITTEE),
    )


def committee_in_the_end(result: Result) -> Zone:
    """Return the pile if nobody got it (U27), else its empty place: its cards then count for the recipient (R27)."""
    pile = result.committee if result.recipient is None else ()
    return face_up("committee", "aside", pile, COMMITTEE)


def played(play: PlayedCard) -> Zone:
    """Return a card of the trick, as it was played (R24)."""
    label = labelled(HUMBLE if play.humble else CARD_OF_SEAT, seat=play.seat)
    return face_up(f"played-{play.seat}", "trick", (play.card,), label, owner=of_seat(play.seat))


def won(view: View) -> Iterator[Zone]:
    """Yield the tricks before each seat, by seat (R22)."""
    for seat, tricks in enumerate(view.won):
        piles = [collected(seat, number, trick) for number, trick in enumerate(tricks, start=1)]
        yield place(f"won-{seat}", "won", piles, labelled(TRICKS, seat=seat), owner=of_seat(seat))


def collected(seat: int, number: int, trick: CollectedTrick) -> Zone:
    """R22: return a trick, face down, with its face-up card in a zone of its own; U23: its collector sees all of it."""
    name = f"won-{seat}-{number}"
    below = None if trick.cards is UNSET else items([card for card in trick.cards if card != trick.face_up])
    displayed = face_up(f"{name}-up", "won", (trick.face_up,), FACE_UP, owner=of_seat(seat), arrangement="pile")
    return Zone(
        id=name,
        kind="won",
        owner=of_seat(seat),
        face="down",
        count=trick.size - 1,
        cards=below,
        label=labelled(TRICK_OF_SEAT, trick=number, seat=seat),
        zones=(displayed,),
    )


def counted(hand: Hand) -> Zone:
    """Return the cards before a seat at the end: those that count, and those that are out of balance (R28)."""
    seat, owner = hand.seat, of_seat(hand.seat)
    kept = face_up(f"kept-{seat}", "won", hand.kept, labelled(KEPT, seat=seat), owner=owner)
    dropped = face_up(f"dropped-{seat}", "won", hand.dropped, labelled(DROPPED, seat=seat), owner=owner)
    return place(f"won-{seat}", "won", (kept, dropped), labelled(CARDS, seat=seat), owner=owner)


def numbers(view: View) -> Iterator[Counter]:
    """Yield how many proposals may still fall (U27), and the one that stands; at the end the points."""
    if view.unity is not None:
        yield turns_left(PROPOSALS_LEFT, view.unity.fallen, view.options.unity_proposals)
        if view.unity.proposal is not None:
            yield from marks(view.unity.proposal, len(view.hand_sizes))
    if view.result is not None:  # R29 to R31
        yield from counters("score", POINTS, [hand.points for hand in view.result.hands])
        yield Counter(
            id="meeting-score",
            kind="score",
            label=labelled(MEETING_SCORE),
            value=view.result.meeting_score,
            owner=of_team(MEETING),
        )


def marks(proposal: Proposal, players: int) -> Iterator[Counter]:
    """Yield the marks of the proposer and of the recipient, and a mark for each seat that is in unity (U24)."""
    yield mark("proposer", PROPOSER, proposal.seat)
    yield mark("recipient", RECIPIENT, proposal.recipient)
    for seat in range(players):
        yield mark("united", UNITED, seat, is_set=seat in proposal.united)


def mark(name: str, label: Template, seat: int, *, is_set: bool = True) -> Counter:
    """Return a counter that a client draws as a mark at a seat, such as a chip; `is_set` is whether it is there."""
    called, owner = labelled(label, seat=seat), of_seat(seat)
    return Counter(id=f"{name}-{seat}", kind="mark", label=called, value=int(is_set), owner=owner)
