"""The codes that each command declares: it is refused with each of them, and never with another one."""

import random
from functools import cache
from typing import Any
from uuid import UUID

import msgspec
import pytest
from msgspec import UNSET

from domain import GAMES, table
from domain.game import Move, Refused
from domain.games.honors_3.moves import CallOff as calls  # noqa: N813 - the table has a command of that name
from domain.games.honors_4.moves import DrawStock
from domain.table import (
    COMMANDS,
    AbortByOperator,
    AnswerTakeBack,
    AssignSeat,
    CallAbort,
    CallOff,
    ClaimAbandoned,
    Command,
    EndInvitation,
    GrantSight,
    HouseTookOver,
    Invite,
    LeaveSeat,
    MakeHouseMove,
    MakeMove,
    MarkAbsent,
    NoteRematch,
    OpenTable,
    ProposeTakeBack,
    RenewLink,
    RevokeLink,
    RevokeSight,
    SeatHouse,
    Snapshot,
    StartGame,
    TakeSeat,
    Tick,
    canonical,
    command_type,
)
from tests.domain.every_game import every_id
from tests.domain.rulebooks import refusal_codes
from tests.domain.tables import (
    ADA,
    BEN,
    CLEO,
    GUEST,
    OF_TOURNAMENT,
    RANDOM,
    REMATCH,
    STRANGER,
    after,
    finished,
    moved,
    opened,
    playing,
    refused,
    seated,
)
from tests.recording import AT, PLAYERS, opening, played

DRAW = DrawStock()
SALT, HASH = "5a" * 32, "ab" * 32

Case = tuple[str, Snapshot | None, Command]
"""A code, the table where a command is refused with it, and the command."""


def then(snapshot: Snapshot, *commands: Command) -> Snapshot:
    """Return the table after some commands."""
    for command in commands:
        snapshot = after(snapshot, table.decide(snapshot, command, AT))
    return snapshot


def with_house() -> Snapshot:
    """Return a full table of No. IV with a house player on seat 1, whose turn is the first."""
    return then(opened(), TakeSeat(ADA, 0), SeatHouse(ADA, "random", 1), TakeSeat(BEN, 2))


def played_in_a_tournament() -> Snapshot:
    """Return a tournament's table right after the start."""
    seats = [AssignSeat(ADA, player, seat) for seat, player in enumerate((ADA, BEN, CLEO))]
    return then(opened(**OF_TOURNAMENT), *seats, StartGame(ADA))


def taken_over() -> Snapshot:
    """Return a game where the house plays for Ben, on seat 1."""
    return after(playing(), (HouseTookOver(1, "random", at=AT),))


def taking_back() -> list[Case]:
    """Return refusals of take-backs; in No. III, where all have called the deal off but Cleo, Ben did so last."""
    given: dict[str, Any] = {"options": {"opening_ms": 0}, "settings": {"take_back": True}}
    start = playing("honors_3", 4, **given)
    called = made(made(start, 0, calls(on=True)), 1, calls(on=True))
    asked = then(called, ProposeTakeBack(BEN))
    proposal = asked.version
    allowed = playing(settings={"take_back": True})
    return [
        ("no_take_backs", playing(), ProposeTakeBack(ADA)),
        ("not_seated", called, ProposeTakeBack(STRANGER)),
        ("house_plays", after(called, (HouseTookOver(1, "random", at=AT),)), ProposeTakeBack(BEN)),
        ("not_started", seated("honors_3", 4, **given), ProposeTakeBack(ADA)),
        ("game_over", then(called, AbortByOperator(ADA)), ProposeTakeBack(BEN)),
        ("no_change", asked, ProposeTakeBack(BEN)),
        ("nothing_to_take_back", start, ProposeTakeBack(ADA)),
        ("nothing_to_take_back", called, ProposeTakeBack(ADA)),
        ("nothing_to_take_back", then(asked, AnswerTakeBack(ADA, proposal, False)), ProposeTakeBack(BEN)),
        ("already_shown", made(allowed, 1, DRAW), ProposeTakeBack(BEN)),
        ("not_seated", asked, AnswerTakeBack(STRANGER, proposal, True)),
        ("not_started", seated(), AnswerTakeBack(ADA, 1, True)),
        ("game_over", then(asked, AbortByOperator(ADA)), AnswerTakeBack(ADA, proposal, True)),
        ("take_back_over", called, AnswerTakeBack(ADA, proposal, True)),
        ("take_back_over", asked, AnswerTakeBack(ADA, proposal - 1, True)),
        ("no_change", asked, AnswerTakeBack(BEN, proposal, True)),
        ("no_change", then(asked, AnswerTakeBack(ADA, proposal, True)), AnswerTakeBack(ADA, proposal, True)),
    ]


