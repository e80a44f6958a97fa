"""The numbers are right: named questions are answered a second time, over the events of each game, and are equal.

Nothing here asks the columns that a question asks where the events can tell: who won, who decided, how often something
happened and how long it took are found in what was recorded. What was offered is in no event: that is taken from rows,
as is how long a decision took.
"""

import json
import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from statistics import mean, median, quantiles
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from msgspec.structs import replace

from domain.table import HOUSE_PLAYERS
from projections.history import Rows, SeatRow
from projections.history.answers import Value
from service.analysis.exporting import ExportOptions, export
from service.analysis.querying import answer
from service.analysis.reading import opened
from tests.service.analysis.played import SERVICE, MemoryHistory, Played, told

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

Z = 1.959964
KINDS = ("person", "bot", "house")
DECIDERS = ("make_move", "make_house_move")


class Record(NamedTuple):
    """A game as its events tell it."""

    game: str
    events: list[dict[str, Any]]
    acted: list[int | None]
    made: list[tuple[int, str]]
    """Each decision, as the seat that was to decide, and what it did: it decided in time, `made`, or not: `lapse`."""

    @property
    def opened(self) -> dict[str, Any]:
        return self.events[0]

    @property
    def result(self) -> dict[str, Any] | None:
        last = self.events[-1]
        return last["result"] if last["type"] == "game_finished" else None

    @property
    def finished(self) -> datetime:
        return datetime.fromtimestamp(self.events[-1]["at"] / 1000, UTC)

    @property
    def is_fork(self) -> bool:
        return "fork_of" in self.opened

    @property
    def rated(self) -> bool:
        return self.result is not None and not self.is_fork

    @property
    def seats(self) -> int:
        return int(self.opened["options"]["players"])

    @property
    def kinds(self) -> dict[int, str]:
        """Who took each seat: a bot has an id of its own version, the digit that the third group begins with."""
        house = {str(player): "house" for player in HOUSE_PLAYERS.values()}
        return {
            each["seat"]: house.get(each["player"]) or ("bot" if each["player"][14] == "8" else "person")
            for each in self.of("seat_taken")
        }

    @property
    def minutes(self) -> float:
        """How long it took."""
        return float((self.events[-1]["at"] - self.of("game_started")[0]["at"]) / 60_000)

    def won(self, seat: int) -> bool:
        """Return whether a seat has won alone, or with its team alone."""
        result = self.result or {}
        winners = result["winners"]
        if self.game == "literature":
            return seat in winners
        return bool(winners == [seat])

    def of(self, *types: str) -> list[dict[str, Any]]:
        return [each for each in self.events if each["type"] in types]


@pytest.fixture(scope="module")
def records(games: tuple[Played, ...]) -> list[Record]:
    """Give the games by their events alone."""
    found = []
    for each in games:
        events = [json.loads(event.event) for event in each.events]
        found.append(Record(events[0]["game"], events, [event.seat for event in each.events], [*decided(each)]))
    return found


def decided(played: Played) -> Iterator[tuple[int, str]]:
    """Yield the decisions of a game, as its commands and its events tell."""
    steps: set[int] = set()
    for each in played.events:
        command = json.loads(each.command)["type"] if each.command and each.step not in steps else None
        steps.add(each.step)
        if each.type.endswith("_lapsed"):
            yield json.loads(each.event)["seat"], "lapse"
        elif command in DECIDERS and each.seat is not None:
            yield each.seat, "made"


def wilson(hits: int, n: int) -> tuple[float, float]:
    """Return the interval of a share, as the formula has it."""
    share = hits / n
    middle = (share + Z**2 / (2 * n)) / (1 + Z**2 / n)
    half = Z / (1 + Z**2 / n) * math.sqrt(share * (1 - share) / n + Z**2 / (4 * n**2))
    return max(0.0, middle - half), min(1.0, middle + half)


def asked(connection: "DuckDBPyConnection", name: str, **given: Value) -> list[tuple[Value, ...]]:
    """Return the rows of an answer."""
    return [*answer(connection, name, given).rows]


def same(found: Sequence[tuple[Value, ...]], expected: Iterable[tuple[Value, ...]]) -> None:
    """The rows are equal, in any order; fractions nearly."""
    first, second = sorted(found, key=key), sorted(expected, key=key)
    assert [key(row) for row in first] == [key(row) for row in second]
    assert [fractions(row) for row in first] == [pytest.approx(fractions(row), rel=1e-9, abs=1e-12) for row in second]


def fractions(row: tuple[Value, ...]) -> list[float]:
    """Return what is a fraction in a row."""
    return [each for each in row if isinstance(each, float)]


def key(row: tuple[Value, ...]) -> str:
    """Return what rows are ordered by: what is no fraction."""
    return repr([each if not isinstance(each, float) else "" for each in row])


