"""Tables where an attack is under way."""

from typing import Any

from tests.domain.games.pursuit_of_happiness.table import (
    Table,
    attack,
    capture,
    defend,
    discard,
    given,
    meld,
    order_remnant,
)

ROW = "6H 7H 8H 9H 10H"


def attacked(power: int = 3, target: str = ROW, clubs: tuple[str, ...] = (), held: str = "", prize: str = "") -> Table:
    """Return a table where seat 0 has attacked meld 2 of seat 1 with this power; its club melds count from 3."""
    card = f"{power}S" if power > 1 else "AS"
    table = given({0: ["AS 2S 3S 4S 5S"], 1: [target, *clubs]}, {0: f"{card} {prize}", 1: held})
    table.when(0, attack(card, 1, 2))
    return table


PILE = "AC 2C 3C 4C 5C"


def fight(**options: Any) -> Table:
    """Return a table where seat 0, which has four diamonds melded, has attacked meld 3 of seat 1, in defence."""
    table = given(
        {0: ["AD 2D 3D 4D", "AS 2S 3S 4S 5S"], 1: ["6H 7H 8H 9H 10H", "AC 2C 3C"], 2: ["5D JK=6D 7D"]},
        {0: "JK 2D", 1: "AC"},
        discards=PILE,
        **options,
    )
    table.when(0, attack("JK=4S", 2, 3))
    return table


STEPS = (
    (1, defend()),
    (0, capture(3, 0)),
    (1, order_remnant("front")),
    (0, meld("10S 9S 8S")),
    (0, discard("2D")),
)
"""What may follow `fight`: a step through every phase."""
