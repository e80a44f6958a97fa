"""The rulebooks can be read: what the tests of all games take from them is there."""

import re

import pytest

from domain import GAMES
from domain.game import by_wire_name
from domain.table import AnyGame
from tests.domain import rulebooks
from tests.domain.every_game import every_game

LITERATURE = GAMES["literature"]


@every_game
def test_every_event_of_a_game_is_in_its_rulebook(game: AnyGame) -> None:
    assert set(by_wire_name(game.Event)) <= set(rulebooks.events(game))


@every_game
def test_every_option_and_move_and_all_that_a_view_shows_is_in_its_rulebook(game: AnyGame) -> None:
    text = rulebooks.COMMON + rulebooks.rulebook(game)
    named = {word for code in re.findall(r"`([^`\n]+)`", text) for word in re.findall(r"\w+", code)}

    has = {*game.Options.__struct_fields__, *by_wire_name(game.Move), *game.View.__struct_fields__}
    assert has - named == set()


@every_game
def test_the_common_codes_are_known(game: AnyGame) -> None:
    assert {"game_over", "malformed_move", "no_such_card", "not_your_turn"} <= rulebooks.refusal_codes(game)


@every_game
def test_the_codes_of_a_rulebook_are_those_of_its_rules(game: AnyGame) -> None:
    common = rulebooks.codes_in(rulebooks.COMMON)
    rules = "".join(path.read_text() for path in rulebooks.folder_of(game).glob("*.py"))
    shared = (rulebooks.GAMES_FOLDER / "honors" / "hands.py").read_text() if "must_hold" in rules else ""
    raised = set(re.findall(r'(?:refusal\(|Refusal\("\w+",)\s*"(\w+)"', rules + shared))
    assert rulebooks.refusal_codes(game) - common == raised - common


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("Refused: `too_late` (in `play`);\n`too_few`. Changes: `turn`.\nAll learn: `card`.", "too_late too_few"),
        ("Refused: `too_late`.\nChanges, in `play`: `turn`.\n\n`later`", "too_late"),
        ("Refused: `too_late`.\nOutcome: `won`.", "too_late"),
        ("- Codes: `too_late`, `too_few` (only\n  `one_rule`).\n- Then: `done`", "too_late too_few"),
        ("| move | codes |\n|---|---|\n| `lay` | `too_late` (`early`) |\n| `add` | as `lay` |\n", "too_late"),
        ("| # | code | when |\n|--:|---|---|\n| 1 | `too_late` | `later` |\n", "too_late"),
        ("| field | meaning |\n|---|---|\n| `turn` | whose |\n", ""),
        ("Then `no_such_set`, as for `card`.", "no_such_set"),
    ],
)
def test_codes_stand_in_lists_and_tables_and_nothing_else_is_one(text: str, codes: str) -> None:
    assert rulebooks.codes_in(text) == set(codes.split())


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
