import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from prometheus_client.metrics import MetricWrapperBase

from service.runtime import metrics


def run(folder: Path, code: str) -> str:
    """Run code in another process that shares its metrics in this folder."""
    environment = os.environ | {metrics.MULTIPROCESS_FOLDER: str(folder)}
    command = [sys.executable, "-c", f"from service.runtime.metrics import *; {code}"]
    return subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout


def test_workers_are_summed(tmp_path: Path) -> None:
    run(tmp_path, "MOVES.labels('literature').inc(2)")
    run(tmp_path, "MOVES.labels('literature').inc(3)")
    told = run(tmp_path, "print(exposition().decode())")

    assert re.search(r'^parlour_moves_total\{game="literature"\} 5\.0$', told, re.MULTILINE)


def test_a_worker_that_measures_no_longer_what_waits_for_webhooks_hides_nothing_that_another_one_measures(
    tmp_path: Path,
) -> None:
    leads = "WEBHOOKS_WAITING.set(3); WEBHOOKS_OLDEST_SECONDS.set(60)"
    led_before = "WEBHOOKS_WAITING.set(0); WEBHOOKS_OLDEST_SECONDS.set(0)"
    told = run(
        tmp_path, f"{leads}\nif os.fork():\n    os.wait()\nelse:\n    {led_before}; print(exposition().decode())"
    )

    assert "parlour_webhooks_waiting 3.0\n" in told
    assert "parlour_webhooks_oldest_seconds 60.0\n" in told


def test_what_a_process_had_open_that_died_is_no_longer_told(tmp_path: Path) -> None:
    run(tmp_path, "OPEN_STREAMS.inc(3); CLOCK_FAILING_TABLES.set(2); MOVES.labels('literature').inc(5)")

    told = run(tmp_path, "OPEN_STREAMS.inc(1); print(exposition().decode())")

    assert "parlour_open_streams 1.0\n" in told
    assert "parlour_clock_failing_tables 0.0\n" in told
    assert 'parlour_moves_total{game="literature"} 5.0\n' in told, "that happened, whoever did it"


def test_a_process_of_somebody_else_has_the_number_of_one_that_died(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def kill(_: int, __: int) -> None:
        raise PermissionError

    monkeypatch.setenv(metrics.MULTIPROCESS_FOLDER, str(tmp_path))
    monkeypatch.setattr(os, "kill", kill)
    (tmp_path / "gauge_livesum_1.db").touch()

    metrics.exposition()

    assert list(tmp_path.iterdir()) == []


def test_what_an_alert_asks_for_is_there_before_it_happens(tmp_path: Path) -> None:
    told = run(
        tmp_path,
        "from service.store.sharded.shards import Shards; Shards([None, None]); MOVES.labels('literature').inc();"
        "print(exposition().decode())",
    )

    zero = set(re.findall(r"^(parlour_\w+\{.*\}) 0\.0$", told, re.MULTILINE))
    assert {
        'parlour_commands_behind_total{result="all"}',
        'parlour_commands_behind_total{result="news"}',
        'parlour_shard_away_total{shard="0"}',
        'parlour_shard_away_total{shard="1"}',
        'parlour_webhook_attempts_total{result="delivered"}',
        'parlour_webhook_attempts_total{result="failed"}',
        'parlour_webhooks_disabled_total{result="failing"}',
        'parlour_webhooks_disabled_total{result="gone"}',
    } <= zero


def test_one_process_tells_its_own_metrics_and_those_of_python() -> None:
    told = metrics.exposition().decode()

    assert "# HELP parlour_requests_total Requests answered; " in told
    assert "process_resident_memory_bytes" in told


def test_each_metric_is_counted_or_measured_somewhere() -> None:
    declared = {
        name for name, value in vars(metrics).items() if name.isupper() and isinstance(value, MetricWrapperBase)
    }
    modules = [path for path in Path("service").rglob("*.py") if path.name != "metrics.py"]
    named = {word for path in modules for word in re.findall(r"\b[A-Z_]+\b", path.read_text())}

    assert declared
    assert declared - named == set()


def labels() -> set[str]:
    """Return the labels of all metrics, as the module declares them: each in a list of names."""
    tree = ast.parse(Path(metrics.__file__).read_text())
    lists = [node for node in ast.walk(tree) if isinstance(node, ast.List)]
    return {ast.literal_eval(each) for names in lists for each in names.elts}


def test_no_label_names_a_player_or_a_table() -> None:
    assert labels() == {
        "method",
        "route",
        "status",
        "shard",
        "game",
        "code",
        "result",
    }
