"""Moves that are taken back: the person on this side is asked once, and answers once."""

from projections.header import AskedTakeBack
from projections.seat_view import SeatView
from service.cli.playing.room import Room

HINT = "Type y to let the move be taken back, or n to let it stand."


class TakeBacks:
    """The take-backs of a table, for one person."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._hinted: int | None = None
        self._answered: int | None = None

    def hint(self, view: SeatView | None) -> str | None:
        """Return how to answer what is asked, once; None: nothing is asked of the person, or they know how."""
        asked = awaited_of(view)
        if asked is None or asked == self._hinted:
            return None
        self._hinted = asked
        return HINT

    def waits(self, view: SeatView | None) -> bool:
        """Return whether somebody waits for the person's answer."""
        return awaited_of(view) not in {None, self._answered}

    def is_answer(self, view: SeatView | None, text: str) -> bool:
        """Return whether a text answers a take-back; it may be one's own that is withdrawn."""
        asked = asked_at(view)
        is_own = asked is not None and view is not None and asked.seat == view.seat
        return text in {"y", "n"} and (awaited_of(view) is not None or (is_own and text == "n"))

    def answer(self, view: SeatView | None, text: str) -> None:
        """Send the answer. Raises `Refusal`."""
        asked = asked_at(view)
        if asked is not None:
            self._room.answer_take_back(asked.proposal, consents=text == "y")
            self._answered = asked.proposal


def asked_at(view: SeatView | None) -> AskedTakeBack | None:
    """Return the take-back that is asked for; None: there is none."""
    return view.table.take_back.asked if view and view.table.take_back else None


def awaited_of(view: SeatView | None) -> int | None:
    """Return the number of the take-back to which the viewer's consent is missing; None: there is none."""
    asked = asked_at(view)
    return asked.proposal if view and asked and view.seat in asked.awaited else None
