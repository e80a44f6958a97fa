"""A log of which backups are made and restored."""

import copy
from typing import Any

from service.store import Epoch, MemoryStore


class Restorable(MemoryStore):
    """A log of which backups are made."""

    def backup(self) -> dict[str, Any]:
        """Return all that the log has."""
        return {name: copy.copy(value) if name != "_streams" else forked(value) for name, value in vars(self).items()}

    def restore(self, backup: dict[str, Any], id_: str) -> None:
        """Go on from a backup, in a new epoch."""
        vars(self).update(Restorable.backup_of(backup))
        self.begin(Epoch(self.epoch.number + 1, id_))

    @staticmethod
    def backup_of(backup: dict[str, Any]) -> dict[str, Any]:
        """Return a copy of a backup, which may be restored again."""
        kept = MemoryStore.__new__(Restorable)
        vars(kept).update(backup)
        return kept.backup()


def forked(streams: Any) -> Any:
    """Return a copy of all streams."""
    found = copy.copy(streams)
    for table_id, rows in streams.items():
        found[table_id] = list(rows)
    return found
