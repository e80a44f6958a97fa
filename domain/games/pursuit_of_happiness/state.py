"""The state of a game of Pursuit of Happiness, and how each event changes it."""

from collections.abc import Callable, Sequence
from typing import Annotated, Any, Literal, cast

from msgspec import UNSET, Meta, Struct
from msgspec.structs import replace

from domain.events import CardDiscarded, CardsDealt, CardsDrawn, DealStarted
from domain.game import Event, Seat, Secret
from domain.games.pursuit_of_happiness.deck import BARE, Act, bare, without
from domain.games.pursuit_of_happiness.events import (
    AttackAnswered,
    AttackDeclared,
    CaptureLapsed,
    CardsCaptured,
    DefenceLapsed,
    DiamondActivated,
    GameFinished,
    GameStarted,
    HeartActivated,
    HeartsScored,
    Lapsed,
    MeldExtended,
    MeldLaid,
    Net,
    Position,
    Power,
    PursuitOfHappinessEvent,
    RemnantDiscarded,
    RemnantLapsed,
    Result,
    StockFormed,
    Target,
    TurnLapsed,
    TurnStarted,
)
from domain.games.pursuit_of_happiness.melds import CLUBS, LaidMeld, MeldId, is_remnant
from domain.games.pursuit_of_happiness.options import Options
from domain.seats import with_entry

Phase = Literal["activation", "defence", "capture", "remnant", "melding", "finished"]
Cards = tuple[str, ...]


class PendingAttack(Struct, frozen=True, gc=False):
    """The attack that is being carried out."""

    seat: Annotated[Seat, Meta(description="The attacker.")]
    card: Act
    meld: MeldId
    position: Position
    power: Power
    defender: Seat
    target: Target
    net: Secret[Net] = UNSET
    limit: Annotated[
        Secret[int], Meta(description="How many cards may be taken. This and `net` are absent before the answer.")
    ] = UNSET


class State(Struct, frozen=True, gc=False):
    """All that is so at a moment. What is by seat has an entry for each seat."""

    options: Options
    hands: tuple[Cards, ...]
    scores: tuple[int, ...]
    stock: Cards = ()
    """Top card first."""
    stock_number: int = 1
    discards: Cards = ()
    """The discard pile, top card first."""
    temporary: Cards = ()
    """What has been discarded in this turn (R56), first card first."""
    melds: tuple[LaidMeld, ...] = ()
    """In the order of laying, which is that of their ids."""
    melds_laid: int = 0
    turn_number: int = 0
    turn: int | None = None
    activated: tuple[int, ...] = ()
    """The melds that the seat on turn has activated in this turn, ascending (R30)."""
    phase: Phase = "activation"
    attack: PendingAttack | None = None
    final_turn: bool = False
    since: int = 0
    """When the latest move or clock step was recorded (U42)."""
    result: Result | None = None


def acting(state: State) -> int | None:
    """Return the one seat that must act now: the one attacked in its answers, else the one on turn; None at the end."""
    if state.attack is not None and state.phase != "capture":
        return state.attack.defender
    return state.turn


def to_act(state: State) -> tuple[int, ...]:
    """Return the seats that must act now: that one, or none."""
    seat = acting(state)
    return () if seat is None else (seat,)


def pending(state: State) -> PendingAttack:
    """Return the attack in the phases `defence`, `capture` and `remnant`."""
    return cast(PendingAttack, state.attack)


def limit(state: State) -> int:
    """R43, R45: return how many cards may be captured; from the phase `capture` on."""
    return cast(int, pending(state).limit)


def is_last_stock(state: State) -> bool:
    """R57, U35: return whether no other stock can follow this one."""
    return state.stock_number == state.options.last_stock


def find_meld(state: State, number: int) -> LaidMeld:
    """Return the meld on the table that has this id."""
    return next(meld for meld in state.melds if meld.id == number)


