"""What takes long of a tournament, pairings and standings, is calculated by a process of its own: nobody waits for it.

The process is started when it is first needed, and ends with the one that has started it; `calculating` is its program.
"""

import asyncio
import contextlib
import sys
from collections.abc import AsyncIterator
from uuid import UUID

import msgspec
from msgspec import Raw

from domain.game import Refused
from domain.tournament import Tournament
from domain.tournament.types import Draft
from service.live.cursors import Cursor
from service.live.single_flight import SingleFlight
from service.runtime.unavailable import Unavailable
from service.tournaments import calculating as program
from service.tournaments.calculating import LENGTH, Calculation, CalculationResult, What, pieces_of

KEPT = 64 * 2**20
"""Maximum number of bytes of documents that are kept in case somebody asks for the same again; of one, all are kept."""
PART = 2**20
"""Number of bytes of an answer that are taken at once."""
LONGEST_SECONDS = 60
"""Seconds after which a calculation is given up."""


class NotCalculated(Unavailable):
    """Too much is being calculated of the tournament, or the process that calculates does not answer."""


class CalculatingProcess:
    """The process that calculates, one thing at a time."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None

    async def answer(self, wanted: Calculation) -> CalculationResult:
        """Return what the process makes of a question. Raises OSError or EOFError if there is none.

        A question may be of many megabytes: it is sent piece by piece, and others have their turns in between.
        """
        process = self._process
        if process is None or process.returncode is not None:
            process = self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", program.__name__, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
            )
        if process.stdin is None or process.stdout is None:
            raise OSError("the process has no pipes")
        for piece in pieces_of(wanted):
            process.stdin.write(LENGTH.pack(len(piece)))
            process.stdin.write(piece)
            await process.stdin.drain()
        found = msgspec.msgpack.decode(await piece_from(process.stdout), type=CalculationResult)
        return msgspec.structs.replace(found, document=await piece_from(process.stdout))

    async def close(self) -> None:
        """End the process; another one is started when it is needed."""
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


async def piece_from(answers: asyncio.StreamReader) -> bytes:
    """Return the next piece of an answer, which is put together while others have their turn. Raises EOFError."""
    (size,) = LENGTH.unpack(await answers.readexactly(LENGTH.size))
    parts = list[bytes]()
    while size:
        part = await answers.readexactly(min(size, PART))
        parts.append(part)
        size -= len(part)
    return await asyncio.to_thread(b"".join, parts)


class Calculator:
    """Asks the process that calculates; for each tournament one draft and one other task may wait: so all have a turn.

    Everything else raises `NotCalculated`. So readers, who may be anybody, cannot keep the staff from drafting. `kept`
    is how many bytes of documents are kept.
    """

    def __init__(self, kept: int = KEPT, process: CalculatingProcess | None = None) -> None:
        self._lock = asyncio.Lock()
        self._waiting = set[tuple[UUID, bool]]()
        self._process = process or CalculatingProcess()
        self._kept = kept
        self._known: dict[tuple[object, ...], CalculationResult] = {}
        self._single_flight = SingleFlight()

    async def draft(self, tournament_id: UUID, tournament: Tournament, given: tuple[tuple[UUID, ...], ...]) -> Draft:
        """Return a proposal for the next round. Raises `Refused`, too."""
        found = await self._ask(tournament_id, Calculation("draft", *await encoded(tournament), given))
        return msgspec.json.decode(found.document, type=Draft)

    async def standings(self, tournament_id: UUID, tournament: Tournament, known: Cursor) -> CalculationResult:
        """Return the standings after the rounds that are over, as JSON.

        They are kept under `known`, a version of the log with its epoch; no later event that is known here changes
        them. The epoch was read before the tournament: after a restore, the same version may have other events.
        """
        return await self._found(tournament_id, tournament, known, "standings")

    async def standings_csv(self, tournament_id: UUID, tournament: Tournament, known: Cursor) -> CalculationResult:
        """Return the standings as CSV; see `standings`."""
        return await self._found(tournament_id, tournament, known, "standings_csv")

    async def travellers(self, tournament_id: UUID, tournament: Tournament, number: int, known: Cursor) -> bytes:
        """Return what all tables of a round have made of each deal, as JSON; see `standings`."""
        return (await self._found(tournament_id, tournament, known, "travellers", number)).document

    async def _found(
        self, tournament_id: UUID, tournament: Tournament, known: Cursor, what: What, number: int = 0
    ) -> CalculationResult:
        """Return what was calculated before, or calculate it once for all who ask for it at the same time."""
        key = (tournament_id, known, what, number)
        found = self._known.pop(key, None)
        if found is None:

            async def calculated() -> CalculationResult:
                return await self._ask(tournament_id, Calculation(what, *await encoded(tournament), round=number))

            found = await self._single_flight.share(key, calculated)
        self._known[key] = found
        while len(self._known) > 1 and sum(len(each.document) for each in self._known.values()) > self._kept:
            del self._known[next(iter(self._known))]
        return found

    @contextlib.asynccontextmanager
    async def _turn(self, tournament_id: UUID, what: What) -> AsyncIterator[None]:
        """Wait for a turn; for each tournament, one draft and one other task may."""
        place = (tournament_id, what == "draft")
        if place in self._waiting:
            raise NotCalculated("much is being calculated of this tournament; ask again soon")
        self._waiting.add(place)
        try:
            await self._lock.acquire()
        finally:
            self._waiting.discard(place)
        try:
            yield
        finally:
            self._lock.release()

    async def _ask(self, tournament_id: UUID, wanted: Calculation) -> CalculationResult:
        async with self._turn(tournament_id, wanted.what):
            try:
                async with asyncio.timeout(LONGEST_SECONDS):
                    found = await self._process.answer(wanted)
            except (TimeoutError, OSError, EOFError) as error:
                raise NotCalculated("what is calculated of a tournament is not to be had now") from error
            finally:
                if sys.exception() is not None:
                    await self.close()
        if found.code == "failed":
            raise RuntimeError(found.detail)
        if found.code:
            raise Refused(found.code, found.detail)
        return found

    async def close(self) -> None:
        """End the process."""
        await self._process.close()


async def encoded(tournament: Tournament) -> tuple[Raw, tuple[Raw, ...]]:
    """Return a tournament as it travels to the process: without its rounds, and each of these; others go in between."""
    rounds = list[Raw]()
    for each in tournament.rounds:
        rounds.append(Raw(msgspec.msgpack.encode(each)))
        await asyncio.sleep(0)
    whole = msgspec.structs.replace(tournament, rounds=(), table_places={}, replaced_tables=frozenset())
    return Raw(msgspec.msgpack.encode(whole)), tuple(rounds)
