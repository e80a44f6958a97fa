"""The rules of Honors No. II: the deal, the moves of a turn in their order, the challenge, the count, the clock."""

from functools import partial

from domain import codes
from domain.cards import deal_hands
from domain.dispatch import Decide
from domain.events import CardsDrawn, DealStarted, dealt
from domain.game import Chance, Event, Refusal
from domain.games.honors.deck import DECK, book, value
from domain.games.honors.hands import cards_in, mask, must_hold
from domain.games.honors.match import StockFormed, winners
from domain.games.honors_2.events import (
    CardDiscarded,
    CardsLaid,
    CardTurnedUp,
    ChallengeWaived,
    DealEnded,
    DiscardChallenged,
    DrawPassed,
    FineGiven,
    GameStarted,
    PileTaken,
    SeatWentOut,
    Why,
    WindowClosed,
)
from domain.games.honors_2.moves import Add, Challenge, Discard, DrawStock, Give, Lay, Pass, TakePile, Waive
from domain.games.honors_2.options import Options
from domain.games.honors_2.state import Phase, State, evolve, may_challenge
from domain.games.honors_2.turn import is_on_table, is_playable, just_taken, may_draw, may_pass, may_take, wished
from domain.match import GameFinished, Result, added
from domain.refusals import must_be_in_phase, must_have_the_turn
from domain.seats import clockwise, from_left_of

refusal = partial(Refusal, "honors_2")

STOCK_EMPTY = refusal("stock_empty", "The pack is empty, and no new one can be made of the pile.")
PILE_EMPTY = refusal("pile_empty", "There is no pile; draw from the pack.")
PILE_TOO_SMALL = refusal("pile_too_small", "The pile has {size:amount.card}.")
WISHED_CARD_NOT_PLAYABLE = refusal("wished_card_not_playable", "You cannot play {card} at once.")
CANNOT_PASS = refusal("cannot_pass", "You must draw from the pack, or take from the pile.")
NOT_ONE_BOOK = refusal("not_one_book", "The three cards are not of one book.")
BOOK_NOT_ON_TABLE = refusal("book_not_on_table", "Nobody has laid three cards of book {book:code}.")
MUST_PLAY_WISHED = refusal("must_play_wished", "Lay or add {card} first.")
CARD_JUST_TAKEN = refusal("card_just_taken", "You have just taken {card} from the pile; discard another card.")
WINDOW_CLOSED = refusal("window_closed", "No discard of {card} can be challenged now.")
OWN_DISCARD = refusal("own_discard", "The discard is your own.")
BARRED = refusal("barred", "After a false challenge you may not challenge again in the same deal.")
ALREADY_WAIVED = refusal("already_waived", "You have waived your right to challenge this discard.")
WRONG_PHASE = refusal(codes.WRONG_PHASE, "There is no fine to be given.")
NOT_YOUR_TURN = refusal(codes.NOT_YOUR_TURN, "{seat} gives the fine.")
CARD_IS_THE_FINE = refusal("card_is_the_fine", "{card} is the discard itself; give another card.")

Events = tuple[Event, ...]

HAND_SIZE = 7


def start(options: Options, chance: Chance, at: int) -> Events:
    """Deal for the first time."""
    return GameStarted(options, at=at), *deal(options.players, 1, options.dealer, at, chance)


def deal(players: int, number: int, dealer: int, at: int, chance: Chance) -> Events:
    """II-R2, II-R3: seven cards each, and one is turned up."""
    deck = chance.deal(number, DECK)  # C-U2
    hands, (turned_up, *stock) = deal_hands(deck, players, dealer, HAND_SIZE)
    started = DealStarted(number, dealer, len(stock), deck, at=at)
    return started, *dealt(hands, dealer, at), CardTurnedUp(turned_up, at=at)


decide = Decide[State]()


def must_be_in_turn(state: State, seat: int, phase: Phase) -> None:
    """Refuse a move that belongs to another phase or to another seat's turn."""
    must_be_in_phase(state.phase, phase)
    must_have_the_turn(state.turn, seat)


# The draw: II-R4, II-R8, II-R9, II-U1


@decide.on()
def draw_stock(state: State, seat: int, _: DrawStock, at: int, chance: Chance) -> Events:
    """II-R4; II-U12: if the pack is empty, all of the pile but its top card is a new one."""
    must_be_in_turn(state, seat, "draw")
    if not may_draw(state.options, len(state.stock), len(state.pile)):
        raise STOCK_EMPTY()
    if state.stock:
        return (CardsDrawn(seat, 1, state.stock[:1], at=at),)
    order = chance.shuffle(state.pile[1:])
    return StockFormed(len(order), order, at=at), CardsDrawn(seat, 1, order[:1], at=at)


