"""`parlour serve` as its users meet it: real processes, real signals."""

import asyncio
import contextlib
import itertools
import os
import pwd
import resource
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import click
import httpx
import msgspec
import psutil
import pytest
from click.testing import CliRunner

from service.cli import COMMANDS, parlour
from service.cli.serve import STOPPING, free_address, leave, unknown
from service.embedded.child import User
from service.setting_texts import meaning, option, variable
from service.settings import fields
from service.store.postgres.away import reason_of
from tests.ports import free_port
from tests.serving import (
    PARLOUR,
    PARTS,
    PATIENCE_SECONDS,
    STOP_SECONDS,
    Service,
    command_of,
    eventually,
    finished,
    gone,
    users_of,
)


def test_an_ordinary_user_gets_by_one_command_a_service_that_answers_and_stops_at_any_time(tmp_path: Path) -> None:
    nobody = pwd.getpwnam("nobody") if os.geteuid() == 0 else pwd.getpwuid(os.geteuid())
    home = tmp_path / "home"
    home.mkdir()
    os.chown(home, nobody.pw_uid, nobody.pw_gid)
    data, user = home / "not" / "there" / "yet", User(nobody.pw_uid, nobody.pw_gid)
    with Service(data, user=user) as service:
        assert eventually(partial(service.child, "bin/initdb"))
        initdb = service.child("bin/initdb")
        assert initdb is not None
        initdb.suspend()  # as if it took very long
        processes = service.family()

        assert service.stop() == 0
        assert gone(processes)
        assert "cannot be started" not in service.stderr()
        assert not (data / "postgres").exists()

    with Service(data, user=user) as service:
        assert service.ready().ask("GET", "/health")[0] == 200
        assert service.ask("POST", "/v1/players", {"name": "Ada"})[0] == 201
        processes = service.family()
        assert users_of(processes) == {nobody.pw_uid}

        assert service.stop(signal.SIGHUP) == 0
        assert gone(processes)


def test_ctrl_c_is_for_the_first_process_alone_which_lets_open_requests_end_and_stops_in_time_although_one_does_not(
    data: Path,
) -> None:
    with Service(data) as service:
        processes = service.ready().family()
        for name in PARTS:
            child = service.part(name)
            assert child is not None
            assert os.getpgid(child.pid) != service.process.pid
        with open_request(service.port), open_request(service.port) as client:
            assert service.is_ready(), "by now the worker has seen the requests before"
            os.killpg(service.process.pid, signal.SIGINT)
            assert eventually(lambda: not service.is_ready())
            client.sendall(b'{"name":"Ada"}')
            assert client.recv(12) == b"HTTP/1.1 201"

            assert service.process.wait(STOP_SECONDS) == 0
        assert gone(processes)


def open_request(port: int) -> socket.socket:
    """Begin a request whose body, of 14 bytes, has not come yet."""
    client = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_SECONDS)
    client.sendall(b"POST /v1/players HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n")
    client.sendall(b"Content-Length: 14\r\n\r\n")
    return client


@pytest.mark.parametrize("path", ["/metrics", "//metrics", "/metrics/", "/%6detrics", "/metrics?a=1"])
def test_what_is_for_operators_is_not_where_the_players_are(live: Service, path: str) -> None:
    with httpx.Client(timeout=PATIENCE_SECONDS) as client:
        here = client.get(f"http://127.0.0.1:{live.port}{path}")
        there = client.get(f"http://127.0.0.1:{live.operations_port}/metrics")
        others = client.get(f"http://127.0.0.1:{live.operations_port}/v1/games")

    assert here.status_code == 404
    assert there.status_code == 200
    assert "parlour_requests_total{" in there.text
    assert others.status_code == 404


def test_only_this_machine_reaches_what_is_for_operators(live: Service) -> None:
    listening = {each.laddr for each in psutil.Process(live.process.pid).net_connections() if each.status == "LISTEN"}

    assert ("127.0.0.1", live.operations_port) in listening


