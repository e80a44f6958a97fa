"""Two who meet: by the Dutch system of FIDE, or by its tables for a round robin.

This is the only file of the domain that imports `caissify_pairings`. Of the libraries that were tried it is the one
that pairs by the rules of 2026 (C.04.3), finishes, and runs on every machine: pure Python, Apache-2.0. It decides who
meets whom. Who sits first is decided here by section E of these rules, since the library ranks two of different scores
by their numbers alone (E.4).

Sources: FIDE Handbook C.04.3 (from 1 February 2026), https://handbook.fide.com/chapter/C0403202602; C.05, annex 1.
"""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from domain.tournament.types import WHOLE_SHARE, Contender

DUTCH_LIMIT = 40
"""The most that are paired by the Dutch system: 40 take half a second, and the time grows with the fourth power."""

Pairs = tuple[tuple[UUID, UUID], ...]


def dutch(
    contenders: Sequence[Contender], everybody: Sequence[Contender], round_number: int, rounds: int
) -> Pairs | None:
    """Return the pairs by the Dutch system, the one who sits first named first; an entrant in no pair has the bye.

    `everybody` has those of earlier rounds, too. None: the system has no pairing in which nobody meets again.
    """
    from caissify_pairings import generate_pairings  # noqa: PLC0415 - with networkx it costs 100 ms, which few need

    by_number = {contender.number: contender for contender in contenders}
    number_of = {contender.id: contender.number for contender in everybody}
    scores, real = scores_of(contenders, round_number)
    met = {
        (contender.number, number_of[opponent])
        for contender in contenders
        for past in contender.past
        if past.played
        for opponent in past.opponents
    }
    found: list[dict[str, Any]] = generate_pairings(
        system="dutch",
        players=[described(each, scores[each.points], everybody, round_number) for each in contenders],
        previous_pairings=met,
        round_number=round_number,
        total_rounds=rounds if real else round_number + 1,
    )
    pairs = [(pair["white_id"], pair["black_id"]) for pair in found if pair["black_id"] is not None]
    if len(pairs) != len(contenders) // 2 or any(pair in met for pair in pairs):
        return None
    return tuple(seated(by_number[one], by_number[other]) for one, other in pairs)


def scores_of(contenders: Sequence[Contender], round_number: int) -> tuple[dict[int, float], bool]:
    """Return the score for each number of points, and whether it is a real one: of wins, draws and defeats.

    Other points become scores in the same order, half a point apart.
    """
    points = sorted({contender.points for contender in contenders})
    most = WHOLE_SHARE * (round_number - 1)
    if all(each % (WHOLE_SHARE // 2) == 0 and 0 <= each <= most for each in points):
        return {each: each / WHOLE_SHARE for each in points}, True
    return {each: rank / 2 for rank, each in enumerate(points)}, False


def described(
    contender: Contender, score: float, everybody: Sequence[Contender], round_number: int
) -> dict[str, object]:
    """Return a contender in the library's terms."""
    byes = [each for each in contender.past if not each.played or each.outcome == "bye"]
    return {
        "id": contender.number,
        "name": "",
        "score": score,
        "rating": -contender.number,
        "starting_number": contender.number,
        "color_hist": ["black" if side else "white" for side in sides(contender)],
        "float_history": [floated(contender, everybody, number) for number in range(1, round_number)],
        "bye_count": sum(each.outcome == "bye" for each in byes),
        "forfeit_win_count": sum(each.outcome == "won" for each in byes),
    }


def floated(contender: Contender, everybody: Sequence[Contender], number: int) -> str:
    """Return whether they met somebody of fewer points (`down`) or more (`up`) in a round.

    Points without a game count as `down` (A.4).
    """
    past = next((each for each in contender.past if each.round == number), None)
    if past is None or not past.played or not past.opponents:
        return "down" if past is not None and past.points > 0 else "none"
    opponent = next(each for each in everybody if each.id == past.opponents[0])
    own, theirs = points_before(contender, number), points_before(opponent, number)
    return "none" if own == theirs else "down" if own > theirs else "up"


def points_before(contender: Contender, number: int) -> int:
    """Return the points that a contender had when round `number` began."""
    return sum(past.points for past in contender.past if past.round < number)


# Who sits first (C.04.3, section E). A preference is a side, and how strong it is: 3 absolute, 2 strong, 1 mild

ABSOLUTE = 3
"""The strength of a preference that may not be missed."""


def seated(one: Contender, other: Contender) -> tuple[UUID, UUID]:
    """Return who sits first, then who sits second."""
    higher, lower = sorted((one, other), key=lambda each: (-each.points, each.number))
    first = side_of_higher(higher, lower) == 0
    return (higher.id, lower.id) if first else (lower.id, higher.id)


def side_of_higher(higher: Contender, lower: Contender) -> int:
    """Return the side of the higher ranked: 0 is first."""
    wish, other_wish = preference(higher), preference(lower)
    if wish is None:
        return higher.number % 2 ^ 1 if other_wish is None else 1 - other_wish[0]  # E.5, E.1
    if other_wish is None or wish[0] != other_wish[0]:  # E.1
        return wish[0]
    if wish[1:] != other_wish[1:]:  # E.2: the stronger wish; of two absolute ones, that of the wider difference
        return wish[0] if wish[1:] > other_wish[1:] else 1 - wish[0]
    for own, theirs in zip(reversed(sides(higher)), reversed(sides(lower)), strict=False):  # E.3
        if own != theirs:
            return theirs
    return wish[0]  # E.4


def preference(contender: Contender) -> tuple[int, int, int] | None:
    """Return the side that is due, how strong that is, and the difference if it is absolute; None: without games."""
    had = sides(contender)
    if not had:
        return None
    difference = had.count(0) - had.count(1)
    if abs(difference) > 1:
        return int(difference > 0), ABSOLUTE, abs(difference)
    if had[-2:] in ([0, 0], [1, 1]):
        return 1 - had[-1], ABSOLUTE, abs(difference)
    return (int(difference > 0), 2, 0) if difference else (1 - had[-1], 1, 0)


def sides(contender: Contender) -> list[int]:
    """Return the sides that they have had, in order."""
    return [past.place for past in contender.past if past.place is not None and past.played]


def berger(count: int, round_number: int) -> list[tuple[int, int]]:
    """Return the meetings of a round of a round robin, by number from 0, who sits first standing first.

    The last number of an odd `count` has the bye; with an even one nobody. Rounds go on from the beginning.
    """
    from caissify_pairings.engines.round_robin import berger_round  # noqa: PLC0415 - as above

    even = count + count % 2
    pairs = berger_round(even, (round_number - 1) % (even - 1) + 1)
    return [(one - 1, other - 1) for one, other in pairs if max(one, other) <= count]


def rounds_of(count: int) -> int:
    """Return the number of rounds in which each of `count` meets each."""
    return max(0, count + count % 2 - 1)
