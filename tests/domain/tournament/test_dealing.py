"""The deals of a tournament: anybody can repeat where they come from."""

import hashlib
import hmac
import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from domain.tournament import commands, entropies_digest, secret_of, table_secret
from domain.tournament.dealing import ALGORITHM
from tests.domain.tournament.tournaments import (
    CODE,
    DIRECTOR,
    HASH,
    PLAYERS,
    SCORER,
    SECRET,
    announced,
    checking_in,
    playing,
    started,
    table_id,
    then,
)

GOLDEN = json.loads((Path(__file__).parents[2] / "golden" / "tournament_deals.json").read_text(encoding="utf-8"))


def repeated(secret: str, entropies: list[str | None], number: int, table: int | None, again: int) -> str:
    """Return the secret of a table as the docstring of `dealing` says, with nothing of this project."""
    digest = hashlib.sha256(json.dumps(entropies, separators=(",", ":")).encode()).hexdigest()
    text = f"parlour-tournament-deal-1\n{digest}\nround:{number}"
    if table is not None:
        text += f"\ntable:{table}"
    if again:
        text += f"\nagain:{again}"
    return hmac.new(bytes.fromhex(secret), text.encode(), "sha256").hexdigest()


@pytest.mark.parametrize("vector", GOLDEN["vectors"])
def test_secrets_of_tables_are_those_of_the_test_vectors(vector: dict[str, Any]) -> None:
    number, table, again = vector["round"], vector["table"], vector["again"]

    found = table_secret(bytes.fromhex(vector["secret"]), vector["digest"], number, table, again)

    assert found.hex() == vector["table_secret"]
    assert found.hex() == repeated(vector["secret"], vector["entropies"], number, table, again)


def test_the_vectors_are_of_this_algorithm_and_differ() -> None:
    assert GOLDEN["algorithm"] == ALGORITHM
    assert len({vector["table_secret"] for vector in GOLDEN["vectors"]}) == len(GOLDEN["vectors"])


def test_what_entrants_have_added_counts_by_their_numbers_and_only_of_those_who_play() -> None:
    asked = checking_in(4, 0)
    for player, entropy in ((2, HASH), (0, CODE), (1, None)):
        asked = then(asked, commands.CheckIn(PLAYERS[player], PLAYERS[player], entropy))

    going_on = then(asked, commands.StartRounds(DIRECTOR))

    expected = hashlib.sha256(f'["{CODE}",null,"{HASH}"]'.encode()).hexdigest()
    assert going_on.entropies == expected
    assert entropies_digest(reversed(going_on.entrants.values())) == expected  # type: ignore[call-overload] # a dict's


@pytest.mark.parametrize("duplicate", [True, False])
def test_tables_of_a_round_share_a_secret_if_the_deals_are_duplicate(duplicate: bool) -> None:
    going_on = playing(duplicate=duplicate)
    assert going_on.round is not None
    assert going_on.entropies is not None

    first, second = (secret_of(going_on, 1, table).hex() for table in going_on.round.tables)

    assert (first == second) is duplicate
    assert first == repeated(SECRET, [None] * 4, 1, None if duplicate else 1, 0)


def test_a_table_that_is_played_again_has_deals_of_its_own() -> None:
    going_on = playing(duplicate=True)
    again = then(going_on, commands.ReplayTable(by=SCORER, number=2, tables=(table_id(1),), reason="fault_of_service"))
    assert again.round is not None

    first, second = (secret_of(again, 1, table).hex() for table in again.round.tables)

    assert first == repeated(SECRET, [None] * 4, 1, None, 0)
    assert second == repeated(SECRET, [None] * 4, 1, 2, 1)


def test_a_tournament_has_no_deals_before_it_starts() -> None:
    table = playing().rounds[0].tables[0]

    with pytest.raises(ValueError, match="not started"):
        secret_of(announced(), 1, table)
    assert len(secret_of(started(), 1, replace(table, number=9))) == 32
