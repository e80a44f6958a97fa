"""What lies where in Honors No. I."""

from domain.games.honors.layout import laid_out, whole_books
from domain.games.honors_1.view import View
from domain.layout import Counter, Layout, hands, stock


def layout(view: View, seat: int | None) -> Layout:
    """Return what lies on the table as `seat` (None: a spectator) sees it."""
    return laid_out(
        view,
        (stock(view.stock_size, "centre"), *hands(view.hand_sizes, seat, view.hand), *whole_books(view.books)),
        Counter(id="misses", label="wrong calls without a centre since the last book", value=view.misses),
    )
