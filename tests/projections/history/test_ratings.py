"""Ratings: which games move them, by how much, and that the history alone gives them again."""

import random
from collections.abc import Iterable, Sequence
from uuid import UUID

import msgspec
import pytest
from openskill.models import PlackettLuce

from projections.history import Rows
from projections.history.ratings import (
    FEWEST_GAMES,
    MU,
    SIGMA,
    SUREST_SIGMA,
    Rating,
    RatingChange,
    RatingKey,
    ratings_after,
)
from tests.projections.history import made
from tests.projections.history.made import ADA, BEN, BOT, CY, DEE, ENTRANT, EVE, FAY, HOUSE, aborted, game

PEOPLE = [ADA, BEN, CY, DEE, EVE, FAY]


def rated(games: Iterable[Rows]) -> tuple[dict[RatingKey, Rating], list[RatingChange]]:
    known: dict[RatingKey, Rating] = {}
    changes: list[RatingChange] = []
    for rows in games:
        changed, caused = ratings_after(known, rows)
        known |= changed
        changes += caused
    return known, changes


def season(seed: int, games: int) -> list[Rows]:
    """Return games of all kinds: of two to six, of two teams, with ties, and those that do not count."""
    dice = random.Random(seed)
    found = []
    for number in range(1, games + 1):
        players = dice.sample(PEOPLE, dice.randint(2, 6))
        teams = [seat % 2 for seat in range(len(players))] if len(players) % 2 == 0 and dice.random() < 0.4 else None
        places = [dice.randint(1, 3) for _ in players]
        if teams is not None:
            places = [places[team] for team in teams]
        outcomes = "".join(map(str, places))
        found.append(game(players, outcomes, teams=teams, number=number, rated=dice.random() < 0.9))
    return found


def test_the_winner_gains_what_the_library_says() -> None:
    model = PlackettLuce()
    [[winner], [loser]] = model.rate([[model.rating()], [model.rating()]], ranks=[1, 2])

    known, changes = rated([game([BEN, ADA], "21", number=7)])

    assert (known[ADA, "literature"].mu, known[ADA, "literature"].sigma) == (winner.mu, winner.sigma)
    assert (known[BEN, "literature"].mu, known[BEN, "literature"].sigma) == (loser.mu, loser.sigma)
    assert changes[1] == RatingChange(
        number=7,
        table_id=made.table_of(7),
        player=ADA,
        game="literature",
        games=1,
        mu_before=MU,
        sigma_before=SIGMA,
        mu=winner.mu,
        sigma=winner.sigma,
    )


def by_hand(games: Sequence[Rows]) -> dict[UUID, tuple[float, float]]:
    """Return the ratings after some games, by calls of the library and nothing else."""
    model = PlackettLuce()
    known = {player: model.rating() for player in PEOPLE}
    for rows in games:
        if not rows.game.rated:
            continue
        order = list(dict.fromkeys([seat.seat if seat.team is None else -1 - seat.team for seat in rows.seats]))
        sides = [
            [s for s in rows.seats if s.seat == key or (s.team is not None and -1 - s.team == key)] for key in order
        ]
        teams = [[known[PEOPLE[PEOPLE.index(seat.player or ADA)]] for seat in side] for side in sides]
        given = model.rate(teams, ranks=[float(side[0].place or 0) for side in sides])
        for side, results in zip(sides, given, strict=True):
            known |= {seat.player or ADA: result for seat, result in zip(side, results, strict=True)}
    return {player: (rating.mu, rating.sigma) for player, rating in known.items()}


def test_a_season_of_teams_ties_and_any_number_of_players_is_rated_as_by_hand() -> None:
    games = season(3, 120)

    known, _ = rated(games)

    assert {player: (each.mu, each.sigma) for (player, _), each in known.items()} == by_hand(games)


def test_the_same_history_gives_the_same_ratings_to_the_byte() -> None:
    first, again = (msgspec.json.encode([*rated(season(5, 60))[0].values()]) for _ in range(2))

    assert first == again


