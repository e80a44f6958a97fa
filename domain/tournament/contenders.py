"""What the pairing of a round goes by: what each entrant has, and whom they have met, in the rounds that are over."""

from collections import defaultdict
from collections.abc import Iterable
from uuid import UUID

from domain.tournament.history import played_rounds
from domain.tournament.scoring import score_round
from domain.tournament.state import Tournament
from domain.tournament.types import Contender, History, HowScored, PastRound, RoundScore

NEVER_MET: frozenset[HowScored] = frozenset({"forfeited", "won_by_forfeit"})
"""How those score who have not met, if nothing was finished at their table."""


def scored(tournament: Tournament) -> list[RoundScore]:
    """Return what all have in all rounds that are over."""
    scoring = tournament.settings.scoring
    return [score for played in played_rounds(tournament) for score in score_round(scoring, played)]


def history_of(tournament: Tournament, given: tuple[tuple[UUID, ...], ...] = ()) -> History:
    """Return what the pairing of the next round goes by; `given` are the tables that were uploaded."""
    settings, scores = tournament.settings, tuple(scored(tournament))
    return History(
        seating=settings.seating,
        round=tournament.next_round,
        contenders=contenders_of(tournament, scores),
        given=given,
        tie_breaks=settings.tie_breaks,
        scores=scores,
    )


def contenders_of(tournament: Tournament, found: Iterable[RoundScore]) -> tuple[Contender, ...]:
    """Return all who take part as the pairing sees them, with what they have by the scores of all rounds."""
    scores = defaultdict[UUID, list[RoundScore]](list)
    for score in found:
        scores[score.entrant].append(score)
    return tuple(
        [
            Contender(
                id=each.id,
                number=each.number,
                points=sum(score.points for score in scores[each.id]),
                active=each.state == "entered",
                past=tuple([past_round(score) for score in scores[each.id]]),
            )
            for each in tournament.entrants.values()
            if each.takes_part
        ]
    )


def past_round(score: RoundScore) -> PastRound:
    """Return a round of an entrant as the pairing sees it.

    Those who were at a table have met there, also if it was not finished, but not if it was forfeited instead.
    """
    return PastRound(
        round=score.round,
        outcome=score.outcome,
        points=score.points,
        place=score.place,
        opponents=score.opponents,
        played=bool(score.deals) or score.how not in NEVER_MET,
        forfeited=score.how == "forfeited",
    )
