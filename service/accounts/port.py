"""What is known of players and their tokens, wherever it is kept. All times are milliseconds since 1970."""

from typing import Annotated, Final, Literal, get_args
from uuid import UUID

from msgspec import Meta, Struct

from domain.table import HouseKind
from service.accounts.names import LONGEST_NAME
from service.accounts.scopes import OF_PLAYERS, Role, Scope, most

NO_CONTROL_CHARACTERS = r"^[^\x00-\x1f\x7f-\x9f]*\Z"
"""The pattern of texts without control characters; Python's `$` lets the end of a line through, unlike ECMA-262's."""

PlayerName = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=LONGEST_NAME,
        pattern=NO_CONTROL_CHARACTERS,
        description="The name: 1 to 40 characters that can be seen, and single spaces. It is normalized (NFC).",
        examples=["Ada"],
    ),
]


class Account(Struct, frozen=True, gc=False):
    """The account that asks: a player, through one token with its role."""

    player: UUID
    role: Role
    token_hash: bytes
    revoked: bool = False
    oversees: bool = False
    """Whether this is about a look that has been recorded: then they see what no player in their place could."""
    scopes: frozenset[Scope] | None = None
    """What the token may do; None: all that its role may."""
    expires_at: int | None = None
    """When the token expires, in ms; None: never."""
    used_at: int | None = None
    """The hour in which the token was used last, in ms, as far as it was known when the account was looked up."""
    app: str | None = None
    """The app that the token was given to; None: the player themselves have made it."""

    @property
    def granted(self) -> frozenset[Scope]:
        """All that the token may do."""
        return most(self.role) if self.scopes is None else self.scopes

    def may(self, scope: Scope) -> bool:
        """Return whether the token has a scope. What only some roles may do is asked beside it."""
        return self.scopes is None or scope in self.scopes

    @property
    def may_make_code(self) -> bool:
        """Whether the token may do all that a player may, for good, as one does that a recovery code gives."""
        return self.expires_at is None and self.granted >= OF_PLAYERS

    def is_over(self, at: int) -> bool:
        """Return whether the token has expired, at a time in ms."""
        return self.expires_at is not None and self.expires_at <= at

    @property
    def is_stranger(self) -> bool:
        """Whether the request has no token, so that nobody knows who sent it."""
        return not self.token_hash


STRANGER: Final = Account(UUID(int=0), "player", b"")
"""The sender of a request without a token: an id without seats, tables and invitations, as no player has it."""


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
        Meta(description="Whether they are a former player: only their id is kept, and `name` is a placeholder."),
    ] = False


PagePart = Literal["since", "statistics", "tables"]
"""What a player may show on their page, or not."""

PAGE_PARTS: Final[tuple[PagePart, ...]] = get_args(PagePart)


class Page(Struct, frozen=True):
    """What the page of a player is made of: when they came, in ms, and what of it they show.

    Everything is shown until they decide: others find all of it without the page, except the day on which they came.
    """

    player: Player
    since: int
    shows: frozenset[PagePart] = frozenset(PAGE_PARTS)


class Terms(Struct, frozen=True):
    """What a token is made for: its name, what it may do (None: all that its role may), and until when, in ms.

    `app` is the app that it is given to (None: the player themselves), `given_for` the SHA-256 of the code by which
    that came for it.
    """

    label: str = ""
    scopes: frozenset[Scope] | None = None
    expires_at: int | None = None
    app: str | None = None
    given_for: bytes | None = None


FULL: Final = Terms()
"""The terms of a token that may do all that its role may, and never expires."""


SHOWN_DIGITS = 12
"""Number of hexadecimal digits of its hash that name a token."""


class IssuedToken(Struct, frozen=True):
    """A token as its player and their operator may know it; `name` is that of the player."""

    player: UUID
    hash: bytes
    role: Role
    name: str
    created_at: int
    revoked_at: int | None
    terms: Terms = FULL
    used_at: int | None = None

    @property
    def id(self) -> str:
        """What names the token to those who may know of it: the beginning of its hash."""
        return self.hash.hex()[:SHOWN_DIGITS]

    @property
    def granted(self) -> frozenset[Scope]:
        """All that the token may do."""
        return most(self.role) if self.terms.scopes is None else self.terms.scopes


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


class InvalidToken(Exception):
    """The token of a request is no longer valid: it has been revoked, or has expired, since the request came."""


MOST_TOKENS = 100
"""Maximum number of valid tokens of a player; as many invalid ones are kept, to tell that they were revoked."""


class TooManyTokens(Exception):
    """The player has `MOST_TOKENS` valid tokens."""


MOST_BLOCKS = 200
"""Maximum number of players whom one blocks."""


class TooManyBlocks(Exception):
    """The player blocks `MOST_BLOCKS` others."""