def test_changes_lead_from_the_beginning_to_the_rating_without_a_gap() -> None:
    known, changes = rated(season(11, 60))

    for player in PEOPLE:
        own = [change for change in changes if change.player == player]
        ends = [(MU, SIGMA), *[(change.mu, change.sigma) for change in own]]
        assert [(change.mu_before, change.sigma_before) for change in own] == ends[:-1]
        assert (known[player, "literature"].mu, known[player, "literature"].sigma) == ends[-1]
        assert [change.games for change in own] == list(range(1, len(own) + 1))


def test_level_players_of_the_same_rating_stay_level() -> None:
    known, _ = rated([game([ADA, BEN, CY], "==3")])

    assert known[ADA, "literature"].mu == known[BEN, "literature"].mu > MU > known[CY, "literature"].mu


def test_a_team_gains_together() -> None:
    known, _ = rated([game([ADA, BEN, CY, DEE], "1212", teams=[0, 1, 0, 1])])

    mus = [known[player, "literature"].mu for player in (ADA, BEN, CY, DEE)]
    assert mus[0] == mus[2] > MU > mus[1] == mus[3]


@pytest.mark.parametrize(
    "rows",
    [
        game([ADA, BEN], "12", rated=False),
        game([ADA, BEN], "12", for_all=False),
        aborted([ADA, BEN]),
        game([ADA, HOUSE], "12"),
        game([ADA, ENTRANT], "12"),
        game([HOUSE, HOUSE], "12"),
    ],
    ids=[
        "does not count",
        "private",
        "aborted",
        "people and house players",
        "people and a house player of a tournament",
        "a house player against itself",
    ],
)
def test_some_games_move_no_rating(rows: Rows) -> None:
    assert rated([rows]) == ({}, [])


def test_people_and_bots_are_on_one_scale_and_told_apart() -> None:
    known, changes = rated([game([ADA, BOT], "12"), game([BOT, HOUSE], "12", number=2)])

    ada, bot = known[ADA, "literature"], known[BOT, "literature"]
    assert (ada.kind, bot.kind, len(changes)) == ("person", "bot", 2)
    assert ada.mu > MU > bot.mu


def test_a_rating_is_provisional_until_there_are_enough_games_and_it_is_sure_enough() -> None:
    fresh = Rating(player=ADA, game="literature", kind="person", games=FEWEST_GAMES, sigma=SUREST_SIGMA)

    assert not fresh.provisional
    assert msgspec.structs.replace(fresh, games=FEWEST_GAMES - 1).provisional
    assert msgspec.structs.replace(fresh, sigma=SUREST_SIGMA + 0.01).provisional
    assert not msgspec.structs.replace(fresh, sigma=SIGMA, score=3).provisional


def test_the_standing_is_what_the_player_nearly_certainly_reaches() -> None:
    assert Rating(player=ADA, game="literature", kind="person", mu=30.0, sigma=2.0).standing == 24.0


def friendly(players: Sequence[UUID], score: int, band: str | None) -> Rows:
    return game(players, "1" * len(players), teams=[0] * len(players), score=score, band=band, game="friendlier")


def test_where_all_play_together_scores_and_bands_are_kept_instead() -> None:
    games = [friendly([ADA, BEN], 40, "fine"), friendly([ADA, CY], 20, "poor"), friendly([BEN, ADA], 36, "fine")]

    known, changes = rated(games)

    ada = known[ADA, "friendlier"]
    assert (ada.games, ada.score, ada.bands, ada.standing) == (3, 96, {"fine": 2, "poor": 1}, 32.0)
    assert (ada.mu, ada.sigma, changes) == (MU, SIGMA, [])


def test_a_house_player_that_plays_with_itself_has_scored_once() -> None:
    known, _ = rated([friendly([HOUSE, HOUSE], 10, None)])

    assert known[HOUSE, "friendlier"] == Rating(
        player=HOUSE, game="friendlier", kind="house", games=1, score=10, bands={"": 1}
    )
