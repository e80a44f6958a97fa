"""What is told of answers, in words that say no more than the numbers."""

from datetime import date, datetime

import pytest

from projections.history.answers import Answer, Value
from projections.report.findings import FEW_NOTE, Findings
from projections.report.numbers import Numbers, Row, amount
from projections.report.sections import deciding, games, options, own, winning
from tests.projections.report.invented import COLUMNS

GAME = "literature"


def numbers(question: str, *rows: tuple[Value, ...]) -> Numbers:
    """Return the answer of one question alone."""
    return Numbers(answers={question: Answer(tuple(COLUMNS[question].split()), rows)})


def only(told: Findings) -> str:
    """Return what the one figure says."""
    (figure,) = told.figures
    return figure.says


def note(told: Findings) -> str:
    return told.figures[0].note or ""


@pytest.mark.parametrize(
    "tell",
    [
        games.how_long, games.when_played, games.how_ended, winning.acting_first, winning.by_seat,
        winning.kinds_of_players, own.of_its_own, deciding.times, deciding.lapses, deciding.never_taken,
        deciding.happenings, deciding.refused, options.effects,
    ],
    ids=lambda tell: tell.__name__,
)  # fmt: skip
def test_nothing_is_told_of_a_missing_answer(tell: object) -> None:
    assert callable(tell)
    for game in (GAME, "friendlier_than_thou", "pursuit_of_happiness", "medieval_mastery", "whist"):
        told = tell(Numbers(), game)
        assert [*told.summary, *told.figures] == []


def test_what_is_no_number_is_nothing() -> None:
    row: Row = {"a": float("nan"), "b": "x", "c": None, "d": 3}
    assert [amount(row, each) for each in "abcde"] == [None, None, None, 3, None]


def test_games_on_days() -> None:
    one = games.when_played(numbers("games_per_day", (date(2026, 3, 1), GAME, 1)), GAME)
    some = [(datetime(2026, 3, 1, 12), GAME, 1), (date(2026, 3, 4), "honors_1", 3), (None, GAME, 9)]  # noqa: DTZ001 # UTC
    several = games.when_played(numbers("games_per_day", *some), None)
    long = games.when_played(numbers("games_per_day", (date(2026, 1, 1), GAME, 5), (date(2026, 12, 1), GAME, 1)), GAME)

    assert only(one) == "1 game on 1 March 2026."
    assert only(several) == "4 games from 1 March 2026 to 4 March 2026. The most in one day were 3, on 4 March 2026."
    assert only(long).endswith("The most in one week were 5, in the week that began on 29 December 2025.")
    assert note(long) == "The first and the last week may be incomplete."


def test_lengths_of_games() -> None:
    found = numbers("lengths", (GAME, 400, 31.0, 52.5, 75.0, 4.2, 12.25, 31.0))
    bins = [
        (GAME, "moves", 0, 10, 3),
        (GAME, "moves", 10, 10, 3),
        (GAME, "minutes", 1, 1.5, 3),
        (GAME, "minutes", None, 1, 3),
    ]
    found = Numbers(answers={**found.answers, **numbers("length_histogram", *bins).answers})
    told = games.how_long(found, GAME)

    assert told.summary == ["The median length is 52.5 moves and 12 min 15 s."]
    assert [each.says for each in told.figures] == [
        f"Half of the games took {half} or less, one of ten {low} or less, and one of ten {high} or more."
        for low, half, high in (("31 moves", "52.5 moves", "75 moves"), ("4 min 12 s", "12 min 15 s", "31 min"))
    ]
    assert [each.drawing.form for each in told.figures] == ["A histogram of 1 bar side by side."] * 2


def test_lengths_of_few_games() -> None:
    few = numbers("lengths", (GAME, 3, 31.0, 52.5, 75.0, None, None, None))
    bins = numbers("length_histogram", (GAME, "moves", 50, 60, 3))

    assert games.how_long(few, GAME).summary == [
        "The median length is 52.5 moves and –, though 3 games can say little about others."
    ]
    told = games.how_long(Numbers(answers={**few.answers, **bins.answers}), GAME)
    assert only(told) == "The median of 3 games is 52.5 moves."
    assert only(games.how_long(bins, GAME)) == ""


