"""Notes: what people type beside the log, such as why a ruling was made.

An event is for ever, so it holds no text that anybody has typed. It has the digest of a note: the SHA-256 of a random
salt and the text, which tells nothing of a text that is deleted together with its salt. A note goes when its author is
forgotten, or the player whom it is about.
"""

import hashlib
import secrets
from collections.abc import Collection, Iterable
from uuid import UUID

from service.accounts.names import BadName, composed, must_be_visible
from service.accounts.port import Note
from service.accounts.store import AccountStore
from service.runtime.time import now

LONGEST_NOTE = 500

SALT_BYTES = 16

DOMAIN = b"parlour-note-1\n"


class BadNote(ValueError):
    """A text is not accepted; this one says why."""


def accepted(text: str) -> str:
    """Return a text in the form in which it is kept: composed (NFC), with single spaces. Raises `BadNote`."""
    text = composed(text)
    if not 1 <= len(text) <= LONGEST_NOTE:
        raise BadNote(f"The text has 1 to {LONGEST_NOTE} characters when it is composed (NFC).")
    try:
        must_be_visible(text)
    except BadName as bad:
        raise BadNote(str(bad)) from None
    return text


def digest_of(salt: bytes, text: str) -> bytes:
    """Return what names a note."""
    return hashlib.sha256(DOMAIN + salt + text.encode()).digest()


def written(text: str, *, about: UUID, author: UUID) -> Note:
    """Return a note that is not kept yet. Raises `BadNote`."""
    text, salt = accepted(text), secrets.token_bytes(SALT_BYTES)
    return Note(digest_of(salt, text), about, author, text, salt, now())


class Notes:
    """The notes in a store. Everything raises `StoreUnavailable`."""

    def __init__(self, store: AccountStore) -> None:
        self._store = store

    async def keep(self, text: str, *, about: UUID, author: UUID) -> str:
        """Keep what somebody has typed about a table, a tournament or a player; return its digest, hexadecimal.

        An author who says the same about the same thing twice has one note. Raises `BadNote`.
        """
        return (await self._store.keep_note(written(text, about=about, author=author))).hex()

    async def add(self, notes: Collection[Note]) -> None:
        """Keep notes that are written, such as those of a command that is not refused."""
        await self._store.add_notes(notes)

    async def text_of(self, digests: Iterable[str]) -> dict[str, str]:
        """Return the texts by the digests of their notes; those that were deleted are missing."""
        found = await self._store.notes([bytes.fromhex(digest) for digest in digests])
        return {digest.hex(): text for digest, text in found.items()}
