"""What a seat may do now, worked out from its own hand and what is open to all."""

from functools import cache
from itertools import chain, combinations, cycle, islice, product

from domain.game import Decision
from domain.games.literature.moves import Ask, AskCount, Declare, PassTurn
from domain.games.literature.options import SEATS, opponents, team_mates
from domain.games.literature.sets import DECK, SET_IDS, SETS, WHOLE_SET
from domain.games.literature.state import State, must_declare

Seats = tuple[int, ...]

# The moves are made once and shared: a random player is then as fast as the rules.
ASKS = {(target, card): Ask(target, card) for target, card in product(range(SEATS), DECK)}
PASSES = tuple(PassTurn(seat) for seat in range(SEATS))
COUNTS = tuple(AskCount(seat) for seat in range(SEATS))


def choices(state: State, seat: int) -> Decision | None:
    """Return all moves (passing the turn, asking for counts), or all asks and some declarations of every open set."""
    counts = counts_to_ask(state, seat) if state.options.report_counts else ()
    if state.turn != seat:
        return Decision("enumerated", counts) if counts else None
    hands, options = state.hands, state.options
    mates = tuple([mate for mate in team_mates(options.teams, seat) if hands[mate]])
    if state.phase == "passing":
        return Decision("enumerated", (*(PASSES[mate] for mate in mates), *counts))
    targets: Seats = ()
    if not must_declare(state):
        targets = tuple([other for other in opponents(options.teams, seat) if hands[other]])
    hand, moves = hands[seat], moves_of_sets((seat, *mates), targets, options.own_card_ask == "announced")
    of_open_sets = [
        moves[number, hand >> 6 * number & WHOLE_SET] for number, closed in enumerate(state.sets) if not closed
    ]
    return Decision("factored", (*chain.from_iterable(of_open_sets), *counts))


def counts_to_ask(state: State, seat: int) -> tuple[AskCount, ...]:
    """Return whom the seat may ask for its number of cards (U28)."""
    if state.phase == "finished":
        return ()
    return tuple(COUNTS[other] for other in range(SEATS) if other != seat and other not in state.up_to_date)


class SetMoves(dict[tuple[int, int], tuple[Ask | Declare, ...]]):
    """The moves of a seat in an open set, by the set's number and a mask of its six cards: those that the seat holds.

    `team` is the seat and then its mates that have cards. If it holds a card of the set, it may ask the `targets` for
    the others (R17, R18), if `announced` also for its own (U11).
    """

    def __init__(self, team: Seats, targets: Seats, announced: bool) -> None:
        super().__init__()
        self.team = team
        self.targets = targets
        self.announced = announced

    def __missing__(self, key: tuple[int, int]) -> tuple[Ask | Declare, ...]:
        number, own = key
        cards = SETS[SET_IDS[number]]
        wanted = (cards if self.announced else not_in(cards, own)) if own else ()
        asks = [ASKS[target, card] for target in self.targets for card in wanted]
        moves: tuple[Ask | Declare, ...] = (*asks, *declarations(number, own, self.team))
        self[key] = moves
        return moves


moves_of_sets = cache(SetMoves)


@cache
def declarations(number: int, own: int, team: Seats) -> tuple[Declare, ...]:
    """Return declarations that give a seat its own cards, and the others all to one mate, or to both by turns."""
    set_id = SET_IDS[number]
    cards = SETS[set_id]
    missing = not_in(cards, own)
    seat, *mates = team
    others = mates or team
    rounds = chain.from_iterable(combinations(others, size) for size in range(1, len(others) + 1))
    ways = dict.fromkeys(tuple(islice(cycle(turns), len(missing))) for turns in rounds)
    return tuple(Declare(set_id, dict.fromkeys(cards, seat) | dict(zip(missing, way, strict=True))) for way in ways)


def not_in(cards: tuple[str, ...], own: int) -> tuple[str, ...]:
    """Return the cards of a set that the mask has not."""
    return tuple([card for i, card in enumerate(cards) if not own >> i & 1])
