"""What can be known about the files for Citus without Citus."""

import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

CITUS = Path(__file__).parents[2] / "deploy" / "citus"


@pytest.fixture(scope="module")
def compose() -> Any:
    return yaml.safe_load((CITUS / "compose.yaml").read_text())


def test_a_coordinator_and_two_workers_are_joined_when_they_answer(compose: Any) -> None:
    script, *joined = compose["services"]["join"]["command"]
    servers = {name for name, service in compose["services"].items() if "postgres" in service["command"]}

    assert script == "/join.sh"
    assert joined[0] == "coordinator"
    assert set(joined) == servers == set(compose["services"]["join"]["depends_on"]) == set(compose["volumes"])
    assert compose["networks"]["inside"]["internal"] is True


def test_each_server_loads_citus_and_lets_schemas_be_moved(compose: Any) -> None:
    for name in ("coordinator", "worker-1", "worker-2"):
        settings = dict(each.split("=", 1) for each in compose["services"][name]["command"] if "=" in each)

        assert settings["shared_preload_libraries"] == "citus"
        assert settings["wal_level"] == "logical"
        assert settings["citus.override_table_visibility"] == "off"
        for mount in compose["services"][name]["volumes"]:
            source = mount.split(":")[0]
            assert (CITUS / source).is_file() if source.startswith(".") else source == name


@pytest.mark.parametrize(
    ("script", "given", "code", "told"),
    [
        ("build.sh", [], 2, "usage: build.sh SOURCE_TREE [PG_CONFIG]"),
        ("build.sh", ["/nowhere", "/bin/true"], 1, "/nowhere is no source tree of Citus"),
        ("build.sh", ["/", "/nowhere/pg_config"], 1, "there is no /nowhere/pg_config"),
        ("join.sh", ["coordinator"], 2, "usage: join.sh COORDINATOR WORKER ..."),
    ],
)
def test_the_scripts_say_what_is_missing(script: str, given: list[str], code: int, told: str) -> None:
    done = subprocess.run([CITUS / script, *given], capture_output=True, text=True, check=False)

    assert done.returncode == code
    assert told in done.stderr
