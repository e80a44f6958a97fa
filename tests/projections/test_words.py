"""The list of all that people read, which is made of what is declared, and its patterns for Fluent."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from fluent.runtime import FluentResource
from fluent.syntax.ast import Junk

import domain
from domain import GAMES
from domain.messages import UNITS, declared
from domain.table import AnyGame
from projections import messages
from projections.words import ListedArgument, ListedMessage, ListedUnit, message_list, name_of
from tests.domain.every_game import every_game
from tests.domain.playout import Dice, playout

ROOT = Path(domain.__file__).parent.parent
LISTED = {each.template: each for each in message_list().messages}
DECLARING = {"Template", "Refusal", "with_cards"}
"""What declares messages; `partial`s of these do, too."""


def test_an_entry_has_the_arguments_of_a_message_and_says_where_it_is_used() -> None:
    dealt = LISTED["Deal {deal}: {dealer} deals and leaves a pack of {stock}."]
    assert (dealt.parts, dealt.games) == (("event",), ("honors_2",))
    assert dealt.arguments == (
        ListedArgument("deal", "number"),
        ListedArgument("dealer", "seat"),
        ListedArgument("stock", "amount", "card"),
    )
    assert dealt.fluent == "Deal { $deal }: { $dealer } deals and leaves a pack of { $stock }."
    assert dealt.id == name_of(dealt.template) == "deal-deal-dealer-deals-and-leaves-a-pack-of-stoc-1d2fd8"


def test_what_several_games_share_belongs_to_none_and_one_text_is_one_entry() -> None:
    assert LISTED["hand of {seat}"].games == ()
    assert LISTED["{seat} opens the play."].games == ("honors_3", "honors_4")
    assert LISTED["stock"].parts == ("counter", "zone")
    assert (LISTED["clubs"].parts, LISTED["clubs"].games) == (("face",), ())
    assert LISTED["Xenocrat"].games == ("medieval_mastery",)
    assert LISTED[messages.OPENED.text].games == ()


def test_only_games_that_there_are_have_entries() -> None:
    assert {each.game for each in declared()} - {None, *GAMES}, "the tests declare messages of their own"
    assert {game for each in LISTED.values() for game in each.games} == {*GAMES}


def test_every_entry_has_an_id_of_its_own_and_all_are_a_file_of_fluent() -> None:
    listed = message_list()
    entries: list[ListedMessage | ListedUnit] = [*listed.messages, *listed.units]
    assert len({each.id for each in entries}) == len(entries)
    parsed = FluentResource("\n".join(f"{each.id} = {each.fluent}" for each in entries))
    assert [entry for entry in parsed.body if isinstance(entry, Junk)] == []
    assert len(parsed.body) == len(entries)


def test_codes_have_words() -> None:
    codes = {(each.field, each.code): each for each in message_list().codes}
    assert {each.template for each in codes.values()} <= LISTED.keys()
    assert codes["phase", "care_committee"].template == "care committee"
    assert codes["phase", "care_committee"].games == ("friendlier_than_thou",)
    assert codes["phase", "finished"].games == (*GAMES,)
    assert codes["options.leading", "silent"].games == ("friendlier_than_thou",)
    assert codes["declare.set", "low_clubs"].template == "low clubs"
    assert codes["order_remnant.first", "front"].games == ("pursuit_of_happiness",)
    assert codes["status", "playing"].games == codes["house", "random"].games == ()


def test_units_have_all_their_forms() -> None:
    assert [each.unit for each in message_list().units] == sorted(UNITS)
    (card,) = (each for each in message_list().units if each.unit == "card")
    assert (card.none, card.one, card.other) == ("no cards", "one card", "{number} cards")
    assert " ".join(card.fluent.split()) == "{ $number -> [0] no cards [one] one card *[other] { $number } cards }"


def calls_in_functions(tree: ast.Module) -> Iterator[str]:
    """Yield the names of functions that are called where a message is told, not where a module is imported."""
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            for node in ast.walk(function):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                    yield node.func.id


def partials(tree: ast.Module) -> set[str]:
    """Return the names that a module gives to declarations for one game and part."""
    return {
        target.id
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call)
        for target in node.targets
        if isinstance(target, ast.Name)
        if isinstance(node.value.func, ast.Name) and node.value.func.id == "partial"
        if isinstance(node.value.args[0], ast.Name) and node.value.args[0].id in DECLARING
    }


@pytest.mark.parametrize("room", ["domain/games", "domain/table", "domain/tournament", "projections"])
def test_nothing_is_declared_when_it_is_told(room: str) -> None:
    for path in sorted((ROOT / room).rglob("*.py")):
        if path.name in {"game.py", "shared_messages.py"} or path.parent.name == "honors":
            continue  # what declares for others as they are imported
        tree = ast.parse(path.read_text(encoding="utf-8"))
        assert set(calls_in_functions(tree)) & (DECLARING | partials(tree)) == set(), path


@every_game
def test_no_game_declares_anything_while_it_is_played(game: AnyGame) -> None:
    before = set(declared())
    for step in playout(game, Dice(1)):
        for event in step.events:
            game.message(event, step.after)
        game.layout(game.view(step.after, 0), 0)
        if game.choices(step.after, 0) is not None:
            game.prompt(game.view(step.after, 0), 0)
    assert set(declared()) == before
