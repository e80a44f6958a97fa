"""Layouts in the making: the steps by which a player might come to a legal build.

A draft begins with X's laid and their suits converted. Then laid cards are rearranged, and cards of the hand and the
trick are added. At last every loose card finds a home, or is a reject (R26).
"""

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import TypeVar

from domain.games.medieval_mastery.deck import Cards
from domain.games.medieval_mastery.groups import (
    MEMBERS,
    PARTNER,
    Layout,
    is_religious,
    is_royal,
    next_letter,
    religious_suits,
)

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


# Laid cards are rearranged


def crown(draft: Draft) -> None:
    """R18, R24: marry Kings and Queens to those of their own suit, from the hand, the trick or another family."""
    for family in draft.families[:]:
        if family[0][0] == "K" and not is_royal(family) and family in draft.families:
            for spouse in family[:2]:
                beloved = PARTNER[spouse[0]] + spouse[1]
                if is_won(draft, beloved):
                    draft.families.remove(family)
                    wed(draft, spouse, beloved, family)
                    break


def is_won(draft: Draft, beloved: str) -> bool:
    """Take a King or Queen out of the free cards, or out of a family, and return whether there was one."""
    if beloved in draft.free:
        draft.free.remove(beloved)
        return True
    for family in draft.families:
        if beloved in family[:2]:
            draft.families.remove(family)
            draft.loose.extend([card for card in family if card != beloved])
            return True
    return False


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


def bachelors(draft: Draft) -> list[str]:
    """R22: return the Jacks and Princesses that are members of families."""
    return [card for family in draft.families if family[0][0] == "K" for card in family[2:] if card[0] in "JP"]


def marry_off(draft: Draft) -> None:
    """R22, R24: let a Jack or Princess who is a member start a family."""
    at_home = bachelors(draft)
    for one in at_home:
        for other in (*at_home, *draft.free):
            if (one, other) in MEMBERS:
                take_out(draft, {one, other})
                wed(draft, one, other)
                return


def take_out(draft: Draft, cards: set[str]) -> None:
    """Take cards out of the free ones and out of families of which they are members."""
    draft.free = [card for card in draft.free if card not in cards]
    draft.families = [
        family if cards.isdisjoint(family) else tuple([card for card in family if card not in cards])
        for family in draft.families
    ]


def ennoble(draft: Draft) -> None:
    """U14: move members of other families to Royal ones, where they count twice."""
    for number, family in enumerate(draft.families):
        if is_royal(family):
            members = MEMBERS[family[:2]]
            common = [other for other in draft.families if not is_royal(other)]
            movers = [card for other in common for card in other[2:] if card in members]
            if movers:
                take_out(draft, set(movers))
                draft.families[number] = (*family, *movers)


def leave_home(draft: Draft) -> None:
    """U14: move members of families to communes of A."""
    for number, commune in enumerate(draft.communes):
        if not is_religious(commune):
            members = [card for family in draft.families for card in family[2:]]
            longer = lengthened(commune, members)
            if longer is not commune:
                take_out(draft, set(longer[len(commune) :]))
                draft.communes[number] = longer


def come_home(draft: Draft) -> None:
    """U14: move the last cards of communes of A to families."""
    for number, commune in enumerate(draft.communes):
        if not is_religious(commune) and len(commune) > 1:
            *staying, last = commune
            before = [last]
            join(draft, before)
            if not before:
                draft.communes[number] = tuple(staying)


def swap_spouses(draft: Draft) -> None:
    """U14, U16: let two couples exchange partners."""
    for one, other in combinations([family for family in draft.families if not is_royal(family)], 2):
        new_couples = (one[0], other[1]), (other[0], one[1])
        if all(couple in MEMBERS for couple in new_couples):
            remove(draft.families, (one, other))
            for couple, following in zip(new_couples, (one, other), strict=True):
                wed(draft, *couple, following[2:])
            return


def annul(draft: Draft) -> None:
    """U14: dissolve a junior family."""
    for family in draft.families:
        if family[0][0] == "J":
            draft.families.remove(family)
            draft.loose.extend(family)
            return


def mend(draft: Draft) -> None:
    """R35, R36, U19: replace converted spouses, and converted cards in communes of A."""
    draft.bereft = [family for family in draft.bereft if not is_consoled(draft, family)]
    draft.gapped = [filled(draft, commune) for commune in draft.gapped]


def is_consoled(draft: Draft, bereft: Cards) -> bool:
    """U19: find a new spouse for the one who is left, and return whether there was one."""
    for other in (*draft.free, *bachelors(draft)):
        if (bereft[0], other) in MEMBERS:
            take_out(draft, {other})
            wed(draft, bereft[0], other, bereft)
            return True
    return False


def filled(draft: Draft, gapped: Cards) -> Cards:
    """U19: return a commune of A with free cards in empty places."""
    whole: list[str] = []
    for card in gapped:
        letter = next_letter(whole)
        replacement = card or next((free for free in draft.free if free[0] == letter), "")
        if not replacement:
            break
        if not card:
            draft.free.remove(replacement)
        whole.append(replacement)
    return (*whole, *gapped[len(whole) :])


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
