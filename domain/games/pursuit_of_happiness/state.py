"""The state of a game of Pursuit of Happiness, and what is asked of it."""

from typing import Annotated, Literal, cast

from msgspec import UNSET, Meta, Struct

from domain.game import Seat, Secret, Time
from domain.games.pursuit_of_happiness.deck import Act
from domain.games.pursuit_of_happiness.events import Net, Position, Power, Result, Target
from domain.games.pursuit_of_happiness.melds import CLUBS, LaidMeld, MeldId
from domain.games.pursuit_of_happiness.options import Options

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
    """What has been discarded in this turn (R56), first card first; no diamond meld takes from it (R55)."""
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
    since: Time = 0
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
