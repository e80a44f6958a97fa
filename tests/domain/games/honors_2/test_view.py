"""The table *What a seat sees*, row by row, for owner, others and spectators; and what events show."""

import msgspec
import pytest
from msgspec import structs

from domain.game import fold
from domain.games.honors_2 import HONORS_2
from domain.games.honors_2.state import State
from tests.domain.games.honors_2.table import (
    AT,
    CHANCE,
    Decks,
    Json,
    after,
    cards,
    challenge,
    dealt,
    deck,
    discard,
    draw,
    give,
    given,
    lay,
    started,
    take,
    waive,
    when,
)

EVERYONE = (None, 0, 1, 2, 3)
HANDS = ("A-123 B-12", "C-1 D-1", "E-1 F-1", "G-1 H-1")


def shown(state: State, viewer: int | None) -> Json:
    """Return a view as it travels."""
    view: Json = msgspec.json.decode(msgspec.json.encode(HONORS_2.view(state, viewer)))
    return view


@pytest.mark.parametrize("viewer", EVERYONE)
def test_a_new_table(viewer: int | None) -> None:
    view = shown(dealt(deck({}, "J-1 K-2", dealer=2), dealer=2), viewer)
    hand = view.pop("hand")
    assert hand is None if viewer is None else len(hand) == 7
    assert view == {
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
    view = shown(given(HANDS), viewer)
    assert view["hand"] == (None if viewer is None else [*cards(HANDS[viewer])])
    assert view["hand_sizes"] == [5, 2, 2, 2]


@pytest.mark.parametrize("viewer", EVERYONE)
def test_pack_pile_and_table(viewer: int | None) -> None:
    state = after(given(HANDS, "I-1 J-2", table={2: "K-123"}), (0, lay("A-123")), (0, discard("B-1")))
    view = shown(state, viewer)
    assert (view["discard_size"], view["discard_top"]) == (3, [*cards("B-1 I-1 J-2")])
    assert view["stock_size"] == 48 - 11 - 2 - 3
    assert view["table"] == [[*cards("A-123")], [], [*cards("K-123")], []]


@pytest.mark.parametrize("viewer", EVERYONE)
def test_a_card_drawn_from_the_pack_is_seen_in_the_hand_of_who_drew_it(viewer: int | None) -> None:
    state = given(HANDS, "I-1", pack="L-4", phase="draw")
    (event,) = HONORS_2.decide(state, 0, HONORS_2.parse(draw()), AT, CHANCE)
    state = fold(HONORS_2, [event], state)
    assert ("L-4" in (shown(state, viewer)["hand"] or [])) == (viewer == 0)
    seen = msgspec.to_builtins(HONORS_2.seen(event, viewer, state))
    assert seen.get("cards") == (("L-4",) if viewer == 0 else None)
    assert (seen["seat"], seen["count"]) == (0, 1)


@pytest.mark.parametrize("viewer", EVERYONE)
def test_cards_taken_from_the_pile_are_seen_by_all(viewer: int | None) -> None:
    state = given(HANDS, "I-1 J-2 K-3", phase="draw")
    (event,) = HONORS_2.decide(state, 0, HONORS_2.parse(take(2)), AT, CHANCE)
    state = fold(HONORS_2, [event], state)
    assert msgspec.to_builtins(HONORS_2.seen(event, viewer, state))["cards"] == cards("I-1 J-2")
    assert shown(state, viewer)["discard_top"] == ["K-3"]


@pytest.mark.parametrize("viewer", EVERYONE)
def test_the_window(viewer: int | None) -> None:
    state = structs.replace(given(HANDS), barred=(3,))
    state = after(state, (0, discard("B-1")), (1, waive("B-1")))
    view = shown(state, viewer)
    assert view["window"] == {"seat": 0, "card": "B-1", "closes_at": AT + 10_000, "waived": [1]}
    assert (view["phase"], view["turn"], view["to_act"], view["deadline"]) == ("challenge", 0, [2], AT + 10_000)
    view = shown(after(state, (2, waive("B-1"))), viewer)
    assert (view["window"], view["deadline"], view["to_act"]) == (None, None, [1])


@pytest.mark.parametrize("viewer", EVERYONE)
def test_the_seats_that_waived_are_ascending(viewer: int | None) -> None:
    state = after(given(HANDS), (0, discard("B-1")), (3, waive("B-1")), (1, waive("B-1")))
    assert shown(state, viewer)["window"]["waived"] == [1, 3]


@pytest.mark.parametrize("viewer", EVERYONE)
def test_the_fine(viewer: int | None) -> None:
    state = after(given(HANDS, "I-1"), (0, discard("A-1")), (2, challenge("A-1")))
    view = shown(state, viewer)
    assert view["fine"] == {"seat": 2, "to": 0, "card": "A-1"}
    assert (view["phase"], view["turn"], view["to_act"], view["deadline"]) == ("fine", 0, [2], None)
    assert (view["window"], view["discard_top"], view["hand_sizes"]) == (None, ["I-1"], [4, 2, 3, 2])
    view = shown(after(state, (2, give("F-1"))), viewer)
    assert (view["fine"], view["phase"], view["to_act"]) == (None, "draw", [1])
    assert ("F-1" in (view["hand"] or [])) == (viewer == 0)


@pytest.mark.parametrize("viewer", EVERYONE)
def test_who_is_barred_and_the_idle_turns(viewer: int | None) -> None:
    state = after(given(HANDS), (0, discard("B-1")), (3, challenge("B-1")))
    state = after(state, (1, draw()), (1, discard("C-1")), (2, challenge("C-1")))
    view = shown(state, viewer)
    assert (view["barred"], view["idle_turns"], view["turn"]) == ([2, 3], 2, 2)


@pytest.mark.parametrize("viewer", EVERYONE)
def test_the_order_of_a_pack_is_seen_by_nobody(viewer: int | None) -> None:
    state = given(("A-1 B-1", "A-2 B-2", "C-1", "C-2"), "A-34 B-34", rest="table", phase="draw")
    formed, _ = HONORS_2.decide(state, 0, HONORS_2.parse(draw()), AT, CHANCE)
    dealing = started()[1]
    assert msgspec.to_builtins(HONORS_2.seen(formed, viewer, state)) == {"type": "stock_formed", "at": AT, "size": 3}
    assert "deck" not in msgspec.to_builtins(HONORS_2.seen(dealing, viewer, state))


@pytest.mark.parametrize("viewer", EVERYONE)
def test_a_next_deal(viewer: int | None) -> None:
    state = structs.replace(given(("A-123", "B-1", "B-2", "B-3")), barred=(1,), idle_turns=7)
    state, _ = when(state, 0, lay("A-123"), Decks(deck({}, "J-1", dealer=1)))
    view = shown(state, viewer)
    assert (view["deal_scores"], view["totals"], view["result"]) == ([[6, -1, -2, -3]], [6, -1, -2, -3], None)
    assert (view["deal"], view["dealer"], view["turn"], view["phase"]) == (2, 1, 2, "draw")
    assert (view["hand_sizes"], view["stock_size"], view["discard_top"]) == ([7] * 4, 19, ["J-1"])
    assert (view["table"], view["out"], view["barred"], view["idle_turns"]) == ([[]] * 4, None, [], 0)


@pytest.mark.parametrize("viewer", EVERYONE)
def test_the_end_leaves_everything_as_it_lay(viewer: int | None) -> None:
    state = structs.replace(given(("A-123", "B-1", "B-2", "B-3"), "C-1", max_deals=1), barred=(1,))
    view = shown(after(state, (0, lay("A-123"))), viewer)
    assert (view["phase"], view["turn"], view["to_act"], view["deadline"]) == ("finished", None, [], None)
    assert view["result"] == {"totals": [6, -1, -2, -3], "winners": [0]}
    assert (view["deal"], view["out"], view["barred"], view["discard_top"]) == (1, 0, [1], ["C-1"])
    assert (view["table"], view["hand_sizes"]) == ([[*cards("A-123")], [], [], []], [0, 1, 1, 1])
    assert view["hand"] == (None if viewer is None else [*cards(("", "B-1", "B-2", "B-3")[viewer])])
