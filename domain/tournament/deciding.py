"""Decides commands to a tournament: the only place where commands become events, or are refused."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from domain.game import Happened
from domain.table.commands import Command, Tick
from domain.tournament import (
    appeals,
    checking_in,
    commands,
    corrections,
    drafts,
    ending,
    joining,
    outcomes,
    registration,
    rounds,
    rulings,
)
from domain.tournament.announcing import announce
from domain.tournament.clock import tick
from domain.tournament.guards import must_go_on, must_have_role, must_have_room
from domain.tournament.state import Tournament


def decide(tournament: Tournament | None, command: Command, at: int) -> Happened:
    """Return the events of a command to a tournament (None: it is not there yet), or raise `Refused`.

    The clock has been ticked up to `at`. The codes are those of the command's `refusals`. Raises ValueError unless the
    first command, and no other, is `Announce`.
    """
    if tournament is None:
        if not isinstance(command, commands.Announce):
            raise ValueError("a tournament begins with `announce`")
        return announce(command, at)
    judge = JUDGES.get(type(command))
    if judge is None:
        raise ValueError(f"`{type(command).__name__}` is no command to a tournament that is announced")
    must_have_role(tournament, command)
    if not isinstance(command, Tick):
        must_go_on(tournament)
        must_have_room(tournament, type(command))
    return judge(command, tournament, at)


JUDGES: Mapping[type[Command], Callable[[Any, Tournament, int], Happened]] = MappingProxyType(
    {
        commands.OpenRegistration: registration.open_registration,
        commands.Register: registration.register,
        commands.Accept: registration.accept,
        commands.Approve: registration.approve,
        commands.Decline: registration.decline,
        commands.AddEntrants: registration.add_entrants,
        commands.AddHouse: registration.add_house,
        commands.Withdraw: registration.withdraw,
        commands.Return: registration.come_back,
        commands.OpenCheckIn: checking_in.open_check_in,
        commands.CheckIn: checking_in.check_in,
        commands.CloseCheckIn: checking_in.close_check_in,
        commands.StartRounds: checking_in.start_rounds,
        commands.EnterLate: joining.enter_late,
        commands.Substitute: joining.substitute,
        commands.DraftRound: drafts.draft_round,
        commands.EditDraft: drafts.edit_draft,
        commands.PublishRound: rounds.publish_round,
        commands.NextRound: rounds.next_round,
        commands.StartRound: rounds.start_round,
        commands.NoteResult: outcomes.note_result,
        commands.NoteStopped: outcomes.note_stopped,
        commands.NoteNoShows: outcomes.note_no_shows,
        commands.FinishRound: outcomes.finish_round,
        commands.Rule: rulings.rule,
        commands.ReplayTable: rulings.replay_table,
        commands.Correct: corrections.correct,
        commands.Appeal: appeals.appeal,
        commands.DecideAppeal: appeals.decide_appeal,
        commands.Finish: ending.finish,
        commands.Cancel: ending.cancel,
        commands.Appoint: ending.appoint,
        commands.Dismiss: ending.dismiss,
        Tick: tick,
    }
)
"""What judges each kind of command to a tournament that is announced."""
