"""How far each has got in a knockout, or in the final of groups: in its standings that stands before the points."""

from collections.abc import Mapping, Sequence
from uuid import UUID

from domain.tournament.pairing.knockout import best_of, going_on, past_of
from domain.tournament.state import Tournament, TournamentRound
from domain.tournament.types import PAIR, Contender, Seating


def reached(tournament: Tournament, contenders: Sequence[Contender]) -> Mapping[UUID, int] | None:
    """Return for each the last round of the knockout that they have reached, 0 for none; None: in other formats.

    An entrant with a table or a bye in a round has reached it. An entrant who goes on from the last finished round has
    reached the round after it: they are still in, or have won. In a final at larger tables nobody goes out, and all
    have reached its first round.
    """
    seating = tournament.settings.seating
    first = first_round(seating)
    if first is None:
        return None
    far = {each.id: 0 for each in contenders}
    rounds = [each for each in tournament.rounds[first - 1 :] if each.published]
    for now in rounds:
        far |= dict.fromkeys(there_in(now), now.number)
    if seating.format == "groups" and seating.places != PAIR:
        return {entrant: min(number, first) for entrant, number in far.items()}
    if rounds and rounds[-1].state == "finished":
        last = rounds[-1].number
        there = [each for each in contenders if far[each.id] == last]
        far |= {each.id: last + 1 for each in left(there, last, seating)}
    return far


def first_round(seating: Seating) -> int | None:
    """Return the first round of a knockout, or of a final; None: the format has none."""
    if seating.format == "knockout":
        return 1
    return seating.rounds - seating.final_rounds + 1 if seating.format == "groups" else None


def there_in(now: TournamentRound) -> set[UUID]:
    """Return who has a table or a bye in a round."""
    return {entrant for table in now.tables for entrant in table.entrants}.union(now.byes)


def left(there: Sequence[Contender], number: int, seating: Seating) -> list[Contender]:
    """Return who of those in a round that is over goes on.

    If several do, and there are more rounds, those who have withdrawn do not.
    """
    if seating.places == PAIR:
        by_id = {each.id: each for each in there}
        on = [each for each in there if best_of([each, *met_by(each, by_id, number)], number) is each]
    else:
        together = len(past_of(there[0], number).opponents) + 1 == len(there)
        on = going_on(there, number, 1 if together else seating.advance)
    return [each for each in on if each.active] if len(on) > 1 and number < seating.rounds else on


def met_by(one: Contender, there: Mapping[UUID, Contender], number: int) -> list[Contender]:
    """Return whom somebody has met in a round."""
    return [there[each] for each in past_of(one, number).opponents]
