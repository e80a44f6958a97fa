"""Players: making one, looking at one, and the token in use."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated
from uuid import UUID

from litestar import Response, delete, get, patch, post
from litestar.params import QueryParameter
from msgspec import UNSET, Meta, Struct, UnsetType

from domain.game import Time
from domain.table import is_bot
from service.accounts.names import LONGEST_NAME, BadName, composed
from service.accounts.port import NO_CONTROL_CHARACTERS, Account, Page, PagePart, Player, PlayerName
from service.accounts.scopes import Role, Scope, in_order
from service.accounts.shown_names import HOUSE
from service.http.faults import Fault
from service.http.middleware.authentication import AccountRequest
from service.http.middleware.limits import REVOKING, SIGN_UP
from service.http.problems import AnyRequest, Candidate, Problem
from service.http.services import services_of
from service.http.wire.decoding import read
from service.http.wire.headers import wrong
from service.http.wire.responses import Answer, json_answer

Shows = Annotated[tuple[PagePart, ...], Meta(description="What my page shows, beside my name.")]


class ChangeMe(Struct, frozen=True, forbid_unknown_fields=True):
    """A new name, what my page shows, or both."""

    name: PlayerName | UnsetType = UNSET
    shows: Shows | UnsetType = UNSET


class CreatePlayer(Struct, frozen=True, forbid_unknown_fields=True):
    """The name of a new player, or of a bot."""

    name: PlayerName
    bot: Annotated[bool, Meta(description="Whether a program will play. This is public, and cannot be changed.")] = (
        False
    )


class NewPlayer(Struct, frozen=True):
    """The new player, with their token. It is shown only here."""

    id: UUID
    name: str
    token: str


FORMER = "A former player"
"""What stands for the name of a player who was forgotten."""


Bot = Annotated[
    bool, Meta(description="Whether they are a bot, a program with an account. Ids of bots are UUIDs of version 8.")
]


class Me(Struct, frozen=True):
    """The player whose token is used, and what the token may do."""

    id: UUID
    name: str
    role: Annotated[Role, Meta(description="The role of the token; without the scope `operate`: `player`.")]
    scopes: Annotated[tuple[Scope, ...], Meta(description="What the token may do.")]
    expires_at: Annotated[Time | None, Meta(description="When the token expires; null: never.")]
    bot: Bot
    shows: Shows


MOST_CANDIDATES = 20
"""Maximum number of players that are found by a name. There is no next page: nobody reads the list of all."""

SHORTEST_BEGINNING = 2


class FoundPlayers(Struct, frozen=True):
    """Players whose names begin with a text, by name."""

    players: tuple[Candidate, ...]
    more: Annotated[bool, Meta(description="Whether more players match: send a longer beginning of the name.")]


def no_such_player() -> Problem:
    """Return the problem of an address that has the id of nobody."""
    return Problem("not_found", "There is no such player.")


async def page_of(request: AnyRequest, player_id: UUID) -> Page:
    """Return what the page of anybody is made of: of a former player it shows nothing. Raises `Problem`: not_found."""
    accounts = services_of(request).accounts
    if player_id in HOUSE:
        return Page(HOUSE[player_id], 0, frozenset({"statistics"}))
    page = await accounts.store.page(player_id)
    if page is None and await accounts.store.is_forgotten(player_id):
        page = Page(Player(player_id, FORMER, former=True), 0, frozenset())
    if page is None:
        raise no_such_player()
    return page


async def hides(request: AnyRequest, player_id: UUID, part: PagePart) -> bool:
    """Return whether a part of a player's page is hidden from the caller: they do not show it, or are a former player.

    Nothing is hidden from operators and analysts.
    """
    if player_id in {request.auth.player, *HOUSE} or request.auth.role != "player":
        return False
    page = await services_of(request).accounts.store.page(player_id)
    return page is None or part not in page.shows


async def existing(request: AnyRequest, player_id: UUID) -> Player:
    """Return a player. Raises `Problem`: not_found."""
    player = await services_of(request).accounts.store.player(player_id)
    if player is None:
        raise no_such_player()
    return player


async def must_be_player(request: AnyRequest, player_id: UUID) -> None:
    """Raise `Problem`, not_found, if the id that a body names is nobody's."""
    if await services_of(request).accounts.store.player(player_id) is None:
        raise Problem("not_found", "There is no player with this id.")


