"""The groups that lie before a player: families and communes (R16 to R30), what they take and what they score."""

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Annotated, Literal

from msgspec import Meta, Struct

from domain.games.medieval_mastery.deck import DECK, HEIGHT, SUITS, VALUE, Cards

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVW"
"""R28, R30, U13: the ranks of a commune that A leads, none left out; it never gets to X."""

NOT_BESIDE = {"K": "KQX", "Q": "KQX", "J": "KQJPX", "P": "KQJPX"}
"""R21, R22, R23, U11, U12: the ranks that may not be members beside a spouse of this rank."""

PARTNER = {"K": "Q", "Q": "K", "J": "P", "P": "J"}
"""R17: who marries whom."""


def couples(first: str, second: str) -> Iterable[tuple[str, str]]:
    """R17: return every couple of these two ranks; R19: J and P are of two suits."""
    for one in SUITS:
        for other in SUITS:
            if one != other or first in "KQ":
                yield first + one, second + other


MEMBERS: dict[tuple[str, ...], frozenset[str]] = {
    couple: frozenset(
        card
        for card in DECK
        if card[1] in (couple[0][1], couple[1][1]) and card[0] not in NOT_BESIDE[couple[0][0]]
    )
    for first, second in PARTNER.items()
    for couple in couples(first, second)
}  # fmt: skip
"""R20 to R23, U11, U12: by the spouses, either first, the cards that may be members of their family."""


class Layout(Struct, frozen=True, gc=False):
    """The families and communes of a seat, in the order of its last build."""

    families: Annotated[
        tuple[Cards, ...], Meta(description="In each K or J first, then Q or P, then members from high to low.")
    ] = ()
    communes: Annotated[
        tuple[Cards, ...], Meta(description="In each the leader first: after A in letter order, after X high to low.")
    ] = ()


def laid_cards(layout: Layout) -> Iterable[str]:
    """Return the cards of all families and communes of a layout, in one row."""
    return chain(*layout.families, *layout.communes)


def is_royal(family: Sequence[str]) -> bool:
    """R18: return whether K and Q are of one suit; J and P never are (R19)."""
    return family[0][1] == family[1][1]


Kind = Literal["royal_family", "family", "junior_family", "commune", "religious_commune"]


def kind(group: Sequence[str]) -> Kind:
    """Return what a group is, by the rank of its first card; a couple of one suit is royal."""
    match group[0][0]:
        case "K":
            return "royal_family" if is_royal(group) else "family"
        case "J":
            return "junior_family"
        case "A":
            return "commune"
    return "religious_commune"


def is_religious(group: Sequence[str]) -> bool:
    """R29: return whether X leads the group."""
    return group[0][0] == "X"


def next_letter(commune: Sequence[str]) -> str:
    """R28: return the rank that comes next in a commune that A leads; none after W (R30)."""
    return LETTERS[len(commune) : len(commune) + 1]


def royal_couples(families: Iterable[Sequence[str]]) -> set[frozenset[str]]:
    """Return the couples of the Royal families."""
    return {frozenset(family[:2]) for family in families if is_royal(family)}


def religious_suits(communes: Iterable[Sequence[str]]) -> set[str]:
    """Return the suits of the X's that lead communes."""
    return {commune[0][1] for commune in communes if is_religious(commune)}


def points(layout: Layout) -> int:
    """R44, R45: return what a layout scores: face values, twice in Royal families and Religious communes (U22)."""
    total = 0
    for family in layout.families:
        value = sum([VALUE[card] for card in family])
        total += 2 * value if is_royal(family) else value
    for commune in layout.communes:
        value = sum([VALUE[card] for card in commune])
        total += 2 * value if is_religious(commune) else value
    return total


def written(families: Iterable[Cards], communes: Iterable[Cards]) -> Layout:
    """Return groups as they are written in views."""
    return Layout(
        tuple([written_family(family) for family in families]),
        tuple([written_flock(commune) if is_religious(commune) else commune for commune in communes]),
    )


def written_family(family: Cards) -> Cards:
    """Return a family with K or J first, then Q or P, then members in rank order and suit order."""
    one, other, *members = family
    couple = (one, other) if one[0] in "KJ" else (other, one)
    return *couple, *from_high_to_low(members)


def written_flock(commune: Cards) -> Cards:
    """Return a Religious commune with X first, then in rank order."""
    return commune[0], *from_high_to_low(commune[1:])


def from_high_to_low(cards: Iterable[str]) -> list[str]:
    """Return cards in rank order, those of one rank in suit order."""
    return sorted(cards, key=HEIGHT.__getitem__, reverse=True)
