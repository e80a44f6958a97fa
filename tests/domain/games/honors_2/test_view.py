"""The table *What a seat sees*, row by row, for owner, others and spectators; and what events show."""

import msgspec
import pytest
from msgspec import structs

from domain.games.honors_2 import HONORS_2
from tests.domain.chance import Decks
from tests.domain.games.honors.table import cards
from tests.domain.games.honors_2.table import (
    challenge,
    dealt,
    deck,
    discard,
    draw,
    give,
    given,
    lay,
    take,
    waive,
)
from tests.domain.scenario import AT, after, seen, started, view, when

EVERYONE = (None, 0, 1, 2, 3)
HANDS = ("A-123 B-12", "C-1 D-1", "E-1 F-1", "G-1 H-1")


@pytest.mark.parametrize("viewer", EVERYONE)
def test_a_new_table(viewer: int | None) -> None:
    shown = view(dealt(deck({}, "J-1 K-2", dealer=2), dealer=2), viewer)
    hand = shown.pop("hand")
    assert hand is None if viewer is None else len(hand) == 7
    assert shown == {
        "game": "honors_2",
        "phase": "draw",
        "dealer": 2,
        "turn": 3,
        "to_act": [3],
        "deadline": None,
        "options": msgspec.to_builtins(HONORS_2.options({"dealer": 2})),
        "result": None,
        "deal": 1,
        "deal_scores": [],
        "totals": [0, 0, 0, 0],
        "out": None,
        "hand_sizes": [7, 7, 7, 7],
        "stock_size": 19,
        "discard_size": 1,
        "discard_top": ["J-1"],
        "table": [[], [], [], []],
        "window": None,
        "fine": None,
        "barred": [],
        "idle_turns": 0,
    }


@pytest.mark.parametrize("viewer", EVERYONE)
def test_a_hand_is_seen_by_its_owner_alone(viewer: int | None) -> None:
    shown = view(given(HANDS), viewer)
    assert shown["hand"] == (None if viewer is None else [*cards(HANDS[viewer])])
    assert shown["hand_sizes"] == [5, 2, 2, 2]


@pytest.mark.parametrize("viewer", EVERYONE)
def test_pack_pile_and_table(viewer: int | None) -> None:
    state = after(given(HANDS, "I-1 J-2", table={2: "K-123"}), (0, lay("A-123")), (0, discard("B-1")))
    shown = view(state, viewer)
    assert (shown["discard_size"], shown["discard_top"]) == (3, [*cards("B-1 I-1 J-2")])
    assert shown["stock_size"] == 48 - 11 - 2 - 3
    assert shown["table"] == [[*cards("A-123")], [], [*cards("K-123")], []]


@pytest.mark.parametrize("viewer", EVERYONE)
def test_a_card_drawn_from_the_pack_is_seen_in_the_hand_of_the_player_who_drew_it(viewer: int | None) -> None:
    state = given(HANDS, "I-1", pack="L-4", phase="draw")
    state, (event,) = when(state, 0, draw())
    assert ("L-4" in (view(state, viewer)["hand"] or [])) == (viewer == 0)
    drawn = seen(state, event, viewer)
    assert drawn.get("cards") == (["L-4"] if viewer == 0 else None)
    assert (drawn["seat"], drawn["count"]) == (0, 1)


@pytest.mark.parametrize("viewer", EVERYONE)
def test_cards_taken_from_the_pile_are_seen_by_all(viewer: int | None) -> None:
    state = given(HANDS, "I-1 J-2 K-3", phase="draw")
    state, (event,) = when(state, 0, take(2))
    assert seen(state, event, viewer)["cards"] == [*cards("I-1 J-2")]
    assert view(state, viewer)["discard_top"] == ["K-3"]


@pytest.mark.parametrize("viewer", EVERYONE)
def test_the_window(viewer: int | None) -> None:
    state = structs.replace(given(HANDS), barred=(3,))
    state = after(state, (0, discard("B-1")), (1, waive("B-1")))
    shown = view(state, viewer)
    assert shown["window"] == {"seat": 0, "card": "B-1", "closes_at": AT + 10_000, "waived": [1]}
    assert (shown["phase"], shown["turn"], shown["to_act"], shown["deadline"]) == ("challenge", 0, [2], AT + 10_000)
    shown = view(after(state, (2, waive("B-1"))), viewer)
    assert (shown["window"], shown["deadline"], shown["to_act"]) == (None, None, [1])