def made(snapshot: Snapshot, seat: int, move: Move) -> Snapshot:
    """Return the table after a move of a seat."""
    return after(snapshot, snapshot.rules.decide(snapshot.state, seat, move, AT, snapshot.chance()), seat)


def openings() -> list[Case]:
    """Return refusals of tables that nobody can open."""
    going_on = playing()
    return [
        ("no_such_game", None, opening("bridge")),
        ("invalid_option", None, opening("literature", options={"stakes": 1})),
        ("invalid_deck", None, opening("literature", decks=(("AS",),))),
        ("no_such_seat", None, opening("honors_4", options={"players": 2}, sitters=(None,) * 3)),
        ("already_seated", None, opening("honors_4", sitters=("me", "me"))),
        ("already_invited", None, opening("honors_4", challenged=(BEN, BEN))),
        ("no_such_seat", None, table.fork(REMATCH, going_on, bytes(32), ADA, (None,) * 4)),
        ("already_seated", None, table.fork(REMATCH, going_on, bytes(32), ADA, ("me", "random", "me"))),
    ]


def seating() -> list[Case]:
    """Return refusals of sitting down, leaving, and seating others."""
    return [*sitting_down(), *leaving_and_house_players()]


def sitting_down() -> list[Case]:
    """Return refusals of sitting down, and of what is done at the tables of tournaments."""
    empty = opened()
    full = seated()
    going_on = playing()
    over = then(opened(), CallAbort(ADA))
    one = then(opened(), TakeSeat(BEN, 1))
    kept = opened(reserved=(ADA, CLEO, None))
    by_link = opened(by_invitation=True)
    watched = then(played_in_a_tournament(), GrantSight(STRANGER, GUEST))
    of_tournament = opened(**OF_TOURNAMENT)
    ended_tournament = then(opened(**OF_TOURNAMENT), AbortByOperator(ADA))
    return [
        ("already_started", going_on, TakeSeat(STRANGER)),
        ("game_over", over, TakeSeat(BEN)),
        ("tournament_table", of_tournament, TakeSeat(BEN)),
        ("tournament_table", of_tournament, SeatHouse(ADA, "random")),
        ("tournament_table", of_tournament, LeaveSeat(ADA, 0)),
        ("game_over", ended_tournament, AssignSeat(ADA, BEN, 0)),
        ("not_the_creator", of_tournament, AssignSeat(BEN, BEN, 0)),
        ("not_the_creator", empty, AssignSeat(ADA, BEN, 0)),
        ("no_such_seat", of_tournament, AssignSeat(ADA, BEN, 3)),
        ("already_seated", then(of_tournament, AssignSeat(ADA, BEN, 0)), AssignSeat(ADA, BEN, 1)),
        ("has_seen_cards", then(watched, RevokeSight(STRANGER, GUEST)), AssignSeat(ADA, GUEST, 0)),
        ("not_welcome", then(one, LeaveSeat(ADA, 1)), TakeSeat(BEN)),
        ("not_welcome", by_link, TakeSeat(BEN)),
        ("already_seated", one, TakeSeat(BEN)),
        ("table_full", full, TakeSeat(STRANGER)),
        ("no_such_seat", empty, TakeSeat(BEN, 3)),
        ("seat_taken", one, TakeSeat(CLEO, 1)),
        ("seat_reserved", kept, TakeSeat(STRANGER, 0)),
    ]


def leaving_and_house_players() -> list[Case]:
    """Return refusals of leaving, and of seating house players."""
    empty = opened()
    full = seated()
    going_on = playing()
    over = then(opened(), CallAbort(ADA))
    one = then(opened(), TakeSeat(BEN, 1))
    kept = opened(reserved=(ADA, CLEO, None))
    return [
        ("already_started", going_on, SeatHouse(ADA, "random")),
        ("game_over", over, SeatHouse(ADA, "random")),
        ("not_seated", empty, SeatHouse(STRANGER, "random")),
        ("table_full", full, SeatHouse(ADA, "random")),
        ("no_such_seat", empty, SeatHouse(ADA, "random", -1)),
        ("seat_taken", one, SeatHouse(ADA, "random", 1)),
        ("seat_reserved", kept, SeatHouse(ADA, "random", 1)),
        ("already_started", going_on, LeaveSeat(BEN, 1)),
        ("game_over", over, LeaveSeat(ADA, 0)),
        ("no_such_seat", full, LeaveSeat(ADA, 3)),
        ("seat_not_yours", full, LeaveSeat(CLEO, 1)),
        ("seat_free", empty, LeaveSeat(ADA, 0)),
    ]


