"""Drafts of rounds: proposed, edited by hand, and what makes one possible."""

from collections import Counter
from collections.abc import Iterator

from msgspec import UNSET, UnsetType

from domain import codes
from domain.game import Refused
from domain.refusals import refusal
from domain.table.commands import Command
from domain.tournament.commands import DraftRound, EditDraft, NextRound
from domain.tournament.events import RoundDrafted
from domain.tournament.guards import ROUND_NOT_OVER, must_be
from domain.tournament.settings import MOST_TABLES, Settings
from domain.tournament.state import Tournament, TournamentRound
from domain.tournament.types import PAIR, Draft

CHECK_IN_OPEN = refusal(codes.CHECK_IN_OPEN, "The check-in is open; close it before.")
DRAFTED_TOO_OFTEN = refusal(
    codes.TOO_OFTEN,
    "The drafts of the tournament have named {most:number} entrants, the most they may; you can end it.",
)
NO_MORE_ROUNDS = refusal(codes.NO_MORE_ROUNDS, "The last round of the tournament is round {rounds:number}.")
CHECK_IN_NEEDED = refusal(codes.CHECK_IN_NEEDED, "There has been no check-in for round {number}.")
NO_DRAFT = refusal(codes.NO_DRAFT, "No round is drafted.")
DRAFT_CHANGED = refusal(codes.DRAFT_CHANGED, "The draft has changed: it is now draft {draft:number} of the round.")

MOST_DRAFTED = 200_000
"""Maximum number of entrants in all drafts of a tournament together; after that the staff cannot draft again.

A draft is an event as large as it names entrants, and can be repeated without end. The largest tournament has 1,000
entrants and 100 rounds: each of them can be drafted twice. Those whom reasons name are counted in drafts that were
edited by hand: the pairing names nobody there without need.
"""

SEATS_ALL = frozenset({"swiss", "round_robin", "manual"})
"""The formats in which all who play have a table or a bye in each round."""

MAY_REST = frozenset({"round_robin", "groups", "knockout"})
"""The formats with a schedule or a bracket, where two meet: those who have byes may meet in a later round."""


def draft_round(command: DraftRound, tournament: Tournament, at: int) -> tuple[RoundDrafted]:
    """Propose the next round."""
    must_be(tournament, "playing")
    must_be_between(tournament)
    must_have_drafts_left(tournament)
    must_fit(tournament, command.draft, codes.INVALID_DRAFT)
    return (RoundDrafted(command.draft.round, command.draft, False, command.by, at=at),)


def must_be_paired_by(before: Tournament, now: Tournament, command: Command) -> None:
    """Raise `Refused` for a round that was paired by a tournament if players or scores have changed `now`.

    Pairing takes long, so others may act meanwhile. Tables that were uploaded do not depend on scores.
    """
    code = {DraftRound: codes.INVALID_DRAFT, NextRound: codes.DRAFT_OUTDATED}.get(type(command))
    uploaded = now.settings.seating.format == "manual"
    if code is not None and not uploaded and before.version < now.pairing_changed:
        raise Refused(code, "While the round was drafted, players or scores have changed; draft it again.")


def must_be_between(tournament: Tournament) -> None:
    """Raise `Refused` unless the next round can be drafted now.

    The codes are `check_in_open`, `round_not_over`, `no_more_rounds` and `check_in_needed`.
    """
    settings, number, check_in = tournament.settings, tournament.next_round, tournament.check_in
    if check_in is not None and not check_in.closed:
        raise CHECK_IN_OPEN()
    if number > 1 and not tournament.round_is_over(number - 1):
        raise ROUND_NOT_OVER(round=number - 1)
    if number > settings.seating.rounds:
        raise NO_MORE_ROUNDS(rounds=settings.seating.rounds)
    if settings.check_in_each_round and number > 1 and (check_in is None or check_in.round < number):
        raise CHECK_IN_NEEDED(number=number)


def must_have_drafts_left(tournament: Tournament) -> None:
    """Raise `Refused("too_often", …)` once the drafts have named as many entrants as they may."""
    if tournament.drafted >= MOST_DRAFTED:
        raise DRAFTED_TOO_OFTEN(most=MOST_DRAFTED)


def edit_draft(command: EditDraft, tournament: Tournament, at: int) -> tuple[RoundDrafted]:
    """Put another proposal in place of the present one, by hand."""
    now = must_have_draft(tournament, command.draft_number)
    must_have_drafts_left(tournament)
    must_go_by_this_draft(tournament, now)
    must_fit(tournament, command.draft, codes.INVALID_DRAFT)
    must_have_those_of(tournament, now.draft, command.draft)
    return (RoundDrafted(command.draft.round, command.draft, True, command.by, at=at),)


