"""What takes long of a tournament, pairings and standings, is calculated by a process of its own: nobody waits for it.

The process is started when it is first needed, and ends with the one that has started it: its input ends then. What is
asked, and what is answered, travels with its length before it (four bytes, the most significant first).
"""

import asyncio
import contextlib
import struct
import sys
from collections.abc import AsyncIterator
from typing import Any, BinaryIO, Literal
from uuid import UUID

import msgspec
from msgspec import Raw, Struct

from domain.game import Refused
from domain.tournament import Tournament
from domain.tournament.types import Draft
from service.store import StoreUnavailable

LENGTH = struct.Struct(">I")
KEPT = 32
"""Maximum number of documents that are kept for whoever asks for the same again."""
LONGEST_SECONDS = 60
"""Seconds after which a calculation is given up."""


class Wanted(Struct, frozen=True):
    """What is to be calculated of a tournament; `given` are the tables that were uploaded for a draft."""

    what: Literal["draft", "standings", "travellers"]
    tournament: Raw
    given: tuple[tuple[UUID, ...], ...] = ()
    round: int = 0


class Found(Struct, frozen=True):
    """What was calculated, as JSON; or why not: a refusal, or a failure of the program."""

    document: bytes = b""
    code: str = ""
    detail: str = ""


class Calculator:
    """The process that calculates; one thing at a time."""

    def __init__(self) -> None:
        self._lock = asyncio.Lock()
        self._process: asyncio.subprocess.Process | None = None
        self._known: dict[tuple[Any, ...], bytes] = {}

    async def draft(self, tournament: Tournament, given: tuple[tuple[UUID, ...], ...]) -> Draft:
        """Return a proposal for the next round. Raises `Refused` or `StoreUnavailable`."""
        document = await self._ask(Wanted("draft", Raw(msgspec.msgpack.encode(tournament)), given))
        return msgspec.json.decode(document, type=Draft)

    async def standings(self, tournament_id: UUID, tournament: Tournament, version: int) -> bytes:
        """Return the standings after the rounds that are over, as JSON. Raises `StoreUnavailable`.

        `version` is the one of the log that they are kept under: no later event that is known here changes them.
        """
        return await self._kept((tournament_id, "standings", version), tournament, 0)

    async def travellers(self, tournament_id: UUID, tournament: Tournament, number: int, version: int) -> bytes:
        """Return what all tables of a round have made of each deal, as JSON; see `standings`."""
        return await self._kept((tournament_id, "travellers", number, version), tournament, number)

    async def _kept(self, key: tuple[Any, ...], tournament: Tournament, number: int) -> bytes:
        """Return what was calculated before, or calculate it."""
        document = self._known.pop(key, None)
        if document is None:
            document = await self._ask(Wanted(key[1], Raw(msgspec.msgpack.encode(tournament)), round=number))
        self._known[key] = document
        while len(self._known) > KEPT:
            del self._known[next(iter(self._known))]
        return document

    async def _ask(self, wanted: Wanted) -> bytes:
        async with self._lock:
            try:
                async with asyncio.timeout(LONGEST_SECONDS):
                    found = await self._answer(msgspec.msgpack.encode(wanted))
            except (TimeoutError, OSError, EOFError) as error:
                raise StoreUnavailable("what is calculated of a tournament is not to be had now") from error
            finally:
                if sys.exception() is not None:
                    await self.close()
        if found.code == "failed":
            raise RuntimeError(found.detail)
        if found.code:
            raise Refused(found.code, found.detail)
        return found.document

    async def _answer(self, wanted: bytes) -> Found:
        process = self._process
        if process is None or process.returncode is not None:
            process = self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", __name__, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
            )
        if process.stdin is None or process.stdout is None:
            raise OSError("the process has no pipes")
        process.stdin.write(LENGTH.pack(len(wanted)) + wanted)
        await process.stdin.drain()
        (size,) = LENGTH.unpack(await process.stdout.readexactly(LENGTH.size))
        return msgspec.msgpack.decode(await process.stdout.readexactly(size), type=Found)

    async def close(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


@contextlib.asynccontextmanager
async def calculating() -> AsyncIterator[Calculator]:
    """Give a calculator, whose process ends with the context."""
    calculator = Calculator()
    try:
        yield calculator
    finally:
        await calculator.close()


# In the process of its own


def found_of(wanted: Wanted) -> Found:
    """Return what is wanted."""
    from service.tournaments import calculations  # noqa: PLC0415 - only this process needs it

    tournament = msgspec.msgpack.decode(wanted.tournament, type=Tournament)
    try:
        match wanted.what:
            case "draft":
                result: object = calculations.draft(tournament, wanted.given)
            case "standings":
                result = calculations.standings(tournament)
            case "travellers":
                result = calculations.travellers(tournament, wanted.round)
    except Refused as refused:
        return Found(code=refused.code, detail=refused.detail)
    return Found(msgspec.json.encode(result))


def answer_all(questions: BinaryIO, answers: BinaryIO) -> None:
    """Answer until nothing more is asked."""
    while len(head := questions.read(LENGTH.size)) == LENGTH.size:
        wanted = msgspec.msgpack.decode(questions.read(*LENGTH.unpack(head)), type=Wanted)
        try:
            found = found_of(wanted)
        except Exception as error:  # noqa: BLE001 - the service tells it
            found = Found(code="failed", detail=f"{type(error).__name__}: {error}")
        encoded = msgspec.msgpack.encode(found)
        answers.write(LENGTH.pack(len(encoded)) + encoded)
        answers.flush()


if __name__ == "__main__":
    answer_all(sys.stdin.buffer, sys.stdout.buffer)
