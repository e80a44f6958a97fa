"""`parlour login`: a person signs in on a terminal, by a page in their browser (RFC 8628)."""

import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, TypeAlias

import click
import httpx

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
    understanding,
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

NOT_NOW = {"slow_down", "rate_limited", "unavailable"}
"""The errors and codes after which a device asks again, and waits longer."""

METADATA = "/.well-known/oauth-authorization-server"
ENDPOINTS = ("device_authorization_endpoint", "token_endpoint", "revocation_endpoint")
"""The endpoints that a device needs; other servers may lack some."""


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
        with understanding():
            sign_in(url, scopes)
    except KeyboardInterrupt:
        click.echo("\nStopped: you are not signed in.", err=True)
        raise


def sign_in(url: str, scopes: tuple[Scope, ...]) -> None:
    """Sign a person in, keep their token, and say so. Raises `click.ClickException`."""
    with asking(url) as client:
        told = signed_in(client, url, scopes, click.echo, time.sleep)
        before = kept_tokens()
        try:
            file = keep(before | {url: told["access_token"]})
        except (OSError, RuntimeError) as error:  # the latter where nobody knows their home
            with suppress(click.ClickException):
                revoked(client, url, told["access_token"])
            raise click.ClickException(f"You are not signed in, as the token cannot be kept: {error}") from None
        if url in before:
            with suppress(click.ClickException):  # if nobody answers now, it ends by itself
                revoked(client, url, before[url])
    with connected(url, told["access_token"]) as service:
        name = document_of(ask(service, "me"), "name")["name"]
    days = round(told["expires_in"] / 86_400)
    as_whom = visible(f"{name}, for {count(days, 'day')}: {told['scope']}")
    click.echo(f"You are signed in as {as_whom}. The token is kept in {file}.")


def signed_in(
    client: httpx.Client,
    url: str,
    scopes: tuple[Scope, ...],
    say: Callable[[str], object],
    wait: Callable[[float], object],
) -> Document:
    """Return what the service answers when a person has agreed; `wait` waits some seconds.

    Once the person has the code, the command waits for a service that is away for a while. Raises `Unreachable`, and
    `click.ClickException`.
    """
    found = metadata(client, url)
    asked = posted(client, found["device_authorization_endpoint"], scope=" ".join(scopes))
    if "device_code" not in asked:
        raise click.ClickException(f"The service refuses: {said_of(asked)}")
    page, code = (visible(str(asked[each])) for each in ("verification_uri", "user_code"))
    say(f"Open {page} in a browser, and type this code there:\n\n    {code}\n")
    pause = max(SHORTEST_SECONDS, asked.get("interval") or LONGER_SECONDS)
    left = min(LONGEST_SECONDS, asked["expires_in"])
    while True:
        wait(min(pause, left))
        left -= pause
        try:
            told = posted(client, found["token_endpoint"], grant_type=GRANT, device_code=asked["device_code"])
        except click.ClickException:  # nobody answers, or a proxy in place of the service (RFC 8628, 3.5)
            if left <= 0:
                raise
            told = {"error": "slow_down"}
        if "access_token" in told:
            must_be_token(told["access_token"])
            return told
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
    return posted(client, metadata(client, url)["revocation_endpoint"], token=token)


def metadata(client: httpx.Client, url: str) -> Document:
    """Return the metadata of a service, which must name the service itself as the issuer (RFC 8414, 3.3).

    Raises `Unreachable`, and `click.ClickException`.
    """
    found = answered(url, lambda: client.get(url + METADATA))
    if found.get("issuer") != url:
        said = said_of(found) if "issuer" not in found else f"it calls itself {found['issuer']}: use that address."
        raise click.ClickException(f"Nobody can sign in at {url}: {said}")
    if not all(isinstance(found.get(each), str) for each in ENDPOINTS):
        raise NotUnderstood(url)
    return found


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
