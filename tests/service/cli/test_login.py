"""`parlour login` and `parlour logout`, and who uses the token that is kept."""

import errno
import json
import math
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import httpx
import pytest

from service.cli import login as command
from service.cli.kept_tokens import file_of_tokens, keep, kept_token, kept_tokens
from service.cli.login import signed_in
from tests.service.cli.conftest import Run
from tests.service.cli.in_process import InProcess, Passing

URL = "http://127.0.0.1:8000"
FORM = {"origin": URL, "content-type": "application/x-www-form-urlencoded"}


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for settings that nobody has."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path


@pytest.fixture(scope="module")
def service() -> Iterator[InProcess]:
    with InProcess() as service:
        yield service


@pytest.fixture
def client(service: InProcess) -> Iterator[httpx.Client]:
    with httpx.Client(transport=Passing(service), base_url=URL, timeout=30) as client:
        yield client


def field(page: httpx.Response, name: str) -> str:
    """Return the value of a hidden field."""
    return page.text.partition(f'name="{name}" value="')[2].partition('"')[0]


class Person:
    """Somebody with a browser who reads what the terminal says, and decides."""

    def __init__(self, client: httpx.Client, decision: str) -> None:
        self.client = client
        self.decision = decision
        self.pauses: list[float] = []
        self.code = ""

    def read(self, said: str) -> None:
        """Read what the terminal says."""
        self.code = said.rsplit(maxsplit=1)[-1]

    def wait(self, seconds: float) -> None:
        """Sign in the first time that the terminal waits, and decide."""
        self.pauses.append(seconds)
        if len(self.pauses) > 1:
            return
        token = self.client.post("/v1/players", json={"name": "Ada"}).json()["token"]
        done = self.client.post("/oauth/sign-in", data={"way": "token", "token": token}, headers=FORM)
        cookie = {"cookie": done.headers["set-cookie"].partition(";")[0]}
        page = self.client.post("/device", data={"user_code": self.code}, headers=FORM | cookie)
        fields: dict[str, Any] = {"decision": self.decision, "user_code": self.code, "stamp": field(page, "stamp")}
        self.client.post("/device", data=fields | {"may": "watch", "days": "30"}, headers=FORM | cookie)


def test_a_person_signs_in_on_a_terminal(client: httpx.Client) -> None:
    person = Person(client, "agree")

    told = signed_in(client, URL, ("watch", "play"), person.read, person.wait)

    me = client.get("/v1/me", headers={"Authorization": f"Bearer {told.access_token}"}).json()
    assert (me["name"], me["scopes"], person.pauses) == ("Ada", ["watch"], [5])


def test_a_person_who_says_no_is_not_signed_in(client: httpx.Client) -> None:
    person = Person(client, "refuse")

    with pytest.raises(click.ClickException, match="does not want it"):
        signed_in(client, URL, ("watch",), person.read, person.wait)


NOBODY = httpx.ConnectError("refused")
OF_A_PROXY = httpx.Response(502, text="<html>Bad Gateway")
BUSY = httpx.Response(429, json={"code": "rate_limited", "detail": "Later."})


class Away(httpx.BaseTransport):
    """A service that answers something else to the first questions of a device for its token."""

    def __init__(self, service: InProcess, *instead: httpx.Response | httpx.TransportError) -> None:
        self.service = service
        self.instead = [*instead]

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        if request.url.path != "/oauth/token" or not self.instead:
            return self.service.handle_request(request)
        answer = self.instead.pop(0)
        if isinstance(answer, httpx.TransportError):
            raise answer
        return answer


def test_a_service_that_is_away_for_a_while_is_waited_for(service: InProcess, client: httpx.Client) -> None:
    person = Person(client, "agree")
    with httpx.Client(transport=Away(service, NOBODY, OF_A_PROXY, BUSY), base_url=URL) as device:
        told = signed_in(device, URL, ("watch",), person.read, person.wait)

    assert (told.scope, person.pauses) == ("watch", [5, 10, 15, 20])


