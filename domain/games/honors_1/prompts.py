"""What a seat is asked for, and what it calls for when its time is over."""

from functools import partial

from domain.game import Move
from domain.games.honors.deck import BOOKS, book
from domain.games.honors.layout import CARDS_OF_BOOK
from domain.games.honors_1.moves import Ask
from domain.games.honors_1.view import View
from domain.messages import Message, Template
from domain.seats import from_left_of

template = partial(Template, "honors_1", "prompt")

ASK_ANY = template("Ask {targets:seats} for a card of any book that is not laid aside yet.")
ASK_ONE_ANY = template("Ask one of {targets:seats} for a card of any book that is not laid aside yet.")
ASK_BEGUN = template("Ask {targets:seats} for a card of a book that you have begun: {books:codes}.")
ASK_ONE_BEGUN = template("Ask one of {targets:seats} for a card of a book that you have begun: {books:codes}.")


def prompt(view: View, seat: int) -> Message:
    """Return whom the seat may ask, and for what (I-U1, I-U2)."""
    targets = tuple(sorted(may_be_asked(view, seat)))
    if view.options.ask_rule == "any_card":
        return (ASK_ANY if len(targets) == 1 else ASK_ONE_ANY)(targets=targets)
    books = tuple(dict.fromkeys(map(book, view.hand or ())))
    return (ASK_BEGUN if len(targets) == 1 else ASK_ONE_BEGUN)(targets=targets, books=books)


def default(view: View, seat: int, _: tuple[Move, ...]) -> Move | None:
    """Return the call of a player who plays on in earnest, but remembers nothing; None if it is not their turn.

    They ask for the book of which they have most, as it needs least; of several for the first, as A counts ten. They
    ask for its first card that they lack. They ask the seat with the most cards, as it is the likeliest to have it; of
    several the first on their left. Any rule of asking allows it: they hold a card of the book (I-U16).
    """
    if seat not in view.to_act or view.hand is None:
        return None
    missing = [[card for card in CARDS_OF_BOOK[each] if card not in view.hand] for each in BOOKS]
    wanted = min(filter(None, missing), key=len)
    return Ask(max(may_be_asked(view, seat), key=lambda other: view.hand_sizes[other]), wanted[0])


def may_be_asked(view: View, seat: int) -> list[int]:
    """I-U1, I-U12: return the other seats that have cards, from the left of this one."""
    return [other for other in from_left_of(len(view.hand_sizes), seat) if view.hand_sizes[other] and other != seat]
