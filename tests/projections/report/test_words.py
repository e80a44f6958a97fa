from datetime import date
from xml.etree.ElementTree import tostring

import pytest

from projections.history.answers import Value
from projections.report.markup import element
from projections.report.words import Unit, brief, clean, listed, plural, sentence, short_day, shown, title_of, words_of

MINUTE, HOUR, DAY = 60_000, 3_600_000, 86_400_000


@pytest.mark.parametrize(
    ("value", "unit", "said"),
    [
        (0, "count", "0"),
        (1204, "count", "1,204"),
        (10**15, "count", "1 × 10¹⁵"),
        (12.0, "number", "12"),
        (12.345, "number", "12.3"),
        (-12.345, "number", "−12.3"),
        (0.456, "number", "0.46"),
        (-0.001, "number", "0.00"),
        (1204.7, "number", "1,205"),
        (1_234_567, "number", "1.23 million"),
        (-4.5e9, "number", "−4.50 billion"),
        (1.2e12, "number", "1.20 trillion"),
        (1.2e18, "number", "1.2 × 10¹⁸"),
        (0, "share", "0%"),
        (1, "share", "100%"),
        (0.2594, "share", "25.9%"),
        (0.0004, "share", "less than 0.1%"),
        (0.9996, "share", "more than 99.9%"),
        (-0.01, "share", "−1.0%"),
        (0, "ms", "0 ms"),
        (850.4, "ms", "850 ms"),
        (999.6, "ms", "1 s"),
        (8_130, "ms", "8.1 s"),
        (12_900, "ms", "13 s"),
        (59_600, "ms", "1 min"),
        (125_000, "ms", "2 min 5 s"),
        (HOUR - 1, "ms", "1 h"),
        (2 * HOUR + 3 * MINUTE, "ms", "2 h 3 min"),
        (3 * DAY + 4 * HOUR, "ms", "3 d 4 h"),
        (1204 * DAY, "ms", "1,204 d"),
        (-90_000, "ms", "−1 min 30 s"),
        (date(2026, 3, 1), "day", "1 March 2026"),
        ("a_b <c>", "text", "a_b <c>"),
        ("x", "day", "x"),
        (None, "count", "–"),
        (float("nan"), "number", "–"),
        (float("inf"), "share", "–"),
        (float("-inf"), "ms", "–"),
        ("many", "count", "many"),
    ],
)
def test_a_value_is_shown_as_people_read_it(value: Value, unit: Unit, said: str) -> None:
    assert shown(value, unit) == said


@pytest.mark.parametrize(
    ("value", "unit", "said"),
    [
        (0, "count", "0"),
        (1500, "count", "1,500"),
        (-1500, "number", "−1,500"),
        (2_500_000, "count", "2.5 M"),
        (3e9, "count", "3 B"),
        (4e12, "count", "4 T"),
        (2e15, "count", "2 × 10¹⁵"),
        (0.25, "share", "25%"),
        (0.30000000000000004, "share", "30%"),
        (100, "ms", "100 ms"),
        (10 * MINUTE, "ms", "10 min"),
        (0.5, "ms", "0.5 ms"),
    ],
)
def test_an_axis_says_it_shorter(value: float, unit: Unit, said: str) -> None:
    assert brief(value, unit) == said


def test_a_noun_has_its_plural() -> None:
    assert [plural(number, "game") for number in (0, 1, 2, 1204)] == ["0 games", "1 game", "2 games", "1,204 games"]


def test_lists_are_in_words() -> None:
    assert [listed("a"), listed("ab"), listed("abc")] == ["a", "a and b", "a, b and c"]
    assert (sentence("a list"), sentence("")) == ("A list", "")


def test_names_are_in_words_and_have_an_end() -> None:
    assert words_of("card_played") == "card played"
    assert title_of("honors_1") == "Honors No. I"
    assert title_of("a_game") == "a game"
    assert words_of("x" * 100) == "x" * 60 + "…"
    assert short_day(date(2026, 3, 1)) == "1 Mar 2026"


def test_what_cannot_be_seen_or_turns_the_text_is_replaced() -> None:
    assert clean(" a\t\nb  c ") == "a b c"
    assert clean("a\x00b\x1bc\u202ed\u2066e\ud800f\ufffeg\u2028h") == "a�b�c�d�e�f�g h"
    assert clean("קלפים e\u0301 🂡") == "קלפים e\u0301 🂡"


def test_texts_and_attributes_are_data() -> None:
    made = element(
        "p", {"title": '"><script>', "x": 1.23456, "y": 2.0, "z": None}, "<b>", element("i", None), " & ", None
    )
    assert tostring(made, "unicode") == '<p title="&quot;&gt;&lt;script&gt;" x="1.23" y="2">&lt;b&gt;<i /> &amp; </p>'