def test_a_service_that_stays_away_is_given_up_when_the_code_is_over(service: InProcess, client: httpx.Client) -> None:
    person = Person(client, "agree")
    with (
        httpx.Client(transport=Away(service, *[NOBODY] * 100), base_url=URL) as device,
        pytest.raises(click.ClickException, match="No service answers"),
    ):
        signed_in(device, URL, ("watch",), person.read, person.wait)

    assert sum(person.pauses[:-1]) < 600 <= sum(person.pauses)


def test_a_person_who_signs_in_again_has_one_token(
    run: Run, service: InProcess, client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        return service.handle_request(request)

    def sign_in() -> str:
        person = Person(client, "agree")
        told = signed_in(client, URL, ("watch",), person.read, person.wait)
        monkeypatch.setattr(command, "signed_in", lambda *_: told)
        assert run("login", URL).exit_code == 0
        return told.access_token

    monkeypatch.setattr(httpx.HTTPTransport, "handle_request", lambda _, request: answer(request))
    first, second = sign_in(), sign_in()

    assert kept_tokens() == {URL: second}
    assert [status(client, each) for each in (first, second)] == [401, 200]


def status(client: httpx.Client, token: str) -> int:
    """Return how a service answers to a token."""
    return client.get("/v1/me", headers={"Authorization": f"Bearer {token}"}).status_code


@pytest.mark.parametrize("error", [OSError(errno.EROFS, "Read-only file system"), RuntimeError("no home directory")])
def test_a_token_that_cannot_be_kept_is_worthless(
    run: Run, service: InProcess, client: httpx.Client, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def fail(*_: object) -> Path:
        raise error

    person = Person(client, "agree")
    told = signed_in(client, URL, ("watch",), person.read, person.wait)
    monkeypatch.setattr(command, "signed_in", lambda *_: told)
    monkeypatch.setattr(command, "keep", fail)
    monkeypatch.setattr(httpx.HTTPTransport, "handle_request", lambda _, request: service.handle_request(request))

    result = run("login", URL)

    assert (result.exit_code, f"cannot be kept: {error}" in result.stderr) == (1, True)
    assert status(client, told.access_token) == 401


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (httpx.Response(200, json={"issuer": "https://mallory.example"}), "it calls itself https://mallory.example"),
        (httpx.Response(404, json={"detail": "the operator has not said"}), "the operator has not said"),
        (httpx.Response(200, json=[]), "it does not say why"),
        (httpx.Response(200, text="<html>"), "is no Parlour"),
        (httpx.Response(200, json={"issuer": URL, "token_endpoint": f"{URL}/token"}), "is no Parlour"),
    ],
)
def test_what_is_no_service_is_told_so(answer: httpx.Response, said: str) -> None:
    with (
        httpx.Client(transport=httpx.MockTransport(lambda _: answer)) as client,
        pytest.raises(click.ClickException) as refused,
    ):
        signed_in(client, URL, ("watch",), print, print)
    assert said in str(refused.value.message)


def test_a_token_is_kept_for_its_service_and_for_nobody_else(home: Path) -> None:
    file = keep({URL: "parlour_1"})
    keep(kept_tokens() | {"https://cards.example": "parlour_2"})

    assert file == home / "config" / "parlour" / "tokens.json"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    assert [each.name for each in file.parent.iterdir()] == ["tokens.json"]
    assert [kept_token(each) for each in (URL, f"{URL}/", "https://cards.example", "http://127.0.0.1")] == [
        "parlour_1",
        "parlour_1",
        "parlour_2",
        None,
    ]


@pytest.mark.parametrize("content", [b"", b"[]", b'{"a": 1}', b"{", b'{"a": "\xff"}', b'{"a":' * 100_000])
def test_a_file_that_makes_no_sense_counts_as_missing(content: bytes) -> None:
    keep({})
    file_of_tokens().write_bytes(content)

    assert kept_tokens() == {}


