"""The end of a deal, and its points: R43–R46, R48, U25–U29."""

import pytest

from tests.domain.games.medieval_mastery.fourteen import ALL_CUPS, ALL_SWORDS, CUPS, SWORDS, of_fourteen, swords_laid
from tests.domain.games.medieval_mastery.table import GAME, RANKS, SUITS, VALUES, Table, dealt, given
from tests.domain.playout import Dice, as_raw, playout
from tests.domain.scenario import Json, kinds, only


def idle_trick(table: Table) -> list[Json]:
    """Play a trick to which the seat that leads plays its first card, lay nothing, and return the events."""
    table.play(table.view(table.turn)["legal_cards"][0])
    table.others_follow()
    return table.rest()


def test_R43_a_deal_ends_when_a_seat_has_no_card_at_the_beginning_of_a_trick() -> None:
    table = swords_laid()
    table.play(CUPS)
    events = table.build("", f"{ALL_SWORDS} | {ALL_CUPS}")
    assert kinds(events) == ["layout_built", "deal_ended", "game_finished"]
    assert only(events, "deal_ended")["why"] == "empty_hand"
    assert table.view()["hand_sizes"] == [0] + [7] * 13
    assert table.view()["phase"] == "finished"


def test_R43_it_need_not_be_the_winner() -> None:
    events = emptied_by_the_draw(250)
    assert only(events, "deal_ended")["why"] == "empty_hand"
    assert only(events, "layout_built")["seat"] == 1


def emptied_by_the_draw(stall_limit: int) -> list[Json]:
    """Return the events of an idle trick at whose end seat 0 has no card, and the stock none for it."""
    table = swords_laid(stall_limit=stall_limit)
    table.play(CUPS)
    table.build("", f"{ALL_SWORDS} | {ALL_CUPS.removesuffix(' GC')}")
    assert table.view()["hand_sizes"] == [1] + [7] * 13
    table.play("GC KT")
    table.others_follow()
    assert (table.turn, table.view()["idle_tricks"]) == (1, 0)
    events = table.rest()
    assert table.view()["hand_sizes"] == [0, 9, 9, 9, 9, 8, *[6] * 8]
    return events


def test_R43_an_empty_hand_counts_before_a_stall() -> None:
    assert only(emptied_by_the_draw(1), "deal_ended")["why"] == "empty_hand"


@pytest.mark.parametrize("rank", [rank for rank in RANKS if rank not in "KQX"])
def test_R44_a_card_in_an_ordinary_family_scores_its_value(rank: str) -> None:
    assert given(f"KS QC {rank}C").view()["scores"] == [25 + 24 + VALUES[rank], 0, 0]


@pytest.mark.parametrize("rank", [rank for rank in RANKS if rank not in "KQJPX"])
def test_R44_also_in_a_junior_family(rank: str) -> None:
    assert given(f"JS PC {rank}C").view()["scores"] == [21 + 23 + VALUES[rank], 0, 0]


def test_R44_also_in_a_commune_that_A_leads() -> None:
    assert given("", "AS BC CT DP").view()["scores"] == [17 + 13 + 16 + 7, 0, 0]


@pytest.mark.parametrize("rank", [rank for rank in RANKS if rank not in "KQX"])
def test_R45_a_card_in_a_royal_family_scores_twice(rank: str) -> None:
    assert given(f"KW QW {rank}W").view()["scores"] == [2 * (25 + 24 + VALUES[rank]), 0, 0]


@pytest.mark.parametrize("rank", RANKS[:-1])
def test_R45_a_card_in_a_religious_commune_scores_twice(rank: str) -> None:
    assert given("", f"XP {rank}P").view()["scores"] == [2 * VALUES[rank], 0, 0]


def test_R45_other_groups_are_not_doubled() -> None:
    table = given("KS QS ES | KP QT", "AW BW | XC MC")
    points = 2 * (25 + 24 + 20) + (25 + 24) + (17 + 13) + 2 * (0 + 12)
    assert table.view()["scores"] == [points, 0, 0]


@pytest.mark.parametrize("suit", SUITS)
def test_at_most_650_points_lie_in_one_suit(suit: str) -> None:
    everything = " ".join(["X" + suit, *(rank + suit for rank in RANKS[:-1])])
    assert given("", everything).view()["scores"] == [650, 0, 0]


def test_R46_the_most_points_win() -> None:
    table = dealt({0: "KT KS QC MW", 1: "KW KC QS ES"}, stall_limit=1)
    table.play("KT")
    table.others_follow()
    table.build("KS QC")
    table.play("MW KW")
    table.others_follow()
    table.build("KC QS ES")
    table.play(max(table.view(1)["legal_cards"], key=lambda card: VALUES[card[0]]))
    table.others_follow()
    ended = table.rest()
    event = only(ended, "deal_ended")
    assert (event["scores"], event["totals"], event["winners"]) == ([49, 69, 0], [49, 69, 0], [1])
    assert only(ended, "game_finished")["result"] == {"totals": [49, 69, 0], "winners": [1]}


def test_R48_classes_and_learning_styles_have_no_part() -> None:
    assert set(as_raw(GAME.faces["KS"])) == {"rank", "suit", "colour", "sign", "rank_name"}
    assert given(hand="KS QC ZS").judged("KS QC ZS") == "accepted"
    assert given(hand="KS QC YC").judged("KS QC YC") == "accepted"


