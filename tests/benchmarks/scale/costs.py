"""What processes use: time of cores, with that of all their children."""

from collections.abc import Iterable, Mapping

import psutil

MICROSECONDS = 1e6


def tree(pid: int) -> list[psutil.Process]:
    """Return a process with its children, and theirs."""
    root = psutil.Process(pid)
    return [root, *root.children(recursive=True)]


def core_seconds(pids: Iterable[int]) -> float:
    """Return the seconds of a core that processes have used, with all their children: those that have ended, too."""
    used = 0.0
    for pid in pids:
        for process in tree(pid):
            try:
                used += sum(process.cpu_times()[:4])  # its own, then that of children which it has waited for
            except psutil.NoSuchProcess:
                continue  # its parent has it
    return used


class Meter:
    """Tells how much of a core groups of processes have used since it was made; a group is a name and process ids."""

    def __init__(self, groups: Mapping[str, Iterable[int]]) -> None:
        self._groups = {name: list(pids) for name, pids in groups.items()}
        self._before = self._now()

    def _now(self) -> dict[str, float]:
        return {name: core_seconds(pids) for name, pids in self._groups.items()}

    def used(self, times: float) -> dict[str, float]:
        """Return how many microseconds of a core each group has used for each of a number of times."""
        return {name: MICROSECONDS * (now - self._before[name]) / times for name, now in self._now().items()}
