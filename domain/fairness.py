"""Fair deals by commit and reveal: anyone can repeat every deal and every shuffle afterwards.

At a table's creation the service draws a `secret` of 32 bytes and publishes `SHA-256(secret)`. Each player may add
entropy (a text) when they sit down; since version 0.4 it is the hexadecimal SHA-256 of what they type. When the record
of the game opens, the secret is in it. An order is then repeated so (version `parlour-shuffle-1`; HMAC-SHA-256 and
SHA-256 suffice):

1. `entropy` = SHA-256 of the JSON array of the players' texts by seat, null where a seat gave none, in UTF-8 and in
   canonical form (RFC 8785: no white space, no needless escapes), in hexadecimal.
2. `label` = `deal:K` for the deck of deal K (from 1), `shuffle:K` for the K-th stock formed anew in the game (from 1).
3. Block i (from 0) = HMAC-SHA-256(key = secret, text = `parlour-shuffle-1` LF `entropy` LF `label` LF i in decimal).
   The blocks one after the other are read as a stream of big-endian unsigned 32-bit numbers.
4. The cards are sorted ascending by their ASCII codes. For i = n-1 down to 1: take the next number u of the stream,
   again and again until u < 2³² − (2³² mod (i+1)); let j = u mod (i+1); exchange cards i and j. (Fisher–Yates; the
   rejection makes each order equally likely.)
5. The result is the order, top card first.

Source: Fisher–Yates after Knuth, TAOCP vol. 2, 3.4.2, algorithm P; HMAC: RFC 2104.
What it proves: the service had chosen its secret before the players chose their texts. The texts are no secret, so
the last one to sit down, who knows the secret, can choose among decks. Rejected: texts that are opened when all sit.
A player who does not like the deck would keep theirs back, and the table would have to wait for them, or go on without.

Test vectors: `tests/golden/shuffles.json`.
"""

import hashlib
import hmac
import json
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain, count
from struct import unpack

ALGORITHM = "parlour-shuffle-1"
CANONICAL = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def commitment(secret: bytes) -> str:
    """Return what is published of a secret before the deal: its SHA-256, in hexadecimal."""
    return hashlib.sha256(secret).hexdigest()


def entropy_digest(entropy: Sequence[str | None]) -> str:
    """Return the players' entropy by seat (None: none given) as one hexadecimal SHA-256."""
    return hashlib.sha256(CANONICAL.encode(list(entropy)).encode()).hexdigest()


def numbers(secret: bytes, entropy: str, label: str) -> Iterator[int]:
    """Return the endless stream of 32-bit numbers for a label (steps 2 and 3)."""
    begun = hmac.new(secret, f"{ALGORITHM}\n{entropy}\n{label}\n".encode(), "sha256")

    def block(number: int) -> tuple[int, ...]:
        code = begun.copy()
        code.update(b"%d" % number)
        return unpack(">8I", code.digest())

    return chain.from_iterable(map(block, count()))


@cache
def steps(size: int) -> tuple[tuple[int, int], ...]:
    """Return the places from the last to the second, each with the number from which on numbers are rejected."""
    return tuple((i, 2**32 - 2**32 % (i + 1)) for i in range(size - 1, 0, -1))


def order(secret: bytes, entropy: str, label: str, cards: Sequence[str]) -> tuple[str, ...]:
    """Return the cards in their order, top card first (steps 4 and 5). The order they come in does not matter."""
    stream = numbers(secret, entropy, label)
    shuffled = sorted(cards)
    for i, fair in steps(len(shuffled)):
        number = next(stream)
        while number >= fair:
            number = next(stream)
        j = number % (i + 1)
        shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
    return tuple(shuffled)


class FairChance:
    """The chance of one game: every order is a function of its secret, the players' entropy and a counter.

    `decks` are the orders that an operator has fixed for the deals 1, 2, …; `stocks_formed` is the number of stocks
    that the game has formed anew so far.
    """

    __slots__ = ("decks", "entropy", "secret", "stocks_formed")

    def __init__(
        self,
        secret: bytes,
        entropy: Sequence[str | None],
        decks: Sequence[tuple[str, ...]] = (),
        stocks_formed: int = 0,
    ) -> None:
        self.secret = secret
        self.entropy = entropy
        self.decks = decks
        self.stocks_formed = stocks_formed

    def deal(self, number: int, cards: tuple[str, ...]) -> tuple[str, ...]:
        """Return the order of the deck of deal `number`: the given one, or a shuffled one."""
        if number <= len(self.decks):
            return self.decks[number - 1]
        return order(self.secret, entropy_digest(self.entropy), f"deal:{number}", cards)

    def shuffle(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        """Return the order of the next stock that is formed anew."""
        self.stocks_formed += 1
        return order(self.secret, entropy_digest(self.entropy), f"shuffle:{self.stocks_formed}", cards)
