"""The events: their fields, their order, and who sees what of them."""

import pytest

from tests.domain.games.medieval_mastery.fourteen import ALL_CUPS, ALL_SWORDS, CUPS, swords_laid
from tests.domain.games.medieval_mastery.table import BOOK, GAME, PLAIN, Table, building, dealt, given
from tests.domain.playout import as_raw
from tests.domain.scenario import Json, decided, kinds, only

EVERYONE = (None, 0, 1, 2)


def seen_after(table: Table, seat: int, move: Json, viewer: int | None) -> list[Json]:
    """Return the events of a move as a viewer sees them."""
    after, events = decided(table.state, seat, move, at=table.at, chance=table.chance)
    return [as_raw(GAME.seen(event, viewer, after)) for event in events]


def royal() -> tuple[Table, Json]:
    """Return a table, and a build with rejects."""
    table = given("KS QC ES MC", hand="QS JW", trick="RP YP GP", stock="EC EP ET AC")
    return table, building("QS KS ES", "", "MC QC", "YP MC RP QC GP")


def test_a_card_is_played() -> None:
    table = dealt({0: "ES", 1: "HS", 2: "LS"})
    assert table.play("ES") == [{"type": "card_played", "seat": 0, "card": "ES"}]
    assert table.play("HS") == [{"type": "card_played", "seat": 1, "card": "HS"}]


def test_the_last_card_of_a_trick_wins_it_for_somebody() -> None:
    table = dealt({0: "ES", 1: "HS", 2: "QS"})
    cards = [{"seat": seat, "card": card} for seat, card in enumerate(("ES", "HS", "QS"))]
    assert table.play("ES HS QS") == [
        {"type": "card_played", "seat": 2, "card": "QS"},
        {"type": "trick_won", "seat": 2, "cards": cards, "why": "rank"},
    ]


@pytest.mark.parametrize(
    ("cards", "seat", "why"), [("QT KC DP", 1, "rank"), ("QT KC NT", 2, "nemesis"), ("XT XC XP", 0, "first_x")]
)
def test_why_a_trick_is_won(cards: str, seat: int, why: str) -> None:
    plain = [rank + suit for suit in "SW" for rank in PLAIN]
    hands = {seat: " ".join([card, *plain[8 * seat :][:8]]) for seat, card in enumerate(cards.split())}
    event = only(dealt(hands).play(cards), "trick_won")
    assert (event["seat"], event["why"]) == (seat, why)


def test_a_layout_is_built() -> None:
    table, move = royal()
    assert only(table.do(0, move), "layout_built") == {
        "type": "layout_built",
        "seat": 0,
        "families": [["KS", "QS", "ES"]],
        "communes": [],
        "laid_from_hand": ["QS"],
        "laid_from_trick": [],
        "rejects": ["QC", "MC"],
        "under": ["QC", "MC", "RP", "GP", "YP"],
        "points": 138,
        "under_order": ["YP", "MC", "RP", "QC", "GP"],
    }


def test_its_groups_are_written_as_in_views_and_its_lists_in_book_order() -> None:
    table = given("QS KC", "XW ZW", hand="PC JT YT DC LW BS AP HW", trick="QW MS FT")
    event = only(
        table.build("PC JT DC YT | QS KC BS", "XW ZW LW HW QW | AP", under="FT MS"),
        "layout_built",
    )
    assert event["families"] == [["JT", "PC", "YT", "DC"], ["KC", "QS", "BS"]]
    assert event["communes"] == [["XW", "QW", "HW", "LW", "ZW"], ["AP"]]
    assert event["laid_from_hand"] == ["BS", "PC", "DC", "JT", "YT", "AP", "HW", "LW"]
    assert event["laid_from_trick"] == ["QW"]
    assert event["under"] == ["MS", "FT"]
    assert event["under_order"] == ["FT", "MS"]
    for name in ("laid_from_hand", "under"):
        assert event[name] == sorted(event[name], key=BOOK.index)


def test_a_pass() -> None:
    table = given("KS QS", trick="RP YP GP")
    assert only(table.rest(), "layout_built") == {
        "type": "layout_built",
        "seat": 0,
        "families": [["KS", "QS"]],
        "communes": [],
        "laid_from_hand": [],
        "laid_from_trick": [],
        "rejects": [],
        "under": ["RP", "GP", "YP"],
        "points": 98,
        "under_order": ["RP", "YP", "GP"],
    }


