"""Makes the test vectors of seals of the log, and of proofs."""

import hashlib
from collections.abc import Callable, Iterable
from typing import Any
from uuid import UUID

import msgspec

from service.seals.hashes import hash_of_seal
from service.seals.proofs import consistency_of, proof_of
from service.seals.schemas import document_of, head_of
from service.seals.sealing import make_seal
from service.store import Append, Epoch, LogSeal, MemoryStore, NewEvent
from tests.openapi.vector_kit import STRANGER, Document, Vectors, changed, flip, swap
from tests.recording import AT, GAME, SIGNER, Recording, as_json, played

BESIDE = 300
"""Events of another table in the lane, before the game and after it: so its tree has more than a tile."""


async def log_of(recording: Recording) -> tuple[MemoryStore, list[LogSeal]]:
    """Return a log with a game between other events, and three seals of it: without it, with it, with more after it."""
    log, seals = MemoryStore(), []
    times = iter(range(AT + 10**6, AT + 10**7, 10**6))
    for step in range(3):
        await beside(log, step)
        if step == 1:
            await log.append(append_of(recording))
        seals.append(await make_seal(log, SIGNER, lambda: next(times)))
    return log, seals


def append_of(recording: Recording) -> Append:
    """Return what puts a whole game into a log."""
    hashes = recording.hashes()
    events = [
        NewEvent(entry.seat, entry.event.__struct_config__.tag, entry.event.at, b"{}", None, None, None, link)
        for entry, link in zip(recording.entries, hashes, strict=True)
    ]
    return Append(GAME, 0, tuple(events))


async def beside(log: MemoryStore, step: int) -> None:
    """Append events of other tables: in the lane of the game, and in another one."""
    for table_id in (UUID(int=GAME.int ^ 2**70), UUID(int=GAME.int ^ 1)):
        links = [hashlib.sha256(b"%d %d" % (step, number)).digest() for number in range(BESIDE)]
        events = [NewEvent(None, "x", AT, b"{}", None, None, None, link) for link in links]
        await log.append(Append(table_id, step * BESIDE, tuple(events)))


async def seals_and_proofs(vectors: Vectors) -> None:
    """Add seals, lists of seals, and proofs."""
    recording = played("honors_4", 14, players=2, max_deals=1, max_rounds=5)
    record, other = as_json(recording.record()), as_json(played("literature", 11).record())
    log, seals = await log_of(recording)
    whole = [plain(document_of(seal, SIGNER)) for seal in seals]
    page = {"seals": [plain(head_of(seal, SIGNER)) for seal in reversed(seals)], "next_before": None}
    proof = plain(await proof_of(log, SIGNER, GAME, len(recording.entries)))
    goes_on = plain(await consistency_of(log, SIGNER, seals[0], seals[2]))
    log.begin(Epoch(2, "0a0b0c0d"))
    cut = await make_seal(log, SIGNER, lambda: AT + 10**8)
    add_seals(vectors, whole, page, seals)
    vectors.add("seal-cut", None, "A new epoch has begun.", plain(document_of(cut, SIGNER)))
    vectors.add("seal-closed", None, "Its lanes are not shown.", plain(document_of(cut, SIGNER, with_lanes=False)))
    vectors.add("proof", None, "A game is in a seal.", proof)
    vectors.add("record-and-proof", None, "The record, the proof, the list of seals.", record, proof, page)
    vectors.add("proof-of-another", "proof_of_another", "The proof is of another record.", other, proof)
    add_bad_proofs(vectors, proof)
    vectors.add("consistency", None, "A seal goes on an earlier one.", goes_on)
    add_bad_consistency(vectors, goes_on)
    forged = plain(head_of(resealed(seals[2], root=hashlib.sha256(b"another log").digest()), SIGNER))
    both = {"seals": [forged], "next_before": 3}
    vectors.add("two-seals", "two_seals", "Two seals have one number: the log was split.", page, both)


