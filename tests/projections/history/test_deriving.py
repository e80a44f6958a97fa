"""The rows of a game: worked out by hand for small ones, and again in another way for random games of all kinds."""

import json
from collections import Counter
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from domain import GAMES, table
from domain.table import TableSettings, TournamentPlace
from domain.tournament.types import TableResult
from projections.history import Rows, rows_of
from projections.history.deriving import outcome_of, place_of, team_of
from tests.domain.every_game import every_id
from tests.projections.history.games import BOT, LIMIT, OPENING, moves, rows, table_of, to_the_end
from tests.recording import AT, GAME, PLAYERS, Recording, opened, played

START = AT + 1_000


def started(people: int = 3, settings: TableSettings | None = None, **given: Any) -> Recording:
    """Return a game of No. IV for three that has just begun; the first seat that may act opens it."""
    options = {"players": 3, "max_deals": 1, "opener": "any"} | given.pop("options", {})
    recording = table_of("honors_4", people, settings, options=options, **given)
    recording.do(table.StartGame(PLAYERS[0]), START)
    return recording


def called_off(recording: Recording, at: int) -> Rows:
    """Return the rows of a game that an operator has ended."""
    recording.do(table.AbortByOperator(PLAYERS[13]), at)
    return rows(recording)


def test_three_moves_by_hand() -> None:
    recording = moves(started(), [START + 10, START + 25, START + 40])

    got = called_off(recording, START + 100)

    game = msgspec.to_builtins(got.game)
    assert {name: game[name] for name in ("number", "table_id", "game", "status", "reason", "seats", "people")} == {
        "number": 7,
        "table_id": str(GAME),
        "game": "honors_4",
        "status": "aborted",
        "reason": "operator",
        "seats": 3,
        "people": 3,
    }
    assert (got.game.created_at, got.game.started_at, got.game.finished_at) == (AT, START, START + 100)
    assert (got.game.duration_ms, got.game.moves, got.game.deals, got.game.winners) == (100, 3, 1, "[]")
    assert (got.game.deal_kind, got.game.rated, got.game.score, got.game.band) == ("drawn", False, None, None)
    assert got.game.events == len(recording.entries)
    assert got.game.hash == recording.hashes()[-1].hex()
    assert [(each.seat, each.deal, each.phase, each.move_type, each.took_ms) for each in got.decisions] == [
        (0, 0, "opening", "open", 10),
        (0, 1, "draw", "draw_stock", 15),
        (0, 1, "discard", "discard", 15),
    ]
    assert [(each.grade, each.offered, json.loads(each.offered_types)) for each in got.decisions] == [
        ("enumerated", 1, {"open": 1}),
        ("enumerated", 1, {"draw_stock": 1}),
        ("enumerated", 2, {"discard": 2}),
    ]
    assert [(each.moves, each.decision_ms, each.first, each.outcome, each.points) for each in got.seats] == [
        (3, 40, True, "none", None),
        (0, 0, False, "none", None),
        (0, 0, False, "none", None),
    ]


def test_a_table_that_never_began_has_seats_and_no_decisions() -> None:
    recording = opened("honors_4", players=3)
    recording.do(table.TakeSeat(PLAYERS[0]), AT)
    recording.do(table.SeatHouse(PLAYERS[0], "random"), AT)

    got = called_off(recording, AT + 5)

    assert [each.kind for each in got.seats] == ["person", "house", "nobody"]
    assert (got.game.started_at, got.game.duration_ms, got.game.deals, got.game.moves) == (None, None, 0, 0)
    assert (got.game.people, got.game.house, got.decisions) == (1, 1, ())


def test_decisions_that_lapse_say_what_was_done_for_the_seat() -> None:
    settings = TableSettings(turn_limit_ms=LIMIT, defaults_until_absent=1, house_takes_over=True)
    recording = started(2, settings)
    for _ in range(2):
        recording.do(table.Tick(), recording.now.due or 0)

    got = called_off(recording, recording.now.at)

    lapse = got.decisions[0]
    assert (lapse.lapsed, lapse.took_ms, lapse.asked_at, lapse.move_type) == (True, LIMIT, START, "open")
    assert lapse.kind == "person"
    assert [each.lapses for each in got.seats] == [sum(d.seat == seat for d in got.decisions) for seat in range(3)]
    assert got.seats[0].kind == "substituted"  # the house has taken over
    assert got.seats[2].kind == "house"
    assert (got.game.people, got.game.house) == (2, 1)


def test_what_the_house_does_for_an_absent_player_is_a_decision_of_the_house() -> None:
    settings = TableSettings(turn_limit_ms=LIMIT, defaults_until_absent=1, house_takes_over=True)
    recording = started(3, settings)
    recording.do(table.Tick(), recording.now.due or 0)
    seat = recording.now.to_act[0]
    kinds = ["house" if place.house else "person" for place in recording.now.table.places]

    got = called_off(moves(recording, [recording.now.at + 1]), recording.now.at + 2)

    assert (got.decisions[-1].seat, got.decisions[-1].kind) == (seat, kinds[seat])
    assert kinds.count("house") == 1
    assert got.decisions[-1].player == PLAYERS[seat]


