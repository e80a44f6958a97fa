"""The rules of Honors No. IV: the deal, the moves of a turn in their order, and the end of a deal and of the match."""

from functools import partial
from itertools import pairwise

from domain.cards import deal_hands
from domain.dispatch import Decide, Events
from domain.events import CardDiscarded, CardsDrawn, DealStarted, dealt
from domain.game import Chance, Refusal
from domain.games.honors.deck import BOOKS, DECK, NUMBERS
from domain.games.honors.match import StockFormed, winners
from domain.games.honors_4.events import DealEnded, GameStarted, PileTaken, PlayOpened, SeatWentOut, Why
from domain.games.honors_4.moves import Discard, DrawStock, Open, Options, TakePile
from domain.games.honors_4.state import State
from domain.match import GameFinished, Result, added
from domain.seats import clockwise, from_left_of

refusal = partial(Refusal, "honors_4")

PILE_EMPTY = refusal("pile_empty", "There is no pile yet; draw from the pack.")
CARD_NOT_IN_HAND = refusal("card_not_in_hand", "You do not hold {card}.")
CARD_JUST_TAKEN = refusal("card_just_taken", "You have just taken {card} from the pile; discard the other card.")

IN_SEQUENCE = frozenset((f"{book}-{low}", f"{book}-{high}") for book in BOOKS for low, high in pairwise(NUMBERS))
"""IV-R5, IV-R6, IV-U4: the pairs that go out, the lower card first."""


def start(options: Options, chance: Chance, at: int) -> Events:
    """IV-U2: deal, or wait for somebody to open."""
    started = GameStarted(options, at=at)
    if options.opener == "any":
        return (started,)
    opener = from_left_of(options.players, options.dealer)[0]
    return started, *deal(options.players, 1, opener, at, chance)


def deal(players: int, number: int, opener: int, at: int, chance: Chance) -> Events:
    """IV-R4, IV-U3: one card to each seat from the opener on; as if the seat on the opener's right dealt."""
    dealer = clockwise(players, opener)[-1]
    deck = chance.deal(number, DECK)  # C-U2
    hands, stock = deal_hands(deck, players, dealer, 1)
    return DealStarted(number, dealer, len(stock), deck, at=at), *dealt(hands, dealer, at)


decide = Decide[State]()


# The moves


@decide.on("opening")
def open_play(state: State, seat: int, _: Open, at: int, chance: Chance) -> Events:
    """IV-R3, IV-U2: the first who will, opens."""
    return PlayOpened(seat, at=at), *deal(state.options.players, 1, seat, at, chance)


@decide.on("draw")
def draw_stock(state: State, seat: int, _: DrawStock, at: int, chance: Chance) -> Events:
    """IV-R5, IV-R8; IV-U9: if the pack is empty, all of the pile but its top card is a new one."""
    if state.stock:
        return CardsDrawn(seat, 1, state.stock[:1], at=at), *after_draw(state, seat, state.stock[0], at, chance)
    order = chance.shuffle(state.pile[1:])
    formed, drawn = StockFormed(len(order), order, at=at), CardsDrawn(seat, 1, order[:1], at=at)
    return formed, drawn, *after_draw(state, seat, order[0], at, chance)


@decide.on("draw")
def take_pile(state: State, seat: int, _: TakePile, at: int, chance: Chance) -> Events:
    """IV-R8, IV-R9; IV-U8: the pile starts empty."""
    if not state.pile:
        raise PILE_EMPTY()
    return PileTaken(seat, state.pile[:1], at=at), *after_draw(state, seat, state.pile[0], at, chance)


def after_draw(state: State, seat: int, card: str, at: int, chance: Chance) -> Events:
    """IV-R5, IV-U5, C-U4: with two cards in sequence a player goes out at once; IV-R11: that wins the deal.

    IV-R10: else the play goes on.
    """
    pair = tuple(sorted((*state.hands[seat], card)))
    if pair not in IN_SEQUENCE:
        return ()
    return SeatWentOut(seat, pair, at=at), *end_deal(state, seat, at, chance)


@decide.on("discard")
def discard(state: State, seat: int, move: Discard, at: int, chance: Chance) -> Events:
    """IV-R7, IV-U6, IV-U7; IV-U10: after `max_rounds` nobody wins the deal."""
    if move.card not in state.hands[seat]:
        raise CARD_NOT_IN_HAND(card=move.card)
    if move.card == state.taken:
        raise CARD_JUST_TAKEN(card=move.card)
    discarded = CardDiscarded(seat, move.card, at=at)
    if state.discards_made + 1 < state.options.max_rounds * state.options.players:
        return (discarded,)
    return discarded, *end_deal(state, None, at, chance)


# The end of a deal and of the match


def end_deal(state: State, out: int | None, at: int, chance: Chance) -> Events:
    """IV-U11: count the deal, which is worth a point to the seat that is out; finish the match or deal again (C-U7)."""
    options, number = state.options, state.match.deal
    scores = tuple([int(seat == out) for seat in range(options.players)])
    totals = added(state.match.totals, scores)
    why: Why = "max_rounds" if out is None else "out"
    ended = DealEnded(deal=number, why=why, out=out, scores=scores, totals=totals, at=at)
    won = winners(totals, options.target_score, last_deal=number == options.max_deals)
    if won:
        return ended, GameFinished(Result(totals, won), at=at)
    left_of_opener = from_left_of(options.players, state.match.dealer)[1]
    opener = left_of_opener if out is None else out  # IV-R12, IV-U10
    return ended, *deal(options.players, number + 1, opener, at, chance)
