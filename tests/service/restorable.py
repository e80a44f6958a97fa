"""A log of which backups are made and restored."""

import copy

from service.store import Epoch, MemoryStore
from service.store.memory_database import MemoryDatabase


class Restorable(MemoryStore):
    """A log of which backups are made."""

    def backup(self) -> MemoryDatabase:
        """Return all that the log has."""
        return copy.deepcopy(self.database)

    def restore(self, backup: MemoryDatabase, id_: str) -> None:
        """Go on from a backup, in a new epoch. It may be restored again."""
        self.database = copy.deepcopy(backup)
        self.begin(Epoch(self.epoch.number + 1, id_))
