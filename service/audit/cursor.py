"""How far an audit has come, as a file: by lane, up to which position all was in order, and the root over that.

The root is that of the tree which seals of the log have, too. An audit that goes on from a cursor computes the root
again from the positions, tables and hashes of all events: so it finds any event that was moved, removed or given
another hash since. It decides commands again only at tables with new events: only an audit without a cursor finds an
old event whose content was changed under its old hash. A lane in which something is wrong keeps its place in the
cursor, in the epoch that it was in, and is reported again.
"""

from collections.abc import Mapping
from pathlib import Path

import msgspec
from msgspec import Struct, field

from service.audit.report import Head
from service.runtime.files import UNREADABLE, replace_file
from service.store import LANES

FORMAT = "parlour-audit-cursor-1"
HASH_BYTES = 32


class NoCursor(ValueError):
    """A file is no cursor of an audit; the text says why."""


class AuditCursor(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A cursor as it is written: `lanes` has a position and a root, hexadecimal, for each lane that was audited.

    `epochs` has the epoch of each lane that stays where it was in another one than `epoch`, that of all others.
    """

    format: str
    epoch: str
    lanes: dict[int, tuple[int, str]]
    epochs: dict[int, str] = field(default_factory=dict)


def cursor_of(epoch: str, heads: Mapping[int, Head], epochs: Mapping[int, str]) -> AuditCursor:
    """Return the cursor of an audit in an epoch that has come to these heads of lanes, each in its epoch."""
    lanes = {lane: (head.position, head.root.hex()) for lane, head in sorted(heads.items())}
    return AuditCursor(FORMAT, epoch, lanes, {lane: epochs[lane] for lane in lanes if epochs[lane] != epoch})


def heads_of(cursor: AuditCursor) -> dict[int, Head]:
    """Return the heads of lanes in a cursor. Raises `NoCursor`."""
    heads = {}
    for lane, (position, root) in cursor.lanes.items():
        try:
            heads[lane] = Head(position, bytes.fromhex(root))
        except ValueError:
            raise NoCursor(f"the root of lane {lane} is none") from None
        if not 0 <= lane < LANES or position < 0 or len(heads[lane].root) != HASH_BYTES:
            raise NoCursor(f"it says something of lane {lane} that cannot be")
    return heads


def read_cursor(content: bytes) -> AuditCursor:
    """Return the cursor that a file has. Raises `NoCursor`."""
    try:
        cursor = msgspec.json.decode(content, type=AuditCursor)
    except UNREADABLE as error:
        raise NoCursor(f"it is no cursor of an audit: {error}") from None
    if cursor.format != FORMAT:
        raise NoCursor(f"its format is {cursor.format!r}, and not {FORMAT!r}")
    heads_of(cursor)
    return cursor


def write_cursor(file: Path, cursor: AuditCursor) -> None:
    """Write a cursor in place of the one in the file, as a whole. Raises OSError."""
    replace_file(file, msgspec.json.format(msgspec.json.encode(cursor), indent=1))
