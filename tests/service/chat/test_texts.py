"""Which texts are accepted, in which form, and in what time."""

import random
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as some

from service.chat.texts import LONGEST_TEXT, NAME, NUMBERS, PART, SCHEME, BadText, accepted, has_link


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ("Hello", "Hello"),
        ("  two\n\twords \u2028here ", "two words here"),
        ("cafe\u0301", "caf\u00e9"),
        ("שלום, מה שלומך?", "שלום, מה שלומך?"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("क्\u200dष", "क्\u200dष"),
        ("น้ำ", "น้ำ"),
        ("👩\u200d👩\u200d👧 👍🏽 ❤\ufe0f 1\ufe0f⃣", "👩\u200d👩\u200d👧 👍🏽 ❤\ufe0f 1\ufe0f⃣"),
        ("<b>&amp;</b> {seat} ${x} '; drop table entry; --", "<b>&amp;</b> {seat} ${x} '; drop table entry; --"),
        ("3.5 points, e.g. J-3... ok.Then", "3.5 points, e.g. J-3... ok.Then"),
        ("です。はい", "です。はい"),
        ("どちらですか。はい/いいえ", "どちらですか。はい/いいえ"),
        ("1.5/2 points, i.e./e.g., [a:b] [12:30]?", "1.5/2 points, i.e./e.g., [a:b] [12:30]?"),
        ("x" * LONGEST_TEXT, "x" * LONGEST_TEXT),
    ],
)
def test_what_people_write_is_kept_as_one_line(sent: str, kept: str) -> None:
    assert accepted(sent) == kept
    assert accepted(kept) == kept


@pytest.mark.parametrize(
    "text",
    [
        "",
        " \n ",
        "\u200b",
        "a\u200bb",
        "\u202eabc",
        "a\u2066b\u2069",
        "a\u200fb",
        "\ufeffa",
        "a\x07",
        "a\x00",
        "\x1b[2Ja",
        "a\u00adb",
        "\u3164",
        "\u2800",
        "\u0301a",
        "a" + "\u0300" * 9,
        "a\u034fb",
        "a\u200db",
        "a\u200d",
        "\U000e0041a",
        "\ue000",
        "\uffff",
        "\U000f0000",
        "a\ufe0f",
        "x" * (LONGEST_TEXT + 1),
        "\U0001d160" * (LONGEST_TEXT // 2),
    ],
)
def test_what_nobody_sees_or_turns_the_text_around_it_is_refused(text: str) -> None:
    with pytest.raises(BadText):
        accepted(text)


@pytest.mark.parametrize(
    "text",
    [
        "http://parlour.test",
        "see HTTPS://PARLOUR.TEST/x",
        "www.parlour",
        "parlour.com",
        "parlour.co.uk/a",
        "ｐａｒｌｏｕｒ．ｃｏｍ",
        "parlour。com",
        "пример.рф",
        "discord.gg/abc",
        "mailto:ada",
        "ada@parlour.org",
        "javascript:alert(1)",
        "tg://x",
        "127.0.0.1:80",
        "xn--e1afmkfd",
        "//parlour",
        "magnet:?xt=urn:btih:c12fe1c06bba",
        "[2001:db8::1]/x",
        "[::1]:8000",
        "parlour.example/login",
    ],
)
def test_links_are_refused(text: str) -> None:
    with pytest.raises(BadText, match="no links"):
        accepted(f"Look: {text}")


@given(some.text(max_size=LONGEST_TEXT))
def test_what_is_accepted_is_in_one_form_and_has_nothing_unseen(text: str) -> None:
    try:
        kept = accepted(text)
    except BadText:
        return
    assert accepted(kept) == kept
    assert len(kept.encode()) <= 4 * LONGEST_TEXT
    assert not {unicodedata.category(each) for each in kept} & {"Cc", "Cs", "Co", "Cn", "Zl", "Zp"}
    assert unicodedata.bidirectional("\u202e") not in {unicodedata.bidirectional(each) for each in kept}


def test_to_look_for_links_takes_time_in_proportion_to_the_length() -> None:
    dice = random.Random(1)
    parts = ["a", "http", "www", ".", ":", "/", "@", "-", "(", "com", "1", "mailto", "é", "xn-"]
    steps = [("".join(dice.choice(parts) for _ in range(6)) * 2_000)[:9_000] for _ in range(30)]

    found = [[len(form.findall(each)) for form in (SCHEME, PART, NUMBERS, NAME)] for each in steps]

    assert all(times <= 9_000 for each in found for times in each)
    assert [has_link(each) for each in steps] == [
        any(each) and has_link(step) for each, step in zip(found, steps, strict=True)
    ]
