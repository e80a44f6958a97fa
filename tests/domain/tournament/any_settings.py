"""Tournaments of any settings that are accepted, in any game, played to their end with invented results."""

from contextlib import suppress
from typing import Any

from domain import GAMES
from domain.game import Refused
from domain.table import Command
from domain.tournament import Tournament, commands, decide
from domain.tournament.results import plays_together
from domain.tournament.settings import NewEntrant
from domain.tournament.types import Draft, TableResult
from tests.domain.playout import Dice
from tests.domain.tournament.test_whole import proposed
from tests.domain.tournament.tournaments import (
    AT,
    DIRECTOR,
    HASH,
    MINUTE,
    TEAMS,
    announcing,
    draft,
    player,
    table_id,
    team,
)

FORMATS = ("swiss", "round_robin", "groups", "knockout", "manual")
SCORINGS = ("matchpoints", "rank_points", "difference", "joint", "points")
TIE_BREAKS = ("head_to_head", "buchholz", "sonneborn_berger", "best_deals", "wins", "difference", "fewest_byes")
TRIES = 200


def any_settings(dice: Dice) -> dict[str, Any]:
    """Return settings, each of which is right by itself."""
    game = dice.pick(tuple(GAMES))
    form = dice.pick(FORMATS)
    of_groups = form == "groups" or not dice.below(8)
    return {
        "game": game,
        "seating": {
            "format": form,
            "rounds": 1 + dice.below(5),
            "places": dice.pick((1, 2, 2, 2, *GAMES[game].players)),
            "sizes": [1 + dice.below(6) for _ in range(dice.below(2))],
            "groups": 1 + dice.below(3) if of_groups else 1,
            "advance": 1 + dice.below(3) if of_groups or form == "knockout" else 1,
            "final_rounds": 1 + dice.below(2) if of_groups else 1,
        },
        "team_size": dice.pick((1, 1, 1, 2, 3, 4)),
        "duplicate": bool(dice.below(2)),
        "exchanged_seats": not dice.below(4),
        "scoring": "joint" if plays_together(game) and dice.below(8) else dice.pick(SCORINGS),
        "tie_breaks": [dice.pick(TIE_BREAKS) for _ in range(dice.below(2))],
        "bye_points": dice.pick((0, 0, 5_000, -1)),
        "late_entries": dice.pick((None, {"until_round": 1 + dice.below(3)})),
        "limit": dice.pick((6, 24, 100, 500)),
        "check_in_ms": dice.pick((None, MINUTE, MINUTE, 0)),
        "check_in_each_round": bool(dice.below(2)),
        "correction_ms": dice.pick((0, MINUTE)),
        "drafting": dice.pick(("by_staff", "at_once")),
    }


def accepted(dice: Dice) -> commands.Announce:
    """Return the announcement of a tournament with any settings that go together."""
    for _ in range(TRIES):
        command = announcing(**any_settings(dice))
        with suppress(Refused):
            decide(None, command, AT)
            return command
    return announcing()


def coming(command: commands.Announce, dice: Dice) -> tuple[NewEntrant, ...]:
    """Return those who enter: as many as it takes, or some more."""
    settings = command.settings
    count = min(settings.least_entrants + dice.below(6), settings.limit, len(TEAMS))
    if settings.of_players:
        return tuple([player(number) for number in range(count)])
    return tuple([team(number, settings.members) for number in range(count)])


def checking_in(tournament: Tournament) -> list[Command]:
    """Return the commands of a check-in to which all come who have not withdrawn."""
    entrants = tournament.entrants.values()
    there = [commands.CheckIn(DIRECTOR, each.id) for each in entrants if each.state != "withdrawn"]
    return [commands.OpenCheckIn(DIRECTOR), *there]


def next_round(tournament: Tournament) -> Draft:
    """Return the round that is played next; without tables, if there is none any more."""
    settings = tournament.settings
    return draft(tournament, settings.sizes[0]) if settings.seating.format == "manual" else proposed(tournament)


def publication(tournament: Tournament, following: Draft) -> Command:
    """Return the command that drafts and publishes a round without the staff."""
    needed = len(following.tables) * tournament.settings.tables_of_a_match
    first = 100 * following.round
    return commands.NextRound(following, tuple(table_id(first + number) for number in range(needed)))


def invented(tournament: Tournament, dice: Dice) -> list[Command]:
    """Return a result for each table of the round that is played, in any order."""
    assert tournament.round is not None
    return [
        commands.NoteResult(table=table.id, result=result_of(tournament, len(table.seats), dice), version=5, hash=HASH)
        for table in dice.shuffled(tournament.round.tables)
    ]


def result_of(tournament: Tournament, seats: int, dice: Dice) -> TableResult:
    """Return the result of a game: of one deal or two; where all play together, the same for all."""
    together = plays_together(tournament.settings.game)
    deals = tuple(
        (dice.below(9),) * seats if together else tuple(dice.below(9) - 3 for _ in range(seats))
        for _ in range(1 + dice.below(2))
    )
    points = tuple(map(sum, zip(*deals, strict=True)))
    winners = tuple(seat for seat, had in enumerate(points) if had == max(points))
    return TableResult(deals=deals, points=points, winners=winners)
