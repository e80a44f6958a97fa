"""After a trick: R15, U8, U9, R39–R41, U23, U24."""

from tests.domain.games.medieval_mastery.fourteen import ALL_SWORDS, CUPS, SWORDS, of_fourteen, swords_laid
from tests.domain.games.medieval_mastery.table import Table, building, dealt, given
from tests.domain.scenario import Json, kinds, only


def drawn(events: list[Json]) -> dict[int, list[str]]:
    """Return what each seat has drawn, in the order in which they drew."""
    return {event["seat"]: event["cards"] for event in events if event["type"] == "cards_drawn"}


def royal_of_fourteen() -> Table:
    """Return a table of 14 where seat 0 has KS QC ES MC, holds QS, has won the trick, and the stock is empty."""
    table = dealt({0: "KT KC KS QC ES MC QS"}, "ZT ZC NC NT", players=14)
    table.play("KT")
    table.others_follow()
    table.build("KS QC ES MC")
    assert table.view()["stock_size"] == 0
    table.play("KC")
    table.others_follow()
    assert table.turn == 0
    return table


def played(table: Table) -> list[str]:
    """Return the cards of the trick, in order of play."""
    return [each["card"] for each in table.view()["trick"]]


def test_R15_the_winner_and_nobody_else_builds() -> None:
    table = given(hand="KS QS")
    for seat in (1, 2):
        assert table.answer(seat, building()) == "not_your_turn"
        assert table.answer(seat, building("KS QS")) == "not_your_turn"
    assert table.judged("KS QS") == "accepted"


def test_R15_with_cards_of_the_trick_and_of_the_hand() -> None:
    table = given(hand="KS", trick="QS HS LS")
    event = only(table.build("KS QS LS"), "layout_built")
    assert (event["laid_from_hand"], event["laid_from_trick"]) == (["KS"], ["QS", "LS"])
    assert "KS" not in table.hand(0)
    assert table.view()["trick"] == []


def test_U8_after_every_trick_there_is_exactly_one_build() -> None:
    table = given("KS QC", hand="EC SC")
    assert table.answer(0, {"type": "play", "card": "EC"}) == "wrong_phase"
    table.build("KS QC SC")
    assert table.answer(0, building("KS QC SC EC")) == "wrong_phase"
    table.play("EC")


def test_U8_a_pass_is_a_build() -> None:
    table = given("KS QC", "AT")
    event = only(table.build("KS QC", "AT"), "layout_built")
    assert (event["laid_from_hand"], event["laid_from_trick"], event["rejects"]) == ([], [], [])
    bare = given()
    assert bare.answer(0, {"type": "build", "families": [], "communes": []}) == "accepted"


def test_U8_only_the_old_and_the_new_layout_are_judged() -> None:
    table = given("KS QC | KC QT", hand="QS XT")
    assert table.judged("KS QS | KC QC", "XT QT") == "accepted"
    assert table.judged("QS KS | QC KC", "XT QT") == "accepted"


def test_U9_none_some_or_all() -> None:
    everything = "KS QC ES SS IC AC OS US"
    for laid in ("", "KS QC", "KS QC ES", everything, f"{everything} RS DC LC"):
        assert given(hand=everything, trick="RS DC LC").judged(laid) == "accepted"
    assert given(hand=everything, trick="RS DC LC").judged(everything, "", "", "DC LC RS") == "accepted"


def test_U9_the_players_own_card_of_the_trick_too() -> None:
    table = given(hand="QS", trick="KS GS DS")
    event = only(table.build("KS QS"), "layout_built")
    assert (event["laid_from_hand"], event["laid_from_trick"], event["under"]) == (["QS"], ["KS"], ["GS", "DS"])


def test_U9_cards_of_the_trick_never_go_to_the_hand() -> None:
    table = given(trick="RS GS DS", stock="EC EP ET")
    table.build()
    assert not {"RS", "GS", "DS"} & (table.hand(0) | table.hand(1) | table.hand(2))
    assert table.hand(0) > {"EC"}


def test_U9_a_hand_that_was_laid_whole() -> None:
    everything, stock = "KS QC ES SS IC AC OS US", "EW SW IW CW OW UW BW MW GW"
    table = given(hand=everything, trick="RS DC LC", stock=stock)
    table.build(everything)
    assert table.hand(0) == set(stock.split())


