"""Whole tournaments: drafts are proposed, tables have random results, and the standings follow from the events."""

import random
from typing import Any

import pytest

from domain.tournament import Tournament, commands
from domain.tournament.contenders import round_to_pair, scored
from domain.tournament.pairing import propose
from domain.tournament.standings import standings
from domain.tournament.types import Draft
from tests.domain.tournament.tournaments import DIRECTOR, PLAYERS, finished, noted, publishing, started, then


def proposed(tournament: Tournament) -> Draft:
    """Return the proposal for the next round."""
    return propose(round_to_pair(tournament))


def round_played(tournament: Tournament, dice: random.Random) -> Tournament:
    """Return the tournament after a round that was proposed as it is, with random winners."""
    tournament = then(tournament, commands.DraftRound(DIRECTOR, proposed(tournament)))
    tournament = then(tournament, publishing(tournament))
    tournament = then(tournament, commands.StartRound(len(tournament.rounds)))
    tables = tournament.rounds[-1].tables
    for place in dice.sample(range(len(tables)), len(tables)):
        tournament = noted(tournament, place, winner=dice.randrange(len(tables[place].seats)))
    return tournament


@pytest.mark.parametrize(
    ("players", "seating"),
    [
        (13, {"format": "swiss", "rounds": 4}),
        (13, {"format": "swiss", "rounds": 4, "places": 4, "sizes": [3, 5]}),
        (7, {"format": "round_robin", "rounds": 7}),
        (12, {"format": "groups", "rounds": 5, "groups": 3, "advance": 2, "final_rounds": 2}),
        (13, {"format": "knockout", "rounds": 4}),
    ],
    ids=lambda value: value["format"] if isinstance(value, dict) else None,
)
@pytest.mark.parametrize("seed", range(3))
def test_what_is_proposed_is_accepted_in_every_round(players: int, seating: dict[str, Any], seed: int) -> None:
    dice = random.Random(seed)
    tournament = started(players, seating=seating)

    for _ in range(seating["rounds"]):
        tournament = round_played(tournament, dice)
        if seating["format"] == "swiss" and tournament.entered > 9:
            leaving = dice.choice([each.id for each in tournament.entrants.values() if each.state == "entered"])
            tournament = then(tournament, commands.Withdraw(leaving, leaving))

    rows = standings(tuple(PLAYERS[:players]), scored(tournament), tournament.settings.tie_breaks)
    assert {row.entrant for row in rows} == set(PLAYERS[:players])
    assert rows[0].points >= rows[-1].points
    assert finished(tournament).due is not None