def invitations() -> list[Case]:
    """Return refusals of invitations and links."""
    empty = opened()
    full = seated()
    going_on = playing()
    over = then(opened(), CallAbort(ADA))
    waited_for = [Invite(ADA, UUID(int=each), 1) for each in range(1000, 1050)]
    of_tournament = opened(**OF_TOURNAMENT)
    return [
        ("tournament_table", of_tournament, Invite(ADA, GUEST)),
        ("already_started", going_on, Invite(ADA, GUEST)),
        ("game_over", over, Invite(ADA, GUEST)),
        ("not_seated", empty, Invite(STRANGER, GUEST)),
        ("already_invited", full, Invite(ADA, BEN)),
        ("invitation_declined", then(empty, Invite(ADA, BEN), EndInvitation(BEN, BEN)), Invite(ADA, BEN)),
        ("too_many_invitations", then(empty, *waited_for), Invite(ADA, BEN)),
        ("tournament_table", of_tournament, EndInvitation(BEN, BEN)),
        ("already_started", going_on, EndInvitation(GUEST, GUEST)),
        ("game_over", over, EndInvitation(GUEST, GUEST)),
        ("not_the_creator", then(empty, Invite(ADA, BEN)), EndInvitation(CLEO, BEN)),
        ("already_seated", then(empty, Invite(ADA, BEN), TakeSeat(BEN)), EndInvitation(BEN, BEN)),
        ("no_change", empty, EndInvitation(BEN, BEN)),
        ("already_started", going_on, RenewLink(ADA, SALT, HASH)),
        ("game_over", over, RenewLink(ADA, SALT, HASH)),
        ("not_the_creator", full, RenewLink(BEN, SALT, HASH)),
        ("already_started", going_on, RevokeLink(ADA)),
        ("game_over", over, RevokeLink(ADA)),
        ("not_the_creator", full, RevokeLink(BEN)),
        ("no_change", full, RevokeLink(ADA)),
    ]


def watching() -> list[Case]:
    """Return refusals of letting somebody see cards."""
    going_on = playing()
    watched = then(played_in_a_tournament(), GrantSight(STRANGER, GUEST))
    of_tournament = opened(**OF_TOURNAMENT)
    ended_tournament = then(opened(**OF_TOURNAMENT), AbortByOperator(ADA))
    return [
        ("not_a_tournament", going_on, GrantSight(STRANGER, GUEST)),
        ("not_started", of_tournament, GrantSight(STRANGER, GUEST)),
        ("game_over", ended_tournament, GrantSight(STRANGER, GUEST)),
        ("not_for_oneself", watched, GrantSight(STRANGER, STRANGER)),
        ("plays_here", watched, GrantSight(STRANGER, ADA)),
        ("no_such_seat", watched, GrantSight(STRANGER, GUEST, (0, 3))),
        ("no_change", watched, GrantSight(STRANGER, GUEST, (2, 1, 0, 0))),
        ("game_over", then(watched, AbortByOperator(ADA)), RevokeSight(STRANGER, GUEST)),
        ("no_change", then(watched, RevokeSight(ADA, GUEST)), RevokeSight(STRANGER, GUEST)),
    ]


def moving() -> list[Case]:
    """Return refusals of starting a game, and of moves."""
    empty = opened()
    full = seated()
    going_on = playing()
    over = then(opened(), CallAbort(ADA))
    house = with_house()
    house_plays = then(house, StartGame(ADA))
    due = house_plays.decision_id(1)
    return [
        ("already_started", going_on, StartGame(ADA)),
        ("game_over", over, StartGame(ADA)),
        ("not_the_creator", full, StartGame(BEN)),
        ("seats_not_filled", empty, StartGame(ADA)),
        ("not_seated", going_on, MakeMove(STRANGER, DRAW)),
        ("decision_over", going_on, MakeMove(BEN, DRAW, "1.0")),
        ("stale_version", going_on, MakeMove(BEN, DRAW, expected_version=1)),
        ("house_plays", taken_over(), MakeMove(BEN, DRAW)),
        ("not_started", full, MakeMove(BEN, DRAW)),
        ("game_over", then(going_on, CallAbort(ADA)), MakeMove(BEN, DRAW)),
        ("no_such_seat", house_plays, MakeHouseMove(3, "random", DRAW, due)),
        ("decision_over", house_plays, MakeHouseMove(1, "random", DRAW, "1.0")),
        ("decision_over", house_plays, MakeHouseMove(0, "random", DRAW, house_plays.decision_id(0))),
        ("not_started", house, MakeHouseMove(1, "random", DRAW, house.decision_id(1))),
        ("game_over", then(house_plays, CallAbort(ADA)), MakeHouseMove(1, "random", DRAW, due)),
    ]