def test_R39_what_is_left_of_the_trick_goes_to_the_bottom_of_the_stock() -> None:
    table = of_fourteen()
    table.play(SWORDS)
    events = table.build("", "XS KS")
    left = SWORDS.split()[1:-1]
    assert only(events, "layout_built")["under"] == left
    stock = ["KC", "QC", "PC", "GC", *left]
    assert drawn(events) == {seat: [card] for seat, card in enumerate(stock[:14])}
    assert table.view()["stock_size"] == 2
    table.play("AS")
    table.others_follow()
    cards = [card for each in drawn(table.rest()).values() for card in each]
    assert cards[:2] == stock[14:]


def test_R39_rejects_too() -> None:
    table = royal_of_fourteen()
    trick = played(table)
    events = table.build("KS QS ES", rejects="QC MC")
    assert table.view()["stock_size"] == 1
    cards = [card for each in drawn(events).values() for card in each]
    assert cards == [*trick, "QC"]


def test_R40_the_winner_first_each_takes_what_they_need_to_hold_9() -> None:
    table = dealt({0: "EW", 1: "KW KS QS ES"}, "HC GC YC DC LC WC")
    table.play("EW KW")
    table.others_follow()
    taken = drawn(table.build("KS QS ES"))
    assert list(taken.items()) == [(1, ["HC", "GC", "YC", "DC"]), (2, ["LC"]), (0, ["WC"])]
    assert table.view()["hand_sizes"] == [9, 9, 9]


def test_R41_if_the_stock_is_short_players_take_what_there_is() -> None:
    table = of_fourteen()
    table.play(SWORDS)
    assert table.view()["stock_size"] == 4
    events = table.build("", "XS KS QS PS FS JS ES SS IS AS CS OS US BS MS RS HS GS YS DS LS WS")
    assert drawn(events) == {0: ["KC", "QC", "PC", "GC"]}
    assert kinds(events) == ["layout_built", "cards_drawn"]
    assert table.view()["hand_sizes"] == [4] + [8] * 13
    assert table.view()["stock_size"] == 0


def test_R41_one_of_them_takes_less_than_they_need() -> None:
    table = swords_laid()
    table.play(CUPS)
    taken = drawn(table.build("", f"{ALL_SWORDS} | XC KC JC"))
    assert {seat: len(cards) for seat, cards in taken.items()} == {0: 6, 1: 2, 2: 2, 3: 1}
    assert table.view()["hand_sizes"] == [9, 9, 9, 8, *[7] * 10]


def test_U23_the_winner_chooses_the_order_under_the_stock() -> None:
    table = royal_of_fourteen()
    order = ["MC", *reversed(played(table)), "QC"]
    events = table.build("KS QS ES", rejects="QC MC", under=" ".join(order))
    cards = [card for each in drawn(events).values() for card in each]
    assert cards == order[:-1]
    assert only(events, "layout_built")["under_order"] == order


def test_U23_without_a_choice_the_trick_goes_in_the_order_played_and_then_the_rejects_as_given() -> None:
    for rejects in ("QC MC", "MC QC"):
        table = royal_of_fourteen()
        order = [*played(table), *rejects.split()]
        event = only(table.build("KS QS ES", rejects=rejects), "layout_built")
        assert event["under_order"] == order
        assert sorted(event["under"]) == sorted(order)


def test_U23_the_order_is_known_to_the_winner_alone() -> None:
    views = []
    for rejects in ("QC MC", "MC QC"):
        table = royal_of_fourteen()
        table.build("KS QS ES", rejects=rejects)
        views.append([table.view(seat) for seat in (None, *range(13))])
    assert views[0] == views[1]


def test_U24_each_draws_in_one_go_and_what_was_put_under_comes_at_once_when_the_rest_is_gone() -> None:
    table = of_fourteen()
    table.play(SWORDS)
    events = table.build("", "XS KS QS PS FS", under="WS LS DS YS GS HS RS MS BS US OS CS")
    taken = drawn(events)
    assert list(taken) == list(range(13))
    assert taken[0] == ["KC", "QC", "PC", "GC"]
    assert taken[1] == ["WS"]
    assert taken[12] == ["CS"]
    assert table.view()["hand_sizes"] == [9] * 13 + [8]


def test_U24_no_hand_exceeds_9() -> None:
    table = swords_laid()
    for _ in range(6):
        table.play(table.view(table.turn)["legal_cards"][0])
        table.others_follow()
        table.rest()
        assert max(table.view()["hand_sizes"]) == 9
