"""Teams whose people are asked first: named, accepted, refused, confirmed by the staff; and who sees that."""

from uuid import UUID

from msgspec.structs import replace

from domain.game import Event
from domain.table import Command
from domain.tournament import Tournament, commands, decide
from domain.tournament.events import EntrantDeclined, EntrantInvited, RegistrationRequested, RegistrationWithdrawn
from domain.tournament.viewers import seen
from domain.tournament.viewing import entrants_view, view
from tests.domain.tournament.tournaments import (
    ASSISTANT,
    DIRECTOR,
    PLAYERS,
    STRANGER,
    TEAMS,
    naming,
    player,
    refused,
    registering,
    registration,
    team,
    then,
)


def happens(tournament: Tournament, command: Command) -> tuple[Event, ...]:
    """Return the events of a command."""
    return decide(tournament, command, tournament.at)


def states(tournament: Tournament, *entrants: UUID) -> list[str]:
    """Return where entrants stand."""
    return [tournament.entrants[each].state for each in entrants]


def test_a_team_enters_when_all_who_are_named_have_accepted() -> None:
    one = team(0)
    first, second, third, substitute = (*one.members, *one.substitutes)
    asked = naming(one, game="literature", team_size=3, scoring="difference")

    assert states(asked, TEAMS[0]) == ["invited"]
    assert (asked.plays_for, asked.entered) == ({first: TEAMS[0]}, 0)
    half = then(asked, commands.Accept(substitute, TEAMS[0]), commands.Accept(second, TEAMS[0]))
    assert half.entrants[TEAMS[0]].waits_for == (third,)
    assert half.plays_for == dict.fromkeys((first, second, substitute), TEAMS[0])
    assert [type(each).__name__ for each in happens(half, commands.Accept(third, TEAMS[0]))] == [
        "InvitationAccepted",
        "EntrantEntered",
    ]
    whole = then(half, commands.Accept(third, TEAMS[0]))
    assert (states(whole, TEAMS[0]), whole.entered) == (["entered"], 1)
    assert whole.plays_for == dict.fromkeys((first, second, third, substitute), TEAMS[0])
    assert (whole.requests, whole.registrations) == (1, {first: 1})
    assert states(then(half, commands.Approve(ASSISTANT, TEAMS[0])), TEAMS[0]) == ["entered"]


def test_a_team_whose_people_have_accepted_still_waits_for_approval() -> None:
    asked = naming(player(0), PLAYERS[1], registration="approval")

    pending = then(asked, commands.Accept(PLAYERS[1], PLAYERS[0]))

    assert states(pending, PLAYERS[0]) == ["pending"]
    assert then(pending, commands.Approve(DIRECTOR, PLAYERS[0])).entered == 1


def test_a_substitute_who_has_accepted_is_told_what_becomes_of_the_team() -> None:
    asked = naming(player(0), PLAYERS[1], registration="approval")
    accepting = commands.Accept(PLAYERS[1], PLAYERS[0])
    pending = then(asked, accepting)

    for before, command in (
        (asked, accepting),
        (pending, commands.Decline(DIRECTOR, PLAYERS[0])),
        (pending, commands.Withdraw(PLAYERS[0], PLAYERS[0])),
    ):
        event, after = happens(before, command)[-1], then(before, command)
        assert isinstance(event, RegistrationRequested | EntrantDeclined | RegistrationWithdrawn)
        assert [seen(event, person, after) is not None for person in (*PLAYERS[:3], None)] == [True, True, False, False]


def test_a_player_who_is_named_may_refuse_for_the_team_and_is_free_to_play_for_others() -> None:
    asked = naming(player(0), PLAYERS[1])

    for command, by in ((commands.Withdraw, PLAYERS[1]), (commands.Decline, DIRECTOR)):
        (event,) = happens(asked, command(by, PLAYERS[0]))
        assert isinstance(event, EntrantDeclined | RegistrationWithdrawn)
        assert event.members == PLAYERS[:2]
        assert then(asked, command(by, PLAYERS[0])).plays_for == {}
    assert then(asked, registration(1)).plays_for == {PLAYERS[0]: PLAYERS[0], PLAYERS[1]: PLAYERS[1]}


