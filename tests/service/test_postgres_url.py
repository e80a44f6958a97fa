"""Which URLs of PostgreSQL are refused, and that each refusal says what would be right."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from service.cli import parlour
from service.postgres_url import BadUrl, must_find_server, places
from service.settings import BadSetting, Settings

TWO = "postgresql://parlour:hunter2@db1,db2"


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://parlour:hunter2@db/parlour",
        "postgres://db:5433/parlour?sslmode=require",
        "postgresql://parlour@/parlour?host=%2Frun%2Fpostgresql",
        f"{TWO}/parlour?target_session_attrs=read-write",
        f"{TWO}:5433/parlour?target_session_attrs=primary&sslmode=verify-full",
        "postgresql://parlour@/parlour?host=/run/one,/run/two&port=5432,5433&target_session_attrs=read-write",
        "postgresql://[::1]:5432,[::2]:5432/parlour?target_session_attrs=read-write",
        "postgresql:///parlour?host=db1,[::2]&target_session_attrs=read-write",
    ],
)
def test_a_url_that_finds_the_server_that_takes_writes(url: str) -> None:
    must_find_server(url, to_write=True)


@pytest.mark.parametrize(
    ("url", "right"),
    [
        (f"{TWO}/parlour", r"names 2 hosts.*end it with \?target_session_attrs=read-write"),
        (f"{TWO}/parlour?target_session_attrs=any", r"end it with \?target_session_attrs=read-write"),
        (f"{TWO}/parlour?target_session_attrs=readwrite", "none of read-write, primary"),
        ("postgresql://db1,,db2/parlour?target_session_attrs=read-write", "between two commas"),
        ("postgresql://db1/parlour?host=db2", "give all in one"),
        ("postgresql:///parlour?host=db1&host=db2", "one list: host=db1,db2"),
        ("postgresql:///parlour?host=a,b,c&port=1,2&target_session_attrs=primary", "one port, or one for each host"),
        ("postgresql://parlour:hunter2@1@db/parlour", "%40 for @"),
        ("postgresql://parlour:hunter2#1@db/parlour", "%23 for #"),
        ("postgresql://db/parlour?sslmode", "name=value"),
        ("postgresql://db/parlour?sslmode=maybe", "none of disable, allow, prefer, require, verify-ca, verify-full"),
        ("postgresql://db/parlour?sslmode=", "none of disable"),
        ("postgresql://parlour:hunter2@[::1/parlour", "brackets"),
        ("postgresql://parlour:hunter2[@db/parlour", "brackets"),
        ("postgresql://parlour:hunter2/im@db/parlour", "%2F for /"),
        ("postgresql://parlour:12/hunter2@db/parlour", "%2F for /"),
        ("postgresql://parlour:hunter2@db:12x/parlour", "up to 65535"),
        ("postgresql://parlour:hunter2@::1/parlour", "in brackets"),
        ("postgresql://parlour:hunter2@db:65536/parlour", "up to 65535"),
        ("postgresql://parlour:hunter2@/parlour?host=db&port=x", "up to 65535"),
    ],
)
def test_a_url_that_may_find_the_wrong_server_is_refused(url: str, right: str) -> None:
    for to_write in (True, False):
        with pytest.raises(BadUrl, match=right) as refused:
            must_find_server(url, to_write=to_write)
        assert "hunter2" not in str(refused.value)


@pytest.mark.parametrize("asked", ["standby", "prefer-standby", "read-only"])
def test_a_service_takes_no_standby_but_a_program_that_only_reads_may(asked: str) -> None:
    url = f"{TWO}/parlour?target_session_attrs={asked}"
    must_find_server(url, to_write=False)

    with pytest.raises(BadSetting, match=r"^PARLOUR_POSTGRES_URL or --postgres-url: the service writes.*read-write"):
        Settings.from_environment({"PARLOUR_POSTGRES_URL": url})


@pytest.mark.parametrize("command", ["serve", "audit", "archive", "seal", "export --to all", "token list"])
def test_each_command_refuses_at_the_start(command: str) -> None:
    given = [*command.split(), "--postgres-url", f"{TWO}/parlour"]
    result = CliRunner().invoke(parlour, given, env={"PARLOUR_SIGNING_KEY": ""})

    assert result.exit_code == 2
    assert "target_session_attrs=read-write" in " ".join(result.output.split())


@pytest.mark.parametrize(
    "url", ["postgresql://a:hunter2[@db/x", "postgresql://a:hunter2/@db/x", "postgresql:hunter2@db"]
)
@pytest.mark.parametrize("command", ["serve", "audit", "token list", "database prepare"])
def test_no_command_quotes_a_url_that_is_malformed(command: str, url: str) -> None:
    result = CliRunner().invoke(parlour, [*command.split(), "--postgres-url", url])

    assert result.exit_code == 2
    assert "hunter2" not in result.output


@pytest.mark.parametrize(
    ("named", "found"),
    [
        ("parlour@db1,db2,db3/parlour", [("db1", None), ("db2", None), ("db3", None)]),
        ("a:b%40@db1:5433,db2:,db3/x", [("db1", 5433), ("db2", None), ("db3", None)]),
        ("a@/x?host=/run/1,db2,[::1]&port=5433,5432,5434", [("/run/1", 5433), ("db2", 5432), ("::1", 5434)]),
        ("a@%2Frun%2F1,%2Frun%2F2/x", [("/run/1", None), ("/run/2", None)]),
        ("/parlour", [("", None)]),
        ("a@[::1]:5434/x", [("::1", 5434)]),
    ],
)
def test_a_url_names_places(named: str, found: list[tuple[str, int | None]]) -> None:
    assert places(f"postgresql://{named}") == found


def test_who_asks_for_tls_and_trusts_nobody_is_told_what_is_missing(tmp_path: Path) -> None:
    url = "postgresql://a:hunter2@localhost/x?sslmode=verify-full"
    result = CliRunner().invoke(parlour, ["database", "prepare", "--postgres-url", url], env={"HOME": str(tmp_path)})

    assert result.exit_code == 1
    assert "sslmode=verify-full needs sslrootcert" in " ".join(result.output.split())
    assert "hunter2" not in result.output
