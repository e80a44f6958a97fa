"""Each event as a sentence in plain English, from what the event shows."""

from collections.abc import Callable, Iterable
from typing import Any

from domain.cards import spoken
from domain.events import CardsDealt, DealStarted
from domain.game import Event
from domain.games.friendlier_than_thou.events import (
    CardDiscarded,
    CardPlayed,
    CardsLaidAside,
    FriendlierThanThouEvent,
    GameFinished,
    GameStarted,
    ProposalFallen,
    ProposalMade,
    SeatUnited,
    SilenceBroken,
    SoMovedSaid,
    TrickDisplayed,
    TrickWon,
    UnityLapsed,
    WindowClosed,
)
from domain.games.friendlier_than_thou.scoring import Band

MEANINGS: dict[Band, str] = {
    "read_out": "you are read out of the Yearly Meeting",
    "probation": "you are placed on probation by the Yearly",
    "welcomed": "you are welcomed into the Yearly Meeting",
    "hosts_yearly_meeting": "the next Yearly Meeting is held in your town",
    "retreat_center": "your Meeting becomes a permanent retreat center",
}
"""R31, in the words of the source; R32: without comment."""


def tell(event: FriendlierThanThouEvent) -> str:
    """Return the event in plain English. What a redacted event hides is not told."""
    return TELL[type(event)](event)


def game_started(event: GameStarted) -> str:
    """R1, R11, R17."""
    options = event.options
    return f"A Monthly Meeting of {options.players} Friends begins, with {options.leading} leading."


def deal_started(event: DealStarted) -> str:
    """R5."""
    return f"Seat {event.dealer} deals the whole deck."


def cards_dealt(event: CardsDealt) -> str:
    """R5, R6."""
    return f"Seat {event.seat} gets {counted(event.count)}{listed(event.cards or ())}."


def cards_laid_aside(event: CardsLaidAside) -> str:
    """R8, R10."""
    return f"Seat {event.seat} lays {counted(event.count)} aside{listed(event.cards or ())}."


def so_moved_said(event: SoMovedSaid) -> str:
    """R13, U6."""
    meaning = f", meaning to lead {named(event.card, humble=event.humble or False)}" if event.card else ""
    return f"Seat {event.seat} says “So moved”{meaning}."


def window_closed(_: WindowClosed) -> str:
    """U8."""
    return "It is too late now to speak at once."


def silence_broken(event: SilenceBroken) -> str:
    """U14."""
    return f"The silence has lasted too long, and seat {event.turn} must lead."


def card_discarded(event: CardDiscarded) -> str:
    """R15, R16."""
    card = named(event.card)
    if event.why == "clash":
        return f"Seat {event.seat} was not alone in speaking and discards {card}."
    return f"Seat {event.seat} leads {card} without speaking, and is eldered and discards it."


def card_played(event: CardPlayed) -> str:
    """R14, R18, R24."""
    return f"Seat {event.seat} plays {named(event.card, humble=event.humble)}."


def trick_won(event: TrickWon) -> str:
    """R21."""
    return f"Seat {event.seat} collects the trick of {counted(len(event.cards))}."


def trick_displayed(event: TrickDisplayed) -> str:
    """R22."""
    return f"Seat {event.seat} displays the trick with {named(event.face_up)} face up."


def proposal_made(event: ProposalMade) -> str:
    """U24."""
    return f"Seat {event.seat} proposes that seat {event.recipient} receive the care committee’s cards."


def seat_united(event: SeatUnited) -> str:
    """U24."""
    return f"Seat {event.seat} unites with the proposal for seat {event.recipient}."


def proposal_fallen(event: ProposalFallen) -> str:
    """U25."""
    return f"Seat {event.seat} objects, and the proposal for seat {event.recipient} falls."


def unity_lapsed(_: UnityLapsed) -> str:
    """U27."""
    return "Friends have not reached unity in time, and the matter is laid over."


def game_finished(event: GameFinished) -> str:
    """R31, R32."""
    return f"The Meeting’s score is {event.result.meeting_score}: {MEANINGS[event.result.band]}."


def named(card: str, *, humble: bool = False) -> str:
    """Return a card with its article: `the humble ace of clubs`."""
    return f"the {'humble ' if humble else ''}{spoken(card)}"


def counted(number: int) -> str:
    """Return so many cards in words."""
    return "one card" if number == 1 else f"{number} cards"


def listed(cards: Iterable[str]) -> str:
    """Return the cards after a colon; nothing if there are none to show."""
    names = ", ".join(map(named, cards))
    return names and f": {names}"


TELL: dict[type[Event], Callable[[Any], str]] = {
    GameStarted: game_started,
    DealStarted: deal_started,
    CardsDealt: cards_dealt,
    CardsLaidAside: cards_laid_aside,
    SoMovedSaid: so_moved_said,
    WindowClosed: window_closed,
    SilenceBroken: silence_broken,
    CardDiscarded: card_discarded,
    CardPlayed: card_played,
    TrickWon: trick_won,
    TrickDisplayed: trick_displayed,
    ProposalMade: proposal_made,
    SeatUnited: seat_united,
    ProposalFallen: proposal_fallen,
    UnityLapsed: unity_lapsed,
    GameFinished: game_finished,
}