def test_the_port_for_operators_must_be_free(live: Service, tmp_path: Path) -> None:
    taken = finished("--data", str(tmp_path / "other"), "--port", str(free_port()), "--operations-port", str(live.port))

    assert taken.returncode == 1
    assert taken.stderr == (
        f"Error: Cannot listen on 127.0.0.1, port {live.port}: Address already in use."
        " `--operations-port` chooses another port.\n"
    )


HTTP_2 = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"\0\0\0\4\0\0\0\0\0"
"""How a client that knows that the server speaks HTTP/2 begins (RFC 9113, 3.4), with empty settings."""
SETTINGS_FRAME = 4


def speaks_http_2(port: int) -> bool:
    """Return whether a server answers in HTTP/2 without encryption."""
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_SECONDS) as client:
        client.sendall(HTTP_2)
        answer = client.recv(9)
    return len(answer) > 3 and answer[3] == SETTINGS_FRAME and not answer.startswith(b"HTTP/")


def test_http_2_is_not_spoken_without_encryption(live: Service) -> None:
    assert not speaks_http_2(live.port)


def test_it_can_be_stopped_while_it_starts(data: Path) -> None:
    with Service(data) as service:
        assert eventually((service.data / "service.lock").exists)
        processes = service.family()

        assert service.stop() == 0
        assert gone(processes)


def test_told_to_stop_in_the_midst_of_what_swallows_all_exceptions_it_does() -> None:
    handlers = {number: signal.getsignal(number) for number in STOPPING}

    async def told_to_stop() -> None:
        with contextlib.suppress(BaseException):  # as asyncpg does where bytes come in
            leave()
        await asyncio.sleep(PATIENCE_SECONDS)

    try:
        with pytest.raises(SystemExit) as ended:
            asyncio.run(told_to_stop())
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
    assert ended.value.code == 0


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_can_be_stopped_while_its_processes_start(data: Path, number: signal.Signals) -> None:
    with Service(data) as service:
        assert eventually(partial(service.part, "fork server"))
        os.killpg(service.process.pid, number)

        assert service.process.wait(PATIENCE_SECONDS) == 0
        assert "Traceback" not in service.stderr()


def test_a_second_service_on_the_folder_is_refused(live: Service) -> None:
    second = finished("--data", str(live.data), "--port", str(free_port()))

    assert (second.returncode, second.stdout) == (1, "")
    assert second.stderr == f"Error: {live.data} is in use by process {live.process.pid}\n"
    assert live.is_ready()


def test_a_port_that_is_taken_is_refused(live: Service, tmp_path: Path) -> None:
    second = finished("--data", str(tmp_path / "other"), "--port", str(live.port))

    assert (second.returncode, second.stdout) == (1, "")
    assert second.stderr == (
        f"Error: Cannot listen on 127.0.0.1, port {live.port}: Address already in use. `--port` chooses another port.\n"
    )
    assert not (tmp_path / "other").exists()


@pytest.mark.parametrize("host", ["192.0.2.1", "no host", "127..0.0.1"])
def test_an_address_that_is_not_of_this_machine_is_told_with_its_option(host: str) -> None:
    with pytest.raises(OSError, match="Cannot listen") as refused:
        free_address(host, 8000, "--operations-port")

    told = reason_of(refused.value)
    assert told.startswith(f"Cannot listen on {host}, port 8000: ")
    assert told.endswith(". `--operations-host` chooses another address.")


@pytest.mark.parametrize(("option", "other"), [("--host", "--port"), ("--operations-host", "--operations-port")])
def test_an_address_that_is_not_of_this_machine_is_refused(option: str, other: str, tmp_path: Path) -> None:
    ports = {"--port": str(free_port()), "--operations-port": str(free_port())}

    ended = finished("--data", str(tmp_path / "new"), option, "192.0.2.1", *itertools.chain(*ports.items()))

    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr.startswith(f"Error: Cannot listen on 192.0.2.1, port {ports[other]}: ")
    assert ended.stderr.endswith(f". `{option}` chooses another address.\n")


def kill(processes: list[psutil.Process]) -> None:
    """Kill processes, and wait until they are gone."""
    for process in processes:
        process.kill()
    assert gone(processes)


