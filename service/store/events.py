"""What goes into the log and comes out of it. Times are whole milliseconds since 1970."""

from uuid import UUID, uuid4

from msgspec import UNSET, Struct, UnsetType

LANES = 64


def lane_of(game: UUID) -> int:
    """Return the lane that a game is in for ever: the low six bits of its id."""
    return game.int % LANES


def new_game_id() -> UUID:
    """Return an id for a new game, in any of the lanes."""
    return uuid4()


class NewEvent(Struct, frozen=True, gc=False):
    """An event to append, with its header; `event` and `move` are JSON.

    `seat` is who acted (None: the table or the clock), `move` stands on the first event of a move. `command` is the id
    of the command (16 bytes) and `request` the fingerprint of what was asked (16 bytes), both or neither; `hash` is the
    link of the game's chain (32 bytes).
    """

    seat: int | None
    type: str
    at: int
    event: bytes
    move: bytes | None
    command: bytes | None
    request: bytes | None
    hash: bytes


class Seal(Struct, frozen=True):
    """The signature of the last hash of a finished game."""

    version: int
    hash: bytes
    key_id: str
    signature: bytes
    at: int


class Append(Struct, frozen=True, gc=False):
    """What one command writes, all of it or nothing: its events, if the game is at version `expected`.

    In the same transaction: `due`, when the game owes its next clock step (None: no more; UNSET: as before), `lobby`,
    the game's row in the lobby as JSON, and `seal`, if the game is finished.
    """

    game: UUID
    expected: int
    events: tuple[NewEvent, ...]
    due: int | UnsetType | None = UNSET
    lobby: bytes | None = None
    seal: Seal | None = None


class StoredEvent(Struct, frozen=True, gc=False):
    """An event of the log: a `NewEvent` at its place in its lane and in its game.

    `step` is the version of the first event of the same command.
    """

    lane: int
    position: int
    game: UUID
    version: int
    step: int
    seat: int | None
    type: str
    at: int
    event: bytes
    move: bytes | None
    command: bytes | None
    request: bytes | None
    hash: bytes


class Conflict(Exception):
    """The game is not at the version that the command was decided on; nothing of the command was written."""

    def __init__(self, game: UUID, expected: int, actual: int) -> None:
        super().__init__(f"game {game} is at version {actual}, not {expected}")
        self.game = game
        self.expected = expected
        self.actual = actual


class StoreUnavailable(Exception):
    """The log cannot be reached, or has too much to do. An append that raises this may be in the log or not."""


class NotStorable(ValueError):
    """Postgres does not take what a command would write, say a text with U+0000; nothing of it was written."""


class LogCorrupt(Exception):
    """A lane has a hole, which nothing in this service can make."""
