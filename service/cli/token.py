"""`parlour token`: who may do what, in the database of a service, whether or not that lets anybody register."""

import asyncio
import string
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Literal, TypedDict, TypeVar, Unpack, get_args
from uuid import UUID

import click
import msgspec
from msgspec import Struct

from service.accounts.accounts import Accounts, hash_of
from service.accounts.names import BadName, accepted
from service.accounts.port import MOST_TOKENS, IssuedToken, PlayerName, Terms, TooManyTokens, UnknownPlayer
from service.accounts.postgres import PostgresAccounts
from service.accounts.scopes import SCOPES, Role, Scope, in_order
from service.accounts.store import AccountStore
from service.cli import UNWRITABLE
from service.cli.embedded_server import LACKS_SOMETHING, NOT_USED, embedded_url
from service.cli.options import of_a_service
from service.cli.texts import moment
from service.log_address import first_url
from service.runtime.time import DAY_MS
from service.store.postgres.away import DATABASE_ERRORS, reason_of

T = TypeVar("T")

MOST_DAYS = 36_500
FEWEST_DIGITS = 4
"""The least digits of an ID that name a token to be revoked."""


class TokenOptions(TypedDict):
    """The options of `parlour token`: for whom the token is, what it allows and how long it lasts."""

    name: str | None
    player: UUID | None
    role: Role
    scopes: tuple[Scope, ...]
    days: int | None
    bot: bool


def player_name(context: click.Context, option: click.Parameter, given: str | None) -> str | None:
    """Return a name that a player may have; None if none is given."""
    if given is None:
        return None
    try:
        return accepted(msgspec.convert(given.strip(), PlayerName))
    except (msgspec.ValidationError, BadName) as error:
        raise click.BadParameter(f"{str(error).removesuffix('.')}.") from None


@click.group()
def token() -> None:
    """Create, list and revoke tokens in the database of a service.

    A player plays; an operator may also give decks; operators and analysts may look at private tables. A token without
    scopes can do everything that its role may.
    """


@token.command(
    short_help="Create a token, for a new player or an old one.",
    epilog="""\b
Example:
  PARLOUR_TOKEN=$(parlour token create --name Ada --role operator)
  parlour token create --player 0b35a1f2-7a1e-4b8e-9d3c-5f6a7b8c9d0e --scope play --scope watch --days 30

\b
Exit codes: 0 made, 1 no database, 2 usage.""",
)
@click.option("--name", callback=player_name, help="The name of the new player.")
@click.option("--bot", is_flag=True, help="The new player is a program; this cannot be changed.")
@click.option("--player", type=click.UUID, help="The id of an existing player.")
@click.option(
    "--role", type=click.Choice(get_args(Role)), default="player", show_default=True, help="The role of the player."
)
@click.option(
    "--scope", "scopes", type=click.Choice([*SCOPES]), multiple=True, help="A scope of the token; may be repeated."
)
@click.option("--days", type=click.IntRange(1, MOST_DAYS), help="Days after which the token expires.")
@of_a_service
def create(data: Path, postgres_url: str | None, **given: Unpack[TokenOptions]) -> None:
    """Create a player, or use an existing one, and print a new token of theirs. It is shown only once."""
    name, player, role = given["name"], given["player"], given["role"]
    if (name is None) == (player is None):
        raise click.UsageError("Give either --name, of a new player, or --player, the id of one who is there.")
    if given["bot"] and player is not None:
        raise click.UsageError("Whether a player is a bot is decided when they are made.")
    if role == "player" and "operate" in given["scopes"]:
        raise click.UsageError("The scope operate is for the roles operator and analyst.")

    async def work(accounts: Accounts) -> str:
        days = given["days"]
        expires_at = None if days is None else accounts.now() + days * DAY_MS
        terms = Terms(scopes=frozenset(given["scopes"]) or None, expires_at=expires_at)
        owner = player or (await accounts.create_player(name or "", bot=given["bot"])).id
        try:
            return await accounts.issue_token(owner, role, terms)
        except UnknownPlayer:
            raise click.ClickException(f"There is no player {owner}.") from None
        except TooManyTokens:
            raise click.ClickException(f"The player {owner} has {MOST_TOKENS} valid tokens.") from None

    made = done(work, data, postgres_url)
    try:
        click.echo(made)
    except OSError:  # nobody has seen it, and nobody ever will
        done(lambda accounts: accounts.revoke_token(hash_of(made)), data, postgres_url)
        raise


