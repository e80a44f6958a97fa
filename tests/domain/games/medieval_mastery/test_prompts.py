from tests.domain.games.medieval_mastery.table import GAME, building, dealt, given
from tests.domain.playout import as_raw
from tests.domain.scenario import Json


def bare(families: str = "", communes: str = "", rejects: str = "") -> Json:
    """Return a build as JSON."""
    return building(families, communes, rejects)


# What is asked


def test_one_leads_and_the_others_follow_suit_if_they_can() -> None:
    table = dealt({0: "KS", 1: "ES", 2: "EC IC AC CC OC UC BC MC RC"})
    assert table.prompt(0) == "Lead a card."
    table.play("KS")
    assert table.prompt(1) == "Seat 0 led the King of Swords: follow suit."
    table.play("ES")
    assert table.prompt(2) == (
        "Seat 0 led the King of Swords: you have none of its suit, so play any card."
    )  # fmt: skip


def test_the_winner_builds_with_the_trick_or_lays_nothing_new() -> None:
    assert given(trick="RS GS DS").prompt(0) == (
        "You won the Reeve, Goatherd and Dairyman of Swords: build with them and your hand, or lay nothing new."
    )


def test_xenocrats_of_the_trick_must_lead_communes() -> None:
    assert given(trick="RS XS XC").prompt(0) == (
        "You won the Reeve and Xenocrat of Swords and the Xenocrat of Cups: build with them and your hand, "
        "the Xenocrat of Swords and the Xenocrat of Cups leading communes."
    )
    assert given(trick="RS GS XC").prompt(0) == (
        "You won the Reeve and Goatherd of Swords and the Xenocrat of Cups: build with them and your hand, "
        "the Xenocrat of Cups leading a commune."
    )


# What is done for a player who is late


def test_the_lowest_card_that_may_be_played_is_played() -> None:
    table = dealt({0: "KS QS", 1: "ES NC", 2: "EC IC AC CC OC UC BC MC ZT"})
    table.play("KS")
    assert [as_raw(table.done_for(seat)) for seat in range(3)] == [None, {"type": "play", "card": "ES"}, None]
    table.play("ES")
    assert as_raw(table.done_for(2)) == {"type": "play", "card": "ZT"}


def test_of_one_rank_the_card_of_the_lowest_suit_is_played_and_an_x_is_lowest() -> None:
    hand = "ZS ZC ZT NS NC NT TS TC"
    assert as_raw(dealt({0: f"{hand} TT"}).done_for(0)) == {"type": "play", "card": "ZT"}
    assert as_raw(dealt({0: f"{hand} XS"}).done_for(0)) == {"type": "play", "card": "XS"}


def test_nothing_new_is_laid_though_it_could_be() -> None:
    table = given("KS QS", "AP", hand="ES BP", trick="RS GS DS")
    assert as_raw(table.done_for(0)) == bare("KS QS", "AP")
    assert as_raw(table.done_for(1)) is None


def test_xenocrats_of_the_trick_are_laid_and_those_of_the_hand_kept() -> None:
    table = given(hand="XC", trick="RS GS XS")
    assert as_raw(table.done_for(0)) == bare("", "XS")


def test_a_player_whom_an_x_converts_moves_and_one_who_loses_the_group_finds_a_home_or_leaves() -> None:
    table = given("KS QC ES EC | JC PT", "AW BS CC", trick="RS GS XS")
    assert as_raw(table.done_for(0)) == bare("JC PT EC CC", "XS KS ES BS | AW", "QC")
    assert table.answer(0, as_raw(table.done_for(0))) == "accepted"


def test_at_the_end_nothing_is_done_for_anybody() -> None:
    table = dealt({0: "RS"}, max_deals=1, stall_limit=1)
    table.play("RS")
    table.others_follow()
    table.rest()
    assert (table.view()["phase"], GAME.to_act(table.state)) == ("finished", ())
    assert [as_raw(table.done_for(seat)) for seat in range(3)] == [None] * 3