def test_U25_an_empty_stock_ends_nothing() -> None:
    table = swords_laid()
    assert (table.view()["stock_size"], table.view()["phase"]) == (0, "play")
    assert (table.turn, table.view()["hand_sizes"]) == (0, [4] + [8] * 13)


def test_U25_a_hand_emptied_by_building_is_filled_up_first() -> None:
    table = of_fourteen()
    table.play(SWORDS)
    events = table.build("", ALL_SWORDS)
    assert only(events, "cards_drawn")["count"] == 4
    assert table.view()["phase"] == "play"


def test_U25_the_winner_may_end_the_deal_by_laying_their_last_cards_and_that_build_counts() -> None:
    table = swords_laid()
    table.play(CUPS)
    assert table.view()["scores"][0] == 2 * (325 - sum(VALUES[rank] for rank in "VTNZ"))
    events = table.build("", f"{ALL_SWORDS} | {ALL_CUPS}")
    points = only(events, "layout_built")["points"]
    assert points == 2 * sum(VALUES[card[0]] for card in f"{ALL_SWORDS} {ALL_CUPS}".split())
    assert only(events, "deal_ended")["scores"] == [points, *[0] * 13]


def test_U25_or_go_on_by_keeping_one() -> None:
    table = swords_laid()
    table.play(CUPS)
    table.build("", f"{ALL_SWORDS} | {ALL_CUPS.removesuffix(' GC')}")
    assert (table.view()["phase"], table.view()["hand_sizes"][0]) == ("play", 1)


def test_U26_cards_in_hand_and_stock_score_nothing() -> None:
    table = given(hand="KS QS KC", stall_limit=1, trick="KP HP GP")
    event = only(table.rest(), "deal_ended")
    assert event["scores"] == [0, 0, 0]


def test_U26_hands_are_not_shown() -> None:
    table = given(hand="KS", stall_limit=1)
    events = table.rest()
    assert set(only(events, "deal_ended")) == {"type", "deal", "why", "scores", "totals", "winners"}
    hands = [table.hand(seat) for seat in range(3)]
    assert all(hands)
    assert table.view(None)["hand"] is None
    assert "KS" in hands[0] - hands[1] - hands[2]


@pytest.mark.parametrize("limit", [1, 2, 5])
def test_U27_a_deal_ends_after_a_number_of_tricks_without_a_new_card(limit: int) -> None:
    table = Table(players=3, stall_limit=limit)
    for idle in range(limit):
        assert (table.view()["phase"], table.view()["idle_tricks"]) == ("play", idle)
        idle_trick(table)
    assert table.past()[-2]["type"] == "deal_ended"
    assert table.past()[-2]["why"] == "stall"


def test_U27_a_new_card_from_hand_or_trick_begins_the_count_anew() -> None:
    table = given("KS QC", hand="ES", trick="RS GS DS", stall_limit=3)
    table.rest()
    assert table.view()["idle_tricks"] == 1
    table.play("ES")
    table.others_follow()
    table.build("KS QC ES")
    assert table.view()["idle_tricks"] == 0


def test_U27_an_X_that_must_be_laid_is_a_new_card_too() -> None:
    table = given("KS QS", trick="KT XC XP", stall_limit=1)
    table.rest()
    assert (table.view()["phase"], table.view()["idle_tricks"]) == ("play", 0)


def test_U27_moving_laid_cards_is_not_laying() -> None:
    table = given("KS QC ES | KC QS", stall_limit=1)
    events = table.build("KS QC | KC QS ES")
    assert only(events, "deal_ended")["why"] == "stall"
    assert only(events, "deal_ended")["scores"] == [25 + 24 + 20 + 25 + 24, 0, 0]


def test_U28_rejects_come_only_with_an_X_or_a_royal_marriage_and_nobody_is_ever_stuck() -> None:
    leaving = 0
    for seed in range(12):
        builds: list[Json] = []
        for step in playout(GAME, Dice(seed)):
            for event in map(as_raw, step.events):
                if event["type"] == "deal_started":
                    builds = []
                elif event["type"] == "layout_built" and event["rejects"]:
                    builds.append(event)
                    leaving += 1
                    new = {*event["laid_from_hand"], *event["laid_from_trick"]}
                    royal = any(family[0][1] == family[1][1] for family in event["families"])
                    assert royal or any(card[0] == "X" for card in new)
            assert len(builds) <= 10
            view = GAME.view(step.after, None)
            if view.phase != "finished":
                assert view.turn is not None
                assert GAME.choices(step.after, view.turn) is not None
    assert leaving


def test_U29_those_with_the_most_points_share_a_deal() -> None:
    table = Table(players=4, stall_limit=1)
    idle_trick(table)
    assert only(table.past(), "deal_ended")["winners"] == [0, 1, 2, 3]
    assert only(table.past(), "game_finished")["result"] == {"totals": [0, 0, 0, 0], "winners": [0, 1, 2, 3]}


def test_U29_the_others_do_not() -> None:
    table = dealt({0: "KT KS QC MW", 1: "KW KC QS ES"}, stall_limit=1)
    table.play("KT")
    table.others_follow()
    table.build("KS QC")
    table.play("MW KW")
    table.others_follow()
    table.build("KC QS")
    idle_trick(table)
    assert only(table.past(), "deal_ended")["scores"] == [49, 49, 0]
    assert only(table.past(), "deal_ended")["winners"] == [0, 1]
    assert only(table.past(), "game_finished")["result"]["winners"] == [0, 1]
