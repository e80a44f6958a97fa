"""What a seat may do now, worked out from its own hand and what lies open: every kind of move, and a few of each.

A hand can lay far too many rows, jokers in it, for a list of all of them. So of each kind there are some examples, as
different as can be, and in numbers that let a player who picks among them at random play a lively game.
"""

from collections.abc import Collection, Iterator, Sequence
from itertools import product
from typing import NamedTuple, TypeVar

from msgspec import UNSET, UnsetType

from domain.cards import SUITS
from domain.game import Decision
from domain.games.pursuit_of_happiness.deck import DECLARED, FACE, FACES, JOKER, bare
from domain.games.pursuit_of_happiness.melds import (
    CLUBS,
    DIAMONDS,
    HEARTS,
    LONGEST,
    REPEATING,
    SHORTEST,
    SPADES,
    LaidMeld,
    following,
)
from domain.games.pursuit_of_happiness.moves import (
    ActivateDiamond,
    ActivateHeart,
    Attack,
    Capture,
    Defend,
    DefendingCard,
    Discard,
    Extend,
    Meld,
    Move,
    OrderRemnant,
)
from domain.games.pursuit_of_happiness.rows import CARDS_OF, masks, rows_in
from domain.games.pursuit_of_happiness.rules import least_from_discard
from domain.games.pursuit_of_happiness.state import State, acting, limit

T = TypeVar("T")
Moves = tuple[Move, ...]


class Playable(NamedTuple):
    """A card that can activate a meld; the position is stated where it needs to be (U13)."""

    card: str
    meld: int
    position: int | UnsetType
    power: int


ROOM: dict[int, tuple[tuple[int, int], ...]] = {
    room: tuple((front, back) for front in range(room + 1) for back in range(room + 1 - front) if front or back)
    for room in range(1, LONGEST - SHORTEST + 1)
}
"""Numbers of cards that can be added at the front and at the back of a meld, by the room in it (R24)."""

MELDS = {key: Meld(cards) for key, cards in CARDS_OF.items()}
DISCARDS = {card: Discard(card) for card in FACES}
CAPTURES = tuple(
    tuple(Capture(front, back) for front in range(most + 1) for back in range(most + 1 - front))
    for most in range(LONGEST + 1)
)
"""All captures by the number of cards that may be taken (U28)."""

ORDERS = (OrderRemnant("front"), OrderRemnant("back"))


def choices(state: State, seat: int) -> Decision | None:
    """Return all legal captures and orders of a remnant, or examples of all that can be done; None if nothing can."""
    if acting(state) != seat:
        return None
    match state.phase:
        case "capture":
            return Decision("enumerated", CAPTURES[limit(state)])
        case "remnant":
            return Decision("enumerated", ORDERS)
        case "defence":
            return Decision("stepwise", defences(state, seat))
    moves = [*melds(state.hands[seat]), *extensions(state, seat), *discards(state.hands[seat])]
    if state.phase == "activation" and len(state.hands[seat]) > 1:  # U15
        moves += activations(state, seat)
    return Decision("stepwise", tuple(moves))


# Activating


def activations(state: State, seat: int) -> Iterator[Move]:
    """R12, R30: yield examples of activations, each with an own meld that has not been activated in this turn."""
    held = set(state.hands[seat])
    plays: dict[str, list[Playable]] = {suit: [] for suit in SUITS}
    for laid in state.melds:
        if laid.seat == seat and laid.id not in state.activated:
            plays[laid.suit] += playable(laid, held)
    targets = [laid.id for laid in state.melds if laid.seat != seat]
    for card, meld, position, _ in few(plays[HEARTS], 4):
        yield ActivateHeart(card=card, meld=meld, position=position)
    for (card, meld, position, _), count in few(withdrawals(state, plays[DIAMONDS]), 6):
        yield ActivateDiamond(card=card, meld=meld, position=position, from_discard=count)
    for (card, meld, position, _), target in few([*product(plays[SPADES], targets)], 8):
        yield Attack(card=card, meld=meld, position=position, target=target)


