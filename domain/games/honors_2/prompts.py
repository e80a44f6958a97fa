"""What a seat is asked for, and what it does when its time is over."""

from functools import partial
from itertools import chain

from domain.game import Move
from domain.games.honors.deck import value
from domain.games.honors.hands import mask
from domain.games.honors_2.moves import Add, Discard, DrawStock, Give, Lay, TakePile
from domain.games.honors_2.turn import is_playable, may_draw, may_take
from domain.games.honors_2.view import View
from domain.messages import Message, Template

# What it is asked for


template = partial(Template, "honors_2", "prompt")

CHALLENGE = template("{seat} has discarded {card}: challenge it if it could have been played, or waive.")
FINE = template("Give {seat} a card of your hand as the fine for {card}.")
DRAW = template("Draw a card from the pack.")
DRAW_OR_TAKE = template("Draw a card from the pack, or take {card} from the pile.")
DRAW_OR_TAKE_SOME = template("Draw a card from the pack, or take {card} from the pile, or more.")
TAKE = template("The pack is empty: take {card} from the pile.")
TAKE_OR_PASS = template("The pack is empty: take {card} from the pile, or pass and end the deal.")
TAKE_SOME_OR_PASS = template("The pack is empty: take {card} from the pile, or more, or pass and end the deal.")
PLAY = template(
    "Lay three cards of a book or add to one on the table, as often as you can; then discard a card"
    " (one just taken alone from the pile only if it is your last)."
)
PLAY_WISHED = template(
    "Lay three cards of a book or add to one on the table, as often as you can (the deepest of several just taken from"
    " the pile must be played); then discard a card (one just taken alone from the pile only if it is your last)."
)


def prompt(view: View, seat: int) -> Message:
    """Return what the seat is to do in this phase."""
    if view.window is not None:
        return CHALLENGE(seat=view.window.seat, card=view.window.card)
    if view.fine is not None:
        return FINE(seat=view.fine.to, card=view.fine.card)
    if view.phase == "draw":
        return draw_prompt(view)
    # II-U2, II-U6: views do not show what the player has taken, so the text covers both cases
    return (PLAY_WISHED if view.options.take_rule == "play_wished" else PLAY)()


def draw_prompt(view: View) -> Message:
    """Return from where the seat may draw (II-R4, II-R9, II-U2, II-U12, II-U13)."""
    pile = view.discard_top
    if not pile:
        return DRAW()
    hand, table = mask(view.hand or ()), mask(chain(*view.table))
    several = any(may_take(view.options, pile, count, hand, table) for count in range(2, len(pile) + 1))
    if may_draw(view.options, view.stock_size, view.discard_size):
        way = DRAW_OR_TAKE_SOME if several else DRAW_OR_TAKE
    elif view.options.stock_out == "end_deal":
        way = TAKE_SOME_OR_PASS if several else TAKE_OR_PASS
    else:
        way = TAKE  # of several, a new pack would be made
    return way(card=pile[0])


# What it does when its time is over


def default(view: View, seat: int, offered: tuple[Move, ...]) -> Move | None:
    """Return the move of a player who does nothing of note, and breaks no rule; None if they need not act.

    `draw`: from the pack, as taking from the pile tells the others what they want; if there is no pack, the top card
    of the pile alone. They never pass: that would end the deal for all.
    `play`: see `play`.
    `challenge`: nobody need act; the window's own clock closes it, so that there is a fair time for all (II-U8).
    `fine`: the lowest card that they may give, as it can count least for the other.
    """
    if view.window is not None or seat not in view.to_act:
        return None
    if view.fine is not None:
        return Give(next(each for each in lowest_first(view) if each != view.fine.card))
    if view.phase == "draw":
        return DrawStock() if may_draw(view.options, view.stock_size, view.discard_size) else TakePile(1)
    return play(view, offered)


def play(view: View, offered: tuple[Move, ...]) -> Move:
    """Return the discard of the lowest card that may be discarded and could not be played, as that is fined (II-R14).

    Laying and adding is the player's own affair (II-U4), and is done for them only where the rules leave no other way:
    a wished card must be played before any discard (II-U2), or all that they may discard would be fined.
    """
    allowed = {move.card for move in offered if isinstance(move, Discard)}
    hand, table = mask(view.hand or ()), mask(chain(*view.table))
    unplayable = [each for each in lowest_first(view) if each in allowed and not is_playable(each, hand, table)]
    if unplayable:
        return Discard(unplayable[0])
    plays = [move for move in offered if isinstance(move, Lay | Add)]
    return min(plays, key=lambda move: sorted(map(value, move.cards())))


def lowest_first(view: View) -> list[str]:
    """Return the viewer's cards by what they count, then by their books."""
    return sorted(view.hand or (), key=lambda each: (value(each), each))
