"""Two who meet where the Dutch system pairs nobody: with other partners, more sit on the side that is due to them.

Nobody is to sit on the same side a third time in a row, or three times more often than on the other. Where these rules
are kept, those who meet are to stand close to each other, and then as few as possible are to miss their side. It is a
search of bounded length, and the same each time.

Entrants are numbers from 0 in the order of their standing here. Source of the rules: FIDE Handbook C.04.1, 6 and 7.
"""

from collections.abc import Sequence

from domain.tournament.pairing.search import NEAR, Meetings, nearest
from domain.tournament.pairing.two_sided import ABSOLUTE

Wish = tuple[int, int, int] | None
"""The side that is due to an entrant, as `two_sided.preference` has it."""

Cost = tuple[int, int, int, int]
"""How much meets again, how many sit where they may not, how far apart those who meet stand, how much is missed."""
NOTHING: Cost = (0, 0, 0, 0)

LOOKS_LIMIT = 500_000
"""Maximum number of exchanges that are looked at: about a second."""


def with_sides_due(
    pairs: Sequence[Sequence[int]], standing: Sequence[int], met: Meetings, wishes: Sequence[Wish]
) -> list[list[int]]:
    """Return pairs that are at least as good as these, each ascending.

    `standing` is where each stands; equals have the same.
    """
    partners = Partners(pairs, standing, met, wishes)
    partners.improve()
    return [[one, other] for one, other in enumerate(partners.partner) if one < other]


class Partners:
    """Pairs that are improved by exchanges of two partners, until none is better, or `looks_left` is used up."""

    def __init__(
        self, pairs: Sequence[Sequence[int]], standing: Sequence[int], met: Meetings, wishes: Sequence[Wish]
    ) -> None:
        self.standing = standing
        self.met = met
        self.wishes = wishes
        self.looks_left = LOOKS_LIMIT
        self.partner = [0] * len(standing)
        for one, other in pairs:
            self.partner[one], self.partner[other] = other, one

    def cost(self, one: int, other: int) -> Cost:
        """Return the cost of a pair, lower is better."""
        missed = missed_by(self.wishes[one], self.wishes[other])
        spread = abs(self.standing[one] - self.standing[other])
        return self.met[one].get(other, 0), int(missed >= ABSOLUTE), spread, missed

    def improve(self) -> None:
        """Make all exchanges that are better, the best one for an entrant each time."""
        changed = True
        while changed:
            changed = False
            for entrant in range(len(self.partner)):
                other = self.exchange_for(entrant) if self.looks_left > 0 else None
                if other is not None:
                    self.exchange(entrant, other)
                    changed = True

    def exchange_for(self, entrant: int) -> int | None:
        """Return with whom it is best that an entrant exchanges partners; None: no exchange is an improvement.

        Where a rule is broken all others are looked at, otherwise only the nearest.
        """
        now = self.cost(entrant, self.partner[entrant])
        if now == NOTHING:
            return None
        best: tuple[Cost, int | None] = NOTHING, None
        for looked, other in enumerate(nearest(entrant, len(self.partner))):
            if looked >= NEAR and (best[1] is not None or now[:2] == NOTHING[:2]):
                break
            if other != self.partner[entrant]:
                self.looks_left -= 1
                gain = self.gain(entrant, other, now)
                if gain < best[0]:
                    best = gain, other
        return best[1]

    def gain(self, one: int, other: int, now: Cost) -> Cost:
        """Return how the cost changes if two exchange partners; `now` is that of the pair of the first."""
        theirs = self.cost(other, self.partner[other])
        after, after_too = self.cost(other, self.partner[one]), self.cost(one, self.partner[other])
        return (
            after[0] + after_too[0] - now[0] - theirs[0],
            after[1] + after_too[1] - now[1] - theirs[1],
            after[2] + after_too[2] - now[2] - theirs[2],
            after[3] + after_too[3] - now[3] - theirs[3],
        )

    def exchange(self, one: int, other: int) -> None:
        """Let two entrants exchange partners."""
        partner = self.partner
        partner[one], partner[other] = partner[other], partner[one]
        partner[partner[one]], partner[partner[other]] = one, other


def missed_by(wish: Wish, other: Wish) -> int:
    """Return how strong the weaker of two wishes is if both are for the same side, which only one of them gets."""
    return 0 if wish is None or other is None or wish[0] != other[0] else min(wish[1], other[1])
