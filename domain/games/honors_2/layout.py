"""What lies where in Honors No. II."""

from itertools import groupby

from domain.games.honors.deck import book
from domain.games.honors.layout import books_of, cards_of_book, laid_out
from domain.games.honors_2.state import Fine
from domain.games.honors_2.view import View
from domain.layout import PACK, PILE, Counter, Layout, face_up, hands, of_seat, stock, turns_left
from domain.messages import Template
from domain.wording import labelled

TURNS_LEFT = Template("honors_2", "counter", "turns left without a play")
FINE = Template("honors_2", "counter", "card that {seat} gives {to:seat} as a fine")


def layout(view: View, seat: int | None) -> Layout:
    """Return what lies where as `seat` (None: a spectator) sees it; a fourth card lies before who adds it (II-U3)."""
    most = view.options.stall_rounds * len(view.hand_sizes)  # II-U14
    return laid_out(
        view,
        (
            stock(view.stock_size, PACK),
            face_up("discard", "discard", view.discard_top, PILE),  # II-R7: a row
            *hands(view.hand_sizes, seat, view.hand),
            *[
                books_of(owner, [cards_of_book(owner, tuple(of_book)) for _, of_book in groupby(cards, book)])
                for owner, cards in enumerate(view.table)
            ],
        ),
        turns_left(TURNS_LEFT, view.idle_turns, most),
        *(() if view.fine is None else (to_be_given(view.fine),)),
    )


def to_be_given(fine: Fine) -> Counter:
    """Return the card that is to be given as a fine (II-U9)."""
    label = labelled(FINE, seat=fine.seat, to=fine.to)
    return Counter(id=f"fine-{fine.seat}", kind="mark", label=label, value=1, owner=of_seat(fine.seat))