def melded(state: State, seat: int, suit: str) -> int:
    """R10, R38, U8: return how many cards of a suit a seat has in its melds."""
    return sum([len(meld.cards) for meld in state.melds if meld.seat == seat and meld.suit == suit])


def may_be_defended(state: State, defender: int) -> bool:
    """U26: return whether it is publicly possible for a seat to answer an attack."""
    if not state.hands[defender]:
        return False
    return any(meld.seat == defender and meld.suit == CLUBS for meld in state.melds)


def evolve(state: State | None, event: PursuitOfHappinessEvent) -> State:
    """Return the state after the event (None: before the first)."""
    return EVOLVE[type(event)](state, event)


def game_started(_: None, event: GameStarted) -> State:
    """R2, R4."""
    players = event.options.players
    return State(event.options, ((),) * players, (0,) * players, since=event.at)


def deal_started(state: State, event: DealStarted) -> State:
    """R6: the end of the deck is the stock; the hands follow, each with an event of its own."""
    deck = event.deck or ()
    return replace(state, stock=deck[len(deck) - event.stock_size :])


def cards_dealt(state: State, event: CardsDealt) -> State:
    """R5."""
    return replace(state, hands=with_entry(state.hands, event.seat, event.cards or ()))


def turn_started(state: State, event: TurnStarted) -> State:
    """R7, R9, R30."""
    return replace(state, turn_number=event.turn_number, turn=event.seat, activated=(), phase="activation")


def hearts_scored(state: State, event: HeartsScored) -> State:
    """R10."""
    return replace(state, scores=with_entry(state.scores, event.seat, event.total))


def cards_drawn(state: State, event: CardsDrawn) -> State:
    """R11; R61: the last card of the last stock makes the turn the final one."""
    stock = state.stock[event.count :]
    return replace(
        state,
        hands=with_entry(state.hands, event.seat, state.hands[event.seat] + (event.cards or ())),
        stock=stock,
        final_turn=not stock and is_last_stock(state),
    )


def stock_formed(state: State, event: StockFormed) -> State:
    """R58, R60."""
    return replace(state, stock=event.order or (), stock_number=event.number, discards=(), temporary=())


def heart_activated(state: State, event: HeartActivated) -> State:
    """R34."""
    return replace(
        state,
        hands=with_entry(state.hands, event.seat, without(state.hands[event.seat], (event.card,))),
        temporary=(*state.temporary, BARE[event.card]),
        activated=with_activated(state, event.meld),
        scores=with_entry(state.scores, event.seat, event.total),
        since=event.at,
    )


def diamond_activated(state: State, event: DiamondActivated) -> State:
    """R35, R36: those from the stock follow with an event of their own."""
    taken = event.from_discard
    return replace(
        state,
        hands=with_entry(state.hands, event.seat, without(state.hands[event.seat], (event.card,)) + taken),
        discards=state.discards[len(taken) :],
        temporary=(*state.temporary, BARE[event.card]),
        activated=with_activated(state, event.meld),
        since=event.at,
    )


def attack_declared(state: State, event: AttackDeclared) -> State:
    """R42; U26: nobody is asked for a defence that all know to be impossible."""
    declared = replace(
        state,
        hands=with_entry(state.hands, event.seat, without(state.hands[event.seat], (event.card,))),
        temporary=(*state.temporary, BARE[event.card]),
        activated=with_activated(state, event.meld),
        phase="defence",
        attack=PendingAttack(
            event.seat, event.card, event.meld, event.position, event.power, event.defender, event.target
        ),
        since=event.at,
    )
    return declared if may_be_defended(state, event.defender) else with_net(declared, event.power)


def attack_answered(state: State, event: AttackAnswered) -> State:
    """R43, R53."""
    cards = [played.card for played in event.cards]
    answered = replace(
        state,
        hands=with_entry(state.hands, event.seat, without(state.hands[event.seat], cards)),
        temporary=state.temporary + bare(cards),
        since=event.at,
    )
    return with_net(answered, event.net)


