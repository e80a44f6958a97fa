"""Verifies what a Parlour service has signed: records of games and tournaments, seals of its log, and proofs.

    python verify.py [--key KEY] FILE...          KEY: the service's public key (GET /v1/keys), 64 hexadecimal digits

It asks no service, and needs Python 3.10 and `cryptography`, nothing of Parlour. Without --key it believes the key that
a file names. A record is checked in all but the rules: of its game, or of tournaments. Exit code 0: all is true; 1:
something is not, for the reason that is printed; 2: usage. Each check is a `need`: what has to hold, the code of the
reason if it does not, and why.
"""

import argparse
import hmac
import io
import json
import re
import signal
import sys
from collections.abc import Iterator
from hashlib import sha256
from itertools import count, pairwise
from pathlib import Path
from struct import unpack
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey


class NotTrue(Exception):
    """Why a file is not true: a code, and what is wrong."""


def need(holds: object, code: str, why: str) -> None:
    """Raise `NotTrue` unless this holds."""
    if not holds:
        raise NotTrue(code, why)


# What the files look like: text by a regular expression, [of each], (this or null,), {all members}

Shape = Any
TEXT, HEX, HASH, INT, ANY = r"[\s\S]*", "([0-9a-f]{2})*", "[0-9a-f]{64}", int, object
ID = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"

SIGNED: Shape = {"key_id": TEXT, "public_key": (HASH,), "signature": HEX}
EVENT: Shape = {"version": INT, "step": INT, "seat": (INT,), "key": (HEX,), "command": ANY, "event": ANY, "hash": HASH}
DEAL: Shape = {"algorithm": TEXT, "commitment": HASH, "secret": HASH, "entropy": [(TEXT,)], "decks_given": INT}
RECORD: Shape = {"format": TEXT, "table": ID, "game": TEXT, "rules_version": TEXT, "players": [(ID,)]}
RECORD |= {"deal": DEAL, "events": [EVENT], "seal": {"version": INT, "hash": HASH} | SIGNED}
FORK: Shape = RECORD | {"fork_of": {"table": ID, "version": INT, "hash": HASH}, "rated": bool}
TOURNAMENT: Shape = {"format": TEXT, "tournament": ID, "game": TEXT, "commitment": HASH, "secret": HASH}
TOURNAMENT |= {"events": [EVENT], "seal": {"version": INT, "hash": HASH} | SIGNED}
HEAD: Shape = {"format": "parlour-log-seal-1", "number": INT, "at": INT, "epoch": TEXT, "cut": bool}
HEAD |= {"previous": HASH, "root": HASH} | SIGNED
SEAL: Shape = HEAD | {"lanes": ([{"position": INT, "root": HASH}],)}
SEALS: Shape = {"seals": [HEAD], "next_before": (INT,)}
PROOF: Shape = {"format": TEXT, "table": ID, "version": INT, "hash": HASH, "position": INT, "lane": INT}
PROOF |= {"lane_position": INT, "lane_path": [HASH], "log_path": [HASH], "seal": HEAD}
CONSISTENCY: Shape = {"format": TEXT, "first": SEAL, "second": SEAL, "paths": [[HASH]]}


def fits(value: Any, shape: Shape) -> bool:
    """Return whether a value looks like this."""
    if isinstance(shape, str):
        return isinstance(value, str) and re.fullmatch(shape, value) is not None
    if isinstance(shape, list):
        return isinstance(value, list) and all(fits(each, shape[0]) for each in value)
    if isinstance(shape, tuple):
        return value is None or fits(value, shape[0])
    if isinstance(shape, dict):
        same = isinstance(value, dict) and value.keys() == shape.keys()
        return same and all(fits(value[name], shape[name]) for name in shape)
    return shape is ANY or (type(value) is shape and value >= 0)


