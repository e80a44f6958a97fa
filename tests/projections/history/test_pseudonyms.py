"""Pseudonyms hide who played, and nothing else: a player has the same name in an event and in a seat's row."""

import json
import re
from typing import Any, get_args
from uuid import UUID

import msgspec
import pytest
from msgspec.structs import replace

from domain.table import COMMANDS, HOUSE_PLAYERS, AnyTableEvent, AssignSeat, canonical
from projections.history import Pseudonyms
from tests.recording import GAME, PLAYERS, opening, played

PSEUDONYMS = Pseudonyms(b"parlour signs with 32 bytes seed")
OTHERS = {"table", "rematch_of", "fork_of", "tournament"}
"""The fields of events and commands that name a table or a tournament, not a player."""


def test_a_pseudonym_is_stable_and_of_one_service() -> None:
    other = Pseudonyms(b"another service signs with seed.")

    assert PSEUDONYMS.of(PLAYERS[0]) == PSEUDONYMS.of(UUID(str(PLAYERS[0]))) == "4df93bea1f438010"
    assert PSEUDONYMS.of(PLAYERS[0]) not in (PSEUDONYMS.of(PLAYERS[1]), other.of(PLAYERS[0]))


def test_house_players_are_called_what_they_are() -> None:
    assert PSEUDONYMS.of(HOUSE_PLAYERS["random"]) == "random"


@pytest.mark.parametrize("spaced", [False, True])
def test_a_game_has_no_ids_of_players_left_and_all_else(spaced: bool) -> None:
    entries = played("honors_4", 1, players=3).entries
    texts = [msgspec.json.decode(canonical(each)) for each in (entry for pair in entries for entry in pair.as_written)]
    told = [PSEUDONYMS.within(json.dumps(text) if spaced else canonical(text).decode()) for text in texts]

    assert not [text for text in told if any(str(player) in text for player in PLAYERS)]
    assert any(f'"{PSEUDONYMS.of(PLAYERS[1])}"' in text for text in told)
    back = {PSEUDONYMS.of(player): str(player) for player in PLAYERS}
    pattern = re.compile('"(' + "|".join(back) + ')"')
    assert [json.loads(pattern.sub(lambda found: f'"{back[found[1]]}"', text)) for text in told] == texts


def test_tables_and_tournaments_keep_their_ids() -> None:
    command: Any = opening("honors_4", rematch_of=GAME)
    assert f'"rematch_of":"{GAME}"' in PSEUDONYMS.within(canonical(command).decode())


def test_a_tournament_that_opens_a_table_or_seats_somebody_is_no_player() -> None:
    tournament = UUID("00000000-0000-4000-8000-000000000700")
    opened = canonical(replace(opening("honors_4"), player=tournament)).decode()
    seated = canonical(AssignSeat(tournament, PLAYERS[0], 1)).decode()

    assert PSEUDONYMS.within(opened, tournament) == opened
    assert PSEUDONYMS.within(seated, tournament) == seated.replace(str(PLAYERS[0]), PSEUDONYMS.of(PLAYERS[0]))
    assert str(tournament) not in PSEUDONYMS.within(seated)


def test_every_id_in_an_event_or_command_is_that_of_a_player_or_listed_here() -> None:
    kinds = (*COMMANDS, *get_args(AnyTableEvent))
    ids = {
        name for kind in kinds for name, of in kind.__annotations__.items() if re.search("UUID|Origin|Place", str(of))
    }
    assert ids - OTHERS == {"by", "challenged", "creator", "guest", "player", "reserved", "seated", "viewer"}
