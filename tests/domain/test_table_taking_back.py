"""Take-backs at a table: who asks, who answers, when it is over, and what the game is then."""

from datetime import timedelta
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from domain import GAMES, table
from domain.game import Move
from domain.games.friendlier_than_thou import events as friendlier
from domain.games.honors_1 import events as honors_1
from domain.games.honors_2 import events as honors_2
from domain.games.honors_2.moves import Challenge, Discard, DrawStock, TakePile
from domain.games.honors_3 import events as honors_3
from domain.games.honors_3.moves import Accept, CallOff, Offer
from domain.games.literature import events as literature
from domain.games.medieval_mastery import events as medieval
from domain.games.pursuit_of_happiness import events as pursuit
from domain.record import RecordBroken, check_chain, check_origin, check_rules
from domain.table import (
    MOST_TAKEN_BACK,
    PROPOSAL_MS,
    AnswerTakeBack,
    DecisionLapsed,
    MakeHouseMove,
    MakeMove,
    MoveTakenBack,
    ProposeTakeBack,
    Snapshot,
    TakeBackAnswered,
    TakeBackExpired,
    TakeBackProposed,
    TakeBackWithdrawn,
    may_take_back,
    snapshot_type,
)
from projections.header import header
from service.records.records import check
from tests.domain.tables import ADA, BEN, CLEO, LIMIT, STRANGER, refused
from tests.recording import AT, GAME, SIGNER, Recording, opening, sealed

PLAYERS = (ADA, BEN, CLEO)
OPTIONS = {"challenge_ms": 0}


def begun(*houses: int, game: str = "honors_2", options: dict[str, Any] | None = None, **settings: Any) -> Recording:
    """Return a game of three whose moves may be taken back; the house plays on some seats."""
    recording = Recording()
    given = {"players": 3, **(OPTIONS if options is None else options)}
    wanted = table.TableSettings(take_back=True, **settings)
    recording.do(opening(game, options=given, settings=wanted, auto_start=True), AT)
    for seat, player in enumerate(PLAYERS):
        command = table.SeatHouse(ADA, "random", seat) if seat in houses else table.TakeSeat(player, seat)
        recording.do(command, AT)
    return recording


def taken(*houses: int, **settings: Any) -> Recording:
    """Return a game in which seat 1 has just taken the open card of the pile."""
    recording = begun(*houses, **settings)
    recording.act(1, TakePile(1), AT + 1_000)
    return recording


def asked(*houses: int, **settings: Any) -> Recording:
    """Return a game in which seat 1 asks to take its move back."""
    recording = taken(*houses, **settings)
    recording.do(ProposeTakeBack(BEN), AT + 2_000)
    return recording


def answer(recording: Recording, player: Any, consents: bool) -> AnswerTakeBack:
    """Return the answer of a player to what is asked."""
    proposal = recording.now.table.proposal
    assert proposal is not None
    return AnswerTakeBack(player, proposal.version, consents)


def offers(recording: Recording, seat: int) -> tuple[Move, ...]:
    """Return what a seat may do now."""
    offered = recording.now.offered(seat)
    assert offered is not None
    return offered.moves


def card_of(recording: Recording, seat: int) -> tuple[str, ...]:
    """Return the first card of a hand."""
    hand: tuple[str, ...] | None = recording.now.view(seat).hand
    assert hand is not None
    return hand[:1]


def what_is_seen(snapshot: Snapshot) -> list[bytes]:
    """Return the views of all, without what depends on the version alone."""
    return [msgspec.json.encode(snapshot.view(seat)) for seat in (None, 0, 1, 2)]


# What becomes of it


def test_a_move_is_taken_back_when_all_other_people_consent() -> None:
    recording = begun()
    before = recording.now
    recording.act(1, TakePile(1), AT + 1_000)
    recording.do(ProposeTakeBack(BEN), AT + 2_000)

    assert recording.entries[-1].event == TakeBackProposed(1, before.version, AT + 2_000 + PROPOSAL_MS, at=AT + 2_000)
    recording.do(answer(recording, ADA, consents=True), AT + 3_000)
    assert recording.entries[-1].event == TakeBackAnswered(0, consents=True, at=AT + 3_000)
    recording.do(answer(recording, CLEO, consents=True), AT + 4_000)

    assert recording.entries[-1].event == MoveTakenBack(1, before.version, at=AT + 4_000)
    now = recording.now
    assert what_is_seen(now) == what_is_seen(before)
    assert (now.state, now.table.proposal, now.last_move, now.moves) == (before.state, None, None, 1)
    check_rules(recording.entries)
    check_chain(GAME, recording.entries, recording.hashes())


