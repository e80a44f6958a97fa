"""The chat in memory, for tests: a `ChatStore` in which every step is one, since nothing waits."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from uuid import UUID

from msgspec.structs import replace

from service.chat.port import (
    KEPT_MS,
    MOST_KEPT,
    MOST_MUTES,
    NOTHING,
    Entry,
    Message,
    NewReport,
    Report,
    Room,
    TooManyMutes,
    Verdict,
)
from service.play.engine import KeyReused
from service.play.stream import CommandKey


class MemoryChat:
    """A `ChatStore` that forgets everything when its process ends."""

    def __init__(self, most_kept: int = MOST_KEPT) -> None:
        self._most_kept = most_kept
        self._rooms: defaultdict[Room, dict[int, Entry]] = defaultdict(dict)
        self._lasts: dict[Room, Entry] = {}
        self._keys: dict[bytes, tuple[bytes, Room, int]] = {}
        self._mutes: defaultdict[UUID, dict[UUID, int]] = defaultdict(dict)
        self._reports: dict[UUID, Report] = {}

    async def add(self, room: Room, message: Message) -> Entry:
        """Keep a message; see `ChatStore.add`."""
        key = message.key
        if key is not None and (known := await self.repeated(key)) is not None:
            return known
        entry = self._append(room, Entry(0, message.at, message.version, message.author, message.seat, message.said))
        if key is not None:
            self._keys[key.id] = key.request, room, entry.number
        return entry

    def _append(self, room: Room, entry: Entry) -> Entry:
        last = self._lasts.get(room)
        number, version = (0, 0) if last is None else (last.number, last.version)
        entry = replace(entry, number=number + 1, version=max(version, entry.version))
        self._lasts[room] = self._rooms[room][entry.number] = entry
        self._delete(room, [entry.number - self._most_kept])
        return entry

    def _delete(self, room: Room, numbers: Collection[int]) -> None:
        for number in numbers:
            self._rooms[room].pop(number, None)
        gone = [key for key, (_, where, number) in self._keys.items() if where == room and number in numbers]
        for key in gone:
            del self._keys[key]

    async def repeated(self, key: CommandKey) -> Entry | None:
        """Return the message that was kept with a key. Raises `KeyReused`."""
        found = self._keys.get(key.id)
        if found is None:
            return None
        request, room, number = found
        if request != key.request:
            raise KeyReused
        return self._rooms[room][number]

    async def page(self, room: Room, after: int, limit: int, up_to: int | None = None) -> list[Entry]:
        """Return the entries after a number; see `ChatStore.page`."""
        entries = [each for number, each in self._rooms[room].items() if number > after]
        return [each for each in entries if up_to is None or each.version <= up_to][:limit]

    async def one(self, room: Room, number: int) -> Entry | None:
        """Return an entry; None: there is none of this number."""
        return self._rooms[room].get(number)

    async def lasts(self, rooms: Collection[Room]) -> Mapping[Room, int]:
        """Return the number of the last entry of each room in which anything was said."""
        return {room: self._lasts[room].number for room in rooms if room in self._lasts}

    async def remove(self, room: Room, number: int, by: UUID, version: int, at: int) -> bool:
        """Delete what a message says, and put a mark at the end; return whether it said anything."""
        entry = self._rooms[room].get(number)
        if entry is None or not entry.is_message or entry.is_removed:
            return False
        self._remove(room, [number], by, version, at)
        return True

    def _remove(self, room: Room, numbers: list[int], by: UUID, version: int, at: int) -> None:
        entries = self._rooms[room]
        entries |= {number: replace(entries[number], said=NOTHING) for number in numbers}
        self._append(room, Entry(0, at, version, by, removes=tuple(numbers)))

    async def forget(self, player: UUID, at: int) -> list[Room]:
        """Delete all that a player has said, and whom they mute; see `ChatStore.forget`."""
        changed = []
        for room, entries in list(self._rooms.items()):
            numbers = [
                number
                for number, each in entries.items()
                if each.author == player and each.is_message and not each.is_removed
            ]
            if numbers:
                self._remove(room, numbers, player, 0, at)
                changed.append(room)
        for muted in (self._mutes.pop(player, {}), *self._mutes.values()):
            muted.pop(player, None)
        self._reports |= {
            each.id: replace(each, said=NOTHING) for each in self._reports.values() if each.author == player
        }
        return changed

    async def mute(self, player: UUID, muted: UUID, at: int) -> None:
        """Let a player mute another one. Raises `TooManyMutes`."""
        found = self._mutes[player]
        if muted not in found and len(found) >= MOST_MUTES:
            raise TooManyMutes
        found.setdefault(muted, at)

    async def unmute(self, player: UUID, muted: UUID) -> bool:
        """Remove a player's mute of another one; return whether there was one."""
        return self._mutes[player].pop(muted, None) is not None

    async def mutes_of(self, player: UUID) -> list[tuple[UUID, int]]:
        """Return whom a player mutes, and since when, the last first."""
        return sorted(self._mutes[player].items(), key=lambda each: (each[1], each[0]), reverse=True)

    async def report(self, room: Room, number: int, new: NewReport) -> UUID | None:
        """Keep a report; see `ChatStore.report`."""
        for each in self._reports.values():
            if (each.room, each.number, each.reporter) == (room, number, new.reporter):
                return each.id
        entry = self._rooms[room].get(number)
        if entry is None or not entry.is_message or entry.is_removed:
            return None
        self._reports[new.id] = Report(
            new.id, room, number, entry.author, entry.at, entry.said, new.reporter, new.reason, new.at
        )
        return new.id

    async def reports(
        self, limit: int, before: tuple[int, UUID] | None = None, *, resolved: bool = False
    ) -> list[Report]:
        """Return reports, the last first; see `ChatStore.reports`."""
        found = [each for each in self._reports.values() if (each.resolved_at is not None) == resolved]
        found = [each for each in found if before is None or (each.at, each.id) < before]
        return sorted(found, key=lambda each: (each.at, each.id), reverse=True)[:limit]

    async def reported(self, report: UUID) -> Report | None:
        """Return a report; None: there is none of this id."""
        return self._reports.get(report)

    async def resolve(self, report: UUID, verdict: Verdict, by: UUID, at: int) -> bool:
        """Resolve all reports of a message; see `ChatStore.resolve`."""
        found = self._reports.get(report)
        if found is None or found.resolved_at is not None:
            return False
        for each in list(self._reports.values()):
            if (each.room, each.number, each.resolved_at) == (found.room, found.number, None):
                done = replace(each, resolved_at=at, resolved_by=by, verdict=verdict, said=NOTHING)
                self._reports[each.id] = done
        return True

    async def clean(self, at: int, limit: int) -> None:
        """Delete what is old; see `ChatStore.clean`."""
        for room, entries in self._rooms.items():
            old = [number for number, each in entries.items() if each.at <= at - KEPT_MS]
            self._delete(room, old[:limit])
        resolved = [each for each in self._reports.values() if each.resolved_at is not None]
        for each in [each for each in resolved if (each.resolved_at or at) <= at - KEPT_MS][:limit]:
            del self._reports[each.id]
