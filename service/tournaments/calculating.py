"""The program of the process that calculates what takes long of a tournament, for `calculator`.

What is asked, and what is answered, travels in pieces, each with its length before it (four bytes, the most significant
first): the question, which says how many rounds there are, and each round; the answer, and its document. The input ends
with the process that asks. It imports only what it needs, so that it is soon there.
"""

import hashlib
import logging
import struct
import sys
from collections.abc import Iterator
from typing import BinaryIO, Literal
from uuid import UUID

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from domain.game import Refused
from domain.tournament import Tournament, TournamentRound

LENGTH = struct.Struct(">I")
DIGEST_BYTES = 16

What = Literal["draft", "standings", "standings_csv", "travellers"]


class Calculation(Struct, frozen=True):
    """What is to be calculated of a tournament; `given` are the tables that were uploaded for a draft.

    `tournament` comes without its rounds, and without the places of their tables, which nothing here needs. The rounds
    travel after the question.
    """

    what: What
    tournament: Raw
    rounds: tuple[Raw, ...] = ()
    given: tuple[tuple[UUID, ...], ...] = ()
    round: int = 0


class CalculationResult(Struct, frozen=True):
    """What was calculated, as JSON or CSV, with a hash of it; or why not: a refusal, or a failure of the program.

    It is hashed here, as nobody waits for that: the standings of 1,000 entrants after 100 rounds are 60 MB.
    """

    document: bytes = b""
    digest: str = ""
    code: str = ""
    detail: str = ""


def result_of(wanted: Calculation) -> CalculationResult:
    """Do a calculation in this process, and return its result, or the refusal that it raised."""
    from service.tournaments import calculations  # noqa: PLC0415 - only this process needs it

    rounds = tuple([msgspec.msgpack.decode(each, type=TournamentRound) for each in wanted.rounds])
    tournament = replace(msgspec.msgpack.decode(wanted.tournament, type=Tournament), rounds=rounds)
    try:
        match wanted.what:
            case "draft":
                result: object = calculations.draft(tournament, wanted.given)
            case "standings":
                result = calculations.standings(tournament)
            case "standings_csv":
                return result_with(calculations.standings_csv(tournament))
            case "travellers":
                result = calculations.travellers(tournament, wanted.round)
    except Refused as refused:
        return CalculationResult(code=refused.code, detail=refused.detail)
    return result_with(msgspec.json.encode(result))


def result_with(document: bytes) -> CalculationResult:
    """Return the result that is a document."""
    return CalculationResult(document, hashlib.blake2b(document, digest_size=DIGEST_BYTES).hexdigest())


def pieces_of(wanted: Calculation) -> Iterator[bytes]:
    """Yield the pieces in which a question travels."""
    yield msgspec.msgpack.encode((len(wanted.rounds), replace(wanted, rounds=())))
    yield from map(bytes, wanted.rounds)


def answer_all(questions: BinaryIO, answers: BinaryIO) -> None:
    """Answer until nothing more is asked."""
    while len(head := questions.read(LENGTH.size)) == LENGTH.size:
        rounds, wanted = msgspec.msgpack.decode(questions.read(*LENGTH.unpack(head)), type=tuple[int, Calculation])
        pieces = [questions.read(*LENGTH.unpack(questions.read(LENGTH.size))) for _ in range(rounds)]
        try:
            found = result_of(replace(wanted, rounds=tuple(map(Raw, pieces))))
        except Exception as error:  # noqa: BLE001 - the service tells it
            found = CalculationResult(code="failed", detail=f"{type(error).__name__}: {error}")
        for piece in (msgspec.msgpack.encode(replace(found, document=b"")), found.document):
            answers.write(LENGTH.pack(len(piece)))
            answers.write(piece)
        answers.flush()


if __name__ == "__main__":
    logging.disable()  # its library warns of what it only tries, among the logs of the service; failures are answers
    answer_all(sys.stdin.buffer, sys.stdout.buffer)