def add_seals(vectors: Vectors, whole: list[Document], page: Document, seals: list[LogSeal]) -> None:
    """Add seals by themselves and in lists, true and not."""
    vectors.add("seal", None, "A seal with the heads of all lanes.", whole[1])
    vectors.add("seals", None, "A list of seals, each of which names the one before.", page)
    lies: Iterable[tuple[str, str, str, Callable[[Document], object]]] = (
        ("seal-lane", "bad_lanes", "A lane has another root.", lambda seal: flip(seal["lanes"][3], "root")),
        ("seal-position", "bad_lanes", "A lane is shorter.", lambda seal: seal["lanes"][30].update(position=17)),
        ("seal-lanes", "bad_lanes", "A lane is missing.", lambda seal: seal["lanes"].pop()),
        ("seal-number", "bad_signature", "It has another number.", lambda seal: seal.update(number=7)),
        ("seal-not-cut", "bad_signature", "It hides that the history was cut.", lambda seal: seal.update(cut=True)),
        ("seal-format", "unknown_format", "It has another format.", lambda seal: seal.update(format="parlour-seal-1")),
        ("seal-member", "malformed", "It has no epoch.", lambda seal: seal.pop("epoch")),
    )
    for name, code, why, change in lies:
        vectors.add(name, code, why, changed(whole[1], change))
    vectors.add(
        "seal-other-key",
        "wrong_key",
        "Somebody else has signed it.",
        plain(document_of(STRANGER.sign_log(seals[1]), STRANGER)),
    )
    vectors.add("seals-missing", "chain_broken", "A seal is missing.", changed(page, lambda each: each["seals"].pop(1)))
    vectors.add(
        "seals-swapped",
        "chain_broken",
        "Two seals have changed places.",
        changed(page, lambda each: swap(each["seals"])),
    )
    replaced = resealed(seals[1], root=hashlib.sha256(b"another log").digest())
    branched = changed(page, lambda each: each["seals"].__setitem__(1, plain(head_of(replaced, SIGNER))))
    vectors.add("seals-replaced", "chain_broken", "A seal was replaced, and signed with the service's key.", branched)
    back = resealed(seals[2], at=seals[1].at, previous=hash_of_seal(seals[1]))
    earlier = changed(page, lambda each: each["seals"].__setitem__(0, plain(head_of(back, SIGNER))))
    vectors.add("seals-time", "chain_broken", "A seal is not later than the one before.", earlier)


def add_bad_proofs(vectors: Vectors, proof: Document) -> None:
    """Add invalid proofs that a game is in a seal."""
    lies: Iterable[tuple[str, str, Callable[[Document], object]]] = (
        ("proof-event", "It is of another event.", lambda each: flip(each, "hash")),
        ("proof-version", "It is of another version.", lambda each: each.update(version=each["version"] - 1)),
        ("proof-position", "It is of another position.", lambda each: each.update(position=each["position"] - 1)),
        ("proof-outside", "The position is outside of the lane.", lambda each: each.update(position=10**6)),
        ("proof-lane-path", "A hash of its path is another.", lambda each: each["lane_path"].reverse()),
        ("proof-short", "A hash of its path is missing.", lambda each: each["lane_path"].pop()),
        ("proof-long", "Its path has a hash too many.", lambda each: each["log_path"].append("ab" * 32)),
        ("proof-lane", "It is of another lane.", lambda each: each.update(lane=each["lane"] ^ 1)),
        ("proof-size", "The lane is longer.", lambda each: each.update(lane_position=each["lane_position"] + 500)),
    )
    for name, why, change in lies:
        vectors.add(name, "bad_proof", why, changed(proof, change))
    vectors.add(
        "proof-seal",
        "bad_signature",
        "Its seal has another root.",
        changed(proof, lambda each: flip(each["seal"], "root")),
    )


def add_bad_consistency(vectors: Vectors, proof: Document) -> None:
    """Add invalid proofs that a seal goes on another."""
    lane = GAME.int % 64

    def shorter(each: Document) -> None:
        each["first"], each["second"] = each["second"], each["first"]

    lies: Iterable[tuple[str, str, str, Callable[[Document], object]]] = (
        ("consistency-path", "not_consistent", "A hash is another.", lambda each: each["paths"][lane].reverse()),
        ("consistency-short", "not_consistent", "A hash is missing.", lambda each: each["paths"][lane].pop()),
        (
            "consistency-long",
            "not_consistent",
            "There is a hash too many.",
            lambda each: each["paths"][0].append("ab" * 32),
        ),
        ("consistency-turned", "not_consistent", "The later seal comes first.", shorter),
        ("consistency-lanes", "malformed", "A lane is missing.", lambda each: each["paths"].pop()),
        (
            "consistency-closed",
            "malformed",
            "The lanes of a seal are not shown.",
            lambda each: each["first"].update(lanes=None),
        ),
        (
            "consistency-lane",
            "bad_lanes",
            "A lane has another root.",
            lambda each: flip(each["second"]["lanes"][3], "root"),
        ),
    )
    for name, code, why, change in lies:
        vectors.add(name, code, why, changed(proof, change))


def resealed(seal: LogSeal, **fields: Any) -> LogSeal:
    """Return a seal that says something else, signed by the service."""
    return SIGNER.sign_log(msgspec.structs.replace(seal, **fields))


def plain(document: object) -> Document:
    """Return a document as JSON has it."""
    found: Document = msgspec.json.decode(msgspec.json.encode(document))
    return found
