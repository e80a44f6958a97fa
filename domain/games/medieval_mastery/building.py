"""How a build is judged: the fourteen checks of the rulebook, in its order.

The first two, `malformed_move` and `no_such_card`, need no table. The others are below, a function each, and look at a
`Site`. Each may count on what the checks before it have found to be so.
"""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain

from domain.game import UNSET, Refusal, Refused
from domain.games.medieval_mastery.deck import Cards
from domain.games.medieval_mastery.groups import (
    LETTERS,
    MEMBERS,
    NOT_BESIDE,
    PARTNER,
    Layout,
    is_religious,
    is_royal,
    laid_cards,
    next_letter,
    religious_suits,
    royal_couples,
)
from domain.games.medieval_mastery.moves import Build

refusal = partial(Refusal, "medieval_mastery")

DUPLICATE_CARD = refusal("duplicate_card", "A card stands twice in the groups and rejects.")
CARD_NOT_AVAILABLE = refusal("card_not_available", "{card} is not in your groups, nor in your hand or the trick.")
REJECT_NOT_LAID = refusal("reject_not_laid", "{card} was not in your groups, so it cannot be a reject.")
LAID_CARD_MISSING = refusal("laid_card_missing", "{card} lies in your groups: name it in a group or as a reject.")
INCEST = refusal("incest", "{one:card} and {other:card} are of one suit: they may not marry.")
NO_MARRIAGE = refusal("no_marriage", "A family begins with a King and a Queen, or with a Jack and a Princess.")
X_NOT_LEADER = refusal("x_not_leader", "{card} may only lead a commune.")
AN_X_NOT_LEADER = refusal("x_not_leader", "An X may only lead a commune.")
SECOND_SPOUSE = refusal("second_spouse", "{card} may not be a member beside {one:card} and {other:card}.")
ALIEN_SUIT = refusal("alien_suit", "Members of the family of {one:card} and {other:card} are of their suits.")
ALIEN_SUIT_IN_COMMUNE = refusal("alien_suit", "After {leader:card} come cards of its suit only.")
NO_LEADER = refusal("no_leader", "A commune begins with an A or an X.")
NOT_ALPHABETIC = refusal("not_alphabetic", "After {leader:card} come B, C, D and so on, none left out.")
X_MUST_BE_LAID = refusal("x_must_be_laid", "{card} was in the trick: it must lead a commune.")
CONVERTED_SUIT = refusal("converted_suit", "{card} belongs in the commune of X{suit:code}.")
ROYAL_PARTED = refusal("royal_parted", "{one:card} and {other:card} are in a Royal marriage.")
REJECT_NOT_GENUINE = refusal("reject_not_genuine", "{card} has no reason to leave the table.")
REJECT_HAS_HOME = refusal("reject_has_home", "{card} can stay on the table: in one of your groups, or in a new one.")
BAD_UNDER = refusal("bad_under", "`under` is all rejects and all unused cards of the trick, each once.")


class Site:
    """What a build is judged on: the layout before it (*old* cards), the hand and the trick (*new* ones)."""

    def __init__(self, layout: Layout, hand: Sequence[str], trick: Sequence[str], build: Build) -> None:
        self.layout = layout
        self.hand = hand
        self.trick = trick
        self.build = build
        self.old = frozenset(laid_cards(layout))
        self.laid = frozenset(laid_cards(Layout(build.families, build.communes)))
        """The cards of the new layout."""
        self.unused = [card for card in trick if card not in self.laid]
        """The cards of the trick that are in no group."""


def judge(site: Site) -> None:
    """Raise `Refused` with the code of the first check that fails.

    U8, U14: only the layouts before and after count, so whatever leads from one to the other may be done (R24).
    """
    for check in CHECKS:
        check(site)


def under_the_stock(site: Site) -> Cards:
    """R39, U23: return what goes under the stock, the highest first."""
    under = site.build.under
    return (*site.unused, *site.build.rejects) if under is UNSET else under


def no_card_stands_twice(site: Site) -> None:
    """Check 3."""
    build = site.build
    rejects = frozenset(build.rejects)
    cards = sum(map(len, build.families)) + sum(map(len, build.communes)) + len(build.rejects)
    if cards != len(site.laid) + len(rejects) or not rejects.isdisjoint(site.laid):
        raise DUPLICATE_CARD()


def every_card_is_available(site: Site) -> None:
    """Check 4 (U9); U32: without a word on where the card is."""
    for card in laid_cards(Layout(site.build.families, site.build.communes)):
        if card not in site.old and card not in site.hand and card not in site.trick:
            raise CARD_NOT_AVAILABLE(card=card)


def every_reject_was_laid(site: Site) -> None:
    """Check 5."""
    for card in site.build.rejects:
        if card not in site.old:
            raise REJECT_NOT_LAID(card=card)


def no_laid_card_is_missing(site: Site) -> None:
    """Check 6 (R38)."""
    for card in laid_cards(site.layout):
        if card not in site.laid and card not in site.build.rejects:
            raise LAID_CARD_MISSING(card=card)


