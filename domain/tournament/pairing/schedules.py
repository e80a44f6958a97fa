"""A round robin, and groups with a final."""

from collections.abc import Iterable, Sequence
from uuid import UUID

from msgspec.structs import replace

from domain.tournament.pairing.knockout import NOT_THERE, bracket, entered, outcome, to_and_fro
from domain.tournament.pairing.swiss import Drafted, active, by_tables
from domain.tournament.pairing.two_sided import berger, points_before, rounds_of
from domain.tournament.standings import ranked
from domain.tournament.tie_breaks import Totals
from domain.tournament.types import PAIR, Contender, DraftedBye, DraftedTable, Reason, RoundScore, RoundToPair, TieBreak


def round_robin(to_pair: RoundToPair) -> Drafted:
    """Return a round in which two meet by the tables of FIDE.

    Where there are none, at larger tables and with those who joined later, those meet who have met least.
    """
    return meeting_each(to_pair, scheduled_for(to_pair))


def scheduled_for(to_pair: RoundToPair) -> list[Contender]:
    """Return who is in the schedule: those of the first round, by number, then all who have joined since.

    The latter are in the order of their first rounds, then by number; those whose first round is this one come last. So
    nobody in the schedule changes places when others join. Entrants who have never been there are not in it.
    """
    known = [each for each in to_pair.contenders if each.active or was_there(each)]
    return sorted(known, key=lambda each: (began(each, to_pair.round), each.number))


def was_there(contender: Contender) -> bool:
    """Return whether they have had a table or a bye in some round."""
    return any(past.outcome not in NOT_THERE for past in contender.past)


def began(contender: Contender, now: int) -> int:
    """Return the number of the first round in which they had a table or a bye; `now`, this one, if in none yet."""
    return min((past.round for past in contender.past if past.outcome not in NOT_THERE), default=now)


def meeting_each(to_pair: RoundToPair, contenders: Sequence[Contender]) -> Drafted:
    """Return a round of a round robin of these."""
    by_number = sorted(contenders, key=lambda each: each.number)
    joined = any(each.past and outcome(each, 1) in NOT_THERE for each in by_number)
    if to_pair.seating.places != PAIR or joined:
        return by_tables(to_pair, active(by_number), standing=False)
    return scheduled(by_number, to_pair.round)


def scheduled(by_number: Sequence[Contender], number: int) -> Drafted:
    """Return a round of the schedule. An entrant whose opponent is out has no table."""
    pairs = berger(len(by_number), number) if len(by_number) > 1 else []
    reason = Reason(code="by_schedule", count=number)
    tables: list[DraftedTable] = []
    byes: list[DraftedBye] = []
    for pair in pairs:
        there = [by_number[each] for each in pair if by_number[each].active]
        if len(there) == len(pair):
            ids = tuple(each.id for each in by_turns(*there))
            tables.append(DraftedTable(number=len(tables) + 1, entrants=ids, reasons=(reason,)))
        else:
            byes += [DraftedBye(entrant=each.id, reasons=(Reason(code="bye_opponent_out"),)) for each in there]
    paired = {each for pair in pairs for each in pair}
    free = [each for place, each in enumerate(by_number) if place not in paired and each.active]
    byes += [DraftedBye(entrant=each.id, reasons=(Reason(code="bye_by_schedule", count=number),)) for each in free]
    return tuple(tables), tuple(byes)


def by_turns(one: Contender, other: Contender) -> tuple[Contender, Contender]:
    """Return two as the schedule has them, but if they have met, the one first who sat second the last time."""
    last = next((past for past in reversed(one.past) if past.played and other.id in past.opponents), None)
    return (other, one) if last is not None and last.place == 0 else (one, other)


# Groups, and the final of their best