def endings() -> list[Case]:
    """Return refusals of what ends a game, and of what follows it."""
    full = seated()
    going_on = playing()
    over = then(opened(), CallAbort(ADA))
    ended = finished()
    of_tournament = opened(**OF_TOURNAMENT)
    ended_tournament = then(opened(**OF_TOURNAMENT), AbortByOperator(ADA))
    return [
        ("tournament_table", of_tournament, CallOff(ADA)),
        ("tournament_table", of_tournament, ClaimAbandoned(ADA)),
        ("tournament_table", ended_tournament, NoteRematch(ADA, REMATCH)),
        ("game_over", over, CallAbort(ADA)),
        ("not_the_creator", full, CallAbort(BEN)),
        ("not_seated", going_on, CallAbort(STRANGER)),
        ("no_change", moved(going_on, AT), CallAbort(ADA, on=False)),
        ("game_over", over, CallOff(ADA)),
        ("not_the_creator", full, CallOff(BEN)),
        ("not_seated", going_on, CallOff(STRANGER)),
        ("no_change", going_on, CallOff(ADA, on=False)),
        ("not_seated", going_on, ClaimAbandoned(STRANGER)),
        ("not_started", full, ClaimAbandoned(ADA)),
        ("game_over", ended, ClaimAbandoned(ADA)),
        ("nobody_away", going_on, ClaimAbandoned(ADA)),
        ("not_seated", going_on, MarkAbsent(STRANGER)),
        ("not_started", full, MarkAbsent(ADA)),
        ("game_over", ended, MarkAbsent(ADA)),
        ("no_change", then(going_on, MarkAbsent(ADA)), MarkAbsent(ADA)),
        ("game_over", over, AbortByOperator(STRANGER)),
        ("not_seated", ended, NoteRematch(STRANGER, REMATCH)),
        ("not_finished", going_on, NoteRematch(ADA, REMATCH)),
        ("no_change", then(ended, NoteRematch(ADA, REMATCH)), NoteRematch(BEN, REMATCH)),
    ]


CASES = [*openings(), *seating(), *invitations(), *watching(), *moving(), *endings(), *taking_back()]
"""At least one refusal for each code of each command."""


@pytest.mark.parametrize(("code", "snapshot", "command"), CASES, ids=lambda value: getattr(value, "type", None))
def test_a_command_is_refused_with_a_code_that_it_declares(
    code: str, snapshot: Snapshot | None, command: Command
) -> None:
    refused(code, snapshot, command, AT)

    assert code in command.refusals


@pytest.mark.parametrize("kind", COMMANDS)
def test_every_code_that_a_command_declares_is_given(kind: type[Command]) -> None:
    given = {code for code, _, command in CASES if isinstance(command, kind)}

    assert given == set(kind.refusals)
    assert len(kind.refusals) == len(given)


@cache
def moments(game: str) -> list[Snapshot]:
    """Return tables of a game in all stages of their life."""
    snapshots = played(game, 7).snapshots
    going_on = [each for each in snapshots if each.going_on]
    dice = random.Random(game)
    some = [*snapshots[:4], *dice.sample(going_on, min(20, len(going_on))), snapshots[-1]]
    aborted = [after(each, table.decide(each, AbortByOperator(STRANGER), each.at)) for each in some[:-1]]
    away = [after(each, (HouseTookOver(0, "random", at=each.at),)) for each in some[4:8]]
    return [*some, *aborted, *away]


