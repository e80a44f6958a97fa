"""A tournament that is run by one command: the service and the program are killed, and both are started again.

Both get SIGKILL at once, so that neither knows what the other has done: in the middle of a round, and right after one
was published. Then the same line is entered again. And the network loses answers, so that commands are sent twice.
"""

import contextlib
import json
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest
from click.testing import CliRunner

from service.cli import parlour
from tests.proxy import Cut, Fault, Proxy, Request, Response
from tests.serving import PARLOUR, Service

PATIENCE_SECONDS = 240

SWISS = (
    *("honors_4", "--entrants", "8", "--places", "2", "--rounds", "2"),
    *("--option", "max_deals=2", "--option", "max_rounds=10"),
)
TEAMS = (
    *("literature", "--entrants", "2", "--team-size", "3", "--exchanged-seats", "--rounds", "2"),
    *("--option", "stall_limit=20"),
)


class LosesAnswers(Fault):
    """The network loses every other answer to a command, the first one, too."""

    def __init__(self) -> None:
        self.answers = 0

    def response(self, request: Request, response: Response) -> Response:
        self.answers += request.method == "POST"
        if request.method == "POST" and self.answers % 2:
            raise Cut
        return response


class WithoutKeys(LosesAnswers):
    """It is as if the program sent no keys: what is done twice then must be found."""

    def request(self, request: Request) -> Request:
        request.headers.pop("Idempotency-Key", None)
        return request


@pytest.fixture(scope="module")
def service(fresh: Callable[[], Path]) -> Iterator[Service]:
    with Service(fresh()) as service:
        yield service.ready()


def killed_at(service: Service, line: list[str], event: str, round_number: int) -> None:
    """Run a tournament until an event of a round is told, kill the service and the program, and start the service."""
    with subprocess.Popen(line, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        found = (json.loads(told)["event"] for told in program.stdout)
        met = any((each["type"], each.get("round")) == (event, round_number) for each in found)
        for process in service.family():
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()
        program.kill()
    service.__exit__()
    service.__enter__()
    service.ready()
    assert met, f"round {round_number} has never had {event}"


def listed(service: Service) -> set[str]:
    """Return the ids of all tournaments."""
    token = service.ask("POST", "/v1/players", {"name": "Ada"})[1]["token"]
    return {each["id"] for each in service.must("GET", "/v1/tournaments", token)["tournaments"]}


def run(*arguments: object) -> Any:
    return CliRunner().invoke(parlour, [str(each) for each in arguments])


@pytest.mark.parametrize(
    ("arguments", "tables", "kills"),
    [
        (SWISS, (4, 4), (("result_noted", 1), ("round_published", 2))),
        (TEAMS, (2, 2), (("round_started", 1), ("round_published", 2))),
    ],
    ids=["swiss", "teams"],
)
def test_a_tournament_that_is_killed_goes_on_by_the_same_line_and_does_nothing_twice(
    service: Service,
    tmp_path: Path,
    arguments: tuple[str, ...],
    tables: tuple[int, ...],
    kills: tuple[tuple[str, int], ...],
) -> None:
    before, kept, folder = listed(service), tmp_path / "kept.json", tmp_path / "out"
    url = f"http://127.0.0.1:{service.port}"

    with Proxy(service.port, LosesAnswers()) as network:
        line = line_of(arguments, network, kept)
        for event, round_number in kills:
            killed_at(service, line, event, round_number)
        done = subprocess.run(line, stdout=subprocess.PIPE, text=True, check=True, timeout=PATIENCE_SECONDS)
    directed = json.loads(kept.read_bytes())
    exported = run(
        *("tournament", "export", directed["tournament"], folder, "--url", url, "--token", directed["token"])
    )
    audited = run("audit", "--data", service.data, "--json", "--jobs", 1)

    assert json.loads(done.stdout.splitlines()[-1])["tournament"]["tournament"]["state"] == "finished"
    assert listed(service) - before == {directed["tournament"]}
    assert exported.exit_code == 0, exported.output
    assert (audited.exit_code, json.loads(audited.stdout)["faults"]) == (0, [])
    files = [folder / "tournament.json", *(folder / "tables").iterdir()]
    assert len(files) == 1 + sum(tables)
    assert [run("verify", file).exit_code for file in files] == [0] * len(files)
    done_once(json.loads(files[0].read_bytes()), int(arguments[2]), tables)


def test_it_is_found_what_a_program_does_twice_that_sends_no_keys(service: Service, tmp_path: Path) -> None:
    before, kept = listed(service), tmp_path / "kept.json"

    with Proxy(service.port, WithoutKeys()) as network:
        subprocess.run(line_of(SWISS, network, kept), stdout=subprocess.DEVNULL, check=True, timeout=PATIENCE_SECONDS)
    directed = json.loads(kept.read_bytes())
    record = service.must("GET", f"/v1/tournaments/{directed['tournament']}/record", directed["token"])

    assert len(listed(service) - before) == 2, "it is announced twice"
    with pytest.raises(AssertionError):
        done_once(record, 8, (4, 4))


def line_of(arguments: tuple[str, ...], network: Proxy, kept: Path) -> list[str]:
    """Return the line that runs a tournament over a network."""
    return [*PARLOUR, "tournament", "run", *arguments, "--url", network.url, "--resume", str(kept)]


def done_once(record: Any, entrants: int, tables: tuple[int, ...]) -> None:
    """Check that each step of a tournament was taken, and none twice."""
    events = [each["event"] for each in record["events"]]
    types = Counter(event["type"] for event in events)
    published = [event for event in events if event["type"] == "round_published"]
    opened = [table["id"] for event in published for table in event["tables"]]
    assert sum(len(event["entered"]) for event in events if event["type"] == "entrants_added") == entrants
    assert [types[each] for each in ("tournament_announced", "entrants_added", "tournament_started")] == [1, 1, 1]
    assert [(event["round"], len(event["tables"])) for event in published] == list(enumerate(tables, 1))
    assert types["round_drafted"] == types["round_finished"] == len(tables)
    assert sorted(event["table"] for event in events if event["type"] == "result_noted") == sorted(set(opened))
