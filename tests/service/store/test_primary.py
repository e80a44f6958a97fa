"""Of several servers of a cluster that take writes, the one with the newest timeline is used."""

import logging
from unittest.mock import AsyncMock, Mock

import asyncpg
import pytest

from service.store.postgres.primary import Connection, Hosts, Primaries

ONE, OTHER, THIRD = ("db1", None), ("db2", None), ("db3", 5433)
HOSTS = (ONE, OTHER)


def connected(timeline: str, cluster: int = 1) -> Mock:
    """Return a connection to a server of a cluster that is in a timeline."""
    return Mock(
        asyncpg.Connection,
        fetch=AsyncMock(return_value=[(cluster, timeline)]),
        is_closed=Mock(return_value=False),
    )


async def test_a_server_whose_place_another_one_has_taken_is_refused_and_told_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.WARNING)
    primaries = Primaries()
    await primaries.admit(connected("0000000A"), OTHER, HOSTS)

    for _ in range(2):
        with pytest.raises(asyncpg.TargetServerAttributeNotMatched):
            await primaries.admit(connected("00000009"), ONE, HOSTS)

    (told,) = caplog.records
    assert (told.host, told.port, told.timeline, told.newest) == ("db1", None, "00000009", "0000000A")  # type: ignore[attr-defined]
    await primaries.admit(connected("0000000A"), ONE, HOSTS)


async def test_connections_to_a_server_are_cut_off_when_another_one_has_taken_its_place() -> None:
    cut: list[Connection] = []
    primaries, old, closed, new = (
        Primaries(cut.append),
        connected("00000001"),
        connected("00000001"),
        connected("00000002"),
    )
    for each in (old, closed):
        await primaries.admit(each, ONE, HOSTS)
    closed.is_closed.return_value = True
    await primaries.admit(new, OTHER, HOSTS)
    await primaries.admit(connected("00000002"), OTHER, HOSTS)

    assert cut == [old]


@pytest.mark.parametrize(("hosts", "cluster"), [(HOSTS, 2), ((ONE, THIRD), 1)])
async def test_another_cluster_or_a_copy_elsewhere_has_a_timeline_of_its_own(hosts: Hosts, cluster: int) -> None:
    """A restored dump begins again; and shards may have been made as copies of one server."""
    cut: list[Connection] = []
    primaries, here, there = Primaries(cut.append), connected("00000002"), connected("00000001", cluster)
    await primaries.admit(here, ONE, HOSTS)
    await primaries.admit(there, ONE, hosts)
    await primaries.admit(connected("00000003"), ONE, HOSTS)

    assert cut == [here]