def groups(to_pair: RoundToPair) -> Drafted:
    """Return a round of the groups, each a round robin; or of the final: two meet in a knockout, more by standing.

    When all groups of a schedule have played all their rounds, they go on from the beginning.
    """
    first = to_pair.seating.rounds - to_pair.seating.final_rounds + 1
    if to_pair.round >= first:
        return final(to_pair, first)
    dealt = groups_of(to_pair)
    if to_pair.seating.places == PAIR:
        longest = max(1, *[rounds_of(len(group)) for group in dealt])
        to_pair = replace(to_pair, round=(to_pair.round - 1) % longest + 1)
    rounds = [group_round(to_pair, number, group) for number, group in enumerate(dealt, start=1)]
    tables = [table for each, _ in rounds for table in each]
    numbered = (replace(table, number=number) for number, table in enumerate(tables, start=1))
    return tuple(numbered), tuple(bye for _, each in rounds for bye in each)


def group_round(to_pair: RoundToPair, number: int, group: Sequence[Contender]) -> Drafted:
    """Return the tables and byes of a group."""
    over = to_pair.seating.places == PAIR and to_pair.round > rounds_of(len(group))
    tables, byes = scheduled((), 1) if over else meeting_each(to_pair, group)
    if over:
        done = Reason(code="bye_by_schedule", count=to_pair.round)
        byes = tuple(DraftedBye(entrant=each.id, reasons=(done,)) for each in active(group))
    return marked(tables, byes, Reason(code="in_group", count=number))


def marked(tables: Iterable[DraftedTable], byes: Iterable[DraftedBye], reason: Reason) -> Drafted:
    """Return the round with one more reason, before the others of each."""
    return (
        tuple(replace(table, reasons=(reason, *table.reasons)) for table in tables),
        tuple(replace(bye, reasons=(reason, *bye.reasons)) for bye in byes),
    )


def groups_of(to_pair: RoundToPair) -> list[list[Contender]]:
    """Return the groups, of about the same strength: those of the first round dealt out by number, to and fro.

    An entrant who joined later is in the group that was the smallest then (of several the first). So nobody changes
    groups.
    """
    there = scheduled_for(to_pair)
    begun = [each for each in there if began(each, to_pair.round) == 1]
    each, more = divmod(len(begun), to_pair.seating.groups)
    found = to_and_fro(begun, [each + 1] * more + [each] * (to_pair.seating.groups - more))
    for joined in there[len(begun) :]:
        min(found, key=len).append(joined)
    return found


def final(to_pair: RoundToPair, first: int) -> Drafted:
    """Return a round of the final, which began in round `first`."""
    seeds = finalists(to_pair, first)
    if to_pair.seating.places == PAIR:
        tables, byes = bracket(seeds, first, to_pair.round)
    else:
        tables, byes = by_tables(to_pair, active(seeds))
    return marked(tables, byes, Reason(code="in_final"))


def finalists(to_pair: RoundToPair, first: int) -> list[Contender]:
    """Return who is in the final: the best of each group, then the second of each, and so on.

    Between equals in a group the tie-breaks of the tournament decide, then the better starting number. An entrant who
    is out when it begins leaves their place to the next of the group. Once it has begun, all who were there then are in
    it.
    """
    found: list[tuple[int, int, int, Contender]] = []
    totals = totals_before(to_pair, first)
    for group in groups_of(to_pair):
        there = entered(in_order(group, to_pair.tie_breaks, totals), first, to_pair.round)
        most = to_pair.seating.advance if to_pair.round == first else len(there)
        found += [(rank, -totals.points[each.id], each.number, each) for rank, each in enumerate(there[:most])]
    return [each for *_, each in sorted(found, key=lambda entry: entry[:3])]


def totals_before(to_pair: RoundToPair, number: int) -> Totals:
    """Return what tie-breaks follow from before this round."""
    scores: dict[UUID, dict[int, RoundScore]] = {each.id: {} for each in to_pair.contenders}
    for score in to_pair.scores:
        if score.round < number:
            scores[score.entrant][score.round] = score
    return Totals(scores, {each.id: points_before(each, number) for each in to_pair.contenders})


def in_order(group: Iterable[Contender], tie_breaks: Sequence[TieBreak], totals: Totals) -> list[Contender]:
    """Return a group as it stands: by points, by the tie-breaks of the tournament, then by number."""
    by_id = {each.id: each for each in sorted(group, key=lambda each: each.number)}
    return [by_id[row.entrant] for equal in ranked(by_id, tie_breaks, totals) for row in equal]
