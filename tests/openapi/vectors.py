"""Makes the test vectors of the programs in `openapi/verify`: files that are true, and files that are not, and why.

    python -m tests.openapi.vectors        writes openapi/verify/vectors

It gives the same files each time. `index.json` names for each vector its files, the key to be given, and the code of
the reason why they are not true; null: they are. Those of tournaments are made by `tournament_vectors`, those of seals
by `seal_vectors`.
"""

import asyncio
import copy
import hashlib
from collections.abc import Callable

import msgspec

from domain import GAMES, table
from domain.games.honors_2.moves import DrawStock, TakePile
from domain.table import canonical
from service.store.signing import Signer
from tests.openapi.seal_vectors import seals_and_proofs
from tests.openapi.tournament_vectors import tournaments
from tests.openapi.vector_kit import FOLDER, KEY, STRANGER, Document, Vectors, changed, flip, swap
from tests.recording import AT, GAME, PLAYERS, SIGNER, Recording, as_json, opening, played


def chained(record: Document, signer: Signer | None = SIGNER) -> Document:
    """Return a record whose hashes were made anew, and its signature if there is a signer."""
    link = bytes(32)
    for entry in record["events"]:
        text = {name: each for name, each in entry.items() if name != "hash"} | {"table": record["table"]}
        link = hashlib.sha256(link + canonical(text)).digest()
        entry["hash"] = link.hex()
    if signer is not None:
        version = len(record["events"])
        signature = signer.sign(GAME, version, link).hex()
        named = {"key_id": signer.key_id, "public_key": signer.public_key.hex(), "signature": signature}
        record["seal"] = {"version": version, "hash": link.hex(), **named}
    return record


def event(record: Document, kind: str) -> Document:
    """Return the first event of a type."""
    found: Document = next(entry["event"] for entry in record["events"] if entry["event"]["type"] == kind)
    return found


def played_on(recording: Recording, stocks: int) -> Recording:
    """Return a fork that goes on where a game had formed a number of new stocks, and is played as that game was."""
    first = {entry.step for entry in recording.entries}
    version = next(
        each.version for each in recording.snapshots if each.stocks_formed == stocks and each.version + 1 in first
    )
    then, fork = recording.snapshots[version - 1], Recording()
    fork.do(table.fork(GAME, then, recording.hashes()[version - 1], PLAYERS[0], ("me",)), AT + 10**6)
    for seat in range(1, len(then.table.places)):
        fork.do(table.TakeSeat(PLAYERS[seat], seat), AT + 10**6)
    by = fork.now.at - then.at
    for entry in recording.entries[version:]:
        if entry.command is not None:
            fork.do(entry.command, entry.event.at + by)
    return fork


def taken_back() -> Recording:
    """Return a game that ends early, in which a move was taken back with the consent of the other player."""
    recording, (ada, ben) = Recording(), PLAYERS[:2]
    settings = table.TableSettings(take_back=True)
    recording.do(opening("honors_2", options={"players": 2}, settings=settings, auto_start=True), AT)
    for player in (ada, ben):
        recording.do(table.TakeSeat(player), AT)
    recording.do(table.MakeMove(ben, TakePile(1)), AT + 1_000)
    recording.do(table.ProposeTakeBack(ben), AT + 2_000)
    recording.do(table.AnswerTakeBack(ada, recording.now.version, consents=True), AT + 3_000)
    recording.do(table.MakeMove(ben, DrawStock()), AT + 4_000)
    for player in (ada, ben):
        recording.do(table.CallOff(player), AT + 5_000)
    return recording


# Records


