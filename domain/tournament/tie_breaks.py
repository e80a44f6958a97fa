"""Tie-breaks, each with its arithmetic: the value is the sum of the terms that count, and more is better.

Source, where two meet: FIDE Handbook C.07 (https://handbook.fide.com/chapter/TieBreakRegulations032026), with these
simplifications. A round without a game counts in Buchholz as a game against an opponent with one's own points (there
16.4, without its cap); the points of opponents count as they are. In Sonneborn-Berger it counts nothing.
"""

from collections.abc import Callable, Mapping, Sequence
from uuid import UUID

from msgspec import Struct

from domain.tournament.comparing import rounded
from domain.tournament.types import RoundScore, Term, TieBreak, TieBreakValue


class Totals(Struct, frozen=True):
    """What tie-breaks follow from: the scores of each entrant by the number of the round, and their points together."""

    scores: Mapping[UUID, Mapping[int, RoundScore]]
    points: Mapping[UUID, int]


def of_terms(name: TieBreak, terms: Sequence[Term]) -> TieBreakValue:
    """Return a tie-break with its sum."""
    return TieBreakValue(name=name, value=sum(term.value for term in terms if term.counted), terms=tuple(terms))


def met(score: RoundScore) -> bool:
    """Return whether anybody was met: something was finished, and not alone."""
    return bool(score.deals and score.opponents)


def halves_won(score: RoundScore, other: RoundScore) -> int:
    """Return what was won against another at the table: 2, 1 or 0 halves."""
    return 1 if score.ahead == other.ahead else 2 * (score.ahead < other.ahead)


def buchholz_terms(entrant: UUID, totals: Totals) -> list[Term]:
    """Return for each round the points of the opponent; of several, their average; without a game, one's own."""
    terms = []
    for score in totals.scores[entrant].values():
        if met(score):
            points = [totals.points[each] for each in score.opponents]
            only = score.opponents[0] if len(points) == 1 else None
            terms.append(Term(round=score.round, value=rounded(sum(points), len(points)), opponent=only))
        else:
            terms.append(Term(round=score.round, value=totals.points[entrant]))
    return terms


def buchholz(entrant: UUID, totals: Totals) -> TieBreakValue:
    """Return the points of all opponents together: an entrant who met better ones comes first.

    A has met B (20,000 points), C (10,000) and had a bye; A has 20,000: 20,000 + 10,000 + 20,000 = 50,000.
    """
    return of_terms("buchholz", buchholz_terms(entrant, totals))


def buchholz_cut_1(entrant: UUID, totals: Totals) -> TieBreakValue:
    """Return Buchholz without its least term; of the example there, 20,000 + 20,000 = 40,000."""
    terms = buchholz_terms(entrant, totals)
    least = min(range(len(terms)), key=lambda number: terms[number].value, default=None)
    return of_terms(
        "buchholz_cut_1",
        [
            Term(round=term.round, value=term.value, opponent=term.opponent, counted=number != least)
            for number, term in enumerate(terms)
        ],
    )


def sonneborn_berger(entrant: UUID, totals: Totals) -> TieBreakValue:
    """Return the points of those whom they beat, and half of those of whom they tied with.

    A has beaten B (20,000 points) and tied with C (10,000): 20,000 + 5,000 = 25,000. At a table of several, each
    opponent counts as a part: of three, a third.
    """
    terms = []
    for score in totals.scores[entrant].values():
        for other in score.opponents if score.deals else ():
            won = halves_won(score, totals.scores[other][score.round])
            value = rounded(won * totals.points[other], 2 * len(score.opponents))
            terms.append(Term(round=score.round, value=value, opponent=other, factor=won))
    return of_terms("sonneborn_berger", terms)


def best_deals(entrant: UUID, totals: Totals) -> TieBreakValue:
    """Return in how many deals nobody whom they are compared with had more.

    With matchpoints these are the others who had the same cards, else those at the same table.
    """
    return of_terms(
        "best_deals",
        [
            Term(round=score.round, value=sum(deal.best for deal in score.deals))
            for score in totals.scores[entrant].values()
            if score.deals
        ],
    )


def wins(entrant: UUID, totals: Totals) -> TieBreakValue:
    """Return in how many rounds they were alone the best of their table; a win by forfeit counts, a bye does not."""
    return of_terms(
        "wins",
        [Term(round=score.round, value=1) for score in totals.scores[entrant].values() if score.outcome == "won"],
    )


def difference(entrant: UUID, totals: Totals) -> TieBreakValue:
    """Return by how many points of the game they were ahead of the best other of each table (negative: behind)."""
    return of_terms(
        "difference",
        [Term(round=score.round, value=score.margin) for score in totals.scores[entrant].values() if met(score)],
    )


def fewest_byes(entrant: UUID, totals: Totals) -> TieBreakValue:
    """Return the number of their byes, negative: an entrant with fewer comes first."""
    return of_terms(
        "fewest_byes",
        [Term(round=score.round, value=-1) for score in totals.scores[entrant].values() if score.outcome == "bye"],
    )


def head_to_head(entrant: UUID, tied: Sequence[UUID], totals: Totals) -> TieBreakValue:
    """Return what was won in meetings of those who are tied, in halves: 2 for who did better, 1 each for a tie.

    It applies if each of them has met each other one. A, B and C are tied. A has beaten B and tied with C: 2 + 1 = 3.
    """
    others = set(tied) - {entrant}
    terms = [
        Term(round=score.round, value=won, opponent=other, factor=won)
        for score in totals.scores[entrant].values()
        for other in (score.opponents if score.deals else ())
        if other in others
        for won in (halves_won(score, totals.scores[other][score.round]),)
    ]
    applies = bool(others) and all(everybody_met(each, tied, totals) for each in tied)
    found = of_terms("head_to_head", terms)
    return TieBreakValue(name="head_to_head", value=found.value if applies else 0, terms=found.terms, applies=applies)


def everybody_met(entrant: UUID, tied: Sequence[UUID], totals: Totals) -> bool:
    """Return whether an entrant has met all the others of these."""
    seen = {other for score in totals.scores[entrant].values() if score.deals for other in score.opponents}
    return seen.issuperset(each for each in tied if each != entrant)


BY_THEMSELVES: Mapping[TieBreak, Callable[[UUID, Totals], TieBreakValue]] = {
    "buchholz": buchholz,
    "buchholz_cut_1": buchholz_cut_1,
    "sonneborn_berger": sonneborn_berger,
    "best_deals": best_deals,
    "wins": wins,
    "difference": difference,
    "fewest_byes": fewest_byes,
}
"""All except direct encounters, which depend on who is tied."""
