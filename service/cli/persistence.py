"""A client that retries: a request without an answer is sent again, with the same key, until there is one."""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable

import httpx
import msgspec

from service.cli.connection import NOT_NOW
from service.cli.tally import Tally

PATIENCE_SECONDS = 60.0
"""Seconds without an answer after which a service is gone."""

FIRST_PAUSE_SECONDS = 0.05
LONGEST_PAUSE_SECONDS = 2.0
ANSWER_SECONDS = 10.0


MOST_DIGITS = 9
"""A number of seconds with more digits is as good as one with these."""


class Gone(Exception):
    """The service has not answered for `PATIENCE_SECONDS`."""


class PersistentClient:
    """Sends requests to one service until they are answered; counts what it had to send again.

    `now` tells the time in seconds, and `sleep` waits for some.
    """

    def __init__(
        self,
        http: httpx.AsyncClient,
        tally: Tally,
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._http = http
        self._tally = tally
        self._now = now
        self._sleep = sleep

    async def send(
        self,
        method: str,
        path: str,
        token: str | None = None,
        *,
        body: object = None,
        key: str | None = None,
        wait: int = 0,
    ) -> httpx.Response:
        """Return the answer, whatever it is but `NOT_NOW`; a limit that does not pass is an answer. Raises `Gone`.

        `body` is what becomes JSON, `key` makes a command safe to send twice; a long poll waits `wait` seconds.
        """
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        if key is not None:
            headers["Idempotency-Key"] = key
        content = None
        if body is not None:
            headers["Content-Type"] = "application/json"
            content = msgspec.json.encode(body)
        request = self._http.build_request(
            method, path, headers=headers, content=content, timeout=ANSWER_SECONDS + wait
        )
        return await self._insist(request)

    async def _insist(self, request: httpx.Request) -> httpx.Response:
        until = self._now() + PATIENCE_SECONDS
        pause = FIRST_PAUSE_SECONDS
        while True:
            wait, answer = pause * random.uniform(0.5, 1), None
            try:
                answer = await self._http.send(request)
                if answer.status_code not in NOT_NOW:
                    return answer
                why = f"{answer.status_code} {answer.reason_phrase}"
                wait = max(wait, asked_to_wait(answer))
            except httpx.TransportError as error:
                why = str(error) or type(error).__name__
            if self._now() + wait > until:
                if answer is not None and answer.status_code == httpx.codes.TOO_MANY_REQUESTS:
                    return answer
                raise Gone(why)
            self._tally.retries += 1
            await self._sleep(wait)
            pause = min(2 * pause, LONGEST_PAUSE_SECONDS)


def asked_to_wait(answer: httpx.Response) -> int:
    """Return the seconds after which the service wants to be asked again (RFC 9110, 10.2.3); 0 if it does not say."""
    given = answer.headers.get("Retry-After", "")
    return int(given[:MOST_DIGITS]) if given.isdecimal() else 0
