"""What the views of games show alike: from a state that has it by the same names, for `View(**shown(state, seat), …)`.

What is returned has types of its own, so a field that is missing, or given twice, or of another type, is found by mypy.
"""

from typing import Generic, Protocol, TypedDict, TypeVar

from domain.game import Options, in_turn

P = TypeVar("P")
O = TypeVar("O", bound=Options)
R = TypeVar("R")
P_co = TypeVar("P_co", covariant=True)
O_co = TypeVar("O_co", bound=Options, covariant=True)
R_co = TypeVar("R_co", covariant=True)


class Shown(TypedDict, Generic[P, O, R]):
    """The fields of a view that nearly every game has."""

    phase: P
    options: O
    dealer: int
    turn: int | None
    to_act: tuple[int, ...]
    deadline: int | None
    hand: tuple[str, ...] | None
    hand_sizes: tuple[int, ...]
    result: R | None


class Showing(Protocol[P_co, O_co, R_co]):
    """A state that has these fields; the cards in a hand are secret, their number is not."""

    @property
    def phase(self) -> P_co:
        """The phase of the game."""

    @property
    def options(self) -> O_co:
        """The options of the game."""

    @property
    def turn(self) -> int | None:
        """The seat whose turn it is."""

    @property
    def hands(self) -> tuple[tuple[str, ...], ...]:
        """The cards of each seat."""

    @property
    def result(self) -> R_co | None:
        """How the game has ended."""


def shown(
    state: Showing[P, O, R],
    seat: int | None,
    *,
    dealer: int | None = None,
    to_act: tuple[int, ...] | None = None,
    deadline: int | None = None,
) -> Shown[P, O, R]:
    """Return what `seat` (None: a spectator) sees of a state.

    `dealer`, `to_act` and `deadline` replace what most games have: the dealer of the options, the seat in turn, and no
    clock step that is due.
    """
    hands = state.hands
    return {
        "phase": state.phase,
        "options": state.options,
        "dealer": state.options.dealer if dealer is None else dealer,
        "turn": state.turn,
        "to_act": in_turn(state) if to_act is None else to_act,
        "deadline": deadline,
        "hand": None if seat is None else hands[seat],
        "hand_sizes": tuple(map(len, hands)),
        "result": state.result,
    }
