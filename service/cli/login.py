"""`parlour login`: a person signs in on a terminal, by a page in their browser (RFC 8628)."""

import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, TypeAlias

import click
import httpx
import msgspec
from msgspec import Struct

from service.accounts.apps_port import COMMAND_LINE
from service.accounts.scopes import SCOPES, Scope
from service.cli.connection import (
    DEFAULT_URL,
    NotUnderstood,
    Unreachable,
    ask,
    asking,
    connected,
    document_of,
    service_url,
    typed,
)
from service.cli.kept_tokens import keep, kept_tokens
from service.cli.texts import count, visible

Document: TypeAlias = Mapping[str, Any]
"""What a service answers, as JSON has it."""

GRANT = "urn:ietf:params:oauth:grant-type:device_code"
USUAL: tuple[Scope, ...] = ("watch", "play", "read:history")
LONGER_SECONDS = 5
"""Seconds that a device waits longer after it was told to slow down."""
SHORTEST_SECONDS, LONGEST_SECONDS = 1, 3600
"""Seconds that a device waits at least between two questions, and for a person at most, whatever the service says."""

NOT_NOW = ("slow_down", "rate_limited", "unavailable")
"""The errors and codes after which a device asks again, and waits longer."""

METADATA = "/.well-known/oauth-authorization-server"


class Endpoints(Struct):
    """The endpoints that a device needs; other servers may lack some (RFC 8414)."""

    device_authorization_endpoint: str
    token_endpoint: str
    revocation_endpoint: str


class DeviceCode(Struct):
    """What a device shows to a person, and asks with until they have agreed (RFC 8628, 3.2)."""

    device_code: str
    user_code: str
    verification_uri: str
    expires_in: float
    interval: float | None = None


class Granted(Struct):
    """A token, how long it lasts in seconds, and what it may do (RFC 6749, 5.1)."""

    access_token: str
    expires_in: int
    scope: str


service_argument = click.argument("url", default=DEFAULT_URL, envvar="PARLOUR_URL", callback=service_url)


@click.command(
    epilog="""\b
Examples:
  parlour login
  parlour login https://cards.example
  parlour login https://cards.example --scope watch --scope operate

\b
Exit codes: 0 signed in, 1 refused or too late, 2 usage, 3 no service, 130 Ctrl-C."""
)
@service_argument
@click.option(
    "--scope",
    "scopes",
    type=click.Choice([*SCOPES]),
    multiple=True,
    default=USUAL,
    show_default=True,
    help="A scope of the token; may be repeated.",
)
def login(url: str, scopes: tuple[Scope, ...]) -> None:
    """Sign in to the service at URL, by a page that you open in a browser.

    The command shows an address and a code. Open the address on any device, type the code there, and say what the
    commands may do. Their token is kept in a file that only you can read, and is used for that URL wherever neither
    --token nor PARLOUR_TOKEN is given. The token that was kept for that URL before is revoked.
    """
    try:
        sign_in(url, scopes)
    except KeyboardInterrupt:
        click.echo("\nStopped: you are not signed in.", err=True)
        raise


def sign_in(url: str, scopes: tuple[Scope, ...]) -> None:
    """Sign a person in, keep their token, and say so. Raises `click.ClickException`."""
    with asking(url) as client:
        granted = signed_in(client, url, scopes, click.echo, time.sleep)
        before = kept_tokens()
        try:
            file = keep(before | {url: granted.access_token})
        except (OSError, RuntimeError) as error:  # the latter where nobody knows their home
            with suppress(click.ClickException):
                revoked(client, url, granted.access_token)
            raise click.ClickException(f"You are not signed in, as the token cannot be kept: {error}") from None
        if url in before:
            with suppress(click.ClickException):  # if nobody answers now, it ends by itself
                revoked(client, url, before[url])
    with connected(url, granted.access_token) as service:
        name = document_of(ask(service, "me"), "name")["name"]
    days = round(granted.expires_in / 86_400)
    as_whom = visible(f"{name}, for {count(days, 'day')}: {granted.scope}")
    click.echo(f"You are signed in as {as_whom}. The token is kept in {file}.")


