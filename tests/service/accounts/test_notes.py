"""Notes: what is accepted, and how it is named."""

import hashlib
from uuid import UUID, uuid4

import pytest

from service.accounts.memory import MemoryAccounts
from service.accounts.notes import LONGEST_NOTE, BadNote, Notes, accepted, digest_of

TABLE = uuid4()
ADA = uuid4()


@pytest.fixture
def notes() -> Notes:
    return Notes(MemoryAccounts())


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("The clock was stopped.", "The clock was stopped."),
        ("  spaces   become single ", "spaces become single"),
        ("Le\u0301a's seat", "L\u00e9a's seat"),
        ("牌局中断", "牌局中断"),
        ("house, admin and parlour are words like others", "house, admin and parlour are words like others"),
        ("x" * LONGEST_NOTE, "x" * LONGEST_NOTE),
    ],
)
def test_a_text_is_kept_composed(text: str, kept: str) -> None:
    assert accepted(text) == kept


@pytest.mark.parametrize(
    "text",
    ["", "   ", "x" * (LONGEST_NOTE + 1), "two\nlines", "a\x00b", "\u202ebackwards", "no\u200bspace", "…", "\ud800"],
)
def test_what_nobody_sees_is_not_accepted(text: str) -> None:
    with pytest.raises(BadNote):
        accepted(text)


async def test_a_note_is_named_by_a_salted_hash_and_told_by_it(notes: Notes) -> None:
    digest = await notes.keep("A late start.", about=TABLE, author=ADA)

    assert bytes.fromhex(digest) != hashlib.sha256(b"A late start.").digest()
    assert await notes.text_of([digest, "00" * 32]) == {digest: "A late start."}


async def test_the_same_text_of_two_people_has_two_names(notes: Notes) -> None:
    digests = {await notes.keep("A late start.", about=TABLE, author=UUID(int=who)) for who in range(3)}

    assert len(digests) == 3


async def test_a_refused_text_is_not_kept(notes: Notes) -> None:
    with pytest.raises(BadNote):
        await notes.keep("two\nlines", about=TABLE, author=ADA)

    assert await notes.text_of([]) == {}


def test_a_digest_is_over_salt_and_text() -> None:
    assert digest_of(b"s" * 16, "é") == hashlib.sha256(b"parlour-note-1\n" + b"s" * 16 + "é".encode()).digest()