@token.command(
    "list",
    short_help="List all tokens, the newest first.",
    epilog="""\b
Example:
  parlour token list

\b
Exit codes: 0 listed, 1 no database, 2 usage.""",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per line.")
@of_a_service
def show(as_json: bool, data: Path, postgres_url: str | None) -> None:
    """List all tokens, the newest first: an ID to revoke each by, its role and player, never the token itself."""

    async def work(accounts: Accounts) -> None:
        at = accounts.now()
        async for page in accounts.tokens():
            for each in page:
                shown = described(each, at)
                click.echo(msgspec.json.encode(shown) if as_json else line_of(shown))

    done(work, data, postgres_url)


@token.command(
    short_help="Revoke a token by its ID.",
    epilog="""\b
Example:
  parlour token revoke 3fa85f64c0de

\b
Exit codes: 0 revoked, 1 no such token or no database, 2 usage.""",
)
@click.argument("token_id", metavar="ID")
@of_a_service
def revoke(token_id: str, data: Path, postgres_url: str | None) -> None:
    """Revoke a token by its ID in the list, or by the beginning of its ID. It takes at most five seconds."""
    if len(token_id) < FEWEST_DIGITS or not set(token_id) <= set(string.hexdigits):
        raise click.UsageError(f"An ID has hexadecimal digits: give {FEWEST_DIGITS} of them, or more.")

    async def work(accounts: Accounts) -> IssuedToken:
        found = await the_one(accounts, token_id.lower())
        await accounts.revoke_token(found.hash)
        return found

    revoked = done(work, data, postgres_url)
    click.echo(f"Revoked the token {revoked.id} of {revoked.name}, {revoked.role}.", err=True)


class ListedToken(Struct):
    """What an operator may know of a token. Times are ISO 8601; `expires_at` null: it does not expire."""

    id: str
    role: Role
    state: Literal["valid", "expired", "revoked"]
    scopes: tuple[Scope, ...]
    expires_at: str | None
    created_at: str
    player: UUID
    name: str


def described(issued: IssuedToken, at: int) -> ListedToken:
    """Return what an operator may know of a token, at a time in ms."""
    is_over = issued.terms.expires_at is not None and issued.terms.expires_at <= at
    return ListedToken(
        id=issued.id,
        role=issued.role,
        state="revoked" if issued.revoked_at is not None else "expired" if is_over else "valid",
        scopes=in_order(issued.granted),
        expires_at=None if issued.terms.expires_at is None else moment(issued.terms.expires_at),
        created_at=moment(issued.created_at),
        player=issued.player,
        name=issued.name,
    )


def line_of(each: ListedToken) -> str:
    """Return a token as a line for people."""
    scopes, expires = ",".join(each.scopes), each.expires_at or "never"
    return "  ".join((each.id, each.role, each.state, scopes, expires, each.created_at, str(each.player), each.name))


async def the_one(accounts: Accounts, token_id: str) -> IssuedToken:
    """Return the token whose ID begins so. Raises `click.ClickException` if there is none, or are several."""
    found = await accounts.unrevoked_tokens(token_id, 2)
    if len(found) != 1:
        raise click.ClickException(
            f"{'Several' if found else 'No'} valid tokens have an ID that begins with {token_id!r}."
        )
    return found[0]


def done(work: Callable[[Accounts], Awaitable[T]], data: Path, postgres_url: str | None) -> T:
    """Return the result of work on the accounts of a service. Raises `click.ClickException`."""
    return stored(lambda store: work(Accounts(store)), data, postgres_url)


def stored(work: Callable[[AccountStore], Awaitable[T]], data: Path, postgres_url: str | None) -> T:
    """Return the result of work on the stored players and apps of a service. Raises `click.ClickException`."""
    url = url_of(data, postgres_url)

    async def connect_and_work() -> T:
        async with PostgresAccounts.open(url, 1) as store:
            return await work(store)

    try:
        return asyncio.run(connect_and_work())
    except LACKS_SOMETHING:
        raise click.ClickException(NOT_USED) from None
    except DATABASE_ERRORS as error:
        if isinstance(error, OSError) and error.errno in UNWRITABLE:  # what the work has printed
            raise
        raise click.ClickException(f"The database does not answer: {reason_of(error)}") from None


def url_of(data: Path, postgres_url: str | None) -> str:
    """Return the URL of the PostgreSQL that a service has its players in. Raises `click.ClickException`."""
    return first_url(postgres_url) if postgres_url else embedded_url(data)
