"""Each event as a sentence, from what the event shows."""

from domain.dispatch import Messages
from domain.events import DealStarted
from domain.game import UNSET
from domain.games.friendlier_than_thou.events import (
    CardDiscarded,
    CardPlayed,
    CardsLaidAside,
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
from domain.sentences import SHARED, with_cards

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


message = Messages[State](SHARED)
message.reads(DealStarted, "{dealer} deals the whole deck.")  # R5
message.reads(WindowClosed, "It is too late now to speak at once.")  # U8
message.reads(SilenceBroken, "The silence has lasted too long, and {turn} must lead.")  # U14
message.reads(UnityLapsed, "Friends have not reached unity in time, and the matter is laid over.")  # U27


@message.on
def game_started(event: GameStarted) -> Message:
    """Return how many play, and how cards are led (R1, R11, R17)."""
    options = event.options
    return Message.of(
        "A Monthly Meeting of {players} Friends begins, with {leading} leading.",
        players=options.players,
        leading=options.leading,
    )


@message.on
def cards_laid_aside(event: CardsLaidAside) -> Message:
    """Return how many cards a seat has laid aside, and which if they are shown (R8, R10)."""
    return with_cards("{seat} lays {count} aside", event.seat, event.count, event.cards)


@message.on
def so_moved_said(event: SoMovedSaid) -> Message:
    """Return who has said “So moved”, and the card if it is shown (R13, U6)."""
    if event.card is UNSET:
        return Message.of("{seat} says “So moved”.", seat=seat(event.seat))
    humble = AS_HUMBLE if event.humble else ""
    return Message.of(f"{{seat}} says “So moved”, meaning to lead {{card}}{humble}.", **whose(event.seat, event.card))


@message.on
def card_discarded(event: CardDiscarded) -> Message:
    """Return which card is discarded for an offence (R15, R16)."""
    if event.why == "clash":
        return Message.of("{seat} was not alone in speaking and discards {card}.", **whose(event.seat, event.card))
    discarded = "{seat} leads {card} without speaking, and is eldered and discards it."
    return Message.of(discarded, **whose(event.seat, event.card))


@message.on
def card_played(event: CardPlayed) -> Message:
    """Return who has played which card (R14, R18, R24)."""
    humble = AS_HUMBLE if event.humble else ""
    return Message.of(f"{{seat}} plays {{card}}{humble}.", **whose(event.seat, event.card))


@message.on
def trick_won(event: TrickWon) -> Message:
    """Return who collects the trick (R21)."""
    return Message.of(
        "{seat} collects the trick of {count}.", seat=seat(event.seat), count=Amount(len(event.cards), "card")
    )


@message.on
def trick_displayed(event: TrickDisplayed) -> Message:
    """Return which card of a trick lies face up (R22)."""
    return Message.of("{seat} displays the trick with {card} face up.", **whose(event.seat, event.face_up))


@message.on
def proposal_made(event: ProposalMade) -> Message:
    """Return who is proposed to receive the care committee's pile (U24)."""
    return about_recipient("{seat} proposes that {recipient} receive the care committee’s cards.", event)


@message.on
def seat_united(event: SeatUnited) -> Message:
    """Return who is in unity with the proposal (U24)."""
    return about_recipient("{seat} unites with the proposal for {recipient}.", event)


@message.on
def proposal_fallen(event: ProposalFallen) -> Message:
    """Return whose objection ends a proposal (U25)."""
    return about_recipient("{seat} objects, and the proposal for {recipient} falls.", event)


@message.on
def game_finished(event: GameFinished) -> Message:
    """Return the score, and what it means (R31, R32)."""
    return Message.of(MEANINGS[event.result.band], score=event.result.meeting_score)


def whose(number: int, code: str) -> dict[str, Seats | Cards]:
    """Return a seat and a card of it as arguments."""
    return {"seat": seat(number), "card": card(code)}


def about_recipient(template: str, event: ProposalMade | SeatUnited | ProposalFallen) -> Message:
    """Return what a seat thinks of who receives the pile."""
    return Message.of(template, seat=seat(event.seat), recipient=seat(event.recipient))