def test_what_was_done_stays_in_the_log_and_the_game_goes_on() -> None:
    recording = asked()
    for player in (ADA, CLEO):
        recording.do(answer(recording, player, consents=True), AT + 3_000)
    recording.act(1, DrawStock(), AT + 4_000)

    kinds = [entry.event.__struct_config__.tag for entry in recording.entries[-6:]]
    assert kinds == [
        "pile_taken",
        "take_back_proposed",
        "take_back_answered",
        "take_back_answered",
        "move_taken_back",
        "cards_drawn",
    ]
    check_rules(recording.entries)


def test_a_player_who_plays_with_house_players_alone_takes_it_back_at_once() -> None:
    recording = taken(0, 2)

    events = table.decide(recording.now, ProposeTakeBack(BEN), AT + 2_000)

    assert [type(event) for event in events] == [TakeBackProposed, MoveTakenBack]


def test_one_who_declines_ends_it_and_it_is_asked_for_once() -> None:
    recording = asked()
    recording.do(answer(recording, ADA, consents=True), AT + 3_000)
    recording.do(answer(recording, ADA, consents=False), AT + 3_000)

    assert recording.now.table.proposal is None
    assert recording.now.state.pile == ()
    assert may_take_back(recording.now) is None
    refused("nothing_to_take_back", recording.now, ProposeTakeBack(BEN), AT + 4_000)


def test_a_player_who_has_asked_withdraws() -> None:
    recording = asked()
    recording.do(answer(recording, BEN, consents=False), AT + 3_000)

    assert recording.entries[-1].event == TakeBackWithdrawn(1, at=AT + 3_000)
    assert recording.now.table.proposal is None


def test_nobody_has_to_answer_for_it_lapses() -> None:
    recording = asked()
    over = AT + 2_000 + PROPOSAL_MS
    assert timedelta(minutes=1) == timedelta(milliseconds=PROPOSAL_MS)

    waiting = recording.now
    assert waiting.due == waiting.due_by(over) == over
    assert waiting.due_by(over - 1) is None
    recording.do(table.Tick(), over)
    assert recording.entries[-1].event == TakeBackExpired(1, at=over)
    assert recording.now.due is None
    check_rules(recording.entries)


def test_a_move_of_anybody_ends_it() -> None:
    recording = asked()
    proposal = answer(recording, ADA, consents=True)
    recording.act(1, offers(recording, 1)[0], AT + 3_000)

    assert recording.now.table.proposal is None
    refused("take_back_over", recording.now, proposal, AT + 3_000)


def test_consent_to_an_earlier_proposal_does_not_count_for_the_one_that_stands() -> None:
    recording = asked()
    proposal = answer(recording, ADA, consents=True)
    earlier = replace(proposal, proposal=proposal.proposal - 1)

    refused("take_back_over", recording.now, earlier, AT + 3_000)


def test_a_decision_whose_time_is_over_ends_it() -> None:
    recording = asked(turn_limit_ms=LIMIT)
    recording.do(table.Tick(), AT + 1_000 + LIMIT)

    assert isinstance(recording.entries[-2].event, DecisionLapsed)
    assert recording.now.table.proposal is None
    assert may_take_back(recording.now) is None


def test_the_end_of_the_table_ends_it() -> None:
    recording = asked()
    recording.do(table.AbortByOperator(STRANGER), AT + 3_000)

    assert recording.now.table.proposal is None
    refused("game_over", recording.now, ProposeTakeBack(BEN), AT + 4_000)


# Time


