"""What it costs a worker to hear what others do, and Redis to tell it.

Redis itself sends the messages, by a script, so that nobody's work but the listener's is in this process.
"""

import time
from uuid import UUID, uuid4

from redis.asyncio import Redis as Client

from service.embedded import Redis
from service.live.wakeups import CHANNEL, Wakeups
from service.runtime.background import running
from service.store import MemoryStore
from tests.benchmarks.reporting import Row

MESSAGES, AT_ONCE = 5_000, 250
"""Messages of a round, and how many are sent before the listener has heard them: Redis keeps at most that number."""
IDS = (1, 64)
"""Numbers of tables that a message names."""
SEND = "for _ = 1, tonumber(ARGV[1]) do redis.call('publish', KEYS[1], ARGV[2]) end"


async def core_seconds(client: Client) -> float:
    """Return the seconds of a core that Redis says it has used: the system tells them to others in hundredths."""
    info = await client.info("cpu")
    return float(info["used_cpu_user"]) + float(info["used_cpu_sys"])


async def heard(client: Client, wakeups: Wakeups, ids: int) -> Row:
    """Let a listener hear messages with a number of ids; return what one used."""
    last = uuid4()
    text = b"".join(uuid4().bytes for _ in range(ids))
    before, began = await core_seconds(client), time.process_time()
    with wakeups.listening(last) as woken:
        for _ in range(MESSAGES // AT_ONCE):
            await client.eval(SEND, 1, CHANNEL, AT_ONCE, text)
            await client.publish(CHANNEL, last.bytes)
            while last not in await woken.within(10):
                pass
    listener = 1e6 * (time.process_time() - began) / MESSAGES
    return {
        "a message of": "a table" if ids == 1 else f"{ids} tables",
        "µs, worker": listener,
        "µs, Redis": 1e6 * (await core_seconds(client) - before) / MESSAGES,
    }


async def measure(redis: Redis) -> tuple[list[Row], dict[str, float]]:
    """Return a row for each size of a message, and the costs that the model takes."""
    # One client hears and the other sends: as in a worker, what is heard waits for nothing that is sent.
    async with Client.from_url(redis.url, socket_timeout=None) as client, Client.from_url(redis.url) as sender:
        wakeups = Wakeups(client, MemoryStore())
        async with running(*wakeups.loops()):
            with wakeups.listening(UUID(int=0)) as woken:
                while not wakeups.hears_others:
                    await woken.within(0.05)
            rows = [await heard(sender, wakeups, ids) for ids in IDS]
    few, many = rows
    an_id = max(0.0, many["µs, worker"] - few["µs, worker"]) / (IDS[1] - IDS[0])
    costs = {"message_us": few["µs, worker"] - an_id, "id_us": an_id, "delivery_us": few["µs, Redis"]}
    return rows, costs
