"""`parlour query` answers about an export, as a table, CSV, JSON or Parquet, and reads and writes nothing else."""

import csv
import io
import json
import os
import re
import stat
import subprocess
from decimal import Decimal
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from projections.history.answers import Answer
from service.analysis import reading
from service.analysis.exporting import ExportOptions, export
from service.analysis.querying import questions
from service.analysis.reading import opened
from service.cli.query import as_written, query, show, show_table
from tests.service.analysis.played import SERVICE, MemoryHistory, played_games, told
from tests.service.cli.conftest import Run
from tests.serving import PARLOUR

GAMES = 12


@pytest.fixture(scope="module")
async def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give an export of some games."""
    folder = tmp_path_factory.mktemp("export")
    await export(MemoryHistory(await played_games(GAMES, seed=1)), SERVICE, ExportOptions(folder), told)
    return folder


def asked(folder: Path, *arguments: str) -> Result:
    """Run the command."""
    return CliRunner().invoke(query, ["--export", str(folder), *arguments])


def test_what_is_wrong_with_a_question_is_shown_below_its_line(run: Run, folder: Path) -> None:
    done = run("query", "--export", folder, "select seats\nfrom games where nothing")

    where = done.stderr.split("LINE 2: ")[1].splitlines()
    assert where[0] == "from games where nothing"
    assert set(where[1].strip()) == {"^"}


def test_a_terminal_too_narrow_for_a_table_shows_each_value_on_a_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    columns = tuple(f"column_{number}" for number in range(9))
    found = Answer(columns, (("honors_1", *range(8)), ("honors_4", *range(8))))

    monkeypatch.setenv("COLUMNS", "80")
    show_table(found)
    narrow = [line.split() for line in capsys.readouterr().out.splitlines()]
    monkeypatch.setenv("COLUMNS", "120")
    show_table(found)

    first, second = ([[column, str(value)] for column, value in each.items()] for each in found.records())
    assert narrow == [*first, [], *second, []]
    assert [line.split()[1:2] for line in capsys.readouterr().out.splitlines()[3:5]] == [["honors_1"], ["honors_4"]]


@pytest.mark.parametrize("width", ["20", "80"])
def test_brackets_and_colons_in_an_answer_are_shown_as_they_are(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], width: str
) -> None:
    monkeypatch.setenv("COLUMNS", width)

    show_table(Answer(("[red]a", "b"), (("[red]x[/red]", "[/b]:smile:"),)))

    shown = capsys.readouterr().out
    assert all(each in shown for each in ("[red]a", "[red]x[/red]", "[/b]:smile:"))


def test_what_is_no_text_and_no_number_is_in_csv_what_it_is_in_json(folder: Path) -> None:
    sql = """select true as a, null as b, ['x', null] as c, {'y': timestamp '2026-01-01'} as d, interval 1 day as e,
        timestamptz '2026-01-01 00:00:00+00' as f, 'x'::blob as g, 1.50::decimal(3, 2) as h, 'nan'::double as i"""

    (row,) = csv.reader(asked(folder, sql).stdout.splitlines()[1:])

    times = ["P1D", "2026-01-01T00:00:00Z"]
    assert row == ["true", "", '["x",null]', '{"y":"2026-01-01T00:00:00Z"}', *times, "eA==", "1.50", "nan"]


def test_a_decimal_is_a_number(folder: Path) -> None:
    sql = "select 1.50::decimal(3, 2) as a, [a] as b, {'c': a} as c"

    (in_json,) = json.loads(asked(folder, sql, "--json").stdout)
    (in_csv,) = csv.reader(asked(folder, sql).stdout.splitlines()[1:])

    assert in_json == {"a": 1.5, "b": [1.5], "c": {"c": 1.5}}
    assert in_csv == ["1.50", "[1.50]", '{"c":1.50}']


def test_a_decimal_that_is_no_number_is_null_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    show(Answer(("a",), ((as_written(Decimal("NaN")),),)), as_json=True)

    assert json.loads(capsys.readouterr().out) == [{"a": None}]


@pytest.mark.parametrize("form", [(), ("--json",)])
def test_a_time_of_the_history_is_told_to_be_in_utc(folder: Path, form: tuple[str, ...]) -> None:
    done = asked(folder, "select finished_at, [finished_at] as several from games limit 1", *form)

    assert len(re.findall(r"\dZ\b", done.stdout)) == 2


def test_the_time_zone_of_the_machine_changes_no_answer(folder: Path) -> None:
    at = "timestamp '2026-03-01 23:30:00'::timestamptz"

    done = subprocess.run(  # DuckDB looks up the zone once in a process
        [*PARLOUR, "query", "--export", str(folder), f"select {at} as at, {at}::date as day"],
        env=os.environ | {"TZ": "America/New_York"}, capture_output=True, text=True, check=True,
    )  # fmt: skip

    assert done.stdout.splitlines()[1] == "2026-03-01T23:30:00Z,2026-03-01"


def test_sql_is_answered_as_csv(folder: Path) -> None:
    done = asked(folder, "select game, count(*) as games, min(finished_at) as first from games group by 1 order by 1")

    rows = [*csv.DictReader(io.StringIO(done.stdout))]
    assert done.exit_code == 0
    assert sum(int(row["games"]) for row in rows) >= GAMES
    assert rows[0]["first"].startswith("2026-0")


def test_a_named_question_as_json_of_one_game(folder: Path) -> None:
    done = asked(folder, "overview", "--game", "honors_2", "--json")

    assert [row["game"] for row in json.loads(done.stdout)] == ["honors_2"]


def test_days_are_included(folder: Path) -> None:
    days = "select min(finished_at)::date as first, max(finished_at)::date as last from games"
    (first, last) = next(csv.reader(asked(folder, days).stdout.splitlines()[1:]))

    counts = [
        int(asked(folder, "select count(*) from games", *part).stdout.split()[1])
        for part in ([], ["--from", first, "--to", last], ["--from", last], ["--to", first])
    ]
    assert counts[0] == counts[1]
    assert 0 < counts[2] < counts[0]
    assert 0 < counts[3] < counts[0]


@pytest.mark.parametrize("name", ["answer.csv", "answer.json", "answer.parquet"])
def test_an_answer_goes_to_a_file(folder: Path, tmp_path: Path, name: str) -> None:
    done = asked(folder, "moves_never_taken", "--param", "most_share=1", "--output", str(tmp_path / name))

    assert (done.exit_code, done.stdout) == (0, "")
    content = (tmp_path / name).read_bytes()
    assert content[:4] == {"answer.csv": b"game", "answer.json": b"[\n {", "answer.parquet": b"PAR1"}[name]


@pytest.mark.parametrize("name", ["answer.csv", "answer.json", "answer.parquet"])
def test_a_file_stays_as_it_was_where_there_is_no_room_for_another(folder: Path, tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    file.write_bytes(b"before")
    file.chmod(0o600)
    limited = ["/bin/sh", "-c", 'ulimit -f 8; exec "$@"', "sh", *PARLOUR, "query", "--export", str(folder)]
    sql = "select hash(range) as a, hash(range, 1) as b from range(100000)"

    done = subprocess.run([*limited, sql, "--output", str(file)], capture_output=True, text=True, check=False)

    assert (done.returncode, "Traceback" in done.stderr) == (1, False)
    assert (file.read_bytes(), [*tmp_path.iterdir()]) == (b"before", [file])
    assert asked(folder, "seats", "--output", str(file)).exit_code == 0
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_somebody_who_asks_an_export_need_not_read_the_data_folder(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data, may = tmp_path / "parlour-data", os.access
    data.mkdir()
    monkeypatch.setattr("os.access", lambda path, *how: Path(path) != data and may(path, *how))

    done = asked(folder, "seats", "--data", str(data))

    assert done.exit_code == 0, done.stderr


def test_questions_are_listed() -> None:
    done = CliRunner().invoke(query, ["--list"])

    assert [row["question"] for row in csv.DictReader(io.StringIO(done.stdout))] == [*questions()]


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["select * from read_text('/etc/passwd')"], "file system operations are disabled"),
        (["copy (select 1) to '/tmp/x.csv'"], "Ask one question"),
        (["select 1; select 2"], "Ask one question"),
        (["install httpfs"], "Ask one question"),
        (["set threads = 8"], "Ask one question"),
        (["select * from read_csv('https://example.org/x.csv')"], "file system operations are disabled"),
        (["select nothing from games"], "nothing"),
        (["no_such_question"], "There is no question no_such_question. There are builds"),
        (["seats", "--param", "most=1"], "The question has no parameter most; it has none"),
        (["select $most", "--param", "most=1"], "Only a named question has parameters: write the values themselves"),
        (["select $most"], "It has the parameter $most: write the value itself into the SQL"),
        (["explain select ?"], "It has the parameter $1: write"),
        (["seats", "--live"], "is asked of an export"),
        (["select 1 as a, 2 as a", "--json"], "Several columns are called a"),
    ],
)
def test_what_is_not_answered(folder: Path, arguments: list[str], why: str) -> None:
    done = asked(folder, *arguments)

    assert done.exit_code == 1
    assert why in done.stderr


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ([], "Give a question"),
        ([" "], "Give a question"),
        (["seats", "--param", "most"], "most is not of the form NAME=VALUE"),
        (["seats", "--from", "2026-02-01", "--to", "2026-01-31"], "--from is after --to"),
        (["seats", "--output", "answer.xlsx"], "must end with one of .csv, .json, .parquet"),
    ],
)
def test_what_is_not_understood(folder: Path, arguments: list[str], why: str) -> None:
    done = asked(folder, *arguments)

    assert done.exit_code == 2
    assert why in done.stderr


@pytest.mark.parametrize(
    "begin",
    [
        "explain analyze",
        "EXPLAIN ANALYSE",
        "explain (analyze, format json)",
        "/* /* */ explain select 1 -- */ explain analyze",
    ],
)
def test_no_question_overwrites_a_file_of_the_export(folder: Path, begin: str) -> None:
    file = next(folder.glob("games/*/*/*.parquet"))
    before = file.read_bytes()

    done = asked(folder, f"{begin} copy (select 1 as a) to '{file}' (format parquet, use_tmp_file false)")

    assert done.exit_code == 1
    assert file.read_bytes() == before
    assert "Ask one question" in done.stderr


@pytest.mark.parametrize(
    "sql",
    [
        "explain from games",
        "/* How? */ explain analyze select count(*) from games",
        "explain (format json) (select 1)",
        "explain (analyze, format json) with a as (select 1) from a",
    ],
)
def test_the_plan_of_a_question_is_told(folder: Path, sql: str) -> None:
    done = asked(folder, sql)

    assert done.exit_code == 0
    assert done.stdout.startswith("explain_key,explain_value")


def test_a_folder_without_an_export(tmp_path: Path) -> None:
    done = asked(tmp_path, "overview")

    assert done.exit_code == 1
    assert "`parlour export` makes one" in done.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ("--game", "literature"),
        ("--from", "2026-01-01"),
        ("--to", "2026-01-01"),
        ("--param", "x=1"),
        ("--output", "a.parquet"),
    ],
)
def test_the_live_database_takes_no_option_that_says_nothing_to_it(arguments: tuple[str, ...]) -> None:
    done = CliRunner().invoke(query, ["--live", "select 1", *arguments])

    assert done.exit_code == 2
    assert "exports" in done.stderr or ".csv or .json" in done.stderr


def test_an_answer_that_cannot_be_written_is_told(folder: Path, tmp_path: Path) -> None:
    done = asked(folder, "select 1", "--output", str(tmp_path / "nowhere" / "answer.csv"))

    assert done.exit_code == 1
    assert "answer.csv cannot be written: No such file or directory." in " ".join(done.stderr.split())


def test_ctrl_c_that_duckdb_takes_for_itself_is_ctrl_c_also_before_the_question(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(RuntimeError, match="something else"), opened(folder):
        raise RuntimeError("something else")
    with pytest.raises(KeyboardInterrupt), opened(folder):
        raise RuntimeError("Query interrupted")

    def interrupted(*_: object) -> None:
        raise RuntimeError("Query interrupted")

    monkeypatch.setattr(reading, "show", interrupted)
    with pytest.raises(KeyboardInterrupt), opened(folder):
        pass
