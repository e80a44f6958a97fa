"""Each event as a person at the table would tell it."""

from collections.abc import Sequence

from tests.domain.games.pursuit_of_happiness.table import (
    GAME,
    Table,
    activate_diamond,
    activate_heart,
    attack,
    capture,
    defend,
    discard,
    extend,
    given,
    meld,
    order_remnant,
)
from tests.domain.scenario import messages


def messages_of(table: Table, number: int, viewer: int | None = None) -> list[str]:
    """Return the messages to a viewer about the last events."""
    return messages(GAME, table.log, viewer)[-number:]


def after(table: Table, *steps: tuple[int, dict[str, object]]) -> Sequence[str]:
    """Make moves, and return the messages to a spectator about the last one."""
    happened = [table.when(*step) for step in steps]
    return messages_of(table, len(happened[-1]))


def test_the_opening() -> None:
    table = given(hands={1: "AC 2C 3C 4C 5C 6C 7C 8C 9C 10C JK AD"}, stock="AH 2H 3S", times_through_deck=2)
    assert messages_of(table, 8)[:6] == [
        "A game of Pursuit of Happiness begins with 3 players, 2 times through the deck.",
        "Seat 2 deals.",
        "Seat 0 gets 12 cards.",
        "Seat 1 gets 12 cards.",
        "Seat 2 gets 12 cards.",
        "It is the turn of seat 0, turn 1.",
    ]
    assert messages_of(table, 5, 1)[0] == (
        "Seat 1 gets 12 cards: the ace, two, three, four, five, six, seven, eight, nine and ten of clubs, a joker "
        "and the ace of diamonds."
    )
    assert messages_of(given(), 8)[0].endswith("with 3 players, one time through the deck.")


def test_a_turn_begins() -> None:
    table = given({1: ["AH 2H 3H"]}, stock="AH 2H 3S")
    table.end_turn()
    assert messages_of(table, 3) == [
        "It is the turn of seat 1, turn 5.",
        "Seat 1 scores 3 points for hearts and has 3 points in all.",
        "Seat 1 draws 3 cards.",
    ]
    assert messages_of(table, 1, 1) == ["Seat 1 draws 3 cards: the ace and two of hearts and the three of spades."]
    table.end_turn()
    assert messages_of(table, 2)[0] == "Seat 2 has no melded hearts."


def test_R10_a_turn_begins_after_the_hearts_that_were_melded_have_been_captured() -> None:
    table = given({0: ["AS 2S 3S"], 1: ["AH 2H 3H"]}, {0: "3S"})
    table.when(0, attack("3S", 1, 2))
    table.when(0, capture(0, 3))
    table.end_turn()
    assert messages_of(table, 2)[0] == "Seat 1 has no melded hearts."


def test_the_last_draw_and_the_end() -> None:
    table = given({0: ["AH 2H 3H"]}, hands={1: "AC"}, stock="AD", stock_size=1)
    table.end_turn()
    assert messages_of(table, 1) == ["Seat 1 draws one card, the last of the stock."]
    assert messages_of(table, 1, 1) == ["Seat 1 draws one card, the last of the stock: the ace of diamonds."]
    assert after(table, (1, discard("AC"))) == [
        "Seat 1 discards the ace of clubs.",
        "The game ends: seat 0 wins with 3 points.",
    ]
    table = given(stock_size=0)
    table.end_turn()
    assert messages_of(table, 1) == ["The game ends: seats 0, 1 and 2 share the win with no points."]


def test_a_new_stock() -> None:
    table = given(stock_size=0, times_through_deck=2, discards="AC 2C 3C")
    table.end_turn()
    assert messages_of(table, 2) == ["The discards, 4 cards, are shuffled to stock 2.", "Seat 1 draws 3 cards."]


def test_activations() -> None:
    table = given({0: ["AH 2H 3H", "AD 2D 3D 4D"]}, {0: "JK 2D 3D"}, discards="AC 3S", stock="5C")
    assert after(table, (0, activate_heart("JK=3H", 1))) == [
        (
            "Seat 0 activates the ace, two and three of hearts with a joker as the three of hearts, power 3, "
            "scores 9 points and has 12 points in all."
        )
    ]
    assert after(table, (0, activate_diamond("2D", 2, 2))) == [
        (
            "Seat 0 activates the ace, two, three and four of diamonds with the two of diamonds, power 2, "
            "and takes the ace of clubs and the three of spades from the discards."
        )
    ]
    table = given({0: ["AD 2D 3D"]}, {0: "AD"})
    assert after(table, (0, activate_diamond("AD", 1))) == [
        "Seat 0 activates the ace, two and three of diamonds with the ace of diamonds, power 1.",
        "Seat 0 draws one card.",
    ]


def fight(card: str = "4S") -> Table:
    """Return a table where seat 0 has attacked meld 2 of seat 1."""
    melds = {0: ["AS 2S 3S 4S 5S"], 1: ["6H 7H 8H 9H 10H", "AC 2C 3C", "5C 6C 7C"]}
    table = given(melds, {0: f"{card} AC 2C 3C 4C", 1: "AC 2C 7C"})
    table.when(0, attack(card, 1, 2))
    return table


def test_an_attack() -> None:
    table = fight()
    assert messages_of(table, 1) == [
        (
            "Seat 0 attacks with the four of spades, power 4, this meld of seat 1: "
            "the six, seven, eight, nine and ten of hearts."
        )
    ]
    assert after(table, (1, defend(("2C", 3)))) == [
        "Seat 1 defends with the two of clubs, power 2: 2 is left of the attack."
    ]
    assert after(table, (0, capture(0, 2))) == ["Seat 0 captures the nine and ten of hearts from seat 1."]


def test_an_attack_without_effect_and_one_without_defence() -> None:
    assert after(fight("2S"), (1, defend(("7C", 4), ("AC", 3)))) == [
        "Seat 1 defends with the seven and ace of clubs, power 4: the attack has no effect."
    ]
    table = fight()
    assert after(table, (1, defend())) == ["Seat 1 does not defend."]
    assert after(table, (0, capture(0, 0))) == ["Seat 0 captures nothing from seat 1."]


def test_a_remnant() -> None:
    table = fight()
    steps = (1, defend()), (0, capture(1, 2)), (1, order_remnant("back"))
    assert after(table, *steps) == ["Seat 1 must discard what is left of the meld: the eight and seven of hearts."]


def test_melds() -> None:
    table = given(hands={0: "AC 2C JK 4C 10C 5D"})
    assert after(table, (0, meld("AC 2C JK=3C"))) == ["Seat 0 melds the ace, two and three (joker) of clubs."]
    assert after(table, (0, extend(1, "10C", "4C"))) == [
        "Seat 0 adds the ten and four of clubs to a meld, now the ten, ace, two, three (joker) and four of clubs."
    ]
    assert after(table, (0, discard("5D")))[0] == "Seat 0 discards the five of diamonds."


def test_clock_steps() -> None:
    table = fight("3S")
    lapses = []
    for _ in range(4):
        table.lapse()
        lapses += [sentence for sentence in messages_of(table, 5) if "run out" in sentence][-1:]
    assert lapses == [
        "The time of seat 1 for a defence has run out.",
        "The time of seat 0 for the capture has run out.",
        "The time of seat 1 to order what is left has run out.",
        "The time of seat 0 for the turn has run out.",
    ]
