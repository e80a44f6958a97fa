"""The joint score of the Meeting (R27 to R32)."""

from bisect import bisect_right
from collections.abc import Sequence
from typing import Annotated, Literal

from msgspec import Meta, Struct

from domain.cards import FRENCH_DECK, SUITS, FrenchCard, rank, suit
from domain.game import Seat
from domain.games.friendlier_than_thou.tricks import HEIGHT

Cards = tuple[FrenchCard, ...]
Band = Literal["read_out", "probation", "welcomed", "hosts_yearly_meeting", "retreat_center"]

BANDS: tuple[Band, ...] = ("read_out", "probation", "welcomed", "hosts_yearly_meeting", "retreat_center")
BAND_BEGINS = {
    2: (300, 450, 600, 650),
    3: (275, 400, 550, 600),
    4: (250, 350, 500, 550),
}
"""R31: by the number of players, the lowest score of each band but the first."""

FACES = {"J": 15, "Q": 15, "K": 15, "A": 20}
POINTS = {card: FACES.get(rank(card)) or int(rank(card)) for card in FRENCH_DECK}
"""Points of each card (R29)."""


class Hand(Struct, frozen=True, gc=False):
    """What the cards of one player are worth (R28, R29)."""

    seat: Seat
    kept: Annotated[Cards, Meta(description="As many of each suit, the highest (U28).")]
    dropped: Annotated[Cards, Meta(description="The cards that are out of balance.")]
    points: int


class Result(Struct, frozen=True, gc=False):
    """The joint score, and what it is made of."""

    hands: Annotated[tuple[Hand, ...], Meta(description="By seat.")]
    lowest: Annotated[int, Meta(description="The points of the weakest hand, which count twice (R30).")]
    meeting_score: int
    band: Annotated[Band, Meta(description="How the Meeting fared (R31).")]
    recipient: Annotated[Seat | None, Meta(description="Who got the pile; null: the matter was laid over (U27).")]
    committee: Annotated[Cards, Meta(description="The pile, in the order of a new deck.")]
    next_dealer: Annotated[Seat, Meta(description="The dealer of the next game (R7).")]


def result(dealer: int, won: Sequence[Sequence[str]], committee: Sequence[str], recipient: int | None) -> Result:
    """Return the result: `won` are each seat's cards from its tricks, `committee` the pile, `recipient` who gets it.

    R2: the aim is the one score of all; R4: the weakest hand decides most (R30); U32: nothing else counts.
    """
    hands = tuple(
        balanced(seat, (*cards, *committee) if seat == recipient else cards) for seat, cards in enumerate(won)
    )
    points = [hand.points for hand in hands]
    lowest = min(points)  # U30: a tie for lowest adds it once
    score = sum(points) + lowest
    return Result(
        hands=hands,
        lowest=lowest,
        meeting_score=score,
        band=band(len(won), score),
        recipient=recipient,
        committee=tuple(sorted(committee, key=FRENCH_DECK.index)),
        next_dealer=(dealer + 1) % len(won),
    )


def balanced(seat: int, cards: Sequence[str]) -> Hand:
    """R3, R28, U28, U29: keep the highest cards of each suit, as many as there are of the shortest one."""
    suits = [
        sorted((card for card in cards if suit(card) == one), key=HEIGHT.__getitem__, reverse=True) for one in SUITS
    ]
    size = min(map(len, suits))
    kept = tuple(card for of_suit in suits for card in of_suit[:size])
    dropped = tuple(card for of_suit in suits for card in of_suit[size:])
    return Hand(seat, kept, dropped, sum(POINTS[card] for card in kept))


def band(players: int, score: int) -> Band:
    """R31, U31: return how a Meeting with this number of players fared."""
    return BANDS[bisect_right(BAND_BEGINS[players], score)]