@pytest.mark.parametrize("viewer", EVERYONE)
def test_the_seats_that_waived_are_ascending(viewer: int | None) -> None:
    state = after(given(HANDS), (0, discard("B-1")), (3, waive("B-1")), (1, waive("B-1")))
    assert view(state, viewer)["window"]["waived"] == [1, 3]


@pytest.mark.parametrize("viewer", EVERYONE)
def test_the_fine(viewer: int | None) -> None:
    state = after(given(HANDS, "I-1"), (0, discard("A-1")), (2, challenge("A-1")))
    shown = view(state, viewer)
    assert shown["fine"] == {"seat": 2, "to": 0, "card": "A-1"}
    assert (shown["phase"], shown["turn"], shown["to_act"], shown["deadline"]) == ("fine", 0, [2], None)
    assert (shown["window"], shown["discard_top"], shown["hand_sizes"]) == (None, ["I-1"], [4, 2, 3, 2])
    shown = view(after(state, (2, give("F-1"))), viewer)
    assert (shown["fine"], shown["phase"], shown["to_act"]) == (None, "draw", [1])
    assert ("F-1" in (shown["hand"] or [])) == (viewer == 0)


@pytest.mark.parametrize("viewer", EVERYONE)
def test_who_is_barred_and_the_idle_turns(viewer: int | None) -> None:
    state = after(given(HANDS), (0, discard("B-1")), (3, challenge("B-1")))
    state = after(state, (1, draw()), (1, discard("C-1")), (2, challenge("C-1")))
    shown = view(state, viewer)
    assert (shown["barred"], shown["idle_turns"], shown["turn"]) == ([2, 3], 2, 2)


@pytest.mark.parametrize("viewer", EVERYONE)
def test_the_order_of_a_pack_is_seen_by_nobody(viewer: int | None) -> None:
    state = given(("A-1 B-1", "A-2 B-2", "C-1", "C-2"), "A-34 B-34", rest="table", phase="draw")
    state, (formed, _) = when(state, 0, draw())
    dealing = started(HONORS_2)[1]
    assert seen(state, formed, viewer) == {"type": "stock_formed", "size": 3}
    assert "deck" not in seen(state, dealing, viewer)


@pytest.mark.parametrize("viewer", EVERYONE)
def test_a_next_deal(viewer: int | None) -> None:
    state = structs.replace(given(("A-123", "B-1", "B-2", "B-3")), barred=(1,), idle_turns=7)
    state, _ = when(state, 0, lay("A-123"), chance=Decks(deck({}, "J-1", dealer=1)))
    shown = view(state, viewer)
    assert (shown["deal_scores"], shown["totals"], shown["result"]) == ([[6, -1, -2, -3]], [6, -1, -2, -3], None)
    assert (shown["deal"], shown["dealer"], shown["turn"], shown["phase"]) == (2, 1, 2, "draw")
    assert (shown["hand_sizes"], shown["stock_size"], shown["discard_top"]) == ([7] * 4, 19, ["J-1"])
    assert (shown["table"], shown["out"], shown["barred"], shown["idle_turns"]) == ([[]] * 4, None, [], 0)


@pytest.mark.parametrize("viewer", EVERYONE)
def test_the_end_leaves_everything_as_it_lay(viewer: int | None) -> None:
    state = structs.replace(given(("A-123", "B-1", "B-2", "B-3"), "C-1", max_deals=1), barred=(1,))
    shown = view(after(state, (0, lay("A-123"))), viewer)
    assert (shown["phase"], shown["turn"], shown["to_act"], shown["deadline"]) == ("finished", None, [], None)
    assert shown["result"] == {"totals": [6, -1, -2, -3], "winners": [0]}
    assert (shown["deal"], shown["out"], shown["barred"], shown["discard_top"]) == (1, 0, [1], ["C-1"])
    assert (shown["table"], shown["hand_sizes"]) == ([[*cards("A-123")], [], [], []], [0, 1, 1, 1])
    assert shown["hand"] == (None if viewer is None else [*cards(("", "B-1", "B-2", "B-3")[viewer])])