def true_records(vectors: Vectors) -> tuple[Document, Document]:
    """Add records that are true; return a short one, and one with stocks that were formed anew."""
    short = {"players": 2, "max_deals": 1, "max_rounds": 5}
    base = as_json(played("honors_4", 14, **short).record())
    varieties = {"players": 6, "challenge_ms": 100, "take_rule": "play_wished", "stall_rounds": 3, "max_deals": 1}
    with_stocks = played("honors_2", 6, **varieties)
    stocks = as_json(with_stocks.record())
    fork = as_json(played_on(with_stocks, 2).record())
    deck = tuple(reversed(GAMES["honors_4"].deck))
    given = as_json(played("honors_4", 1, **(short | {"max_deals": 2}), decks=(deck,)).record())
    literature = as_json(played("literature", 11).record())
    vectors.add("honors-4", None, "One deal, shuffled.", base)
    vectors.add("honors-2-stocks", None, "One deal, and four stocks that were formed anew.", stocks)
    vectors.add("honors-4-given-deck", None, "Two deals: the deck of the first is given.", given)
    vectors.add("literature", None, "Six players, three of whom have added entropy.", literature)
    vectors.add("taken-back", None, "A move was taken back; it stays there.", as_json(taken_back().record()))
    vectors.add("fork", None, "It goes on from another game, where two of its four stocks had been formed.", fork)
    rated = changed(fork, lambda record: record.update(rated=True))
    vectors.add("fork-rated", "wrong_head", "The head says that a fork is rated.", rated)
    vectors.add("no-key-given", None, "Without a trusted key the one counts that the record names.", base, key=None)
    unnamed = changed(base, lambda record: record["seal"].update(public_key=None))
    vectors.add("key-not-named", None, "The record does not name its key; the trusted one fits.", unnamed)
    vectors.add("no-key", "no_key", "Nobody says which key it is.", unnamed, key=None)
    return base, stocks


def tampered_records(vectors: Vectors, base: Document) -> None:
    """Add records in which somebody has changed something afterwards."""

    def bad(name: str, code: str, why: str, change: Callable[[Document], object]) -> None:
        vectors.add(name, code, why, changed(base, change))

    bad("flipped", "hash_wrong", "One digit of the time of an event is another.", lambda r: later(r["events"][9]))
    bad("flipped-hash", "hash_wrong", "One digit of a hash is another.", lambda r: flip(r["events"][9], "hash"))
    bad("swapped", "events_swapped", "Two events have changed places.", lambda r: swap(r["events"], 9, 10))
    bad("missing", "event_missing", "An event is missing.", lambda r: r["events"].pop(9))
    bad(
        "tail-missing",
        "event_missing",
        "The last events are missing.",
        lambda r: r["events"].__delitem__(slice(-3, None)),
    )
    bad("repeated", "event_added", "An event is there twice.", lambda r: r["events"].insert(9, r["events"][9]))
    bad("added", "event_added", "There is an event after the end.", add_event)
    bad("rechained", "seal_hash_wrong", "An event is another, and the hashes were made anew.", rechain)
    bad(
        "another-table",
        "hash_wrong",
        "It is said to be of another table.",
        lambda r: r.update(table=str(GAME)[:-1] + "0"),
    )
    bad(
        "wrong-signature",
        "bad_signature",
        "One digit of the signature is another.",
        lambda r: flip(r["seal"], "signature"),
    )
    bad("wrong-head-game", "wrong_head", "The head names another game.", lambda r: r.update(game="literature"))
    bad("wrong-head-players", "wrong_head", "The head has the players on other seats.", lambda r: swap(r["players"]))
    bad("wrong-head-entropy", "wrong_head", "The head has other entropy.", lambda r: swap(r["deal"]["entropy"]))
    bad("wrong-head-secret", "wrong_head", "The head has another secret.", lambda r: flip(r["deal"], "secret"))
    bad("unknown-member", "malformed", "An event has a member too many.", lambda r: r["events"][3].update(note="x"))
    bad("missing-member", "malformed", "An event has no step.", lambda r: r["events"][3].pop("step"))
    bad("capitals", "malformed", "The id of the table is in capitals.", lambda r: r.update(table=r["table"].upper()))
    bad("no-events", "event_missing", "There are no events.", lambda r: r["events"].clear())
    bad(
        "unknown-format",
        "unknown_format",
        "It is a record of another format.",
        lambda r: r.update(format="parlour-record-9"),
    )


def later(entry: Document) -> None:
    """Let an event happen a millisecond later."""
    entry["event"]["at"] += 1


