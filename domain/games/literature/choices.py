"""What a seat may do now, worked out from its own hand and what is open to all."""

from functools import cache
from itertools import chain, combinations, cycle, islice, product

from domain.game import Decision, Move
from domain.games.literature.moves import Ask, AskCount, Declare, PassTurn
from domain.games.literature.options import SEATS, Teams, opponents, team_mates
from domain.games.literature.sets import DECK, SET_IDS, SETS, WHOLE_SET
from domain.games.literature.state import State

Seats = tuple[int, ...]

# The moves are made once and shared: a random player is then as fast as the rules.
ASKS = {(target, card): Ask(target, card) for target, card in product(range(SEATS), DECK)}
PASSES = tuple(PassTurn(seat) for seat in range(SEATS))
FIRSTS = tuple(6 * number for number in range(len(SET_IDS)))
COUNTS = tuple(AskCount(seat) for seat in range(SEATS))


def choices(state: State, seat: int) -> Decision | None:
    """Return all moves (passing the turn, asking for counts), or all asks and some declarations of every open set."""
    counts = counts_to_ask(state, seat) if state.options.report_counts else ()
    if state.turn != seat:
        return Decision("enumerated", counts) if counts else None
    hands, options = state.hands, state.options
    if state.phase == "passing":
        mates = [mate for mate in team_mates(options.teams, seat) if hands[mate]]
        return Decision("enumerated", (*(PASSES[mate] for mate in mates), *counts))
    hand, asks = hands[seat], state.moves_since_close < options.stall_limit  # U24
    moves = moves_of_seat(options.teams, seat, tuple(map(bool, hands)), asks, options.own_card_ask == "announced")
    listed: list[Move] = []
    for first, closed in zip(FIRSTS, state.sets, strict=True):
        if not closed:
            listed += moves[first << 6 | hand >> first & WHOLE_SET]
    listed += counts
    return Decision("factored", tuple(listed))


@cache
def moves_of_seat(teams: Teams, seat: int, with_cards: tuple[bool, ...], asks: bool, announced: bool) -> "SetMoves":
    """Return the moves of a seat in open sets, by which seats still have cards; `asks`: whether it may ask."""
    mates = [mate for mate in team_mates(teams, seat) if with_cards[mate]]
    targets = [other for other in opponents(teams, seat) if with_cards[other] and asks]
    return moves_of_sets((seat, *mates), tuple(targets), announced)


def counts_to_ask(state: State, seat: int) -> tuple[AskCount, ...]:
    """Return whom the seat may ask for its number of cards (U28)."""
    if state.phase == "finished":
        return ()
    return tuple(COUNTS[other] for other in range(SEATS) if other != seat and other not in state.up_to_date)


class SetMoves(dict[int, tuple[Ask | Declare, ...]]):
    """The moves of a seat in an open set, by the place of its first card and a mask of six: those that the seat holds.

    A key has the place above the six bits of the mask.

    `team` is the seat and then its mates that have cards. If it holds a card of the set, it may ask the `targets` for
    the others (R17, R18), if `announced` also for its own (U11).
    """

    def __init__(self, team: Seats, targets: Seats, announced: bool) -> None:
        super().__init__()
        self.team = team
        self.targets = targets
        self.announced = announced

    def __missing__(self, key: int) -> tuple[Ask | Declare, ...]:
        number, own = (key >> 6) // 6, key & WHOLE_SET
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
