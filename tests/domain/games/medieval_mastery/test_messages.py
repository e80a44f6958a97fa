"""Every event in plain English, as a person at the table would tell it."""

import re

import pytest

from domain.events import CardsDealt, CardsDrawn, DealStarted
from domain.game import by_wire_name
from domain.wording import in_signs, in_words
from tests.domain.games.medieval_mastery.fourteen import ALL_CUPS, ALL_SWORDS, CUPS, swords_laid
from tests.domain.games.medieval_mastery.table import BOOK, GAME, PLAIN, Table, building, dealt, given
from tests.domain.scenario import decided, messages


def messages_of(table: Table, seat: int, move: dict[str, object], viewer: int | None = None) -> list[str]:
    """Return the messages to a viewer about the events of a move."""
    state = table.state
    _, events = decided(state, seat, move, at=table.at, chance=table.chance)
    for event in events:
        state = GAME.evolve(state, event)
        message = GAME.message(GAME.seen(event, viewer, state), state)
        assert re.fullmatch(r"[A-Z].*\.", in_signs(message, GAME.faces))
    return [sentence.lower() for sentence in messages(GAME, events, viewer, before=table.state)]


def test_R15_the_sentence_about_the_game_names_the_trick_and_the_hand_as_what_is_built_with() -> None:
    assert GAME.about.endswith("wins the trick; lay families and communes from it and from your hand.")


def test_a_card_is_played() -> None:
    (sentence,) = messages_of(dealt({0: "ES"}), 0, {"type": "play", "card": "ES"})
    assert "seat 0" in sentence
    assert "the ecclesiastic of swords" in sentence


def last_of_trick(cards: str) -> tuple[Table, dict[str, object]]:
    """Return a table where the last of these cards is to be played by seat 2, and that move."""
    plain = [rank + suit for suit in "SW" for rank in PLAIN]
    *first, last = cards.split()
    table = dealt({seat: " ".join([card, *plain[8 * seat :][:8]]) for seat, card in enumerate([*first, last])})
    table.play(*first)
    return table, {"type": "play", "card": last}


@pytest.mark.parametrize(
    ("cards", "winner", "words"),
    [
        ("QT KC FP", "seat 1", "king of cups"),
        ("KT QC ZT", "seat 2", "zany of staffs"),
        ("XT XC XP", "seat 0", "xenocrat"),
    ],
)
def test_a_trick_is_won(cards: str, winner: str, words: str) -> None:
    table, move = last_of_trick(cards)
    _, sentence = messages_of(table, 2, move)
    assert winner in sentence
    assert words in sentence


def test_why_it_is_won_is_told() -> None:
    templates = set()
    for cards in ("QT KC FP", "KT QC ZT", "XT XC XP"):
        table, move = last_of_trick(cards)
        templates.add(template(table, 2, move, place=1))
    assert len(templates) == 3


def template(table: Table, seat: int, move: dict[str, object], place: int = 0) -> str:
    """Return the sentence, with its gaps, of one of the events of a move."""
    _, events = decided(table.state, seat, move, at=table.at, chance=table.chance)
    return GAME.message(events[place], table.state).template


def test_a_layout_is_built() -> None:
    table = given("KS QC ES MC", hand="QS")
    sentence = messages_of(table, 0, building("KS QS ES", rejects="QC MC"))[0]
    assert "seat 0" in sentence
    assert "king, queen and ecclesiastic of swords" in sentence
    assert "queen and mason of cups" in sentence
    assert "138" in sentence


def test_a_pass_is_told_as_such() -> None:
    table = given("KS QC ES MC", hand="QS")
    assert template(table, 0, building("KS QC ES MC")) != template(table, 0, building("KS QS ES", rejects="QC MC"))


@pytest.mark.parametrize("viewer", [None, 1, 2])
def test_the_order_under_the_stock_is_not_told_to_others(viewer: int | None) -> None:
    table = given("KS QS", trick="RP GP DP")
    messages = [messages_of(table, 0, building("KS QS", under=under), viewer) for under in ("RP GP DP", "DP GP RP")]
    assert messages[0] == messages[1]


def test_cards_drawn_are_told_to_the_drawer() -> None:
    table = given(stock="EC SC IC")
    own, others = messages_of(table, 0, building(), 0)[1], messages_of(table, 0, building(), 1)[1]
    assert "ecclesiastic of cups" in own
    assert "ecclesiastic" not in others
    assert "seat 0" in own
    assert "seat 0" in others
    assert "one card" in others


def test_the_end_is_told() -> None:
    table = given("KS QS", stall_limit=1)
    *_, deal, game = messages_of(table, 0, building("KS QS"))
    assert "98" in deal
    assert "seat 0" in game


def test_a_shared_end_is_told() -> None:
    *_, deal, game = messages_of(given(stall_limit=1), 0, building())
    assert "seats 0, 1 and 2" in game
    assert deal


def test_the_beginning_is_told() -> None:
    opening = messages(GAME, Table(players=5).log)
    assert all(re.fullmatch(r"[A-Z].*\.", sentence) for sentence in opening)
    assert "5" in opening[0]
    assert "eat 0" in opening[1]


@pytest.mark.parametrize(
    ("options", "words"),
    [({}, ["one deal"]), ({"max_deals": 3}, ["3 deals"]), ({"target_score": 3125}, ["3125 points", "50 deals"])],
)
def test_the_aim_of_the_match_is_told(options: dict[str, int], words: list[str]) -> None:
    sentence, *_ = messages(GAME, Table(**options).log)
    assert [each for each in words if each not in sentence] == []
    assert "4 players" in sentence


def test_why_a_deal_ends_is_told() -> None:
    stalled = messages_of(given("KS QS", stall_limit=1), 0, building("KS QS"))[-2]
    table = swords_laid()
    table.play(CUPS)
    emptied = messages_of(table, 0, building("", f"{ALL_SWORDS} | {ALL_CUPS}"))[-2]
    assert "empty" in emptied
    assert "empty" not in stalled


def test_hands_and_decks_that_are_not_seen_are_not_told() -> None:
    table = Table(players=3)
    faces = GAME.faces
    deal = in_words(GAME.message(DealStarted(1, 0, 103, at=0), table.state), faces)
    assert deal == in_words(GAME.message(DealStarted(1, 0, 103, BOOK, at=0), table.state), faces)
    open_hand = in_words(GAME.message(CardsDealt(1, 2, ("KS", "XW"), at=0), table.state), faces)
    hidden = in_words(GAME.message(CardsDealt(1, 2, at=0), table.state), faces)
    assert "Swords" in open_hand or "swords" in open_hand
    assert "words" not in hidden
    assert "words" not in in_words(GAME.message(CardsDrawn(1, 2, at=0), table.state), faces)


def test_every_event_is_told() -> None:
    names = {
        "game_started", "deal_started", "cards_dealt", "cards_drawn", "card_played", "trick_won", "layout_built",
        "deal_ended", "game_finished",
    }  # fmt: skip
    assert set(by_wire_name(GAME.Event)) == names
