"""What lies where in Honors No. I."""

from domain.games.honors.tabletop import hands, laid_out, stock, whole_books
from domain.games.honors_1.view import View
from domain.tabletop import Counter, Tabletop


def tabletop(view: View, seat: int | None) -> Tabletop:
    """Return the table as `seat` (None: a spectator) sees it."""
    zones = (stock(view.stock_size, "centre"), *hands(view, seat), *whole_books(view.books))
    return laid_out(view, zones, (Counter(id="misses", label="wrong calls since the last book", value=view.misses),))
