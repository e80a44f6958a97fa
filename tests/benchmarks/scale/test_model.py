"""The capacity model, by numbers that were worked out by hand."""

from math import inf

import pytest
from msgspec.structs import asdict

from service.cli.serve import WAITING_PLAYERS
from service.live.pace import PACE
from service.log_address import NUMBERS_OF_SHARDS
from service.parlour import CACHE_BYTES
from service.play.clock import SWEEP_SECONDS
from service.store.port import LANES
from tests.benchmarks.scale.figures import GUIDE, markdown, model_rows, recorded
from tests.benchmarks.scale.model import HEARING, MOST_SHARDS, Costs, Host, Load, Model, Service

COSTS = Costs(
    worker_us=1000,
    postgres_us=100,
    redis_us=10,
    reader_us=100,
    message_us=50,
    id_us=1,
    delivery_us=2,
    look_us=100,
    commit_ms=2,
    events_per_move=1.5,
    event_bytes=600,
    archived_event_bytes=100,
    wal_bytes=1000,
    table_bytes=2**18,
    worker_bytes=2**27,
    stream_bytes=2**14,
    request_bytes=700,
    line_bytes=500,
    connections=4,
)
MODEL = Model(COSTS)
ROOMY = Model(COSTS, Service(tables_bytes=2**60))


def load(moves: int, readers: float = 0) -> Load:
    """Return a load with this number of moves a second, one a minute at each table."""
    return Load(tables=60 * moves, moves_a_minute=1, readers=readers)


def test_a_worker_alone_hears_nobody() -> None:
    assert ROOMY.workers(load(500)) == (1, True)  # 0.5 of a core, of 0.6 that it may use
    assert ROOMY.hearing(500, 1) == 0


def test_workers_tell_together_what_changes_while_they_gather() -> None:
    # 1,000 moves in 2 workers: one first move, and 500 × 0.005 s = 2.5 more with it
    assert ROOMY.messages(1000, 2) == pytest.approx(1000 / 3.5)
    assert ROOMY.hearing(1000, 2) == pytest.approx((1000 / 3.5 * 50 + 1000) / 1e6)


@pytest.mark.parametrize(
    ("moves", "workers"),
    [
        (1_000, 2),  # 1 core of work: 1 ÷ 0.6 = 1.7, and 1 ÷ (0.6 − 0.015) = 1.7
        (10_000, 24),  # 10 cores: 10 ÷ 0.6 = 16.7, but 24 hear 0.172 of a core each: 10 ÷ (0.6 − 0.172) = 23.4
    ],
)
def test_the_number_of_workers_pays_for_hearing_the_others(moves: int, workers: int) -> None:
    assert ROOMY.workers(load(moves)) == (workers, True)


def test_beyond_some_load_no_number_of_workers_suffices() -> None:
    # 167 workers have 599 moves each and tell 4 together: 25,000 messages × 50 µs = 1.25 cores of each of them
    assert ROOMY.workers(load(100_000)) == (167, False)
    need = ROOMY.need(load(100_000))
    assert need.shares[HEARING] == inf
    assert need.first == HEARING


def test_workers_need_memory_for_tables_and_room_for_streams() -> None:
    # 256 MiB hold 1,024 tables of 256 KiB; a worker has 20,000 streams.
    assert MODEL.workers(Load(tables=6_000, moves_a_minute=1, readers=0)) == (6, True)
    assert ROOMY.workers(Load(tables=12_000, moves_a_minute=0.01, readers=4)) == (3, True)


def test_readers_cost_a_worker_time() -> None:
    # 1,000 moves × (1,000 µs + 8 × 100 µs) = 1.8 cores ÷ (0.6 − 0.015)
    assert ROOMY.workers(Load(tables=6_000, moves_a_minute=10, readers=8)) == (4, True)


def test_machines_for_workers_have_a_core_for_each_and_their_memory() -> None:
    assert MODEL.worker_hosts(load(1), 17) == 2
    # 600,000 × (256 + 4 × 16) KiB + 20 × 128 MiB = 186 GiB, of 64 in each
    assert MODEL.worker_hosts(Load(tables=600_000, readers=4), 20) == 3


