"""The port of the accounts: players and their tokens, wherever they are kept. All times are milliseconds since 1970."""

from collections.abc import Collection
from typing import Annotated, Final, Literal, Protocol
from uuid import UUID

from msgspec import Meta, Struct

from domain.table import HouseKind
from service.accounts.names import LONGEST_NAME

Role = Literal["player", "operator", "analyst"]

PlayerName = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=LONGEST_NAME,
        pattern=r"^[^\x00-\x1f\x7f-\x9f]+$",
        description="The name: 1 to 40 characters that can be seen, and single spaces. It is kept composed (NFC).",
        examples=["Ada"],
    ),
]


class Account(Struct, frozen=True, gc=False):
    """Who is asking: a player, through one token with its role."""

    player: UUID
    role: Role
    token_hash: bytes
    revoked: bool = False
    oversees: bool = False
    """Whether this is about a look that has been recorded: then they see what no player in their place could."""

    @property
    def is_stranger(self) -> bool:
        """Whether nobody knows who is asking: there is no token."""
        return not self.token_hash


STRANGER: Final = Account(UUID(int=0), "player", b"")
"""Who asks without a token: a player who has no seat, no table and no invitation, since nobody has this id."""


class Player(Struct, frozen=True):
    """What everybody may know about a player."""

    id: UUID
    name: PlayerName
    house: Annotated[
        HouseKind | None,
        Meta(description="The kind of house player; null: a player with an account."),
    ] = None
    former: Annotated[
        bool,
        Meta(description="Whether they are a former player: only the id is kept of them, and `name` is no name."),
    ] = False


class IssuedToken(Struct, frozen=True):
    """A token as its operator may know it."""

    player: UUID
    hash: bytes
    role: Role
    name: str
    created_at: int
    revoked_at: int | None


class Note(Struct, frozen=True):
    """A text that its author has typed about something; `digest` is the SHA-256 of the salt and the text."""

    digest: bytes
    about: UUID
    author: UUID
    text: str
    salt: bytes
    created_at: int


class Forgotten(Struct, frozen=True):
    """That all that was known of a player was deleted: when, at whose wish (their own, or an operator's), and why."""

    player: UUID
    at: int
    by: UUID
    note: bytes | None = None


class Look(Struct, frozen=True):
    """That somebody saw what a player in their place could not have seen; `note` is why.

    `table` and its `version` are None where it is of no table: what is known of many.
    """

    at: int
    player: UUID
    role: Role
    table: UUID | None
    operation: str
    seat: str | None
    version: int | None
    note: bytes


class UnknownPlayer(Exception):
    """There is no player of this id."""


class AccountStore(Protocol):
    """Where players and tokens are kept. Everything raises `StoreUnavailable`."""

    async def add_player(self, player: Player, at: int) -> None:
        """Keep a new player."""
        ...

    async def player(self, player: UUID) -> Player | None:
        """Return a player; None if there is none of this id."""
        ...

    async def names(self, players: Collection[UUID]) -> dict[UUID, str]:
        """Return the names of those of some players that there are: who was forgotten is missing."""
        ...

    async def named(self, first: str, last: str, limit: int) -> list[Player]:
        """Return players whose names in small letters (of A to Z) stand from `first` to before `last`, in this order.

        Texts are compared by their code points. At most `limit` are returned.
        """
        ...

    async def rename_player(self, player: UUID, name: str) -> None:
        """Keep another name of a player."""
        ...

    async def add_token(self, token_hash: bytes, player: UUID, role: Role, at: int) -> None:
        """Keep a new token of a player, by its SHA-256 only. Raises `UnknownPlayer`."""
        ...

    async def revoke_token(self, token_hash: bytes, at: int) -> bool:
        """Make a token worthless; return whether it was worth something."""
        ...

    async def tokens(self, limit: int, before: tuple[int, bytes] | None = None) -> list[IssuedToken]:
        """Return tokens, the newest first, at most `limit`.

        `before` is the time and the hash of the last token of the page before (keyset paging).
        """
        ...

    async def good_tokens(self, first: bytes, last: bytes, limit: int) -> list[IssuedToken]:
        """Return tokens that are worth something, by their hashes from the first to the last, at most `limit`."""
        ...

    async def account(self, token_hash: bytes) -> Account | None:
        """Return the account of the token with this SHA-256, `revoked` or not; None if there was never such a token."""
        ...

    # Notes

    async def keep_note(self, note: Note) -> bytes:
        """Keep a note, unless its author has said the same of the same; return the digest of the one that is kept."""
        ...

    async def notes(self, digests: Collection[bytes]) -> dict[bytes, str]:
        """Return the texts of notes by their digests, as far as they are kept."""
        ...

    # Looks

    async def add_look(self, look: Look) -> None:
        """Record a look, for ever."""
        ...

    async def looks(
        self, limit: int, *, table: UUID | None = None, player: UUID | None = None, before: int | None = None
    ) -> list[tuple[int, Look]]:
        """Return looks by their numbers, the newest first, at most `limit`: those at a table, by a player, or all.

        `before` is the number of the last look of the page before.
        """
        ...

    # Forgetting

    async def forget(self, forgotten: Forgotten) -> list[bytes]:
        """Delete a player with their name, their tokens, and the notes by and about them; return the tokens' hashes.

        Their id is kept among those that are forgotten, whether or not there is such a player. Who is forgotten again
        is forgotten as before.
        """
        ...

    async def is_forgotten(self, player: UUID) -> bool:
        """Return whether a player was forgotten."""
        ...

    async def forgotten(self, limit: int, before: tuple[int, UUID] | None = None) -> list[Forgotten]:
        """Return the players who are forgotten, the last first, at most `limit`.

        `before` is the time and the id of the last one of the page before.
        """
        ...
