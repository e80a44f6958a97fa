"""The events of Pursuit of Happiness as sentences. The melds lie open, so what they are is told from the state."""

from collections.abc import Callable
from typing import Any

from domain.events import CardDiscarded, CardsDealt, CardsDrawn, DealStarted
from domain.game import Event
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
from domain.messages import Amount, Argument, Cards, Message, card, seat
from domain.sentences import card_discarded, cards_dealt, deal_started, with_cards, won


def message(event: PursuitOfHappinessEvent, state: State) -> Message:
    """Return the event as a message. What a redacted event hides is not told."""
    kind = type(event)
    return TELL_ON_TABLE[kind](event, state) if kind in TELL_ON_TABLE else MESSAGES[kind](event)


def game_started(event: GameStarted) -> Message:
    """R2, R57."""
    options = event.options
    return Message.of(
        "A game of Pursuit of Happiness begins with {players} players, {times} through the deck.",
        players=options.players,
        times=Amount(options.last_stock, "time"),
    )


def turn_started(event: TurnStarted) -> Message:
    """R7."""
    return Message.of("It is the turn of {seat}, turn {number}.", seat=seat(event.seat), number=event.turn_number)


def hearts_scored(event: HeartsScored) -> Message:
    """R10."""
    if not event.points:
        return Message.of("{seat} has melded no hearts.", seat=seat(event.seat))
    return Message.of("{seat} scores {points} for hearts and has {total} in all.", seat=seat(event.seat), **gain(event))


def cards_drawn(event: CardsDrawn, state: State) -> Message:
    """R11, R61."""
    drawn = "{seat} draws {count}, the last of the stock" if state.final_turn else "{seat} draws {count}"
    return with_cards(drawn, event.seat, event.count, event.cards)


def stock_formed(event: StockFormed) -> Message:
    """R58, R60."""
    shuffled = "The discards, {size}, are shuffled to stock {number}."
    return Message.of(shuffled, size=Amount(event.size, "card"), number=event.number)


def heart_activated(event: HeartActivated, state: State) -> Message:
    """R34."""
    activated = "{seat} activates {meld} with {card}, power {power}, scores {points} and has {total} in all."
    return Message.of(activated, meld=row(state, event.meld), **played(event), **gain(event))


def diamond_activated(event: DiamondActivated, state: State) -> Message:
    """R35."""
    activated = "{seat} activates {meld} with {card}, power {power}"
    arguments = played(event) | {"meld": row(state, event.meld)}
    if not event.from_discard:
        return Message.of(f"{activated}.", **arguments)
    return Message.of(
        f"{activated}, and takes {{taken}} from the discards.", taken=Cards(event.from_discard), **arguments
    )


def attack_declared(event: AttackDeclared, state: State) -> Message:
    """R42."""
    attacked = "{seat} attacks with {card}, power {power}, this meld of {defender}: {target}."
    return Message.of(attacked, defender=seat(event.defender), target=row(state, event.target), **played(event))


def attack_answered(event: AttackAnswered) -> Message:
    """R43, R47."""
    if not event.cards:
        return Message.of("{seat} does not defend.", seat=seat(event.seat))
    cards = Cards(tuple(defence.card for defence in event.cards))
    arguments: dict[str, Argument] = {"seat": seat(event.seat), "cards": cards, "total": event.total}
    if event.net <= 0:
        return Message.of("{seat} defends with {cards}, power {total}: the attack has no effect.", **arguments)
    return Message.of(
        "{seat} defends with {cards}, power {total}: {net} is left of the attack.", **arguments, net=event.net
    )


def cards_captured(event: CardsCaptured) -> Message:
    """R43."""
    seats = {"seat": seat(event.seat), "defender": seat(event.defender)}
    if not event.cards:
        return Message.of("{seat} captures nothing from {defender}.", **seats)
    return Message.of("{seat} captures {cards} from {defender}.", cards=Cards(event.cards), **seats)


def remnant_discarded(event: RemnantDiscarded) -> Message:
    """R44."""
    discarded = "{seat} must discard what is left of the meld: {cards}."
    return Message.of(discarded, seat=seat(event.seat), cards=Cards(event.cards))


def meld_laid(event: MeldLaid) -> Message:
    """R21."""
    return Message.of("{seat} melds {cards}.", seat=seat(event.seat), cards=Cards(event.cards))


def meld_extended(event: MeldExtended) -> Message:
    """R20."""
    extended = "{seat} adds {added} to a meld, now {cards}."
    added = Cards(event.front + event.back)
    return Message.of(extended, seat=seat(event.seat), added=added, cards=Cards(event.cards))


def turn_lapsed(event: TurnLapsed) -> Message:
    """U42."""
    return Message.of("The time of {seat} for the turn has run out.", seat=seat(event.seat))


def defence_lapsed(event: DefenceLapsed) -> Message:
    """U42."""
    return Message.of("The time of {seat} for a defence has run out.", seat=seat(event.seat))


def capture_lapsed(event: CaptureLapsed) -> Message:
    """U42."""
    return Message.of("The time of {seat} for the capture has run out.", seat=seat(event.seat))


def remnant_lapsed(event: RemnantLapsed) -> Message:
    """U42."""
    return Message.of("The time of {seat} to order what is left has run out.", seat=seat(event.seat))


def game_finished(event: GameFinished) -> Message:
    """R1, U40."""
    return won(event.result.winners, max(event.result.scores))


def row(state: State, meld: int) -> Cards:
    """Return the cards of a meld on the table."""
    return Cards(find_meld(state, meld).cards)


def played(event: HeartActivated | DiamondActivated | AttackDeclared) -> dict[str, Argument]:
    """Return who has played which activation card, with which power."""
    return {"seat": seat(event.seat), "card": card(event.card), "power": event.power}


def gain(event: HeartsScored | HeartActivated) -> dict[str, Argument]:
    """Return what has been scored."""
    return {"points": Amount(event.points, "point"), "total": Amount(event.total, "point")}


TELL_ON_TABLE: dict[type[Event], Callable[[Any, State], Message]] = {
    CardsDrawn: cards_drawn,
    HeartActivated: heart_activated,
    DiamondActivated: diamond_activated,
    AttackDeclared: attack_declared,
}
"""Those of which the state tells more: which meld it is, or that the stock has run out."""

MESSAGES: dict[type[Event], Callable[[Any], Message]] = {
    GameStarted: game_started,
    DealStarted: deal_started,
    CardsDealt: cards_dealt,
    TurnStarted: turn_started,
    HeartsScored: hearts_scored,
    StockFormed: stock_formed,
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
