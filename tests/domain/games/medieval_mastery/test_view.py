"""The table *What a seat sees*, row by row."""

import pytest

from tests.domain.games.medieval_mastery.fourteen import ALL_CUPS, ALL_SWORDS, CUPS, swords_laid
from tests.domain.games.medieval_mastery.table import FILLERS, Table, dealt, given

EVERYONE = (None, 0, 1, 2)
OPEN = {
    "game", "phase", "dealer", "turn", "to_act", "deadline", "options", "result", "deal", "hand", "hand_sizes",
    "stock_size", "trick", "groups", "scores", "totals", "idle_tricks",
}  # fmt: skip


def building() -> Table:
    """Return a table with groups, in phase `build`."""
    return given("QS KC MC ES | PC JT YT", "AW BS | XP ZP KP", hand="EC", trick="QT LT GT")


@pytest.mark.parametrize("viewer", EVERYONE)
def test_a_new_table(viewer: int | None) -> None:
    view = Table(FILLERS, players=3, dealer=2, stall_limit=7).view(viewer)
    hand, legal = view.pop("hand"), view.pop("legal_cards", "absent")
    assert hand is None if viewer is None else sorted(hand) == sorted(FILLERS[viewer : viewer + 27 : 3])
    assert legal == "absent" if viewer != 0 else set(legal) == set(hand)
    assert view == {
        "game": "medieval_mastery",
        "phase": "play",
        "dealer": 2,
        "turn": 0,
        "to_act": [0],
        "deadline": None,
        "options": {"players": 3, "dealer": 2, "target_score": None, "max_deals": 1, "stall_limit": 7},
        "result": None,
        "deal": 1,
        "hand_sizes": [9, 9, 9],
        "stock_size": 103,
        "trick": [],
        "groups": [{"families": [], "communes": []}] * 3,
        "scores": [0, 0, 0],
        "totals": [0, 0, 0],
        "idle_tricks": 0,
    }


@pytest.mark.parametrize("viewer", EVERYONE)
def test_a_hand_is_seen_by_its_owner_alone(viewer: int | None) -> None:
    own = {0: "KS QS PS FS JS ES SS IS AS", 1: "KC QC PC FC JC EC SC IC AC", 2: "KT QT PT FT JT ET ST IT AT"}
    view = dealt(own).view(viewer)
    assert view["hand"] is None if viewer is None else set(view["hand"]) == set(own[viewer].split())
    assert view["hand_sizes"] == [9, 9, 9]


@pytest.mark.parametrize("viewer", EVERYONE)
def test_the_cards_that_may_be_played_are_seen_by_the_player_who_is_to_play(viewer: int | None) -> None:
    table = dealt({0: "ES", 1: "KS AS QC", 2: "LS"})
    table.play("ES")
    view = table.view(viewer)
    assert (set(view["legal_cards"]) == {"KS", "AS"}) if viewer == 1 else ("legal_cards" not in view)
    assert (view["turn"], view["to_act"]) == (1, [1])


@pytest.mark.parametrize("viewer", EVERYONE)
def test_there_are_none_in_other_phases(viewer: int | None) -> None:
    view = building().view(viewer)
    assert view.keys() == OPEN | ({"legal_cards"} if viewer == 0 else set())
    assert view.get("legal_cards") is None


@pytest.mark.parametrize("viewer", EVERYONE)
def test_the_trick_on_the_table_in_order_of_play(viewer: int | None) -> None:
    table = dealt({0: "ES", 1: "KS", 2: "LS"})
    assert table.view(viewer)["trick"] == []
    table.play("ES KS")
    assert table.view(viewer)["trick"] == [{"seat": 0, "card": "ES"}, {"seat": 1, "card": "KS"}]
    table.play("LS")
    trick = table.view(viewer)["trick"]
    assert [each["card"] for each in trick] == ["ES", "KS", "LS"]
    assert (table.view(viewer)["phase"], table.view(viewer)["turn"], table.view(viewer)["to_act"]) == ("build", 1, [1])
    table.rest()
    assert table.view(viewer)["trick"] == []


@pytest.mark.parametrize("viewer", EVERYONE)
def test_all_groups_in_the_order_of_the_last_build(viewer: int | None) -> None:
    table = building()
    assert table.view(viewer)["groups"] == [
        {
            "families": [["KC", "QS", "ES", "MC"], ["JT", "PC", "YT"]],
            "communes": [["AW", "BS"], ["XP", "KP", "ZP"]],
        },
        {"families": [], "communes": []},
        {"families": [], "communes": []},
    ]
    table.build("JT PC YT | KC QS MC ES EC", "XP KP ZP | AW BS")
    assert table.view(viewer)["groups"][0] == {
        "families": [["JT", "PC", "YT"], ["KC", "QS", "ES", "EC", "MC"]],
        "communes": [["XP", "KP", "ZP"], ["AW", "BS"]],
    }


@pytest.mark.parametrize("viewer", EVERYONE)
def test_points_now(viewer: int | None) -> None:
    table = given("KS QS", "AT")
    assert table.view(viewer)["scores"] == [2 * (25 + 24) + 17, 0, 0]
    assert table.view(viewer)["totals"] == [0, 0, 0]


@pytest.mark.parametrize("viewer", EVERYONE)
def test_numbers_of_cards(viewer: int | None) -> None:
    view = given("KS QS").view(viewer)
    assert (view["hand_sizes"], view["stock_size"]) == ([8, 8, 8], 130 - 2 - 27)


@pytest.mark.parametrize("viewer", EVERYONE)
def test_idle_tricks(viewer: int | None) -> None:
    table = given("KS QS")
    assert table.view(viewer)["idle_tricks"] == 0
    table.rest()
    assert table.view(viewer)["idle_tricks"] == 1


@pytest.mark.parametrize("viewer", EVERYONE)
def test_a_later_deal(viewer: int | None) -> None:
    table = given("KS QS", stall_limit=1, max_deals=2)
    table.rest()
    view = table.view(viewer)
    assert (view["deal"], view["dealer"], view["turn"], view["totals"]) == (2, 0, 1, [98, 0, 0])
    assert view["scores"] == [0, 0, 0]
    assert view["result"] is None


@pytest.mark.parametrize("viewer", [None, 0, 1, 13])
def test_the_end(viewer: int | None) -> None:
    table = swords_laid()
    table.play(CUPS)
    before = table.view(viewer)
    table.build("", f"{ALL_SWORDS} | {ALL_CUPS}")
    view = table.view(viewer)
    assert (view["phase"], view["turn"], view["to_act"]) == ("finished", None, [])
    assert view["result"] == {"totals": view["scores"], "winners": [0]}
    assert view["scores"] == view["totals"] == [view["scores"][0], *[0] * 13]
    assert view["hand"] == (before["hand"] if viewer != 0 else [])
    assert view["hand_sizes"] == [0] + [7] * 13
    assert len(view["groups"][0]["communes"]) == 2
    assert view["stock_size"] == 0
    assert view.keys() <= OPEN


@pytest.mark.parametrize("viewer", EVERYONE)
def test_hands_left_over_are_their_owners_alone(viewer: int | None) -> None:
    table = given("KS QS", stall_limit=1)
    table.rest()
    view = table.view(viewer)
    assert view["phase"] == "finished"
    assert view["hand"] is None if viewer is None else len(view["hand"]) == 9
    assert (view["hand_sizes"], view["stock_size"]) == ([9, 9, 9], 130 - 2 - 27)
    assert (view["trick"], view["idle_tricks"]) == ([], 1)
    assert (view["deal"], view["groups"][0]["families"]) == (1, [["KS", "QS"]])
