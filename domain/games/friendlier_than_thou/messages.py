"""The message for each event, made only of what the event shows."""

from functools import partial

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
from domain.messages import Message, Template
from domain.shared_messages import SHARED, with_cards

event = partial(Template, "friendlier_than_thou", "event")
word = partial(Template, "friendlier_than_thou", "word")

BEGINS = event("A Monthly Meeting of {players:number} Friends begins, with {leading:message} leading.")
LEADING = {"programmed": word("programmed"), "silent": word("silent")}
SO_MOVED = event("{seat} says “So moved”.")
MEANS = event("{seat} says “So moved”, meaning to lead {card}.")
MEANS_HUMBLE = event("{seat} says “So moved”, meaning to lead {card} as a humble ace, below the two.")
CLASHED = event("{seat} was not alone in speaking and discards {card}.")
ELDERED = event("{seat} leads {card} without speaking, and is eldered and discards it.")
PLAYED = event("{seat} plays {card}.")
PLAYED_HUMBLE = event("{seat} plays {card} as a humble ace, below the two.")
COLLECTED = event("{seat} collects the trick of {count:amount.card}.")
DISPLAYED = event("{seat} displays the trick with {card} face up.")
PROPOSED = event("{seat} proposes that {recipient:seat} receive the care committee’s cards.")
UNITED = event("{seat} unites with the proposal for {recipient:seat}.")
FALLEN = event("{seat} objects, and the proposal for {recipient:seat} falls.")
MEANINGS: dict[Band, Template] = {
    "read_out": event("The Meeting’s score is {score:number}: you are read out of the Yearly Meeting."),
    "probation": event("The Meeting’s score is {score:number}: you are placed on probation by the Yearly."),
    "welcomed": event("The Meeting’s score is {score:number}: you are welcomed into the Yearly Meeting."),
    "hosts_yearly_meeting": event(
        "The Meeting’s score is {score:number}: the next Yearly Meeting is held in your town."
    ),
    "retreat_center": event("The Meeting’s score is {score:number}: your Meeting becomes a permanent retreat center."),
}
"""R31, in the words of the source; R32: without comment."""


message = Messages[State](SHARED)
message.reads(DealStarted, event("{dealer:seat} deals the whole deck."))  # R5
message.on(with_cards("friendlier_than_thou", "{seat} lays {count:amount.card} aside"), CardsLaidAside)  # R8, R10
message.reads(WindowClosed, event("It is too late now to speak at once."))  # U8
message.reads(SilenceBroken, event("The silence has lasted too long, and {turn:seat} must lead."))  # U14
message.reads(
    UnityLapsed,  # U27
    event("Friends have not reached unity in time, and the matter is laid over."),
)
message.reads(ProposalMade, PROPOSED)  # U24
message.reads(SeatUnited, UNITED)  # U24
message.reads(ProposalFallen, FALLEN)  # U25


@message.on
def game_started(event: GameStarted) -> Message:
    """Return how many play, and how cards are led (R1, R11, R17)."""
    return BEGINS(players=event.options.players, leading=LEADING[event.options.leading])


@message.on
def so_moved_said(event: SoMovedSaid) -> Message:
    """Return who has said “So moved”, and the card if it is shown (R13, U6, U20)."""
    if event.card is UNSET:
        return SO_MOVED(seat=event.seat)
    return (MEANS_HUMBLE if event.humble else MEANS)(seat=event.seat, card=event.card)


@message.on
def card_discarded(event: CardDiscarded) -> Message:
    """Return which card is discarded for an offence (R15, R16)."""
    return (CLASHED if event.why == "clash" else ELDERED)(seat=event.seat, card=event.card)


@message.on
def card_played(event: CardPlayed) -> Message:
    """Return who has played which card (R14, R18, R24, U20)."""
    return (PLAYED_HUMBLE if event.humble else PLAYED)(seat=event.seat, card=event.card)


@message.on
def trick_won(event: TrickWon) -> Message:
    """Return who collects the trick (R21)."""
    return COLLECTED(seat=event.seat, count=len(event.cards))


@message.on
def trick_displayed(event: TrickDisplayed) -> Message:
    """Return which card of a trick lies face up (R22)."""
    return DISPLAYED(seat=event.seat, card=event.face_up)


@message.on
def game_finished(event: GameFinished) -> Message:
    """Return the score, and what it means (R31, R32)."""
    return MEANINGS[event.result.band](score=event.result.meeting_score)
