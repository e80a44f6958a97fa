"""What lies where in Honors No. IV."""

from domain.games.honors.layout import laid_out
from domain.games.honors_4.view import View
from domain.layout import Counter, Layout, Zone, hands, items, stock


def layout(view: View, seat: int | None) -> Layout:
    """Return the table as `seat` (None: a spectator) sees it; IV-U12: of the pile, the top card alone."""
    pile = Zone(id="discard", kind="discard", count=view.discard_size, cards=items(view.discard_top), label="pile")
    return laid_out(
        view,
        (stock(view.stock_size, "pack"), pile, *hands(view.hand_sizes, seat, view.hand)),
        Counter(id="discards", label="discards in this deal", value=view.discards_made),
    )
