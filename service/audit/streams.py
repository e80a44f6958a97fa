"""One stream of events: its numbers, its chain and its seal, whatever it is of; the rules know the rest (`tables`)."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from uuid import UUID

import msgspec

from domain import UnknownRules
from domain.record import MAKES_NO_SENSE, RecordBroken
from domain.table import FIRST_LINK, Entry, canonical, link_of
from service.audit.kinds import Kind, Written
from service.audit.report import Fault, StreamFault, Unjudged
from service.audit.tables import TableStream
from service.audit.tournaments import TournamentStream
from service.play.stream import NotReadable
from service.store import Seal, StoredEvent, lane_of
from service.store.postgres.audit import DerivedRows
from service.store.signing import signature_holds

KINDS: Mapping[str, Callable[[UUID, DerivedRows], Kind]] = MappingProxyType(
    {"table_opened": TableStream, "tournament_announced": TournamentStream}
)
"""What checks streams, by the type of their first event."""


class StreamAudit:
    """The audit of one stream: `take` gets its events in order, `end` says what is wrong.

    `keys` are the trusted public keys by their ids, `found` is what stands beside the events.
    """

    def __init__(self, table_id: UUID, found: DerivedRows, keys: Mapping[str, bytes]) -> None:
        self.table_id = table_id
        self.events = 0
        self.signed = False
        """Whether a trusted signature over its end holds."""
        self._found = found
        self._keys = keys
        self._kind: Kind | None = None
        self._step: list[Written] = []
        self._version = self._position = 0
        self._link = FIRST_LINK
        self._sealed: bytes | None = None
        self._fault: Fault | None = None
        self._unjudged: str | None = None

    @property
    def judged(self) -> Kind | None:
        """What is known of a stream that is in order by itself, to be compared with others; None: it is not."""
        return None if self._fault or self._unjudged else self._kind

    def take(self, row: StoredEvent) -> None:
        """Check the next event; a step is decided when it is whole. After the first bad event, nothing is."""
        self.events += 1
        if self._fault is not None:
            return
        try:
            self._must_be_new(row)
            if self._step and row.step != self._step[0].row.step:
                self._judge()
            self._step.append(self._chained(row))
        except StreamFault as wrong:
            self._fault = self._told(wrong, row)

    def end(self) -> tuple[list[Fault], Unjudged | None]:
        """Return what is wrong, and whether the stream was not judged, now that all its events have been read."""
        try:
            if self._fault is None and self._step:
                self._judge()
            if self._fault is None and self._found.seal is not None:
                self._check_seal(self._found.seal)
        except StreamFault as wrong:
            self._fault = self._told(wrong, None)
        lane = lane_of(self.table_id)
        if self._fault is not None:
            return [self._fault], None
        if self._unjudged is not None or self._kind is None:
            return [], Unjudged(self.table_id, lane, self._unjudged or "it has no events")
        codes = [*self._kind.beside()]
        if self._found.seal is None and self._kind.end is not None:
            codes.insert(0, ("seal_missing", "the game is over, and no signature says so"))
        return [Fault(code, why, lane, None, self.table_id) for code, why in codes], None

    def _must_be_new(self, row: StoredEvent) -> None:
        """Raise `StreamFault` if there was an event of this number before."""
        if row.version <= self._version:
            raise StreamFault("version_twice", row.version, "there is another event of this number")

    def _chained(self, row: StoredEvent) -> Written:
        """Return an event that follows from the one before by its numbers and its hash. Raises `StreamFault`."""
        number = self._version + 1
        if row.version != number:
            raise StreamFault("version_missing", number, f"event {row.version} stands in its place")
        if row.position <= self._position or (row.step < number and row.position != self._position + 1):
            raise StreamFault(
                "out_of_order", number, f"the event before it stands at position {self._position} of the lane"
            )
        written = as_written(row)
        link = link_of(self._link, self.table_id, header_of(row), written.command, written.event)
        if link != row.hash:
            why = "the hash does not fit: this event, or one that stood before it, was altered"
            raise StreamFault("hash_differs", number, why)
        if (*written.said, lane_of(self.table_id)) != (row.type, row.at, row.lane):
            raise StreamFault(
                "column_differs", number, "its column `type`, `at` or `lane` says something else than itself"
            )
        self._version, self._position, self._link = number, row.position, link
        if self._found.seal is not None and self._found.seal.version == number:
            self._sealed = link
        return written

    def _judge(self) -> None:
        """Let the rules judge the step that is whole, as long as they can. Raises `StreamFault`."""
        try:
            if self._unjudged is None:
                if self._kind is None:
                    self._kind = kind_of(self._step[0].row)(self.table_id, self._found)
                self._kind.step(self._step)
        except RecordBroken as broken:
            raise StreamFault(broken.code, broken.version, broken.why) from None
        except (NotReadable, UnknownRules) as unknown:
            self._unjudged = str(unknown.__cause__ if isinstance(unknown.__cause__, UnknownRules) else unknown)
        except MAKES_NO_SENSE as error:
            version = self._step[0].row.version
            raise StreamFault("not_by_the_rules", version, f"the rules cannot go on with it: {error!r}") from None
        self._step = []

    def _check_seal(self, seal: Seal) -> None:
        """Raise `StreamFault` unless the seal is over the end of the stream, and by a trusted key."""
        if seal.version > self._version:
            raise StreamFault("version_missing", self._version + 1, f"the seal is over {seal.version} events")
        end = None if self._kind is None else self._kind.end
        if end is None and self._unjudged is None:
            raise StreamFault("seal_unfounded", None, "there is a seal, and the game goes on")
        if end is not None and seal.version != end.version:
            raise StreamFault(
                "seal_differs", None, f"the seal is over event {seal.version}, the game ended with {end.version}"
            )
        if end is not None and seal.at != end.at:
            raise StreamFault("seal_differs", None, f"the seal is of a game that ended at {seal.at}, not at {end.at}")
        if seal.hash != self._sealed or self._sealed is None:
            raise StreamFault(
                "seal_differs", None, "the seal is over another hash: this is not the history that was signed"
            )
        key = self._keys.get(seal.key_id)
        if key is None:
            raise StreamFault(
                "seal_by_another_key", None, f"it is signed by the key {seal.key_id}, which is not trusted"
            )
        if not signature_holds(key, self.table_id, seal.version, seal.hash, seal.signature):
            raise StreamFault("signature_wrong", None, f"the signature by the key {seal.key_id} does not hold")
        self.signed = True

    def _told(self, wrong: StreamFault, row: StoredEvent | None) -> Fault:
        """Return what is wrong with its place in the lane, if the event is there."""
        near = [each.row for each in self._step] + ([] if row is None else [row])
        position = next((each.position for each in near if each.version == wrong.version), None)
        return Fault(wrong.code, wrong.why, lane_of(self.table_id), position, self.table_id, wrong.version)


def kind_of(first: StoredEvent) -> Callable[[UUID, DerivedRows], Kind]:
    """Return what makes the check of the stream that begins with an event. Raises `UnknownRules`."""
    if first.type not in KINDS:
        raise UnknownRules(f"this program does not know streams that begin with {first.type[:40]!r}")
    return KINDS[first.type]


def as_written(row: StoredEvent) -> Written:
    """Return an event of the log with its canonical form. Raises `StreamFault` if it has none."""
    try:
        command = b"null" if row.command is None else canonical(msgspec.json.decode(row.command))
        event = msgspec.json.decode(row.event)
        said = (event.get("type"), event.get("at")) if isinstance(event, dict) else (None, None)
        return Written(row, command, canonical(event), said)
    except (ValueError, OverflowError) as error:
        raise StreamFault("hash_differs", row.version, f"it has no canonical form: {error}") from None


def header_of(row: StoredEvent) -> Entry:
    """Return the header of an event, without what happened."""
    return Entry(row.version, row.step, row.seat, None if row.key is None else row.key.hex(), None, None)
