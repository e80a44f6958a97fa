"""What a Friend is asked for, and what is done for one whose time is over."""

from collections.abc import Sequence
from functools import partial

from domain.cards import may_follow
from domain.game import Move
from domain.games.friendlier_than_thou.moves import Display, LayAside, Lead, Play, Propose, SoMoved, Unite
from domain.games.friendlier_than_thou.rules import committee_cards
from domain.games.friendlier_than_thou.tricks import ACES, HEIGHT
from domain.games.friendlier_than_thou.view import View
from domain.messages import Message, Template
from domain.prompts import to_follow

template = partial(Template, "friendlier_than_thou", "prompt")

LAY_ASIDE = template("Lay {count:amount.card} aside for the care committee.")
LEAD = template("Lead a card.")
DISPLAY = template("The trick is yours: choose the card that lies face up.")
WAIT = template(
    "Wait in silence, or say “So moved” with the card that you mean to lead; a card led without a word is discarded."
)
SPOKEN = template("{speakers:seats} said “So moved”: wait, or speak, too, and all who spoke discard.")
WITH_ACES = template("{asked:message} An ace may be humble: then it ranks below the two.")
PROPOSE = template("Propose who is to receive the care committee’s cards.")
UNITED = template("You are in unity with the proposal for {recipient:seat}; you may still object.")
PROPOSED = template(
    "{proposer:seat} proposes that {recipient:seat} receive the care committee’s cards: unite, or object."
)


def prompt(view: View, seat: int) -> Message:
    """Return what is asked of a seat that may act."""
    match view.phase:
        case "care_committee":
            return LAY_ASIDE(count=committee_cards(view.options, seat))
        case "silence":
            return with_aces(into_the_silence(view), view.hand or ())
        case "leading":
            return with_aces(LEAD(), view.hand or ())
        case "following":
            first, hand = view.table[0], view.hand or ()
            return with_aces(to_follow(first.seat, first.card, hand), may_follow(hand, first.card))
        case "displaying":
            return DISPLAY()
    return to_seek_unity(view, seat)


def into_the_silence(view: View) -> Message:
    """Return what may be done in a silence (R11 to R16)."""
    speakers = view.silence.speakers if view.silence is not None else ()
    return SPOKEN(speakers=speakers) if speakers else WAIT()


def with_aces(prompt: Message, cards: Sequence[str]) -> Message:
    """Return what is asked of a player who may play one of these cards, with what to know of aces (R24, U20)."""
    return prompt if ACES.isdisjoint(cards) else WITH_ACES(asked=prompt)


def to_seek_unity(view: View, seat: int) -> Message:
    """Return what may be done about the care committee's pile (U24, U25)."""
    standing = None if view.unity is None else view.unity.proposal
    if standing is None:
        return PROPOSE()
    if seat in standing.united:
        return UNITED(recipient=standing.recipient)
    return PROPOSED(proposer=standing.seat, recipient=standing.recipient)


def default(view: View, seat: int, _: tuple[Move, ...]) -> Move | None:
    """Return what a quiet Friend would do; None if the seat need not act, as where the game's own clock ends the wait.

    - They lay aside their lowest cards, which are worth least to the recipient (R29).
    - A silence asks nothing of them: the clock breaks it (U14). They speak, with their lowest card, only if the silence
      has no end of its own and no window is open. That opens a window, so nobody else need speak.
    - When they must lead they lead their lowest card, and when they follow, the lowest allowed: the trick goes to
      somebody who wants it. No ace is humble here: only the player can say that.
    - They display the highest card of a trick: the one that Friends will want to remember.
    - Unity asks nothing of them either, if the clock lays the matter over (U27). Else they unite with the standing
      proposal, as nothing can be done without unity. If none stands, they propose the dealer: everybody can think of
      the dealer without a word.
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
