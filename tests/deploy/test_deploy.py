"""What can be known about the deployment without a container engine."""

import asyncio
import re
import shutil
import socket
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import asyncpg
import pytest
import yaml
from redis.asyncio import Redis as Client

from service.embedded import Postgres, Redis
from service.embedded.programs import program
from service.setting_texts import variable
from service.settings import Settings, fields
from service.store.migrate import migrate
from tests.redis_cluster import Node

HOUSE = Path(__file__).parents[2]
DEPLOY = HOUSE / "deploy"
PACKAGES = ("domain", "projections", "service")
DOCKER = 'if [ "$2" = exec ]; then shift 5; "$@"; else cp -r "${3#postgres:}" "$4"; fi'
"""Does what `docker compose exec -u postgres postgres …` and `docker compose cp` do, outside of any container."""
SECRETS = ("PARLOUR_POSTGRES_PASSWORD", "PARLOUR_REDIS_PASSWORD", "PARLOUR_SIGNING_KEY")


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Give a folder with a stopped database."""
    folder = tmp_path_factory.mktemp("deploy")
    with Postgres(folder / "postgres", folder / "run"):
        pass
    yield folder
    shutil.rmtree(folder)


@pytest.fixture(scope="module")
def compose() -> Any:
    return yaml.safe_load((DEPLOY / "compose.yaml").read_text())


def settings_in(file: str) -> dict[str, str]:
    """Return the settings in a configuration file of Postgres."""
    lines = re.findall(r"^(\w+) = (.*?)(?:\s+#.*)?$", (DEPLOY / file).read_text(), re.MULTILINE)
    return {name: text.strip("'") for name, text in lines}


async def test_postgres_runs_on_the_configuration_and_understands_each_line(data: Path) -> None:
    settings = {"config_file": str(DEPLOY / "postgresql.conf"), "listen_addresses": ""}
    with Postgres(data / "postgres", data / "run", settings, defaults={}) as postgres:
        connection = await asyncpg.connect(postgres.url)
        rows = await connection.fetch("SELECT name, error, applied FROM pg_file_settings")
        unapplied = {row["name"] for row in rows if row["error"] is not None}
        await connection.close()

    assert unapplied == {"listen_addresses"}, "which this test has overruled"
    assert {row["name"] for row in rows} == set(settings_in("postgresql.conf"))


@pytest.mark.parametrize("name", ["fsync", "full_page_writes", "synchronous_commit"])
def test_no_setting_risks_an_acknowledged_move(name: str) -> None:
    assert settings_in("postgresql.conf")[name] == "on"


def test_each_setting_of_postgres_has_its_reason() -> None:
    lines = (DEPLOY / "postgresql.conf").read_text().splitlines()
    groups = "\n".join(lines).split("\n\n")

    for group in groups:
        assert group.startswith("#"), group


async def test_patroni_lets_commits_wait_for_a_standby_and_postgres_knows_its_settings(data: Path) -> None:
    patroni = yaml.safe_load((DEPLOY / "patroni.yaml").read_text())["bootstrap"]["dcs"]
    settings = {name: str(value) for name, value in patroni["postgresql"]["parameters"].items()}
    with Postgres(data / "postgres", data / "run", settings) as postgres:
        connection = await asyncpg.connect(postgres.url)
        limits = [await connection.fetchval(f"show {name}") for name in ("statement_timeout", "transaction_timeout")]
        await connection.close()

    assert patroni["synchronous_mode"] is patroni["synchronous_mode_strict"] is True
    assert patroni["loop_wait"] + 2 * patroni["retry_timeout"] <= patroni["ttl"]
    assert settings["synchronous_commit"] == "on"
    assert limits == ["0", "0"], "no commit is cancelled while it waits"


def test_patroni_lets_each_machine_start() -> None:
    patroni = yaml.safe_load((DEPLOY / "patroni.yaml").read_text())
    own, shared = patroni["postgresql"], patroni["bootstrap"]["dcs"]["postgresql"]["parameters"]
    folder = Path(own.get("config_dir", own["data_dir"]))

    assert Path(own["custom_conf"]) != folder / "postgresql.conf", "which Patroni writes, with a line that includes it"
    assert all(line.startswith(("local", "hostssl")) for line in own["pg_hba"])
    assert own["parameters"]["ssl"] == "on", "or no line of hostssl holds, not even for Patroni"
    assert str(shared["max_connections"]) == settings_in("postgresql.conf")["max_connections"], "not Patroni's 100"


async def test_redis_runs_on_the_configuration(data: Path) -> None:
    class Configured(Redis):
        def command(self) -> list[str]:
            redis_server, _, *options = super().command()
            ours = [f"--{name}" for name in ("port", "unixsocket", "dir")]
            kept = [part for i in range(0, len(options), 2) if options[i] in ours for part in options[i : i + 2]]
            return [redis_server, str(DEPLOY / "redis.conf"), *kept, "--requirepass", urlsplit(self.url).password or ""]

    with Configured(data / "redis", data / "run") as redis:
        async with Client.from_url(redis.url) as client:
            policy = await client.config_get("maxmemory-policy")
            save = await client.config_get("save")

    assert (policy["maxmemory-policy"], save["save"]) == ("allkeys-lru", "")


def test_a_node_of_a_cluster_runs_on_the_lines_of_the_readme(data: Path) -> None:
    (block,) = re.findall(r"```\n(cluster-enabled .*?)```", (DEPLOY / "README.md").read_text(), re.DOTALL)
    lines = dict(line.split() for line in block.splitlines() if not line.startswith(("#", "masterauth")))
    node = Node(data / "node", "secret")
    node.start(**lines)
    try:
        assert lines.items() <= node.ask("CONFIG GET", "cluster-*").items()
        assert node.knows(cluster_known_nodes="1")
    finally:
        node.kill()


def test_the_copy_of_the_readme_is_a_new_one_each_time(tmp_path: Path) -> None:
    (lines,) = re.findall(r"```console\n([^`]*pg_basebackup[^`]*)```", (DEPLOY / "README.md").read_text())
    script = re.sub(r"^\$ ", "", lines, flags=re.MULTILINE).replace("/var/lib/postgresql", str(tmp_path))
    programs = {"docker": DOCKER, "pg_basebackup": 'mkdir "$2" && echo "$COPY" > "$2/copy"'}
    for name, content in programs.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{content}\n")
        (tmp_path / name).chmod(0o700)
    (tmp_path / "backup").mkdir()

    for copy in ("first", "second"):
        environment = {"PATH": f"{tmp_path}:/usr/bin:/bin", "COPY": copy}
        subprocess.run(["/bin/sh", "-c", script], check=True, cwd=tmp_path, env=environment)
        (kept,) = tmp_path.glob("backup-*")
        assert (kept / "copy").read_text() == f"{copy}\n"
        shutil.rmtree(kept)


async def test_the_roles_are_enough_to_migrate_and_too_little_to_change_the_log(data: Path) -> None:
    with Postgres(data / "postgres", data / "run") as postgres:
        environment = {
            "PATH": f"{Path(program('postgres')).parent}:/usr/bin:/bin",
            "PGHOST": str(data / "run"),
            "POSTGRES_USER": "parlour",
            "POSTGRES_DB": "parlour",
            "PARLOUR_POSTGRES_PASSWORD": "it's secret",
        }
        make_roles = await asyncio.create_subprocess_exec(DEPLOY / "postgres-roles.sh", env=environment)
        assert await make_roles.wait() == 0
        await migrate(f"{postgres.url}&role=parlour_owner")

        connection = await asyncpg.connect(f"{postgres.url}&role=parlour_owner")
        assert not await connection.fetchval("SELECT rolsuper FROM pg_roles WHERE rolname = 'parlour_owner'")
        await connection.execute("SET ROLE parlour_service")
        await connection.execute("SELECT FROM parlour.event")
        assert await connection.fetchval("SELECT number FROM parlour.current_epoch()") == 1
        for statement in (
            "UPDATE parlour.event SET version = 1",
            "DELETE FROM parlour.event",
            "TRUNCATE parlour.event",
        ):
            with pytest.raises(asyncpg.InsufficientPrivilegeError):
                await connection.execute(statement)
        await connection.close()


def test_two_services_stand_behind_the_proxy(compose: Any) -> None:
    services = [name for name, service in compose["services"].items() if service["image"] == "parlour"]
    servers = re.findall(r"^    server (.*)$", (DEPLOY / "haproxy.cfg").read_text(), re.MULTILINE)

    by_table = [f"{name} {name}:8000 track services/{name}" for name in services]
    assert servers == [*by_table, *[f"{name} {name}:8000" for name in services]]
    assert len(services) == 2
    assert set(services) <= set(compose["services"]["proxy"]["depends_on"])


def test_the_proxy_bounds_what_one_address_and_all_together_may_hold_open() -> None:
    lines = [line.partition("#")[0].strip() for line in (DEPLOY / "haproxy.cfg").read_text().splitlines()]
    found, outside = [int(line.split()[1]) for line in lines if line.startswith("maxconn")]

    assert outside < found, "a reserve for the checks of the services"
    assert "stick-table type ipv6 size 200k expire 60s store conn_cur" in lines
    assert "tcp-request connection track-sc0 src,ipmask(32,64)" in lines
    assert "tcp-request connection reject if { sc0_conn_cur gt 1000 }" in lines
    assert {"timeout http-request 10s", "timeout http-keep-alive 15s"} <= set(lines)


def test_the_proxy_may_open_as_many_files_as_its_connections_need(compose: Any) -> None:
    (limit,) = re.findall(r"fd-hard-limit (\d+)", (DEPLOY / "haproxy.cfg").read_text())

    assert compose["services"]["proxy"]["ulimits"] == {"nofile": int(limit)}


def test_a_proxy_that_does_not_listen_is_not_healthy(compose: Any) -> None:
    *command, probe = compose["services"]["proxy"]["healthcheck"]["test"]
    with socket.create_server(("127.0.0.1", 0)) as server:
        script = probe.replace("/80", f"/{server.getsockname()[1]}")
        assert subprocess.run([*command[1:], script], check=False).returncode == 0

    assert subprocess.run([*command[1:], script], check=False, stderr=subprocess.DEVNULL).returncode != 0


def test_only_the_proxy_can_be_reached_from_outside(compose: Any) -> None:
    assert compose["networks"]["inside"]["internal"] is True
    for name, service in compose["services"].items():
        assert ("outside" in service["networks"], "ports" in service) == (name == "proxy", name == "proxy")


def test_the_services_wait_for_their_servers_and_may_do_nothing_else(compose: Any) -> None:
    for name in ("parlour-1", "parlour-2"):
        service = compose["services"][name]
        assert {"condition": "service_healthy"} == service["depends_on"]["postgres"] == service["depends_on"]["redis"]
        assert service["cap_drop"] == ["ALL"]
        assert service["read_only"] is True
        assert int(service["stop_grace_period"].removesuffix("s")) > Settings().shutdown_seconds
    for server in ("postgres", "redis"):
        assert compose["services"][server]["healthcheck"]["test"][0] == "CMD"


def test_the_services_are_given_settings_that_exist_and_make_sense(compose: Any) -> None:
    given = compose["services"]["parlour-1"]["environment"]
    values = {
        "PARLOUR_POSTGRES_PASSWORD": "0a1b",
        "PARLOUR_REDIS_PASSWORD": "2c3d",
        "PARLOUR_SIGNING_KEY": "A" * 43 + "=",
    }

    assert set(given) <= {variable(field) for field in fields()}
    settings = Settings.from_environment({name: filled_in(text, values) for name, text in given.items()})
    assert settings.postgres_url == "postgresql://parlour_owner:0a1b@postgres/parlour"
    assert settings.redis_url == "redis://:2c3d@redis/0"
    assert settings.signing_key == bytes(32)


def filled_in(text: str, values: dict[str, str]) -> str:
    """Return a text of the compose file with its variables replaced, or their defaults if they have no value."""
    return re.sub(r"\$\{(\w+):[?-]([^}]*)\}", lambda found: values.get(found[1], found[2]), text)


def test_no_secret_has_a_default() -> None:
    text = (DEPLOY / "compose.yaml").read_text()

    for secret in SECRETS:
        uses = re.findall(rf"\$\{{{secret}([^}}]*)\}}", text)
        assert uses
        assert set(uses) == {":?"}


@pytest.mark.parametrize("name", ["postgres", "redis", "proxy"])
def test_each_mounted_file_is_there(compose: Any, name: str) -> None:
    sources = [mount.split(":")[0] for mount in compose["services"][name]["volumes"]]

    for source in sources:
        assert (DEPLOY / source).is_file() if source.startswith("./") else source in compose["volumes"]


def test_a_new_version_waits_for_the_first_container_before_the_second_is_replaced() -> None:
    (command,) = re.findall(r"`docker compose up ([^`]*) parlour-1`", (DEPLOY / "README.md").read_text())

    assert {"--build", "--detach", "--wait", "--no-deps"} == set(command.split())


def test_the_image_is_built_from_what_is_there_and_runs_as_nobody_special() -> None:
    lines = (DEPLOY / "Dockerfile").read_text().splitlines()
    copied = [
        word for line in lines if line.startswith("COPY ") and "--from" not in line for word in line.split()[1:-1]
    ]
    allowed = [line[1:] for line in (DEPLOY / "Dockerfile.dockerignore").read_text().splitlines() if line[0] == "!"]

    assert sorted(copied) == sorted(allowed)
    assert all((HOUSE / name).exists() for name in copied)
    assert "USER parlour" in lines
    assert any("/health" in line for line in lines[lines.index("USER parlour") :])


def test_the_image_writes_only_where_its_read_only_file_system_has_a_place(compose: Any) -> None:
    text = (DEPLOY / "Dockerfile").read_text()
    variables = dict(re.findall(r"^(?:ENV|   ) *(\w+)=(\S+)", text, re.MULTILINE))
    user, group = re.findall(r"--[ug]id (\d+)", text)[::-1]
    (mount,) = compose["services"]["parlour-1"]["tmpfs"]

    assert mount == f"{variables['PARLOUR_DATA']}:uid={user},gid={group},mode=0700"
    assert variables["TMPDIR"] == variables["PARLOUR_DATA"], "workers start through a socket in a temporary folder"


def test_all_data_of_the_packages_goes_into_the_wheel() -> None:
    project = tomllib.loads((HOUSE / "pyproject.toml").read_text())
    patterns = project["tool"]["setuptools"]["package-data"]["*"]
    packages = [init.parent for top in PACKAGES for init in (HOUSE / top).rglob("__init__.py")]
    packed = {path for package in packages for pattern in patterns for path in package.glob(pattern)}
    tracked = subprocess.run(["git", "ls-files", *PACKAGES], cwd=HOUSE, capture_output=True, text=True, check=True)
    data = {HOUSE / name for name in tracked.stdout.split() if not name.endswith(".py")}

    assert data
    assert data - packed == set()


def test_the_packages_are_found_under_the_names_that_code_imports() -> None:
    for package in PACKAGES:
        folders = {path.parent for path in (HOUSE / package).rglob("*.py") if "__pycache__" not in path.parts}
        assert [str(folder) for folder in folders if not (folder / "__init__.py").exists()] == []


def test_versions_are_pinned_and_no_host_is_named() -> None:
    for line in (HOUSE / "requirements.txt").read_text().splitlines():
        assert re.fullmatch(r"[a-z0-9-]+==[\w.]+( ; .*)?", line), line
