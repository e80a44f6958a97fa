"""Every row that can be a meld, and which of them a hand can lay; by masks, so that to look is quick.

A mask of a suit has a bit for each value that is there at least once. Ten places higher it has a bit for each value
that is there at least twice, and twenty places higher for each that is there three times: a row with pattern number 5
needs several copies (R19).
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import product

from domain.cards import SUITS
from domain.games.pursuit_of_happiness.deck import CARDS
from domain.games.pursuit_of_happiness.melds import CARD, LONGEST, REPEATING, SHORTEST, VALUE

ONE_OF_EACH = (1 << 10) - 1
BIT = {card: 1 << VALUE[card] for card in CARDS}

Values = tuple[int, ...]


def mask(values: Iterable[int]) -> int:
    """Return the mask of some values of a suit, each as often as it is there."""
    result = 0
    for value in values:
        bit = 1 << value
        while result & bit:
            bit <<= 10
        result |= bit
    return result


def all_rows(steps: Iterable[int]) -> dict[int, list[Values]]:
    """Return all rows with these pattern numbers, the short ones first, by the mask of what they need."""
    rows: dict[int, list[Values]] = {}
    for length, first, step in product(range(SHORTEST, LONGEST + 1), range(10), steps):
        values = tuple((first + step * place) % 10 for place in range(length))
        rows.setdefault(mask(values), []).append(values)
    return rows


OF_DIFFERENT_CARDS = all_rows((1, 2, 3, 4, 6, 7, 8, 9))
OF_TWO_CARDS = all_rows((REPEATING,))
CARDS_OF = {
    (suit, values): tuple(CARD[value, suit] for value in values)
    for suit in SUITS
    for rows in (*OF_DIFFERENT_CARDS.values(), *OF_TWO_CARDS.values())
    for values in rows
}
"""The cards of a row in a suit."""


def masks(hand: Sequence[str]) -> dict[str, int]:
    """Return the masks of a hand, by suit."""
    found = dict.fromkeys(SUITS, 0)
    for card in hand:
        if card in BIT:
            bit, held = BIT[card], found[card[-1]]
            while held & bit:
                bit <<= 10
            found[card[-1]] = held | bit
    return found


def rows_in(held: int, jokers: int) -> tuple[Values, ...]:
    """Return the rows that can be laid of what a mask has and exactly this number of jokers."""
    return of_different_cards(held & ONE_OF_EACH, jokers) + of_two_cards(held, jokers)


@cache
def of_different_cards(held: int, jokers: int) -> tuple[Values, ...]:
    """Return such rows with other pattern numbers than 5: of second copies they need none."""
    return lacking(OF_DIFFERENT_CARDS, held, jokers)


@lru_cache(2**14)
def of_two_cards(held: int, jokers: int) -> tuple[Values, ...]:
    """Return such rows with the pattern number 5."""
    return lacking(OF_TWO_CARDS, held, jokers)


def lacking(rows: Mapping[int, Sequence[Values]], held: int, count: int) -> tuple[Values, ...]:
    """Return the rows of which a mask lacks exactly this number of cards."""
    not_held = ~held
    return tuple(
        [values for needs, alike in rows.items() if (needs & not_held).bit_count() == count for values in alike]
    )