def with_net(state: State, net: int) -> State:
    """R43, R45: go on to the capture if anything is left of the attack's power."""
    if net <= 0:
        return replace(state, phase="activation", attack=None)
    attack = pending(state)
    most = min(net, len(find_meld(state, attack.target).cards))
    return replace(state, phase="capture", attack=replace(attack, net=net, limit=most))


def cards_captured(state: State, event: CardsCaptured) -> State:
    """R51, U30: what is left stays a meld; or it is a remnant (R44), or nothing."""
    row = find_meld(state, event.target).cards
    row = row[event.front : len(row) - event.back]
    remnant = is_remnant(row)
    return replace(
        state,
        hands=with_entry(state.hands, event.seat, state.hands[event.seat] + bare(event.cards)),
        melds=with_row(state.melds, event.target, row),
        phase="remnant" if remnant else "activation",
        attack=state.attack if remnant else None,
        since=event.at,
    )


def remnant_discarded(state: State, event: RemnantDiscarded) -> State:
    """R44, R53."""
    return replace(
        state,
        temporary=state.temporary + event.cards,
        melds=with_row(state.melds, event.meld, ()),
        phase="activation",
        attack=None,
        since=event.at,
    )


def meld_laid(state: State, event: MeldLaid) -> State:
    """R21, R31."""
    cards = event.cards
    meld = LaidMeld(event.meld, event.seat, cards[0][-1], cards, event.pattern)
    return replace(
        state,
        hands=with_entry(state.hands, event.seat, without(state.hands[event.seat], cards)),
        melds=(*state.melds, meld),
        melds_laid=event.meld,
        phase="melding",
        since=event.at,
    )


def meld_extended(state: State, event: MeldExtended) -> State:
    """R20, R31."""
    return replace(
        state,
        hands=with_entry(state.hands, event.seat, without(state.hands[event.seat], event.front + event.back)),
        melds=with_row(state.melds, event.meld, event.cards),
        phase="melding",
        since=event.at,
    )


def card_discarded(state: State, event: CardDiscarded) -> State:
    """R9, R56: the card goes on the temporary pile, and this on the discard pile."""
    return replace(
        state,
        hands=with_entry(state.hands, event.seat, without(state.hands[event.seat], (event.card,))),
        discards=(event.card, *reversed(state.temporary), *state.discards),
        temporary=(),
        since=event.at,
    )


def lapsed(state: State, _: Lapsed) -> State:
    """U42: what follows is an event of its own, at the same time."""
    return state


def game_finished(state: State, event: GameFinished) -> State:
    """R64: it is nobody's turn any more."""
    return replace(state, phase="finished", turn=None, activated=(), result=event.result)


def with_activated(state: State, meld: int) -> tuple[int, ...]:
    """Return the melds activated in this turn with one more."""
    return tuple(sorted((*state.activated, meld)))


def with_row(melds: Sequence[LaidMeld], number: int, row: Cards) -> tuple[LaidMeld, ...]:
    """Return the melds with another row in one of them; with an empty row it is gone."""
    changed = [replace(meld, cards=row) if meld.id == number else meld for meld in melds]
    return tuple([meld for meld in changed if meld.cards])


EVOLVE: dict[type[Event], Callable[[Any, Any], State]] = {
    GameStarted: game_started,
    DealStarted: deal_started,
    CardsDealt: cards_dealt,
    TurnStarted: turn_started,
    HeartsScored: hearts_scored,
    CardsDrawn: cards_drawn,
    StockFormed: stock_formed,
    HeartActivated: heart_activated,
    DiamondActivated: diamond_activated,
    AttackDeclared: attack_declared,
    AttackAnswered: attack_answered,
    CardsCaptured: cards_captured,
    RemnantDiscarded: remnant_discarded,
    MeldLaid: meld_laid,
    MeldExtended: meld_extended,
    CardDiscarded: card_discarded,
    TurnLapsed: lapsed,
    DefenceLapsed: lapsed,
    CaptureLapsed: lapsed,
    RemnantLapsed: lapsed,
    GameFinished: game_finished,
}
