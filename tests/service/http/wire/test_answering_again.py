"""A command that was executed is answered as the first time, even if all that it asks for would be refused now."""

from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import replace
from itertools import permutations
from uuid import UUID, uuid4

import pytest

from domain.game import Refused
from domain.table import AbortByOperator
from service.chat.places import TALK_MS
from service.http.contract.operation_specs import OPERATIONS
from service.http.services import Services
from service.limits.budgets import budgets
from service.limits.tables import Opened, TableLimits
from service.settings import Settings
from tests.service.http.every_command import Commands, every_command
from tests.service.http.occasions import Clock, Scene
from tests.service.http.party import Document
from tests.service.http.surface import IN_MEMORY, InProcess, in_memory, served


@pytest.fixture(scope="module")
async def refused_now() -> AsyncIterator[Commands]:
    """Give commands that were executed, each of which would be refused now."""
    clock = Clock()
    async with served(IN_MEMORY, in_memory(now=clock)) as app, InProcess(app) as client:
        scene = Scene(app, client, clock)
        sent = await every_command(scene)
        services: Services = app.state.services
        await end_everything(scene, sent)
        await fall_out(services, sent)
        services.limits = replace(services.limits, tables=full())
        clock.ahead += TALK_MS
        yield sent


async def end_everything(scene: Scene, sent: Commands) -> None:
    """End all tables, and the tournament."""
    engine = scene.app.state.services.parlour.engine
    paths = {command.path for command, _ in sent.values()}
    paths |= {answer.headers.get("location", "") for _, answer in sent.values()}
    for table in {path.split("/")[3] for path in paths if path.startswith("/v1/tables/")}:
        with suppress(Refused):  # it is over
            await engine.execute(UUID(table), AbortByOperator(UUID(int=1)))
    command, _ = sent["changeTournament"]
    body = {"type": "cancel", "reason": "other"}
    header = command.header | {"Idempotency-Key": str(uuid4())}
    assert (await scene.client.post(command.path, json=body, headers=header)).is_success


async def fall_out(services: Services, sent: Commands) -> None:
    """Let all who have sent commands block all others, and lose their roles."""
    people = list[UUID]()
    for command, _ in sent.values():
        me: Document = (await command.client.get("/v1/me", headers=command.header)).json()
        people.append(UUID(me["id"]))
        command.header["Authorization"] = f"Bearer {await services.accounts.issue_token(people[-1])}"
    for one, other in permutations(set(people), 2):
        await services.accounts.block(one, other)


def full() -> TableLimits:
    """Return the limits of tables for players who have the maximum number of them."""

    async def opened(_: UUID) -> Opened:
        return Opened(1, 1)

    async def announced(_: UUID) -> int:
        return 1

    return TableLimits(
        budgets(Settings(limit_open_tables=1, limit_house_tables=1, limit_tournaments=1)), opened, announced
    )


AS_IT_STANDS = {"seekPlayers"}
"""What answers with the present state of what was made, whatever its key."""


@pytest.mark.parametrize("name", [name for name, spec in OPERATIONS.items() if spec.retryable])
async def test_what_would_be_refused_now_is_answered_as_the_first_time(refused_now: Commands, name: str) -> None:
    command, answer = refused_now[name]

    again = await command.again(command.content)
    anew = await command.again(command.content, key=str(uuid4()))

    assert again.status_code == answer.status_code, again.text
    if name in AS_IT_STANDS:
        assert again.json()["id"] == answer.json()["id"]
    else:
        assert again.content == answer.content
    assert not anew.is_success, "it would be refused"
