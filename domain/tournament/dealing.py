"""The deals of a tournament: fixed in advance by a commitment, and changed by what those who play have added.

1. When a tournament is announced, the service draws a `secret` of 32 bytes, and publishes `SHA-256(secret)`.
2. At the check-in, each entrant may add the SHA-256 of a text. When the first round starts, `entropies` is the SHA-256
   of the JSON array of these, in hexadecimal, of all entrants who play, by ascending number; null for one who has
   added none (no white space; as `domain.fairness.entropy_digest`).
3. The secret of a table, 32 bytes, is HMAC-SHA-256(key = secret, text = `parlour-tournament-deal-1` LF `entropies` LF
   `round:R`), and after that, each with a LF before it: `table:N`, where the tables of a round do not play the same
   deals (N is the number of the table); `again:K`, at a table that takes the place of one for the K-th time, together
   with its `table:N`.
4. A table shuffles with that secret as every table does (`domain.fairness`); nobody adds entropy there.

So with duplicate deals, all tables of a round have one secret: every deal and every shuffle is the same at
each of them. Anybody with the record of a tournament can repeat them all. A table's secret tells nothing of another's.
What it proves is what `domain.fairness` says: the service had chosen its secret before the entrants chose their texts.

Test vectors: `tests/golden/tournament_deals.json`.
"""

import hmac
from collections.abc import Iterable

from domain.fairness import entropy_digest
from domain.tournament.state import Entrant, RoundTable, Tournament

ALGORITHM = "parlour-tournament-deal-1"


def entropies_digest(entrants: Iterable[Entrant]) -> str:
    """Return what those who play have added to the deals, as one hexadecimal SHA-256 (step 2)."""
    playing = sorted([each for each in entrants if each.state == "entered"], key=lambda each: each.number)
    return entropy_digest([each.entropy for each in playing])


def table_secret(secret: bytes, entropies: str, round_number: int, table: int | None, again: int) -> bytes:
    """Return the secret of a table, 32 bytes (step 3); `table` is None where all tables play the same deals."""
    lines = [ALGORITHM, entropies, f"round:{round_number}"]
    if table is not None:
        lines.append(f"table:{table}")
    if again:
        lines.append(f"again:{again}")
    return hmac.digest(secret, "\n".join(lines).encode(), "sha256")


def secret_of(tournament: Tournament, round_number: int, table: RoundTable) -> bytes:
    """Return the secret of a table of a tournament that has started. Raises ValueError before."""
    if tournament.entropies is None:
        raise ValueError("a tournament that has not started has no deals")
    shares = tournament.settings.duplicate and not table.again
    number = None if shares else table.number
    return table_secret(tournament.secret, tournament.entropies, round_number, number, table.again)
