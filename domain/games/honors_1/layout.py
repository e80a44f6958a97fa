"""What lies where in Honors No. I."""

from domain.games.honors.layout import laid_out, whole_books
from domain.games.honors_1.view import View
from domain.layout import Layout, hands, stock, turns_left
from domain.messages import Template

CENTRE = Template("honors_1", "zone", "centre")
CALLS_LEFT = Template("honors_1", "counter", "wrong calls left without a centre")


def layout(view: View, seat: int | None) -> Layout:
    """Return what lies on the table as `seat` (None: a spectator) sees it."""
    most = view.options.stall_rounds * len(view.hand_sizes)  # I-U13
    return laid_out(
        view,
        (stock(view.stock_size, CENTRE), *hands(view.hand_sizes, seat, view.hand), *whole_books(view.books)),
        turns_left(CALLS_LEFT, view.misses, most),
    )
