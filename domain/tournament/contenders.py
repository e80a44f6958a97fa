"""What the pairing of a round goes by: what each entrant has, and whom they have met, in the rounds that are over."""

from collections import defaultdict
from collections.abc import Container, Iterable
from uuid import UUID

from domain.tournament.history import played_rounds
from domain.tournament.scoring import score_round
from domain.tournament.state import Tournament
from domain.tournament.types import Contender, PastRound, RoundScore, RoundToPair


def scored(tournament: Tournament) -> list[RoundScore]:
    """Return what all have in all rounds that are over."""
    scoring = tournament.settings.scoring
    return [score for played in played_rounds(tournament) for score in score_round(scoring, played)]


def round_to_pair(tournament: Tournament, given: tuple[tuple[UUID, ...], ...] = ()) -> RoundToPair:
    """Return what the pairing of the next round goes by; `given` are the tables that were uploaded."""
    settings, scores = tournament.settings, tuple(scored(tournament))
    return RoundToPair(
        seating=settings.seating,
        round=tournament.next_round,
        contenders=contenders_of(tournament, scores),
        given=given,
        tie_breaks=settings.tie_breaks,
        scores=scores,
    )


def contenders_of(tournament: Tournament, found: Iterable[RoundScore]) -> tuple[Contender, ...]:
    """Return all who take part as the pairing sees them, with what they have by the scores of all rounds."""
    scores, forfeited = defaultdict[UUID, list[RoundScore]](list), set[tuple[int, int | None]]()
    for score in found:
        scores[score.entrant].append(score)
        if score.how == "forfeited":
            forfeited.add((score.round, score.table))
    return tuple(
        [
            Contender(
                id=each.id,
                number=each.number,
                points=sum(score.points for score in scores[each.id]),
                active=each.state == "entered",
                past=tuple([past_round(score, forfeited) for score in scores[each.id]]),
            )
            for each in tournament.entrants.values()
            if each.takes_part
        ]
    )


def past_round(score: RoundScore, forfeited: Container[tuple[int, int | None]]) -> PastRound:
    """Return a round of an entrant as the pairing sees it; `forfeited` are tables, each after its round.

    Entrants at one table have met, also if the table was not finished. At a forfeited table nobody has met anybody,
    whatever was ruled on the others.
    """
    return PastRound(
        round=score.round,
        outcome=score.outcome,
        points=score.points,
        place=score.place,
        opponents=score.opponents,
        played=bool(score.deals) or score.table is None or (score.round, score.table) not in forfeited,
        forfeited=score.how == "forfeited",
        ahead=score.ahead,
    )
