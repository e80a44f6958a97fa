"""What several moves of Pursuit of Happiness have in common: each function refuses what breaks its rule."""

from collections.abc import Sequence
from functools import partial

from domain.game import UNSET, Refusal
from domain.games.pursuit_of_happiness.deck import JOKER, bare
from domain.games.pursuit_of_happiness.melds import LONGEST, SHORTEST, SUIT_NAMES, pattern_of, positions, suits_of
from domain.games.pursuit_of_happiness.moves import Move, Play
from domain.games.pursuit_of_happiness.state import State, find_meld

refusal = partial(Refusal, "pursuit_of_happiness")

NO_SUCH_MELD = refusal("no_such_meld", "No meld on the table has the number {meld:number}.")
CARD_NOT_IN_HAND = refusal("card_not_in_hand", "You do not hold {card}.")
NOT_SO_OFTEN = refusal("card_not_in_hand", "You do not hold {card} that many times.")
JOKER_UNDECLARED = refusal("joker_undeclared", "Say which card the joker stands for, as in JK=5H.")
NOT_YOUR_MELD = refusal("not_your_meld", "Meld {meld:number} is that of {seat}.")
WRONG_SUIT = refusal("wrong_suit", "Meld {meld:number} is not one of {suit:message}.")
ACTIVATED_IN_TURN = refusal("already_activated", "Meld {meld:number} has been activated in this turn.")
ONCE_IN_AN_ATTACK = refusal("already_activated", "Meld {meld:number} can be activated only once in an attack.")
NOT_IDENTICAL = refusal("not_identical", "Meld {meld:number} does not have {card}, or not at that position.")
POSITION_NEEDED = refusal("position_needed", "{card} is at the positions {places:numbers}; say at which.")
MUST_KEEP_A_CARD = refusal("must_keep_a_card", "Keep a card for the discard that ends your turn.")
BAD_LENGTH = refusal("bad_length", "A meld has three to five cards, not {count:number}.")
MIXED_SUITS = refusal("mixed_suits", "A meld is of one suit.")
NO_PATTERN = refusal("no_pattern", "The step from each card to the next is not the same, or it is none.")


def must_be_on_the_table(state: State, move: Move) -> None:
    """Raise `Refused("no_such_meld", …)` for a meld that is not on the table."""
    for meld in move.melds():
        if all(laid.id != meld for laid in state.melds):
            raise NO_SUCH_MELD(meld=meld)


def must_declare(_: State, move: Move) -> None:
    """R16, R33: refuse a joker that is played without a card that it stands for."""
    if JOKER in move.acts():
        raise JOKER_UNDECLARED()


def must_own(state: State, seat: int, meld: int) -> None:
    """R23, R27: refuse a meld of another seat."""
    owner = find_meld(state, meld).seat
    if owner != seat:
        raise NOT_YOUR_MELD(meld=meld, seat=owner)


def must_be_own_melds(state: State, seat: int, plays: Sequence[Play], suit: str, activated: Sequence[int]) -> None:
    """R25, R30, R48: refuse melds of others, melds of another suit, then melds that are activated a second time."""
    for play in plays:
        must_own(state, seat, play.meld)
    for play in plays:
        if find_meld(state, play.meld).suit != suit:
            raise WRONG_SUIT(meld=play.meld, suit=SUIT_NAMES[suit])
    named = [play.meld for play in plays]
    for meld in named:
        if meld in activated:
            raise ACTIVATED_IN_TURN(meld=meld)
        if named.count(meld) > 1:
            raise ONCE_IN_AN_ATTACK(meld=meld)


def powers(state: State, seat: int, plays: Sequence[Play]) -> list[int]:
    """R27, R28: return the power of each card on its meld: its position, stated if it could be several (U13).

    R32: it stands in the event, so it stays what it is when the meld is extended.
    """
    must_hold(state, seat, [play.card for play in plays])
    found = [positions(find_meld(state, play.meld).cards, play.card) for play in plays]
    for play, places in zip(plays, found, strict=True):
        if not places or (play.position is not UNSET and play.position not in places):
            raise NOT_IDENTICAL(meld=play.meld, card=play.card)
    for play, places in zip(plays, found, strict=True):
        if play.position is UNSET and len(places) > 1:
            raise POSITION_NEEDED(card=play.card, places=tuple(places))
    return [places[0] if play.position is UNSET else play.position for play, places in zip(plays, found, strict=True)]


def must_hold(state: State, seat: int, cards: Sequence[str]) -> None:
    """U1: refuse cards that are not, or not so often, in the seat's hand."""
    hand, wanted = state.hands[seat], bare(cards)
    for card in wanted:
        count = wanted.count(card)
        if hand.count(card) < count:
            raise (NOT_SO_OFTEN if count > 1 else CARD_NOT_IN_HAND)(card=card)


def must_keep_a_card(state: State, seat: int, played: int) -> None:
    """R52, U15: refuse to play the last card of the hand in one's own turn; U41: as the discard it may be."""
    if len(state.hands[seat]) <= played:
        raise MUST_KEEP_A_CARD()


def must_have_the_length(row: Sequence[str]) -> None:
    """Refuse a meld with too few or too many cards (R13, R24)."""
    if not SHORTEST <= len(row) <= LONGEST:
        raise BAD_LENGTH(count=len(row))


def must_be_a_pattern(row: Sequence[str]) -> int:
    """R13, R14: return the pattern number, or refuse a row of several suits, then one without a pattern."""
    if len(suits_of(row)) > 1:
        raise MIXED_SUITS()
    pattern = pattern_of(row)
    if pattern is None:
        raise NO_PATTERN()
    return pattern
