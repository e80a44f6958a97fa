"""Names that others can trust, and those that they cannot."""

import pytest

from service.accounts.names import BadName, accepted


@pytest.mark.parametrize(
    "name",
    [
        "A",
        "Ada",
        "x" * 40,
        "王 小明",
        "O'Neil",
        "1.0",
        "Ada 🂡",
        "I ❤\ufe0f cards",
        "نادية",
        "สมชาย",
        "Zoë",
        "Nguyễn Thị Ánh",
        "Random player 1",
        "House of Cards",
        "Roland",
        "Мария",
        "The Queen",
        "Paul & Parl",
        "♠",
        "Đorđe",
        "Łukasz",
        "Ömer",
        "Søren",
        "Þóra",
        "Işıl",
        "Αλέξης",
        "Анна",
        "田中",
        "שרה",
        "ᏣᎳᎩ",
        "🇦🇩",
        "Ada @ home",
        "Wow!",
        "A$AP",
        "James",
        "Thess",
        "a" + "\u0335" * 3,
    ],
)
def test_a_name_of_whatever_script_is_kept_as_it_is(name: str) -> None:
    assert accepted(name) == name


@pytest.mark.parametrize(
    ("sent", "kept"), [("Zoe\u0308", "Zoë"), ("  Ada   Lovelace ", "Ada Lovelace"), ("\u1112\u1161\u11ab", "\ud55c")]
)
def test_a_name_is_kept_in_one_form(sent: str, kept: str) -> None:
    assert accepted(sent) == kept


@pytest.mark.parametrize(
    "name",
    [
        " ",
        "\u00a0",
        "\u2003Ada",
        "\u3164",
        "Ada\u3164",
        "\u2800",
        "\u115f\u1160",
        "Ada\u200b",
        "A\u200dda",
        "\ufeffAda",
        "Ada\u00ad",
        "Ada\u034f",
        "\ufe0f",
        "\ufe0fAda ♠",
        "Ada\ufe0f",
        "Ada\ufe01",
        "Ada\U000e0101",
        "Ada\U000e0041",
        "\u202eadA",
        "Ada\u2066",
        "Ada\u200f",
        "Ada\u2028",
        "Ada\n",
        "Ada\x1b[2J",
        "\ue000",
        "\U0001ffff",
        "\u0301",
        "Ada \u0301",
        "a" + "\u0335" * 4,
        "...",
        "---",
    ],
    ids=ascii,
)
def test_what_cannot_be_seen_or_turns_the_text_is_no_name(name: str) -> None:
    with pytest.raises(BadName):
        accepted(name)


@pytest.mark.parametrize(
    "name",
    [
        "Random",
        "random",
        "RANDOM",
        "Random, a house player",
        "A House  Player",
        "h-o-u-s-e p.l.a.y.e.r",
        "Rаndom",
        "Ｒandom",
        "𝐑andom",
        "Rándom",
        "Rand0m",
        "Randorn",
        "Parlour",
        "Pаrlour",
        "ΡΑRLOUR",
        "Parl0ur support",
        "parlour_",
        "The Operator",
        "Αdmin",
        "Adm1n",
        "system",
        "Official Parlour Staff",
        "ⓟarlour",
        "ᴀᴅᴍɪɴ",
        "ᴘᴀʀʟᴏᴜʀ",
        "ꜱʏꜱᴛᴇᴍ",
        "🅰🅳🅼🅸🅽",
        "🅐🅓🅜🅘🅝",
        "🇦🇩🇲🇮🇳",
        "ᎪᎠᎷᏆN",
        "ꭺꭰꮇꮖɴ",
        "Äđmin",
        "Ɱøđeraŧør",
        "The a\u20dddmin",
        "@dmin",
        "@admin",
        "Adm!n",
        "$y$tem",
        "System!",
        "Admins",
        "Admin's",
        "Operators",
        "The Moderators",
    ],
)
def test_what_looks_like_the_service_or_the_house_is_no_name(name: str) -> None:
    with pytest.raises(BadName):
        accepted(name)


def test_a_name_that_grows_when_it_is_composed_is_no_longer_than_others() -> None:
    with pytest.raises(BadName):
        accepted("\u0958" * 21)