def test_commands_use_the_token_that_is_kept(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[str | None] = []

    def answer(request: httpx.Request) -> httpx.Response:
        sent.append(request.headers.get("authorization"))
        return httpx.Response(401, json={"code": "unauthenticated", "detail": "No."})

    monkeypatch.setattr(httpx.HTTPTransport, "handle_request", lambda _, request: answer(request))
    keep({"http://127.0.0.1:9": "parlour_kept"})
    table = "0b35a1f2-7a1e-4b8e-9d3c-5f6a7b8c9d0e"

    results = [
        run("record", table, "--url", "http://127.0.0.1:9"),
        run("record", table, "--url", "http://127.0.0.1:9/", "--token", "parlour_given"),
        run("record", table, PARLOUR_URL="http://127.0.0.1:9"),
        run("record", table, "--url", "http://127.0.0.1:7"),
    ]

    assert [each.exit_code for each in results] == [1, 1, 1, 1]
    assert sent == ["Bearer parlour_kept", "Bearer parlour_given", "Bearer parlour_kept", None]
    assert "parlour login" in results[-1].stderr


def test_a_person_who_is_not_signed_in_cannot_sign_out(run: Run) -> None:
    result = run("logout", URL)

    assert (result.exit_code, "not signed in" in result.stderr) == (1, True)


def test_without_a_service_the_token_is_kept(run: Run) -> None:
    keep({"http://127.0.0.1:1": "parlour_1"})

    assert run("logout", "http://127.0.0.1:1").exit_code == 3
    assert run("login", "http://127.0.0.1:1").exit_code == 3
    assert run("login", "127.0.0.1:1").exit_code == 2
    assert kept_tokens() == {"http://127.0.0.1:1": "parlour_1"}


ENDPOINTS = ("device_authorization_endpoint", "token_endpoint", "revocation_endpoint")
METADATA = httpx.Response(200, json={"issuer": URL} | dict.fromkeys(ENDPOINTS, f"{URL}/oauth/here"))


@pytest.mark.parametrize(
    "answer",
    [
        BUSY,
        httpx.Response(503, json={"code": "unavailable", "detail": "Later."}),
        httpx.Response(400, json={"error": "invalid_request", "error_description": "Later."}),
    ],
)
def test_a_token_that_is_not_revoked_is_kept(run: Run, monkeypatch: pytest.MonkeyPatch, answer: httpx.Response) -> None:
    answers = iter([METADATA, answer])
    monkeypatch.setattr(httpx.HTTPTransport, "handle_request", lambda *_: next(answers))
    keep({URL: "parlour_1"})

    result = run("logout", URL)

    assert (result.exit_code, "is not revoked: Later." in result.stderr) == (1, True)
    assert kept_tokens() == {URL: "parlour_1"}


def test_a_token_that_cannot_be_forgotten_is_told(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter([METADATA, httpx.Response(200)])
    monkeypatch.setattr(httpx.HTTPTransport, "handle_request", lambda *_: next(answers))
    keep({URL: "parlour_1"})

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    result = run("logout", URL)

    assert (result.exit_code, "The token is revoked, and cannot be forgotten" in result.stderr) == (1, True)


def test_ctrl_c_has_its_exit_code(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("service.cli.login.sign_in", interrupted)
    result = run("login")

    assert (result.exit_code, "you are not signed in" in result.stderr) == (130, True)


ASKED = {"device_code": "x", "user_code": "y", "verification_uri": URL, "expires_in": 10}


@pytest.mark.parametrize(
    "asked",
    [{}, {"device_code": "x"}, ASKED | {"interval": "soon"}, ASKED | {"expires_in": None}],
    ids=str,
)
def test_what_a_service_asks_in_another_form_is_not_understood(
    run: Run, monkeypatch: pytest.MonkeyPatch, asked: dict[str, object]
) -> None:
    answer = httpx.Response(200, json=asked)
    service = httpx.MockTransport(lambda request: METADATA if request.method == "GET" else answer)
    monkeypatch.setattr(httpx.HTTPTransport, "handle_request", lambda _, request: service.handle_request(request))

    result = run("login", URL)

    assert (result.exit_code, result.stderr.startswith("Error: ")) == (1, True), result.exception


PENDING, SLOW = {"error": "authorization_pending"}, {"error": "slow_down"}


@pytest.mark.parametrize("told", [PENDING, {"error": ["authorization_pending"]}, {"code": {}}], ids=str)
def test_a_code_that_was_over_from_the_beginning_is_asked_for_once(told: dict[str, object]) -> None:
    answers = iter([METADATA, httpx.Response(200, json=ASKED | {"expires_in": -1}), httpx.Response(400, json=told)])
    waited: list[float] = []
    service = httpx.MockTransport(lambda _: next(answers))

    with httpx.Client(transport=service) as client, pytest.raises(click.ClickException, match="You are not signed in"):
        signed_in(client, URL, ("watch",), print, waited.append)
    assert waited == [0]


@pytest.mark.parametrize("told", [PENDING, SLOW, {"code": "rate_limited"}], ids=str)
@pytest.mark.parametrize(
    ("asked", "shortest", "sum_of_all"),
    [
        ({"interval": 0.001}, 1, 10),
        ({"interval": -1}, 1, 10),
        ({"interval": 1e300}, 10, 10),
        ({"interval": 5, "expires_in": 1e300}, 5, 3600),
        ({"interval": 5, "expires_in": math.nan}, 5, 3600),
        ({"interval": math.nan}, 1, 10),
    ],
    ids=str,
)
def test_no_service_is_asked_without_a_pause_or_without_an_end(
    told: dict[str, object], asked: dict[str, object], shortest: float, sum_of_all: float
) -> None:
    class Patient(list[float]):
        def append(self, seconds: float) -> None:
            assert max(len(self), sum(self)) < sum_of_all, "nobody waits any more"
            super().append(seconds)

    pauses = Patient()
    answers = iter([METADATA, httpx.Response(200, content=json.dumps(ASKED | asked))])
    later = httpx.Response(400, json=told)
    with (
        httpx.Client(transport=httpx.MockTransport(lambda _: next(answers, later))) as client,
        pytest.raises(click.ClickException, match="You are not signed in"),
    ):
        signed_in(client, URL, ("watch",), print, pauses.append)

    assert min(pauses[:-1], default=pauses[-1]) >= shortest
    assert sum(pauses) == pytest.approx(sum_of_all)


@pytest.mark.parametrize("token", [5, None, "", "parlour_1\r\nX-Evil: 1", "a b", ["parlour_1"]], ids=str)
def test_what_is_no_token_leaves_the_kept_ones_alone(run: Run, monkeypatch: pytest.MonkeyPatch, token: object) -> None:
    keep({"https://cards.example": "parlour_2"})
    given = {"access_token": token, "expires_in": 86_400, "scope": "watch"}
    answers = iter([METADATA, httpx.Response(200, json=ASKED), httpx.Response(200, json=given)])
    monkeypatch.setattr(httpx.HTTPTransport, "handle_request", lambda *_: next(answers))
    monkeypatch.setattr("time.sleep", lambda _: None)

    result = run("login", URL)

    assert (result.exit_code, "is no token" in result.stderr) == (1, True)
    assert kept_tokens() == {"https://cards.example": "parlour_2"}


def test_an_endpoint_that_is_no_url_is_told(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    metadata = METADATA.json() | {"device_authorization_endpoint": "http://h:x"}
    answered = httpx.Response(200, json=metadata)
    monkeypatch.setattr(httpx.HTTPTransport, "handle_request", lambda *_: answered)

    result = run("login", URL)

    assert (result.exit_code, "No service answers at http://h:x" in result.stderr) == (3, True), result.exception


def test_a_code_that_is_over_is_asked_for_no_more() -> None:
    pending = httpx.Response(400, json={"error": "authorization_pending"})
    answers = iter([httpx.Response(200, json=ASKED | {"interval": 0}), *[pending] * 5])
    waited: list[float] = []
    service = httpx.MockTransport(lambda request: METADATA if request.method == "GET" else next(answers))

    with httpx.Client(transport=service) as client, pytest.raises(click.ClickException, match="authorization_pending"):
        signed_in(client, URL, ("watch",), lambda _: None, waited.append)
    assert waited == [5, 5]


def test_a_service_draws_nothing_on_a_terminal() -> None:
    asked = {"device_code": "x", "user_code": "\x07", "verification_uri": "\x1b[2J", "expires_in": 1}
    said: list[str] = []
    service = httpx.MockTransport(
        lambda request: METADATA if request.method == "GET" else httpx.Response(200, json={} if said else asked)
    )

    with httpx.Client(transport=service) as client, pytest.raises(click.ClickException):
        signed_in(client, URL, ("watch",), said.append, lambda _: None)
    assert said[0] == "Open \\x1b[2J in a browser, and type this code there:\n\n    \\x07\n"
