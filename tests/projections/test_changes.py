"""The changes from one document to another, applied by an independent program, give the other one."""

from typing import Any

import jsonpatch
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from projections.changes import Change, changed, changes

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
