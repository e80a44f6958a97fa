"""A deal repeated by somebody who has the description in `domain.fairness` and the standard library, nothing else."""

import hashlib
import hmac
import json
from typing import Any


def repeated(secret: str, entropy: list[str | None], label: str, cards: list[str]) -> list[str]:
    """Return the order that the description gives. `secret` is hexadecimal."""
    texts = json.dumps(entropy, separators=(",", ":"), ensure_ascii=False).encode("utf-8")
    digest = hashlib.sha256(texts).hexdigest()
    stream = b""
    used = 0
    order = sorted(cards, key=lambda card: card.encode("ascii"))
    for last in reversed(range(1, len(order))):
        size = last + 1
        while True:
            if used + 4 > len(stream):
                text = "\n".join(["parlour-shuffle-1", digest, label, str(len(stream) // 32)])
                stream += hmac.new(bytes.fromhex(secret), text.encode("ascii"), hashlib.sha256).digest()
            number = int.from_bytes(stream[used : used + 4], "big")
            used += 4
            if number < 2**32 - 2**32 % size:
                break
        chosen = number % size
        order[chosen], order[last] = order[last], order[chosen]
    return order


def repeated_deals(record: dict[str, Any], cards: list[str]) -> list[tuple[list[str], list[str]]]:
    """Return the order of every deal of a record file: as recorded, and as repeated from the head of the file."""
    deal = record["deal"]
    decks = [event["event"]["deck"] for event in record["events"] if event["event"]["type"] == "deal_started"]
    return [
        (deck, repeated(deal["secret"], deal["entropy"], f"deal:{number}", cards))
        for number, deck in enumerate(decks, start=1)
    ]
