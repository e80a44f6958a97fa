"""After the restore of a backup: what a client has of the lost history is not taken for the present one."""

import dataclasses
from uuid import UUID

from service.app import Surroundings, create_app
from service.store import Epoch
from tests.service.http.party import SHORT, newcomer, table_of
from tests.service.http.surface import IN_MEMORY, client_of, started
from tests.service.tabletop import Fork


async def test_a_view_of_a_lost_history_is_not_current_still(surroundings: Surroundings) -> None:
    log = Fork()
    app = create_app(IN_MEMORY, dataclasses.replace(surroundings, store=log))
    async with started(app), client_of(app) as client:
        players = [await newcomer(client), await newcomer(client)]
        table = await table_of(client, players, "friendlier_than_thou", **SHORT)
        await client.post(f"{table.path}/seats", json={"seat": 0}, headers=players[0])
        lost = await client.get(f"{table.path}/view", headers=players[0])

        log.lose(UUID(table.id), 1, Epoch(2, "0a0b0c0d"))
        await client.post(f"{table.path}/seats", json={"seat": 1}, headers=players[0])
        same = {**players[0], "If-None-Match": lost.headers["etag"]}
        present = await client.get(f"{table.path}/view", headers=same)
        again = await client.get(f"{table.path}/view", headers={**players[0], "If-None-Match": present.headers["etag"]})

    assert (lost.json()["table"]["version"], lost.headers["etag"]) == (2, '"2"')
    assert (present.status_code, present.json()["table"]["version"], present.json()["seat"]) == (200, 2, 1)
    assert (present.headers["etag"], again.status_code) == ('"2-2-0a0b0c0d"', 304)