def every_family_is_legal(site: Site) -> None:
    """Check 7, family by family; a couple alone is one (U10)."""
    for family in site.build.families:
        members = MEMBERS.get(family[:2])
        if members is None:
            raise no_marriage(family)
        if not members.issuperset(family[2:]):
            raise no_member(family)


def no_marriage(family: Cards) -> Refused:
    """Return why the first two cards do not marry (R17, R19)."""
    match family:
        case (one, other, *_) if PARTNER.get(one[0]) == other[0]:
            return INCEST(one=one, other=other)
    return NO_MARRIAGE()


def no_member(family: Cards) -> Refused:
    """Return what is wrong with the members beside a couple (R20 to R23, U11, U12)."""
    one, other, *members = family
    for card in members:
        if card[0] == "X":
            return X_NOT_LEADER(card=card)
    for card in members:
        if card[0] in NOT_BESIDE[one[0]]:
            return SECOND_SPOUSE(card=card, one=one, other=other)
    return ALIEN_SUIT(one=one, other=other)  # R20, R25


def every_commune_is_legal(site: Site) -> None:
    """Check 8, commune by commune; a leader alone is one (U10)."""
    for commune in site.build.communes:
        if not commune or commune[0][0] not in "AX":  # R27
            raise NO_LEADER()
        if any(card[0] == "X" for card in commune[1:]):
            raise AN_X_NOT_LEADER()
        if is_religious(commune):  # U22
            if any(card[1] != commune[0][1] for card in commune):
                raise ALIEN_SUIT_IN_COMMUNE(leader=commune[0])
        elif not LETTERS.startswith("".join([card[0] for card in commune])):  # U13
            raise NOT_ALPHABETIC(leader=commune[0])


def every_x_of_the_trick_is_laid(site: Site) -> None:
    """Check 9 (R32, U21); one of the hand need not be (R31)."""
    for card in site.unused:
        if card[0] == "X":
            raise X_MUST_BE_LAID(card=card)


def all_are_converted(site: Site) -> None:
    """Check 10 (R33, R34, U20)."""
    groups = (*site.build.families, *site.build.communes)
    converted = religious_suits(site.build.communes)
    for card in chain(*(group for group in groups if not is_religious(group))):
        if card[1] in converted:
            raise CONVERTED_SUIT(card=card, suit=card[1])


def no_royal_couple_is_parted(site: Site) -> None:
    """Check 11 (U15)."""
    converted = religious_suits(site.build.communes)
    still_married = royal_couples(site.build.families)
    for family in site.layout.families:
        if is_royal(family) and frozenset(family[:2]) not in still_married and family[0][1] not in converted:
            raise ROYAL_PARTED(one=family[0], other=family[1])


def every_reject_has_a_cause(site: Site) -> None:
    """Check 12 (R38, U16 a)."""
    if site.build.rejects:
        caused = free_to_leave(site)
        for card in site.build.rejects:
            if card not in caused:
                raise REJECT_NOT_GENUINE(card=card)


def free_to_leave(site: Site) -> set[str]:
    """U16 a: return the old cards that have a cause to leave.

    A spouse of their family is converted (R35) or makes a new Royal marriage; or a card before them in their commune of
    A is converted (R36). U19: where it is replaced, they may stay. Cards of Religious communes were converted before.
    """
    old, new = site.layout, site.build
    suits = religious_suits(new.communes) - religious_suits(old.communes)
    newly_royal = frozenset().union(*(royal_couples(new.families) - royal_couples(old.families)))
    caused: set[str] = set()
    for family in old.families:
        if any(spouse[1] in suits or spouse in newly_royal for spouse in family[:2]):
            caused.update(family)
    for commune in old.communes:
        whole = next((place for place, card in enumerate(commune) if card[1] in suits), len(commune))
        caused.update(commune[whole + 1 :])
    return caused


def no_reject_has_a_home(site: Site) -> None:
    """Check 13 (R26, U16 b, U18)."""
    for card in site.build.rejects:
        if has_home(card, site.build):
            raise REJECT_HAS_HOME(card=card)


def has_home(card: str, build: Build) -> bool:
    """U17: return whether the new layout could take a reject, or whether it could found a group with other rejects."""
    if card[0] == "A":
        return True
    if any(card in MEMBERS[family[:2]] for family in build.families):
        return True
    for commune in build.communes:
        takes = card[1] == commune[0][1] if is_religious(commune) else card[0] == next_letter(commune)
        if takes:
            return True
    return any((card, other) in MEMBERS for other in build.rejects)


def under_is_what_is_left(site: Site) -> None:
    """Check 14 (R39, U23)."""
    if sorted(under_the_stock(site)) != sorted((*site.unused, *site.build.rejects)):
        raise BAD_UNDER()


CHECKS: tuple[Callable[[Site], None], ...] = (
    no_card_stands_twice,
    every_card_is_available,
    every_reject_was_laid,
    no_laid_card_is_missing,
    every_family_is_legal,
    every_commune_is_legal,
    every_x_of_the_trick_is_laid,
    all_are_converted,
    no_royal_couple_is_parted,
    every_reject_has_a_cause,
    no_reject_has_a_home,
    under_is_what_is_left,
)
