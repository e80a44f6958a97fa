"""What the seat in turn may draw, play and discard: what the rules ask for, and the choices show.

The first four take what a state and a view both have: hands and table as masks (see `honors.hands`), pack and pile.
"""

from domain.games.honors.deck import book
from domain.games.honors.hands import BIT, BOOK_MASK, mask
from domain.games.honors_2.options import Options
from domain.games.honors_2.state import State

FEWEST_OTHERS = 2
"""Number of other cards of its book with which a card is one of three that can be laid (II-U7)."""


def is_on_table(card: str, table: int) -> bool:
    """II-R11, II-U3: return whether there are cards of the book on the table, and so three of them at least."""
    return bool(table & BOOK_MASK[book(card)])


def is_playable(card: str, hand: int, table: int) -> bool:
    """II-U7: return whether a card can be added to the table, or laid with others of this hand."""
    others = hand & BOOK_MASK[book(card)] & ~BIT[card]
    return others.bit_count() >= FEWEST_OTHERS or is_on_table(card, table)


def may_draw(options: Options, pack: int, pile: int) -> bool:
    """II-U12, II-U13: return whether there is a pack to draw from, or a pile to make one of; both by their sizes."""
    return pack > 0 or (options.stock_out == "reshuffle" and pile > 1)


def may_take(options: Options, pile: tuple[str, ...], count: int, hand: int, table: int) -> bool:
    """II-U2: return whether the deepest of this many cards on top of the pile can be played, if it must."""
    if count == 1 or options.take_rule == "free":
        return True
    taken = pile[:count]
    return is_playable(taken[-1], hand | mask(taken), table)


def may_pass(state: State) -> bool:
    """II-U12: return whether one may draw nothing, and so end the deal."""
    return not state.stock and state.options.stock_out == "end_deal"


def wished(state: State) -> str | None:
    """II-U2: return the card that must be played before the discard, if there is one."""
    if len(state.taken) > 1 and state.options.take_rule == "play_wished":
        card = state.taken[-1]
        return card if state.hands[state.turn] & BIT[card] else None
    return None


def just_taken(state: State) -> str | None:
    """II-U6: return the card that may not be discarded, as it was taken alone and is not the player's only card.

    II-U18: so there is always one that may be.
    """
    if len(state.taken) == 1:
        card = state.taken[0]
        return card if state.hands[state.turn] != BIT[card] else None
    return None
