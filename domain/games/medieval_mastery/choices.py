"""What a seat may do now, from what the seat itself sees: every card it may play, or builds of many kinds."""

from collections.abc import Callable, Sequence
from itertools import chain
from typing import NamedTuple

from msgspec import UnsetType

from domain.game import UNSET, Decision
from domain.games.medieval_mastery.deck import DECK, Cards
from domain.games.medieval_mastery.drafting import Draft, begun, believe, follow, found, join, marry, settle
from domain.games.medieval_mastery.moves import Build, Play
from domain.games.medieval_mastery.rearranging import (
    annul,
    come_home,
    crown,
    ennoble,
    leave_home,
    marry_off,
    mend,
    swap_spouses,
)
from domain.games.medieval_mastery.state import State
from domain.games.medieval_mastery.view import legal_cards

PLAYS = {card: Play(card) for card in DECK}


class Way(NamedTuple):
    """A way to build: how laid cards are rearranged (`rearranging.py`), and how free ones are added (`drafting.py`)."""

    rearranging: tuple[Callable[[Draft], None], ...] = ()
    adding: tuple[Callable[[Draft, list[str]], None], ...] = ()
    from_hand: bool = True
    """Whether cards of the hand are added, too."""
    from_below: bool = False
    """Whether the build says in which order cards go under the stock (U23)."""
    without_cause: bool = False
    """Whether its rearranging is no cause for rejects (U16): then there may be none."""


WAYS = (
    Way(),
    Way((mend,), (join, follow, believe, marry, found), from_hand=False),
    Way((crown, mend), (marry, join, found, follow, believe)),
    Way((mend,), (found, follow, marry, join), from_below=True),
    Way((crown,), (), from_below=True),
    Way((marry_off, ennoble), (join, believe)),
    Way((leave_home,), (follow, marry)),
    Way((come_home,), (join,), from_hand=False, from_below=True),
    Way((swap_spouses,), without_cause=True),
    Way((annul,), without_cause=True),
)
"""The ways with the X's of the trick; the first does as little as the rules allow, and without X's it is the pass."""

WAYS_WITH_X = (Way(), Way((mend,), (believe,)), Way((crown, mend), (believe, marry, join, found, follow)))
"""The ways when X's of the hand are laid, too (R31)."""


def choices(state: State, seat: int) -> Decision | None:
    """Return what the seat may do, or None if it is another's turn."""
    if seat != state.turn:
        return None
    cards = legal_cards(state, seat)
    if cards is not None:
        return Decision("enumerated", tuple([PLAYS[card] for card in cards]))
    return Decision("submitted", tuple(dict.fromkeys(builds(state, seat))))


def builds(state: State, seat: int) -> list[Build]:
    """Return a legal build for each way that leads to one."""
    layout, hand, trick = state.layouts[seat], state.hands[seat], [played.card for played in state.trick]
    cards = (*hand, *trick)
    due = [card for card in trick if card[0] == "X"]
    first = begun(layout, cards, due)
    drafts = [(way, first.copy()) for way in WAYS]
    if any(card[0] == "X" for card in hand):
        with_x = begun(layout, cards, [card for card in cards if card[0] == "X"])
        drafts.extend((way, with_x.copy()) for way in WAYS_WITH_X)
    found = (build(draft, way, hand, trick) for way, draft in drafts)
    return [each for each in found if each is not None]


def build(draft: Draft, way: Way, hand: Sequence[str], trick: Sequence[str]) -> Build | None:
    """Return the build to which a way leads from a draft; None if it would need rejects without a cause."""
    for rearrange in way.rearranging:
        rearrange(draft)
    if not way.from_hand:
        draft.free = [card for card in draft.free if card not in hand]
        draft.faithful = [card for card in draft.faithful if card not in hand]
    for add in way.adding:
        add(draft, draft.free)
    rejects = settle(draft)
    if rejects and way.without_cause:
        return None
    under: Cards | UnsetType = UNSET
    if way.from_below:
        laid = {*chain(*draft.families, *draft.communes)}
        under = (*rejects[::-1], *[card for card in reversed(trick) if card not in laid])
    return Build(tuple(draft.families), tuple(draft.communes), rejects, under)