@pytest.mark.parametrize(("moves", "servers"), [(90_000, 1), (96_000, 2), (200_000, 4), (10**9, MOST_SHARDS)])
def test_a_server_of_postgres_has_a_part_of_its_cores_for_moves_and_looks(moves: int, servers: int) -> None:
    # 16 × 0.6 = 9.6 cores; 96,000 moves take all of them, and 10 workers that look twice a second 0.002 besides
    roomy = Model(COSTS, host=Host(disk_bytes=1e20))
    assert roomy.postgres_servers(moves, 10) == servers


def test_servers_of_postgres_have_room_for_a_year() -> None:
    # 1 move a second is 1.5 × 86,400 × 81,500 bytes = 10.6 GB: 20 TB hold 1,893 moves a second
    assert [MODEL.postgres_servers(moves, 10) for moves in (1_890, 1_900, 4_000, 10**6)] == [1, 2, 4, MOST_SHARDS]


def test_what_cannot_be_bought_is_used_up_in_parts() -> None:
    shares = MODEL.shares(6_400, 10)
    messages = 6_400 / 4.2
    assert shares == pytest.approx(
        {
            HEARING: (messages * 50 + 6_400) / 1e6 / 0.6,
            "one Redis for wake-ups": messages * 10 * 2 / 1e6 / 0.6,
            "network of that Redis": 6_400 * 16 * 10 * 8 / 1e9 / 10 / 0.6,
            "connections of a PostgreSQL server": 0.04,
            "lanes": 0.2 / 0.6,  # 100 moves a second in each, of 2 ms
            "cores of PostgreSQL in 64 shards": 0.012 / 9.6,
            "disks of PostgreSQL in 64 shards": 67_599_360_000_000 / 64 / 20e12,
        }
    )


def test_disk_network_and_redis_are_products() -> None:
    need = MODEL.need(Load(tables=600, moves_a_minute=10, readers=4))
    assert need.moves_per_s == 100
    # 150 events a second are 12,960,000 a day: 90 days of 600 bytes, and 275 of 100
    assert need.disk_bytes_a_year == 12_960_000 * 81_500
    assert need.people_gigabits == pytest.approx(100 * 2_700 * 8 / 1e9)
    assert need.standby_gigabits == pytest.approx(100 * 1_000 * 2 * 8 / 1e9)
    assert need.redis_nodes == 1
    assert ROOMY.need(load(150_000)).redis_nodes == 3  # 1.5 cores, of 0.6 in each


def test_lanes_end_when_moves_keep_them_for_too_long() -> None:
    # 64 lanes × 0.6 ÷ 2 ms = 19,200 moves a second
    assert MODEL.ends(Load(tables=1, moves_a_minute=6, readers=0))["lanes"] == pytest.approx(192_000, rel=0.01)


def test_everything_suffices_up_to_its_end_and_not_beyond() -> None:
    ends = MODEL.ends(Load(tables=1))
    assert list(ends.values()) == sorted(ends.values())
    for name, end in ends.items():
        assert MODEL.need(Load(tables=end)).shares[name] <= 1
        assert MODEL.need(Load(tables=end + end // 50)).shares[name] > 1


def test_the_constants_are_those_of_the_code() -> None:
    service = Service()
    assert service.lanes == LANES
    assert service.gathering_seconds == PACE.gathering_seconds
    assert service.looks_a_second == 1 / SWEEP_SECONDS + 1 / PACE.poll_seconds
    assert service.tables_bytes == CACHE_BYTES
    assert service.streams == WAITING_PLAYERS
    assert max(NUMBERS_OF_SHARDS) == MOST_SHARDS


def test_the_guide_shows_what_the_model_says_of_the_recorded_costs() -> None:
    figures = recorded()
    assert set(figures.of) == set(asdict(figures.costs))
    assert markdown(model_rows(figures.costs)) in GUIDE.read_text()
