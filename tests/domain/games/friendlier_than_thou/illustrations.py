"""The positions of the rulebook's illustrations."""

from domain.games.friendlier_than_thou.state import State
from tests.domain.games.friendlier_than_thou.table import Meeting, dealt, gathered
from tests.domain.scenario import Json


def position(move: Json, _: str) -> tuple[State, int]:
    """Return the Meeting of an illustration, and the seat that makes the move."""
    meeting, seat = given(move["type"])
    return meeting.state, seat


def given(kind: str) -> tuple[Meeting, int]:
    """Return the Meeting in which a kind of move is illustrated, and the seat that makes it."""
    match kind:
        case "lay_aside":
            meeting = dealt()
            return meeting, next(seat for seat in range(4) if "2C" in meeting.view(seat)["hand"])
        case "so_moved":
            return gathered("5H AC", "2D 3D"), 0
        case "lead":
            return programmed(), 0
        case "play":
            meeting = programmed()
            meeting.do(0, "lead", card="2C")
            return meeting, 1
        case "display":
            meeting = programmed()
            meeting.do(0, "lead", card="KD")
            meeting.do(1, "play", card="9S")
            return meeting, 0
        case "propose":
            return gathered("", "", ""), 1
        case _:
            meeting = gathered("", "", "")
            meeting.do(1, "propose", recipient=2)
            return meeting, 2


def programmed() -> Meeting:
    """Return two seats, the first of which must lead."""
    return gathered("KD 2C", "AC 9S", leading="programmed", dealer=0)
