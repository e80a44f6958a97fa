"""The rules of Literature: the deal, and what every move brings about or why it is refused.

Each function tests its refusals in the order of the rulebook: a seat or set that is none, the phase, the turn, and then
the move's own codes as they are listed there.
"""

from functools import partial
from itertools import compress

from domain.cards import deal_hands
from domain.dispatch import Decide
from domain.events import DealStarted
from domain.game import Chance, Event, Refusal
from domain.games.literature.events import (
    Answer,
    CardAsked,
    CardsDealt,
    CountReported,
    GameFinished,
    GameStarted,
    Outcome,
    Result,
    SetDeclared,
    TurnPassed,
)
from domain.games.literature.moves import Ask, AskCount, Declare, PassTurn
from domain.games.literature.options import SEATS, Options, opponents
from domain.games.literature.sets import BIT, DECK, SET_CARDS, SET_IDS, SET_MASK, SET_NUMBER, SET_OF, SETS, cards_in_set
from domain.games.literature.state import State, evolve, must_declare
from domain.refusals import must_be_in_phase, must_be_seats, must_have_the_turn
from domain.seats import from_left_of

refusal = partial(Refusal, "literature")

MUST_DECLARE = refusal("must_declare", "You may no longer ask; you must declare a set.")
TARGET_NOT_OPPONENT = refusal("target_not_opponent", "{target:seat} is of your own team; you may ask opponents only.")
TARGET_HAS_NO_CARDS = refusal("target_has_no_cards", "{target:seat} is out of cards.")
NO_SUCH_SET = refusal("no_such_set", "The sets are: {sets:codes}.")
WRONG_CARDS = refusal("wrong_cards", "`holders` names exactly the six cards {cards}.")
SET_CLOSED = refusal("set_closed", "`{set:code}` is closed; its cards are out of the game.")
SET_DECLARED = refusal("set_closed", "`{set:code}` has been declared already.")
NO_CARD_IN_SET = refusal("no_card_in_set", "You hold no card of `{set:code}`.")
CARD_ALREADY_HELD = refusal("card_already_held", "You hold {card} yourself.")
NOT_TEAM_MATE = refusal("not_team_mate", "{seat} is an opponent; a set is declared in your own team.")
NO_SUCH_TEAM_MATE = refusal("not_team_mate", "The turn goes to one of your two team mates.")
COUNTS_ARE_SECRET = refusal("counts_are_secret", "At this table nobody tells how many cards they hold.")
TARGET_IS_SELF = refusal("target_is_self", "You can count your own cards.")
ALREADY_REPORTED = refusal("already_reported", "The hand of {target:seat} has not changed since its last report.")

HAND_SIZE = 8


def start(options: Options, chance: Chance, at: int) -> tuple[Event, ...]:
    """Deal eight cards to each seat (R3, R4)."""
    deck = chance.deal(1, DECK)
    dealer = options.dealer
    hands, stock = deal_hands(deck, SEATS, dealer, HAND_SIZE)
    return (
        GameStarted(options, at=at),
        DealStarted(1, dealer, len(stock), deck, at=at),
        *(CardsDealt(seat, hands[seat], at=at) for seat in from_left_of(SEATS, dealer)),
    )


decide = Decide[State]()


@decide.on()
def ask(state: State, seat: int, move: Ask, at: int) -> tuple[Event, ...]:
    """Ask an opponent for a card (R16 to R21), which the move names exactly (U4)."""
    target, card = move.target, move.card
    must_be_seats(SEATS, (target,))
    must_be_in_phase(state.phase, "playing")
    must_have_the_turn(state.turn, seat)
    options, hand, set_number = state.options, state.hands[seat], SET_OF[card]
    if must_declare(state):  # U23, U24
        raise MUST_DECLARE()
    if options.teams[target] == options.teams[seat]:  # U5
        raise TARGET_NOT_OPPONENT(target=target)
    if not state.hands[target]:  # U5, U20
        raise TARGET_HAS_NO_CARDS(target=target)
    if state.sets[set_number]:  # U9
        raise SET_CLOSED(set=SET_IDS[set_number])
    if not hand & SET_MASK[set_number]:  # R17, U9
        raise NO_CARD_IN_SET(set=SET_IDS[set_number])
    if hand & BIT[card] and options.own_card_ask == "refused":  # R18, U10
        raise CARD_ALREADY_HELD(card=card)
    answer: Answer = "not_held"
    if hand & BIT[card]:  # R24, U11
        answer = "own_card"
    elif state.hands[target] & BIT[card]:  # R19, U7
        answer = "given"
    return (CardAsked(seat, target, card, answer, at=at),)


