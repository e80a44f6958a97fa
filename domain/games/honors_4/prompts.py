"""What a seat is asked for, and what it does when its time is over."""

from domain.game import Move
from domain.games.honors_4.moves import Discard, DrawStock, Open
from domain.games.honors_4.view import View
from domain.messages import Cards, Message


def prompt(view: View, seat: int) -> Message:
    """Return what the seat is to do in this phase."""
    if view.phase == "opening":
        return Message.of("Open the play, if you will be the first to draw.")
    if view.phase == "discard":
        keep = "Keep one card and discard the other: you hold {cards}. One just taken from the pile is kept."  # IV-U7
        return Message.of(keep, cards=Cards(view.hand or ()))
    if view.discard_top:
        return Message.of("Draw a card from the pack, or take {cards} from the pile.", cards=Cards(view.discard_top))
    return Message.of("Draw a card from the pack.")


def default(view: View, seat: int, _: tuple[Move, ...]) -> Move | None:
    """Return the move of a player who keeps the play going; None if it is not her turn.

    `opening`: she opens, or nobody might. `draw`: from the pack, as it is always there (IV-U9), and as what she takes
    from the pile tells the others what she wants. `discard`: the older card, the first of her hand, as it has brought
    her nothing so far, and as the other may have come from the pile, when she must keep it (IV-U7).
    """
    if seat not in view.to_act or view.hand is None:
        return None
    if view.phase == "opening":
        return Open()
    return DrawStock() if view.phase == "draw" else Discard(view.hand[0])
