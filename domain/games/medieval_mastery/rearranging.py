"""How laid cards of a draft are rearranged, before others are added: a function for each kind of step."""

from itertools import combinations

from domain.games.medieval_mastery.deck import Cards
from domain.games.medieval_mastery.drafting import Draft, join, lengthened, remove, wed
from domain.games.medieval_mastery.groups import MEMBERS, PARTNER, is_religious, is_royal, next_letter


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
