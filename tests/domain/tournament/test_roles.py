"""Who may do what: every command, given by everybody."""

import pytest
from msgspec.structs import replace

from domain.game import Refused
from domain.table import Command, Tick
from domain.tournament import OWN, RIGHTS, TOURNAMENT_COMMANDS, Tournament, commands, decide
from domain.tournament.commands import CommandBy
from domain.tournament.types import Forfeited
from tests.domain.tournament.tournaments import (
    ASSISTANT,
    DIRECTOR,
    HASH,
    PLAYERS,
    SCORER,
    STRANGER,
    announced,
    announcing,
    checking_in,
    draft,
    drafted,
    finished,
    naming,
    noted,
    noting,
    player,
    playing,
    published,
    publishing,
    registering,
    registration,
    result,
    ruling,
    started,
    table_id,
    then,
)

REFUSED = {"not_your_role", "not_your_entrant", "no_such_entrant", "no_such_ruling"}
BY_ROLE = {"director": DIRECTOR, "assistant": ASSISTANT, "scorer": SCORER, "player": PLAYERS[0], "stranger": STRANGER}


def accepted() -> list[tuple[Tournament | None, Command]]:
    """Return each command with a tournament in which the right person may give it."""
    return [*accepted_before_rounds(), *accepted_between_rounds(), *accepted_in_rounds()]


def accepted_before_rounds() -> list[tuple[Tournament | None, Command]]:
    """Return the commands that lead to the first round."""
    asked, open_, there = registering(1, registration="approval"), registering(2), checking_in(4)
    out = then(there, commands.CheckIn(PLAYERS[1], PLAYERS[1]), commands.CloseCheckIn(DIRECTOR))
    own = PLAYERS[0]
    return [
        (None, announcing()),
        (announced(), commands.OpenRegistration(own)),
        (registering(), registration(0)),
        (naming(player(9), PLAYERS[0]), commands.Accept(own, PLAYERS[9])),
        (asked, commands.Approve(own, PLAYERS[0])),
        (open_, commands.Decline(own, PLAYERS[0])),
        (open_, commands.AddEntrants(own, (player(3),))),
        (open_, commands.AddHouse(own, "random", (player(3),))),
        (open_, commands.Withdraw(own, own)),
        (out, commands.Return(own, own)),
        (open_, commands.OpenCheckIn(own)),
        (there, commands.CheckIn(own, own)),
        (there, commands.CloseCheckIn(own)),
        (checking_in(4, 4), commands.StartRounds(own)),
    ]


def accepted_between_rounds() -> list[tuple[Tournament | None, Command]]:
    """Return the commands that lead from one round to the next."""
    going_on, by_itself = started(late_entries={"until_round": 1}), started(drafting="at_once")
    planned, own = drafted(going_on), PLAYERS[0]
    return [
        (going_on, commands.EnterLate(by=own, entrant=player(9))),
        (with_substitute(), commands.Substitute(by=own, entrant=own, leaves=own, joins=PLAYERS[9])),
        (going_on, commands.DraftRound(own, draft(going_on))),
        (planned, commands.EditDraft(own, draft(going_on))),
        (planned, replace(publishing(planned), by=own)),
        (by_itself, commands.NextRound(draft(by_itself), (table_id(1), table_id(2)))),
        (published(started()), commands.StartRound(1)),
    ]


def accepted_in_rounds() -> list[tuple[Tournament | None, Command]]:
    """Return the commands while a round is played, and after the last one."""
    playing_now, waiting = playing(), playing(no_show_ms=1)
    one, over = noted(playing_now, 0), finished(playing_now)
    ruled = then(playing_now, ruling(playing_now, Forfeited(PLAYERS[0]), closes=(1,)))
    filed = then(ruled, commands.Appeal(by=PLAYERS[0], ruling=1))
    table, own = noting(playing_now, 0).table, PLAYERS[0]
    return [
        (playing_now, noting(playing_now, 0)),
        (playing_now, commands.NoteStopped(table=table, version=1, hash=HASH)),
        (waiting, commands.NoteNoShows(1, ())),
        (playing_now, ruling(playing_now, Forfeited(PLAYERS[0]))),
        (playing_now, commands.ReplayTable(by=own, number=1, tables=(table_id(1),), reason="agreed")),
        (one, commands.Correct(by=own, table=table, result=result(winner=1), reason="wrong_entry")),
        (ruled, commands.Appeal(by=own, ruling=1)),
        (filed, commands.DecideAppeal(by=own, appeal=1, outcome="dismissed", reason="appeal")),
        (playing_now, commands.FinishRound(by=own, reason="time_over")),
        (over, commands.Finish(own)),
        (over, commands.Cancel(by=own, reason="other")),
        (over, commands.Appoint(own, STRANGER, "scorer")),
        (then(over, commands.Appoint(DIRECTOR, PLAYERS[9], "scorer")), commands.Dismiss(own, PLAYERS[9])),
        (over, Tick()),
    ]


def with_substitute() -> Tournament:
    """Return a tournament with a player who has named a substitute."""
    entrant = replace(player(0), substitutes=(PLAYERS[9],))
    return then(registering(), commands.Register(by=PLAYERS[0], entrant=entrant))


ACCEPTED = accepted()


def test_every_command_is_here() -> None:
    assert [type(command) for _, command in ACCEPTED] == list(TOURNAMENT_COMMANDS)


@pytest.mark.parametrize("role", BY_ROLE)
@pytest.mark.parametrize(("tournament", "command"), ACCEPTED, ids=lambda value: type(value).__name__)
def test_only_those_who_may_give_a_command_give_it(tournament: Tournament | None, command: Command, role: str) -> None:
    person = BY_ROLE[role]
    if isinstance(command, CommandBy):
        command = replace(command, by=person)
    kind = type(command)
    allowed = kind not in RIGHTS or role in RIGHTS[kind]
    if kind in OWN:
        allowed = role == "player" or role in OWN[kind]

    assert refusal_of(tournament, command) is None or not allowed
    assert allowed or refusal_of(tournament, command) in REFUSED


def refusal_of(tournament: Tournament | None, command: Command) -> str | None:
    """Return the code that a command is refused with; None: it is accepted."""
    try:
        decide(tournament, command, 0 if tournament is None else tournament.at + 1)
    except Refused as refusal:
        return refusal.code
    return None


def test_rights_are_told_once_for_every_command_of_people() -> None:
    of_people = {kind for kind in TOURNAMENT_COMMANDS if issubclass(kind, CommandBy)}

    assert set(RIGHTS) | set(OWN) == of_people - {commands.Announce}
    assert not set(RIGHTS) & set(OWN)
    assert all(("not_your_role" in kind.refusals) is (kind in RIGHTS) for kind in TOURNAMENT_COMMANDS)
