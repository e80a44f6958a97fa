"""Merkle trees over lists that only grow (RFC 9162, 2.1): proofs that a list has a leaf, and that it goes on another.

    root of nothing      SHA-256 of no bytes
    hash of a leaf       SHA-256(0x00 ‖ leaf)
    hash of a node       SHA-256(0x01 ‖ left ‖ right)

On the left are as many leaves as the largest power of two that is smaller than their number. A tree of any size
consists of perfect ones, of 2^height leaves each. A place in it is a span of leaves, `(start, end)`.
"""

from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from typing import TypeAlias

Span: TypeAlias = tuple[int, int]
"""The leaves from the first number up to the second one, which is not one of them."""

Node: TypeAlias = tuple[int, int]
"""A perfect tree within one: its height, and its number among those of that height."""

NOTHING = sha256().digest()
"""The root of a tree without leaves."""


class BadPath(ValueError):
    """A proof does not have the number of hashes that its index, and the size of its tree, require."""


def leaf_hash(leaf: bytes) -> bytes:
    """Return the SHA-256 of a leaf, which begins with 0, so that no leaf can pass for a node (RFC 9162, 2.1.1)."""
    return sha256(b"\x00" + leaf).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """Return the SHA-256 of the hashes of a node's children, which begins with 1 (RFC 9162, 2.1.1)."""
    return sha256(b"\x01" + left + right).digest()


def root(hashes: Sequence[bytes]) -> bytes:
    """Return the root over leaves, given by their hashes."""
    growing = Growing()
    growing.extend(hashes)
    return growing.root


class Growing:
    """A tree to which leaves are added one by one; it keeps only the roots of the perfect trees that it consists of."""

    def __init__(self) -> None:
        self.size = 0
        self._edge: list[bytes] = []

    def extend(self, hashes: Iterable[bytes]) -> None:
        """Add leaves, given by their hashes."""
        edge = self._edge
        for each in hashes:
            hash_ = each
            self.size += 1
            for _ in range((self.size & -self.size).bit_length() - 1):
                hash_ = node_hash(edge.pop(), hash_)
            edge.append(hash_)

    @property
    def root(self) -> bytes:
        """The root over the leaves so far."""
        return joined(self._edge)


def joined(perfect_roots: Sequence[bytes]) -> bytes:
    """Return the root of a tree from those of the perfect trees that it consists of, the largest first."""
    if not perfect_roots:
        return NOTHING
    *others, found = perfect_roots
    for each in reversed(others):
        found = node_hash(each, found)
    return found


def left_size(size: int) -> int:
    """Return how many of at least two leaves are on the left: the largest power of two below the size."""
    return 1 << ((size - 1).bit_length() - 1)


def perfect_trees(span: Span) -> list[Node]:
    """Return the perfect trees that a span consists of, the largest first. It begins where such a tree begins."""
    start, end = span
    found = []
    while start < end:
        height = (end - start).bit_length() - 1
        found.append((height, start >> height))
        start += 1 << height
    return found


# Proofs: which hashes are in them


def inclusion(index: int, size: int) -> list[Span]:
    """Return the spans whose roots prove that a leaf is in a tree, the nearest first."""
    found = []
    start, end = 0, size
    while end - start > 1:
        middle = start + left_size(end - start)
        found.append((middle, end) if index < middle else (start, middle))
        start, end = (start, middle) if index < middle else (middle, end)
    return found[::-1]


def consistency(first: int, size: int) -> list[Span]:
    """Return the spans for a proof that a tree continues the tree of its `first` leaves: the proof has their roots.

    There is at least one leaf in the first tree.
    """
    found = []
    start, end = 0, size
    while first < end:
        middle = start + left_size(end - start)
        found.append((middle, end) if first <= middle else (start, middle))
        start, end = (start, middle) if first <= middle else (middle, end)
    if start:
        found.append((start, end))
    return found[::-1]


def path(hashes: Sequence[bytes], index: int) -> list[bytes]:
    """Return the proof that a leaf is in a tree whose leaves are all at hand, by their hashes."""
    return [root(hashes[start:end]) for start, end in inclusion(index, len(hashes))]


# Proofs: what follows from them


def root_by_inclusion(leaf: bytes, index: int, size: int, proof: Sequence[bytes]) -> bytes:
    """Return the root of a tree that has a leaf, given by its hash, at an index. Raises `BadPath`."""
    spans = inclusion(index, size) if 0 <= index < size else None
    if spans is None or len(spans) != len(proof):
        raise BadPath
    found = leaf
    for (start, _), sibling in zip(spans, proof, strict=True):
        found = node_hash(sibling, found) if start <= index else node_hash(found, sibling)
    return found


def root_of(span: Span, hash_of: Callable[[Node], bytes]) -> bytes:
    """Return the root over a span, from the hashes of perfect trees."""
    return joined([hash_of(each) for each in perfect_trees(span)])
