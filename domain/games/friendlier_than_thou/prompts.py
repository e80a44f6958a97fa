"""What a Friend is asked for, and what is done for one whose time is over."""

from collections.abc import Sequence

from domain.cards import may_follow
from domain.game import Move
from domain.games.friendlier_than_thou.moves import (
    Display,
    LayAside,
    Lead,
    Play,
    Propose,
    SoMoved,
    Unite,
)
from domain.games.friendlier_than_thou.rules import committee_cards
from domain.games.friendlier_than_thou.tricks import ACES, HEIGHT
from domain.games.friendlier_than_thou.view import View
from domain.messages import Amount, Message, Seats
from domain.messages import seat as one_seat
from domain.prompts import to_follow


def prompt(view: View, seat: int) -> Message:
    """Return what is asked of a seat that may act."""
    match view.phase:
        case "care_committee":
            count = Amount(committee_cards(view.options, seat), "card")
            return Message.of("Lay {count} aside for the care committee.", count=count)
        case "silence":
            return with_aces(into_the_silence(view), view.hand or ())
        case "leading":
            return with_aces(Message.of("Lead a card."), view.hand or ())
        case "following":
            first, hand = view.table[0], view.hand or ()
            return with_aces(to_follow(first.seat, first.card, hand), may_follow(hand, first.card))
        case "displaying":
            return Message.of("The trick is yours: choose the card that lies face up.")
    return to_seek_unity(view, seat)


def into_the_silence(view: View) -> Message:
    """Return what may be done in a silence (R11 to R16)."""
    speakers = view.silence.speakers if view.silence is not None else ()
    if not speakers:
        speak = "Wait in silence, or say “So moved” with the card that you mean to lead"
        return Message.of(f"{speak}; a card led without a word is discarded.")
    return Message.of(
        "{speakers} said “So moved”: wait, or speak, too, and all who spoke discard.", speakers=Seats(speakers)
    )


def with_aces(asked: Message, cards: Sequence[str]) -> Message:
    """Return what is asked of who may play one of these cards, with what is to be known of aces (R24, U20)."""
    if ACES.isdisjoint(cards):
        return asked
    return Message.of(f"{asked.template} An ace may be humble: then it ranks below the two.", **asked.arguments)


def to_seek_unity(view: View, seat: int) -> Message:
    """Return what may be done about the care committee's pile (U24, U25)."""
    standing = None if view.unity is None else view.unity.proposal
    if standing is None:
        return Message.of("Propose who is to receive the care committee’s cards.")
    recipient = one_seat(standing.recipient)
    if seat in standing.united:
        return Message.of(
            "You are in unity with the proposal for {recipient}; you may still object.", recipient=recipient
        )
    proposed = "{proposer} proposes that {recipient} receive the care committee’s cards: unite, or object."
    return Message.of(proposed, proposer=one_seat(standing.seat), recipient=recipient)


def default(view: View, seat: int, _: tuple[Move, ...]) -> Move | None:
    """Return what a quiet Friend would do; None if the seat need not act, as where the game's own clock ends the wait.

    - They lay aside their lowest cards, which are worth least to whoever receives them (R29).
    - A silence asks nothing of them: the clock breaks it (U14). Only where it may last for ever, and no window is open,
      they speak, with their lowest card; then a window is open, and nobody else need speak.
    - When they must lead they lead their lowest card, and when they follow, the lowest allowed: the trick goes to
      somebody who wants it. No ace is humble here: only the player can say that.
    - They display the highest card of a trick: the one that Friends will want to remember.
    - Nor does unity ask anything of them where the clock lays the matter over (U27). Else they unite with the standing
      proposal, as nothing can be done without unity. If none stands, they propose the dealer, whom all can think of
      without a word.
    """
    if seat not in view.to_act or view.deadline is not None:
        return None
    hand = sorted(view.hand or (), key=HEIGHT.__getitem__)
    match view.phase:
        case "care_committee":
            return LayAside(tuple(hand[: committee_cards(view.options, seat)]))
        case "silence":
            return SoMoved(hand[0])
        case "leading":
            return Lead(hand[0])
        case "following":
            return Play(may_follow(hand, view.table[0].card)[0])
        case "displaying":
            return Display(max([played.card for played in view.table], key=HEIGHT.__getitem__))
    standing = None if view.unity is None else view.unity.proposal
    if standing is None:
        return Propose(view.dealer)
    return None if seat in standing.united else Unite(standing.recipient)
