"""What an audit knows of streams of one kind, for example those of tables."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

from service.audit.report import Code
from service.store import StoredEvent


class Written(NamedTuple):
    """An event of the log, with its command and itself in canonical form, as they stand there.

    `said` is what it says of its type and time.
    """

    row: StoredEvent
    command: bytes
    event: bytes
    said: tuple[object, object]


class End(NamedTuple):
    """The last event of what a stream is about: a seal is over it. What comes later is not sealed."""

    version: int
    at: int


class Kind(Protocol):
    """What is known of streams of one kind, such as those of tables; it takes step after step.

    It is made with the id of a stream, and with what stands beside its events.
    """

    @property
    def end(self) -> End | None:
        """Where it ended; None: it goes on."""

    def step(self, written: Sequence[Written]) -> None:
        """Decide the step that comes next again. Raises `RecordBroken`, `NotReadable` or `UnknownRules`."""

    def beside(self) -> Iterator[tuple[Code, str]]:
        """Yield what does not follow from the events, of what stands beside them: a code, and why."""
