"""Looks: who saw what a player in their place could not have seen, mostly of a table, when, from where, and why.

A look is recorded before it is answered, and permanently. Why somebody looked is a note of theirs, which is deleted
with them; that they looked stays.
"""

from collections.abc import Iterable
from typing import Annotated
from uuid import UUID

from msgspec import Meta, Struct

from domain.game import Time
from service.accounts.notes import Notes
from service.accounts.port import Account, Look
from service.accounts.scopes import Role
from service.accounts.store import AccountStore


class ShownLook(Struct, frozen=True):
    """A look: somebody saw more of a table, or of many games, than they could by playing or watching."""

    at: Time
    player: Annotated[UUID, Meta(description="Who looked.")]
    role: Role
    table: Annotated[UUID | None, Meta(description="The table; null: it is about no single table, such as hints.")]
    operation: Annotated[str, Meta(description="The operation of this contract that they used.")]
    seat: Annotated[str | None, Meta(description="The seat whose view they saw, or `all`; null: that of spectators.")]
    version: Annotated[
        int | None,
        Meta(description="The requested version, or the table's version at that time; null: there is no table."),
    ]
    reason: Annotated[str | None, Meta(description="Why they looked; null: they were deleted.")]


class Looks:
    """The looks in a store. Everything raises `StoreUnavailable`."""

    def __init__(self, store: AccountStore, notes: Notes) -> None:
        self._store = store
        self._notes = notes

    async def record(
        self,
        account: Account,
        table: UUID | None,
        operation: str,
        *,
        seat: str | None,
        version: int | None,
        reason: str,
        at: int,
    ) -> None:
        """Record that an account is about to see a version of a table (None: what is of no table), at a time in ms.

        Raises `BadNote` for the reason.
        """
        note = await self._notes.keep(reason, about=table or account.player, author=account.player)
        look = Look(at, account.player, account.role, table, operation, seat, version, bytes.fromhex(note))
        await self._store.add_look(look)

    async def page(
        self, limit: int, *, table: UUID | None = None, player: UUID | None = None, before: int | None = None
    ) -> tuple[list[ShownLook], int | None]:
        """Return looks, the newest first, at a table or by a player or all; and what the next page is `before`.

        None: there is no next page.
        """
        found = await self._store.looks(limit + 1, table=table, player=player, before=before)
        shown = found[:limit]
        return await self._told(look for _, look in shown), shown[-1][0] if len(found) > limit else None

    async def _told(self, looks: Iterable[Look]) -> list[ShownLook]:
        looks = list(looks)
        reasons = await self._notes.text_of({look.note.hex() for look in looks})
        return [
            ShownLook(
                at=look.at,
                player=look.player,
                role=look.role,
                table=look.table,
                operation=look.operation,
                seat=look.seat,
                version=look.version,
                reason=reasons.get(look.note.hex()),
            )
            for look in looks
        ]
