"""What is refused, and in which order: U32, and the list of refusals that every game has."""

from typing import Any

import pytest

from domain.game import Refused
from tests.domain.games.medieval_mastery.fourteen import ALL_CUPS, ALL_SWORDS, CUPS, SWORDS, of_fourteen
from tests.domain.games.medieval_mastery.table import CHANCE, GAME, Table, building, dealt, given
from tests.domain.scenario import AT, answered

PLAY = {"type": "play", "card": "KS"}


def finished() -> Table:
    """Return a table where the match is over."""
    table = of_fourteen()
    table.play(SWORDS)
    table.build("", ALL_SWORDS)
    table.play(CUPS)
    table.build("", f"{ALL_SWORDS} | {ALL_CUPS}")
    return table


def playing() -> Table:
    """Return a table where seat 1 is to follow to ES."""
    table = dealt({0: "ES KS", 1: "HS KC", 2: "LS"})
    table.play("ES")
    return table


def reason(table: Table, seat: int, move: object) -> str:
    """Return the detail of a refusal."""
    with pytest.raises(Refused) as refused:
        GAME.decide(table.state, seat, GAME.parse(move), table.at, table.chance)
    return refused.value.detail


@pytest.mark.parametrize("move", [[], None, "play", 3, ["play", "KS"]])
def test_what_is_no_object_is_malformed(move: object) -> None:
    assert answered(GAME, playing().state, 1, move, at=AT, chance=CHANCE) == "malformed_move"


@pytest.mark.parametrize(
    "move", [{}, {"type": "pass"}, {"type": 1}, {"type": "Play"}, {"card": "KS"}, {"type": "draw"}]
)
def test_a_move_of_no_game(move: object) -> None:
    assert playing().answer(1, move) == "unknown_move_type"


@pytest.mark.parametrize("fault", [{"card": 3}, {"card": None}, {"card": ["KS"]}, {"seat": 1}, {"suit": "S"}])
def test_a_malformed_play(fault: dict[str, Any]) -> None:
    assert playing().answer(1, PLAY | fault) == "malformed_move"


def test_a_play_without_a_card() -> None:
    assert playing().answer(1, {"type": "play"}) == "malformed_move"


@pytest.mark.parametrize("card", ["", "ks", "SK", "K", "10S", "JK", "KS "])
def test_a_card_that_there_is_not(card: str) -> None:
    assert playing().answer(1, PLAY | {"card": card}) == "no_such_card"


def test_the_game_is_over() -> None:
    table = finished()
    for seat in range(14):
        assert table.answer(seat, PLAY) == "game_over"
        assert table.answer(seat, building()) == "game_over"


def test_a_malformed_move_comes_before_all_but_the_end() -> None:
    table = given()
    assert table.answer(1, {"type": "play", "card": 3}) == "malformed_move"
    assert table.answer(1, {"type": "play", "card": "A1"}) == "no_such_card"
    assert table.answer(1, {"type": "play", "card": "A1", "seat": 3}) == "malformed_move"


def test_a_build_in_phase_play() -> None:
    assert playing().answer(1, building()) == "wrong_phase"
    assert playing().answer(1, building("KS KS")) == "wrong_phase"


def test_a_play_in_phase_build() -> None:
    table = given(hand="KS")
    assert table.answer(0, PLAY) == "wrong_phase"


def test_the_phase_comes_before_the_turn() -> None:
    assert playing().answer(2, building()) == "wrong_phase"
    assert given(hand="KS").answer(1, PLAY) == "wrong_phase"


@pytest.mark.parametrize("seat", [0, 2])
def test_it_is_the_turn_of_another(seat: int) -> None:
    assert playing().answer(seat, PLAY | {"card": "LS"}) == "not_your_turn"


def test_the_turn_comes_before_the_card() -> None:
    assert playing().answer(2, PLAY | {"card": "XW"}) == "not_your_turn"
    assert given().answer(1, building("KS KS")) == "not_your_turn"


@pytest.mark.parametrize("card", ["LS", "KS", "ES", "XS"])
def test_a_card_that_the_player_does_not_hold(card: str) -> None:
    assert playing().answer(1, PLAY | {"card": card}) == "card_not_in_hand"


def test_whether_the_player_holds_it_comes_before_its_suit() -> None:
    assert playing().answer(1, PLAY | {"card": "KT"}) == "card_not_in_hand"
    assert playing().answer(1, PLAY | {"card": "KC"}) == "must_follow_suit"
    assert playing().answer(1, PLAY | {"card": "HS"}) == "accepted"


def test_U32_a_refused_move_changes_nothing() -> None:
    table = given("KS QC", hand="QS")
    log = list(table.past())
    views = [table.view(seat) for seat in (None, 0, 1, 2)]
    for move in (building(), building("KS QS"), building("KS QS", rejects="QC", under=""), PLAY, {"type": "x"}):
        assert table.answer(0, move) != "accepted"
    assert (table.past(), [table.view(seat) for seat in (None, 0, 1, 2)]) == (log, views)
    assert table.judged("KS QS", rejects="QC") == "accepted"


def test_U32_card_not_in_hand_does_not_say_where_the_card_is() -> None:
    in_hand = dealt({0: "ES", 1: "KT"}, "KS")
    in_stock = dealt({0: "ES", 1: "KS"}, "KT")
    answers = {reason(table, 0, PLAY) for table in (in_hand, in_stock)}
    assert len(answers) == 1


def test_U32_card_not_available_does_not_say_where_the_card_is() -> None:
    stock = given(hand="QC", stock="KS")
    hidden = min(stock.hand(1))
    assert stock.judged(f"{hidden} QC") == stock.judged("", f"{hidden}") == "card_not_available"
    one = reason(stock, 0, building("KS QC"))
    two = reason(stock, 0, building(f"{hidden} QC"))
    assert one.replace("KS", "?") == two.replace(hidden, "?")


def test_U32_nobody_else_learns_of_it() -> None:
    table = given(hand="KS")
    views = [table.view(seat) for seat in (None, 1, 2)]
    assert table.judged("KS") == "no_marriage"
    assert [table.view(seat) for seat in (None, 1, 2)] == views


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_nothing_runs_out(seat: int) -> None:
    for table in (playing(), given()):
        assert GAME.due(table.state) is None
        assert table.wait(10**15) == []
        assert table.view(seat)["deadline"] is None


def test_a_reject_that_could_found_a_group_is_not_said_to_have_a_place_in_one() -> None:
    table = given("KS QC ES | KT QS")
    told = "QC can stay on the table: in one of your groups, or in a new one."
    assert reason(table, 0, building("KS QS ES", rejects="QC KT")) == told
