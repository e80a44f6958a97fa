"""What a seat may do now: every legal move, from what the seat itself sees."""

from collections.abc import Callable, Sequence
from itertools import combinations

from domain.cards import FRENCH_DECK, may_follow
from domain.game import Decision, Move
from domain.games.friendlier_than_thou.moves import (
    CardMove,
    Display,
    LayAside,
    Lead,
    Object,
    Play,
    Propose,
    SoMoved,
    Unite,
)
from domain.games.friendlier_than_thou.rules import committee_cards
from domain.games.friendlier_than_thou.state import Phase, State, has_spoken
from domain.games.friendlier_than_thou.tricks import ACES

Moves = tuple[Move, ...]


def with_card(kind: type[CardMove], card: str) -> Moves:
    """U20: return the moves of this kind with this card; there are two with an ace."""
    return (kind(card), kind(card, humble=True)) if card in ACES else (kind(card),)


# A move without state is made once: to find them is to look them up.
LEADS = {card: with_card(Lead, card) for card in FRENCH_DECK}
LEADINGS = {card: with_card(SoMoved, card) + LEADS[card] for card in FRENCH_DECK}
PLAYS = {card: with_card(Play, card) for card in FRENCH_DECK}
DISPLAYS = {card: Display(card) for card in FRENCH_DECK}
PROPOSALS = {players: tuple(Propose(seat) for seat in range(players)) for players in (2, 3, 4)}
ANSWERS = tuple((Unite(seat), Object(seat)) for seat in range(4))


def choices(state: State, seat: int) -> Decision | None:
    """Return all legal moves of the seat (two cards laid aside: in one order), or None if it may do nothing."""
    if state.turn is not None and state.turn != seat:
        return None
    moves = CHOICES[state.phase](state, seat)
    return Decision("enumerated", moves) if moves else None


def to_lay_aside(state: State, seat: int) -> Moves:
    """Return what can be laid aside (R8, R10)."""
    if state.laid_aside[seat]:
        return ()
    return tuple(LayAside(cards) for cards in combinations(state.hands[seat], committee_cards(state.options, seat)))


def in_silence(state: State, seat: int) -> Moves:
    """R13; R16, U12: to lead without speaking is a legal move, though it only hurts."""
    return () if has_spoken(state, seat) else each(LEADINGS, state.hands[seat])


def to_lead(state: State, seat: int) -> Moves:
    """Return what can be led (R17, U14)."""
    return each(LEADS, state.hands[seat])


def to_follow(state: State, seat: int) -> Moves:
    """Return what can be played to the trick (R19, R20)."""
    return each(PLAYS, may_follow(state.hands[seat], state.table[0].card))


def to_display(state: State, seat: int) -> Moves:
    """Return which cards of the trick can be turned up (R22)."""
    return tuple([DISPLAYS[played.card] for played in state.table])


def in_unity(state: State, seat: int) -> Moves:
    """U24, U25: a player who is united may still object."""
    if state.proposal is None:
        return PROPOSALS[len(state.hands)]
    answers = ANSWERS[state.proposal.recipient]
    return answers[1:] if seat in state.united else answers


def nothing(state: State, seat: int) -> Moves:
    """Return no moves: the game is finished."""
    return ()


def each(moves: dict[str, Moves], cards: Sequence[str]) -> Moves:
    """Return in one row the moves that `moves` has for each of these cards."""
    return tuple([move for card in cards for move in moves[card]])


CHOICES: dict[Phase, Callable[[State, int], Moves]] = {
    "care_committee": to_lay_aside,
    "silence": in_silence,
    "leading": to_lead,
    "following": to_follow,
    "displaying": to_display,
    "unity": in_unity,
    "finished": nothing,
}