def test_games_per_day(connection: "DuckDBPyConnection", records: list[Record]) -> None:
    counted = Counter((each.finished.date(), each.game) for each in records)

    same(asked(connection, "games_per_day"), [(*day_and_game, count) for day_and_game, count in counted.items()])


def test_ends(connection: "DuckDBPyConnection", records: list[Record]) -> None:
    ends: dict[str, Counter[tuple[str, str]]] = defaultdict(Counter)
    for each in records:
        deals = each.of("deal_ended")
        if each.result is None:
            ends[each.game]["aborted", each.events[-1]["why"]] += 1
        else:
            ends[each.game]["finished", deals[-1]["why"] if deals else "played_out"] += 1

    same(
        asked(connection, "ends"),
        [(game, *end, count, count / found.total()) for game, found in ends.items() for end, count in found.items()],
    )


def test_event_types(connection: "DuckDBPyConnection", records: list[Record]) -> None:
    played = Counter(each.game for each in records)
    happened = Counter((each.game, event["type"]) for each in records for event in each.events)
    games = Counter((each.game, kind) for each in records for kind in {event["type"] for event in each.events})

    same(
        asked(connection, "event_types"),
        [(*each, count, games[each], count / played[each[0]]) for each, count in happened.items()],
    )


def test_seats(connection: "DuckDBPyConnection", records: list[Record]) -> None:
    won: dict[tuple[str, int], Counter[int]] = defaultdict(Counter)
    games: Counter[tuple[str, int]] = Counter()
    for each in records:
        if each.rated and each.game != "friendlier_than_thou":
            games[each.game, each.seats] += 1
            won[each.game, each.seats].update(seat for seat in range(each.seats) if each.won(seat))
    expected = []
    for (game, seats), count in games.items():
        hits = won[game, seats]
        for seat in range(seats):
            share, interval = hits[seat] / count, wilson(hits[seat], count)
            expected.append((game, seats, seat, count, hits[seat], share, *interval, hits.total() / count / seats))

    same(asked(connection, "seats"), expected)


def share(cases: Sequence[bool]) -> float:
    """Return how many of all cases are true."""
    return sum(cases) / len(cases)


def test_house_and_people(connection: "DuckDBPyConnection", records: list[Record]) -> None:
    sides: dict[tuple[str, str], list[bool]] = defaultdict(list)
    all_sides: dict[str, list[bool]] = defaultdict(list)
    for each in records:
        if each.rated and each.game != "friendlier_than_thou" and len({*each.kinds.values()}) > 1:
            teams = each.opened["options"].get("teams", range(each.seats))
            wins = {teams[seat]: each.won(seat) for seat in each.kinds}
            all_sides[each.game] += wins.values()
            for kind in KINDS:
                own = {teams[seat] for seat, other in each.kinds.items() if other == kind}
                sides[each.game, kind] += [wins[side] for side in own]
    assert {kind for of, kind in sides if of == "literature"} == {*KINDS}

    same(
        asked(connection, "house_and_people"),
        [
            (*of, len(won), sum(won), share(won), *wilson(sum(won), len(won)), share(all_sides[of[0]]))
            for of, won in sides.items()
            if won
        ],
    )


async def test_a_side_on_which_several_have_played_counts_among_all_sides(
    games: tuple[Played, ...], tmp_path: Path
) -> None:
    rows = next(
        each.rows
        for each in games
        if each.rows.game.rated and each.rows.game.people and each.rows.game.house and is_won_by_one(each.rows.seats)
    )
    seats = tuple(replace(seat, kind="substituted" if seat.outcome == "won" else seat.kind) for seat in rows.seats)
    await export_of(tmp_path, [replace(rows, seats=seats)])

    with opened(tmp_path) as connection:
        expected = {row[-1] for row in asked(connection, "house_and_people")}

    assert expected == {1 / len(seats)}


async def export_of(folder: Path, games: Sequence[Rows]) -> None:
    """Export games and their seats, without events and decisions."""
    numbered = [
        replace(
            rows,
            game=replace(rows.game, number=number),
            seats=tuple(replace(seat, number=number) for seat in rows.seats),
            decisions=(),
        )
        for number, rows in enumerate(games, 1)
    ]
    history = MemoryHistory(tuple(Played((), rows, ()) for rows in numbered))
    await export(history, SERVICE, ExportOptions(folder), told)


def is_won_by_one(seats: Sequence[SeatRow]) -> bool:
    """Return whether one seat has won, and each plays for themselves."""
    return all(seat.team is None for seat in seats) and any(seat.outcome == "won" for seat in seats)