def playable(meld: LaidMeld, held: Collection[str]) -> list[Playable]:
    """R27, R33: return the cards held that can activate a meld, jokers as each of its cards."""
    found: list[Playable] = []
    for power, laid in enumerate(meld.cards, start=1):
        face = FACE[laid]
        position = power if meld.pattern == REPEATING else UNSET
        if face in held:
            found.append(Playable(face, meld.id, position, power))
        if JOKER in held:
            found.append(Playable(DECLARED[face], meld.id, position, power))
    return found


def withdrawals(state: State, plays: Sequence[Playable]) -> list[tuple[Playable, int]]:
    """R35, U19: return all ways of taking cards with a diamond meld: how many of them from the discard pile."""
    return [
        (play, count)
        for play in plays
        for count in range(least_from_discard(state, play.power), min(play.power, len(state.discards)) + 1)
    ]


# Defending


def defences(state: State, seat: int) -> Moves:
    """R47, R48: return examples of defences with no card, with one, and with one for each of several club melds."""
    hand = state.hands[seat]
    clubs = [playable(meld, hand) for meld in state.melds if meld.seat == seat and meld.suit == CLUBS]
    for_each = [(None, *few(plays, 3)) for plays in few([plays for plays in clubs if plays], 3)]
    together = [[play for play in chosen if play] for chosen in product(*for_each)]
    return tuple(
        Defend(tuple(DefendingCard(card, meld, position) for card, meld, position, _ in plays))
        for plays in together
        if holds(hand, [play.card for play in plays])
    )


def holds(hand: Sequence[str], cards: Sequence[str]) -> bool:
    """U1: return whether a hand has these cards, each as often as it is named."""
    wanted = bare(cards)
    return all(hand.count(card) >= wanted.count(card) for card in wanted)


# Melding


def melds(hand: Sequence[str]) -> Iterator[Move]:
    """R13, R16: yield examples of melds that leave a card: some without jokers, and some with each number of them."""
    held, size = masks(hand), len(hand)
    for jokers in range(hand.count(JOKER) + 1):
        rows = [(suit, row) for suit in SUITS for row in rows_in(held[suit], jokers) if len(row) < size]
        for row in few(rows, 2 if jokers else 4):
            yield Meld(supplied(hand, CARDS_OF[row])) if jokers else MELDS[row]


def extensions(state: State, seat: int) -> Sequence[Move]:
    """R20, R23, U7: return examples of extensions that leave a card."""
    hand = state.hands[seat]
    held = set(hand)
    found: list[Move] = []
    for meld in [meld for meld in state.melds if meld.seat == seat and len(meld.cards) < LONGEST]:
        room = LONGEST - len(meld.cards)
        before = following(meld.cards[0], 10 - meld.pattern, room)
        behind = following(meld.cards[-1], meld.pattern, room)
        if before[0] in held or behind[0] in held or JOKER in held:
            for front, back in ROOM[room]:
                cards = supplied(hand, before[:front][::-1] + behind[:back])
                if 0 < len(cards) < len(hand):
                    found.append(Extend(meld.id, cards[:front], cards[front:]))
    return few(found, 4)


def supplied(hand: Sequence[str], cards: Sequence[str]) -> tuple[str, ...]:
    """Return these cards as a hand has them, declared jokers for what it lacks; nothing if it has too few of these."""
    rest, found = list(hand), []
    for card in cards:
        if card in rest:
            rest.remove(card)
            found.append(card)
        elif JOKER in rest:
            rest.remove(JOKER)
            found.append(DECLARED[card])
        else:
            return ()
    return tuple(found)


def discards(hand: Sequence[str]) -> list[Move]:
    """U33: return examples of discards."""
    return [DISCARDS[card] for card in few([*dict.fromkeys(hand)], 3)]


def few(items: Sequence[T], most: int) -> Sequence[T]:
    """Return at most `most` of the items, spread over all of them: the first, the last, and some between."""
    last = len(items) - 1
    return items if last < most else [items[place * last // (most - 1)] for place in range(most)]
