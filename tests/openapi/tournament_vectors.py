"""The test vectors of records of tournaments."""

import copy
import hashlib
from collections.abc import Callable

import msgspec

from domain.table import FIRST_LINK, Entry, canonical
from domain.tournament import Tournament, commands, take_tournament_step
from service.records.tournaments import TOURNAMENT_FORMAT
from service.seals.proofs import proof_of
from service.seals.sealing import make_seal
from service.store import Append, MemoryStore, NewEvent
from tests.domain.tournament.tournaments import AT, DIRECTOR, TOURNAMENT, announcing, registration
from tests.openapi.vector_kit import Document, Vectors, changed, flip
from tests.recording import SIGNER


def entries() -> list[Entry]:
    """Return the entries of a short tournament."""
    asked = [
        announcing(),
        commands.OpenRegistration(DIRECTOR),
        registration(0),
        registration(1),
        commands.Cancel(by=DIRECTOR, reason="other"),
    ]
    tournament: Tournament | None = None
    found = []
    for number, command in enumerate(asked):
        for each in take_tournament_step(TOURNAMENT, tournament, FIRST_LINK, command, AT + number, key=None):
            tournament = each.snapshot
            found.append(each.entry)
    return found


def chained(record: Document) -> Document:
    """Return a record whose hashes and signature were made anew."""
    link = bytes(32)
    for entry in record["events"]:
        text = {name: each for name, each in entry.items() if name != "hash"} | {"table": record["tournament"]}
        link = hashlib.sha256(link + canonical(text)).digest()
        entry["hash"] = link.hex()
    version = len(record["events"])
    signature = SIGNER.sign(TOURNAMENT, version, link).hex()
    named = {"key_id": SIGNER.key_id, "public_key": SIGNER.public_key.hex(), "signature": signature}
    return record | {"seal": {"version": version, "hash": link.hex(), **named}}


async def proof_of_tournament(record: Document) -> Document:
    """Return the proof that the record of a tournament is in a seal of a log."""
    log, entries = MemoryStore(), record["events"]
    events = [
        NewEvent(None, each["event"]["type"], AT, b"{}", None, None, None, bytes.fromhex(each["hash"]))
        for each in entries
    ]
    await log.append(Append(TOURNAMENT, 0, tuple(events)))
    await make_seal(log, SIGNER, lambda: AT + 10**6)
    found: Document = msgspec.json.decode(msgspec.json.encode(await proof_of(log, SIGNER, TOURNAMENT, len(entries))))
    return found


async def tournaments(vectors: Vectors) -> None:
    """Add the record of a tournament, and what is not one."""
    events = [msgspec.json.decode(canonical(entry)) for entry in entries()]
    opening = events[0]["event"]
    head = {"format": TOURNAMENT_FORMAT, "tournament": str(TOURNAMENT), "game": opening["settings"]["game"]}
    base = chained(head | {"commitment": opening["commitment"], "secret": opening["secret"], "events": events})

    def forged(name: str, code: str, why: str, change: Callable[[Document], object]) -> None:
        vectors.add(name, code, why, chained(changed(base, change)))

    vectors.add("tournament", None, "A tournament that was cancelled.", base)
    proof = await proof_of_tournament(base)
    vectors.add("tournament-and-proof", None, "A tournament, and the proof that it is in a seal.", base, proof)
    other = chained(changed(base, lambda r: r["events"][1]["event"].update(at=AT + 9)))
    why = "The proof is of another history of the tournament."
    vectors.add("tournament-and-other-proof", "proof_of_another", why, other, proof)
    altered = changed(base, lambda r: r["events"][1]["event"].update(at=AT + 9))
    vectors.add("tournament-altered", "hash_wrong", "The time of an event is another.", altered)
    missing = changed(base, lambda r: r["events"].pop(2))
    vectors.add("tournament-missing", "event_missing", "An event is missing.", missing)
    unsigned = copy.deepcopy(base)
    flip(unsigned["seal"], "signature")
    vectors.add("tournament-signature", "bad_signature", "One digit of the signature is another.", unsigned)
    named = changed(base, lambda r: r.update(format="parlour-record-2"))
    vectors.add("tournament-as-game", "malformed", "It says that it is the record of a game.", named)
    forged(
        "tournament-secret",
        "wrong_commitment",
        "The secret is not the one that was promised.",
        lambda r: flip(r["events"][0]["event"], "secret"),
    )
    forged("tournament-head", "wrong_head", "The head has another secret.", lambda r: flip(r, "secret"))
    forged(
        "tournament-begins",
        "malformed",
        "It begins as a table does.",
        lambda r: r["events"][0]["event"].update(type="table_opened"),
    )
    forged("tournament-not-over", "not_finished", "The tournament is not over.", lambda r: r["events"].pop())
