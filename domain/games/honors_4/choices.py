"""What a seat may do now: every legal move, from what the seat itself sees."""

from domain.game import Decision
from domain.games.honors.deck import DECK
from domain.games.honors_4.moves import Discard, DrawStock, Open, TakePile
from domain.games.honors_4.state import State

# The moves are made once and shared: a random player is then as fast as the rules.
OPEN = Decision("enumerated", (Open(),))
DRAW = Decision("enumerated", (DrawStock(),))
DRAW_OR_TAKE = Decision("enumerated", (DrawStock(), TakePile()))
DISCARDS = {card: Discard(card) for card in DECK}


def choices(state: State, seat: int) -> Decision | None:
    """Return all legal moves of the seat, or None if it may do nothing."""
    if state.phase == "opening":  # IV-U2
        return OPEN
    if state.turn != seat:
        return None
    if state.phase == "draw":  # IV-R8, IV-U8
        return DRAW_OR_TAKE if state.pile else DRAW
    taken = state.taken  # IV-U7
    return Decision("enumerated", tuple([DISCARDS[card] for card in state.hands[seat] if card != taken]))
