"""Plays any game against house players: it knows no rules, and makes any move that it is offered.

Usage: python play.py URL GAME [NAME=NUMBER …]        the options of the game, such as players=3
"""

import random
import sys

from parlour_client import Client, Conflict, DecisionOver, Table


def sit_down(client: Client, game: str, options: dict[str, int]) -> Table:
    """Open a table, sit down, and seat house players on all other seats."""
    table = client.open_table(game, options)
    header = table.sit()["table"]
    for _ in header["seats"][1:]:
        table.seat_house()
    return table


def play(table: Table) -> None:
    """Tell what happens, and act whenever there is something to decide."""
    for line in table.stream(views=True):
        if line["type"] == "event":
            print(line["entry"]["message"]["text"], flush=True)
        decision = table.decision_in(line)
        if decision is None or (decision["default"] is None and random.random() < 1 / 2):
            continue  # as often as not, where one need not act: others and the clock go first
        try:
            table.move(random.choice(decision["moves"]), decision["id"])
        except DecisionOver:
            continue  # somebody was faster, or the clock: a line to come shows what there is to decide now
        except Conflict as refused:
            print(refused.code, file=sys.stderr, flush=True)


if __name__ == "__main__":
    url, game, *options = sys.argv[1:] if sys.argv[2:] else sys.exit(__doc__)
    with Client(url) as me:
        me.sign_up("Any move", bot=True)
        play(sit_down(me, game, {name: int(value) for name, _, value in (each.partition("=") for each in options)}))
