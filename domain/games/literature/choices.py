"""What a seat may do now, worked out from its own hand and what is open to all."""

from collections.abc import Callable
from functools import cache, partial
from itertools import chain, combinations, cycle, islice

from domain.game import Decision, Move
from domain.games.literature.moves import Ask, AskCount, Declare, PassTurn
from domain.games.literature.options import SEATS, Teams, opponents, team_mates
from domain.games.literature.sets import DECK, SETS, WHOLE_SET
from domain.games.literature.state import State

Seats = tuple[int, ...]

# The moves are made once and shared: a random player is then as fast as the rules.
PASSES = tuple(PassTurn(seat) for seat in range(SEATS))
COUNTS = tuple(AskCount(seat) for seat in range(SEATS))
ASKS = tuple({card: Ask(target, card) for card in DECK} for target in range(SEATS))


def choices(state: State, seat: int) -> Decision | None:
    """Return all moves (passing the turn, asking for counts), or all asks and some declarations of every open set."""
    counts = counts_to_ask(state, seat) if state.options.report_counts else ()
    if state.turn != seat:
        return Decision("enumerated", counts) if counts else None
    hands, options = state.hands, state.options
    if state.phase == "passing":
        return Decision("enumerated", (*(PASSES[mate] for mate in team_mates(options.teams, seat)), *counts))
    hand, may_ask = hands[seat], state.moves_since_close < options.stall_limit  # U24
    moves = moves_of_seat(options.teams, seat, tuple(map(bool, hands)), may_ask, options.own_card_ask == "announced")
    listed: list[Move] = []
    for number, closed in enumerate(state.sets):
        if closed is None:
            listed += moves[number][hand >> 6 * number & WHOLE_SET]
    listed += counts
    return Decision("factored", tuple(listed))


def counts_to_ask(state: State, seat: int) -> tuple[AskCount, ...]:
    """Return whom the seat may ask for its number of cards (U28)."""
    if state.phase == "finished":
        return ()
    return tuple(COUNTS[other] for other in range(SEATS) if other != seat and other not in state.up_to_date)


class ByCards(dict[int, tuple[Move, ...]]):
    """Moves in an open set by the mask of the seat's cards in it; `make` makes them when they are first needed."""

    def __init__(self, make: Callable[[int], tuple[Move, ...]]) -> None:
        super().__init__()
        self.make = make

    def __missing__(self, own: int) -> tuple[Move, ...]:
        moves = self[own] = self.make(own)
        return moves


@cache
def moves_of_seat(
    teams: Teams, seat: int, with_cards: tuple[bool, ...], may_ask: bool, announced: bool
) -> tuple[ByCards, ...]:
    """Return the moves of a seat in each set, by which seats still have cards."""
    targets = tuple([other for other in opponents(teams, seat) if with_cards[other] and may_ask])
    mates = tuple([mate for mate in team_mates(teams, seat) if with_cards[mate]])

    def moves(set_id: str, own: int) -> tuple[Move, ...]:
        ways = ways_to_share(mates or (seat,), len(SETS[set_id]) - own.bit_count())
        listed: list[Move] = []
        for target in targets:
            listed += asks(target, set_id, own, announced)
        return (*listed, *[declaration(seat, set_id, own, way) for way in ways])

    return tuple(ByCards(partial(moves, set_id)) for set_id in SETS)


@cache
def asks(target: int, set_id: str, own: int, announced: bool) -> tuple[Ask, ...]:
    """R17, R18: a seat that holds a card of a set may ask for the others; if `announced`, also for their own (U11)."""
    cards = SETS[set_id]
    wanted = () if not own else cards if announced else not_in(cards, own)
    return tuple([ASKS[target][card] for card in wanted])


@cache
def ways_to_share(mates: Seats, number: int) -> tuple[Seats, ...]:
    """Return the ways to give a number of cards all to one mate, or to both by turns."""
    rounds = chain.from_iterable(combinations(mates, size) for size in range(1, len(mates) + 1))
    return tuple(dict.fromkeys(tuple(islice(cycle(turns), number)) for turns in rounds))


@cache
def declaration(seat: int, set_id: str, own: int, others: Seats) -> Declare:
    """Return the declaration that gives the seat its own cards, and each of the others to one of `others`."""
    cards = SETS[set_id]
    return Declare(set_id, dict.fromkeys(cards, seat) | dict(zip(not_in(cards, own), others, strict=True)))


def not_in(cards: tuple[str, ...], own: int) -> tuple[str, ...]:
    """Return the cards of a set that the mask has not."""
    return tuple([card for i, card in enumerate(cards) if not own >> i & 1])
