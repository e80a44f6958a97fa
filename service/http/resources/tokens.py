"""The tokens of a player: one for each client, each with what it may do and for how long."""

from typing import Annotated

from litestar import Response, delete, get, post
from litestar.params import PathParameter
from msgspec import Meta, Struct

from domain.game import Time
from service.accounts.accounts import id_of
from service.accounts.port import (
    MOST_TOKENS,
    NO_CONTROL_CHARACTERS,
    Account,
    IssuedToken,
    Terms,
    TooManyTokens,
)
from service.accounts.scopes import Scope, in_order
from service.http.faults import Fault
from service.http.middleware.authentication import (
    AccountRequest,
    insufficient,
    must_be_ones_own,
    with_valid_token,
)
from service.http.middleware.limits import REVOKING
from service.http.problems import Problem
from service.http.services import services_of
from service.http.wire.decoding import read

LONGEST_LABEL = 60

Label = Annotated[
    str,
    Meta(
        max_length=LONGEST_LABEL,
        pattern=NO_CONTROL_CHARACTERS,
        description="The purpose of the token, such as the name of the client.",
        examples=["Bot on the old laptop"],
    ),
]
TokenId = Annotated[
    str, Meta(description="The id of the token, which does not reveal the token.", examples=["3fa85f64c0de"])
]
Expiry = Annotated[Time | None, Meta(description="When the token expires; null: never.")]


class CreateToken(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A token to create. Its scopes and its end cannot go beyond those of the token that creates it."""

    name: Label = ""
    scopes: Annotated[
        tuple[Scope, ...],
        Meta(min_length=1, max_length=20, description="What it may do.", examples=[["play", "watch"]]),
    ]
    expires_at: Annotated[
        Time | None,
        Meta(
            description="When it expires, in milliseconds since 1970; null: at the same time as the token that"
            " creates it, if ever.",
        ),
    ] = None


class ShownToken(Struct, frozen=True, kw_only=True):
    """A token as its player may know it."""

    id: TokenId
    name: Label
    scopes: Annotated[tuple[Scope, ...], Meta(description="What it may do.")]
    created_at: Time
    expires_at: Expiry
    used_at: Annotated[
        Time | None,
        Meta(description="The hour of its last use; null: it was not used, or the hour is not recorded yet."),
    ]
    current: Annotated[bool, Meta(description="Whether it is the token of this request.")]
    app: Annotated[
        str | None, Meta(description="The id of the app to which I gave it (`client_id`); null: it is my own.")
    ]


class MyTokens(Struct, frozen=True):
    """The valid tokens of a player, the newest first: at most 100."""

    tokens: tuple[ShownToken, ...]
    recovery_made_at: Annotated[
        Time | None, Meta(description="When the valid recovery code was made; null: there is none.")
    ]


class NewToken(Struct, frozen=True, kw_only=True):
    """A new token. It is shown only here."""

    id: TokenId
    token: Annotated[str, Meta(description="The token itself.")]
    name: Label
    scopes: Annotated[tuple[Scope, ...], Meta(description="What it may do.")]
    expires_at: Expiry


@get("/me/tokens", operation_id="listMyTokens")
async def list_my_tokens(request: AccountRequest) -> MyTokens:
    """List my valid tokens, the newest first."""
    account, accounts = request.auth, services_of(request).accounts
    found = await accounts.tokens_of(account.player)
    made_at = await accounts.store.recovery_made_at(account.player)
    return MyTokens(tuple([shown(each, account) for each in found]), made_at)


@post("/me/tokens", operation_id="createToken", status_code=201)
async def create_token(request: AccountRequest) -> Response[NewToken]:
    """Create a token for one of my clients, or for a program that acts for me.

    The token is shown only in this answer. Its scopes and its end cannot go beyond those of the token that creates it.
    A player has at most 100 valid tokens.
    """
    account, accounts = request.auth, services_of(request).accounts
    must_be_ones_own(account)
    terms = within(account, read(request, CreateToken), accounts.now())
    try:
        with with_valid_token():
            token = await accounts.issue_token(account.player, account.role, terms, by=account.token_hash)
    except TooManyTokens:
        raise Problem("too_many_tokens", f"A player has at most {MOST_TOKENS} valid tokens; revoke some.") from None
    answer = NewToken(
        id=id_of(token),
        token=token,
        name=terms.label,
        scopes=in_order(terms.scopes or ()),
        expires_at=terms.expires_at,
    )
    return Response(answer, status_code=201)


@delete("/me/tokens/{token_id:str}", operation_id="revokeToken", opt=REVOKING, status_code=204)
async def revoke_token(
    request: AccountRequest, token_id: Annotated[str, PathParameter(description="The id of the token.")]
) -> None:
    """Revoke one of my tokens.

    An app's token can only revoke tokens that the app was given.
    """
    account, accounts = request.auth, services_of(request).accounts
    for each in await accounts.tokens_of(account.player):
        if each.id == token_id:
            if each.terms.app != account.app:
                must_be_ones_own(account)
            with with_valid_token():
                await accounts.revoke_token(each.hash, by=account)
            return
    raise Problem("not_found", "You have no such token.")


@delete("/me/tokens", operation_id="revokeOtherTokens", opt=REVOKING, status_code=204)
async def revoke_other_tokens(request: AccountRequest) -> None:
    """Revoke all my tokens except that of this request.

    It disables my webhooks, and removes my recovery code if the token may create one. An app's token cannot do this.
    """
    must_be_ones_own(request.auth)
    services = services_of(request)
    with with_valid_token():
        await services.accounts.revoke_others(request.auth)
    await services.webhooks.disable_all(request.auth.player)


def within(account: Account, wanted: CreateToken, at: int) -> Terms:
    """Return the terms of a token that one with this account creates. Raises `Problem`."""
    beyond = [scope for scope in wanted.scopes if scope not in account.granted]
    if beyond:
        raise insufficient(beyond[0])
    expires_at = account.expires_at if wanted.expires_at is None else wanted.expires_at
    if expires_at is not None and expires_at <= at:
        raise Problem("expiry_not_allowed", errors=(Fault(f"It is {at} now.", pointer="/expires_at"),))
    if expires_at is not None and account.expires_at is not None and expires_at > account.expires_at:
        said = f"It is at most {account.expires_at}, when the token in use expires."
        raise Problem("expiry_not_allowed", errors=(Fault(said, pointer="/expires_at"),))
    return Terms(wanted.name, frozenset(wanted.scopes), expires_at)


def shown(token: IssuedToken, account: Account) -> ShownToken:
    """Return a token of the player of an account, as that player may know it."""
    return ShownToken(
        id=token.id,
        name=token.terms.label,
        scopes=in_order(token.granted),
        created_at=token.created_at,
        expires_at=token.terms.expires_at,
        used_at=token.used_at,
        current=token.hash == account.token_hash,
        app=token.terms.app,
    )