def test_score_bands(connection: "DuckDBPyConnection", records: list[Record]) -> None:
    scores: dict[int, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for each in records:
        if each.rated and each.game == "friendlier_than_thou" and each.result is not None:
            scores[each.seats][each.result["band"]].append(each.result["meeting_score"])
    expected = []
    for players, bands in scores.items():
        total = sum(map(len, bands.values()))
        for band, found in bands.items():
            n = len(found)
            expected.append((players, band, n, n / total, *wilson(n, total), float(mean(found))))

    same(asked(connection, "score_bands"), expected)


def test_declarations(connection: "DuckDBPyConnection", records: list[Record]) -> None:
    said = Counter(
        {"won": "right"}.get(event["outcome"], event["outcome"])
        for each in records
        for event in each.of("set_declared")
    )

    same(
        asked(connection, "declarations"),
        [(result, n, n / said.total(), *wilson(n, said.total())) for result, n in said.items()],
    )


def interval(values: Sequence[float]) -> tuple[float | None, float | None]:
    """Return the interval of a mean."""
    n, middle = len(values), mean(values)
    if n < 2:
        return None, None
    deviation = math.sqrt(sum((each - middle) ** 2 for each in values) / (n - 1))
    return middle - Z * deviation / math.sqrt(n), middle + Z * deviation / math.sqrt(n)


def test_meld_suits(connection: "DuckDBPyConnection", records: list[Record]) -> None:
    suits = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
    gains: dict[str, list[float]] = defaultdict(list)
    for each in records:
        if each.rated and each.game == "pursuit_of_happiness" and each.result is not None:
            points = each.result["scores"]
            for event in each.of("meld_laid"):
                gains[suits[event["cards"][0][-1]]].append(points[event["seat"]] - mean(points))

    same(
        asked(connection, "meld_suits"),
        [(suit, len(each), mean(each), *interval(each)) for suit, each in gains.items()],
    )


def test_builds(connection: "DuckDBPyConnection", records: list[Record]) -> None:
    points: dict[tuple[int, int], list[int]] = defaultdict(list)
    for each in records:
        for event in each.of("layout_built"):
            points[len(event["families"]), len(event["communes"])].append(event["points"])

    def named(families: int, communes: int) -> str:
        return f"{families} famil{'y' if families == 1 else 'ies'}, {communes} commune{'' if communes == 1 else 's'}"

    same(
        asked(connection, "builds"),
        [(named(*of), len(each), float(mean(each)), *interval(each)) for of, each in points.items()],
    )


def test_lengths(connection: "DuckDBPyConnection", records: list[Record]) -> None:
    minutes: dict[str, list[float]] = defaultdict(list)
    moves: dict[str, list[int]] = defaultdict(list)
    for each in records:
        if each.result is not None and not each.is_fork:
            minutes[each.game].append(each.minutes)
            moves[each.game].append(len(each.made))

    def of(values: Sequence[float]) -> tuple[float, float, float]:
        tenths = quantiles(values, n=10, method="inclusive") if len(values) > 1 else [*values] * 9
        return float(tenths[0]), float(median(values)), float(tenths[8])

    same(
        asked(connection, "lengths"),
        [(game, len(moves[game]), *of(moves[game]), *of(minutes[game])) for game in moves],
    )


def test_lapses(connection: "DuckDBPyConnection", records: list[Record]) -> None:
    absences = Counter(each.game for each in records for _ in each.of("seat_absent"))
    people = [(each.game, how) for each in records for seat, how in each.made if each.kinds[seat] == "person"]
    made = Counter(game for game, _ in people)
    lapsed = Counter(game for game, how in people if how == "lapse")
    assert sum(lapsed.values()) > 0

    expected = [(game, n, lapsed[game], lapsed[game] / n, *wilson(lapsed[game], n)) for game, n in made.items()]
    same(asked(connection, "lapses"), [(*each, absences[str(each[0])]) for each in expected])


def test_moves_never_taken(connection: "DuckDBPyConnection", games: tuple[Played, ...]) -> None:
    offered: Counter[tuple[str, str]] = Counter()
    taken: Counter[tuple[str, str]] = Counter()
    for each in games:
        for decision in each.rows.decisions:
            if not decision.lapsed:
                offered.update((decision.game, kind) for kind in json.loads(decision.offered_types))
                taken[decision.game, str(decision.move_type)] += 1
    everything = [(*kind, n, taken[kind], taken[kind] / n) for kind, n in offered.items()]

    same(asked(connection, "moves_never_taken", most_share=1), everything)
    same(asked(connection, "moves_never_taken"), [each for each in everything if each[3] == 0])


def test_decision_times(connection: "DuckDBPyConnection", games: tuple[Played, ...]) -> None:
    times: dict[tuple[str, str], list[int]] = defaultdict(list)
    for each in games:
        for decision in each.rows.decisions:
            if not decision.lapsed:
                times[decision.game, decision.kind].append(decision.took_ms)

    def of(values: Sequence[int]) -> tuple[float, float, float]:
        tenths = quantiles(values, n=10, method="inclusive")
        return float(tenths[0]), float(median(values)), float(tenths[8])

    same(asked(connection, "decision_times"), [(*who, len(each), *of(each)) for who, each in times.items()])


def test_first_player(connection: "DuckDBPyConnection", records: list[Record]) -> None:
    found: dict[tuple[str, int], list[tuple[bool, int]]] = defaultdict(list)
    for each in records:
        if each.rated and each.game != "friendlier_than_thou" and each.made:
            first = each.made[0][0]
            found[each.game, each.seats].append((each.won(first), sum(map(each.won, range(each.seats)))))

    expected = []
    for (game, seats), outcomes in found.items():
        n, won = len(outcomes), sum(first for first, _ in outcomes)
        fair = sum(winners for _, winners in outcomes) / n / seats
        expected.append((game, seats, n, won, won / n, *wilson(won, n), fair))
    same(asked(connection, "first_player"), expected)


def test_histograms(connection: "DuckDBPyConnection", records: list[Record]) -> None:
    lengths: dict[tuple[str, str], list[float]] = defaultdict(list)
    for each in records:
        if each.result is not None and not each.is_fork:
            lengths[each.game, "minutes"].append(each.minutes)
            lengths[each.game, "moves"].append(len(each.made))

    expected: list[tuple[Value, ...]] = []
    for (game, unit), found in lengths.items():
        smallest = -3 if unit == "minutes" else 0
        steps = [digit * 10.0**tens for tens in range(smallest, 12) for digit in (1, 2, 5)]
        step = next(each for each in steps if 19 * each >= max(found) - min(found))
        bars = Counter(math.floor(length / step) for length in found)
        assert max(bars) - min(bars) < 20
        expected += [(game, unit, f"{bar * step:.3f}", f"{(bar + 1) * step:.3f}", bars[bar]) for bar in bars]
    answered = asked(connection, "length_histogram")
    same([(game, unit, f"{low:.3f}", f"{high:.3f}", n) for game, unit, low, high, n in answered], expected)


async def test_a_length_at_the_border_of_two_steps_is_in_the_upper_one(
    games: tuple[Played, ...], tmp_path: Path
) -> None:
    rows = next(each.rows for each in games if each.rows.game.rated)
    await export_of(
        tmp_path, [replace(rows, game=replace(rows.game, duration_ms=length)) for length in (18_000, 132_000)]
    )

    with opened(tmp_path) as connection:
        found = [row[2:] for row in asked(connection, "length_histogram") if row[1] == "minutes"]

    assert found == [(0.3, 0.4, 1), (2.2, 2.3, 1)]


def test_options(connection: "DuckDBPyConnection", records: list[Record]) -> None:
    chosen: dict[tuple[str, str, str | None], list[Record]] = defaultdict(list)
    for each in records:
        for name, value in each.of("game_started")[0]["options"].items() if each.rated else ():
            chosen[each.game, name, shown(value)].append(each)

    expected: list[tuple[Value, ...]] = []
    for what, found in chosen.items():
        lengths = median(len(each.made) for each in found), median(each.minutes for each in found)
        compared = [each for each in found if each.game != "friendlier_than_thou"]
        n, won = len(compared), sum(each.won(each.made[0][0]) for each in compared)
        firsts = (won / n, *wilson(won, n)) if n else (None, None, None)
        expected.append((*what, len(found), *map(float, lengths), *firsts))
    same(asked(connection, "options"), expected)


def shown(value: object) -> str | None:
    """Return a value of an option as text."""
    if value is None or isinstance(value, str):
        return value
    return json.dumps(value, separators=(",", ":"))


def test_refusals(connection: "DuckDBPyConnection") -> None:
    assert asked(connection, "refusals") == [("literature", "own_card", 7)]


def test_the_overview_counts_all(connection: "DuckDBPyConnection", records: list[Record]) -> None:
    expected = []
    for game in {each.game for each in records}:
        of_game = [each for each in records if each.game == game]
        days = [each.finished.date() for each in of_game]
        sat = [Counter(each.kinds.values()) for each in of_game]
        counts = [
            (each.seats, *[kinds[kind] for kind in KINDS], len(each.events))
            for each, kinds in zip(of_game, sat, strict=True)
        ]
        totals = [sum(column) for column in zip(*counts, strict=True)]
        made = sum(len(each.made) for each in of_game)
        aborted = sum(each.result is None for each in of_game)
        expected.append((game, len(of_game), aborted, *totals, made, min(days), max(days)))

    same(asked(connection, "overview"), expected)
