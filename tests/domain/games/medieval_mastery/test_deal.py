"""The deck, the options and the deal: R1–R3, U1, U31."""

from itertools import product
from typing import Any

import pytest

from tests.domain.games.medieval_mastery.table import BOOK, FILLERS, GAME, RANKS, SUITS, Table, deck
from tests.domain.playout import as_raw
from tests.domain.scenario import kinds, refused_options

DEFAULTS = {"players": 4, "dealer": 0, "target_score": None, "max_deals": 1, "stall_limit": 25}


def test_R1_the_deck_has_5_suits_of_26_ranks() -> None:
    assert len(GAME.deck) == 130
    assert set(GAME.deck) == {rank + suit for rank, suit in product(RANKS, SUITS)} == GAME.cards


def test_R1_the_deck_is_shuffled_by_chance_alone() -> None:
    backwards = tuple(reversed(BOOK))
    assert Table(backwards).past()[1]["deck"] == list(backwards)


def test_a_face_says_what_is_on_the_card() -> None:
    assert GAME.faces.keys() == GAME.cards
    faces = GAME.faces
    assert [faces[code].rank for code in ("KS", "XW", "TT")] == ["K", "X", "T"]
    assert [str(faces["K" + suit].suit).lower() for suit in SUITS] == ["swords", "cups", "staffs", "pentacles", "wands"]
    assert [faces["K" + suit].sign for suit in SUITS] == ["K♠", "K♥", "K♣", "K♦", "KΨ"]


def test_every_rank_has_its_name() -> None:
    names = """king queen princess favourite jack ecclesiastic soothsayer intelligencer apothecary constable oculist
        usurer blacksmith mason reeve huntsman goatherd yeoman dairyman labourer witch vagrant troubadour necromancer
        zany xenocrat"""
    assert [GAME.faces[rank + "W"].rank_name.lower() for rank in RANKS] == names.split()
    assert GAME.faces["WW"].name.lower() == "witch of wands"


@pytest.mark.parametrize(("players", "dealer"), [(3, 0), (3, 2), (4, 1), (7, 6), (14, 0), (14, 5)])
def test_R2_each_gets_9_cards_one_at_a_time_from_the_left_of_the_dealer(players: int, dealer: int) -> None:
    table = Table(FILLERS, players=players, dealer=dealer)
    order = [(dealer + 1 + step) % players for step in range(players)]
    hands = {seat: [FILLERS[place + players * card] for card in range(9)] for place, seat in enumerate(order)}
    dealt = table.past()[2:]
    assert dealt == [{"type": "cards_dealt", "seat": seat, "count": 9, "cards": hands[seat]} for seat in order]
    for seat in range(players):
        assert table.hand(seat) == set(hands[seat])


@pytest.mark.parametrize("players", range(3, 15))
def test_R3_the_rest_is_the_stock(players: int) -> None:
    table = Table(FILLERS, players=players)
    assert table.view()["stock_size"] == 130 - 9 * players
    assert table.past()[1] == {
        "type": "deal_started",
        "deal": 1,
        "dealer": 0,
        "stock_size": 130 - 9 * players,
        "deck": list(FILLERS),
    }


def test_R3_the_stock_lies_face_down_and_is_drawn_from_the_top() -> None:
    stock = "ES EC ET"
    table = Table(deck({}, stock, dealer=2), players=3, dealer=2)
    assert not set(stock.split()) & {card for seat in range(3) for card in table.hand(seat)}
    for _ in range(3):
        table.play(table.view(table.turn)["legal_cards"][0])
    winner = table.turn
    drawn = [(event["seat"], event["cards"]) for event in table.rest() if event["type"] == "cards_drawn"]
    assert drawn == [(winner, ["ES"]), ((winner + 1) % 3, ["EC"]), ((winner + 2) % 3, ["ET"])]


def test_a_game_begins_with_its_options_and_the_deal() -> None:
    table = Table(players=3, dealer=1)
    assert kinds(table.past()) == ["game_started", "deal_started", *["cards_dealt"] * 3]
    assert table.past()[0] == {"type": "game_started", "options": DEFAULTS | {"players": 3, "dealer": 1}}
    assert [event["seat"] for event in table.past()[2:]] == [2, 0, 1]


@pytest.mark.parametrize("players", [3, 4, 13, 14])
def test_U1_from_three_to_fourteen_may_play(players: int) -> None:
    assert GAME.options({"players": players}).players == players


@pytest.mark.parametrize("players", [0, 1, 2, 15, 16])
def test_U1_fewer_or_more_may_not(players: int) -> None:
    assert refused({"players": players})


def test_U1_the_game_knows_its_numbers_of_players() -> None:
    assert tuple(GAME.players) == tuple(range(3, 15))


def test_defaults_are_filled_in() -> None:
    assert as_raw(GAME.options({})) == DEFAULTS


def test_max_deals_depends_on_the_target() -> None:
    assert as_raw(GAME.options({"target_score": 3125})) == DEFAULTS | {"target_score": 3125, "max_deals": 50}
    assert as_raw(GAME.options({"target_score": None})) == DEFAULTS
    assert as_raw(GAME.options({"target_score": 1, "max_deals": 2})) == DEFAULTS | {"target_score": 1, "max_deals": 2}
    assert as_raw(GAME.options({"max_deals": 7})) == DEFAULTS | {"max_deals": 7}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("players", 3),
        ("players", 14),
        ("dealer", 3),
        ("target_score", 1),
        ("target_score", 100_000),
        ("max_deals", 1),
        ("max_deals", 50),
        ("stall_limit", 1),
        ("stall_limit", 250),
    ],
)
def test_an_option_is_taken(name: str, value: int) -> None:
    assert getattr(GAME.options({name: value}), name) == value


@pytest.mark.parametrize(
    "options",
    [
        {"players": "4"},
        {"players": None},
        {"players": 4.0},
        {"dealer": 4},
        {"dealer": -1},
        {"players": 3, "dealer": 3},
        {"target_score": 0},
        {"target_score": 100_001},
        {"target_score": True},
        {"target_score": "3125"},
        {"max_deals": 0},
        {"max_deals": 51},
        {"max_deals": None},
        {"max_deals": 1.5},
        {"stall_limit": 0},
        {"stall_limit": 251},
        {"stall_limit": None},
        {"stall": 3},
    ],
)
def test_any_other_value_is_refused(options: dict[str, Any]) -> None:
    assert refused(options)


def refused(options: dict[str, Any]) -> bool:
    """Return whether a game with these options is not created."""
    return refused_options(GAME, **options) == "invalid_option"
