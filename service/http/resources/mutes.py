"""Muting: what a player says whom I mute is hidden from me. They are not told."""

from typing import Annotated
from uuid import UUID

from litestar import delete, get, put
from litestar.params import PathParameter
from msgspec import Meta, Struct

from domain.game import Time
from service.chat.port import MOST_MUTES, TooManyMutes
from service.http.middleware.authentication import AccountRequest
from service.http.problems import Problem
from service.http.resources.players import existing
from service.http.services import services_of
from service.http.wire.headers import wrong

MutedId = Annotated[UUID, PathParameter(description="The id of the player who is muted.")]


class Mute(Struct, frozen=True):
    """A player whom I mute."""

    player: UUID
    name: str
    made_at: Annotated[Time, Meta(description="Since when.")]


class Mutes(Struct, frozen=True):
    """The players whom I mute, the newest first: at most 200. Only I can see this list."""

    mutes: tuple[Mute, ...]


@get("/me/mutes", operation_id="listMutes")
async def list_mutes(request: AccountRequest) -> Mutes:
    """List the players whom I mute, the newest first. Players whom I block are muted, too, but not listed here."""
    services = services_of(request)
    found = await services.chats.store.mutes_of(request.auth.player)
    names = await services.accounts.store.names([player for player, _ in found])
    return Mutes(tuple([Mute(player, names[player], at) for player, at in found if player in names]))


@put("/me/mutes/{player_id:uuid}", operation_id="mutePlayer", status_code=204)
async def mute_player(request: AccountRequest, player_id: MutedId) -> None:
    """Mute a player: I see that they write messages, but not their contents."""
    services = services_of(request)
    if player_id == request.auth.player:
        raise wrong("player_id", "Nobody mutes themself.")
    await existing(request, player_id)
    try:
        await services.chats.store.mute(request.auth.player, player_id, services.now())
    except TooManyMutes:
        raise Problem("too_many_mutes", f"A player mutes at most {MOST_MUTES} others.") from None


@delete("/me/mutes/{player_id:uuid}", operation_id="unmutePlayer", status_code=204)
async def unmute_player(request: AccountRequest, player_id: MutedId) -> None:
    """Unmute a player. To see messages that were hidden, read the chat again from before them."""
    if not await services_of(request).chats.store.unmute(request.auth.player, player_id):
        raise Problem("not_found", "You do not mute this player.")
