"""Every rule and ruling of every rulebook has a test that bears its number: `test_R14_…`; and code names it: `R14`."""

import re
from itertools import chain
from pathlib import Path

import pytest

from tests.domain.every_game import ALL
from tests.domain.rulebooks import GAMES_FOLDER, belongs_to, folder, folder_of, rules_in

FOLDERS = {folder(game): folder_of(game) for game in ALL.values()}
OWN = {name: (place / "rulebook.md").read_text() for name, place in FOLDERS.items()}
SHARED = {other for text in OWN.values() for other in belongs_to(text)}
RULEBOOKS = OWN | {name: (GAMES_FOLDER / name / "rulebook.md").read_text() for name in SHARED}
"""The texts of the rulebooks, by the names of their folders."""

every_rulebook = pytest.mark.parametrize("name", sorted(RULEBOOKS))


def proved_in(code: str) -> set[str]:
    """Return the numbers that stand in the names of test functions: `R14`, `II_U8`."""
    return set(re.findall(r"^(?:async )?def test_((?:[A-Z]+_)?[RU]\d+)_", code, re.MULTILINE))


def named_in(code: str) -> set[str]:
    """Return the numbers that code names in its words, as names of tests have them; `R1 to R3` does not name R2."""
    return {number.replace("-", "_") for number in re.findall(r"\b(?:[A-Z]+-)?[RU]\d+\b", code)}


def code_of(name: str) -> str:
    """Return the code of a rulebook's folder, and of the games whose rulebooks belong to it."""
    games = [FOLDERS[game] for game, text in OWN.items() if name in belongs_to(text)]
    files = chain(*(sorted(place.glob("**/*.py")) for place in (FOLDERS.get(name, GAMES_FOLDER / name), *games)))
    return "\n".join(file.read_text() for file in files if not file.name.startswith("test_"))


def in_order(numbers: set[str]) -> list[str]:
    """Return numbers of rules in the order of a rulebook."""
    return sorted(numbers, key=lambda number: (re.sub(r"\d", "", number), int(re.sub(r"\D", "", number))))


def unproved(rulebook: str, code: str) -> tuple[list[str], list[str]]:
    """Return the rules without a test, and the tests of rules that do not exist."""
    rules, tests = rules_in(rulebook), proved_in(code)
    return in_order(rules - tests), in_order(tests - rules)


def unnamed(rulebook: str, code: str) -> list[str]:
    """Return the rules that no code names."""
    return in_order(rules_in(rulebook) - named_in(code))


@every_rulebook
def test_every_rule_has_a_test(name: str) -> None:
    tests = sorted((Path(__file__).parent / "games" / name).glob("**/test_*.py"))
    assert unproved(RULEBOOKS[name], "\n".join(path.read_text() for path in tests)) == ([], [])


@every_rulebook
def test_every_rule_is_named_in_the_code(name: str) -> None:
    assert unnamed(RULEBOOKS[name], code_of(name)) == []


@every_rulebook
def test_every_rulebook_has_rules_and_rulings(name: str) -> None:
    rules = in_order(rules_in(RULEBOOKS[name]))
    assert rules[0].endswith("R1")
    assert rules[-1].split("_")[-1].startswith("U")


def test_a_rule_without_a_test_is_found() -> None:
    rulebook = (
        "- **R1** Deal.\n- **R2** Play, as R1 says.\n- **U10** *Why?* Because.\n- **II-U8** Wait.\n- **Play**: go."
    )
    code = "def test_R1_deal() -> None:\nasync def test_II_U8_wait() -> None:\ndef test_U100_x() -> None:\n# test_R2_\n"
    assert unproved(rulebook, code) == (["R2", "U10"], ["U100"])


def test_a_rule_that_no_code_names_is_found() -> None:
    rulebook = "- **R1** Deal.\n- **R2** Play.\n- **R3** Win.\n- **U10** *Why?* Because.\n- **II-U8** Wait.\n"
    code = '"""R1 to R3: a game."""\nRED, _U10 = 1, 2  # U1, U100; II-U80, I-U8, U8\n'
    assert unnamed(rulebook, code) == ["II_U8", "R2", "U10"]
    assert unnamed(rulebook, code + "# R2, II-U8; U10: so it is") == []