@contextmanager
def bad_names_refused() -> Iterator[None]:
    """Turn a `BadName` into its problem."""
    try:
        yield
    except BadName as error:
        raise Problem("name_not_allowed", errors=(Fault(str(error), pointer="/name"),)) from None


@post("/players", operation_id="createPlayer", opt=SIGN_UP, status_code=201)
async def create_player(request: AnyRequest) -> Response[NewPlayer]:
    """Create a player and their first token.

    The token is shown only in this answer. Send it with every request: `Authorization: Bearer parlour_…`.
    """
    services = services_of(request)
    wanted = read(request, CreatePlayer)
    if services.settings.registration == "closed":
        raise Problem("registration_closed")
    accounts = services.accounts
    with bad_names_refused():
        player = await accounts.create_player(wanted.name, bot=wanted.bot)
    token = await accounts.issue_token(player.id)
    answer = NewPlayer(player.id, player.name, token)
    return Response(answer, status_code=201, headers={"Location": f"/v1/players/{player.id}"})


@get("/players", operation_id="findPlayers")
async def find_players(
    request: AccountRequest,
    *,
    name: Annotated[
        str,
        QueryParameter(
            min_length=SHORTEST_BEGINNING,
            max_length=LONGEST_NAME,
            pattern=NO_CONTROL_CHARACTERS,
            description="The beginning of the name, in small or capital letters.",
        ),
    ],
    limit: Annotated[int, QueryParameter(ge=1, le=MOST_CANDIDATES, description="Maximum number of players.")] = 10,
) -> Answer:
    """Find players by the beginning of their name, for example to invite them."""
    if len(composed(name)) < SHORTEST_BEGINNING:
        raise wrong("name", f"Say at least {SHORTEST_BEGINNING} characters, without the spaces at the ends.")
    found = await services_of(request).accounts.beginning_with(name, limit + 1)
    shown = tuple(Candidate(each.id, each.name, is_bot(each.id)) for each in found[:limit])
    return json_answer(FoundPlayers(shown, len(found) > limit))


@get("/me", operation_id="getMe")
async def get_me(request: AccountRequest) -> Me:
    """Show the player whose token this is."""
    return await shown_me(request)


async def shown_me(request: AccountRequest) -> Me:
    """Return who the token of a request stands for. Raises `Problem`: unauthenticated."""
    page = await services_of(request).accounts.store.page(request.auth.player)
    if page is None:  # forgotten while this was on its way
        raise Problem("unauthenticated", "The token is unknown.")
    return seen_as(request.auth, page)


@patch("/me", operation_id="updateMe")
async def update_me(request: AccountRequest) -> Me:
    """Change my name, or what my page shows. By default it shows everything.

    A new name is shown everywhere within a few seconds, since records contain only the player's id. What my page does
    not show is not listed elsewhere either: not by `listTables` with my id for `tables`, and not by `listPlayerGames`
    for `statistics`. Each table still shows who sits there, and leaderboards stay as they are.
    """
    services = services_of(request)
    wanted, player = read(request, ChangeMe), request.auth.player
    with bad_names_refused():
        name = None if wanted.name is UNSET else wanted.name
        await services.accounts.change_player(player, name, None if wanted.shows is UNSET else set(wanted.shows))
    services.names.forget(player)
    return await shown_me(request)


def seen_as(account: Account, page: Page) -> Me:
    """Return who the token of an account stands for."""
    return Me(
        account.player,
        page.player.name,
        account.role,
        in_order(account.granted),
        account.expires_at,
        is_bot(account.player),
        tuple(sorted(page.shows)),
    )


@delete("/me/token", operation_id="revokeMyToken", opt=REVOKING, status_code=204)
async def revoke_my_token(request: AccountRequest) -> None:
    """Revoke the token of this request."""
    await services_of(request).accounts.revoke_token(request.auth.token_hash)