@decide.on()
def declare(state: State, seat: int, move: Declare, at: int) -> tuple[Event, ...]:
    """Declare a set (R10 to R15), held by the seat or not (U13), and finish the game with the last one (U25)."""
    must_be_declarable(state, seat, move)
    whole_set = SET_MASK[SET_NUMBER[move.set]]
    held = {card: holder for holder, hand in enumerate(state.hands) for card in cards_in_set(hand & whole_set)}
    outcome = outcome_of(state, seat, move, held)
    closed = (  # U15, U18
        outcome == "won" or state.options.false_declaration != "set_stays_turn_passes" or must_declare(state)
    )
    declared = SetDeclared(seat, move.set, move.holders, outcome, closed, held if closed else None, at=at)
    if not closed or state.sets.count(None) > 1:
        return (declared,)
    return (declared, GameFinished(result_of(evolve(state, declared)), at=at))  # R23, U25


@decide.guard
def must_be_declarable(state: State, seat: int, move: Declare) -> None:
    """Refuse a declaration that the seat may not make, whoever holds the cards."""
    must_be_seats(SEATS, move.holders.values())
    if move.set not in SETS:
        raise NO_SUCH_SET(sets=SET_IDS)
    must_be_in_phase(state.phase, "playing")
    must_have_the_turn(state.turn, seat)  # R11, R22
    set_number, teams = SET_NUMBER[move.set], state.options.teams
    if state.sets[set_number]:
        raise SET_DECLARED(set=move.set)
    if move.holders.keys() != SET_CARDS[set_number]:  # R12, U12
        raise WRONG_CARDS(cards=SETS[move.set])
    for holder in move.holders.values():  # R12, U12
        if teams[holder] != teams[seat]:
            raise NOT_TEAM_MATE(seat=holder)


@decide.on()
def pass_turn(state: State, seat: int, move: PassTurn, at: int) -> tuple[Event, ...]:
    """Hand the turn to a team mate (U21)."""
    must_be_seats(SEATS, (move.to,))
    must_be_in_phase(state.phase, "passing")
    must_have_the_turn(state.turn, seat)
    teams = state.options.teams
    if move.to == seat or teams[move.to] != teams[seat]:
        raise NO_SUCH_TEAM_MATE()
    return (TurnPassed(seat, move.to, at=at),)


@decide.on()
def ask_count(state: State, seat: int, move: AskCount, at: int) -> tuple[Event, ...]:
    """Have another seat tell how many cards it holds, in turn or not (R7, U28)."""
    target = move.target
    must_be_seats(SEATS, (target,))
    if not state.options.report_counts:
        raise COUNTS_ARE_SECRET()
    if target == seat:
        raise TARGET_IS_SELF()
    if target in state.up_to_date:
        raise ALREADY_REPORTED(target=target)
    return (CountReported(seat, target, state.hands[target].bit_count(), at=at),)


def stands(event: Event, _: State) -> bool:
    """Return whether an event stands: each tells of hidden cards, but whom a player without cards gives the turn to."""
    return not isinstance(event, TurnPassed)


def outcome_of(state: State, seat: int, move: Declare, held: dict[str, int]) -> Outcome:
    """Return whether the declaration is right (R13), or wrong with the cards in the own team (R14) or not (R15).

    U14: it may be wrong about what the declarer can know.
    """
    if move.holders == held:
        return "won"
    return "void" if {*held.values()}.isdisjoint(opponents(state.options.teams, seat)) else "lost"


def result_of(state: State) -> Result:
    """R8, U26: more points win, equal points are a draw."""
    first, second = state.scores
    if first == second:
        return Result(state.scores, (), None)
    winning_team = int(second > first)
    winners = (team == winning_team for team in state.options.teams)
    return Result(state.scores, tuple(compress(range(SEATS), winners)), winning_team)


def silent(state: State) -> bool:
    """R5, U27: return whether the seats are to tell each other nothing, as they are until the end."""
    return state.phase != "finished"