@decide.on()
def take_pile(state: State, seat: int, move: TakePile, at: int, chance: Chance) -> Events:
    """II-R4, II-R9: take the top card, or the wished one and all above it; II-U2: perhaps it must be playable."""
    must_be_in_turn(state, seat, "draw")
    if not state.pile:
        raise PILE_EMPTY()
    if move.count > len(state.pile):
        raise PILE_TOO_SMALL(size=len(state.pile))
    if not may_take(state.options, state.pile, move.count, state.hands[seat], sum(state.table)):
        raise WISHED_CARD_NOT_PLAYABLE(card=state.pile[move.count - 1])
    return (PileTaken(seat, state.pile[: move.count], at=at),)


@decide.on()
def pass_(state: State, seat: int, _: Pass, at: int, chance: Chance) -> Events:
    """II-U12: end the deal, as the pack is empty."""
    must_be_in_turn(state, seat, "draw")
    if not may_pass(state):
        raise CANNOT_PASS()
    return DrawPassed(seat, at=at), *end_deal(state, "passed", at, chance)


# The play: II-R10 to II-R12, II-U3, II-U4


@decide.on()
def lay(state: State, seat: int, move: Lay, at: int, chance: Chance) -> Events:
    """II-R5, II-U3: lay three cards of one book."""
    must_be_layable(state, seat, move)
    return played(state, CardsLaid(seat, move.laid, at=at), chance)


@decide.guard
def must_be_layable(state: State, seat: int, move: Lay) -> None:
    """Refuse to lay these cards, in whatever order: one of all orders is offered."""
    must_be_in_turn(state, seat, "play")
    must_hold(state.hands[seat], move.laid)
    if len({book(card) for card in move.laid}) > 1:
        raise NOT_ONE_BOOK()


@decide.on()
def add(state: State, seat: int, move: Add, at: int, chance: Chance) -> Events:
    """II-R11, II-U3: add the fourth card of any book on the table."""
    must_be_in_turn(state, seat, "play")
    must_hold(state.hands[seat], (move.card,))
    if not is_on_table(move.card, sum(state.table)):
        raise BOOK_NOT_ON_TABLE(book=book(move.card))
    return played(state, CardsLaid(seat, (move.card,), at=at), chance)


def played(state: State, laid: CardsLaid, chance: Chance) -> Events:
    """II-U5, C-U4: a seat whose hand a lay or an add has emptied is out at once, without a discard."""
    if state.hands[laid.seat] != mask(laid.cards):
        return (laid,)
    return laid, *go_out(evolve(state, laid), laid.seat, laid.at, chance)


# The discard: II-R6, II-R13, II-U5


@decide.on()
def discard(state: State, seat: int, move: Discard, at: int, chance: Chance) -> Events:
    """II-R6, II-R13; II-U2: the wished card first; II-U6: not the card just taken."""
    must_be_in_turn(state, seat, "play")
    must_hold(state.hands[seat], (move.card,))
    if (card := wished(state)) is not None:
        raise MUST_PLAY_WISHED(card=card)
    if move.card == just_taken(state):
        raise CARD_JUST_TAKEN(card=move.card)
    closes_at = at + state.options.challenge_ms if opens_window(state) else None  # C-U6
    discarded = CardDiscarded(seat, move.card, closes_at, at=at)
    return (discarded,) if closes_at is not None else perhaps_last(state, discarded, chance)


def opens_window(state: State) -> bool:
    """II-U8: return whether a discard may be challenged, whatever it is."""
    return state.options.challenge_ms > 0 and len(may_challenge(state)) > 0


# The challenge and the fine: II-R14, II-U7 to II-U11


def must_be_free_to_judge(state: State, seat: int, card: str) -> None:
    """II-U8: refuse a challenge that is too late, or of a seat that has no right to it."""
    if state.closes_at is None or state.pile[0] != card:
        raise WINDOW_CLOSED(card=card)
    if seat == state.turn:
        raise OWN_DISCARD()
    if seat in state.barred:
        raise BARRED()
    if seat in state.waived:
        raise ALREADY_WAIVED()


@decide.on()
def challenge(state: State, seat: int, move: Challenge, at: int, chance: Chance) -> Events:
    """II-U7: judge the discard; II-U9: if it could have been played, the fine follows; II-U10: if not, nothing."""
    must_be_free_to_judge(state, seat, move.card)
    upheld = is_playable(move.card, state.hands[state.turn], sum(state.table))
    challenged = DiscardChallenged(seat, move.card, upheld, at=at)
    return (challenged,) if upheld else perhaps_last(state, challenged, chance)


