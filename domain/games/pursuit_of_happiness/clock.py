"""The clock of Pursuit of Happiness (U42): what is done for a seat that takes too long."""

from collections.abc import Sequence

from domain.game import UNSET, Chance, Event
from domain.games.pursuit_of_happiness.deck import ORDER
from domain.games.pursuit_of_happiness.events import CaptureLapsed, DefenceLapsed, RemnantLapsed, TurnLapsed
from domain.games.pursuit_of_happiness.moves import Capture, Defend, Discard, Move, OrderRemnant
from domain.games.pursuit_of_happiness.rules import after, decide
from domain.games.pursuit_of_happiness.state import PendingAttack, Phase, State, acting

Events = tuple[Event, ...]


def due(state: State) -> int | None:
    """U42: return when the next clock step is due, in ms, or None."""
    if acting(state) is None:
        return None
    is_own_turn = state.phase in ("activation", "melding")
    allowed = state.options.turn_limit_ms if is_own_turn else state.options.response_limit_ms
    return None if allowed is None else state.since + allowed


def tick(state: State, at: int, chance: Chance) -> Events:
    """U42: return the clock steps due at or before `at`, each recorded at its own deadline."""
    events: Events = ()
    while (seat := acting(state)) is not None and (deadline := due(state)) is not None and deadline <= at:
        step = clock_step(state, seat, deadline, chance)
        state = after(state, step)
        events += step
    return events


def clock_step(state: State, seat: int, at: int, chance: Chance) -> Events:
    """U42: return the events of the one clock step that is due at `at`; `seat` has taken too long."""
    move = when_lapsed(state.phase, state.hands[seat], state.attack)
    return LAPSED.get(state.phase, TurnLapsed)(seat, at=at), *decide.rule(state, seat, move, at, chance)


def when_lapsed(phase: Phase, hand: Sequence[str], attack: PendingAttack | None) -> Move:
    """U42: return what is done for the seat that must act, which has this hand, when it has taken too long."""
    if phase == "defence":
        return Defend(())
    if attack is not None and attack.limit is not UNSET and phase == "capture":
        return Capture(attack.limit, 0)
    if phase == "remnant":
        return OrderRemnant("front")
    return Discard(min(hand, key=ORDER.__getitem__))


LAPSED: dict[Phase, type[TurnLapsed | DefenceLapsed | CaptureLapsed | RemnantLapsed]] = {
    "defence": DefenceLapsed,
    "capture": CaptureLapsed,
    "remnant": RemnantLapsed,
}
"""What is recorded before it in the phases outside one's own turn."""
