"""The port of the accounts: players and what belongs to them, wherever that is kept."""

from collections.abc import Collection, Mapping
from typing import Protocol
from uuid import UUID

from service.accounts.apps_port import AppStore
from service.accounts.port import FULL, Account, Forgotten, IssuedToken, Look, Note, Page, PagePart, Player, Terms
from service.accounts.scopes import Role


class AccountStore(AppStore, Protocol):
    """Where players, tokens and apps are kept. Everything raises `StoreUnavailable`."""

    async def add_player(self, player: Player, at: int) -> None:
        """Keep a new player."""

    async def player(self, player: UUID) -> Player | None:
        """Return a player; None if there is none of this id."""

    async def names(self, players: Collection[UUID]) -> dict[UUID, str]:
        """Return the names of those of some players who exist: players who were forgotten are missing."""

    async def named(self, first: str, last: str, limit: int) -> list[Player]:
        """Return players whose names in lower case (of A to Z) stand from `first` to before `last`, in this order.

        Texts are compared by their code points. At most `limit` are returned.
        """

    async def page(self, player: UUID) -> Page | None:
        """Return what the page of a player is made of; None if there is none of this id."""

    async def change_player(self, player: UUID, name: str | None, shows: Collection[PagePart] | None = None) -> None:
        """Keep another name of a player, what their page shows, or both; None: as before."""

    async def add_token(
        self, token_hash: bytes, player: UUID, role: Role, at: int, terms: Terms = FULL, *, by: bytes | None = None
    ) -> None:
        """Keep a new token of a player, by its SHA-256 only. Raises `UnknownPlayer` and `TooManyTokens`.

        `by` is the SHA-256 of the token with which it is made; raises `InvalidToken` if that is no longer valid. Of the
        player's invalid tokens only the newest are kept.
        """

    async def revoke_token(self, token_hash: bytes, at: int, *, by: Account | None = None) -> bool:
        """Revoke a token; return whether that was still to be done.

        `by` is the account that asks for it. Raises `UnknownPlayer`, and `InvalidToken` if the token of that account is
        no longer valid: otherwise two tokens that revoke each other at the same time would leave their player none.
        """

    async def revoke_others(self, player: UUID, but: bytes, at: int, *, and_code: bool = False) -> list[bytes]:
        """Revoke all tokens of a player but one; return the hashes of those that were not revoked before.

        Raises `UnknownPlayer`, and `InvalidToken` if that one is no longer valid, as `revoke_token` does.

        `and_code`: their recovery code is removed, too. Neither a token nor a code of theirs can be made at the same
        time and be left out.
        """

    async def set_recovery(self, player: UUID, code_hash: bytes, at: int, *, by: bytes | None = None) -> None:
        """Keep the SHA-256 of a player's recovery code, in place of the one before. Raises `UnknownPlayer`.

        `by` is the SHA-256 of the token with which it is made; raises `InvalidToken` if that is no longer valid.
        """

    async def recovery_made_at(self, player: UUID) -> int | None:
        """Return when the recovery code of a player was made; None: they have none."""

    async def recover(
        self, code_hash: bytes, token_hash: bytes, at: int, *, revoke_others: bool
    ) -> tuple[UUID, list[bytes]] | None:
        """Use up a recovery code, for a new token that may do all that a player may; None: there is no such code.

        Return the player, and the hashes of the tokens that were revoked. If the code was used up for this token less
        than `AGAIN_MS` ago, and the token is still valid, the answer is the same. With `revoke_others` the other tokens
        are then revoked, and a code that was made since. Raises `TooManyTokens`: then nothing has changed.
        """

    async def tokens_of(self, player: UUID, at: int) -> list[IssuedToken]:
        """Return the tokens of a player that are valid at a time, the newest first."""

    async def note_uses(self, hours: Mapping[bytes, int]) -> None:
        """Note in which hours tokens were used, by their hashes; an earlier hour than the noted one changes nothing."""

    async def tokens(self, limit: int, before: tuple[int, bytes] | None = None) -> list[IssuedToken]:
        """Return tokens, the newest first, at most `limit`.

        `before` is the time and the hash of the last token of the page before (keyset paging).
        """

    async def unrevoked_tokens(self, first: bytes, last: bytes, limit: int) -> list[IssuedToken]:
        """Return tokens that are not revoked, by their hashes from the first to the last, at most `limit`."""

    async def account(self, token_hash: bytes) -> Account | None:
        """Return the account of the token with this SHA-256, `revoked` or not; None if there was never such a token."""

    # Blocks

    async def block(self, player: UUID, blocked: UUID, at: int) -> None:
        """Note that a player blocks another one, if they do not yet. Raises `UnknownPlayer` and `TooManyBlocks`."""

    async def unblock(self, player: UUID, blocked: UUID) -> bool:
        """Remove a player's block of another one; return whether there was one."""

    async def blocks_of(self, player: UUID) -> list[tuple[UUID, int]]:
        """Return whom a player blocks, and since when, the last first."""

    async def blocks_between(self, players: Collection[UUID]) -> set[tuple[UUID, UUID]]:
        """Return the blocks among some players: pairs of the blocking and the blocked player."""

    # Notes

    async def keep_note(self, note: Note) -> bytes:
        """Keep a note, unless its author has said the same about the same thing; return the digest of the one kept."""

    async def add_notes(self, notes: Collection[Note]) -> None:
        """Keep notes, each under its own digest, even if their authors have said the same about the same thing."""

    async def notes(self, digests: Collection[bytes]) -> dict[bytes, str]:
        """Return the texts of notes by their digests, as far as they are kept."""

    # Looks

    async def add_look(self, look: Look) -> None:
        """Record a look, for ever."""

    async def looks(
        self, limit: int, *, table: UUID | None = None, player: UUID | None = None, before: int | None = None
    ) -> list[tuple[int, Look]]:
        """Return looks by their numbers, the newest first, at most `limit`: those at a table, by a player, or all.

        `before` is the number of the last look of the page before.
        """

    # Forgetting

    async def forget(self, forgotten: Forgotten) -> list[bytes]:
        """Delete a player with all that is known of them; return the hashes of their tokens.

        That is their name, tokens, recovery code, blocks, and the notes by and about them. Their id is kept among those
        that are forgotten, whether or not there is such a player. Forgetting a player again changes nothing.
        """

    async def is_forgotten(self, player: UUID) -> bool:
        """Return whether a player was forgotten."""

    async def forgotten(self, limit: int, before: tuple[int, UUID] | None = None) -> list[Forgotten]:
        """Return the players who are forgotten, the last first, at most `limit`.

        `before` is the time and the id of the last one of the page before.
        """