@decide.on()
def waive(state: State, seat: int, move: Waive, at: int, chance: Chance) -> Events:
    """II-U8: give up the right to challenge; the last one closes the window."""
    must_be_free_to_judge(state, seat, move.card)
    waived = ChallengeWaived(seat, move.card, at=at)
    return perhaps_last(state, waived, chance) if may_challenge(state) == (seat,) else (waived,)


@decide.on()
def give(state: State, seat: int, move: Give, at: int, chance: Chance) -> Events:
    """II-U9: the challenger gives any card but the discard itself."""
    fine = state.fine
    if fine is None:
        raise WRONG_PHASE()
    if seat != fine.seat:
        raise NOT_YOUR_TURN(seat=fine.seat)
    must_hold(state.hands[seat], (move.card,))
    if move.card == fine.card:
        raise CARD_IS_THE_FINE(card=move.card)
    return perhaps_last(state, FineGiven(seat, fine.to, move.card, at=at), chance)


# The end of a turn, of a deal and of the match


def perhaps_last(before: State, event: Event, chance: Chance) -> Events:
    """Return the event that ends a turn, and the end of the deal if that follows (II-U5, II-U14, II-U13)."""
    state, options, at = evolve(before, event), before.options, event.at
    if not state.hands[before.turn]:
        return event, *go_out(state, before.turn, at, chance)
    if state.idle_turns >= options.stall_rounds * options.players:
        return event, *end_deal(state, "stall", at, chance)
    if options.stock_out == "end_deal" and not state.stock and not state.pile:
        return event, *end_deal(state, "nothing_to_draw", at, chance)
    return (event,)


def go_out(state: State, seat: int, at: int, chance: Chance) -> Events:
    """II-R15: the seat is out, and the deal is counted."""
    out = SeatWentOut(seat, at=at)
    return out, *end_deal(evolve(state, out), "out", at, chance)


def end_deal(state: State, why: Why, at: int, chance: Chance) -> Events:
    """II-R16 to II-R18, II-U17: count the deal; finish the match or deal again (C-U3, C-U7).

    II-R17: all lose what their own hands count; II-U15: so a score may be negative.
    """
    options, match = state.options, state.match
    hands = tuple(map(cards_in, state.hands))
    scores = tuple([points(cards_in(laid)) - points(hand) for laid, hand in zip(state.table, hands, strict=True)])
    totals = added(match.totals, scores)
    ended = DealEnded(deal=match.deal, why=why, out=state.out, scores=scores, totals=totals, hands=hands, at=at)
    won = winners_of(state, totals)
    if won:
        return ended, GameFinished(Result(totals, won), at=at)
    return ended, *deal(options.players, match.deal + 1, from_left_of(options.players, match.dealer)[0], at, chance)


def points(cards: tuple[str, ...]) -> int:
    """II-R16: return what cards count, on the table plus, in the hand minus."""
    return sum(map(value, cards))


def winners_of(state: State, totals: tuple[int, ...]) -> tuple[int, ...]:
    """II-R19, II-U16: return who has won the match after a deal; nobody if there is another deal."""
    options, match = state.options, state.match
    if options.winner == "first_to_count":
        for seat in in_order_of_count(state):
            if totals[seat] >= options.target_score:
                return (seat,)
    return winners(totals, options.target_score, last_deal=match.deal == options.max_deals)


def in_order_of_count(state: State) -> tuple[int, ...]:
    """II-R15, II-U16: return all seats, from the one that went out; if none did, from the dealer's left."""
    players = state.options.players
    return from_left_of(players, state.match.dealer) if state.out is None else clockwise(players, state.out)


# What is said and done


def stands(event: Event, state: State) -> bool:
    """Return whether an event stands: an open card tells nothing, unless II-U2 says that it can be played at once."""
    match event:
        case PileTaken(cards=cards):
            return len(cards) > 1 and state.options.take_rule != "free"
        case ChallengeWaived() | WindowClosed():
            return False
    return True


# The clock


def due(state: State) -> int | None:
    """II-U8: return when the window closes, in ms, or None if none is open."""
    return state.closes_at


def tick(state: State, at: int, chance: Chance) -> Events:
    """II-U8: close the window at its deadline; that ends the turn. No other can open without a move."""
    if state.closes_at is None or state.closes_at > at:
        return ()
    return perhaps_last(state, WindowClosed(at=state.closes_at), chance)
