"""A knockout: entrants who lose are out. Of two, one goes on; of larger tables, as many as were settled."""

from collections.abc import Iterable, Mapping, Sequence
from uuid import UUID

from domain.tournament.pairing.places import balanced
from domain.tournament.pairing.sizes import sizes_of
from domain.tournament.pairing.swiss import Drafted
from domain.tournament.pairing.two_sided import seated
from domain.tournament.types import (
    PAIR,
    Contender,
    DraftedBye,
    DraftedTable,
    PastRound,
    Reason,
    ReasonCode,
    RoundToPair,
    Seating,
)

ORDER = {"won": 0, "bye": 0, "tied": 1, "lost": 2, "absent": 3, "late": 3}
"""Of two, the lower goes on; if they are equal, the better starting number."""

NOT_THERE = frozenset({"absent", "late"})
"""The outcomes of contenders who were not in a round."""


def knockout(to_pair: RoundToPair) -> Drafted:
    """Return a round of a knockout that began with the first round."""
    seeds = sorted(entered(to_pair.contenders, 1, to_pair.round), key=lambda each: each.number)
    if to_pair.seating.places == PAIR:
        return bracket(seeds, 1, to_pair.round)
    return dealt_out(seeds, to_pair)


def entered(contenders: Iterable[Contender], first: int, now: int) -> list[Contender]:
    """Return who is in a knockout that began in round `first`: those who had a table, or a bye, there."""
    if now == first:
        return [each for each in contenders if each.active]
    return [each for each in contenders if outcome(each, first) not in NOT_THERE]


def past_of(contender: Contender, number: int) -> PastRound:
    """Return a contender's round of this number; a contender without one was absent."""
    none = PastRound(round=number, outcome="absent")
    return next((past for past in contender.past if past.round == number), none)


def outcome(contender: Contender, number: int) -> str:
    """Return how they fared in a round."""
    return past_of(contender, number).outcome


def most_rounds(entrants: int, seating: Seating) -> int:
    """Return after how many rounds a knockout of that many, in which nobody leaves, has no further table.

    It ends before a round in which nobody can lose.
    """
    if seating.places == PAIR:
        return (entrants - 1).bit_length()
    rounds, left = 0, entrants
    while left > 1:
        sizes, byes = sizes_of(left, seating.places, seating.sizes, 1)
        still_in = byes + sum(min(seating.advance, size) for size in sizes)
        if still_in == left:
            break
        rounds, left = rounds + 1, still_in
    return rounds


# Two meet


def bracket(seeds: Sequence[Contender], first: int, now: int) -> Drafted:
    """Return the matches of a round of a bracket in which the best two `seeds` can meet in the final only.

    An entrant who was not in the round before is out, also if they have come back since.
    """
    field = [seeds[number] if number < len(seeds) else None for number in bracket_order(len(seeds))]
    for number in range(first, now):
        field = winners(field, number)
        if number + 1 < now:
            field = as_played(field, seeds, number + 1)
    tables: list[DraftedTable] = []
    byes: list[DraftedBye] = []
    for number, pair in enumerate(matches(field), start=1):
        known = [each for each in pair if each is not None and each.active]
        there = [each for each in known if now == first or outcome(each, now - 1) not in NOT_THERE]
        if len(there) == PAIR:
            reasons = (Reason(code="by_bracket", count=number), *ties(there, now - 1))
            tables.append(DraftedTable(number=len(tables) + 1, entrants=seated(*there), reasons=reasons))
        elif there:
            code: ReasonCode = "bye_to_best" if None in pair else "bye_opponent_out"
            byes.append(DraftedBye(entrant=there[0].id, reasons=(Reason(code=code),)))
    return tuple(tables), tuple(byes)


def bracket_order(count: int) -> list[int]:
    """Return the seeds, from 0, in the order of a bracket that has room for that many: 0, 3, 1, 2 for four."""
    order = [0]
    while len(order) < count:
        last = 2 * len(order) - 1
        order = [each for seed in order for each in (seed, last - seed)]
    return order


def matches(field: Sequence[Contender | None]) -> list[tuple[Contender | None, Contender | None]]:
    """Return the pairs of a field; none once there is one left."""
    return list(zip(field[::2], field[1::2], strict=False))


def winners(field: Sequence[Contender | None], number: int) -> list[Contender | None]:
    """Return the field of the next round: who goes on from each match of this one, in the order of the bracket.

    Entrants who sat together have met, also where a draft by hand had other matches. Where two go on from a place of
    the bracket, one of them takes a place from which nobody does.
    """
    known = {each.id: each for each in field if each is not None}
    done: set[UUID] = set()
    slots: list[list[Contender]] = []
    for pair in matches(field):
        there = [each for each in pair if each is not None and each.id not in done]
        slots.append(from_match(there, known, number))
        done.update(other for each in there for other in (each.id, *past_of(each, number).opponents))
    more = [each for slot in slots for each in slot[1:]]
    after = [slot[0] if slot else more.pop(0) if more else None for slot in slots] + more
    return [*after, None] if len(after) > 1 and len(after) % 2 else after


