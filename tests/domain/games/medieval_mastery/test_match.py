"""A match of several deals: R47, U30, U31."""

import pytest

from tests.domain.games.medieval_mastery.table import BOOK, FILLERS, Table, deck
from tests.domain.scenario import Json, kinds, only

LAID = 2 * (25 + 24)
"""The points of `played_deal` for the seat that led."""

DECK = deck({0: "KT KS QS EC"})
"""A deck with which the seat that leads wins the first trick, with KT, and may lay KS QS; then it wins with EC."""


def match(*decks: tuple[str, ...], **options: int | None) -> Table:
    """Return a table of three with this deck or `DECK`, dealt by seat 2, where an idle trick ends the deal."""
    return Table(*(decks or (DECK,)), **{"players": 3, "dealer": 2, "stall_limit": 1} | options)


def played_deal(table: Table) -> list[Json]:
    """Play a deal: the leader lays a family after the first trick, and nothing after the second."""
    table.play("KT")
    table.others_follow()
    table.build("KS QS")
    table.play("EC")
    table.others_follow()
    return table.rest()


def idle_deal(table: Table) -> list[Json]:
    """Play a deal of one trick, after which nothing is laid."""
    table.play("KT")
    table.others_follow()
    return table.rest()


def test_R47_a_match_of_a_fixed_number_of_deals() -> None:
    table = match(max_deals=3)
    for deal in (1, 2, 3):
        assert (table.view()["deal"], table.view()["phase"]) == (deal, "play")
        events = played_deal(table)
        assert kinds(events).count("game_finished") == (deal == 3)
    assert table.view()["phase"] == "finished"
    assert only(table.past(), "game_finished")["result"] == {"totals": [LAID] * 3, "winners": [0, 1, 2]}


def test_R47_a_match_until_a_total_is_reached() -> None:
    table = match(target_score=LAID + 1)
    for _ in range(3):
        assert "game_finished" not in kinds(played_deal(table))
    events = played_deal(table)
    assert only(events, "game_finished")["result"] == {"totals": [2 * LAID, LAID, LAID], "winners": [0]}


def test_R47_one_deal_is_the_default() -> None:
    table = match()
    assert kinds(idle_deal(table))[-2:] == ["deal_ended", "game_finished"]


def test_U30_a_match_ends_at_the_target_or_above_it() -> None:
    for target, over in ((LAID - 1, True), (LAID, True), (LAID + 1, False)):
        table = match(target_score=target)
        assert (kinds(played_deal(table))[-1] == "game_finished") == over


def test_U30_never_in_a_deal() -> None:
    table = match(target_score=1)
    table.play("KT")
    table.others_follow()
    table.build("KS QS")
    assert table.view()["phase"] == "play"
    assert (table.view()["scores"], table.view()["totals"]) == ([LAID, 0, 0], [0, 0, 0])
    table.play("EC")
    table.others_follow()
    assert kinds(table.rest())[-1] == "game_finished"
    assert (table.view()["scores"], table.view()["totals"]) == ([LAID, 0, 0], [LAID, 0, 0])


def test_U30_the_highest_total_wins_who_need_not_have_been_first() -> None:
    table = match(deck({0: "KT KS QC MW", 1: "KW KC QS ES"}), target_score=49)
    table.play("KT")
    table.others_follow()
    table.build("KS QC")
    table.play("MW KW")
    table.others_follow()
    table.build("KC QS ES")
    table.play(table.view(1)["legal_cards"][0])
    table.others_follow()
    event = only(table.rest(), "game_finished")
    assert event["result"] == {"totals": [49, 69, 0], "winners": [1]}


def test_U30_after_max_deals_at_the_latest() -> None:
    table = match(target_score=100_000, max_deals=2)
    idle_deal(table)
    assert kinds(idle_deal(table))[-1] == "game_finished"


def test_U30_fifty_deals_are_the_most_with_a_target_alone() -> None:
    table = match(target_score=100_000)
    for _ in range(49):
        assert "game_finished" not in kinds(idle_deal(table))
    assert kinds(idle_deal(table))[-1] == "game_finished"
    assert table.view()["deal"] == 50


@pytest.mark.parametrize("target", [None, 500])
def test_U30_the_total_counts_and_not_the_deal(target: int | None) -> None:
    table = match(target_score=target, max_deals=4)
    played_deal(table)
    idle_deal(table)
    idle_deal(table)
    event = only(played_deal(table), "deal_ended")
    assert (event["scores"], event["totals"]) == ([LAID, 0, 0], [2 * LAID, 0, 0])
    assert table.view()["result"] == {"totals": [2 * LAID, 0, 0], "winners": [0]}


def test_U31_the_next_deal_starts_by_itself() -> None:
    table = match(max_deals=2)
    events = played_deal(table)
    assert kinds(events) == [
        "layout_built",
        *["cards_drawn"] * 3,
        "deal_ended",
        "deal_started",
        *["cards_dealt"] * 3,
    ]
    assert (table.view()["phase"], table.view()["deal"]) == ("play", 2)


def test_U31_the_dealer_is_one_seat_to_the_left() -> None:
    table = match(max_deals=4)
    seats = []
    for _ in range(4):
        seats.append((table.view()["dealer"], table.turn))
        idle_deal(table)
    assert seats == [(2, 0), (0, 1), (1, 2), (2, 0)]


def test_U31_with_a_fresh_deck() -> None:
    table = match(DECK, BOOK, FILLERS, max_deals=3)
    idle_deal(table)
    decks = [event["deck"] for event in table.past() if event["type"] == "deal_started"]
    assert decks == [list(DECK), list(BOOK)]
    assert table.view()["stock_size"] == 130 - 27
    assert table.hand(1) == set(BOOK[0:27:3])


def test_U31_groups_hands_and_idle_tricks_start_anew_and_totals_stay() -> None:
    table = match(max_deals=2, stall_limit=2)
    table.play("KT")
    table.others_follow()
    table.build("KS QS")
    for card in ("EC", None):
        table.play(card or table.view(table.turn)["legal_cards"][0])
        table.others_follow()
        table.rest()
    view = table.view()
    assert view["deal"] == 2
    assert view["groups"] == [{"families": [], "communes": []}] * 3
    assert (view["hand_sizes"], view["trick"], view["idle_tricks"]) == ([9, 9, 9], [], 0)
    assert (view["scores"], view["totals"]) == ([0, 0, 0], [LAID, 0, 0])


def test_a_deal_is_numbered_and_counted() -> None:
    table = match(max_deals=2)
    first = only(played_deal(table), "deal_ended")
    assert first == {
        "type": "deal_ended",
        "deal": 1,
        "why": "stall",
        "scores": [LAID, 0, 0],
        "totals": [LAID, 0, 0],
        "winners": [0],
    }
    second = only(idle_deal(table), "deal_ended")
    assert (second["deal"], second["winners"]) == (2, [0, 1, 2])
    assert second["totals"] == [LAID, 0, 0]
