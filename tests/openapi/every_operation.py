"""Schemathesis against the service in process, configured as `openapi/schemathesis.toml` says: hardly at all.

`make contract-check` runs it, which names this file and the plugin that it needs: to make up all that is asked takes
longer than to collect all other tests, and each process of a test run would do so. `openapi.fuzz` does the same over
HTTP, and with other random numbers each time.
"""

import asyncio
import contextlib
import itertools
from collections.abc import Callable, Container, Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
import schemathesis
from hypothesis import settings
from litestar import Litestar
from schemathesis.core.parameters import ParameterLocation
from schemathesis.generation.meta import CoveragePhaseData, CoverageScenario
from schemathesis.hooks import HookContext
from schemathesis.python import asgi
from schemathesis.schemas import APIOperation, BaseSchema

from domain import GAMES
from openapi.fuzz import ENDS, STREAMS
from openapi.fuzzing_keys import NAME, before_call
from service.app import create_app
from service.http.contract.document import contract
from service.http.contract.naming import camel_case
from service.settings import Settings
from tests.service.http.surface import started
from tests.unlimited import UNLIMITED

pytestmark = pytest.mark.filterwarnings("ignore:Do not use the .random. module inside strategies")
"""The service runs beside Hypothesis, which takes the random length of one of its pauses for that of a strategy."""

BOUNDED = settings(
    max_examples=5,
    stateful_step_count=10,
    deadline=None,
    derandomize=True,
    database=None,
)


class Service:
    """The service: Schemathesis wants one when it reads the contract, and there is none before the tests run.

    Schemathesis starts and stops its application with each test. Here it runs on, from the first one to `stop`.
    """

    app: Litestar

    def __init__(self) -> None:
        self._running = contextlib.AsyncExitStack()
        self._loop: asyncio.AbstractEventLoop | None = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "lifespan":
            await self.app(scope, receive, send)
            return
        if self._loop is None:
            self._loop = asyncio.get_running_loop()
            await self._running.enter_async_context(started(self.app))
        await receive()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await send({"type": "lifespan.shutdown.complete"})

    def stop(self) -> None:
        """Stop the service, if it was started."""
        if self._loop is not None:
            asyncio.run_coroutine_threadsafe(self._running.aclose(), self._loop).result()


ONE = "literature"
"""The game with most kinds of options: it is played in teams."""


def of_games(kept: Container[str]) -> dict[str, Any]:
    """Return the contract with the types of these games only."""
    document: dict[str, Any] = msgspec.json.decode(contract())
    others = tuple(camel_case(game) for game in GAMES if game not in kept)
    for schema in document["components"]["schemas"].values():
        for union in schema.keys() & {"oneOf", "anyOf"}:
            schema[union] = [each for each in schema[union] if not name_of(each).startswith(others)]
        if tags := schema.get("discriminator"):
            members = {name_of(each) for each in schema["oneOf"]}
            tags["mapping"] = {tag: to for tag, to in tags["mapping"].items() if to.rpartition("/")[2] in members}
    return document


def opened_alike(document: dict[str, Any]) -> dict[str, Any]:
    """Return a contract where tables are opened with all their settings in one game only: any game has the same."""
    for game in GAMES.keys() - {ONE}:
        schema = document["components"]["schemas"][f"{camel_case(game)}OpenTable"]
        schema["properties"] = {name: schema["properties"][name] for name in ("game", "options")}
    return document


def name_of(member: dict[str, Any]) -> str:
    """Return the name of the component that a member of a union refers to."""
    return str(member.get("$ref", "")).rpartition("/")[2]


def asked_for(document: dict[str, Any]) -> BaseSchema:
    """Return a contract, whose operations are asked of the service."""
    path = Path(__file__).parents[2] / "openapi/schemathesis.toml"
    found = schemathesis.openapi.from_dict(document, config=schemathesis.Config.from_path(path))
    found.app = service
    for name in ("phases_for", "generation_for", "checks_config_for"):
        setattr(found.config, name, kept(getattr(found.config, name)))
    return found