def must_go_by_this_draft(tournament: Tournament, now: TournamentRound) -> None:
    """Raise `Refused("invalid_draft", …)` if the draft no longer has the entrants of its round: no edited one can.

    The entrants of a first round settle the schedule, the groups or the bracket of all rounds. If one has withdrawn
    since, the draft belongs to another schedule. Scores settle who is in a knockout, and in a final.
    """
    if settles_others(tournament.settings, now.number):
        for each in now.draft.named:
            if tournament.entrants[each].state != "entered":
                raise Refused(codes.INVALID_DRAFT, f"{each} has withdrawn since the round was drafted; draft it again.")
    if now.outdated and tournament.settings.seating.format not in SEATS_ALL:
        raise Refused(codes.INVALID_DRAFT, "Scores have changed since the round was drafted; draft it again.")


def settles_others(settings: Settings, number: int) -> bool:
    """Return whether the entrants of a round settle more than the round itself.

    The first round of a schedule, of groups or of a bracket settles all later rounds. The first round of the final of
    groups settles who takes the place of an entrant who is out.
    """
    seating = settings.seating
    if seating.format == "groups":
        return number in {1, seating.rounds - seating.final_rounds + 1}
    return number == 1 and seating.format in MAY_REST and seating.places == PAIR


def must_have_those_of(tournament: Tournament, before: Draft, after: Draft) -> None:
    """Raise `Refused("invalid_draft", …)` unless a draft has the entrants of the one before it who still play.

    That one has all entrants of the round, which in a knockout and in a final are not all who play.
    """
    if tournament.settings.seating.format in SEATS_ALL:
        return
    still = {each: None for each in before.named if tournament.entrants[each].state == "entered"}
    named = dict.fromkeys(after.named)
    if missing := [each for each in still if each not in named]:
        raise Refused(codes.INVALID_DRAFT, f"{missing[0]} has neither a table nor a bye.")
    if strangers := [each for each in named if each not in still]:
        raise Refused(codes.INVALID_DRAFT, f"{strangers[0]} is not in this round.")


def must_have_draft(tournament: Tournament, number: int | UnsetType) -> TournamentRound:
    """Return the round that is drafted, if the draft is the one of that number; UNSET: whichever it is.

    Raises `Refused` with `wrong_state`, `no_draft` or `draft_changed`.
    """
    must_be(tournament, "playing")
    now = tournament.round
    if now is None or now.published:
        raise NO_DRAFT()
    if number is not UNSET and number != now.draft_number:
        raise DRAFT_CHANGED(draft=now.draft_number)
    return now


def must_fit(tournament: Tournament, draft: Draft, code: str) -> None:
    """Raise `Refused` with this code unless a draft seats those who play, each once, at tables of right sizes."""
    for problem in problems(tournament, draft):
        raise Refused(code, problem)


def problems(tournament: Tournament, draft: Draft) -> Iterator[str]:
    """Yield what is wrong with a draft."""
    settings = tournament.settings
    if draft.round != tournament.next_round:
        yield f"This is round {draft.round}; the next one is {tournament.next_round}."
    if not draft.tables and not may_rest(settings, draft):
        yield "The round has no table. If nobody is left to meet, `finish` the tournament."
    if len(draft.tables) > MOST_TABLES:
        yield f"{len(draft.tables)} tables; allowed: at most {MOST_TABLES}."
    if [table.number for table in draft.tables] != list(range(1, len(draft.tables) + 1)):
        yield "The tables are numbered from 1 on, in their order."
    for table in draft.tables:
        if len(table.entrants) not in settings.sizes:
            sizes = ", ".join(map(str, settings.sizes))
            yield f"Table {table.number} has {len(table.entrants)} entrants; allowed: {sizes}."
    yield from problems_of_entrants(tournament, draft)


def may_rest(settings: Settings, draft: Draft) -> bool:
    """Return whether a round without a table is played: those with byes may meet later.

    So they may in a schedule, in a bracket, and in the final after groups at tables of any size.
    """
    seating = settings.seating
    final_follows = seating.format == "groups" and draft.round <= seating.rounds - seating.final_rounds
    return (final_follows or (seating.format in MAY_REST and seating.places == PAIR)) and len(draft.byes) > 1


def problems_of_entrants(tournament: Tournament, draft: Draft) -> Iterator[str]:
    """Yield who stands in a draft and does not play, or is there twice, or not at all."""
    named = Counter(draft.named)
    for entrant_id, count in named.items():
        entrant = tournament.entrants.get(entrant_id)
        if entrant is None or entrant.state != "entered":
            yield f"{entrant_id} does not play."
        if count > 1:
            yield f"{entrant_id} stands there {count} times."
    if tournament.settings.seating.format in SEATS_ALL:
        for entrant_id, entrant in tournament.entrants.items():
            if entrant.state == "entered" and entrant_id not in named:
                yield f"{entrant_id} has neither a table nor a bye."
