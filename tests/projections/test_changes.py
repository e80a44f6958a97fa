"""The changes from one document to another, applied by an independent program, give the other one."""

from typing import Any

import jsonpatch
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET, Struct, UnsetType

from projections.changes import Change, changed, changes


class Card(Struct, tag="card", rename={"source": "from"}):
    """A struct whose fields have other names in JSON, and one of which may be missing."""

    source: str | None
    place: int | UnsetType = UNSET


class Pile(Struct, tag="pile"):
    """A struct with others in it."""

    cards: tuple[Card, ...]
    top: Card | UnsetType = UNSET
    counts: dict[str, Card] = {}


class Pair(Struct, array_like=True):
    """A struct that is a list in JSON."""

    first: int
    second: int = 2


class Brief(Struct, omit_defaults=True):
    """A struct of which JSON has only what is not usual."""

    count: int = 0


names = st.sampled_from(["a", "b", "a/b", "~", ""])
documents: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.integers(0, 3) | st.sampled_from(["", "card"]),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(names, inner, max_size=4),
    max_leaves=20,
)


def patched(before: Any, after: Any) -> Any:
    """Return a document with the changes to another one."""
    return jsonpatch.apply_patch(before, msgspec.to_builtins(list(changes(before, after))))


@given(documents, documents)
def test_the_changes_turn_one_document_into_the_other(before: Any, after: Any) -> None:
    assert patched(before, after) == after


@given(documents)
def test_what_is_the_same_has_no_changes(document: Any) -> None:
    assert list(changes(document, msgspec.json.decode(msgspec.json.encode(document)))) == []


@pytest.mark.parametrize(
    ("before", "after", "found"),
    [
        ([1, 2, 3, 4], [1, 3, 4], ["remove /1"]),
        ([1, 2, 3], [1, 2, 9, 3], ["add /2"]),
        ([1, 2, 3], [4, 3], ["replace /0", "remove /1"]),
        ({"zones": [{"count": 5}, {"count": 1}]}, {"zones": [{"count": 4}, {"count": 1}]}, ["replace /zones/0/count"]),
        ({"a/b": 1}, {"~": None}, ["remove /a~1b", "add /~0"]),
        ([], {}, ["replace "]),
        ({"deal": 1, "turn": 0}, {"deal": 1, "turn": 1}, ["replace /turn"]),
        (1, 1, []),
    ],
)
def test_what_stays_is_not_sent_again(before: Any, after: Any, found: list[str]) -> None:
    patch = list(changes(before, after))

    assert [f"{each.op} {each.path}" for each in patch] == found
    assert changed(before, patch) == patched(before, after) == after


@given(documents, documents)
def test_a_patch_is_applied_and_leaves_the_document_before_as_it_was(before: Any, after: Any) -> None:
    was = msgspec.json.encode(before)

    assert changed(before, changes(before, after)) == after
    assert msgspec.json.encode(before) == was


def test_what_does_not_change_is_shared() -> None:
    before: Any = {"hands": [["AS"], ["2S"]], "turn": 0}

    after = changed(before, [Change("add", "/hands/1/0", "3S")])

    assert after == {"hands": [["AS"], ["3S", "2S"]], "turn": 0}
    assert after["hands"][0] is before["hands"][0]


@pytest.mark.parametrize("path", ["/b/c", "/a/x", "/a/0/0", "/a/7/0"])
def test_a_patch_that_does_not_fit_is_no_patch(path: str) -> None:
    with pytest.raises((LookupError, TypeError, ValueError, AttributeError)):
        changed({"a": [1]}, [Change("replace", path, 1)])


cards = st.builds(Card, st.sampled_from([None, "a"]), st.integers(0, 1) | st.just(UNSET))
piles = st.builds(Pile, st.lists(cards, max_size=3).map(tuple), cards | st.just(UNSET), st.dictionaries(names, cards))
structs = piles | cards | st.builds(Pair, st.integers(0, 2)) | st.builds(Brief, st.integers(0, 2)) | st.none()


@given(st.tuples(structs, structs), st.tuples(structs, structs))
def test_structs_have_the_changes_of_the_json_that_they_are(before: Any, after: Any) -> None:
    """One by one, in this order: a client has the same lines whatever the service compares."""
    assert changes(before, after) == changes(msgspec.to_builtins(before), msgspec.to_builtins(after))


@pytest.mark.parametrize(
    ("before", "after", "found"),
    [
        (Card("a"), Card("b"), [Change("replace", "/from", "b")]),
        (Card("a", 1), Card("a"), [Change("remove", "/place")]),
        (Card("a"), Card("a", 1), [Change("add", "/place", 1)]),
        (Pile((Card("a"),)), Pile((Card("b"), Card("a"))), [Change("add", "/cards/0", {"type": "card", "from": "b"})]),
        (None, Card("a"), [Change("replace", "", {"type": "card", "from": "a"})]),
        (Pair(1), Pair(3), [Change("replace", "/0", 3)]),
        (Brief(1), Brief(), [Change("remove", "/count")]),
    ],
)
def test_of_structs_only_what_differs_is_looked_at(before: Any, after: Any, found: list[Change]) -> None:
    assert changes(before, after) == found