def anything(game: str, snapshot: Snapshot, dice: random.Random) -> Command:
    """Return any command of anybody; moves are offered to a seat, or were at another time."""
    player, guest = (dice.choice((*PLAYERS[:4], STRANGER, RANDOM)) for _ in range(2))
    seat = dice.randrange(-1, len(snapshot.table.places) + 1)
    offered = [
        move for each in moments(game) for other in each.to_act if (o := each.offered(other)) for move in o.moves
    ]
    move: Any = dice.choice(offered)
    decision = dice.choice((f"{seat}.0", snapshot.decision_id(0)))
    commands: list[Command] = [
        TakeSeat(player, dice.choice((None, seat))),
        SeatHouse(player, "random", dice.choice((None, seat))),
        AssignSeat(player, guest, seat),
        LeaveSeat(player, seat),
        Invite(player, guest, dice.choice((UNSET, 1_000))),
        EndInvitation(player, guest),
        RenewLink(player, SALT, HASH),
        RevokeLink(player),
        StartGame(player),
        MakeMove(player, move, dice.choice((None, decision)), dice.choice((None, snapshot.version, 1))),
        MakeHouseMove(seat, "random", move, decision),
        CallAbort(player, dice.random() < 0.5),
        CallOff(player, dice.random() < 0.5),
        ClaimAbandoned(player),
        MarkAbsent(player),
        AbortByOperator(player),
        GrantSight(player, guest, (seat,)),
        RevokeSight(player, guest),
        NoteRematch(player, REMATCH),
        Tick(),
    ]
    return dice.choice(commands)


@every_id()
def test_no_command_is_refused_with_a_code_that_it_does_not_declare(game: str) -> None:
    dice = random.Random(game)
    refusals: set[tuple[type[Command], str]] = set()
    for _ in range(400):
        snapshot = dice.choice(moments(game))
        command = anything(game, snapshot, dice)
        try:
            table.decide(snapshot, command, snapshot.at)
        except Refused as refusal:
            refusals.add((type(command), refusal.code))

    of_rulebook = {(kind, code) for kind in (MakeMove, MakeHouseMove) for code in refusal_codes(GAMES[game])}
    assert refusals <= {(kind, code) for kind in COMMANDS for code in kind.refusals} | of_rulebook
    assert len(refusals) > 20


@every_id()
def test_commands_are_the_same_when_they_come_back_from_json(game: str) -> None:
    dice = random.Random(game)
    for _ in range(100):
        command = anything(game, dice.choice(moments(game)), dice)

        assert msgspec.json.decode(canonical(command), type=command_type(GAMES[game])) == command


@every_id()
def test_openings_are_the_same_when_they_come_back_from_json(game: str) -> None:
    going_on = next(each for each in moments(game) if each.going_on)
    for command in (opening(game), table.fork(REMATCH, going_on, bytes(32), ADA, ("me", None, "random"))):
        again = msgspec.json.decode(canonical(command), type=command_type(GAMES[game]))
        assert (type(again), canonical(again)) == (type(command), canonical(command))


def test_only_an_opening_opens_a_table_and_only_once() -> None:
    with pytest.raises(ValueError, match="begins with"):
        table.decide(None, StartGame(ADA), AT)
    with pytest.raises(ValueError, match="open"):
        table.decide(opened(), opening("literature"), AT)


def test_a_snapshot_knows_what_follows_from_it_once(monkeypatch: pytest.MonkeyPatch) -> None:
    snapshot = playing(settings={"turn_limit_ms": 1_000})
    rules = snapshot.rules
    asked: list[int] = []
    choices = rules.choices

    def noted(state: Any, seat: int) -> Any:
        asked.append(seat)
        return choices(state, seat)

    monkeypatch.setitem(vars(rules), "choices", noted)

    for _ in range(3):
        assert snapshot.due == AT + 1_000
        assert snapshot.offered(1) is snapshot.offered(1)
        assert snapshot.default(1) is snapshot.default(1)
        assert snapshot.deadline(1) == AT + 1_000

    assert asked == [1]


def test_an_opening_that_says_only_what_it_must_has_defaults() -> None:
    raw = {"type": "open_table", "player": str(UUID(int=1)), "game": "literature", "secret": "00" * 32}

    command = msgspec.convert(raw, OpenTable)

    assert (command.options, command.visibility, command.decks, command.reserved) == ({}, "public", (), ())


@pytest.mark.parametrize("secret", ["", "00", "z" * 64, "AB" * 32, "0" * 63, "0" * 64 + "\n"])
def test_the_secret_of_an_opening_is_32_bytes(secret: str) -> None:
    raw = {"type": "open_table", "player": str(UUID(int=1)), "game": "literature", "secret": secret}

    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(raw, OpenTable)
