"""A deal of 14 seats in which the seat that leads lays all it holds, twice: then nothing is left to draw."""

from typing import Any

from tests.domain.games.medieval_mastery.table import Table, dealt

SWORDS = "KS CS OS US BS MS RS HS GS YS DS LS WS XS"
"""The first trick. The winner has 8 more Swords in hand, lays all 22, and then draws the whole stock."""

ALL_SWORDS = f"XS {SWORDS.removesuffix(' XS')} QS PS FS JS ES SS IS AS"

CUPS = "KC JC EC SC IC AC CC OC UC BC MC RC HC XC"
"""The second trick. The winner holds 3 more Cups."""

ALL_CUPS = f"XC {CUPS.removesuffix(' XC')} QC PC GC"


def of_fourteen(**options: Any) -> Table:
    """Return a table of 14 where the seat left of the dealer is to lead to `SWORDS`. Seat 1 holds `KT` also."""
    hands = {0: "KS QS PS FS JS ES SS IS AS"}
    hands |= {
        seat: " ".join(cards) for seat, cards in enumerate(zip(SWORDS.split(), CUPS.split(), strict=True)) if seat
    }
    hands[1] += " KT"
    hands[2] += " FC VC"
    return dealt(hands, "KC QC PC GC", players=14, **options)


def swords_laid(**options: Any) -> Table:
    """Return a table of 14 where the first trick has been laid: its winner holds 4 cards, the others 8."""
    table = of_fourteen(**options)
    table.play(SWORDS)
    table.build("", ALL_SWORDS)
    return table
