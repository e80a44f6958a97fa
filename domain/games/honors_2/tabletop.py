"""What lies where in Honors No. II."""

from itertools import groupby

from domain.games.honors.deck import book
from domain.games.honors.tabletop import before, cards_of_book, hands, laid_out, pile, stock
from domain.games.honors_2.view import View
from domain.tabletop import Counter, Tabletop


def tabletop(view: View, seat: int | None) -> Tabletop:
    """Return the table as `seat` (None: a spectator) sees it; II-U3: a fourth card lies before who adds it."""
    laid = [
        before(owner, tuple([cards_of_book(owner, tuple(of_book)) for _, of_book in groupby(cards, book)]))
        for owner, cards in enumerate(view.table)
    ]
    zones = (
        stock(view.stock_size, "pack"),
        pile(view.discard_size, view.discard_top, "row"),
        *hands(view, seat),
        *laid,
    )
    return laid_out(view, zones, (Counter(id="idle-turns", label="turns without a play", value=view.idle_turns),))
