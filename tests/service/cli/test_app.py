"""`parlour app`: the apps of others in the database of a service."""

import json
from typing import Any
from uuid import UUID

import pytest

from tests.service.cli.conftest import Run


def apps(run: Run, url: str) -> list[dict[str, Any]]:
    """Return the apps as they are listed."""
    result = run("app", "list", "--json", "--postgres-url", url)
    assert result.exit_code == 0
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_an_app_is_made_and_listed_and_removed(run: Run, postgres_url: str) -> None:
    redirects = ["https://tablecloth.example/signed-in", "http://127.0.0.1/back"]
    options = [each for redirect in redirects for each in ("--redirect", redirect)]

    made = run("app", "create", "--name", "Tablecloth", *options, "--postgres-url", postgres_url)
    app_id = made.stdout.strip()
    listed = apps(run, postgres_url)
    removed = [run("app", "remove", app_id, "--postgres-url", postgres_url) for _ in range(2)]

    assert (made.exit_code, str(UUID(app_id))) == (0, app_id)
    assert [(each["id"], each["name"], each["redirects"], each["by"]) for each in listed] == [
        (app_id, "Tablecloth", redirects, "operator")
    ]
    assert [each.exit_code for each in removed] == [0, 1]
    assert apps(run, postgres_url) == []


def test_an_app_on_devices_needs_no_redirect(run: Run, postgres_url: str) -> None:
    made = run("app", "create", "--name", "Cards on TV", "--postgres-url", postgres_url)
    listed = apps(run, postgres_url)
    run("app", "remove", made.stdout.strip(), "--postgres-url", postgres_url)

    assert (made.exit_code, [(each["name"], each["redirects"]) for each in listed]) == (0, [("Cards on TV", [])])


@pytest.mark.parametrize(
    "wrong",
    [
        ["--name", "Tablecloth", "--redirect", "http://tablecloth.example/"],
        ["--name", "Tablecloth", "--redirect", "javascript:alert(1)"],
        ["--name", "Parlour", "--redirect", "https://tablecloth.example/"],
        ["--name", "Tablecloth", *["--redirect", "https://tablecloth.example/"] * 11],
    ],
)
def test_what_no_app_may_have_is_refused(run: Run, postgres_url: str, wrong: list[str]) -> None:
    assert run("app", "create", *wrong, "--postgres-url", postgres_url).exit_code == 2
    assert apps(run, postgres_url) == []
