"""The rules of Pursuit of Happiness, in the order of the rulebook: the deal, the turn, each move, the end.

Each move tests its refusals in the order of the rulebook's table; `guards.py` has those that several moves share.
"""

from functools import partial, reduce

from domain.cards import deal_hands
from domain.dispatch import Decide
from domain.events import CardDiscarded, CardsDrawn, DealStarted, dealt
from domain.game import Chance, Event, Refusal
from domain.games.pursuit_of_happiness.deck import DECK, bare
from domain.games.pursuit_of_happiness.events import (
    AttackAnswered,
    AttackDeclared,
    CardsCaptured,
    DiamondActivated,
    GameFinished,
    GameStarted,
    HeartActivated,
    HeartsScored,
    MeldExtended,
    MeldLaid,
    PlayedDefence,
    RemnantDiscarded,
    Result,
    StockFormed,
    TurnStarted,
)
from domain.games.pursuit_of_happiness.evolving import evolve
from domain.games.pursuit_of_happiness.guards import (
    must_be_a_pattern,
    must_be_on_the_table,
    must_be_own_melds,
    must_declare,
    must_have_the_length,
    must_hold,
    must_keep_a_card,
    must_own,
    powers,
)
from domain.games.pursuit_of_happiness.melds import CLUBS, DIAMONDS, HEARTS, SPADES, has_an_order, is_remnant
from domain.games.pursuit_of_happiness.moves import (
    ActivateDiamond,
    ActivateHeart,
    Attack,
    Capture,
    Defend,
    Discard,
    Extend,
    Meld,
    OrderRemnant,
)
from domain.games.pursuit_of_happiness.options import Options
from domain.games.pursuit_of_happiness.state import State, acting, find_meld, is_last_stock, limit, melded, pending
from domain.match import leaders

refusal = partial(Refusal, "pursuit_of_happiness")

TOO_MANY_DISCARDS = refusal("too_many", "You may take at most {most:number} from the discard pile.")
TOO_MANY = refusal("too_many", "You may take at most {most:number}.")
MUST_TAKE_ALL = refusal("must_take_all", "The stock does not have the rest; take at least {least:number}.")
OWN_TARGET = refusal("own_target", "Meld {target:number} is your own; attack a meld of an opponent.")
NOTHING_ADDED = refusal("nothing_added", "Add a card at the front, at the back, or at both.")

HAND_SIZE = 12
DRAW = 3

Events = tuple[Event, ...]


def start(options: Options, chance: Chance, at: int) -> Events:
    """R5, R6: deal twelve cards to each seat; then the first turn starts (R7, U2)."""
    deck = chance.deal(1, DECK)
    hands, stock = deal_hands(deck, options.players, options.dealer, HAND_SIZE)
    started = GameStarted(options, at=at)
    deal: Events = (
        DealStarted(1, options.dealer, len(stock), deck, at=at),
        *dealt(hands, options.dealer, at),
    )
    return started, *deal, *start_turn(after(evolve(None, started), deal), at, chance)


def after(state: State, events: Events) -> State:
    """Return the state that follows when these events are folded in, in their order."""
    return reduce(evolve, events, state)


decide = Decide[State](first=must_be_on_the_table, turn=acting, last=must_declare)


# The turn


def start_turn(state: State, at: int, chance: Chance) -> Events:
    """R7 to R11: score the hearts of the next seat, and draw three cards for it.

    R8: these steps come first; R26: no other melds do anything by lying there.
    """
    last = state.options.dealer if state.turn is None else state.turn
    seat = (last + 1) % len(state.hands)
    points = melded(state, seat, HEARTS)
    return (
        TurnStarted(state.turn_number + 1, seat, at=at),
        HeartsScored(seat, points, state.scores[seat] + points, at=at),
        *draw(state, seat, DRAW, at, chance),
    )


def draw(state: State, seat: int, wanted: int, at: int, chance: Chance) -> Events:
    """R11, R35: draw from the stock, and where it is empty from a new one (R58, R59); or do without (R62, U19, U36).

    U41: however many the seat holds.
    """
    events: list[Event] = []
    while wanted:
        if state.stock:
            cards = state.stock[:wanted]
            wanted -= len(cards)
            event: Event = CardsDrawn(seat, len(cards), cards, at=at)
        elif not is_last_stock(state) and (pile := (*reversed(state.temporary), *state.discards)):  # R60, U37
            event = StockFormed(state.stock_number + 1, len(pile), chance.shuffle(pile), at=at)
        else:
            break
        state = evolve(state, event)
        events.append(event)
    return tuple(events)


@decide.on("activation", "melding")
def discard(state: State, seat: int, move: Discard, at: int, chance: Chance) -> Events:
    """R9, R52, U33: discard a card; the next turn starts, or the game ends (R64)."""
    must_hold(state, seat, (move.card,))
    return end_turn(state, seat, move.card, at, chance)


def end_turn(state: State, seat: int, card: str, at: int, chance: Chance) -> Events:
    """Discard a card and end the turn; then the next one starts, or the game is over (R9, R64)."""
    discarded = CardDiscarded(seat, card, at=at)
    if state.final_turn:  # U4: there is no other deal; U38: nor does anybody score hearts
        return discarded, GameFinished(result_of(state), at=at)
    return discarded, *start_turn(evolve(state, discarded), at, chance)


# Activating: each card one meld, and to its end before the next (R12, U12)