def test_ends_of_games() -> None:
    rows = [
        (GAME, "finished", "played_out", 30, 0.75),
        (GAME, "aborted", "abandoned", 10, 0.25),
        ("honors_1", "finished", "out", 9, 1),
    ]
    told = games.how_ended(numbers("ends", *rows), GAME)

    assert only(told) == "The most frequent end was “played out”: 30 (75.0%) of 40 games."
    assert [row["end"] for row in told.figures[0].rows] == ["played out", "aborted: abandoned"]


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (
            (4, 400, 140, 0.35, 0.3, 0.4, 0.25),
            "would be expected if it made no difference: these games show an advantage.",
        ),
        ((4, 400, 140, 0.35, 0.3, 0.4, 0.25), "won 35.0% of 400 games (95% interval 30.0% to 40.0%). 25.0% would"),
        ((4, 400, 60, 0.15, 0.12, 0.19, 0.25), "these games show a disadvantage."),
        ((4, 400, 100, 0.25, 0.21, 0.29, 0.25), "these games show no clear difference."),
        ((4, 400, 100, 0.25, None, 0.29, 0.25), "these games show no clear difference."),
        ((2, 12, 12, 1.0, 0.76, 1.0, 0.5), "who acts first cannot be told from 12 games with 2 players."),
    ],
)
def test_acting_first(row: tuple[Value, ...], said: str) -> None:
    told = winning.acting_first(numbers("first_player", (GAME, *row), (GAME, 3, 0, 0, None, None, None, 0.3)), GAME)

    assert told.summary == [only(told)]
    assert said in only(told)
    assert note(told) == (FEW_NOTE if "cannot be told" in said else "")


def test_seats() -> None:
    rows = [
        (GAME, 3, 0, 400, 200, 0.5, 0.45, 0.55, 1 / 3),
        (GAME, 3, 1, 400, 100, 0.25, 0.21, 0.3, 1 / 3),
        (GAME, 3, 2, 12, 12, 1.0, 0.76, 1.0, 1 / 3),
    ]
    told = winning.by_seat(numbers("seats", *rows), GAME)
    even = winning.by_seat(numbers("seats", (GAME, 2, 0, 400, 200, 0.5, 0.45, 0.55, 0.5)), GAME)

    assert only(told).startswith("Seat 0 of 3 won more often than expected; Seat 1 of 3 won less often than expected.")
    assert only(even).startswith("No seat differs from what would be expected if seats made no difference.")
    assert only(winning.by_seat(numbers("seats", rows[2]), GAME)) == "There are too few games to compare seats."
    assert (note(told), note(even)) == (FEW_NOTE, "")


def test_of_many_seats_those_of_the_most_frequent_number_are_drawn() -> None:
    rows = [
        (GAME, seats, seat, 100 + seats % 7, 50, 0.5, 0.4, 0.6, 0.5) for seats in range(3, 15) for seat in range(seats)
    ]
    told = winning.by_seat(numbers("seats", *rows), GAME)

    assert told.figures[0].drawing.form.startswith("6 dots")
    assert note(told) == "Drawn are the games with 6 players, of which there were most; the table has all."
    assert len(told.figures[0].rows) == len(rows)


def test_people_bots_and_house_players() -> None:
    people, bots = (GAME, "person", 400, 120, 0.3, 0.26, 0.35, 0.25), (GAME, "bot", 400, 80, 0.2, 0.16, 0.24, 0.25)
    house, robot = (GAME, "house", 12, 1, 0.1, 0.0, 0.3, 0.25), (GAME, "robot", 0, 0, None, None, None, None)

    told, few, none = (
        winning.kinds_of_players(numbers("house_and_people", *rows), GAME)
        for rows in ([bots, house, people], [house], [robot])
    )

    assert only(told) == "Bots won 20.0% of 400 sides and people won 30.0% of 400 sides."
    assert [row["who"] for row in told.figures[0].rows] == ["Bots", "House players", "People"]
    assert only(few).startswith("There are too few games")
    assert none == Findings()


def test_bands() -> None:
    rows = [
        (2, "eldered", 30, 0.75, 0.6, 0.87, 12.5),
        (2, None, 10, 0.25, 0.13, 0.4, 3),
        (3, "minuted", 4, 1, 0.5, 1, 30),
    ]
    told = own.of_its_own(numbers("score_bands", *rows), "friendlier_than_thou")

    assert [each.says for each in told.figures] == [
        "With 2 players, the most frequent result was “Eldered”: 30 (75.0%) of 40.",
        "With 3 players, the most frequent result was “Minuted”: 4 (100%) of 4.",
    ]
    assert [each.note for each in told.figures] == [None, FEW_NOTE]


def test_declarations() -> None:
    rows = [("right", 70, 0.7, 0.6, 0.8), ("void", 10, 0.1, 0.05, 0.2), ("lost", 20, None, 0.1, 0.3)]
    told = own.of_its_own(numbers("declarations", *rows), GAME)

    assert only(told) == "The most frequent result was “Right”: 70 (70.0%) of 100."
    assert told.figures[0].drawing.form.startswith("2 dots")


def test_means() -> None:
    rows = [("H", 300, 41.25, 39.0, 43.5), ("clubs", 20, 80.0, 40.0, 120.0), ("S", 0, None, None, None)]
    told = own.of_its_own(numbers("meld_suits", *rows), "pursuit_of_happiness")

    assert only(told) == "The highest mean is that of “Hearts”: 41.2 points in 300 cases (95% interval 39 to 43.5)."
    assert note(told) == FEW_NOTE
    few = own.of_its_own(numbers("builds", ("1 family", 3, -5.0, -9.0, 1.0)), "medieval_mastery")
    assert only(few) == "There are too few cases to compare means."
    many = [(f"{number} families", 100, float(number), number - 1.0, number + 1.0) for number in range(30)]
    assert (
        note(own.of_its_own(numbers("builds", *many), "medieval_mastery"))
        == "Drawn are the 20 highest; the table has all."
    )