def test_a_bot_is_told_from_people_and_house_players_by_its_id() -> None:
    recording = table_of("honors_4", 1, options={"players": 3, "max_deals": 1, "opener": "any"}, bots=1)
    recording.do(table.StartGame(PLAYERS[0]), START)
    while (seat := recording.now.to_act[0]) != 1:
        moves(recording, [recording.now.at + 1])

    got = called_off(moves(recording, [recording.now.at + 1]), recording.now.at + 2)

    assert [each.kind for each in got.seats] == ["person", "bot", "house"]
    assert (got.game.people, got.game.bots, got.game.house) == (1, 1, 1)
    assert (got.decisions[-1].seat, got.decisions[-1].kind, got.decisions[-1].player) == (seat, "bot", BOT)
    assert {each.kind for each in got.decisions if each.seat == 0} == {"person"}


def test_a_seat_of_a_bot_on_which_the_house_plays_counts_for_the_bot() -> None:
    settings = TableSettings(turn_limit_ms=LIMIT, defaults_until_absent=1, house_takes_over=True)
    recording = table_of("honors_4", 1, settings, options={"players": 3, "max_deals": 1, "opener": "any"}, bots=1)
    recording.do(table.StartGame(PLAYERS[0]), START)
    while recording.now.table.places[1].house is None:
        recording.do(table.Tick(), recording.now.due or 0)

    got = called_off(recording, recording.now.at)

    assert [each.kind for each in got.seats] == ["substituted", "substituted", "house"]
    assert (got.game.people, got.game.bots, got.game.house) == (1, 1, 1)


def test_a_games_own_lapses_count_as_the_tables() -> None:
    recording = table_of("pursuit_of_happiness", 2, options={"players": 2, "turn_limit_ms": 5_000})
    recording.do(table.StartGame(PLAYERS[0]), START)
    recording.do(table.Tick(), START + 5_000)

    got = called_off(recording, START + 5_001)

    assert [(each.lapsed, each.took_ms, each.grade, each.offered) for each in got.decisions] == [
        (True, 5_000, "stepwise", None)
    ]
    assert got.decisions[0].move is not None
    assert sum(each.lapses for each in got.seats) == 1


def test_a_chosen_deck_a_fork_and_a_shared_deal_are_told_apart() -> None:
    deck = tuple(GAMES["honors_4"].deck)
    chosen = called_off(started(decks=(deck,)), START + 1)
    place = TournamentPlace(OPENING.table_id, 2, 3)
    shared = called_off(opened_for(place), AT + 2)

    assert (chosen.game.deal_kind, chosen.game.tournament_id, chosen.game.round) == ("given", None, None)
    assert (shared.game.deal_kind, shared.game.tournament_id, shared.game.round) == ("shared", place.id, 2)


def test_games_that_nobody_else_could_watch_are_for_those_who_sat_there_and_those_of_tournaments_for_all() -> None:
    own = [
        called_off(started(), START + 1),
        called_off(started(visibility="private"), START + 1),
        called_off(started(settings=TableSettings(spectators=False)), START + 1),
    ]
    of_tournament = called_off(opened_for(TournamentPlace(OPENING.table_id, 2, 3), visibility="private"), AT + 2)

    assert [each.audience.for_all for each in (*own, of_tournament)] == [True, False, False, True]
    assert {each.audience.concerned for each in own} == {tuple(sorted(PLAYERS[:3]))}


def opened_for(place: TournamentPlace, **given: Any) -> Recording:
    """Return a table of a tournament, which shares its deal."""
    recording = Recording()
    command = replace(
        table.OpenTable(player=place.id, game="honors_4", secret=64 * "0", options={"players": 2}),
        tournament=place,
        shares_deal=True,
        **given,
    )
    recording.do(command, AT)
    return recording