@decide.on("activation")
def activate_heart(state: State, seat: int, move: ActivateHeart, at: int, chance: Chance) -> Events:
    """R34: length × power points."""
    must_be_own_melds(state, seat, (move,), HEARTS, state.activated)
    (power,) = powers(state, seat, (move,))
    must_keep_a_card(state, seat, 1)
    points = len(find_meld(state, move.meld).cards) * power
    total = state.scores[seat] + points
    return (HeartActivated(seat, move.card, move.meld, power, power, points, total, at=at),)


@decide.on("activation")
def activate_diamond(state: State, seat: int, move: ActivateDiamond, at: int, chance: Chance) -> Events:
    """R35 to R37: cards from the discard pile, then the rest from the stock; U17: even if there are none."""
    must_be_own_melds(state, seat, (move,), DIAMONDS, state.activated)
    (power,) = powers(state, seat, (move,))
    must_keep_a_card(state, seat, 1)
    count = move.from_discard  # U18
    most = min(power, len(state.discards))  # R55
    if count > most:
        raise TOO_MANY_DISCARDS(most=most)
    least = least_from_discard(state, power)
    if count < least:
        raise MUST_TAKE_ALL(least=least)
    activated = DiamondActivated(seat, move.card, move.meld, power, power, state.discards[:count], at=at)
    return activated, *draw(evolve(state, activated), seat, power - count, at, chance)  # U11: the card lies first


def least_from_discard(state: State, power: int) -> int:
    """U19: return how many cards must come from the discard pile: those that the last stock does not have."""
    return max(0, min(len(state.discards), power - len(state.stock))) if is_last_stock(state) else 0


# Attack, defence, capture, remnant


@decide.on("activation")
def attack(state: State, seat: int, move: Attack, at: int, chance: Chance) -> Events:
    """Attack a meld of another seat with a spade (R40, R42, U17, U24); R46: in a turn once with each spade meld."""
    must_be_own_melds(state, seat, (move,), SPADES, state.activated)
    defender = find_meld(state, move.target).seat
    if defender == seat:
        raise OWN_TARGET(target=move.target)
    (power,) = powers(state, seat, (move,))
    must_keep_a_card(state, seat, 1)
    return (AttackDeclared(seat, move.card, move.meld, power, power, defender, move.target, at=at),)


@decide.on("defence")
def defend(state: State, seat: int, move: Defend, at: int, chance: Chance) -> Events:
    """Answer an attack with clubs, or with none (R41, R43, R47 to R49, U25, U27); U16: or with the last cards."""
    must_be_own_melds(state, seat, move.defending, CLUBS, ())
    played = [
        PlayedDefence(each.card, each.meld, power, power)
        for each, power in zip(move.defending, powers(state, seat, move.defending), strict=True)
    ]
    total = sum(each.power for each in played)
    return (AttackAnswered(seat, tuple(played), total, pending(state).power - total, at=at),)


@decide.on("capture")
def capture(state: State, seat: int, move: Capture, at: int, chance: Chance) -> Events:
    """R43, R50, U28; what is left is discarded at once if no order can be chosen (R44, U31)."""
    attack, most, front, back = pending(state), limit(state), move.front, move.back
    if front + back > most:
        raise TOO_MANY(most=most)
    row = find_meld(state, attack.target).cards
    end = len(row) - back
    remnant = row[front:end]
    cards = row[:front] + row[end:]
    captured = CardsCaptured(seat, attack.defender, attack.target, front, back, cards, len(remnant), at=at)
    if not is_remnant(remnant) or has_an_order(remnant):
        return (captured,)
    return captured, RemnantDiscarded(attack.defender, attack.target, bare(remnant), at=at)


@decide.on("remnant")
def order_remnant(state: State, seat: int, move: OrderRemnant, at: int, chance: Chance) -> Events:
    """Say in which order a remnant is discarded (R54)."""
    target = pending(state).target
    cards = bare(find_meld(state, target).cards)
    return (RemnantDiscarded(seat, target, cards if move.first == "front" else cards[::-1], at=at),)


# Melding


@decide.on("activation", "melding")
def meld(state: State, seat: int, move: Meld, at: int, chance: Chance) -> Events:
    """Lay a new meld (R13 to R21), with any number of jokers (U9)."""
    must_have_the_length(move.row)
    must_hold(state, seat, move.row)
    pattern = must_be_a_pattern(move.row)
    must_keep_a_card(state, seat, len(move.row))
    return (MeldLaid(seat, state.melds_laid + 1, move.row, pattern, at=at),)


@decide.on("activation", "melding")
def extend(state: State, seat: int, move: Extend, at: int, chance: Chance) -> Events:
    """Add cards to an own meld, which lies as it lay (R20, R23, R24, U6, U7)."""
    must_own(state, seat, move.meld)
    front, back = move.front, move.back
    if not front and not back:
        raise NOTHING_ADDED()
    row = front + find_meld(state, move.meld).cards + back
    must_have_the_length(row)
    must_hold(state, seat, front + back)
    must_be_a_pattern(row)
    must_keep_a_card(state, seat, len(front) + len(back))
    return (MeldExtended(seat, move.meld, front, back, row, at=at),)


# What is said and done


def stands(event: Event, _: State) -> bool:
    """Return whether an event stands: who does not defend shows no card, and cards of melds are known to all."""
    if isinstance(event, AttackAnswered):
        return bool(event.cards)
    return not isinstance(event, CardsCaptured | RemnantDiscarded)


# The end


def result_of(state: State) -> Result:
    """R1, R64, U40: the most points win."""
    return Result(state.scores, leaders(state.scores), (state.options.dealer + 1) % len(state.hands))
