"""Checks the proof that one Merkle tree goes on another, as readers of seals do; the service itself never does."""

from collections.abc import Sequence

from domain.merkle import NOTHING, BadPath, left_size, node_hash


def goes_on(first: int, first_root: bytes, size: int, size_root: bytes, proof: Sequence[bytes]) -> bool:
    """Return whether a proof shows that the tree of `size` leaves begins with the `first` leaves of another."""
    if first == 0:
        return not proof and first_root == NOTHING
    try:
        return first <= size and both_roots(first, size, proof, first_root) == (first_root, size_root)
    except BadPath:
        return False


def both_roots(first: int, size: int, proof: Sequence[bytes], whole: bytes | None) -> tuple[bytes, bytes]:
    """Return the roots of the first leaves, and of all. Raises `BadPath`.

    `whole` is the root of the first leaves if they are the beginning of the whole tree: then no proof repeats it.
    """
    if first == size:
        if len(proof) != (whole is None):
            raise BadPath
        return (whole, whole) if whole is not None else (proof[0], proof[0])
    if not proof:
        raise BadPath
    *nearer, sibling = proof
    left = left_size(size)
    if first <= left:
        before, now = both_roots(first, left, nearer, whole)
        return before, node_hash(now, sibling)
    before, now = both_roots(first - left, size - left, nearer, None)
    return node_hash(sibling, before), node_hash(sibling, now)