def test_a_fork_does_not_count_though_it_is_finished() -> None:
    game = played("literature", 1)
    middle = game.snapshots[len(game.snapshots) // 2]
    fork = Recording()
    fork.do(table.fork(GAME, middle, bytes(32), PLAYERS[0], ("me", *5 * ("random",))), AT + 10**7)
    while fork.now.table.finished_at is None:
        moves(fork, [fork.now.at + 1])

    got = rows(fork)

    assert (got.game.status, got.game.rated, got.game.fork_of) == ("finished", False, GAME)
    assert got.game.deal_kind == "given"
    assert rows(game).game.rated


def test_what_goes_on_has_no_rows() -> None:
    recording = started()
    history = zip(recording.entries, recording.snapshots, strict=True)
    with pytest.raises(ValueError, match="not over"):
        rows_of(OPENING, history, bytes(32))
    with pytest.raises(ValueError, match="not over"):
        rows_of(OPENING, [], bytes(32))


@pytest.mark.parametrize(
    ("winners", "points", "teams", "success", "outcomes", "places", "sides"),
    [
        ((1,), (3, 9, 9), None, None, ["lost", "won", "lost"], [3, 1, 2], [None] * 3),
        ((0, 1), (9, 9, 2), None, None, ["drawn", "drawn", "lost"], [1, 1, 3], [None] * 3),
        ((0, 2), (5, 3, 5), (0, 1, 0), None, ["won", "lost", "won"], [1, 3, 1], [0, 1, 0]),
        ((), (4, 4), (0, 1), None, ["drawn", "drawn"], [1, 1], [0, 1]),
        ((0, 1), (500, 500), None, "welcomed", ["won", "won"], [1, 1], [0, 0]),
        ((), (90, 90), None, "read_out", ["lost", "lost"], [1, 1], [0, 0]),
    ],
)
def test_outcomes_places_and_teams(  # noqa: PLR0917 - what is given, and what is expected
    winners: tuple[int, ...],
    points: tuple[int, ...],
    teams: tuple[int, ...] | None,
    success: str | None,
    outcomes: list[str],
    places: list[int],
    sides: list[int | None],
) -> None:
    result = TableResult(deals=(points,), points=points, winners=winners, teams=teams, success=success)
    seats = range(len(points))

    assert [outcome_of(result, seat) for seat in seats] == outcomes
    assert [place_of(result, seat) for seat in seats] == places
    assert [team_of(result, seat) for seat in seats] == sides


@pytest.mark.parametrize("seed", [1, 2])
@every_id()
def test_random_games_of_every_kind(game: str, seed: int) -> None:
    recording = played(game, seed)
    got = rows(recording)

    made = [each for each in recording.entries if each.mover is not None]
    assert len([each for each in got.decisions if not each.lapsed]) == len(made)
    assert [each.made_version for each in got.decisions if not each.lapsed] == [each.version for each in made]
    assert [json.loads(each.move or "") for each in got.decisions if not each.lapsed] == [
        json.loads(msgspec.json.encode(each.command))["move"] for each in made
    ]
    for each in got.decisions:
        assert each.version < each.made_version
        assert each.took_ms >= 0
        offered = json.loads(each.offered_types)
        assert each.offered in (None, sum(offered.values()))
        assert offered
    by_seat = Counter(each.seat for each in got.decisions)
    assert [each.decisions for each in got.seats] == [by_seat[seat] for seat in range(len(got.seats))]
    assert sum(each.first for each in got.seats) == 1
    assert (got.game.status, got.game.people, got.game.house) == ("finished", len(got.seats), 0)
    assert [each.seat for each in got.seats if each.outcome == "won"] in (json.loads(got.game.winners), [])
    assert (got.game.score is None) == (got.game.band is None) == (game != "friendlier_than_thou")
    assert all(each.points is not None and each.place is not None for each in got.seats)


def test_the_same_entries_give_the_same_rows() -> None:
    recording = played("literature", 3)
    assert rows(recording) == rows(recording)


@every_id()
def test_games_in_which_nobody_does_anything(game: str) -> None:
    recording = table_of(game, 0, TableSettings(turn_limit_ms=LIMIT), options={"players": GAMES[game].players[0]})
    recording.do(table.StartGame(PLAYERS[0]), START)
    for _ in range(20):
        if recording.now.due is not None:
            recording.do(table.Tick(), recording.now.due)

    got = called_off(recording, recording.now.at) if recording.now.going_on else rows(recording)

    lapses = [each for each in recording.entries if str(each.event.__struct_config__.tag).endswith("_lapsed")]
    assert len(got.decisions) == sum(hasattr(each.event, "seat") for each in lapses)
    assert all(each.lapsed for each in got.decisions)


def test_moves_that_the_clock_of_the_game_makes_are_moves_of_the_game() -> None:
    recording = table_of("pursuit_of_happiness", 2, options={"players": 2, "turn_limit_ms": LIMIT})
    recording.do(table.StartGame(PLAYERS[0]), START)
    for _ in range(3):
        recording.do(table.Tick(), recording.now.due or 0)

    got = called_off(recording, recording.now.at)

    assert [each.lapsed for each in got.decisions] == [True] * 3
    assert (got.game.moves, sum(each.decisions for each in got.seats)) == (3, 3)


def test_why_the_last_deal_ended_is_the_reason() -> None:
    recording = played("honors_4", 1, players=3, max_deals=2)
    whys = [each.event.why for each in recording.entries if each.event.__struct_config__.tag == "deal_ended"]

    assert rows(recording).game.reason == whys[-1]
    assert rows(recording).game.deals == len(whys)
    assert rows(played("literature", 1)).game.reason == "played_out"
    assert to_the_end(recording).now is recording.now