def test_whatever_is_killed_again_and_again_is_replaced_no_worker_outlives_its_parent_and_it_stops_while_they_wait(
    data: Path,
) -> None:
    with Service(data, "--workers", "2") as service:
        service.ready()
        for name in PARTS:
            assert eventually(partial(service.part, name))
            killed = service.part(name)
            assert killed is not None
            ending = [killed, *service.workers()] if name == "fork server" else [killed]
            killed.kill()

            assert gone(ending)
            assert eventually(partial(service.part, name))
            assert eventually(lambda: len(service.workers()) == 2)
            assert eventually(service.is_ready)
            assert service.ask("POST", "/v1/players", {"name": "Ada"})[0] == 201

        others = [service.part(name) for name in PARTS if name != "worker"]
        for _ in range(3):
            kill(service.workers())
            assert eventually(lambda: len(service.workers()) == 2)
            assert service.process.poll() is None, service.stderr()

        assert eventually(service.is_ready)
        assert [service.part(name) for name in PARTS if name != "worker"] == others
        kill(service.workers())
        assert service.stop() == 0


def test_workers_are_forked_from_a_process_of_one_thread(live: Service) -> None:
    fork_server = live.part("fork server")

    assert fork_server is not None
    assert fork_server.num_threads() == 1, "a fork would have the locks of the others, which nobody opens"
    assert not any(" " in part for part in fork_server.cmdline()), "CPython would count its threads wrongly"


