"""How the commands for people reach a service: its address, a token, and what they say when something is wrong."""

import ssl
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeVar

import click
import httpx
import msgspec
from msgspec import Struct

from service.cli.bounds import ACCEPTED, bound, bound_async
from service.cli.kept_tokens import kept_token
from service.cli.texts import TEXT, visible

T = TypeVar("T")

DEFAULT_URL = "http://127.0.0.1:8000"
API = "/v1"
"""What the paths of a service begin with."""
ANSWER_SECONDS = 30
LARGEST_PORT = 65_535
MISSHAPEN = (
    msgspec.MsgspecError, ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError,
)  # fmt: skip
"""What is raised where an answer has not the form that the contract promises."""
NOT_VERIFIED = "certificate verify failed: "
UNKNOWN_ISSUER = ("self-signed", "self signed", "unable to get")
"""What OpenSSL says of a certificate that is not accepted, and of one of an authority that nobody trusts here."""
NOT_NOW = frozenset({429, 502, 503, 504})
"""The answers after which the same request may be sent again."""


def service_url(context: click.Context, option: click.Parameter, given: str) -> str:
    """Return the URL of a service, without a slash at its end. Raises `click.BadParameter`; it quotes no password."""
    url = given.rstrip("/")
    if "@" in url:
        raise click.BadParameter("The URL of a service has no name and no password: who you are is said by a token.")
    if not is_url(url):
        raise click.BadParameter(f"{given!r} is not the URL of a service, such as {DEFAULT_URL}.")
    if url.endswith(API):
        raise click.BadParameter(f"Leave out {API}: {url.removesuffix(API)} is the URL of the service.")
    return url


def is_url(given: str) -> bool:
    """Return whether a text is a URL that can be that of a service."""
    try:
        url = httpx.URL(given)
        url.host.encode("idna")  # or 127..0.0.1 would end what looks for it
    except (httpx.InvalidURL, UnicodeError):
        return False
    is_address = url.scheme in {"http", "https"} and bool(url.host) and (url.port or 0) <= LARGEST_PORT
    return is_address and not {"?", "#"} & {*given}


def given_or_kept(context: click.Context, option: click.Parameter, given: str | None) -> str | None:
    """Return a token: the one that is given, or else the one that `parlour login` has kept for the service.

    White space around it, such as the end of a line, is left out. Raises `click.BadParameter`, which does not quote it.
    """
    token = (given or "").strip()
    if not token.isascii() or not token.isprintable() or " " in token:
        raise click.BadParameter("A token is one word of ASCII characters; this text is none.")
    return token or kept_token(str(context.params.get("url") or DEFAULT_URL))


url_option = click.option(
    "--url",
    is_eager=True,  # the token is looked up by it
    default=DEFAULT_URL,
    callback=service_url,
    envvar="PARLOUR_URL",
    show_default=True,
    show_envvar=True,
    help="Address of the service.",
)
token_option = click.option(
    "--token",
    envvar="PARLOUR_TOKEN",
    show_envvar=True,
    callback=given_or_kept,
    help="Token of the player; others may read a command line, so use the variable, or `parlour login`.",
)
reason_option = click.option(
    "--reason",
    type=TEXT,
    help="Why you look, if you can see more than other viewers as an operator or analyst; shown to the players"
    " afterwards.",
)


class Unreachable(click.ClickException):
    """Nobody answers there: exit code 3."""

    exit_code = 3

    def __init__(self, url: str, why: str) -> None:
        super().__init__(
            untrusted(url, why) or f"No service answers at {url} ({why}). Is it running? See `parlour serve --help`."
        )


def untrusted(url: str, why: str) -> str:
    """Return what is said of a service whose certificate is not accepted, as `why` tells; nothing if it is accepted."""
    _, failed, reason = why.partition(NOT_VERIFIED)
    if not failed:
        return ""
    said = f"The certificate of {url} is not accepted: {reason.partition(' (_ssl')[0]}."
    if any(each in reason for each in UNKNOWN_ISSUER):
        return f"{said} If you trust it, name in SSL_CERT_FILE a file (PEM) with it, or with that of its authority."
    return said


def unreached(client: httpx.Client, error: httpx.TransportError) -> Unreachable:
    """Return how a person is told that the service of a client does not answer."""
    return Unreachable(address_of(client), str(error) or type(error).__name__)


class Refusal(click.ClickException):
    """The service has answered, with a problem; `code` is the problem's."""

    def __init__(self, answer: httpx.Response) -> None:
        problem = problem_of(answer)
        self.code = str(problem.get("code", answer.status_code))
        version, cursor = problem.get("version"), problem.get("cursor")
        self.left = (version, cursor) if isinstance(version, int) and isinstance(cursor, str) else None
        """The last version that is left, and its cursor, if the service has lost what came later."""
        hint = " Give --reason." if self.code == "reason_required" else hint_of(answer, problem)
        super().__init__(f"{problem.get('detail') or answer.reason_phrase} ({self.code}){hint}")


