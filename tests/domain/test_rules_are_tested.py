"""Every rule and ruling of every rulebook has a test that bears its number: `test_R14_…`, `test_U8_…`."""

import re
from pathlib import Path

import pytest

from tests.domain.every_game import ALL
from tests.domain.rulebooks import GAMES_FOLDER, begins_with, folder, folder_of, rules_in

OWN = {folder(game): (folder_of(game) / "rulebook.md").read_text() for game in ALL.values()}
SHARED = {other for text in OWN.values() for other in begins_with(text)}
RULEBOOKS = OWN | {name: (GAMES_FOLDER / name / "rulebook.md").read_text() for name in SHARED}
"""The texts of the rulebooks, by the names of their folders."""

every_rulebook = pytest.mark.parametrize("name", sorted(RULEBOOKS))


def proved_in(code: str) -> set[str]:
    """Return the numbers that stand in the names of test functions: `R14`, `II_U8`."""
    return set(re.findall(r"^(?:async )?def test_((?:[A-Z]+_)?[RU]\d+)_", code, re.MULTILINE))


def in_order(numbers: set[str]) -> list[str]:
    """Return numbers of rules in the order of a rulebook."""
    return sorted(numbers, key=lambda number: (re.sub(r"\d", "", number), int(re.sub(r"\D", "", number))))


def unproved(rulebook: str, code: str) -> tuple[list[str], list[str]]:
    """Return the rules without a test, and the tests of rules that do not exist."""
    rules, tests = rules_in(rulebook), proved_in(code)
    return in_order(rules - tests), in_order(tests - rules)


@every_rulebook
def test_every_rule_has_a_test(name: str) -> None:
    tests = sorted((Path(__file__).parent / "games" / name).glob("**/test_*.py"))
    assert unproved(RULEBOOKS[name], "\n".join(path.read_text() for path in tests)) == ([], [])


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
