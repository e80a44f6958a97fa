"""What lies on the table in the four games of Honors alike: hands, a pack, books before the seats; and who has what."""

from collections.abc import Iterable
from functools import cache

from domain.games.honors.deck import BOOKS, DECK, book
from domain.games.honors.match import View
from domain.tabletop import Counter, Layout, SeatAtTable, Tabletop, Zone, items

CARDS_OF_BOOK = {each: tuple(card for card in DECK if book(card) == each) for each in BOOKS}


def laid_out(view: View, zones: Iterable[Zone], counters: Iterable[Counter] = ()) -> Tabletop:
    """Return the table: these zones, the number of the deal, the totals, then the counters of the one game."""
    return Tabletop(
        zones=tuple(zones),
        counters=(
            Counter(id="deal", label="deal", value=view.deal),
            *[
                Counter(id=f"total-{seat}", label=f"points of seat {seat}", value=total, owner=seat)
                for seat, total in enumerate(view.totals)
            ],
            *counters,
        ),
        seats=tuple([SeatAtTable(seat=seat, to_act=seat in view.to_act) for seat in range(len(view.totals))]),
    )


def hands(view: View, viewer: int | None) -> list[Zone]:
    """Return the hands of all seats; the viewer sees the cards of her own."""
    return [
        Zone(
            id=f"hand-{seat}",
            kind="hand",
            owner=seat,
            layout="fan",
            face="down",
            count=count,
            cards=items(view.hand) if seat == viewer and view.hand is not None else None,
            label=f"hand of seat {seat}",
        )
        for seat, count in enumerate(view.hand_sizes)
    ]


def stock(count: int, label: str) -> Zone:
    """Return the cards that lie face down for all to draw from, under the name that the game gives them."""
    return Zone(id="stock", kind="stock", face="down", count=count, label=label)


def pile(count: int, cards: tuple[str, ...], layout: Layout) -> Zone:
    """Return the face-up pile of so many cards, of which these are on view, the top one first."""
    return Zone(id="discard", kind="discard", layout=layout, count=count, cards=items(cards), label="pile")


def whole_books(laid: Iterable[Iterable[str]]) -> list[Zone]:
    """Return the books before each seat, by seat: those of which it has laid all four cards."""
    return [before(seat, tuple([whole_book(seat, each) for each in books])) for seat, books in enumerate(laid)]


@cache
def whole_book(seat: int, name: str) -> Zone:
    """Return a whole book before a seat."""
    return cards_of_book(seat, CARDS_OF_BOOK[name])


def cards_of_book(seat: int, cards: tuple[str, ...]) -> Zone:
    """Return cards of one book before a seat; there are one at least."""
    name = book(cards[0])
    return Zone(
        id=f"books-{seat}-{name}",
        kind="meld",
        owner=seat,
        layout="fan",
        count=len(cards),
        cards=items(cards),
        label=f"book {name}",
    )


def before(seat: int, books: tuple[Zone, ...]) -> Zone:
    """Return the place for the books before a seat; every card there lies in one of them."""
    return Zone(
        id=f"books-{seat}",
        kind="meld",
        owner=seat,
        layout="group",
        count=0,
        label=f"books of seat {seat}",
        zones=books,
    )
