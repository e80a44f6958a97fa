"""The program of the process that calculates what takes long of a tournament, for `calculator`.

What is asked, and what is answered, travels with its length before it (four bytes, the most significant first); the
input ends with the process that asks. It imports only what it needs, so that it is soon there.
"""

import struct
import sys
from typing import BinaryIO, Literal
from uuid import UUID

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from domain.game import Refused
from domain.tournament import Tournament, TournamentRound

LENGTH = struct.Struct(">I")

What = Literal["draft", "standings", "standings_csv", "travellers"]


class Calculation(Struct, frozen=True):
    """What is to be calculated of a tournament; `given` are the tables that were uploaded for a draft.

    `tournament` comes without its rounds, and without the places of their tables, which nothing here needs.
    """

    what: What
    tournament: Raw
    rounds: tuple[Raw, ...] = ()
    given: tuple[tuple[UUID, ...], ...] = ()
    round: int = 0


class CalculationResult(Struct, frozen=True):
    """What was calculated, as JSON or CSV; or why not: a refusal, or a failure of the program."""

    document: bytes = b""
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
                return CalculationResult(calculations.standings_csv(tournament))
            case "travellers":
                result = calculations.travellers(tournament, wanted.round)
    except Refused as refused:
        return CalculationResult(code=refused.code, detail=refused.detail)
    return CalculationResult(msgspec.json.encode(result))


def answer_all(questions: BinaryIO, answers: BinaryIO) -> None:
    """Answer until nothing more is asked."""
    while len(head := questions.read(LENGTH.size)) == LENGTH.size:
        wanted = msgspec.msgpack.decode(questions.read(*LENGTH.unpack(head)), type=Calculation)
        try:
            found = result_of(wanted)
        except Exception as error:  # noqa: BLE001 - the service tells it
            found = CalculationResult(code="failed", detail=f"{type(error).__name__}: {error}")
        encoded = msgspec.msgpack.encode(found)
        answers.write(LENGTH.pack(len(encoded)) + encoded)
        answers.flush()


if __name__ == "__main__":
    answer_all(sys.stdin.buffer, sys.stdout.buffer)
