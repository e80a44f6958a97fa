"""What lies on the table in the four games of Honors alike: books before the seats; and what is counted."""

from collections.abc import Iterable, Sequence
from functools import cache, partial

from domain.games.honors.deck import BOOKS, DECK, book
from domain.games.honors.match import View
from domain.layout import DEAL, POINTS, Counter, Layout, Zone, counters, face_up, of_seat, place, seats
from domain.messages import Template
from domain.wording import labelled

zone = partial(Template, None, "zone")

BOOK = zone("book {book:code}")
BOOKS_OF_SEAT = zone("books of {seat}")

CARDS_OF_BOOK = {each: tuple(card for card in DECK if book(card) == each) for each in BOOKS}


def laid_out(view: View, zones: Iterable[Zone], *numbers: Counter) -> Layout:
    """Return the table with these zones, the number of the deal, the totals, and what else the one game counts."""
    deal = Counter(id="deal", kind="deal", label=labelled(DEAL), value=view.deal)
    return Layout(
        zones=tuple(zones),
        counters=(deal, *counters("total", POINTS, view.totals), *numbers),
        seats=seats(len(view.totals), view.to_act, view.result),
    )


def whole_books(laid: Iterable[Iterable[str]]) -> list[Zone]:
    """Return the books before each seat, by seat: those of which it has laid all four cards."""
    return [books_of(seat, [whole_book(seat, name) for name in books]) for seat, books in enumerate(laid)]


@cache
def whole_book(seat: int, name: str) -> Zone:
    """Return the zone of a complete book that lies before a seat."""
    return cards_of_book(seat, CARDS_OF_BOOK[name])


def cards_of_book(seat: int, cards: Sequence[str]) -> Zone:
    """Return the cards of one book before a seat; there are one at least."""
    name = book(cards[0])
    return face_up(f"books-{seat}-{name}", "meld", cards, labelled(BOOK, book=name), owner=of_seat(seat))


def books_of(seat: int, books: Sequence[Zone]) -> Zone:
    """Return the place before a seat for its books."""
    return place(f"books-{seat}", "meld", books, labelled(BOOKS_OF_SEAT, seat=seat), owner=of_seat(seat))
