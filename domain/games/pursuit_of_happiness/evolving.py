"""How each event changes the state of a game of Pursuit of Happiness."""

from collections.abc import Sequence

from msgspec.structs import replace

from domain.dispatch import Evolve
from domain.events import CardDiscarded, CardsDealt, CardsDrawn, DealStarted
from domain.games.pursuit_of_happiness.deck import BARE, bare, without
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
    MeldExtended,
    MeldLaid,
    RemnantDiscarded,
    RemnantLapsed,
    StockFormed,
    TurnLapsed,
    TurnStarted,
)
from domain.games.pursuit_of_happiness.melds import LaidMeld, is_remnant
from domain.games.pursuit_of_happiness.state import (
    Cards,
    PendingAttack,
    State,
    find_meld,
    is_last_stock,
    may_be_defended,
    pending,
)
from domain.match import hand_dealt
from domain.seats import with_entry

evolve = Evolve[State]()
evolve.on(hand_dealt, CardsDealt)  # R5
evolve.unchanged(TurnLapsed, DefenceLapsed, CaptureLapsed, RemnantLapsed)  # U42: what follows is an event of its own


@evolve.on
def game_started(_: None, event: GameStarted) -> State:
    """Begin with empty hands and no points (R2, R4)."""
    players = event.options.players
    return State(event.options, ((),) * players, (0,) * players, since=event.at)


@evolve.on
def deal_started(state: State, event: DealStarted) -> State:
    """R6: the end of the deck is the stock; the hands follow, each with an event of its own."""
    deck = event.deck or ()
    return replace(state, stock=deck[len(deck) - event.stock_size :])


@evolve.on
def turn_started(state: State, event: TurnStarted) -> State:
    """Give the turn to the next seat (R7, R9, R30)."""
    return replace(state, turn_number=event.turn_number, turn=event.seat, activated=(), phase="activation")


@evolve.on
def hearts_scored(state: State, event: HeartsScored) -> State:
    """Add the points for melded hearts (R10)."""
    return replace(state, scores=with_entry(state.scores, event.seat, event.total))


@evolve.on
def cards_drawn(state: State, event: CardsDrawn) -> State:
    """R11; R61: the last card of the last stock makes the turn the final one, whatever takes it (R63, U38)."""
    stock = state.stock[event.count :]
    return replace(
        state,
        hands=with_entry(state.hands, event.seat, state.hands[event.seat] + (event.cards or ())),
        stock=stock,
        final_turn=not stock and is_last_stock(state),
    )


@evolve.on
def stock_formed(state: State, event: StockFormed) -> State:
    """Make the discards the new stock, in the order that the event has (R58, R60, U34)."""
    return replace(state, stock=event.order or (), stock_number=event.number, discards=(), temporary=())


@evolve.on
def heart_activated(state: State, event: HeartActivated) -> State:
    """Note the meld as activated, and score (R34); only the card is discarded (U11)."""
    return replace(
        state,
        hands=with_entry(state.hands, event.seat, without(state.hands[event.seat], (event.card,))),
        temporary=(*state.temporary, BARE[event.card]),
        activated=with_activated(state, event.meld),
        scores=with_entry(state.scores, event.seat, event.total),
        since=event.at,
    )


@evolve.on
def diamond_activated(state: State, event: DiamondActivated) -> State:
    """R35, R36: those from the stock follow with an event of their own; R39: the step goes on, and all may be used."""
    taken = event.from_discard
    return replace(
        state,
        hands=with_entry(state.hands, event.seat, without(state.hands[event.seat], (event.card,)) + taken),
        discards=state.discards[len(taken) :],
        temporary=(*state.temporary, BARE[event.card]),
        activated=with_activated(state, event.meld),
        since=event.at,
    )


@evolve.on
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


@evolve.on
def attack_answered(state: State, event: AttackAnswered) -> State:
    """Note the net power of the attack, and what may be taken (R43, R53)."""
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


@evolve.on
def cards_captured(state: State, event: CardsCaptured) -> State:
    """R51, U30: what is left stays a meld; or it is a remnant (R44), or nothing. U32: no points are lost."""
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


@evolve.on
def remnant_discarded(state: State, event: RemnantDiscarded) -> State:
    """Put what is left of a meld on the discards (R44, R53)."""
    return replace(
        state,
        temporary=state.temporary + event.cards,
        melds=with_row(state.melds, event.meld, ()),
        phase="activation",
        attack=None,
        since=event.at,
    )


@evolve.on
def meld_laid(state: State, event: MeldLaid) -> State:
    """Put a new meld on the table, apart from all others (R21, R22); it closes the activation step (R31, U14)."""
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


@evolve.on
def meld_extended(state: State, event: MeldExtended) -> State:
    """Put the longer meld in the place of the old one (R20); it closes the activation step (R31, U14)."""
    return replace(
        state,
        hands=with_entry(state.hands, event.seat, without(state.hands[event.seat], event.front + event.back)),
        melds=with_row(state.melds, event.meld, event.cards),
        phase="melding",
        since=event.at,
    )


@evolve.on
def card_discarded(state: State, event: CardDiscarded) -> State:
    """R9, R56: the card goes on the temporary pile, and this on the discard pile."""
    return replace(
        state,
        hands=with_entry(state.hands, event.seat, without(state.hands[event.seat], (event.card,))),
        discards=(event.card, *reversed(state.temporary), *state.discards),
        temporary=(),
        since=event.at,
    )


@evolve.on
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