def test_after_a_take_back_the_time_of_all_begins_again_and_used_reserve_stays_used() -> None:
    recording = begun(turn_limit_ms=LIMIT, reserve_ms=5_000)
    first = recording.now.decision_id(1)
    at = AT + LIMIT + 2_000
    recording.act(1, TakePile(1), at)
    second = recording.now.decision_id(1)
    recording.do(ProposeTakeBack(BEN), at + 1)
    for player in (ADA, CLEO):
        recording.do(answer(recording, player, consents=True), at + 500)

    now = recording.now
    assert now.table.places[1].reserve_ms == 3_000
    assert now.deadline(1) == at + 500 + LIMIT + 3_000
    assert now.decision_id(1) not in {first, second}
    for old in (first, second):
        refused("decision_over", now, MakeMove(BEN, TakePile(1), old), at + 600)
    refused("stale_version", now, MakeMove(BEN, TakePile(1), None, now.version - 1), at + 600)


def test_the_clock_of_a_game_stands_still_from_the_move_until_it_is_taken_back() -> None:
    recording = begun(game="honors_3", options={"players": 4, "opening_ms": 0})
    recording.do(table.TakeSeat(STRANGER, 3), AT)
    before = recording.now.state
    recording.act(1, CallOff(on=True), AT + 1_000)
    recording.do(ProposeTakeBack(BEN), AT + 2_000)
    for player in (ADA, CLEO, STRANGER):
        recording.do(answer(recording, player, consents=True), AT + 3_000)

    now = recording.now.state
    assert (now.stall_at, now.ends_at) == (before.stall_at + 2_000, before.ends_at + 2_000)


# House players


def test_what_house_players_have_done_since_is_taken_back_as_well() -> None:
    recording = begun(0, 2, game="honors_3", options={"players": 4})
    recording.do(table.TakeSeat(STRANGER, 3), AT)
    opened = recording.now.rules.due(recording.now.state)
    assert opened is not None
    recording.do(table.Tick(), opened)
    before = recording.now
    recording.act(1, CallOff(on=True), opened + 1)
    recording.act(0, CallOff(on=True), opened + 2)
    assert may_take_back(recording.now) is not None
    recording.do(ProposeTakeBack(BEN), opened + 3)
    recording.do(answer(recording, STRANGER, consents=True), opened + 4)

    assert recording.now.state.calls == before.state.calls == ()
    check_rules(recording.entries)


def test_house_players_wait_for_the_people() -> None:
    recording = begun(0, game="honors_3", options={"players": 4, "opening_ms": 0})
    recording.do(table.TakeSeat(STRANGER, 3), AT)
    recording.act(1, CallOff(on=True), AT + 1)
    decision = recording.now.decision_id(0)
    assert list(recording.now.house_seats_to_act) == [0]
    recording.do(ProposeTakeBack(BEN), AT + 2)

    assert list(recording.now.house_seats_to_act) == []
    house = MakeHouseMove(0, "random", CallOff(on=True), decision)
    refused("decision_over", recording.now, house, AT + 3)
    recording.do(answer(recording, CLEO, consents=False), AT + 4)
    assert list(recording.now.house_seats_to_act) == [0]


def test_III_U13_the_number_of_an_offer_that_was_taken_back_is_not_given_again() -> None:
    recording = begun(game="honors_3", options={"players": 4})
    recording.do(table.TakeSeat(STRANGER, 3), AT)
    for number, seat in enumerate((1, 2), start=1):
        recording.act(seat, Offer(card_of(recording, seat)), AT + number)
        assert recording.now.state.offers[-1].offer == number
    recording.do(ProposeTakeBack(CLEO), AT + 10)
    for player in (ADA, BEN, STRANGER):
        recording.do(answer(recording, player, consents=True), AT + 11)

    recording.act(0, Offer(card_of(recording, 0)), AT + 12)

    assert [(each.offer, each.seat) for each in recording.now.state.offers] == [(1, 1), (3, 0)]
    refused("offer_closed", recording.now, MakeMove(BEN, Accept(card_of(recording, 1), 2)), AT + 13)
    check_rules(recording.entries)


# What is not taken back


def test_a_move_that_has_shown_a_card_stands() -> None:
    recording = begun()
    recording.act(1, DrawStock(), AT + 1)

    refused("already_shown", recording.now, ProposeTakeBack(BEN), AT + 2)
    assert header(GAME, recording.now).take_back.seat is None  # type: ignore[union-attr]


def test_what_shows_a_card_though_it_does_not_say_so_stands() -> None:
    recording = taken()
    last = recording.now.last_move
    assert last is not None
    draw = begun()
    draw.act(1, DrawStock(), AT + 1)
    overlooked = replace(recording.now, state=draw.now.state)

    assert may_take_back(recording.now) == last
    assert may_take_back(overlooked) is None
    refused("already_shown", overlooked, ProposeTakeBack(BEN), AT + 2_000)


