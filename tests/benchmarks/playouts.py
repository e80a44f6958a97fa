"""How fast the rules are: random playouts in moves/s, replays in events/s, and one seat's view with its choices."""

import random
import time
from collections.abc import Callable
from typing import Any

from domain import GAMES, fold
from domain.events import GameFinished
from domain.fairness import FairChance
from domain.table import AnyGame

STARTED_AT = 1_767_225_600_000
STEP_MS = 400


def playout(game: AnyGame, dice: random.Random) -> tuple[list[Any], int]:
    """Play one random game at default options; return its events and the number of moves."""
    chance = FairChance(dice.randbytes(32), [None])
    at = STARTED_AT
    options = game.options({})
    events = list(game.start(options, chance, at))
    state = fold(game, events)
    moves = 0
    while not isinstance(events[-1], GameFinished):
        at += STEP_MS
        happened = game.tick(state, at, chance)
        if not happened and (chosen := some_choice(game, state, dice)):
            happened = game.decide(state, *chosen, at, chance)
            moves += 1
        if not happened:
            at = game.due(state) or at
            continue
        state = fold(game, happened, state)
        events.extend(happened)
    return events, moves


def some_choice(game: AnyGame, state: Any, dice: random.Random) -> tuple[int, Any] | None:
    """Return a seat that may act, any of them, and a random move of it; None if none may."""
    seats = game.to_act(state)
    if not seats:
        return None
    seat = seats[int(dice.random() * len(seats))]
    decision = game.choices(state, seat)
    return None if decision is None else (seat, decision.moves[int(dice.random() * len(decision.moves))])


def half_way(game: AnyGame, events: list[Any]) -> list[Any]:
    """Return the state in the middle of a game."""
    return [fold(game, events[: len(events) // 2])]


def seconds(work: Callable[[], object]) -> float:
    """Return how much time of a core the work took."""
    started = time.process_time()
    work()
    return time.process_time() - started


def played_for(limit: float, game: AnyGame, dice: random.Random) -> list[tuple[list[Any], int]]:
    """Play games for a number of seconds of a core, one at least."""
    end = time.process_time() + limit
    played = [playout(game, dice)]
    while time.process_time() < end:
        played.append(playout(game, dice))
    return played


def measure(game_id: str, limit: float, seed: int) -> dict[str, float]:
    """Return moves/s of playouts, events/s of replays, and µs of a view with choices; play for `limit` seconds."""
    game, dice = GAMES[game_id], random.Random(seed)
    played: list[tuple[list[Any], int]] = []
    playing = seconds(lambda: played.extend(played_for(limit, game, dice)))
    replaying = seconds(lambda: [fold(game, events) for events, _ in played])
    looks = [(state, seat) for events, _ in played for state in half_way(game, events) for seat in game.to_act(state)]
    viewing = seconds(lambda: [(game.view(state, seat), game.choices(state, seat)) for state, seat in looks])
    return {
        "moves_per_s": sum(moves for _, moves in played) / playing,
        "events_per_s": sum(len(events) for events, _ in played) / replaying,
        "view_us": 1e6 * viewing / max(1, len(looks)),
        "moves_per_game": sum(moves for _, moves in played) / len(played),
        "events_per_game": sum(len(events) for events, _ in played) / len(played),
    }
