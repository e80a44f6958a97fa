"""The events of Pursuit of Happiness as sentences. The melds lie open, so what they are is told from the state."""

from domain.dispatch import Messages
from domain.events import CardsDrawn
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
from domain.games.pursuit_of_happiness.state import State, find_meld
from domain.messages import Amount, Argument, Cards, Message, card, seat
from domain.sentences import SHARED, with_cards, won

message = Messages[State](SHARED)
message.reads(MeldLaid, "{seat} melds {cards}.")  # R21
message.reads(TurnLapsed, "The time of {seat} for the turn has run out.")  # U42
message.reads(DefenceLapsed, "The time of {seat} for a defence has run out.")  # U42
message.reads(CaptureLapsed, "The time of {seat} for the capture has run out.")  # U42
message.reads(RemnantLapsed, "The time of {seat} to order what is left has run out.")  # U42


@message.on
def game_started(event: GameStarted) -> Message:
    """Return how many play, and how often through the deck (R2, R57)."""
    options = event.options
    return Message.of(
        "A game of Pursuit of Happiness begins with {players} players, {times} through the deck.",
        players=options.players,
        times=Amount(options.last_stock, "time"),
    )


@message.on
def turn_started(event: TurnStarted) -> Message:
    """Return whose turn it is (R7)."""
    return Message.of("It is the turn of {seat}, turn {number}.", seat=seat(event.seat), number=event.turn_number)


@message.on
def hearts_scored(event: HeartsScored) -> Message:
    """Return the points for melded hearts (R10)."""
    if not event.points:
        return Message.of("{seat} has melded no hearts.", seat=seat(event.seat))
    return Message.of("{seat} scores {points} for hearts and has {total} in all.", seat=seat(event.seat), **gain(event))


@message.on
def cards_drawn(event: CardsDrawn, state: State) -> Message:
    """Return how many cards a seat has drawn, and which if they are shown (R11, R61)."""
    drawn = "{seat} draws {count}, the last of the stock" if state.final_turn else "{seat} draws {count}"
    return with_cards(drawn, event.seat, event.count, event.cards)


@message.on
def stock_formed(event: StockFormed) -> Message:
    """Return that the discards are a new stock (R58, R60)."""
    shuffled = "The discards, {size}, are shuffled to stock {number}."
    return Message.of(shuffled, size=Amount(event.size, "card"), number=event.number)


@message.on
def heart_activated(event: HeartActivated, state: State) -> Message:
    """Return which meld is activated with which heart, and what it scores (R34)."""
    activated = "{seat} activates {meld} with {card}, power {power}, scores {points} and has {total} in all."
    return Message.of(activated, meld=row(state, event.meld), **played(event), **gain(event))


@message.on
def diamond_activated(event: DiamondActivated, state: State) -> Message:
    """Return which meld is activated with which diamond, and what it brings (R35)."""
    activated = "{seat} activates {meld} with {card}, power {power}"
    arguments = played(event) | {"meld": row(state, event.meld)}
    if not event.from_discard:
        return Message.of(f"{activated}.", **arguments)
    return Message.of(
        f"{activated}, and takes {{taken}} from the discards.", taken=Cards(event.from_discard), **arguments
    )


@message.on
def attack_declared(event: AttackDeclared, state: State) -> Message:
    """Return who attacks which meld with which card (R42)."""
    attacked = "{seat} attacks with {card}, power {power}, this meld of {defender}: {target}."
    return Message.of(attacked, defender=seat(event.defender), target=row(state, event.target), **played(event))


@message.on
def attack_answered(event: AttackAnswered) -> Message:
    """Return how the defender has answered (R43, R47)."""
    if not event.cards:
        return Message.of("{seat} does not defend.", seat=seat(event.seat))
    cards = Cards(tuple(defence.card for defence in event.cards))
    arguments: dict[str, Argument] = {"seat": seat(event.seat), "cards": cards, "total": event.total}
    if event.net <= 0:
        return Message.of("{seat} defends with {cards}, power {total}: the attack has no effect.", **arguments)
    return Message.of(
        "{seat} defends with {cards}, power {total}: {net} is left of the attack.", **arguments, net=event.net
    )


@message.on
def cards_captured(event: CardsCaptured) -> Message:
    """Return which cards the attacker has captured (R43)."""
    seats = {"seat": seat(event.seat), "defender": seat(event.defender)}
    if not event.cards:
        return Message.of("{seat} captures nothing from {defender}.", **seats)
    return Message.of("{seat} captures {cards} from {defender}.", cards=Cards(event.cards), **seats)


@message.on
def remnant_discarded(event: RemnantDiscarded) -> Message:
    """Return what is discarded of a meld that is too short now (R44)."""
    discarded = "{seat} must discard what is left of the meld: {cards}."
    return Message.of(discarded, seat=seat(event.seat), cards=Cards(event.cards))


@message.on
def meld_extended(event: MeldExtended) -> Message:
    """Return which cards a meld has got (R20)."""
    extended = "{seat} adds {added} to a meld, now {cards}."
    added = Cards(event.front + event.back)
    return Message.of(extended, seat=seat(event.seat), added=added, cards=Cards(event.cards))


@message.on
def game_finished(event: GameFinished) -> Message:
    """Return who has won, with how many points (R1, U40)."""
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
