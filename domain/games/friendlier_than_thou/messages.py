"""Each event as a sentence, from what the event shows."""

from collections.abc import Callable
from typing import Any

from domain.events import CardsDealt, DealStarted
from domain.game import UNSET, Event
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
from domain.games.friendlier_than_thou.state import State
from domain.messages import Amount, Cards, Message, Seats, card, seat
from domain.sentences import cards_dealt, with_cards

MEANINGS: dict[Band, str] = {
    "read_out": "The Meeting’s score is {score}: you are read out of the Yearly Meeting.",
    "probation": "The Meeting’s score is {score}: you are placed on probation by the Yearly.",
    "welcomed": "The Meeting’s score is {score}: you are welcomed into the Yearly Meeting.",
    "hosts_yearly_meeting": "The Meeting’s score is {score}: the next Yearly Meeting is held in your town.",
    "retreat_center": "The Meeting’s score is {score}: your Meeting becomes a permanent retreat center.",
}
"""R31, in the words of the source; R32: without comment."""

AS_HUMBLE = " as a humble ace, below the two"
"""U20."""


def message(event: FriendlierThanThouEvent, _: State) -> Message:
    """Return the event as a message. What a redacted event hides is not told."""
    return MESSAGES[type(event)](event)


def game_started(event: GameStarted) -> Message:
    """R1, R11, R17."""
    options = event.options
    return Message.of(
        "A Monthly Meeting of {players} Friends begins, with {leading} leading.",
        players=options.players,
        leading=options.leading,
    )


def deal_started(event: DealStarted) -> Message:
    """R5."""
    return Message.of("{dealer} deals the whole deck.", dealer=seat(event.dealer))


def cards_laid_aside(event: CardsLaidAside) -> Message:
    """R8, R10."""
    return with_cards("{seat} lays {count} aside", event.seat, event.count, event.cards)


def so_moved_said(event: SoMovedSaid) -> Message:
    """R13, U6."""
    if event.card is UNSET:
        return Message.of("{seat} says “So moved”.", seat=seat(event.seat))
    humble = AS_HUMBLE if event.humble else ""
    return Message.of(f"{{seat}} says “So moved”, meaning to lead {{card}}{humble}.", **whose(event.seat, event.card))


def window_closed(_: WindowClosed) -> Message:
    """U8."""
    return Message.of("It is too late now to speak at once.")


def silence_broken(event: SilenceBroken) -> Message:
    """U14."""
    return Message.of("The silence has lasted too long, and {turn} must lead.", turn=seat(event.turn))


def card_discarded(event: CardDiscarded) -> Message:
    """R15, R16."""
    if event.why == "clash":
        return Message.of("{seat} was not alone in speaking and discards {card}.", **whose(event.seat, event.card))
    discarded = "{seat} leads {card} without speaking, and is eldered and discards it."
    return Message.of(discarded, **whose(event.seat, event.card))


def card_played(event: CardPlayed) -> Message:
    """R14, R18, R24."""
    humble = AS_HUMBLE if event.humble else ""
    return Message.of(f"{{seat}} plays {{card}}{humble}.", **whose(event.seat, event.card))


def trick_won(event: TrickWon) -> Message:
    """R21."""
    return Message.of(
        "{seat} collects the trick of {count}.", seat=seat(event.seat), count=Amount(len(event.cards), "card")
    )


def trick_displayed(event: TrickDisplayed) -> Message:
    """R22."""
    return Message.of("{seat} displays the trick with {card} face up.", **whose(event.seat, event.face_up))


def proposal_made(event: ProposalMade) -> Message:
    """U24."""
    return about_recipient("{seat} proposes that {recipient} receive the care committee’s cards.", event)


def seat_united(event: SeatUnited) -> Message:
    """U24."""
    return about_recipient("{seat} unites with the proposal for {recipient}.", event)


def proposal_fallen(event: ProposalFallen) -> Message:
    """U25."""
    return about_recipient("{seat} objects, and the proposal for {recipient} falls.", event)


def unity_lapsed(_: UnityLapsed) -> Message:
    """U27."""
    return Message.of("Friends have not reached unity in time, and the matter is laid over.")


def game_finished(event: GameFinished) -> Message:
    """R31, R32."""
    return Message.of(MEANINGS[event.result.band], score=event.result.meeting_score)


def whose(number: int, code: str) -> dict[str, Seats | Cards]:
    """Return a seat and a card of it as arguments."""
    return {"seat": seat(number), "card": card(code)}


def about_recipient(template: str, event: ProposalMade | SeatUnited | ProposalFallen) -> Message:
    """Return what a seat thinks of who receives the pile."""
    return Message.of(template, seat=seat(event.seat), recipient=seat(event.recipient))


MESSAGES: dict[type[Event], Callable[[Any], Message]] = {
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