def test_then_each_seat_draws() -> None:
    table, move = royal()
    events = table.do(0, move)
    assert kinds(events) == ["layout_built", "cards_drawn", "cards_drawn", "cards_drawn"]
    assert events[1:] == [
        {"type": "cards_drawn", "seat": 0, "count": 2, "cards": ["EC", "EP"]},
        {"type": "cards_drawn", "seat": 1, "count": 1, "cards": ["ET"]},
        {"type": "cards_drawn", "seat": 2, "count": 1, "cards": ["AC"]},
    ]


def test_a_seat_that_draws_nothing_has_no_event() -> None:
    table = swords_laid()
    table.play(CUPS)
    events = table.build("", f"{ALL_SWORDS} | XC KC JC")
    assert [event["seat"] for event in events[1:]] == [0, 1, 2, 3]


def test_the_end() -> None:
    table = swords_laid()
    table.play(CUPS)
    points = table.view()["scores"][0] + 2 * sum((25, 24, 23, 9, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10))
    totals = [points, *[0] * 13]
    assert table.build("", f"{ALL_SWORDS} | {ALL_CUPS}")[1:] == [
        {
            "type": "deal_ended",
            "deal": 1,
            "why": "empty_hand",
            "scores": totals,
            "totals": totals,
            "winners": [0],
        },
        {"type": "game_finished", "result": {"totals": totals, "winners": [0]}},
    ]


def test_every_event_of_a_step_has_its_time() -> None:
    table, move = royal()
    _, events = decided(table.state, 0, move, at=1_800_000_000_000, chance=table.chance)
    assert {event.at for event in events} == {1_800_000_000_000}


# Who sees what


@pytest.mark.parametrize("viewer", EVERYONE)
def test_the_order_under_the_stock_is_seen_by_the_builder_alone(viewer: int | None) -> None:
    table, move = royal()
    event = seen_after(table, 0, move, viewer)[0]
    assert event.get("under_order") == (["YP", "MC", "RP", "QC", "GP"] if viewer == 0 else None)
    assert ("under_order" in event) == (viewer == 0)
    assert event["under"] == ["QC", "MC", "RP", "GP", "YP"]
    assert event["laid_from_hand"] == ["QS"]


@pytest.mark.parametrize("viewer", EVERYONE)
def test_nothing_in_an_event_tells_the_order_to_others(viewer: int | None) -> None:
    table, move = royal()
    other = move | {"under": ["GP", "QC", "MC", "YP", "RP"], "rejects": ["QC", "MC"]}
    events = [seen_after(table, 0, either, viewer) for either in (move, other)]
    assert (events[0] == events[1]) == (viewer != 0)


@pytest.mark.parametrize("viewer", EVERYONE)
def test_cards_drawn_are_seen_by_the_drawer_alone(viewer: int | None) -> None:
    table, move = royal()
    for event in seen_after(table, 0, move, viewer)[1:]:
        assert ("cards" in event) == (viewer == event["seat"])
        assert event["count"] == (2 if event["seat"] == 0 else 1)


@pytest.mark.parametrize("viewer", EVERYONE)
def test_cards_dealt_are_seen_by_their_owner_alone_and_the_deck_by_nobody(viewer: int | None) -> None:
    table = Table(players=3)
    shown = table.seen(0, viewer)
    assert kinds(shown) == ["game_started", "deal_started", *["cards_dealt"] * 3]
    assert shown[1].keys() == {"type", "deal", "dealer", "stock_size"}
    for event in shown[2:]:
        assert ("cards" in event) == (viewer == event["seat"])


@pytest.mark.parametrize("viewer", EVERYONE)
def test_what_is_open_is_seen_by_all(viewer: int | None) -> None:
    table = dealt({0: "ES", 1: "HS", 2: "LS"}, stall_limit=1)
    table.play("ES HS")
    played = seen_after(table, 2, {"type": "play", "card": "LS"}, viewer)
    table.play("LS")
    ended = seen_after(table, 0, building(), viewer)
    assert played[1].keys() == {"type", "at", "seat", "cards", "why"}
    assert ended[-2].keys() == {"type", "at", "deal", "why", "scores", "totals", "winners"}
    assert ended[-1].keys() == {"type", "at", "result"}
