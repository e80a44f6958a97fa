"""Take-backs: a person takes their last move back if all other people consent, and it told nobody anything hidden.

The last move of a person in their place can be taken back, together with what house players and the clock have done
since. None of these events may stand (`Game.stands`), and nobody may see a card that they did not see before the move.
So neither the mover nor the others have learned anything that depends on cards that they did not know. A take-back is
asked for once for each move. The game goes on as it stood before the move; nothing of the log is removed.

Nobody has to answer: the proposal lapses by the clock, with the next move of anybody, or with a decision whose time is
over. House players consent, and wait for the people.
"""

from domain import codes
from domain.game import Happened
from domain.refusals import refusal
from domain.table.commands import AnswerTakeBack, ProposeTakeBack
from domain.table.events import MoveTakenBack, TakeBackAnswered, TakeBackProposed, TakeBackWithdrawn
from domain.table.folding import after_event
from domain.table.guards import must_be_playing, must_play
from domain.table.people import people
from domain.table.snapshot import Snapshot
from domain.table.state import LastMove, Proposal, Table

PROPOSAL_MS = 60_000
"""Milliseconds for which the others may answer."""

MOST_TAKEN_BACK = 100
"""Maximum number of moves that are taken back at a table: a game comes to its end."""

NO_TAKE_BACKS = refusal(codes.NO_TAKE_BACKS, "At this table no move is taken back.")
NOT_PLAYING = refusal(codes.NOT_SEATED, "Only those who play take moves back, and consent to it.")
PROPOSED = refusal(codes.NO_CHANGE, "You have asked for it; the others may answer.")
ANSWERED = refusal(codes.NO_CHANGE, "You have consented.")
ONES_OWN = refusal(codes.NO_CHANGE, "You have asked for it yourself; others consent.")
NOT_YOURS = refusal(codes.NOTHING_TO_TAKE_BACK, "The last move here is not yours, or no person has moved since.")
ASKED_BEFORE = refusal(codes.NOTHING_TO_TAKE_BACK, "You have asked for this move before; it stands.")
TOO_MANY = refusal(
    codes.NOTHING_TO_TAKE_BACK, "At this table {most:number} moves have been taken back; that is enough."
)
ALREADY_SHOWN = refusal(codes.ALREADY_SHOWN, "The move has told somebody what was hidden, or stands by the rules.")
TAKE_BACK_OVER = refusal(codes.TAKE_BACK_OVER, "This take-back is not asked for any more.")


def propose_take_back(command: ProposeTakeBack, snapshot: Snapshot, at: int) -> Happened:
    """Ask the other people; if there are none, take the move back at once. Raises `Refused`."""
    table = snapshot.table
    if not table.settings.take_back:
        raise NO_TAKE_BACKS()
    seat = table.seat_of(command.player)
    if seat is None:
        raise NOT_PLAYING()
    must_play(table, seat)
    must_be_playing(snapshot)
    if table.proposal is not None and table.proposal.seat == seat:
        raise PROPOSED()
    last = must_be_returnable(snapshot, seat)
    proposed = TakeBackProposed(seat, last.version, at + PROPOSAL_MS, at=at)
    return (proposed, *agreed(after_event(snapshot, proposed), at))


def must_be_returnable(snapshot: Snapshot, seat: int) -> LastMove:
    """Return the last move, if that seat may ask to take it back.

    Raises `Refused` with `nothing_to_take_back` or `already_shown`.
    """
    last = snapshot.last_move
    if last is None or last.seat != seat:
        raise NOT_YOURS()
    if last.proposed:
        raise ASKED_BEFORE()
    if snapshot.table.taken_back >= MOST_TAKEN_BACK:
        raise TOO_MANY(most=MOST_TAKEN_BACK)
    if snapshot.last_move_stands:
        raise ALREADY_SHOWN()
    return last


def may_take_back(snapshot: Snapshot) -> LastMove | None:
    """Return the move that its seat may now ask to take back, if it plays itself; None: there is none."""
    last, table = snapshot.last_move, snapshot.table
    if last is None or last.proposed or table.taken_back >= MOST_TAKEN_BACK or not snapshot.going_on:
        return None
    return None if table.places[last.seat].house is not None or snapshot.last_move_stands else last


def answer_take_back(command: AnswerTakeBack, snapshot: Snapshot, at: int) -> Happened:
    """Consent to a take-back, or decline or withdraw it. Raises `Refused`."""
    table, proposal = snapshot.table, snapshot.table.proposal
    seat = table.seat_of(command.player)
    if seat is None:
        raise NOT_PLAYING()
    must_be_playing(snapshot)
    if proposal is None or proposal.version != command.proposal:
        raise TAKE_BACK_OVER()
    if seat == proposal.seat:
        if command.consents:
            raise ONES_OWN()
        return (TakeBackWithdrawn(seat, at=at),)
    if command.consents and seat in proposal.consented:
        raise ANSWERED()
    answered = TakeBackAnswered(seat, command.consents, at=at)
    return (answered, *agreed(after_event(snapshot, answered), at))


def agreed(snapshot: Snapshot, at: int) -> tuple[MoveTakenBack, ...]:
    """Return that the move is taken back, if all other people have consented to it; else nothing."""
    proposal = snapshot.table.proposal
    if proposal is None or awaited(snapshot.table, proposal):
        return ()
    return (MoveTakenBack(proposal.seat, proposal.to, at=at),)


def awaited(table: Table, proposal: Proposal) -> tuple[int, ...]:
    """Return the seats whose consent to a proposal is missing."""
    return tuple([seat for seat in people(table) if seat not in {proposal.seat, *proposal.consented}])
