"""Layouts in the making: the steps by which a player might come to a legal build.

A draft begins with X's laid and their suits converted. Then laid cards are rearranged (`rearranging.py`), and cards of
the hand and the trick are added. At last every loose card finds a home, or is a reject (R26).
"""

from collections.abc import Iterable, Sequence
from typing import TypeVar

from domain.games.medieval_mastery.deck import Cards
from domain.games.medieval_mastery.groups import MEMBERS, Layout, is_religious, next_letter, religious_suits

T = TypeVar("T")


class Draft:
    """A layout in the making. Groups in it are never changed, but replaced by others."""

    __slots__ = ("bereft", "communes", "faithful", "families", "free", "gapped", "loose")

    def __init__(self) -> None:
        self.families: list[Cards] = []
        self.communes: list[Cards] = []
        self.free: list[str] = []
        """Cards of hand and trick that may be laid in any group."""
        self.faithful: list[str] = []
        """Cards of hand and trick that may be laid in a Religious commune only (R34)."""
        self.bereft: list[Cards] = []
        """What has stayed of families of which a spouse was converted: the other spouse, then the members."""
        self.gapped: list[Cards] = []
        """Communes of A from which cards were converted, with an empty place for each."""
        self.loose: list[str] = []
        """Laid cards that have lost their group."""

    def copy(self) -> "Draft":
        """Return another draft that begins like this one."""
        other = Draft()
        for name in Draft.__slots__:
            setattr(other, name, getattr(self, name)[:])
        return other


def begun(layout: Layout, new: Iterable[str], xenocrats: Iterable[str]) -> Draft:
    """R31 to R34: return a draft with these X's laid; `new` are the cards of the hand and the trick."""
    flocks = {x[1]: [x] for x in xenocrats}
    draft = Draft()
    for family in layout.families:
        staying = convert(family, flocks)
        if staying is family:
            draft.families.append(family)
        elif staying:
            draft.bereft.append(staying)
    for commune in layout.communes:
        staying = convert(commune, flocks)
        if staying is commune:
            draft.communes.append(commune)
        else:
            draft.gapped.append(tuple([card if card in staying else "" for card in commune]))
    draft.communes.extend(map(tuple, flocks.values()))
    believing = religious_suits(draft.communes)
    for card in new:
        if card[0] != "X":
            (draft.faithful if card[1] in believing else draft.free).append(card)
    return draft


def convert(group: Cards, flocks: dict[str, list[str]]) -> Cards:
    """R33: move the cards of the X's suits to their communes, and return those that stay."""
    converted = [card for card in group if card[1] in flocks]
    if not converted:
        return group
    for card in converted:
        flocks[card[1]].append(card)
    return tuple([card for card in group if card[1] not in flocks])


# Cards are added, free or loose ones


def join(draft: Draft, cards: list[str]) -> None:
    """R20: add members to families."""
    for number, family in enumerate(draft.families):
        members = MEMBERS[family[:2]]
        joining = [card for card in cards if card in members]
        if joining:
            draft.families[number] = (*family, *joining)
            remove(cards, joining)


def marry(draft: Draft, cards: list[str]) -> None:
    """R17, R18: start families, Royal ones if possible."""
    for one in [card for card in cards if card[0] in "KJ"]:
        partners = [card for card in cards if (one, card) in MEMBERS]
        if partners:
            other = next((card for card in partners if card[1] == one[1]), partners[0])
            remove(cards, (one, other))
            wed(draft, one, other)


def wed(draft: Draft, one: str, other: str, following: Iterable[str] = ()) -> None:
    """R17, R25: found a family with those that may be its members; the others are loose."""
    family = [one, other] if one[0] in "KJ" else [other, one]
    members = MEMBERS[one, other]
    for card in following:
        if card in members:
            family.append(card)
        elif card not in (one, other):
            draft.loose.append(card)
    draft.families.append(tuple(family))


def found(draft: Draft, cards: list[str]) -> None:
    """R27: start communes with A's."""
    leaders = [card for card in cards if card[0] == "A"]
    remove(cards, leaders)
    draft.communes.extend([(leader,) for leader in leaders])


def follow(draft: Draft, cards: list[str]) -> None:
    """R28: lengthen communes of A."""
    for number, commune in enumerate(draft.communes):
        if not is_religious(commune):
            longer = lengthened(commune, cards)
            if longer is not commune:
                draft.communes[number] = longer
                remove(cards, longer[len(commune) :])


def lengthened(commune: Cards, cards: Sequence[str]) -> Cards:
    """R28, R30: return a commune of A with what follows of these cards."""
    following = {card[0]: card for card in cards}
    while next_letter(commune) in following:
        commune = (*commune, following[next_letter(commune)])
    return commune


def believe(draft: Draft, cards: list[str]) -> None:
    """R29: add cards to Religious communes; `faithful` ones have no other place."""
    for number, commune in enumerate(draft.communes):
        if is_religious(commune):
            suit = commune[0][1]
            draft.communes[number] = (*commune, *[card for card in draft.faithful if card[1] == suit])
    draft.faithful.clear()


def remove(things: list[T], gone: Iterable[T]) -> None:
    """Take cards or groups out of a list."""
    for thing in gone:
        things.remove(thing)


# The end


def settle(draft: Draft) -> Cards:
    """R26, R35, R36, U17, U18: give every loose card a home while one has a home, and return the rejects."""
    loose = draft.loose
    for family in draft.bereft:
        loose.extend(family)
    for commune in draft.gapped:
        whole = commune.index("") if "" in commune else len(commune)
        loose.extend([card for card in commune[whole:] if card])
        if whole:
            draft.communes.append(commune[:whole])
    homeless = -1
    while homeless != len(loose):
        homeless = len(loose)
        for add in (join, follow, marry, found):
            add(draft, loose)
    return tuple(loose)
