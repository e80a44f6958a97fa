"""Tables of a tournament: it gives the seats away, starts and ends the game, and several may have one deal."""

from typing import Any
from uuid import UUID

import pytest
from msgspec import UNSET

from domain import table
from domain.fairness import commitment
from domain.game import Refused
from domain.table import (
    HOUSE_PLAYERS,
    AbortByOperator,
    AssignSeat,
    MakeMove,
    SeatTaken,
    Snapshot,
    StartGame,
    TableAborted,
    TakeSeat,
    Tick,
    deck_digest,
    shared_deal_digest,
)
from projections.feed import seen_by
from projections.header import header
from tests.domain.tables import ADA, BEN, CLEO, GUEST, OF_TOURNAMENT, STRANGER, after, opened
from tests.recording import AT, SECRET

PLACE = OF_TOURNAMENT["tournament"]
HOUSES = UUID(int=801), UUID(int=802)


def of_tournament(**given: Any) -> Snapshot:
    return opened(**OF_TOURNAMENT, **given)


def full(**given: Any) -> Snapshot:
    """Return a table with a person, and two house players that are entrants of their own."""
    snapshot = of_tournament(**given)
    for command in (AssignSeat(ADA, BEN, 0), *(AssignSeat(ADA, HOUSES[n], n + 1, "random") for n in range(2))):
        snapshot = after(snapshot, table.decide(snapshot, command, AT))
    return snapshot


def playing(**given: Any) -> Snapshot:
    snapshot = full(**given)
    return after(snapshot, table.decide(snapshot, StartGame(ADA), AT))


def test_a_table_says_whose_it_is() -> None:
    snapshot = of_tournament(shares_deal=True)

    assert snapshot.table.tournament == PLACE
    assert header(UUID(int=1), snapshot).tournament == PLACE
    assert header(UUID(int=1), opened()).tournament is None


def test_the_opening_of_any_other_table_is_as_it_was() -> None:
    (event,) = table.decide(None, table.OpenTable(player=ADA, game="honors_4", secret=SECRET.hex()), AT)

    assert b"tournament" not in table.canonical(event)
    assert b"shares_deal" not in table.canonical(event)


def test_a_shared_deal_stands_for_all_decks_that_come_from_one_secret() -> None:
    shared, alone = of_tournament(shares_deal=True).table, of_tournament().table

    assert shared.deck_digests == (shared_deal_digest(commitment(SECRET)).hex(),)
    assert shared.has_known_decks
    assert alone.deck_digests == ()
    assert not alone.has_known_decks


def test_given_decks_count_beside_a_shared_deal() -> None:
    snapshot = of_tournament(shares_deal=True)
    deck = snapshot.rules.deck

    both = of_tournament(shares_deal=True, decks=(tuple(deck),)).table

    assert both.deck_digests == (deck_digest(deck).hex(), *snapshot.table.deck_digests)


def test_all_tables_with_one_secret_have_the_same_cards_whoever_sits_there() -> None:
    one, other = playing(), of_tournament()
    for seat, guest in enumerate((GUEST, STRANGER, CLEO)):
        other = after(other, table.decide(other, AssignSeat(ADA, guest, seat), AT))
    other = after(other, table.decide(other, StartGame(ADA), AT))

    assert one.state == other.state


def test_house_players_have_ids_of_their_own() -> None:
    snapshot = full()

    assert snapshot.table.seats == (BEN, *HOUSES)
    assert [place.house for place in snapshot.table.places] == [None, "random", "random"]
    assert not set(HOUSES) & set(HOUSE_PLAYERS.values())


def test_somebody_plays_on_for_a_player_with_the_same_cards() -> None:
    snapshot = playing(settings={"turn_limit_ms": 10_000, "reserve_ms": 500})
    (event,) = table.decide(snapshot, AssignSeat(ADA, CLEO, 0), AT + 5)
    later = after(snapshot, (event,))

    assert event == SeatTaken(0, CLEO, None, UNSET, at=AT + 5)
    assert later.table.seats == (CLEO, *HOUSES)
    assert later.state == snapshot.state
    assert later.chance().entropy == snapshot.chance().entropy
    assert later.deadline(1) == snapshot.deadline(1)