def test_it_is_itself_whatever_folder_it_is_started_in_and_whatever_the_name_of_its_own(
    fresh: Callable[[], Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("service", "domain", "setproctitle"):
        (tmp_path / f"{module}.py").write_text("raise SystemExit('this is not Parlour')")
    monkeypatch.chdir(tmp_path)
    data = fresh().rename(tmp_path / os.fsdecode(b"f\xfcr"))
    program = str(Path(sys.executable).with_name("parlour"))
    service = Service(data)
    service.command[: len(PARLOUR)] = [program]

    with with_few_files(), service:
        service.ready()
        (worker,) = service.workers()
        soft, hard = worker.rlimit(psutil.RLIMIT_NOFILE)
        assert soft == hard, "every player who waits is an open file; Granian sees to it when it is imported"
        create = [program, "token", "create", "--name", "Ada", "--data", str(data)]
        assert subprocess.run(create, check=True, capture_output=True).stdout.startswith(b"parlour_")
        assert service.stop() == 0


@contextlib.contextmanager
def with_few_files() -> Iterator[None]:
    """Let what is started open half as many files as the system allows, unless it asks for more."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (before[1] // 2, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_told_to_stop_with_all_its_processes_it_stops_in_order(data: Path) -> None:
    with Service(data, "--workers", "2", "--shutdown-seconds", "60") as service:
        processes = service.ready().family()
        with open_request(service.port) as client:
            assert all(service.is_ready() for _ in range(10)), "by now the worker has seen the request before"
            for process in reversed(processes):
                if (command := command_of(process)) and "postgres" not in command and "redis" not in command:
                    process.terminate()
            assert eventually(lambda: not service.is_ready())
            client.sendall(b'{"name":"Ada"}')
            assert client.recv(12) == b"HTTP/1.1 201"

        assert service.process.wait(PATIENCE_SECONDS) == 0
        assert gone(processes)
        assert "in time" not in (told := service.stderr()), told[-3_000:]


def test_a_postgres_that_cannot_be_reached_is_an_error_that_tells_no_password(tmp_path: Path) -> None:
    url = "postgresql://somebody:hunter2@127.0.0.1:1/parlour"
    refused = finished("--data", str(tmp_path / "data"), "--port", str(free_port()), "--postgres-url", url)

    assert refused.returncode == 1
    assert "Error: PostgreSQL cannot be used: " in refused.stderr
    assert "hunter2" not in refused.stderr


def test_a_data_folder_that_cannot_be_one_is_an_error_that_names_it(tmp_path: Path) -> None:
    file = tmp_path / "data"
    file.write_text("no folder")

    refused = finished("--data", str(file), "--port", str(free_port()), "--operations-port", "0")

    assert (refused.returncode, refused.stderr) == (1, f"Error: {file}: File exists\n")


def test_an_address_of_postgres_that_makes_no_sense_is_an_error_that_tells_no_password() -> None:
    url = "postgresql://somebody:hunter2/@127.0.0.1/parlour"
    refused = CliRunner().invoke(parlour, ["serve", "--postgres-url", url])

    assert refused.exit_code == 2
    assert "%2F for /" in " ".join(refused.output.split())
    assert "hunter2" not in refused.output


def test_secrets_are_for_the_owner_of_the_folder_alone(live: Service) -> None:
    for name in ("signing.key", "postgres", "run", "postgres.log", "redis.log"):
        assert (live.data / name).stat().st_mode & 0o077 == 0, name


def test_the_help_names_each_setting_with_its_variable_and_its_meaning() -> None:
    words = " ".join(CliRunner().invoke(parlour, ["serve", "--help"]).output.split())

    for field in fields():
        assert f" {option(field)} " in words
        assert f" {meaning(field)} [{variable(field)}" in words


@pytest.mark.parametrize(
    ("name", "bad"),
    [
        ("workers", "many"),
        ("shards", "3"),
        ("postgres_url", "postgresql://db/parlour?sslmode=maybe"),
        ("redis_url", "redis://host/abc"),
        ("cors_origins", "http://a b"),
        ("dumps", "/nonexistent"),
    ],
)
def test_a_setting_that_makes_no_sense_is_refused_by_name(name: str, bad: str) -> None:
    (field,) = (each for each in fields() if each.name == name)
    refused = CliRunner().invoke(parlour, ["serve"], env={variable(field): bad})

    assert refused.exit_code == 2
    assert f"{variable(field)} or {option(field)}" in refused.output


def test_the_command_line_wins_over_the_environment() -> None:
    refused = CliRunner().invoke(parlour, ["serve", "--workers", "0"], env={"PARLOUR_WORKERS": "1"})

    assert refused.exit_code == 2
    assert "PARLOUR_WORKERS or --workers: Expected `int` >= 1" in refused.output


def test_of_a_variable_that_is_no_setting_it_is_said_which_one_is_meant_and_no_value(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PARLOUR_POSTGRE_URL", "postgresql://somebody:hunter2@db/parlour")
    monkeypatch.setenv("PARLOUR_ROOM", "blue")

    ended = finished("--host", "no host", "--port", str(free_port()))

    *lines, _ = ended.stderr.splitlines()
    told = [msgspec.json.decode(line) for line in lines]
    assert [(each["level"], each["variable"], each["nearest"]) for each in told] == [
        ("WARNING", "PARLOUR_POSTGRE_URL", "PARLOUR_POSTGRES_URL"),
        ("WARNING", "PARLOUR_ROOM", None),
    ]
    assert "hunter2" not in ended.stderr


def test_the_variables_of_all_commands_are_known() -> None:
    commands = [parlour.get_command(click.Context(parlour), name) for name in COMMANDS]
    named = set[str]()
    while commands:
        command = commands.pop()
        assert command is not None
        commands += command.commands.values() if isinstance(command, click.Group) else ()
        named |= {each.envvar for each in command.params if isinstance(each.envvar, str)}

    assert {"PARLOUR_POSTGRES_URL", "PARLOUR_TOKEN", "PARLOUR_URL"} < named
    assert unknown(named) == []


@pytest.mark.parametrize(("length", "status"), [(60_000, 200), (390_000, 431)])
def test_a_head_has_a_limit(live: Service, length: int, status: int) -> None:
    address = f"http://127.0.0.1:{live.port}/v1/games"
    answer = httpx.get(address, headers={"If-None-Match": "," * length}, timeout=PATIENCE_SECONDS)

    assert answer.status_code == status


def test_the_service_is_listed_by_its_whole_command(live: Service) -> None:
    listed = command_of(psutil.Process(live.process.pid)).rstrip("\0 ")

    assert listed == " ".join(["parlour", *live.command[len(PARLOUR) :]])