def test_times_of_decisions() -> None:
    rows = [
        (GAME, "person", 400, 1_900.0, 8_130.0, 41_000.0),
        (GAME, "house", 12, 100.0, 90.0, None),
        (GAME, "x", 0, None, None, None),
    ]
    told = deciding.times(numbers("decision_times", *rows), GAME)

    assert told.summary == ["People took 8.1 s for a decision (the median)."]
    assert only(told) == (
        "People took 8.1 s for a decision (the median of 400), and more than 41 s for one of ten."
        " House players took 90 ms for a decision (the median of 12), and more than – for one of ten."
    )
    assert note(told) == FEW_NOTE


@pytest.mark.parametrize(
    ("lapsed", "absences", "said"),
    [
        (0, 0, "The time ran out in none of 400 decisions of people."),
        (4, 0, "The time ran out in 4 (1.0%) of 400 decisions of people."),
        (4, 1, "The time ran out in 4 (1.0%) of 400 decisions of people, and 1 time a seat was marked absent."),
        (4, 2, "The time ran out in 4 (1.0%) of 400 decisions of people, and 2 times a seat was marked absent."),
    ],
)
def test_lapses(lapsed: int, absences: int, said: str) -> None:
    assert deciding.lapses(numbers("lapses", (GAME, 400, lapsed, 0.01, 0.0, 0.1, absences)), GAME).summary == [said]


def test_moves_that_are_never_made() -> None:
    rows = [
        (GAME, "play", 100, 90, 0.9),
        (GAME, "pass", 100, 0, 0.0),
        (GAME, "rare", 5, 0, 0.0),
        (GAME, "x", 0, 0, None),
    ]
    told = deciding.never_taken(numbers("moves_never_taken", *rows), GAME)
    made = deciding.never_taken(numbers("moves_never_taken", rows[0]), GAME)
    many = [(GAME, f"move_{number:02}", 100, 0, 0.0) for number in range(25)]
    all_never = deciding.never_taken(numbers("moves_never_taken", *many), GAME)

    assert only(told) == "Moves of these types were offered in 30 decisions or more, and never made: “pass”."
    assert only(made) == "Each type of move that was offered in 30 decisions or more was made at least once."
    assert only(all_never).endswith("“move 00”, “move 01”, “move 02”, “move 03”, “move 04” and 20 others.")
    assert note(all_never) == "Drawn are the 20 that were made least."


def test_what_happened_and_what_was_refused() -> None:
    events = [(GAME, "card_asked", 300, 40, 7.5), (GAME, "set_declared", 100, 40, 2.5), (GAME, "never", 0, 0, 0)]
    refusals = [(GAME, f"code_{number:02}", 100 - number) for number in range(25)]
    refused = deciding.refused(numbers("refusals", *refusals), GAME)

    assert only(deciding.happenings(numbers("event_types", *events), GAME)) == (
        "The most frequent event was “card asked”: 300 (75.0%) of 400."
    )
    assert only(refused).startswith("The most frequent code was “code 00”: 100")
    assert refused.figures[0].drawing.form.startswith("21 bars")
    assert refused.figures[0].drawing.parts[80].text == "5 other codes"


def test_options() -> None:
    rows = [
        (GAME, "starter", "null", 300, 52.5, 12.0, 0.5, 0.45, 0.55),
        (GAME, "starter", "0", 20, 50.0, 11.0, 0.6, 0.4, 0.8),
        (GAME, "players", "6", 320, 52.0, 12.0, 0.5, 0.45, 0.55),
    ]
    long, first = options.effects(numbers("options", *rows), GAME).figures
    joint = options.effects(numbers("options", *[(*row[:6], None, None, None) for row in rows]), GAME)

    assert long.says == "1 option had several values: starter."
    assert [each.text for each in long.drawing.parts if each.get("class") == "value"] == [
        "52.5 in 300 games", "50 in 20 games",
    ]  # fmt: skip
    assert [each.get("class") for each in long.drawing.parts if "bar" in each.get("class", "")] == ["bar", "bar few"]
    assert first.note == FEW_NOTE
    assert len(joint.figures) == 1


def test_of_many_options_those_of_most_games_are_drawn() -> None:
    rows = [(GAME, "dealer", str(number), 100 + number, 50.0, 10.0, 0.5, 0.4, 0.6) for number in range(40)]
    long, first = options.effects(numbers("options", *rows), GAME).figures

    assert long.note == first.note == "Drawn are the 24 values of most games; the table has all."
    assert len(long.rows) == len(first.rows) == 40
