from collections.abc import Callable, Mapping
from datetime import date

import pytest
from msgspec.structs import replace

from projections.history.answers import Answer, Value
from projections.report.numbers import Numbers
from projections.report.page import report_page
from projections.report.words import clean
from tests.projections.report.invented import COLUMNS, invented
from tests.projections.report.reading import HTML, SVG, faults, tree_of, words

HOSTILE = (
    "</svg></style></title></table><script>alert(1)</script><img src=x onerror=alert(1)>",
    '" onload="alert(1)" style="color:red',
    "]]><!-- &lt; &amp; &#x3c;script&#x3e;",
    "\u202edrowssap\u2066 \x00\x1b[31m \ud800 \u2028",
)
OUTSIDE = {
    "right to left": "قواعد اللعبة الطويلة جدا",
    "Hebrew": "משחק קלפים",
    "wide": "非常长的选项名称" * 6,
    "long": "a_very_long_name_of_an_option_" * 12,
}


def changed(numbers: Numbers, other: Callable[[Value], Value]) -> Numbers:
    """Return numbers with another value for each."""
    answers = {
        question: Answer(each.columns, tuple(tuple(map(other, row)) for row in each.rows))
        for question, each in numbers.answers.items()
    }
    return replace(numbers, answers=answers)


def renamed(numbers: Numbers, name: str) -> Numbers:
    """Return numbers in which every text is another one; each stays different from the others."""

    def other(value: Value) -> Value:
        return f"{value}{name}" if isinstance(value, str) and value not in {"moves", "minutes"} else value

    return changed(numbers, other)


def scaled(numbers: Numbers, factor: float) -> Numbers:
    """Return numbers multiplied by a factor, except shares."""

    def other(value: Value) -> Value:
        if isinstance(value, bool) or not isinstance(value, int | float) or abs(value) <= 1:
            return value
        return type(value)(value * factor)

    return changed(numbers, other)


CASES: Mapping[str, Numbers] = {
    "two games": invented(["literature", "friendlier_than_thou"]),
    "games of their own": invented(["pursuit_of_happiness", "medieval_mastery"]),
    "nothing": invented([]),
    "no answer": Numbers(),
    "one game": invented(["honors_4"], each=1, days=1),
    "few games": invented(["literature", "medieval_mastery"], each=12),
    "years": invented(["honors_1"], days=4000),
    "huge": scaled(invented(["honors_1"]), 10**14),
    "nearly nothing": scaled(invented(["medieval_mastery"]), 0.0),
    "unknown game": invented(["whist"]),
    **{
        f"hostile {number}": renamed(invented(["literature", "medieval_mastery"]), each)
        for number, each in enumerate(HOSTILE)
    },
    **{name: renamed(invented(["literature"]), each) for name, each in OUTSIDE.items()},
}


@pytest.mark.parametrize("case", CASES)
def test_whatever_the_answers_are_the_page_is_in_order(case: str) -> None:
    assert faults(report_page(CASES[case])) == []


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text_is_text(name: str) -> None:
    page = report_page(renamed(invented(["honors_4"], each=40), name))

    assert "<script" not in page
    assert not any(each in page for each in "\x00\x1b\u202e\u2066\u2028\ud800")
    assert clean(name)[:20] in words(tree_of(page))


def test_it_is_said_how_far_the_history_went_and_whose_games_are_counted() -> None:
    numbers = invented(["honors_4"])
    public = words(tree_of(report_page(replace(numbers, cursor="1-0a0b0c0d.15"))))
    private = words(tree_of(report_page(replace(numbers, private=True))))

    assert "The numbers are of an export up to the cursor 1-0a0b0c0d.15." in public
    assert "Games of private tables, which strangers may not see, are not among them." in public
    assert "Games of private tables, which strangers may not see, are among them." in private
    assert "up to the cursor" not in private


def test_nothing_to_report_is_said() -> None:
    asked = replace(invented([]), games=("literature", "honors_4"), since=date(2026, 3, 1), until=date(2026, 3, 31))

    said = words(tree_of(report_page(asked)))
    assert (
        "There is nothing to report: no game of Literature and Honors No. IV that ended from 1 March 2026 to 31 March"
        " 2026 has an open record."
    ) in said
    assert "There is nothing to report: no game that ended has an open record." in words(
        tree_of(report_page(Numbers()))
    )
    assert [*tree_of(report_page(asked)).iter(f"{HTML}figure")] == []


