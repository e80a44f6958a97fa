"""A bystander: asks one thing every ten milliseconds, in a process of its own, and tells how long an answer took.

    python -m tests.benchmarks.bystander PORT PATH TOKEN

It prints a line when it has begun; when it is given one, it ends and prints its longest wait in ms.
"""

import asyncio
import sys
import time

import click

from tests.benchmarks.load import answered

PAUSE_SECONDS = 0.01


async def stand_by(port: int, path: str, token: str) -> float:
    """Ask until a line comes; return the longest wait in ms."""
    told = asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    asked = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n\r\n".encode()

    async def wait() -> float:
        began = time.perf_counter()
        writer.write(asked)
        await answered(reader)
        return 1000 * (time.perf_counter() - began)

    await wait()
    click.echo("ready")
    longest = 0.0
    while not told.done():
        longest = max(longest, await wait())
        await asyncio.sleep(PAUSE_SECONDS)
    writer.close()
    return longest


if __name__ == "__main__":
    click.echo(asyncio.run(stand_by(int(sys.argv[1]), sys.argv[2], sys.argv[3])))
