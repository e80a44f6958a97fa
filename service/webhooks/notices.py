"""What the events of a lane tell, and to whom: only what each player could see, and nothing that depends on a card."""

import hashlib
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final, Literal
from uuid import UUID

import msgspec
from msgspec import Struct

from domain.table import Snapshot
from projections.seat_view import waits_for
from service.play.host_clock import MOST_SKEW_MS
from service.runtime.secret_ids import as_uuid
from service.store import Epoch, LobbyRow, StoredEvent
from service.webhooks.port import About, Kind, Notice, Webhook

ENDS: Final[Mapping[str, Literal["finished", "aborted"]]] = {"game_finished": "finished", "table_aborted": "aborted"}
TOURNAMENT_ENDS: Final[Mapping[str, Literal["finished", "cancelled"]]] = {
    "tournament_finished": "finished",
    "tournament_cancelled": "cancelled",
}

APART_MS: Final = 2 * MOST_SKEW_MS
"""Maximum number of milliseconds that the clocks of two hosts are apart: that of a table, and that of a webhook."""

Waits = frozenset[tuple[int, str]]
"""The seats whose players have something to decide, each with the id of the decision."""


class Invited(Struct, frozen=True):
    """What is read of an event that invites somebody, or keeps a seat for them."""

    player: UUID | None = None
    by: UUID | None = None
    creator: UUID | None = None
    reserved: tuple[UUID | None, ...] = ()


class Occurrence(Struct, frozen=True):
    """Something that happened, for one player (None: for those who are told of everything)."""

    player: UUID | None
    kind: Kind
    event: StoredEvent
    about: About


def waits(snapshot: Snapshot) -> Waits:
    """Return for which decisions a table waits, of people and their programs."""
    return frozenset((seat, snapshot.decision_id(seat)) for seat in snapshot.to_act if waits_for(snapshot, seat))


def turn(event: StoredEvent, snapshot: Snapshot, before: Waits) -> list[Occurrence]:
    """Return the players who have something to decide since the step that ended with an event."""
    found = []
    for seat, decision in sorted(waits(snapshot) - before):
        about = About(table=event.table_id, version=event.version, seat=seat, decision=decision)
        found.append(Occurrence(snapshot.table.places[seat].player, "turn.began", event, about))
    return found


def game_over(event: StoredEvent, row: LobbyRow) -> list[Occurrence]:
    """Return who is told that a table is over: its players and, if it is public, webhooks of everything."""
    status = ENDS.get(event.type)
    if status is None:
        return []
    occurrences = [
        Occurrence(
            player, "game.over", event, About(table=event.table_id, version=event.version, seat=seat, status=status)
        )
        for seat, player in enumerate(row.seats)
        if player is not None
    ]
    if row.visibility == "public":
        occurrences.append(
            Occurrence(None, "game.over", event, About(table=event.table_id, version=event.version, status=status))
        )
    return occurrences


def invitations(event: StoredEvent) -> list[tuple[UUID, Occurrence]]:
    """Return the inviting player, then the players whom an event invites."""
    if event.type not in {"player_invited", "table_opened"}:
        return []
    found = msgspec.json.decode(event.event, type=Invited)
    by = found.by or found.creator
    guests = [found.player, *found.reserved]
    about = About(table=event.table_id, version=event.version)
    return [
        (by, Occurrence(guest, "invitation.received", event, about))
        for guest in guests
        if guest is not None and by is not None and guest != by
    ]


def tournament_over(event: StoredEvent, people: Iterable[UUID]) -> list[Occurrence]:
    """Return who is told that a tournament is over."""
    status = TOURNAMENT_ENDS[event.type]
    about = About(tournament=event.table_id, version=event.version, status=status)
    return [Occurrence(player, "tournament.over", event, about) for player in [*people, None]]


def addressed(occurrences: Sequence[Occurrence], webhooks: Collection[Webhook], epoch: Epoch) -> list[Notice]:
    """Return a notice for each webhook that wants an occurrence, once: a player at a table is told of their seat."""
    told: defaultdict[UUID | None, list[Webhook]] = defaultdict(list)
    for webhook in webhooks:  # each is looked at only for those whom it tells: a tournament has thousands of people
        told[webhook.player].append(webhook)
        if webhook.every:
            told[None].append(webhook)
    notices: dict[tuple[UUID, str, UUID, int, str | None], Notice] = {}
    for each in occurrences:
        for webhook in told[each.player]:
            if each.kind not in webhook.kinds or each.event.at < webhook.created_at - APART_MS:
                continue
            about = each.about
            thing = (webhook.id, each.kind, each.event.table_id, each.event.version, about.decision)
            if thing not in notices:
                notices[thing] = Notice(id_of(thing, epoch), webhook.id, each.kind, each.event.at, about)
    return list(notices.values())


def id_of(thing: tuple[object, ...], epoch: Epoch) -> UUID:
    """Return the id of the message to a webhook about something: the same for every process that makes it."""
    return as_uuid(hashlib.sha256("\n".join(map(str, (*thing, epoch))).encode()).digest()[:16])


def whole_steps(events: Sequence[StoredEvent], *, more: bool) -> Sequence[StoredEvent]:
    """Return events of a lane without a last step that may be cut off, as `more` follow; all, if it is the only one."""
    if not more or not events:
        return events
    last = events[-1]
    whole = [each for each in events if (each.table_id, each.step) != (last.table_id, last.step)]
    return whole or events


def ends_of_steps(events: Sequence[StoredEvent]) -> dict[int, StoredEvent]:
    """Return the last event of each step of one table, by its version."""
    last = {each.step: each for each in events}
    return {each.version: each for each in last.values()}