def add_event(record: Document) -> None:
    """Add an event at the end, with a hash that fits."""
    seal = record["seal"]
    record["events"].append(record["events"][-1] | {"version": seal["version"] + 1})
    chained(record, None)


def rechain(record: Document) -> None:
    """Alter an event, and make all hashes anew."""
    later(record["events"][9])
    chained(record, None)


def forged_records(vectors: Vectors, base: Document, stocks: Document) -> None:
    """Add records that the service itself would have signed, if it cheated; or somebody with another key."""

    def forged(name: str, code: str, why: str, change: Callable[[Document], object], of: Document = base) -> None:
        vectors.add(name, code, why, chained(changed(of, change)))

    def other_secret(record: Document) -> None:
        record["deal"]["secret"] = event(record, "table_opened")["secret"] = "ab" * 32

    forged("wrong-commitment", "wrong_commitment", "The secret is not the one that was committed to.", other_secret)
    forged(
        "wrong-deck",
        "wrong_deck",
        "Two cards of the deck have changed places.",
        lambda r: swap(event(r, "deal_started")["deck"]),
    )
    forged(
        "wrong-stock",
        "wrong_stock",
        "Two cards of a stock have changed places.",
        lambda r: swap(event(r, "stock_formed")["order"]),
        stocks,
    )
    forged("not-finished", "not_finished", "The game has no end.", lambda r: r["events"].pop())
    stranger = chained(copy.deepcopy(base), STRANGER)
    vectors.add("other-key", "wrong_key", "Somebody else has signed it, with their own key.", stranger)
    vectors.add("other-key-not-known", None, "The same, if nobody says which key is the right one.", stranger, key=None)
    named = changed(stranger, lambda r: r["seal"].update(key_id=SIGNER.key_id, public_key=KEY))
    vectors.add("other-key-other-name", "bad_signature", "Somebody else has signed it under the service's name.", named)


def unreadable(vectors: Vectors, base: Document) -> None:
    """Add files that not all programs would read alike."""
    text = msgspec.json.encode(base)
    seats, last = b'"version":3,', b'"rules_version":"1"'
    assert text.count(seats) == 1
    vectors.add("duplicate-member", "duplicate_member", "A member is there twice.", text.replace(seats, seats + seats))
    other = text.replace(seats, b'"version":9,' + seats)
    vectors.add("duplicate-member-hidden", "duplicate_member", "The second one is the right one.", other)
    vectors.add("float", "no_integer", "A number is written with a fraction.", text.replace(seats, b'"version":3.0,'))
    vectors.add("exponent", "no_integer", "A number has an exponent.", text.replace(seats, b'"version":3e0,'))
    large = b'"version":9007199254740993,'
    vectors.add("too-large", "no_integer", "A number is too large to be exact everywhere.", text.replace(seats, large))
    surrogate = text.replace(last, b'"rules_version":"\\ud800"', 1)
    vectors.add("surrogate", "not_json", "A text is not Unicode.", surrogate)
    vectors.add("cut-off", "not_json", "The file ends too early.", text[: len(text) // 2])
    vectors.add("two-documents", "not_json", "There is something after the end.", text + b"{}")
    vectors.add("byte-order-mark", "not_json", "It begins with a byte order mark.", b"\xef\xbb\xbf" + text)
    vectors.add(
        "not-utf-8", "not_json", "It is not UTF-8.", text.replace(b'"rules_version":"1"', b'"rules_version":"\xff"', 1)
    )
    vectors.add("a-list", "unknown_format", "It is no object.", b"[" + text + b"]")


def made() -> dict[str, bytes]:
    """Return all files of the vectors by their names."""
    vectors = Vectors()
    base, stocks = true_records(vectors)
    tampered_records(vectors, base)
    forged_records(vectors, base, stocks)
    unreadable(vectors, base)
    asyncio.run(tournaments(vectors))
    asyncio.run(seals_and_proofs(vectors))
    return vectors.all_files()


def main() -> None:
    """Write the vectors, and remove what is none any more."""
    files = made()
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.json"):
        if old.name not in files:
            old.unlink()
    for name, content in files.items():
        (FOLDER / name).write_bytes(content)


if __name__ == "__main__":
    main()
