"""The files of a release agree: one version, in the program, in its contract and in the changelog."""

import re
import tomllib
from pathlib import Path

import msgspec
from click.testing import CliRunner

from service import VERSION
from service.cli import parlour
from service.http.contract.document import contract

ROOT = Path(__file__).parents[1]


def test_the_command_line_says_its_version() -> None:
    result = CliRunner().invoke(parlour, ["--version"])

    assert (result.exit_code, result.output) == (0, f"parlour {VERSION}\n")


def test_the_contract_has_the_version_of_the_program() -> None:
    assert msgspec.json.decode(contract())["info"]["version"] == VERSION


def test_the_changelog_begins_with_the_present_version_and_goes_back_in_order() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    entries = re.findall(r"^## \[(\d+)\.(\d+)\.(\d+)\] - (Unreleased|\d{4}-\d\d-\d\d)$", changelog, re.MULTILINE)
    versions = [tuple(map(int, entry[:3])) for entry in entries]

    assert ".".join(map(str, versions[0])) == VERSION
    assert versions == sorted(versions, reverse=True)
    assert "Unreleased" not in [date for *_, date in entries[1:]]


def test_the_licence_is_the_one_that_the_package_names() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

    assert project["license"] == "Apache-2.0"
    assert "Apache License\n                           Version 2.0" in (ROOT / "LICENSE").read_text(encoding="utf-8")
