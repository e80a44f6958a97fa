"""`parlour database prepare`: what no log can be is said before any server is asked."""

import pytest

from tests.service.cli.conftest import Run

AWAY = "postgresql://nobody@127.0.0.1:1"


@pytest.mark.parametrize(
    ("shards", "names", "why"),
    [
        (3, ["log"], "A log has 1, 2, 4, 8, 16, 32, 64 shards, not 3."),
        (4, ["one", "two", "three"], "4 shards cannot be divided over 3 PostgreSQL URLs."),
        (1, ["log-{shard}"], "A log of one shard has one PostgreSQL URL."),
    ],
)
def test_a_number_of_shards_that_no_log_has_is_a_wrong_usage(run: Run, shards: int, names: list[str], why: str) -> None:
    urls = [part for name in names for part in ("--postgres-url", f"{AWAY}/{name}")]

    result = run("database", "prepare", "--shards", shards, *urls)

    assert (result.exit_code, result.stderr.splitlines()[-1]) == (2, f"Error: {why}")


def test_a_server_that_is_away_is_no_wrong_usage(run: Run) -> None:
    result = run("database", "prepare", "--shards", 2, "--postgres-url", f"{AWAY}/log")

    assert (result.exit_code, "PostgreSQL cannot be used" in result.stderr) == (1, True)


@pytest.mark.parametrize(
    ("urls", "why"),
    [
        (["http://127.0.0.1/log"], "PostgreSQL URL 1 of 1 does not begin with postgresql://."),
        ([AWAY, AWAY], "A PostgreSQL URL is there twice: shards take turns on those that are given once."),
    ],
)
def test_addresses_that_no_log_has_are_a_wrong_usage(run: Run, urls: list[str], why: str) -> None:
    result = run("database", "prepare", *(part for url in urls for part in ("--postgres-url", url)))

    assert (result.exit_code, result.stderr.endswith(f"{why}\n")) == (2, True), result.stderr