def read(raw: bytes) -> Any:
    """Return strict JSON: no name twice in an object, integers only, so that all readers see the same."""

    def members(pairs: list[tuple[str, object]]) -> object:
        need(len(dict(pairs)) == len(pairs), "duplicate_member", "an object has two members of one name")
        need(all(name.isascii() for name, _ in pairs), "malformed", "the name of a member is not ASCII")
        return dict(pairs)

    def whole(literal: str) -> int:
        need(len(literal) < 18 and abs(int(literal)) < 2**53, "no_integer", f"{literal[:40]} is too large")
        return int(literal)

    def no_integer(literal: str) -> None:
        raise NotTrue("no_integer", f"{literal[:40]} is no integer")

    try:
        value = json.loads(raw.decode(), object_pairs_hook=members, parse_int=whole, parse_float=no_integer)
        canonical(value)
    except (ValueError, RecursionError) as error:
        raise NotTrue("not_json", f"this is not JSON: {error}") from None
    return value


def canonical(value: object) -> bytes:
    """Return JSON as it is hashed (RFC 8785): names in order, no white space, UTF-8."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False).encode()


# Records


def check_record(record: Any, key: str | None) -> None:
    """Check the chain of hashes and its signature, then what the events say."""
    need(fits(record, RECORD) or fits(record, FORK), "malformed", "this is not what a record looks like")
    check_chain(record["table"], record["events"], record["seal"], key)
    check_events(record, [entry["event"] for entry in record["events"]])


def check_tournament(record: Any, key: str | None) -> None:
    """Check the chain of hashes of a tournament and its signature, and its secret. `standings.py` checks the rest."""
    need(fits(record, TOURNAMENT), "malformed", "this is not what the record of a tournament looks like")
    check_chain(record["tournament"], record["events"], record["seal"], key)
    events = [entry["event"] for entry in record["events"]]
    opening, kinds = events[0] if events else None, [part(event, "type", TEXT) for event in events]
    secret, commitment = part(opening, "secret", HASH), part(opening, "commitment", HASH)
    need(kinds[0] == "tournament_announced", "malformed", "it begins with `tournament_announced`")
    need(sha256(bytes.fromhex(secret)).hexdigest() == commitment, "wrong_commitment", "the secret is another one")
    head = {"game": part(part(opening, "settings", ANY), "game", TEXT), "commitment": commitment, "secret": secret}
    wrong = [name for name in head if record[name] != head[name]]
    need(not wrong, "wrong_head", f"the head says another {', '.join(wrong)} than the events")
    over = {"tournament_finished", "tournament_cancelled"} & {*kinds}
    need(over, "not_finished", "the tournament is not over")


def check_chain(stream: str, events: Any, seal: Any, key: str | None) -> None:
    """Check the hashes of the events of a table, or of a tournament, and the signature of the last one."""
    found, expected = [entry["version"] for entry in events], [*range(1, len(events) + 1)]
    need(len({*found}) == len(found) <= seal["version"], "event_added", f"only {seal['version']} events are sealed")
    need(sorted(found) != expected or found == expected, "events_swapped", "the events are not in their order")
    need(found == expected and len(found) == seal["version"], "event_missing", "some of the sealed events are missing")
    link = bytes(32)
    for entry in events:
        text = {name: each for name, each in entry.items() if name != "hash"} | {"table": stream}
        link = sha256(link + canonical(text)).digest()
        need(link.hex() == entry["hash"], "hash_wrong", f"event {entry['version']}, or one before it, was altered")
    need(link.hex() == seal["hash"], "seal_hash_wrong", "the seal is over other events: the hashes were made anew")
    check_signature(seal, f"parlour-seal-1\n{stream}\n{seal['version']}\n{seal['hash']}", key)


def check_events(record: Any, events: list[Any]) -> None:
    """Repeat each deal and each shuffle from the secret, and compare the head of the file with the events."""
    opening: Any = events[0] if events else None
    secret, decks = part(opening, "secret", HASH), part(opening, "decks", [[TEXT]])
    commitment = part(opening, "commitment", HASH)
    need(part(opening, "type", TEXT) == "table_opened", "malformed", "a record begins with `table_opened`")
    need(sha256(bytes.fromhex(secret)).hexdigest() == commitment, "wrong_commitment", "the secret is another one")
    seats = part(part(opening, "options", ANY), "players", INT)
    need(seats <= 100, "malformed", "no table has that many seats")
    players, entropy, deals, stocks, finished = [None] * seats, [None] * seats, 0, 0, False
    fork = "fork_of" in opening  # its cards go on from the entropy, and after the stocks, of the game before
    if fork:
        given = part(opening, "given", ANY)
        entropy, stocks = part(given, "entropy", [(TEXT,)]), part(given, "stocks_formed", INT)
    for event in events:
        kind = part(event, "type", TEXT)
        if kind in ("seat_taken", "seat_left"):
            seat = part(event, "seat", INT)
            need(seat < seats, "malformed", "there is no such seat")
            players[seat] = part(event, "player", ID) if kind == "seat_taken" else None
            if not fork:
                entropy[seat] = event.get("entropy") if kind == "seat_taken" else None
        elif kind == "deal_started":
            deck = part(event, "deck", [TEXT])
            deals = part(event, "deal", INT) if fork and not deals else deals + 1
            right = decks[deals - 1] if 0 < deals <= len(decks) else shuffled(secret, entropy, f"deal:{deals}", deck)
            need(deck == right, "wrong_deck", f"the deck of deal {deals} does not follow from the secret")
        elif kind == "stock_formed":
            stock, stocks = part(event, "order", [TEXT]), stocks + 1
            right = shuffled(secret, entropy, f"shuffle:{stocks}", stock)
            need(stock == right, "wrong_stock", f"the order of stock {stocks} does not follow from the secret")
        finished = finished or kind in ("game_finished", "table_aborted")
    deal = {"algorithm": "parlour-shuffle-1", "commitment": commitment, "secret": secret, "entropy": entropy}
    head = {"game": part(opening, "game", TEXT), "rules_version": part(opening, "rules_version", TEXT)}
    head |= {"players": players, "deal": deal | {"decks_given": len(decks)}}
    head |= {name: opening.get(name) for name in ("fork_of", "rated")}
    wrong = [name for name in head if record.get(name) != head[name]]
    need(not wrong, "wrong_head", f"the head says another {', '.join(wrong)} than the events")
    need(finished, "not_finished", "the game is not finished")


def part(event: Any, name: str, shape: Any) -> Any:
    """Return a member of an event."""
    need(isinstance(event, dict) and fits(event.get(name), shape), "malformed", f"an event has no good `{name}`")
    return event.get(name)


def shuffled(secret: str, entropy: object, label: str, cards: list[str]) -> list[str]:
    """Return the cards in the order of a label, top card first: Fisher–Yates by numbers of HMAC-SHA-256."""
    said = sha256(canonical(entropy)).hexdigest()

    def numbers() -> Iterator[int]:
        for block in count():
            text = f"parlour-shuffle-1\n{said}\n{label}\n{block}"
            yield from unpack(">8I", hmac.digest(bytes.fromhex(secret), text.encode(), "sha256"))

    stream, cards = numbers(), sorted(cards)
    for i in range(len(cards) - 1, 0, -1):
        fair = 2**32 - 2**32 % (i + 1)
        j = next(number for number in stream if number < fair) % (i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def check_signature(signed: Any, text: str, key: str | None) -> None:
    """Check a signature by the key that is trusted: the given one, or the one that is named."""
    named = signed["public_key"]
    trusted = key or named
    if trusted is None:
        raise NotTrue("no_key", f"nobody says which key {signed['key_id']} is: give --key")
    short = sha256(bytes.fromhex(trusted)).hexdigest()[:16]
    need(signed["key_id"] == short and named in (None, trusted), "wrong_key", "it is signed by another key")
    try:
        public_key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(trusted))
        public_key.verify(bytes.fromhex(signed["signature"]), text.encode())
    except (InvalidSignature, ValueError):
        raise NotTrue("bad_signature", f"the signature by the key {short} does not hold") from None


# Seals of the log: a Merkle tree (RFC 9162) over each of 64 lanes of events, and one over their heads


def seal_text(seal: Any) -> str:
    """Return what a seal signs, and what the next one names by its hash."""
    lines = ["parlour-log-seal-1", seal["number"], seal["at"], seal["epoch"], "cut" if seal["cut"] else "whole"]
    return "\n".join(map(str, [*lines, seal["previous"], seal["root"]]))


def check_seal(seal: Any, key: str | None) -> None:
    """Check a seal, and its lanes if they are shown."""
    need(fits(seal, SEAL), "malformed", "this is not what a seal looks like")
    check_signature(seal, seal_text(seal), key)
    if seal["lanes"] is not None:
        heads = [leaf(lane, head["position"], head["root"]) for lane, head in enumerate(seal["lanes"])]
        need(len(heads) == 64 and root(heads).hex() == seal["root"], "bad_lanes", "its lanes are not those it signs")


def check_seals(page: Any, key: str | None) -> None:
    """Check a list of seals, the newest first."""
    need(fits(page, SEALS), "malformed", "this is not what a list of seals looks like")
    for seal in page["seals"]:
        check_signature(seal, seal_text(seal), key)
    for later, seal in pairwise(page["seals"]):
        follows = later["previous"] == sha256(seal_text(seal).encode()).hexdigest()
        follows = follows and later["number"] == seal["number"] + 1 and later["at"] > seal["at"]
        need(follows, "chain_broken", f"seal {later['number']} does not come after {seal['number']}")


def check_proof(proof: Any, key: str | None) -> None:
    """Check that the last event of a record is in a seal."""
    need(fits(proof, PROOF), "malformed", "this is not what a proof looks like")
    check_signature(proof["seal"], seal_text(proof["seal"]), key)
    event = leaf(proof["position"], proof["table"], proof["version"], proof["hash"])
    place, size, lane = proof["position"] - 1, proof["lane_position"], proof["lane"]
    head = leaf(lane, size, root_with(event, place, size, proof["lane_path"]).hex())
    found = root_with(head, lane, 64, proof["log_path"]).hex()
    right = found == proof["seal"]["root"] and lane == int(proof["table"].replace("-", ""), 16) % 64
    need(right, "bad_proof", "the proof does not lead to the root that is sealed")


def check_consistency(proof: Any, key: str | None) -> None:
    """Check that a seal covers all that an earlier one covers."""
    need(fits(proof, CONSISTENCY), "malformed", "this is not what a proof of consistency looks like")
    first, second = proof["first"], proof["second"]
    check_seal(first, key)
    check_seal(second, key)
    need(first["lanes"] and second["lanes"] and len(proof["paths"]) == 64, "malformed", "there are not 64 lanes")
    need(first["number"] <= second["number"], "not_consistent", "the first seal is later than the second")
    for lane, (old, new, path) in enumerate(zip(first["lanes"], second["lanes"], proof["paths"], strict=True)):
        both = (old["root"], new["root"])
        good = old["position"] <= new["position"]
        if good and old["position"]:
            before, now = both_roots(old["position"], new["position"], path, bytes.fromhex(old["root"]))
            good = both == (before.hex(), now.hex())
        need(good and (old["position"] or not path), "not_consistent", f"lane {lane} does not go on what was sealed")


def leaf(*lines: object) -> bytes:
    """Return the hash of a leaf, a text of some lines."""
    return sha256(b"\x00" + "\n".join(map(str, lines)).encode()).digest()


def node(left: bytes, right: bytes) -> bytes:
    """Return the hash of two that stand beside each other."""
    return sha256(b"\x01" + left + right).digest()


def left_of(size: int) -> int:
    """Return how many leaves are on the left: the largest power of two below the size."""
    return 1 << (size - 1).bit_length() - 1


def root(hashes: list[bytes]) -> bytes:
    """Return the root over some leaves."""
    if len(hashes) == 1:
        return hashes[0]
    left = left_of(len(hashes))
    return node(root(hashes[:left]), root(hashes[left:]))


def root_with(found: bytes, index: int, size: int, path: list[str]) -> bytes:
    """Return the root of a tree with this hash at an index; the path has the hashes beside the way, nearest first."""
    need(0 <= index < size and bool(path) == (size > 1), "bad_proof", "the proof is too long, or too short")
    if size == 1:
        return found
    *path, beside = path
    left = left_of(size)
    if index < left:
        return node(root_with(found, index, left, path), bytes.fromhex(beside))
    return node(bytes.fromhex(beside), root_with(found, index - left, size - left, path))


def both_roots(first: int, size: int, path: list[str], old: bytes | None) -> tuple[bytes, bytes]:
    """Return the roots over the first leaves, and over all; `old` is the former, unless the path has it."""
    if first == size:
        need(len(path) == (old is None), "not_consistent", "the proof is too long, or too short")
        same = bytes.fromhex(path[0]) if old is None else old
        return same, same
    need(path, "not_consistent", "the proof is too short")
    *path, beside = path
    left = left_of(size)
    if first <= left:
        before, now = both_roots(first, left, path, old)
        return before, node(now, bytes.fromhex(beside))
    before, now = both_roots(first - left, size - left, path, None)
    return node(bytes.fromhex(beside), before), node(bytes.fromhex(beside), now)


# Files

CHECKS = {
    "parlour-record-2": check_record,
    "parlour-tournament-record-1": check_tournament,
    "parlour-log-seal-1": check_seal,
    "parlour-proof-1": check_proof,
    "parlour-consistency-1": check_consistency,
    "seals": check_seals,
}


def check(raw: bytes, key: str | None = None) -> Any:
    """Return what is in a file if it is true. Raises `NotTrue`."""
    document = read(raw)
    kind = document.get("format", "seals") if isinstance(document, dict) else None
    need(isinstance(kind, str) and kind in CHECKS, "unknown_format", "this is nothing that Parlour signs")
    CHECKS[str(kind)](document, key)
    return document


def check_together(documents: list[Any]) -> None:
    """Check of true files that no two seals have one number, and that proofs are of the records. Raises `NotTrue`."""
    texts: dict[Any, str] = {}
    for seal in [seal for document in documents if "events" not in document for seal in seals_in(document)]:
        text = texts.setdefault((seal["epoch"], seal["number"]), seal_text(seal))
        need(text == seal_text(seal), "two_seals", f"there are two seals with the number {seal['number']}")
    records = [document for document in documents if "events" in document]
    ends = {record.get("table", record.get("tournament")): record["seal"]["hash"] for record in records}
    for proof in [document for document in documents if "log_path" in document and ends]:
        need(ends.get(proof["table"]) == proof["hash"], "proof_of_another", "the proof is of another record")


def seals_in(value: Any) -> list[Any]:
    """Return all seals that are in a file of seals or proofs."""
    if isinstance(value, dict) and "previous" in value:
        return [value]
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [seal for part in parts for seal in seals_in(part)]


def main() -> None:
    """Check the files that are given on the command line."""
    usage = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    usage.add_argument("--key", type=lambda text: text if re.fullmatch(HASH, text) else usage.error("not a key"))
    usage.add_argument("file", nargs="+", type=Path)
    given, documents = usage.parse_args(), []
    if isinstance(sys.stdout, io.TextIOWrapper):  # the name of a file may have what a terminal cannot show
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        for file in given.file:
            name = str(file)
            documents.append(check(file.read_bytes(), given.key))
            print(f"{name}: true")
        name = "all together"
        check_together(documents)
    except NotTrue as lie:
        sys.exit(f"{name}: NOT TRUE, {lie.args[0]}: {lie.args[1]}")
    except OSError as error:
        usage.error(str(error))


if __name__ == "__main__":
    if hasattr(signal, "SIGPIPE"):  # so that `| head` ends it as it ends other programs, without a traceback
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    main()
