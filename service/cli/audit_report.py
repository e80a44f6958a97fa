"""What `parlour audit` has found, for people and, as JSON, for programs."""

from collections.abc import Iterator

from msgspec import Struct, field

from service.audit.cursor import AuditCursor
from service.audit.report import Fault, Found, LaneReport, Unjudged
from service.cli.texts import count
from service.cli.verify import NOT_JUDGED
from service.store import LANES

WRONG = 1
"""The exit code if anything is wrong."""


class Report(Struct):
    """What an audit has found. `cursor` is where the next one may go on; null: only some tables were audited."""

    in_order: bool
    stopped: bool
    epoch: str
    lanes: int = 0
    streams: int = 0
    events: int = 0
    signatures: int = 0
    seconds: float = 0.0
    faults: list[Fault] = field(default_factory=list)
    unjudged: list[Unjudged] = field(default_factory=list)
    more: int = 0
    cursor: AuditCursor | None = None

    def add(self, lane: LaneReport) -> None:
        """Take in what was found in a lane."""
        self.lanes += 1
        self.streams += lane.streams
        self.events += lane.events
        self.unjudged += lane.unjudged
        self.take(lane)

    def take(self, found: Found) -> None:
        """Take in what was found in any part of the log."""
        self.signatures += found.signatures
        self.faults += found.faults
        self.more += found.more
        self.in_order = not self.faults

    @property
    def exit_code(self) -> int:
        """The exit code of the command, unless it was stopped and has found nothing wrong."""
        if self.faults:
            return WRONG
        return NOT_JUDGED if self.unjudged else 0

    def lines(self) -> Iterator[str]:
        """Yield what is said to people."""
        for fault in self.faults:
            place = ["the seal"] if fault.lane is None else [f"lane {fault.lane}"]
            place += [] if fault.position is None else [f"position {fault.position}"]
            place += [] if fault.table is None else [f"table {fault.table}"]
            place += [] if fault.version is None else [f"event {fault.version}"]
            yield f"WRONG  {fault.code}: {', '.join(place)}: {fault.why}"
        for each in self.unjudged:
            yield f"NOT JUDGED  table {each.table}: {each.why}"
        if self.more:
            yield f"Not listed: {self.more:,} more."
        rate = self.events / self.seconds if self.seconds else 0
        read = f"{count(self.events, 'event')} of {count(self.streams, 'stream')}"
        yield f"{read} in {self.seconds:,.1f} s, {rate:,.0f} a second."
        hold = "holds" if self.signatures == 1 else "hold"
        yield f"{count(self.signatures, 'signature')} {hold}. The log is in epoch {self.epoch}."
        if self.stopped:
            yield f"The audit was stopped: {self.lanes} of {LANES} lanes were audited."
        elif self.faults:
            yield "Something is wrong."
        else:
            yield "Nothing is wrong." if not self.unjudged else "Nothing is wrong as far as this program can judge."
