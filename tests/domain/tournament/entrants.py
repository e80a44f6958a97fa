"""Entrants of a tournament, and rounds that they have played, for tests of seating."""

import random
from collections.abc import Callable, Iterable, Sequence
from uuid import UUID

from msgspec.structs import replace

from domain.tournament.pairing import propose
from domain.tournament.types import WHOLE_SHARE, Contender, Draft, OutcomeOfRound, PastRound, RoundToPair, Seating


def entrant(number: int) -> UUID:
    """Return the id of the entrant with this starting number."""
    return UUID(int=number)


def entrants(count: int, name: Callable[[int], UUID] = entrant) -> tuple[Contender, ...]:
    return tuple(Contender(id=name(number), number=number) for number in range(1, count + 1))


def to_pair(seating: Seating, contenders: Iterable[Contender], round_number: int = 1) -> RoundToPair:
    return RoundToPair(seating=seating, round=round_number, contenders=tuple(contenders))


def numbers(draft: Draft) -> list[tuple[int, ...]]:
    """Return the entrants at each table, by starting number: the ids are those of `entrant`."""
    return [tuple(each.int for each in table.entrants) for table in draft.tables]


def byes(draft: Draft) -> list[int]:
    return [bye.entrant.int for bye in draft.byes]


def codes(draft: Draft, table: int = 1) -> list[str]:
    """Return the codes of the reasons for a table."""
    return [reason.code for reason in draft.tables[table - 1].reasons]


def played(contenders: Iterable[Contender], draft: Draft, shares: Sequence[Sequence[int]]) -> tuple[Contender, ...]:
    """Return the contenders after a round: `shares` are the points at each table, by place; a bye has half."""
    past: dict[UUID, PastRound] = {}
    for table, points in zip(draft.tables, shares, strict=True):
        best, winners = max(points), points.count(max(points))
        for place, (each, had) in enumerate(zip(table.entrants, points, strict=True)):
            outcome: OutcomeOfRound = "lost" if had < best else "tied" if winners > 1 else "won"
            opponents = tuple(other for other in table.entrants if other != each)
            past[each] = PastRound(round=draft.round, outcome=outcome, points=had, place=place, opponents=opponents)
    for bye in draft.byes:
        past[bye.entrant] = PastRound(round=draft.round, outcome="bye", points=WHOLE_SHARE // 2)
    absent = PastRound(round=draft.round, outcome="absent")
    return tuple(
        replace(each, points=each.points + now.points, past=(*each.past, now))
        for each in contenders
        for now in (past.get(each.id, absent),)
    )


def drawn(draft: Draft, dice: random.Random) -> list[list[int]]:
    """Return random points for each table: of two, a win, a draw or a defeat."""
    results = []
    for table in draft.tables:
        if len(table.entrants) == 1:
            results.append([WHOLE_SHARE])
        elif len(table.entrants) == 2:
            share = dice.choice([0, 0, 1, 2, 2]) * WHOLE_SHARE // 2
            results.append([share, WHOLE_SHARE - share])
        else:
            results.append([dice.randrange(WHOLE_SHARE + 1) for _ in table.entrants])
    return results


def tournament(
    seating: Seating, contenders: Iterable[Contender], rounds: int, dice: random.Random
) -> tuple[tuple[Contender, ...], list[Draft]]:
    """Play rounds at random; returns the contenders afterwards, and the drafts."""
    now, drafts = tuple(contenders), []
    for number in range(1, rounds + 1):
        drafts.append(propose(to_pair(seating, now, number)))
        now = played(now, drafts[-1], drawn(drafts[-1], dice))
    return now, drafts


def repeats(drafts: Sequence[Draft]) -> int:
    """Return how many meetings of two there were beyond the first."""
    pairs = [
        frozenset({one, other})
        for draft in drafts
        for table in draft.tables
        for one in table.entrants
        for other in table.entrants
        if one.int < other.int
    ]
    return len(pairs) - len(set(pairs))
