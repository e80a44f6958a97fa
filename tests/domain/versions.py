"""A next version of the rules of a game, as a change of them would make it: copies of the modules that change."""

import sys
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from domain import EARLIER, GAMES
from domain.dispatch import game_of
from domain.table import AnyGame
from tests.domain.games.high_card.rules import HIGH_CARD

IDENTITY = ("title", "about", "deck", "faces", "zones", "grades")

OF_TESTS = ("__init__", "cards", "illustrations", "table", "test_rules")
"""The modules beside the toy that are no part of its rules."""

Changes = Mapping[str, tuple[tuple[str, str], ...]]
"""By module: what stands there, and what is to stand there."""

LOWEST_WINS: Changes = {
    "rules": (
        ("_, winner = max(", "_, winner = min("),
        (
            "class TrickWon(game.Event, frozen=True):\n    seat: game.ToAll[game.Seat]",
            "\\g<0>\n    size: game.ToAll[int]",
        ),
        ("TrickWon(winner, at=at)", "TrickWon(winner, len(trick), at=at)"),
        ('    card: Annotated[str, values("card", "hand")]\n', "\\g<0>    loud: bool = False\n"),
        ("    trick: tuple[str, ...] = ()\n", "\\g<0>    lowest_wins: bool = True\n"),
    )
}
"""High Card: the lowest card takes the trick. An event, the move and the state have another shape."""

FEWER_WIN: Changes = {"rules": (("int(second > first)", "int(second < first)"),)}
"""Literature: the team with fewer points wins."""

CHANGES = {"high_card": LOWEST_WINS, "literature": FEWER_WIN}


def next_version(game: AnyGame, changes: Changes) -> AnyGame:
    """Return version 2 of the rules of a game: some of its modules are changed copies, the others it shares."""
    package = game.start.__module__.rpartition(".")[0]
    folder = Path(str(sys.modules[package].__path__[0]))
    names = [file.stem for file in folder.glob("*.py") if file.stem not in OF_TESTS]
    shared = [import_module(f"{package}.{name}") for name in names if name not in changes]
    copies = [changed_copy(package, name, tuple(changes), places) for name, places in changes.items()]
    identity = {name: getattr(game, name) for name in IDENTITY}
    return game_of((*shared, *copies), **identity, rules_version="2")


def changed_copy(package: str, name: str, copied: tuple[str, ...], places: tuple[tuple[str, str], ...]) -> ModuleType:
    """Return a copy of a module, which has something else at some places and imports the other copies."""
    text = Path(str(sys.modules[f"{package}.{name}"].__file__)).read_text()
    for old, new in places:
        assert old in text
        text = text.replace(old, new.replace("\\g<0>", old))
    for other in copied:
        text = text.replace(f"from {package}.{other} import", f"from {package}.v2.{other} import")
    module = ModuleType(f"{package}.v2.{name}")
    sys.modules[module.__name__] = module
    exec(compile(text, module.__name__, "exec"), vars(module))  # noqa: S102 - it is our own
    return module


TWO_VERSIONS = {game.id: (game, next_version(game, CHANGES[game.id])) for game in (HIGH_CARD, GAMES["literature"])}
"""By id: a game by its rules of today, and by the next ones."""


def release(monkeypatch: pytest.MonkeyPatch, game_id: str) -> AnyGame:
    """Let the program be the next version, which has both versions of the rules; return the newer ones."""
    before, after = TWO_VERSIONS[game_id]
    monkeypatch.setitem(EARLIER, (game_id, before.rules_version), before)
    monkeypatch.setitem(GAMES, game_id, after)
    return after