def test_the_player_who_is_named_and_the_staff_see_the_invitation_and_nobody_else() -> None:
    asked = naming(player(0), PLAYERS[1])
    told = EntrantInvited(PLAYERS[0], PLAYERS[0], (PLAYERS[0],), (PLAYERS[1],), None, at=asked.at)

    for person in (DIRECTOR, *PLAYERS[:2]):
        assert [each.waits_for for each in entrants_view(asked, person)] == [(PLAYERS[1],)]
        assert seen(told, person, asked) == told
    for other in (None, STRANGER, PLAYERS[2]):
        assert entrants_view(asked, other) == ()
        assert seen(told, other, asked) is None
    assert [view(asked, person).invitations for person in (PLAYERS[0], PLAYERS[1], None)] == [(), (PLAYERS[0],), ()]
    declined = then(asked, commands.Decline(DIRECTOR, PLAYERS[0]))
    assert view(declined, PLAYERS[1]).invitations == ()


def test_a_player_who_registers_does_not_learn_who_has_asked_to_enter_or_has_accepted_for_others() -> None:
    applied = then(registering(registration="approval"), registration(1))
    accepted = then(naming(player(2), PLAYERS[1], PLAYERS[3]), commands.Accept(PLAYERS[1], PLAYERS[2]))
    ours = replace(player(0), substitutes=(PLAYERS[1],))

    for before in (applied, accepted, then(applied, commands.Decline(DIRECTOR, PLAYERS[1])), registering()):
        asked = then(before, commands.Register(by=PLAYERS[0], entrant=ours, asks=True))
        assert asked.entrants[PLAYERS[0]].waits_for == (PLAYERS[1],)
    for before in (applied, accepted):
        asked = then(before, commands.Register(by=PLAYERS[0], entrant=ours, asks=True))
        assert asked.plays_for == {PLAYERS[0]: PLAYERS[0], **before.plays_for}
        refused("already_entered", asked, commands.Accept(PLAYERS[1], PLAYERS[0]))
        refused("already_entered", asked, commands.Approve(DIRECTOR, PLAYERS[0]))
        left = then(asked, commands.Withdraw(PLAYERS[1], before.plays_for[PLAYERS[1]]))
        assert then(left, commands.Accept(PLAYERS[1], PLAYERS[0])).plays_for[PLAYERS[1]] == PLAYERS[0]


def test_a_substitute_of_a_complete_team_who_accepts_for_another_is_told_who_can_withdraw_it() -> None:
    one = team(0)
    (substitute,) = one.substitutes
    other = replace(team(1), substitutes=one.substitutes)
    asked = then(
        naming(one, game="literature", team_size=3, scoring="difference"),
        commands.Register(by=other.members[0], entrant=other, asks=True),
        commands.Approve(DIRECTOR, one.id),
    )

    told = refused("already_entered", asked, commands.Accept(substitute, other.id))

    assert told.detail.endswith("its members can withdraw it.")
    refused("not_your_entrant", asked, commands.Withdraw(substitute, one.id))
    left = then(asked, commands.Withdraw(one.members[0], one.id))
    assert substitute not in then(left, commands.Accept(substitute, other.id)).entrants[other.id].waits_for


def test_a_player_who_registers_is_told_at_once_that_somebody_plays_for_others_if_that_is_public_or_their_own() -> None:
    entered = then(registering(), registration(1))
    pending = then(registering(registration="approval"), registration(1))
    own = replace(player(0), substitutes=(PLAYERS[1],))

    refused("already_entered", entered, commands.Register(by=PLAYERS[0], entrant=own, asks=True))
    refused("already_entered", pending, commands.Register(by=PLAYERS[1], entrant=player(1), asks=True))