def test_only_the_last_move_of_all_people_is_taken_back() -> None:
    recording = begun(game="honors_3", options={"players": 4, "opening_ms": 0})
    recording.do(table.TakeSeat(STRANGER, 3), AT)
    recording.act(1, CallOff(on=True), AT + 1)
    recording.act(2, CallOff(on=True), AT + 2)

    refused("nothing_to_take_back", recording.now, ProposeTakeBack(BEN), AT + 3)
    assert may_take_back(recording.now) == recording.now.last_move
    assert header(GAME, recording.now).take_back.seat == 2  # type: ignore[union-attr]


def test_a_game_comes_to_its_end_however_often_moves_are_taken_back() -> None:
    recording = begun()
    for at in range(AT, AT + MOST_TAKEN_BACK):
        recording.act(1, TakePile(1), at)
        recording.do(ProposeTakeBack(BEN), at)
        for player in (ADA, CLEO):
            recording.do(answer(recording, player, True), at)
    recording.act(1, TakePile(1), AT + MOST_TAKEN_BACK)

    refused("nothing_to_take_back", recording.now, ProposeTakeBack(BEN), AT + 2_000)
    assert may_take_back(recording.now) is None


def test_nothing_is_taken_back_where_the_table_does_not_say_so() -> None:
    recording = Recording()
    recording.do(opening("honors_2", options={"players": 3, **OPTIONS}, auto_start=True), AT)
    for seat, player in enumerate(PLAYERS):
        recording.do(table.TakeSeat(player, seat), AT)
    recording.act(1, TakePile(1), AT + 1)

    assert recording.now.last_move is None
    assert "take_back" not in msgspec.to_builtins(header(GAME, recording.now))
    refused("no_take_backs", recording.now, ProposeTakeBack(BEN), AT + 2)


def test_a_game_with_take_backs_is_not_rated() -> None:
    assert not begun().now.table.rated
    assert not header(GAME, begun().now).rated


# What is told


def test_the_table_tells_who_may_ask_who_has_asked_and_who_has_consented() -> None:
    recording = taken()
    assert msgspec.to_builtins(header(GAME, recording.now).take_back) == {"seat": 1, "asked": None}
    recording.do(ProposeTakeBack(BEN), AT + 2_000)
    recording.do(answer(recording, CLEO, consents=True), AT + 3_000)

    version = recording.now.version - 1
    assert msgspec.to_builtins(header(GAME, recording.now).take_back) == {
        "seat": None,
        "asked": {
            "proposal": version,
            "seat": 1,
            "to": version - 2,
            "consented": (2,),
            "awaited": (0,),
            "lapses_at": AT + 2_000 + PROPOSAL_MS,
        },
    }


def test_a_checkpoint_keeps_what_may_be_taken_back() -> None:
    for recording in (taken(), asked()):
        now = recording.now
        kept = msgspec.msgpack.decode(msgspec.msgpack.encode(now), type=snapshot_type(now.rules))

        assert kept.last_move.state == now.last_move.state  # type: ignore[union-attr]
        assert may_take_back(kept) is not None or kept.table.proposal == now.table.proposal
        if now.table.proposal is None:
            assert msgspec.json.encode(table.decide(kept, ProposeTakeBack(BEN), AT + 2_000)) == msgspec.json.encode(
                table.decide(now, ProposeTakeBack(BEN), AT + 2_000)
            )
        assert msgspec.msgpack.encode(kept) == msgspec.msgpack.encode(now)


def test_a_take_back_of_no_move_leaves_the_game_as_it_is() -> None:
    before = begun().now

    assert table.after_event(before, MoveTakenBack(1, 3, at=AT)).state == before.state


def test_a_challenge_that_is_right_or_wrong_stands() -> None:
    recording = begun(options={"challenge_ms": 1_000})
    recording.act(1, TakePile(1), AT + 1)
    discard = next(move for move in offers(recording, 1) if isinstance(move, Discard))
    recording.act(1, discard, AT + 2)
    recording.act(2, Challenge(discard.card), AT + 3)

    refused("already_shown", recording.now, ProposeTakeBack(CLEO), AT + 4)


