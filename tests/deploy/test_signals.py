"""What operators, and proxies, are told: alerts, metrics, checks."""

import re
from pathlib import Path

import pytest

from service.http.resources.operations import REDIS_SECONDS
from service.runtime import metrics
from service.runtime.metrics import exposition
from service.store.migrate import LOG_SCHEMA, SCHEMAS

HOUSE = Path(__file__).parents[2]
DEPLOY = HOUSE / "deploy"
NO_METRICS = {
    "parlour_owner",
    "parlour_service",
    "parlour_analyst",
    "parlour_n",
    "parlour_client",
    *SCHEMAS.values(),
} - {LOG_SCHEMA}
"""Schemas, roles and a package that are named like metrics."""


def test_each_metric_that_is_named_is_one_that_the_service_exports() -> None:
    exported = set(re.findall(r"^# TYPE (\w+)", exposition().decode(), re.MULTILINE))
    texts = [HOUSE / "CHANGELOG.md", *(HOUSE / "service").rglob("*.md"), *filter(Path.is_file, DEPLOY.rglob("*"))]
    named = {name for text in texts for name in re.findall(r"\bparlour_[a-z][a-z_]*", text.read_text())}

    assert {name.removesuffix("_bucket") for name in named} - exported == NO_METRICS


@pytest.mark.parametrize("proxy", ["haproxy.cfg", "kubernetes/haproxy.cfg"])
def test_a_service_whose_redis_hangs_is_ready_before_the_check_of_the_proxy_is_over(proxy: str) -> None:
    """HAProxy gives each check as long as there is between two of them, unless `timeout check` says otherwise."""
    configuration = (DEPLOY / proxy).read_text()

    assert "timeout check" not in configuration
    assert min(map(int, re.findall(r"check inter (\d+)s", configuration))) > REDIS_SECONDS


def test_an_alert_asks_for_labels_that_a_metric_has() -> None:
    metrics.REQUESTS.labels("GET", "/", "200")
    exported = exposition().decode()
    alerts = re.findall(r"^\| `(.*)` \|", (DEPLOY / "README.md").read_text(), re.MULTILINE)
    asked = {found for alert in alerts for found in re.findall(r"(parlour_\w+)\{(\w+)[=~]", alert)}

    assert asked
    for name, label in asked:
        assert re.search(rf"^{name}\{{.*\b{label}=", exported, re.MULTILINE), f"{name} has no label {label}"
