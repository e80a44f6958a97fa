"""The way back to an account whose tokens are lost: a code that is shown once, and works once."""

from typing import Annotated
from uuid import UUID

from litestar import Response, post
from msgspec import Meta, Struct

from domain.game import Time
from service.accounts.accounts import token_of
from service.accounts.port import MOST_TOKENS, Account, TooManyTokens
from service.accounts.recovery import LONGEST_CODE, LONGEST_RETRY_KEY, SHORTEST_RETRY_KEY, hash_of_recovery_code
from service.accounts.scopes import OF_PLAYERS
from service.http.middleware.authentication import PUBLIC, AccountRequest, insufficient, with_valid_token
from service.http.middleware.limits import spent
from service.http.problems import AnyRequest, Problem
from service.http.services import services_of
from service.http.wire.decoding import read


class RecoveryCode(Struct, frozen=True):
    """A new recovery code. It is shown only here."""

    code: Annotated[str, Meta(description="The code.", examples=["7Q2M-K0XD-93HT-ZB5W-1VNC-8PEA-J4RS"])]
    made_at: Time


class Recover(Struct, frozen=True, forbid_unknown_fields=True):
    """A request to recover an account."""

    code: Annotated[
        str,
        Meta(
            min_length=1,
            max_length=LONGEST_CODE,
            description="A recovery code. Small letters, missing hyphens, and O, I and L for 0 and 1 are accepted.",
        ),
    ]
    retry_key: Annotated[
        Annotated[str, Meta(min_length=SHORTEST_RETRY_KEY, max_length=LONGEST_RETRY_KEY)] | None,
        Meta(description="A random text: with it the code gives the same token again for ten minutes."),
    ] = None
    revoke_others: Annotated[bool, Meta(description="Whether to do what `revokeOtherTokens` does.")] = False


class Recovered(Struct, frozen=True):
    """The account and a new token for it, which is shown only here."""

    id: UUID
    token: Annotated[str, Meta(description="A token with all scopes that does not expire.")]


@post("/me/recovery", operation_id="createRecoveryCode", status_code=201)
async def create_recovery_code(request: AccountRequest) -> Response[RecoveryCode]:
    """Create a recovery code, which gives access to my account if I lose all tokens. It replaces the previous code.

    The code is shown only in this answer. It needs a token without an end and with all scopes, because the code gives
    such a token.
    """
    must_be_whole(request.auth)
    accounts, account = services_of(request).accounts, request.auth
    made_at = accounts.now()
    with with_valid_token():
        code = await accounts.new_recovery_code(account.player, made_at, by=account.token_hash)
    return Response(RecoveryCode(code, made_at), status_code=201)


@post("/recoveries", operation_id="recoverAccount", opt=PUBLIC, status_code=201)
async def recover_account(request: AnyRequest) -> Response[Recovered]:
    """Recover an account with its recovery code. A code works once; create a new one afterwards.

    The answer has a new token. It has the role of a player, even if the account had another role.
    """
    services = services_of(request)
    wanted = read(request, Recover)
    limits = services.limits.requests
    await spent(request.scope, limits, limits.budgets["recoveries"])  # each that might be one is a guess
    ids = services.ids
    key = wanted.retry_key
    token = None if key is None else token_of(ids.of_recovery(hash_of_recovery_code(wanted.code), key))
    try:
        found = await services.accounts.recover(wanted.code, revoke_others=wanted.revoke_others, token=token)
    except TooManyTokens:
        said = f"The player has {MOST_TOKENS} valid tokens: set `revoke_others`. The code is not used up."
        raise Problem("too_many_tokens", said) from None
    if found is None:
        raise Problem("recovery_refused")
    player, token = found
    if wanted.revoke_others:
        await services.webhooks.disable_all(player)
    return Response(Recovered(player, token), status_code=201)


def must_be_whole(account: Account) -> None:
    """Raise `Problem` unless a token may do all that a player may, for good."""
    if missing := OF_PLAYERS - account.granted:
        raise insufficient(*missing)
    if account.expires_at is not None:
        raise Problem("forbidden", "The token in use ends; a code is created with one that does not.")