FREE, STRICT = {"take_rule": "free"}, {"take_rule": "play_wished"}
CARDS = ("A-1", "A-2")


@pytest.mark.parametrize(
    ("event", "options", "stands"),
    [
        (honors_2.PileTaken(0, CARDS, at=AT), FREE, False),
        (honors_2.PileTaken(0, CARDS, at=AT), STRICT, True),
        (honors_2.PileTaken(0, CARDS[:1], at=AT), STRICT, False),
        (honors_2.ChallengeWaived(0, "A-1", at=AT), STRICT, False),
        (honors_2.CardsLaid(0, CARDS, at=AT), STRICT, True),
    ],
)
def test_open_cards_of_the_pile_stand_where_they_have_to_be_played(
    event: Any, options: dict[str, Any], stands: bool
) -> None:
    snapshot = begun(options=options).now

    assert snapshot.rules.stands(event, snapshot.state) == stands


@pytest.mark.parametrize(
    ("game", "event", "stands"),
    [
        ("friendlier_than_thou", friendlier.ProposalMade(0, 1, at=AT), False),
        ("friendlier_than_thou", friendlier.TrickDisplayed(0, "AS", 3, at=AT), True),
        ("friendlier_than_thou", friendlier.CardsLaidAside(0, 1, at=AT), True),
        ("friendlier_than_thou", friendlier.SoMovedSaid(0, AT, at=AT), True),
        ("literature", literature.TurnPassed(0, 2, at=AT), False),
        ("literature", literature.CountReported(0, 1, 8, at=AT), True),
        ("honors_3", honors_3.OfferMade(1, 0, 2, None, at=AT), False),
        ("honors_3", honors_3.SeatWentOut(0, at=AT), True),
        ("medieval_mastery", medieval.LayoutBuilt(0, (), (), (), (), (), (), 0, at=AT), False),
        ("medieval_mastery", medieval.LayoutBuilt(0, (), (), CARDS, (), (), (), 0, at=AT), True),
        ("pursuit_of_happiness", pursuit.AttackAnswered(0, (), 0, 3, at=AT), False),
        ("pursuit_of_happiness", pursuit.AttackAnswered(0, (pursuit.PlayedDefence("2C", 1, 2, 2),), 2, 1, at=AT), True),
        ("pursuit_of_happiness", pursuit.RemnantDiscarded(0, 1, ("2C",), at=AT), False),
        ("pursuit_of_happiness", pursuit.TurnLapsed(0, at=AT), True),
        ("honors_1", honors_1.SeatWentOut(0, at=AT), True),
    ],
)
def test_what_the_rules_of_a_game_let_be_taken_back(game: str, event: Any, stands: bool) -> None:
    assert GAMES[game].stands(event, None) == stands


def test_a_fork_goes_on_from_a_move_that_was_taken_back() -> None:
    recording = asked()
    for player in (ADA, CLEO):
        recording.do(answer(recording, player, consents=True), AT + 3_000)
    version = recording.now.version - 4
    then, hashes = recording.snapshots[version - 1], recording.hashes()
    command = table.fork(GAME, then, hashes[version - 1], ADA, ("random", "me", "random"))

    assert recording.entries[version - 1].event.__struct_config__.tag == "pile_taken"
    check_origin(command, GAME, recording.entries, hashes)
    fork = Recording()
    fork.do(command, AT + 5_000)
    assert fork.now.view(1).hand == then.view(1).hand
    assert may_take_back(fork.now) is None
    check_rules(fork.entries)


def test_a_record_with_take_backs_proves_itself_and_not_with_another_one() -> None:
    recording = asked()
    for player in (ADA, CLEO):
        recording.do(answer(recording, player, consents=True), AT + 3_000)
    recording.do(table.AbortByOperator(ADA), AT + 4_000)
    record = recording.record()

    assert check(record, SIGNER.public_key).moves == 1
    for index, entry in enumerate(recording.entries):
        if isinstance(entry.event, MoveTakenBack):
            forged = replace(entry, event=replace(entry.event, to=entry.event.to - 1))
            entries = [*recording.entries[:index], forged, *recording.entries[index + 1 :]]
            with pytest.raises(RecordBroken, match="move_taken_back"):
                check(sealed(entries, recording.now), SIGNER.public_key)