def hint_of(answer: httpx.Response, problem: Mapping[str, object]) -> str:
    """Return what may help with a refusal: a private table is shown to nobody who sends no token."""
    if answer.has_redirect_location:
        return f": it is at another address, {answer.headers['Location']}. Give that of the service."
    if answer.is_client_error and "code" not in problem:
        return ": this is no answer of Parlour. Is the address right?"
    if answer.status_code == httpx.codes.UNAUTHORIZED:
        return " Give --token, or set PARLOUR_TOKEN, or sign in with `parlour login`."
    if answer.status_code == httpx.codes.NOT_FOUND and "authorization" not in answer.request.headers:
        return " If it is private, give --token, or set PARLOUR_TOKEN."
    return ""


class NotUnderstood(click.ClickException):
    """The server that answers there is no Parlour, or one of another version: exit code 1."""

    def __init__(self, url: str) -> None:
        super().__init__(f"What answers at {url} is no Parlour. Is the address right?")


@contextmanager
def understanding() -> Iterator[None]:
    """Raise `click.ClickException` where what a service has answered is in another form than this program knows."""
    try:
        yield
    except MISSHAPEN as error:
        raise not_understood(error) from None


def not_understood(error: Exception) -> click.ClickException:
    """Return how a person is told what was raised where an answer was read."""
    what = str(error) if isinstance(error, msgspec.MsgspecError) else f"{type(error).__name__}: {error}"
    return click.ClickException(visible(f"This program does not understand that service: {what}."))


def typed(document: Mapping[str, Any], kind: type[T]) -> T:
    """Return what a service has answered as a `kind`. Raises `click.ClickException` if it is none."""
    try:
        return msgspec.convert(document, kind)
    except msgspec.ValidationError as error:
        raise not_understood(error) from None


def document_of(answer: httpx.Response, *needed: str) -> dict[str, Any]:
    """Return the JSON object of an answer. Raises `NotUnderstood` unless it is one, with the fields that are needed."""
    try:
        document = answer.json()
    except (ValueError, RecursionError):
        document = None
    if not isinstance(document, dict) or not document.keys() >= set(needed):
        raise NotUnderstood(str(answer.url.join("/")).rstrip("/"))
    return document


def problem_of(answer: httpx.Response) -> Mapping[str, object]:
    """Return the problem document of an answer; nothing if it has none."""
    try:
        problem = answer.json()
    except (ValueError, RecursionError):
        return {}
    return problem if isinstance(problem, dict) else {}


def certificates_for(url: str) -> ssl.SSLContext:
    """Return whose certificates a client of a service trusts: nobody's at http://, as to read them takes a while."""
    if httpx.URL(url).scheme == "https":
        return httpx.create_ssl_context()
    return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)


def asking(url: str, **settings: Any) -> httpx.Client:
    """Return a client for a service, which reads answers within bounds (`bounds`).

    Raises `click.UsageError` for an environment that names no proxy or certificates that it can use.
    """
    try:
        return httpx.Client(
            timeout=ANSWER_SECONDS,
            verify=certificates_for(url),
            headers=ACCEPTED,
            event_hooks={"response": [bound]},
            **settings,
        )
    except (ImportError, ValueError, OSError) as why:
        raise click.UsageError(
            "What the environment says of proxies (ALL_PROXY, HTTP_PROXY, HTTPS_PROXY, NO_PROXY) or certificates"
            f" (SSL_CERT_FILE, SSL_CERT_DIR) cannot be used: {why}"
        ) from None


def asking_at_once(url: str, verify: ssl.SSLContext, **settings: Any) -> httpx.AsyncClient:
    """Return a client that sends many requests at once to paths below a URL, and reads answers within bounds."""
    return httpx.AsyncClient(
        base_url=url, verify=verify, headers=ACCEPTED, event_hooks={"response": [bound_async]}, **settings
    )


def connected(url: str, token: str | None) -> httpx.Client:
    """Return a client of a service, for the paths below its `/v1`. Raises `click.UsageError` as `asking` does."""
    client = asking(url, base_url=f"{url.rstrip('/')}{API}")
    if token:
        client.headers["Authorization"] = f"Bearer {token}"
    return client


def address_of(client: httpx.Client) -> str:
    """Return the URL of the service whose client it is."""
    return str(client.base_url).removesuffix(f"{API}/")


def because(reason: str | None) -> dict[str, str]:
    """Return the parameters that say why somebody looks at a table."""
    return {} if reason is None else {"reason": reason}


def ask(client: httpx.Client, path: str, **parameters: int | str) -> httpx.Response:
    """Return the answer to a GET. Raises `Unreachable` or `Refusal`."""
    try:
        answer = client.get(path, params=parameters)
    except httpx.TransportError as error:
        raise unreached(client, error) from None
    if not answer.is_success:
        raise Refusal(answer)
    return answer


def must_be_game(client: httpx.Client, game: str) -> None:
    """Raise `click.UsageError` for a game that the service does not have, `Unreachable`, `Refusal`, `NotUnderstood`."""
    games = games_of(client)
    if game not in games:
        raise click.UsageError(f"There is no game {game!r}. The games are: {', '.join(games)}.")


class Game(Struct):
    """What a command needs of a game in the catalogue."""

    id: str


class Games(Struct):
    """The catalogue."""

    games: list[Game]


def games_of(client: httpx.Client) -> list[str]:
    """Return the names of a service's games. Raises `Unreachable`, `Refusal`, or another `click.ClickException`."""
    return [game.id for game in typed(document_of(ask(client, "games")), Games).games]
