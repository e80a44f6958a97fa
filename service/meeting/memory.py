"""Seeks in memory, for tests: a `SeekStore` in which every step is one, since nothing waits."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from typing import Literal
from uuid import UUID, uuid4

from msgspec.structs import replace

from service.meeting.port import (
    KEPT_MS,
    LONGEST_MS,
    MOST_SEARCHED,
    MOST_SEEKS,
    PATIENCE_MS,
    Demand,
    Draw,
    Missed,
    NewSeek,
    Pairing,
    Seek,
    TooManySeeks,
)
from service.meeting.searching import both_ways
from service.play.engine import KeyReused
from service.play.stream import CommandKey

ATTEMPTS = 8
"""Number of times that it is tried to fill a table, each time without the first who would sit down."""


class MemorySeeks:
    """A `SeekStore` that forgets everything when its process ends."""

    def __init__(self) -> None:
        self._seeks: dict[UUID, Seek] = {}
        """In the order in which they were made."""
        self._pairings: dict[UUID, tuple[int, Pairing]] = {}
        self._asked: dict[bytes, tuple[bytes, UUID]] = {}
        self._avoided: dict[UUID, frozenset[UUID]] = {}
        self._missed: dict[bytes, UUID] = {}

    async def add(self, wanted: NewSeek, draw: Draw) -> UUID:
        """Make a seek, and a pairing if that fills a table; see `SeekStore.add`."""
        key = wanted.key
        if key is not None and (known := await self.repeated(key)) is not None:
            return known.id
        self._expire([each for each in self._seeks.values() if each.player == wanted.player], draw.at)
        mine = [each for each in self._waiting(draw.at) if each.player == wanted.player]
        seek = next((each for each in mine if each.sought == wanted.sought), None)
        if seek is None and len(mine) >= MOST_SEEKS:
            raise TooManySeeks
        until = draw.at + LONGEST_MS
        if seek is None:
            seek = Seek(wanted.id, wanted.player, wanted.sought, draw.at, wanted.house_at, until)
        self._seeks[seek.id] = replace(seek, house_at=wanted.house_at, expires_at=until)
        if key is not None:
            self._asked[key.id] = key.request, seek.id
        self._pair(self._seeks[seek.id], draw, None)
        return seek.id

    async def avoid(self, player: UUID, others: Collection[UUID]) -> None:
        """Seat a player with none of these any more; see `SeekStore.avoid`."""
        before = self._avoided.get(player, frozenset())
        self._avoided[player] = frozenset(others)
        if before - self._avoided[player]:
            mine = [each for each in self._seeks.values() if (each.player, each.state) == (player, "waiting")]
            self._missed |= {each.sought.kind: uuid4() for each in mine}

    async def missed(self, at: int) -> Missed | None:
        """Return seeks that may fill a table; see `SeekStore.missed`."""
        for kind, mark in self._missed.items():
            waiting = [each for each in self._waiting(at) if each.sought.kind == kind][:MOST_SEARCHED]
            seats = waiting[0].sought.players if waiting else 0
            apart = [[place for place, other in enumerate(waiting) if self._blocked(each, other)] for each in waiting]
            return Missed(kind, mark, seats, tuple(each.id for each in waiting), both_ways(apart))
        return None

    async def searched(self, missed: Missed) -> None:
        """Note that these fill no table; see `SeekStore.searched`."""
        if self._missed.get(missed.kind) == missed.mark:
            del self._missed[missed.kind]

    async def seat(self, seeks: Sequence[UUID], draw: Draw) -> bool:
        """Pair seeks for the same; see `SeekStore.seat`."""
        chosen = [each for each in self._waiting(draw.at) if each.id in seeks]
        if len(chosen) < len(seeks) or any(self._blocked(one, other) for one in chosen for other in chosen):
            return False
        self._seat(chosen, draw, None)
        return True

    async def repeated(self, key: CommandKey) -> Seek | None:
        """Return the seek that was made with a key. Raises `KeyReused`."""
        request, seek = self._asked.get(key.id, (key.request, None))
        if request != key.request:
            raise KeyReused
        return None if seek is None else self._seeks[seek]

    async def one(self, seek: UUID) -> Seek | None:
        """Return a seek; None: there is none of this id."""
        return self._seeks.get(seek)

    async def of_player(self, player: UUID) -> list[Seek]:
        """Return the seeks of a player that wait or are paired, the oldest first."""
        return [each for each in self._seeks.values() if each.player == player and each.ended_at is None]

    async def demand(self, at: int, limit: int, game: str | None = None) -> list[Demand]:
        """Return what is sought; see `SeekStore.demand`."""
        found: dict[bytes, list[Seek]] = defaultdict(list)
        newest = [each for each in self._waiting(at) if game in {None, each.sought.game}][-limit:]
        for seek in newest:
            found[seek.sought.kind].append(seek)
        demands = [
            Demand(
                seeks[0].sought,
                len(seeks),
                len([each for each in seeks if each.house_at is not None]),
                min(each.asked_at for each in seeks),
            )
            for _, seeks in sorted(found.items())
        ]
        return sorted(demands, key=lambda each: (-each.waiting, each.since))

    async def extend(self, seek: UUID, until: int) -> None:
        """Let a seek that waits do so until a time, and no longer."""
        found = self._seeks.get(seek)
        if found is not None and found.state == "waiting":
            self._seeks[seek] = replace(found, expires_at=until)

    async def withdraw(self, seek: UUID, player: UUID, at: int) -> None:
        """End a seek of a player, if it waits."""
        found = self._seeks.get(seek)
        if found is not None and (found.player, found.state) == (player, "waiting"):
            self._seeks[seek] = replace(found, state="withdrawn", ended_at=at)

    async def has_work(self, at: int) -> bool:
        """Return whether something is to be done at a time; see `SeekStore.has_work`."""
        waiting = [each for each in self._seeks.values() if each.state == "waiting"]
        times = [time for each in waiting for time in (each.house_at, each.expires_at)]
        times += [due for due, _ in self._pairings.values()]
        times += [each.ended_at + KEPT_MS for each in self._seeks.values() if each.ended_at is not None]
        return bool(self._missed) or any(time is not None and time <= at for time in times)

    async def fill(self, house: UUID, draw: Draw) -> UUID | None:
        """Pair the first who waits for house players no longer; see `SeekStore.fill`."""
        ready = [each for each in self._waiting(draw.at) if each.house_at is not None and each.house_at <= draw.at]
        if not ready:
            return None
        return self._pair(min(ready, key=lambda each: each.house_at or 0), draw, house)

    async def pairing(self, table: UUID) -> Pairing | None:
        """Return the pairing for a table that may not be open yet; None: there is none."""
        return self._pairings[table][1] if table in self._pairings else None

    async def due(self, at: int, limit: int) -> list[Pairing]:
        """Return pairings that nobody has opened in time; each is due again after `PATIENCE_MS`."""
        found = [pairing for due, pairing in self._pairings.values() if due <= at][:limit]
        self._pairings |= {each.table: (at + PATIENCE_MS, each) for each in found}
        return found

    async def settle(self, table: UUID, at: int, state: Literal["seated", "expired"]) -> list[Seek]:
        """End the seeks of a pairing; see `SeekStore.settle`."""
        self._pairings.pop(table, None)
        place: dict[str, None] = {} if state == "seated" else {"table": None, "seat": None}
        ended = [
            replace(each, state=state, ended_at=at, **place)
            for each in self._seeks.values()
            if each.table == table and each.state == "paired"
        ]
        self._seeks |= {each.id: each for each in ended}
        return ended

    async def forget(self, player: UUID) -> None:
        """Delete all seeks of a player."""
        self._avoided.pop(player, None)
        self._delete([each.id for each in self._seeks.values() if each.player == player])

    async def clean(self, at: int, limit: int) -> None:
        """End seeks that have waited for too long, and delete old ones; see `SeekStore.clean`."""
        self._expire(self._seeks.values(), at)
        ended = [each for each in self._seeks.values() if each.ended_at is not None]
        self._delete([each.id for each in ended if (each.ended_at or 0) <= at - KEPT_MS][:limit])

    def _expire(self, seeks: Iterable[Seek], at: int) -> None:
        late = [each for each in seeks if each.state == "waiting" and each.expires_at <= at]
        self._seeks |= {each.id: replace(each, state="expired", ended_at=at) for each in late}

    def _waiting(self, at: int) -> list[Seek]:
        return [each for each in self._seeks.values() if each.state == "waiting" and each.expires_at > at]

    def _delete(self, seeks: list[UUID]) -> None:
        for each in seeks:
            del self._seeks[each]
        self._asked = {key: asked for key, asked in self._asked.items() if asked[1] in self._seeks}

    def _chosen(self, starter: Seek, at: int, house: UUID | None) -> list[Seek]:
        """Return who would sit down with a seek: the oldest first, and nobody with one whom they block."""
        others = [each for each in self._waiting(at) if each.sought == starter.sought and each.id != starter.id]
        others = [each for each in others if house is None or each.house_at is not None]
        possible = 1 + len([each for each in others if not self._blocked(each, starter)])
        chosen, seats = [starter], starter.sought.players
        for _ in range(ATTEMPTS):
            chosen = [starter]
            for each in others:
                if len(chosen) < seats and not any(self._blocked(each, one) for one in chosen):
                    chosen.append(each)
            if len(chosen) in {seats, 1} or house is not None or possible < seats:
                break
            others.remove(chosen[1])
        if house is None and len(chosen) < seats <= possible:
            self._missed[starter.sought.kind] = uuid4()
        order = [*self._seeks]
        return sorted(chosen, key=lambda each: order.index(each.id))

    def _blocked(self, one: Seek, other: Seek) -> bool:
        """Return whether one of two players blocks the other."""
        nobody: frozenset[UUID] = frozenset()
        return other.player in self._avoided.get(one.player, nobody) or one.player in self._avoided.get(
            other.player, nobody
        )

    def _pair(self, starter: Seek, draw: Draw, house: UUID | None) -> UUID | None:
        """Bring a seek together with others for the same, if they, or a house player, fill a table."""
        if starter.state != "waiting" or starter.expires_at <= draw.at:
            return None
        chosen = self._chosen(starter, draw.at, house)
        if house is None and len(chosen) < starter.sought.players:
            return None
        self._seat(chosen, draw, house)
        return draw.table

    def _seat(self, chosen: Sequence[Seek], draw: Draw, house: UUID | None) -> None:
        """Give seats to seeks, the oldest first, and the others to a house player."""
        sought = chosen[0].sought
        places = [each for each in draw.places if each < sought.players]
        sitting = dict(zip(places, chosen, strict=False))
        people = [sitting[seat].player if seat in sitting else house for seat in range(sought.players)]
        seats = tuple(player for player in people if player is not None)
        self._pairings[draw.table] = draw.at + PATIENCE_MS, Pairing(draw.table, sought, chosen[0].player, seats)
        for seat, each in sitting.items():
            self._seeks[each.id] = replace(each, state="paired", table=draw.table, seat=seat)
        for other in self._waiting(draw.at):
            if other.player in seats:
                self._seeks[other.id] = replace(other, state="dropped", ended_at=draw.at)
