"""What a seat may do now, what it is asked for, and what it does when its time is over."""

from functools import partial

from domain.game import Decision, Move
from domain.games.honors.deck import DECK
from domain.games.honors_4.moves import Discard, DrawStock, Open, TakePile
from domain.games.honors_4.state import State
from domain.games.honors_4.view import View
from domain.messages import Message, Template

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


template = partial(Template, "honors_4", "prompt")

OPEN_PLAY = template("Open the play if you want to be the first to draw.")
KEEP_ONE = template("Keep one card and discard the other: you hold {cards}. One just taken from the pile is kept.")
DRAW_A_CARD = template("Draw a card from the pack.")
DRAW_OR_TAKE_CARDS = template("Draw a card from the pack, or take {cards} from the pile.")


def prompt(view: View, seat: int) -> Message:
    """Return what the seat is to do in this phase (IV-U7)."""
    if view.phase == "opening":
        return OPEN_PLAY()
    if view.phase == "discard":
        return KEEP_ONE(cards=view.hand or ())
    return DRAW_OR_TAKE_CARDS(cards=view.discard_top) if view.discard_top else DRAW_A_CARD()


def default(view: View, seat: int, _: tuple[Move, ...]) -> Move | None:
    """Return the move of a player who keeps the play going; None if it is not their turn.

    `opening`: they open, or nobody might. `draw`: from the pack, as it is always there (IV-U9), and as what they take
    from the pile tells the others what they want. `discard`: the older card, the first of the hand, as it has brought
    nothing so far, and as the other may have come from the pile, when they must keep it (IV-U7).
    """
    if seat not in view.to_act or view.hand is None:
        return None
    if view.phase == "opening":
        return Open()
    return DrawStock() if view.phase == "draw" else Discard(view.hand[0])