def signed_in(
    client: httpx.Client,
    url: str,
    scopes: tuple[Scope, ...],
    say: Callable[[str], object],
    wait: Callable[[float], object],
) -> Granted:
    """Return what the service answers when a person has agreed; `wait` waits some seconds.

    Once the person has the code, the command waits for a service that is away for a while. Raises `Unreachable`, and
    `click.ClickException`.
    """
    endpoints = endpoints_of(client, url)
    asked = posted(client, endpoints.device_authorization_endpoint, scope=" ".join(scopes))
    if "device_code" not in asked:
        raise click.ClickException(f"The service refuses: {said_of(asked)}")
    code = typed(asked, DeviceCode)
    page, shown = visible(code.verification_uri), visible(code.user_code)
    say(f"Open {page} in a browser, and type this code there:\n\n    {shown}\n")
    pause = max(SHORTEST_SECONDS, code.interval or LONGER_SECONDS)
    left = max(0, min(LONGEST_SECONDS, code.expires_in))
    while True:
        wait(min(pause, left))
        left -= pause
        try:
            told = posted(client, endpoints.token_endpoint, grant_type=GRANT, device_code=code.device_code)
        except click.ClickException:  # nobody answers, or a proxy in place of the service (RFC 8628, 3.5)
            if left <= 0:
                raise
            told = {"error": "slow_down"}
        if "access_token" in told:
            must_be_token(told["access_token"])
            return typed(told, Granted)
        goes_on = told.get("error") == "authorization_pending"
        if told.get("error", told.get("code")) in NOT_NOW:
            goes_on, pause = True, pause + LONGER_SECONDS
        if not goes_on or left <= 0:
            raise click.ClickException(f"You are not signed in: {said_of(told)}")


def must_be_token(given: object) -> None:
    """Raise `click.ClickException` for what is no token: in the file it would spoil all others."""
    if not isinstance(given, str) or not given or not given.isascii() or not given.isprintable() or " " in given:
        raise click.ClickException("You are not signed in: what the service has sent is no token.")


def revoked(client: httpx.Client, url: str, token: str) -> Document:
    """Revoke a token of the command line; return what the service answers.

    Raises `Unreachable`, and `click.ClickException`.
    """
    return posted(client, endpoints_of(client, url).revocation_endpoint, token=token)


def endpoints_of(client: httpx.Client, url: str) -> Endpoints:
    """Return the endpoints of a service by its metadata, which must name itself as the issuer (RFC 8414, 3.3).

    Raises `Unreachable`, and `click.ClickException`.
    """
    found = answered(url, lambda: client.get(url + METADATA))
    if found.get("issuer") != url:
        said = said_of(found) if "issuer" not in found else f"it calls itself {found['issuer']}: use that address."
        raise click.ClickException(f"Nobody can sign in at {url}: {said}")
    try:
        return msgspec.convert(found, Endpoints)
    except msgspec.ValidationError:
        raise NotUnderstood(url) from None


def posted(client: httpx.Client, address: str, **fields: str) -> Document:
    """Return what a service answers to a form."""
    return answered(address, lambda: client.post(address, data={"client_id": COMMAND_LINE.id, **fields}))


def answered(url: str, send: Callable[[], httpx.Response]) -> Document:
    """Return the answer of a service, also if it is a refusal. Raises `Unreachable`."""
    try:
        answer = send()
        document = answer.json() if answer.content else {}
    except (httpx.TransportError, httpx.InvalidURL) as error:
        raise Unreachable(url, str(error) or type(error).__name__) from None
    except (ValueError, RecursionError):
        raise NotUnderstood(url) from None
    return document if isinstance(document, dict) else {}


def said_of(refusal: Document) -> str:
    """Return in words why something is refused."""
    return str(
        refusal.get("error_description") or refusal.get("detail") or refusal.get("error") or "it does not say why."
    )
