"""The rulebooks can be read: what the tests of all games take from them is there."""

import pytest

from domain import GAMES
from domain.game import by_wire_name
from domain.table import AnyGame
from tests.domain import rulebooks

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
LITERATURE = GAMES["literature"]


@every_game
def test_every_event_of_a_game_is_in_its_rulebook(game: AnyGame) -> None:
    assert set(by_wire_name(game.Event)) <= set(rulebooks.events(game))


@every_game
def test_the_common_codes_are_known(game: AnyGame) -> None:
    assert {"game_over", "malformed_move", "no_such_card", "not_your_turn"} <= rulebooks.refusal_codes(game)


def test_the_codes_of_a_game_are_known() -> None:
    assert {"no_such_set", "target_has_no_cards", "counts_are_secret"} <= rulebooks.refusal_codes(LITERATURE)
    assert "target_has_no_card" not in rulebooks.refusal_codes(LITERATURE)


@pytest.mark.parametrize(
    ("fields", "audiences"),
    [
        ("", {}),
        ("turn", {"turn": None}),
        ("seat, [seat: cards]", {"seat": None, "cards": ("seat",)}),
        ("size, [nobody: order]", {"size": None, "order": ("nobody",)}),
        ("[seat, to: offered, returned], to", {"to": None, "offered": ("seat", "to"), "returned": ("seat", "to")}),
    ],
)
def test_brackets_name_those_who_see_a_field(fields: str, audiences: dict[str, tuple[str, ...] | None]) -> None:
    assert rulebooks.audiences(fields) == audiences


def test_a_games_own_rulebook_goes_before_what_is_common() -> None:
    event = {"type": "cards_dealt", "at": 7, "seat": 1, "cards": ["3S"]}
    assert rulebooks.redacted(LITERATURE, event, 1) == event
    for viewer in (None, 0, 2):
        assert rulebooks.redacted(LITERATURE, event, viewer) == {"type": "cards_dealt", "at": 7, "seat": 1}