def kept(configured: Callable[..., Any]) -> Callable[..., Any]:
    """Return what tells how an operation is configured, and puts that together only once: not again for each case."""
    known: dict[tuple[str | None, str | None], Any] = {}

    def found(*, operation: APIOperation[Any, Any, Any, Any] | None = None, phase: str | None = None) -> Any:
        of_one = (None if operation is None else operation.label, phase)
        if of_one not in known:
            known[of_one] = configured(operation=operation, **({} if phase is None else {"phase": phase}))
        return known[of_one]

    return found


def only(schema: BaseSchema, operations: Iterable[str]) -> BaseSchema:
    """Return a contract with these operations only."""
    return schema.exclude(operation_id_regex=f"^(?!({'|'.join(operations)})$)")


service = Service()
SESSION = asgi.get_client(service)
SESSION.trust_env = False
ALIKE = ["seekPlayers", "announceTournament", "makeMove", "checkMove"]
"""What takes options of any game, as `openTable` does, or moves at a table that is not there: here of one game."""

everything = asked_for(opened_alike(of_games(GAMES)))
schema = everything.exclude(operation_id=[*ENDS, *STREAMS])
"""After what ends the token all that is asked with it is refused; and a stream is no JSON document."""

of_all_games = schema.exclude(operation_id=ALIKE)
of_one_game = only(asked_for(of_games({ONE})), ALIKE)
ending = only(everything, ENDS)


wrong_types = itertools.count()


def is_one_of_three(case: schemathesis.Case[Any]) -> bool:
    """Return whether a case is asked: each field of a body gets two values of other types, and the next one others."""
    how = case.meta.phase.data if case.meta else None
    if not isinstance(how, CoveragePhaseData) or how.scenario is not CoverageScenario.INCORRECT_TYPE:
        return True
    return how.parameter_location is not ParameterLocation.BODY or next(wrong_types) % 3 == 0


@pytest.fixture(scope="module")
def authorization(postgres_url: str) -> Iterator[dict[str, str]]:
    """Run the service, and give the Authorization header of a player."""
    service.app = create_app(
        Settings(postgres_url=postgres_url, signing_key=bytes(32), **UNLIMITED, longest_wait_seconds=0)
    )
    try:
        yield newcomer()
    finally:
        service.stop()


def newcomer() -> dict[str, str]:
    """Return the Authorization header of a new player."""
    making = everything["/v1/players"]["POST"].Case(body={"name": "Ada"}, media_type="application/json")
    return {"Authorization": f"Bearer {making.call().json()['token']}"}


@of_one_game.parametrize()
@BOUNDED
def test_operations_that_are_alike(case: schemathesis.Case[Any], authorization: dict[str, str]) -> None:
    if is_one_of_three(case):
        case.call_and_validate(headers=authorization, session=SESSION)


@of_all_games.parametrize()
@BOUNDED
def test_every_other_operation(case: schemathesis.Case[Any], authorization: dict[str, str]) -> None:
    if is_one_of_three(case):
        case.call_and_validate(headers=authorization, session=SESSION)


@ending.parametrize()
@BOUNDED
@pytest.mark.usefixtures("authorization")
def test_what_ends_a_token_is_asked_by_a_new_player_each_time(case: schemathesis.Case[Any]) -> None:
    case.call_and_validate(headers=newcomer(), session=SESSION)


def test_operations_one_after_the_other(authorization: dict[str, str]) -> None:
    class Workflow(schema.as_state_machine()):  # type: ignore[misc]
        def get_call_kwargs(self, case: schemathesis.Case[Any]) -> dict[str, Any]:
            return {"headers": authorization}

    Workflow.run(settings=BOUNDED)


def sent(headers: dict[str, str]) -> dict[str, str]:
    """Return the headers with which a case is sent that has these."""
    operation = everything["/v1/tables"]["POST"]
    case = operation.Case(headers=headers)
    before_call(HookContext(operation=operation), case, {})
    return dict(case.headers)


def test_each_command_has_a_key_of_its_own() -> None:
    keys = [sent({NAME: "0"})[NAME] for _ in range(2)]

    assert len({"0", *keys}) == 3


@pytest.mark.parametrize("headers", [{}, {NAME: ""}, {NAME: "two words"}, {NAME: "é"}])
def test_what_shall_be_refused_stays_as_it_is(headers: dict[str, str]) -> None:
    assert sent(headers) == headers
