"""The events of Pursuit of Happiness as sentences. The melds lie open, so what they are is told from the state."""

from collections.abc import Callable
from typing import Any

from domain.events import CardDiscarded, CardsDealt, CardsDrawn, DealStarted
from domain.game import UNSET, Event
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
    PursuitOfHappinessEvent,
    RemnantDiscarded,
    RemnantLapsed,
    StockFormed,
    TurnLapsed,
    TurnStarted,
)
from domain.games.pursuit_of_happiness.state import State, find_meld
from domain.telling import Amount, Argument, Cards, Message, Seats, card, seat, told


def tell(event: PursuitOfHappinessEvent, state: State) -> Message:
    """Return the event as a message. What a redacted event hides is not told."""
    return TELL[type(event)](event, state)


def game_started(event: GameStarted, _: State) -> Message:
    """R2, R57."""
    options = event.options
    return told(
        "A game of Pursuit of Happiness begins with {players} players, {times} through the deck.",
        players=options.players,
        times=Amount(options.last_stock, "time"),
    )


def deal_started(event: DealStarted, _: State) -> Message:
    """R5, R6."""
    return told("{dealer} deals.", dealer=seat(event.dealer))


def cards_dealt(event: CardsDealt, _: State) -> Message:
    """R5."""
    return with_cards("{seat} gets {count}", event)


def turn_started(event: TurnStarted, _: State) -> Message:
    """R7."""
    return told("It is the turn of {seat}, turn {number}.", seat=seat(event.seat), number=event.turn_number)


def hearts_scored(event: HeartsScored, _: State) -> Message:
    """R10."""
    if not event.points:
        return told("{seat} has melded no hearts.", seat=seat(event.seat))
    return told("{seat} scores {points} for hearts and has {total} in all.", seat=seat(event.seat), **gain(event))


def cards_drawn(event: CardsDrawn, state: State) -> Message:
    """R11, R61."""
    return with_cards(f"{{seat}} draws {{count}}{', the last of the stock' if state.final_turn else ''}", event)


def stock_formed(event: StockFormed, _: State) -> Message:
    """R58, R60."""
    shuffled = "The discards, {size}, are shuffled to stock {number}."
    return told(shuffled, size=Amount(event.size, "card"), number=event.number)


def heart_activated(event: HeartActivated, state: State) -> Message:
    """R34."""
    activated = "{seat} activates {meld} with {card}, power {power}, scores {points} and has {total} in all."
    return told(activated, meld=row(state, event.meld), **played(event), **gain(event))


def diamond_activated(event: DiamondActivated, state: State) -> Message:
    """R35."""
    activated = "{seat} activates {meld} with {card}, power {power}"
    arguments = played(event) | {"meld": row(state, event.meld)}
    if not event.from_discard:
        return told(f"{activated}.", **arguments)
    return told(f"{activated}, and takes {{taken}} from the discards.", taken=Cards(event.from_discard), **arguments)


def attack_declared(event: AttackDeclared, state: State) -> Message:
    """R42."""
    attacked = "{seat} attacks {target} of {defender} with {card}, power {power}."
    return told(attacked, defender=seat(event.defender), target=row(state, event.target), **played(event))


def attack_answered(event: AttackAnswered, _: State) -> Message:
    """R43, R47."""
    if not event.cards:
        return told("{seat} does not defend.", seat=seat(event.seat))
    cards = Cards(tuple(defence.card for defence in event.cards))
    arguments: dict[str, Argument] = {"seat": seat(event.seat), "cards": cards, "total": event.total}
    if event.net <= 0:
        return told("{seat} defends with {cards}, power {total}: the attack has no effect.", **arguments)
    return told("{seat} defends with {cards}, power {total}: {net} is left of the attack.", **arguments, net=event.net)


def cards_captured(event: CardsCaptured, _: State) -> Message:
    """R43."""
    seats = {"seat": seat(event.seat), "defender": seat(event.defender)}
    if not event.cards:
        return told("{seat} captures nothing from {defender}.", **seats)
    return told("{seat} captures {cards} from {defender}.", cards=Cards(event.cards), **seats)


def remnant_discarded(event: RemnantDiscarded, _: State) -> Message:
    """R44."""
    discarded = "{seat} must discard what is left of the meld: {cards}."
    return told(discarded, seat=seat(event.seat), cards=Cards(event.cards))


def meld_laid(event: MeldLaid, _: State) -> Message:
    """R21."""
    return told("{seat} melds {cards}.", seat=seat(event.seat), cards=Cards(event.cards))


def meld_extended(event: MeldExtended, _: State) -> Message:
    """R20."""
    extended = "{seat} adds {added} to a meld, now {cards}."
    added = Cards(event.front + event.back)
    return told(extended, seat=seat(event.seat), added=added, cards=Cards(event.cards))


def card_discarded(event: CardDiscarded, _: State) -> Message:
    """R52."""
    return told("{seat} discards {card}.", seat=seat(event.seat), card=card(event.card))


def turn_lapsed(event: TurnLapsed, _: State) -> Message:
    """U42."""
    return told("The time of {seat} for the turn has run out.", seat=seat(event.seat))


def defence_lapsed(event: DefenceLapsed, _: State) -> Message:
    """U42."""
    return told("The time of {seat} for a defence has run out.", seat=seat(event.seat))


def capture_lapsed(event: CaptureLapsed, _: State) -> Message:
    """U42."""
    return told("The time of {seat} for the capture has run out.", seat=seat(event.seat))


def remnant_lapsed(event: RemnantLapsed, _: State) -> Message:
    """U42."""
    return told("The time of {seat} to order what is left has run out.", seat=seat(event.seat))


def game_finished(event: GameFinished, _: State) -> Message:
    """R1, U40."""
    result = event.result
    wins = "wins" if len(result.winners) == 1 else "share the win"
    points = Amount(max(result.scores), "point")
    return told(f"The game ends: {{winners}} {wins} with {{points}}.", winners=Seats(result.winners), points=points)


def row(state: State, meld: int) -> Cards:
    """Return the cards of a meld on the table."""
    return Cards(find_meld(state, meld).cards)


def played(event: HeartActivated | DiamondActivated | AttackDeclared) -> dict[str, Argument]:
    """Return who has played which activation card, with which power."""
    return {"seat": seat(event.seat), "card": card(event.card), "power": event.power}


def gain(event: HeartsScored | HeartActivated) -> dict[str, Argument]:
    """Return what has been scored."""
    return {"points": Amount(event.points, "point"), "total": Amount(event.total, "point")}


def with_cards(template: str, event: CardsDealt | CardsDrawn) -> Message:
    """Return what happened to so many cards of a seat, and which if the event shows them."""
    number, count = seat(event.seat), Amount(event.count, "card")
    if event.cards is UNSET:
        return told(f"{template}.", seat=number, count=count)
    return told(f"{template}: {{cards}}.", seat=number, count=count, cards=Cards(event.cards))


TELL: dict[type[Event], Callable[[Any, State], Message]] = {
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
    TurnLapsed: turn_lapsed,
    DefenceLapsed: defence_lapsed,
    CaptureLapsed: capture_lapsed,
    RemnantLapsed: remnant_lapsed,
    GameFinished: game_finished,
}
