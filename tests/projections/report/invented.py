"""Invented answers of all questions, in the form of the real ones: the same each time for the same seed."""

import math
import random
from collections.abc import Mapping, Sequence
from datetime import date, timedelta

from domain import GAMES
from projections.history.answers import Answer, Value
from projections.report.numbers import Numbers

COLUMNS: Mapping[str, str] = {
    "overview": "game games aborted seats people bots house events decisions first_day last_day",
    "games_per_day": "day game games",
    "lengths": "game games moves_p10 moves_median moves_p90 minutes_p10 minutes_median minutes_p90",
    "length_histogram": "game unit low high games",
    "seats": "game seats seat games won share low high expected",
    "first_player": "game seats games won share low high expected",
    "ends": "game status reason games share",
    "event_types": "game type events games per_game",
    "refusals": "game code refusals",
    "decision_times": "game kind decisions p10_ms median_ms p90_ms",
    "lapses": "game decisions lapsed share low high absences",
    "moves_never_taken": "game move_type offered taken share",
    "score_bands": "players band games share low high mean_score",
    "declarations": "result declarations share low high",
    "meld_suits": "suit melds mean_points low high",
    "builds": "build times mean_points low high",
    "house_and_people": "game kind sides won share low high expected",
    "options": "game option value games moves_median minutes_median first_share low high",
}
"""The columns of each question."""

FIRST_DAY = date(2026, 3, 1)

Rows = dict[str, list[tuple[Value, ...]]]


def interval(part: float, cases: int) -> tuple[float, float, float]:
    """Return a share and its interval (Wilson)."""
    z, n = 1.96, max(cases, 1)
    middle, spread = part + z * z / (2 * n), z * math.sqrt(part * (1 - part) / n + z * z / (4 * n * n))
    return part, (middle - spread) / (1 + z * z / n), (middle + spread) / (1 + z * z / n)


def invented(games: Sequence[str] = tuple(GAMES), each: int = 400, days: int = 31) -> Numbers:
    """Return answers about a number of games of each kind, on a number of days."""
    chance = random.Random(1)
    rows: Rows = {name: [] for name in COLUMNS}
    for game in games:
        total = max(1, chance.randint(each // 2, each * 2))
        about_games(rows, chance, game, total, days)
        about_winning(rows, chance, game, total)
        about_decisions(rows, chance, game, total)
    about_own(rows, each, games)
    answers = {name: Answer(tuple(columns.split()), tuple(rows[name])) for name, columns in COLUMNS.items()}
    return Numbers(answers=answers)


def about_games(rows: Rows, chance: random.Random, game: str, total: int, days: int) -> None:
    last = FIRST_DAY + timedelta(days=days - 1)
    rows["overview"].append(
        (game, total, total // 50, total * 4, total * 2, total, total, total * 90, total * 55, FIRST_DAY, last)
    )
    for number in range(days):
        rows["games_per_day"].append((FIRST_DAY + timedelta(days=number), game, chance.randint(0, 2 * total // days)))
    rows["lengths"].append((game, total, 31.0, 52.5, 75.0, 4.2, 12.25, 31.0))
    for number in range(18):
        often = round(total / 5 * math.exp(-(((number - 7) / 4) ** 2)))
        rows["length_histogram"] += [
            (game, "moves", number * 8, number * 8 + 8, often),
            (game, "minutes", number * 2.5, number * 2.5 + 2.5, often // 2),
        ]
    for status, reason, part in (
        ("finished", "played_out", 0.9),
        ("finished", "stalled", 0.08),
        ("aborted", "abandoned", 0.02),
    ):
        rows["ends"].append((game, status, reason, round(total * part), part))


def about_winning(rows: Rows, chance: random.Random, game: str, total: int) -> None:
    if game == "friendlier_than_thou":
        return
    for seats in (3, 4, 6):
        cases = total // seats
        for seat in range(seats):
            won = round(cases * chance.uniform(0.7, 1.3) / seats)
            rows["seats"].append((game, seats, seat, cases, won, *interval(won / max(cases, 1), cases), 1 / seats))
        won = round(cases * 1.2 / seats)
        rows["first_player"].append((game, seats, cases, won, *interval(won / max(cases, 1), cases), 1 / seats))
    for kind, part in (("bot", 0.24), ("house", 0.22), ("person", 0.27)):
        rows["house_and_people"].append((game, kind, total, round(total * part), *interval(part, total), 0.25))
    for option, values in (("players", (3, 4, 6)), ("target_score", (50, 100)), ("dealer", (0,))):
        for value in values:
            cases = total // len(values)
            rows["options"].append(
                (game, option, str(value), cases, chance.uniform(30, 80), chance.uniform(5, 30), *interval(0.3, cases))
            )


def about_decisions(rows: Rows, chance: random.Random, game: str, total: int) -> None:
    rows["decision_times"] += [
        (game, "person", total * 40, 1_900.0, 8_130.0, 41_000.0),
        (game, "bot", total * 20, 90.0, 120.0, 310.0),
        (game, "house", total * 15, 240.0, 900.0, 1_500.0),
    ]
    part = chance.uniform(0, 0.01)
    rows["lapses"].append((game, total * 55, round(total * 55 * part), *interval(part, total * 55), total // 80))
    for number, kind in enumerate(("dealt", "card_played", "trick_taken", "seat_marked_absent", "hand_revealed")):
        rows["event_types"].append((game, kind, total * (40 - number) if number < 39 else 1, total, 40 - number))
    for code, often in (("not_your_turn", 400), ("stale", 120), ("no_such_card", 3)):
        rows["refusals"].append((game, code, often))
    for kind, taken in (("play", 0.8), ("pass", 0.1), ("offer_double", 0.0)):
        rows["moves_never_taken"].append((game, kind, total * 10, round(total * 10 * taken), taken))


def about_own(rows: Rows, each: int, games: Sequence[str]) -> None:
    if "friendlier_than_thou" in games:
        for players in (2, 3, 4):
            for band, part in (
                ("disownment", 0.3),
                ("laid down", 0.1),
                ("eldered", 0.4),
                ("minuted", 0.15),
                ("epistle", 0.05),
            ):
                number = round(each * part / players)
                rows["score_bands"].append((players, band, number, *interval(part, each // players), part * 80))
    if "literature" in games:
        for result, part in (("right", 0.7), ("void", 0.1), ("lost", 0.2)):
            rows["declarations"].append((result, round(each * 8 * part), *interval(part, each * 8)))
    if "pursuit_of_happiness" in games:
        for suit, mean in (("H", 41.2), ("D", 33.0), ("S", 35.9), ("C", 30.1)):
            rows["meld_suits"].append((suit, each * 3, mean, mean - 2.2, mean + 2.2))
    if "medieval_mastery" in games:
        for number, build in enumerate(("commune", "family_of_3", "family_of_4", "royal_family")):
            rows["builds"].append(
                (build, each // (number + 1) ** 3, 20.0 * number - 5, 18.0 * number - 9, 23.0 * number - 1)
            )