def test_a_player_for_whom_somebody_plays_on_takes_no_other_seat_of_the_table() -> None:
    replaced = after(playing(), table.decide(playing(), AssignSeat(ADA, CLEO, 0), AT))

    with pytest.raises(Refused) as refusal:
        table.decide(replaced, AssignSeat(ADA, BEN, 1), AT)

    assert refusal.value.code == "has_seen_cards"


def test_a_player_who_gives_a_seat_up_before_the_deal_may_take_another_one() -> None:
    moved = full()
    for command in (AssignSeat(ADA, CLEO, 0), AssignSeat(ADA, BEN, 1)):
        moved = after(moved, table.decide(moved, command, AT))

    assert moved.table.seats == (CLEO, BEN, HOUSES[1])


def test_a_player_who_plays_on_for_an_absent_player_is_there() -> None:
    snapshot = after(playing(), (table.SeatAbsent(0, at=AT), table.HouseTookOver(0, "random", at=AT)))

    place = after(snapshot, table.decide(snapshot, AssignSeat(ADA, CLEO, 0), AT)).table.places[0]

    assert (place.player, place.house, place.absent) == (CLEO, None, False)


def test_a_player_of_a_tournament_takes_their_seat_back_from_the_house() -> None:
    snapshot = after(playing(), (table.HouseTookOver(0, "random", at=AT),))

    assert table.decide(snapshot, TakeSeat(BEN), AT) == (table.SeatTakenBack(0, BEN, at=AT),)


def came(snapshot: Snapshot) -> list[bool]:
    """Return by seat who has come to the table."""
    return [place.came for place in snapshot.table.places]


def test_a_player_of_a_tournament_takes_the_seat_that_they_were_given_to_show_that_they_are_there() -> None:
    snapshot = playing()
    there = after(snapshot, table.decide(snapshot, TakeSeat(BEN, 0), AT))

    assert (came(snapshot), came(there)) == ([False] * 3, [True, False, False])
    with pytest.raises(Refused) as refusal:
        table.decide(there, TakeSeat(BEN, 0), AT)
    assert refusal.value.code == "already_seated"


def test_who_plays_on_for_a_player_who_was_there_takes_the_seat_to_show_that_they_are_there_too() -> None:
    snapshot = playing()
    there = after(snapshot, table.decide(snapshot, TakeSeat(BEN), AT))
    given = after(there, table.decide(there, AssignSeat(ADA, CLEO, 0), AT))

    assert not came(given)[0]
    assert table.decide(given, TakeSeat(CLEO), AT) == (table.SeatTakenBack(0, CLEO, at=AT),)


def test_a_player_who_has_moved_has_come_and_one_who_lets_a_decision_lapse_has_not() -> None:
    snapshot = playing(settings={"turn_limit_ms": 10_000})
    (seat,) = snapshot.to_act
    snapshot = after(snapshot, table.decide(snapshot, AssignSeat(ADA, CLEO, seat), AT))
    lapsed = after(snapshot, table.decide(snapshot, Tick(), AT + 10_000))
    decision, player = snapshot.offered(seat), snapshot.table.seats[seat]
    assert decision is not None
    assert player is not None
    moved = after(snapshot, table.decide(snapshot, MakeMove(player, decision.moves[0]), AT), seat)

    assert lapsed.table.places[seat].acted is not None
    assert not came(lapsed)[seat]
    assert came(moved)[seat]


@pytest.mark.parametrize(("player", "why"), [(ADA, "tournament"), (STRANGER, "operator")])
def test_the_tournament_ends_a_table(player: UUID, why: str) -> None:
    (event,) = table.decide(playing(), AbortByOperator(player), AT)

    assert isinstance(event, TableAborted)
    assert (event.by, event.why) == (player, why)


def test_a_table_of_a_tournament_tells_how_it_goes() -> None:
    snapshot = of_tournament()
    (opening,) = table.decide(
        None, table.OpenTable(player=ADA, game="honors_4", secret=SECRET.hex(), tournament=PLACE), AT
    )
    (ended,) = table.decide(snapshot, AbortByOperator(ADA), AT)
    told = [
        seen_by(None, [(table.Entry(number, number, None, None, None, event), snapshot)])[0].message.text
        for number, event in enumerate((opening, ended), start=1)
    ]

    assert told[0].startswith("Table 3 of round 2 of a tournament is open for Honors No. IV with 3 seats")
    assert told[1] == "The tournament ends the table without a result."
