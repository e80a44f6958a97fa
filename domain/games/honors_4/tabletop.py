"""What lies where in Honors No. IV."""

from domain.games.honors.tabletop import hands, laid_out, pile, stock
from domain.games.honors_4.view import View
from domain.tabletop import Counter, Tabletop


def tabletop(view: View, seat: int | None) -> Tabletop:
    """Return the table as `seat` (None: a spectator) sees it."""
    zones = (stock(view.stock_size, "pack"), pile(view.discard_size, view.discard_top, "pile"), *hands(view, seat))
    return laid_out(view, zones, (Counter(id="discards", label="discards in this deal", value=view.discards_made),))
