"""Several players accept an invitation at the same moment, at several workers: as many play as there is room for."""

import asyncio

import pytest

from tests.service.http.party import id_of, newcomer
from tests.service.http.surface import in_memory, two_workers

GUESTS = 12


@pytest.mark.parametrize("seats", [2, 4])
async def test_as_many_accept_as_there_are_seats(seats: int) -> None:
    async with two_workers(in_memory()) as (client, elsewhere):
        host = await newcomer(client)
        guests = [await newcomer(client) for _ in range(GUESTS)]
        ids = [await id_of(client, guest) for guest in guests]
        wanted = {"game": "honors_4", "options": {"players": seats}, "visibility": "private", "auto_start": True}
        path = (await client.post("/v1/tables", json=wanted, headers=host)).headers["location"]
        await client.post(f"{path}/seats", json={}, headers=host)
        for guest in ids:
            await client.post(f"{path}/invitations", json={"player": guest}, headers=host)

        answers = await asyncio.gather(
            *(
                (client, elsewhere)[number % 2].post(f"{path}/seats", json={}, headers=guest)
                for number, guest in enumerate(guests)
            )
        )

        accepted = {guest for guest, answer in zip(ids, answers, strict=True) if answer.is_success}
        refused = {(answer.status_code, answer.json()["code"]) for answer in answers if answer.is_error}
        table = (await client.get(path, headers=host)).json()
        assert len(accepted) == seats - 1
        assert accepted < {*table["seats"]}
        assert table["status"] == "playing"
        assert refused <= {(409, "already_started"), (409, "table_full"), (403, "forbidden")}
        events = (await client.get(f"{path}/events", headers=host)).json()["events"]
        assert [each["event"]["type"] for each in events].count("game_started") == 1