def as_played(field: Sequence[Contender | None], seeds: Iterable[Contender], number: int) -> list[Contender | None]:
    """Return the field of a round that is over, with all who were there.

    If a correction has turned an earlier match round since, the entrant who was there stands in the place of the one
    who was not.
    """
    after, named = list(field), {each.id for each in field if each is not None}
    for each in seeds:
        if outcome(each, number) in NOT_THERE or each.id in named:
            continue
        met = past_of(each, number - 1).opponents
        free = [place for place, other in enumerate(after) if other is None or outcome(other, number) in NOT_THERE]
        place = min(free, key=lambda place: (other := after[place]) is None or other.id not in met, default=len(after))
        after[place : place + 1] = [each]
    return [*after, None] if len(after) > 1 and len(after) % 2 else after


def from_match(there: Sequence[Contender], known: Mapping[UUID, Contender], number: int) -> list[Contender]:
    """Return who goes on from a match: one of `there`, or an entrant of `known`, the whole field, who beat them."""
    going: dict[UUID, Contender] = {}
    alone: list[Contender] = []
    for each in there:
        rivals = [known[other] for other in past_of(each, number).opponents if other in known]
        if rivals:
            winner = best_of([each, *rivals], number)
            going[winner.id] = winner
        else:
            alone.append(each)
    idle = [each for each in alone if outcome(each, number) == "bye"]
    if not idle and not going:
        idle = [best_of(alone, number)] if alone else []
    return [*going.values(), *idle]


def best_of(together: Iterable[Contender], number: int) -> Contender:
    """Return who goes on of those who were together in a round: the best one, then the better starting number."""
    return min(together, key=lambda each: (ORDER[outcome(each, number)], each.number))


def ties(there: Sequence[Contender], number: int) -> tuple[Reason, ...]:
    """Return the reason that names entrants who were tied, and go on by their starting numbers."""
    tied = tuple(each.id for each in there if outcome(each, number) == "tied")
    return (Reason(code="tie_by_number", entrants=tied),) if tied else ()


# More than two meet


def dealt_out(seeds: Sequence[Contender], to_pair: RoundToPair) -> Drafted:
    """Return the tables of those who are still in; the best starting numbers are dealt out first, to and fro."""
    left, last = list(seeds), to_pair.round - 1
    if last > 0:  # who was there is settled, also if a correction has changed an earlier round since
        there = [each for each in seeds if outcome(each, last) not in NOT_THERE]
        left = going_on(there, last, to_pair.seating.advance)
    left = [each for each in left if each.active]
    if len(left) <= 1:
        return (), ()
    sizes, byes = sizes_of(len(left), to_pair.seating.places, to_pair.seating.sizes, to_pair.round)
    best, rest = left[:byes], left[byes:]
    tables = tuple(
        DraftedTable(number=number, entrants=balanced(table), reasons=(Reason(code="by_bracket", count=number),))
        for number, table in enumerate(to_and_fro(rest, sizes), start=1)
    )
    return tables, tuple(DraftedBye(entrant=each.id, reasons=(Reason(code="bye_to_best"),)) for each in best)


def going_on(left: Sequence[Contender], number: int, advance: int) -> list[Contender]:
    """Return who goes on from a round, by starting number: the best of each table, and entrants without a table.

    At equal points, an entrant who has forfeited comes last. Otherwise the one who did better at the table goes on, and
    then the one with the better starting number. (Matchpoints are equal at a table that is compared with no other.)
    """
    tables: dict[frozenset[UUID], list[Contender]] = {}
    for each in left:
        tables.setdefault(frozenset({each.id, *past_of(each, number).opponents}), []).append(each)
    best: list[Contender] = []
    for table in tables.values():
        here = [(past_of(each, number), each) for each in table if outcome(each, number) != "absent"]
        here.sort(key=lambda had: (-had[0].points, had[0].forfeited, had[0].ahead, had[1].number))
        best += [each for _, each in here[:advance]]
    return sorted(best, key=lambda each: each.number)


def to_and_fro(entrants: Sequence[Contender], sizes: Sequence[int]) -> list[list[Contender]]:
    """Return tables of these sizes, of about the same strength: dealt from the first to the last, then back."""
    tables: list[list[Contender]] = [[] for _ in sizes]
    waiting = list(entrants)
    forth = True
    while waiting:
        open_tables = [table for table, size in zip(tables, sizes, strict=True) if len(table) < size]
        for table in open_tables if forth else reversed(open_tables):
            table.append(waiting.pop(0))
        forth = not forth
    return tables