@pytest.mark.parametrize(
    ("since", "until", "heading"),
    [
        (None, None, "Games"),
        (date(2026, 3, 1), date(2026, 3, 31), "Games from 1 March 2026 to 31 March 2026"),
        (date(2026, 3, 1), date(2026, 3, 1), "Games on 1 March 2026"),
        (date(2026, 3, 1), None, "Games from 1 March 2026 on"),
        (None, date(2026, 3, 1), "Games until 1 March 2026"),
    ],
)
def test_the_heading_names_the_time(since: date | None, until: date | None, heading: str) -> None:
    tree = tree_of(report_page(replace(invented([]), since=since, until=until)))

    assert [words(each) for each in tree.iter(f"{HTML}h1")] == [heading]
    assert [words(each) for each in tree.iter(f"{HTML}title")] == [f"{heading} – Parlour"]


def test_the_heading_names_the_games_that_were_asked_for() -> None:
    tree = tree_of(report_page(replace(invented(["literature"], each=1), games=("literature",))))

    assert [words(each) for each in tree.iter(f"{HTML}h1")] == ["Literature"]


def overview(*rows: tuple[Value, ...]) -> Numbers:
    return Numbers(answers={"overview": Answer(tuple(COLUMNS["overview"].split()), rows)})


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ((1204, 3, 7224, 3612, 1806, 1806, 99_000, 54_000, date(2026, 3, 1), date(2026, 3, 31)), [
            "1,204 games of Literature ended from 1 March 2026 to 31 March 2026.",
            "3 (0.2%) were aborted, so without a result.",
            "They have 99,000 events and 54,000 decisions.",
            "People played on 3,612 (50.0%) of 7,224 seats, bots on 1,806 (25.0%).",
        ]),
        ((1, 1, 6, 0, 0, 0, 1, 0, date(2026, 3, 1), date(2026, 3, 1)), [
            "1 game of Literature ended on 1 March 2026.",
            "1 (100%) was aborted, so without a result.",
            "It has 1 event and 0 decisions.",
        ]),
        ((1, 0, 6, 6, 0, 0, 90, 1, None, None), [
            "1 game of Literature ended.",
            "It was not aborted.",
            "It has 90 events and 1 decision.",
            "People played on 6 (100%) of 6 seats.",
        ]),
        ((2, 0, 6, 6, 0, 0, 90, 1, None, None), [
            "2 games of Literature ended.",
            "None was aborted.",
            "They have 90 events and 1 decision.",
            "People played on 6 (100%) of 6 seats.",
        ]),
    ],
)  # fmt: skip
def test_what_was_played_is_said(row: tuple[Value, ...], said: list[str]) -> None:
    tree = tree_of(report_page(overview(("literature", *row))))

    assert [words(each) for each in tree.iter(f"{HTML}p")] == [" ".join(said)]


def test_games_may_have_no_decisions() -> None:
    numbers = overview(*((game, 2, 0, 6, 6, 0, 0, 90, 0, None, None) for game in ("literature", "honors_4")))
    tree = tree_of(report_page(numbers))

    assert [words(each) for each in tree.iter(f"{HTML}h3")] == ["Games by kind"]


def test_games_of_several_kinds_are_compared() -> None:
    several, one = (
        tree_of(report_page(invented(games, each=40))) for games in (["literature", "honors_4"], ["literature"])
    )

    assert "2 kinds" in words(several)
    assert [each.get("href") for each in several.iter(f"{HTML}a")] == ["#all", "#game-1", "#game-2", "#counted"]
    assert [words(each) for each in several.iter(f"{HTML}h3")][:3] == [
        "Games by kind",
        "Time that ran out",
        "Games per day",
    ]
    assert [*one.iter(f"{HTML}a")] == []


def test_nobody_is_named() -> None:
    row = ("literature", 1, 0, 6, 6, 0, 0, 90, 1, None, None, "Ada")
    named = Answer((*COLUMNS["overview"].split(), "player"), (row,))

    assert "Ada" not in report_page(Numbers(answers={"overview": named}))


def test_the_same_numbers_give_the_same_page() -> None:
    assert report_page(CASES["few games"]) == report_page(CASES["few games"])
    assert "http" not in report_page(CASES["few games"]).replace("http-equiv", "")


def test_each_chart_has_its_numbers_behind_it() -> None:
    tree = tree_of(report_page(invented(["literature"])))

    assert (
        len([*tree.iter(f"{SVG}svg")]) == len([*tree.iter(f"{HTML}figure")]) == len([*tree.iter(f"{HTML}table")]) == 14
    )
    ends = next(each for each in tree.iter(f"{HTML}table") if words(each).startswith("How games ended"))
    assert words(ends) == ("How games endedEndGamesShareplayed out30390.0%stalled278.0%aborted: abandoned72.0%")
