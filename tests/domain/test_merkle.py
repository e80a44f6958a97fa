"""Merkle trees give the hashes of RFC 9162, and nothing else proves anything."""

from hashlib import sha256

import pytest

from domain.merkle import (
    NOTHING,
    BadPath,
    Growing,
    Node,
    Span,
    consistency,
    inclusion,
    leaf_hash,
    node_hash,
    path,
    root,
    root_by_inclusion,
    root_of,
)
from tests.domain.consistency import goes_on

SIZES = range(1, 40)

LEAVES = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"]
ROOTS = [
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]
"""The test vectors of Certificate Transparency (RFC 6962): eight leaves, and the root over each number of them."""


def hashes(size: int) -> list[bytes]:
    return [leaf_hash(b"%d" % number) for number in range(size)]


def tree(leaves: list[bytes]) -> bytes:
    """Return the root as RFC 9162 defines it, word by word."""
    if len(leaves) <= 1:
        return leaves[0] if leaves else sha256().digest()
    left = 1
    while 2 * left < len(leaves):
        left *= 2
    return node_hash(tree(leaves[:left]), tree(leaves[left:]))


def proof(leaves: list[bytes], spans: list[Span]) -> list[bytes]:
    return [tree(leaves[start:end]) for start, end in spans]


def test_the_roots_are_those_of_the_test_vectors() -> None:
    leaves = [leaf_hash(bytes.fromhex(leaf)) for leaf in LEAVES]

    assert [root(leaves[:size]).hex() for size in range(1, 9)] == ROOTS
    assert root([]) == NOTHING


@pytest.mark.parametrize("size", SIZES)
def test_a_tree_has_the_root_of_its_definition_by_each_way(size: int) -> None:
    leaves, growing = hashes(size), Growing()
    growing.extend(leaves[: size // 2])
    growing.extend(leaves[size // 2 :])

    def hash_of(node: Node) -> bytes:
        height, number = node
        return tree(leaves[number << height : (number + 1) << height])

    assert growing.size == size
    assert root(leaves) == growing.root == root_of((0, size), hash_of) == tree(leaves)


@pytest.mark.parametrize("size", SIZES)
def test_each_leaf_is_proved_and_no_other(size: int) -> None:
    leaves = hashes(size)
    for index, leaf in enumerate(leaves):
        found = path(leaves, index)
        assert found == proof(leaves, inclusion(index, size))
        assert root_by_inclusion(leaf, index, size, found) == root(leaves)
        assert root_by_inclusion(leaf_hash(b"another"), index, size, found) != root(leaves)


@pytest.mark.parametrize("size", SIZES)
def test_a_longer_list_goes_on_each_shorter_one(size: int) -> None:
    leaves = hashes(size)
    for first in range(1, size + 1):
        found = proof(leaves, consistency(first, size))
        assert goes_on(first, root(leaves[:first]), size, root(leaves), found)
        assert not goes_on(first, root(leaves[:first]), size, leaf_hash(b"another"), found)
        assert not goes_on(first, leaf_hash(b"another"), size, root(leaves), found)
        assert not goes_on(first, root(leaves[:first]), size, root(leaves), [*found, NOTHING])


def test_a_list_goes_on_the_empty_one_without_a_proof() -> None:
    assert goes_on(0, NOTHING, 3, root(hashes(3)), [])
    assert not goes_on(0, NOTHING, 3, root(hashes(3)), [NOTHING])
    assert not goes_on(0, leaf_hash(b""), 3, root(hashes(3)), [])


def test_a_list_does_not_go_on_a_longer_one() -> None:
    assert not goes_on(4, root(hashes(4)), 3, root(hashes(3)), [])


def test_a_proof_that_is_too_short_proves_nothing() -> None:
    leaves = hashes(7)
    found = proof(leaves, consistency(3, 7))

    for length in range(len(found)):
        assert not goes_on(3, root(leaves[:3]), 7, root(leaves), found[:length])


@pytest.mark.parametrize(("index", "size", "length"), [(0, 4, 1), (0, 4, 3), (4, 4, 2), (-1, 4, 2), (0, 0, 0)])
def test_a_path_has_as_many_hashes_as_its_place(index: int, size: int, length: int) -> None:
    with pytest.raises(BadPath):
        root_by_inclusion(NOTHING, index, size, [NOTHING] * length)
