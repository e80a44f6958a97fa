"""Every illustration of every rulebook is what the text beside it says: accepted, or refused with this code.

What is a move (an object with a `type`) is made in a position of the game's `illustrations.py`, which may read the text
before the illustration. Anything else is a value of the field whose name stands before it: of an option, or in a view.
"""

from importlib import import_module
from pathlib import Path
from typing import Any, get_type_hints

import msgspec
import pytest

from domain import GAMES
from domain.game import Refused, by_wire_name
from domain.table import AnyGame
from tests.domain import rulebooks, scenario
from tests.domain.every_game import ALL, every_game
from tests.domain.games.high_card.rules import HIGH_CARD
from tests.domain.illustrations import Illustration, illustrations
from tests.domain.playout import as_raw

WHERE = {
    **{rulebooks.folder_of(game) / "rulebook.md": game for game in ALL.values()},
    rulebooks.GAMES_FOLDER / "honors" / "rulebook.md": GAMES["honors_1"],
    rulebooks.GAMES_FOLDER / "rulebooks.md": GAMES["literature"],
}
"""The rulebooks, each with a game that it holds for."""


def name_of(file: Path) -> str:
    """Return the name of a rulebook's file, with that of its folder."""
    return f"{file.parent.name}/{file.name}"


CASES = [
    pytest.param(game, each, id=f"{name_of(file)}:{each.before.count(chr(10)) + 1}:{each.field}:{each.written[:60]}")
    for file, game in WHERE.items()
    for each in illustrations(file.read_text())
]


@pytest.mark.parametrize(("game", "illustration"), CASES)
def test_an_illustration_is_what_the_text_says(game: AnyGame, illustration: Illustration) -> None:
    if isinstance(illustration.value, dict) and "type" in illustration.value:
        positions = import_module(f"tests.domain.games.{rulebooks.folder(game)}.illustrations")
        state, seat = positions.position(illustration.value, illustration.before)
        chance = scenario.chance_of(game)
        assert scenario.answer(state, seat, illustration.value, chance=chance) == illustration.answer
    else:
        assert illustration.answer == "accepted"
        is_value_of(game, illustration.field, illustration.value)


def is_value_of(game: AnyGame, field: str, value: object) -> None:
    """Assert that a field of the game's options, its view or its result can have a value."""
    if field in game.Options.__struct_fields__:
        options = game.options({field: value})
        assert as_raw(getattr(options, field)) == value
        return
    result = get_type_hints(by_wire_name(game.Event)["game_finished"])["result"]
    shown = get_type_hints(game.View) | get_type_hints(result)
    assert field in shown, f"{field} is no field of {game.id}: this illustration is of nothing known"
    assert as_raw(msgspec.convert(value, shown[field])) == value


@every_game
def test_every_move_of_a_game_is_illustrated(game: AnyGame) -> None:
    values = [each.value for each in illustrations(rulebooks.rulebook(game))]
    assert {value["type"] for value in values if "type" in value} == set(by_wire_name(game.Move))


def test_every_rulebook_is_looked_at() -> None:
    files = {*rulebooks.GAMES_FOLDER.rglob("rulebook*.md"), rulebooks.folder_of(HIGH_CARD) / "rulebook.md"}
    assert set(WHERE) == files


@pytest.mark.parametrize(
    ("text", "value", "answer", "field"),
    [
        ('`play` — `{"type": "play"}`', {"type": "play"}, "accepted", "play"),
        ('`{"type":"play"}` → accepted: it is fine.', {"type": "play"}, "accepted", ""),
        ('`{"type":"play"}`\n→ refused, `too_late`: it is not.', {"type": "play"}, "too_late", ""),
        ('```json\n{"type":\n "play"}\n```\n', {"type": "play"}, "accepted", ""),
        ('```\n[["KS"]]\n```\n', [["KS"]], "accepted", ""),
        ("`to_act`, or `a name`; `[]` if there is none", [], "accepted", "to_act"),
    ],
)
def test_an_illustration_is_found(text: str, value: object, answer: str, field: str) -> None:
    (found,) = illustrations(text)
    assert (found.value, found.answer, found.field) == (value, answer, field)


@pytest.mark.parametrize(
    "text", ["`{seat, card}`", "`[team 0, team 1]`", "`play` {seat}", "```\nd = (a − b)\n```\n", '`"front"`']
)
def test_what_is_no_json_is_no_illustration(text: str) -> None:
    assert not [*illustrations(text)]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('`{"type":"play"`', "this is not JSON"),
        ("```json\nplay\n```\n", "this is not JSON"),
        ('`{"type":"play"}` → perhaps', "neither accepted nor refused"),
        ('`{"type":"play"}` → refused: too late', "only a refusal has a code"),
        ('`{"type":"play"}` → accepted, `too_late`', "only a refusal has a code"),
    ],
)
def test_an_illustration_that_says_nothing_clear_is_found(text: str, why: str) -> None:
    with pytest.raises(AssertionError, match=why):
        [*illustrations(text)]


def test_a_value_of_no_field_is_found() -> None:
    with pytest.raises(AssertionError, match="nothing known"):
        is_value_of(GAMES["literature"], "colour", [])


@pytest.mark.parametrize(("field", "value"), [("teams", [0, 1]), ("winners", ["0"]), ("to_act", {})])
def test_a_wrong_value_is_found(field: str, value: Any) -> None:
    with pytest.raises((Refused, msgspec.ValidationError)):
        is_value_of(GAMES["literature"], field, value)
