"""The files of a release agree: one version, in the program, its contract, its clients, its image and the changelog."""

import re
import tomllib
from pathlib import Path

import msgspec
import pytest
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


@pytest.mark.parametrize(
    ("file", "naming"),
    [
        ("deploy/kubernetes/kustomization.yaml", r"newTag: (\S+)"),
        ("deploy/kubernetes/README.md", r"/parlour:(\S+)"),
        ("openapi/clients/python/pyproject.toml", r'^version = "(.*)"$'),
        ("openapi/clients/typescript/package.json", r'^  "version": "(.*)",$'),
    ],
)
def test_a_file_in_which_the_version_is_written_by_hand_has_this_one(file: str, naming: str) -> None:
    text = (ROOT / file).read_text(encoding="utf-8")

    assert set(re.findall(naming, text, re.MULTILINE)) == {VERSION}, f"write {VERSION} into {file}"


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
