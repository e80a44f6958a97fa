"""What a seat is asked for, and what it does when its time is over."""

from itertools import chain

from domain.game import Move
from domain.games.honors.deck import value
from domain.games.honors.hands import mask
from domain.games.honors_2.moves import Add, Discard, DrawStock, Give, Lay, TakePile
from domain.games.honors_2.turn import is_playable, may_draw
from domain.games.honors_2.view import View
from domain.messages import Message, Seats, card

# What it is asked for


def prompt(view: View, seat: int) -> Message:
    """Return what the seat is to do in this phase."""
    if view.window is not None:
        return Message.of(
            "{seat} has discarded {card}: challenge it if it could have been played, or waive.",
            seat=Seats((view.window.seat,)),
            card=card(view.window.card),
        )
    if view.fine is not None:
        fine, to = card(view.fine.card), Seats((view.fine.to,))
        return Message.of("Give {seat} a card of your hand as the fine for {card}.", seat=to, card=fine)
    return draw_prompt(view) if view.phase == "draw" else play_prompt(view)


def draw_prompt(view: View) -> Message:
    """Return from where the seat may draw (II-R4, II-R9, II-U12, II-U13)."""
    if not view.discard_top:
        return Message.of("Draw a card from the pack.")
    top, take = card(view.discard_top[0]), "take {card} from the pile" + ", or more" * (view.discard_size > 1)
    if may_draw(view.options, view.stock_size, view.discard_size):
        return Message.of(f"Draw a card from the pack, or {take}.", card=top)
    if view.options.stock_out == "end_deal":
        return Message.of(f"The pack is empty: {take}, or pass and end the deal.", card=top)
    return Message.of(f"The pack is empty: {take}.", card=top)


def play_prompt(view: View) -> Message:
    """II-R10 to II-R13; II-U2, II-U6: views do not show what the player has taken, so the text covers both cases."""
    play = "Lay three cards of a book or add to one on the table, as often as you can"
    if view.options.take_rule == "play_wished":
        play += " (the deepest of several just taken from the pile must be played)"
    return Message.of(f"{play}; then discard a card (one just taken alone from the pile only if it is your last).")


# What it does when its time is over


def default(view: View, _: int, offered: tuple[Move, ...]) -> Move | None:
    """Return the move of a player who does nothing of note, and breaks no rule; None if they need not act.

    `draw`: from the pack, as taking from the pile tells the others what they want; if there is no pack, the top card
    of the pile alone. They never pass: that would end the deal for all.
    `play`: see `play`.
    `challenge`: nobody need act; the window's own clock closes it, so that there is a fair time for all (II-U8).
    `fine`: the lowest card that they may give, as it can count least for the other.
    """
    if view.window is not None:
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
