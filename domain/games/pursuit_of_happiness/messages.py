"""The messages for the events of Pursuit of Happiness. The melds are face up, so the state describes them."""

from functools import partial

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
from domain.messages import Message, Template
from domain.shared_messages import SHARED, with_cards, won

event = partial(Template, "pursuit_of_happiness", "event")

BEGINS = event(
    "A game of Pursuit of Happiness begins with {players:number} players, {times:amount.time} through the deck."
)
TURN = event("It is the turn of {seat}, turn {number}.")
NO_HEARTS = event("{seat} has no melded hearts.")
HEARTS = event("{seat} scores {points:amount.point} for hearts and has {total:amount.point} in all.")
DRAWN = with_cards("pursuit_of_happiness", "{seat} draws {count:amount.card}")
DRAWN_LAST = with_cards("pursuit_of_happiness", "{seat} draws {count:amount.card}, the last of the stock")
HEART = event(
    "{seat} activates {meld:cards} with {card}, power {power:number}, scores {points:amount.point}"
    " and has {total:amount.point} in all."
)
DIAMOND = event("{seat} activates {meld:cards} with {card}, power {power:number}.")
DIAMOND_TAKES = event(
    "{seat} activates {meld:cards} with {card}, power {power:number}, and takes {taken:cards} from the discards."
)
ATTACKS = event("{seat} attacks with {card}, power {power:number}, this meld of {defender:seat}: {target:cards}.")
NO_DEFENCE = event("{seat} does not defend.")
DEFENDED = event("{seat} defends with {cards}, power {total:number}: the attack has no effect.")
DEFENDED_IN_PART = event("{seat} defends with {cards}, power {total:number}: {net:number} is left of the attack.")
CAPTURES = event("{seat} captures {cards} from {defender:seat}.")
CAPTURES_NOTHING = event("{seat} captures nothing from {defender:seat}.")
EXTENDED = event("{seat} adds {added:cards} to a meld, now {cards}.")

message = Messages[State](SHARED)
message.reads(MeldLaid, event("{seat} melds {cards}."))  # R21
message.reads(StockFormed, event("The discards, {size:amount.card}, are shuffled to stock {number}."))  # R58, R60
message.reads(RemnantDiscarded, event("{seat} must discard what is left of the meld: {cards}."))  # R44
message.reads(TurnLapsed, event("The time of {seat} for the turn has run out."))  # U42
message.reads(DefenceLapsed, event("The time of {seat} for a defence has run out."))  # U42
message.reads(CaptureLapsed, event("The time of {seat} for the capture has run out."))  # U42
message.reads(RemnantLapsed, event("The time of {seat} to order what is left has run out."))  # U42


@message.on
def game_started(event: GameStarted) -> Message:
    """Return how many play, and how often through the deck (R2, R57)."""
    return BEGINS(players=event.options.players, times=event.options.last_stock)


@message.on
def turn_started(event: TurnStarted) -> Message:
    """Return whose turn it is (R7)."""
    return TURN(seat=event.seat, number=event.turn_number)


@message.on
def hearts_scored(event: HeartsScored) -> Message:
    """Return the points for melded hearts (R10)."""
    if not event.points:
        return NO_HEARTS(seat=event.seat)
    return HEARTS(seat=event.seat, points=event.points, total=event.total)


@message.on
def cards_drawn(event: CardsDrawn, state: State) -> Message:
    """Return how many cards a seat has drawn, and which if they are shown (R11, R61)."""
    return (DRAWN_LAST if state.final_turn else DRAWN)(event)


@message.on
def heart_activated(event: HeartActivated, state: State) -> Message:
    """Return which meld is activated with which heart, and what it scores (R34)."""
    gain = {"points": event.points, "total": event.total}
    return HEART(meld=row(state, event.meld), seat=event.seat, card=event.card, power=event.power, **gain)


@message.on
def diamond_activated(event: DiamondActivated, state: State) -> Message:
    """Return which meld is activated with which diamond, and what it brings (R35)."""
    done = {"seat": event.seat, "card": event.card, "power": event.power, "meld": row(state, event.meld)}
    return DIAMOND_TAKES(taken=event.from_discard, **done) if event.from_discard else DIAMOND(**done)


@message.on
def attack_declared(event: AttackDeclared, state: State) -> Message:
    """Return who attacks which meld with which card (R42)."""
    target = row(state, event.target)
    return ATTACKS(seat=event.seat, card=event.card, power=event.power, defender=event.defender, target=target)


@message.on
def attack_answered(event: AttackAnswered) -> Message:
    """Return how the defender has answered (R43, R47)."""
    if not event.cards:
        return NO_DEFENCE(seat=event.seat)
    cards = tuple([defence.card for defence in event.cards])
    if event.net <= 0:
        return DEFENDED(seat=event.seat, cards=cards, total=event.total)
    return DEFENDED_IN_PART(seat=event.seat, cards=cards, total=event.total, net=event.net)


@message.on
def cards_captured(event: CardsCaptured) -> Message:
    """Return which cards the attacker has captured (R43)."""
    if not event.cards:
        return CAPTURES_NOTHING(seat=event.seat, defender=event.defender)
    return CAPTURES(seat=event.seat, cards=event.cards, defender=event.defender)


@message.on
def meld_extended(event: MeldExtended) -> Message:
    """Return which cards a meld has got (R20)."""
    return EXTENDED(seat=event.seat, added=event.front + event.back, cards=event.cards)


@message.on
def game_finished(event: GameFinished) -> Message:
    """Return who has won, with how many points (R1, U40)."""
    return won(event.result.winners, max(event.result.scores))


def row(state: State, meld: int) -> tuple[str, ...]:
    """Return the cards of a meld on the table."""
    return find_meld(state, meld).cards
