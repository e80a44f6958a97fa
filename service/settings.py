"""The settings of the service: one type, which the environment variables and the command line's options come from.

The field `postgres_url` is the variable `PARLOUR_POSTGRES_URL` and the option `--postgres-url`. A list is separated by
commas, bytes are in base64, and an empty text means that nothing was given.
"""

import os
from collections.abc import Mapping
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Literal, Self

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import FieldInfo

from service.log_address import BadAddress, LogAddress
from service.postgres_url import BadUrl, must_find_server
from service.setting_texts import SECRET, BadSetting, is_secret, parsed, text, variable

__all__ = ["BadSetting", "Settings", "fields"]

EMBEDDED = "embedded"
"""What stands for the URL of the PostgreSQL that the service runs itself."""


def limit(what: str) -> Meta:
    """Return what is said of a setting that limits something."""
    return Meta(description=f"{what}; 0: no limit.", ge=0, le=10**9)


class Settings(Struct, frozen=True, kw_only=True):
    """How a service is run. Neither `repr` nor a log shows the secret ones.

    A worker's settings are complete: `parlour serve` has filled in the addresses of the servers that it runs, and the
    signing key from its data folder.
    """

    data: Annotated[
        Path, Meta(description="Folder for the signing key, and for the embedded servers' data and logs.")
    ] = Path("parlour-data")
    host: Annotated[str, Meta(description="Address to listen on; 0.0.0.0 is every IPv4 address.")] = "127.0.0.1"
    port: Annotated[int, Meta(description="TCP port to listen on.", ge=1, le=65535)] = 8000
    operations_host: Annotated[str, Meta(description="Address to listen on for operators only: `/metrics`.")] = (
        "127.0.0.1"
    )
    operations_port: Annotated[
        int, Meta(description="TCP port to listen on for operators; 0: none.", ge=0, le=65535)
    ] = 8001
    workers: Annotated[
        int, Meta(description="Worker processes; at most the number of cores is useful.", ge=1, le=256)
    ] = 1
    postgres_url: Annotated[
        Annotated[str, Meta(pattern="^postgres(ql)?://")] | None,
        Meta(
            description="PostgreSQL to use instead of the embedded one. For a log of several shards give it"
            " several times (in the variable separated by spaces), or with {shard} in place of a shard's number."
            " With standbys, it names all servers; the README in `deploy` says how.",
            extra=SECRET,
        ),
    ] = None
    shards: Annotated[
        int | None,
        Meta(
            description="Shards of a new log: 1, 2, 4, 8, 16, 32 or 64; 1 if this is not given. An existing log"
            " keeps its number."
        ),
    ] = None
    redis_url: Annotated[
        Annotated[str, Meta(pattern=r"^(rediss?(\+cluster)?|unix)://")] | None,
        Meta(
            description="Redis to use instead of the embedded one. For a cluster,"
            " redis+cluster://node1:6379,node2:6379 names some nodes; the README in `deploy` says how.",
            extra=SECRET,
        ),
    ] = None
    limit_commands: Annotated[
        int, limit("Cost of the commands (POST, PUT, PATCH, DELETE) of one player in 10 seconds")
    ] = 600
    limit_reads: Annotated[int, limit("Cost of the reads (GET) of one player in 10 seconds")] = 1_200
    limit_requests: Annotated[
        int, limit("Cost of all requests from one address (of IPv6: from a /64) in 10 seconds")
    ] = 12_000
    limit_unknown_tokens: Annotated[
        int, limit("Unknown tokens from one address in 10 seconds that a worker looks up")
    ] = 100
    limit_anonymous_reads: Annotated[
        int, limit("Cost of the reads (GET) without a token from one address (of IPv6: from a /64) in 10 seconds")
    ] = 1_200
    limit_anonymous_streams: Annotated[
        int, limit("Streams without a token that one address may hold open at a time")
    ] = 50
    limit_sign_ups: Annotated[int, limit("New players from one address in 10 seconds")] = 100
    limit_recoveries: Annotated[int, limit("Recovery codes from one address in 10 minutes")] = 20
    limit_device_codes: Annotated[
        int, limit("Device codes created for one address, or entered there, in 10 minutes")
    ] = 40
    limit_app_registrations: Annotated[int, limit("Apps that register themselves from one address in 10 minutes")] = 20
    limit_streams: Annotated[int, limit("Streams that one player may hold open at a time")] = 50
    limit_invitations: Annotated[int, limit("Invitations by one player in 10 minutes")] = 200
    limit_chat: Annotated[int, limit("Messages of one player at one table in 30 seconds")] = 15
    limit_reports: Annotated[int, limit("Messages that one player reports in 10 minutes")] = 30
    limit_open_tables: Annotated[int, limit("Tables that one player has opened and that go on")] = 200
    limit_house_tables: Annotated[int, limit("Of these, tables where only house players sit")] = 10
    limit_tournaments: Annotated[int, limit("Tournaments that one player has announced and that go on")] = 5
    proxies: Annotated[
        int,
        Meta(
            description="Number of proxies before the service, each of which appends its client's address to"
            " X-Forwarded-For. With a wrong number all clients share one address.",
            ge=0,
            le=10,
        ),
    ] = 0
    public_url: Annotated[
        Annotated[str, Meta(pattern=r"^(https://[a-z0-9.:-]+|http://(localhost|127\.0\.0\.1)(:[0-9]+)?)\Z")] | None,
        Meta(
            description="Public address of the service, such as https://cards.example: without it, apps can sign"
            " players in only on the same computer."
        ),
    ] = None
    app_registration: Annotated[
        Literal["open", "closed"],
        Meta(description="Whether apps may register themselves, to ask players for permission to act for them."),
    ] = "open"
    registration: Annotated[Literal["open", "closed"], Meta(description="Whether anybody may create a player.")] = (
        "open"
    )
    anonymous_reading: Annotated[
        bool,
        Meta(
            description="Whether public tables, tournaments and players can be read without a token. The catalogue,"
            " limits, keys, seals and published exports always can."
        ),
    ] = True
    cors_origins: Annotated[
        tuple[Annotated[str, Meta(pattern=r"^(\*|https?://[^\s/?#@]+)\Z")], ...],
        Meta(description="Origins of web pages that may use the service from a browser; * for all."),
    ] = ()
    security_headers: Annotated[
        bool, Meta(description="Whether answers carry security headers for browsers; a proxy may add its own instead.")
    ] = True
    signing_key: Annotated[
        Annotated[bytes, Meta(min_length=32, max_length=32)] | None,
        Meta(
            description="Seed of the Ed25519 key that signs finished games, 32 bytes in base64; the same for all"
            " processes on one database. The secret ids of tables and commands come from it, too. If not given, it"
            " is created in the data folder. Everybody on a machine can read its command lines, so use the"
            " variable rather than the option.",
            extra=SECRET,
        ),
    ] = None
    dumps: Annotated[
        Path | None,
        Meta(
            description="Folder of exports (`parlour export --to`) that everybody may download:"
            " `GET /v1/dumps` lists those with pseudonyms and without private games."
        ),
    ] = None
    dumps_url: Annotated[
        Annotated[str, Meta(pattern="^https?://")] | None,
        Meta(description="Public address where a web server serves the folder of dumps; the list of dumps has it."),
    ] = None
    webhooks: Annotated[
        Literal["open", "operators", "off"],
        Meta(description="Who may have webhooks: every player, operators, or nobody (nothing is sent)."),
    ] = "open"
    webhooks_ports: Annotated[
        tuple[Annotated[int, Meta(ge=0, le=65535)], ...],
        Meta(description="TCP ports of webhooks; 0: any."),
    ] = (443, 8443)
    webhooks_http: Annotated[bool, Meta(description="Whether webhooks may use plain HTTP.")] = False
    webhooks_private: Annotated[
        tuple[str, ...],
        Meta(
            description="Private networks where webhooks are allowed, such as 10.0.0.0/8. Every player can make"
            " the service send requests there."
        ),
    ] = ()
    seal_minutes: Annotated[
        int,
        Meta(
            description="Minutes between two seals of the log, `GET /v1/seals`; 0: only `parlour seal` makes them.",
            ge=0,
            le=10**6,
        ),
    ] = 60
    tables_mib: Annotated[
        int,
        Meta(
            description="MiB of memory in each worker for tables that are played: the last snapshots, the known"
            " keys. A table that does not fit is read from the log again. The metric `parlour_tables_bytes` has"
            " the current size.",
            ge=1,
            le=2**20,
        ),
    ] = 256
    history_mib: Annotated[
        int,
        Meta(
            description="MiB of cache in each worker for tables that are read: old versions, views. The metric"
            " `parlour_history_bytes` has the current size.",
            ge=1,
            le=2**20,
        ),
    ] = 256
    log_level: Annotated[
        Literal["debug", "info", "warning", "error"],
        Meta(description="The lowest level that is logged."),
    ] = "info"
    longest_wait_seconds: Annotated[
        int,
        Meta(
            description="Maximum length of a long poll in seconds: less than the timeouts of the proxies before"
            " the service.",
            ge=0,
            le=30,
        ),
    ] = 30
    silence_seconds: Annotated[
        int,
        Meta(
            description="Maximum time in seconds for the head of a request, between two requests of a connection, and"
            " (on Linux) in which a client takes nothing of what is sent to it; then the connection is closed.",
            ge=1,
            le=300,
        ),
    ] = 15
    shutdown_seconds: Annotated[
        int,
        Meta(
            description="Maximum time in seconds to stop. Open requests may use all of it except the last 2.5"
            " seconds, in which the workers and then Postgres stop.",
            ge=3,
            le=60,
        ),
    ] = 5

    @classmethod
    def from_environment(cls, given: Mapping[str, str] | None = None) -> Self:
        """Return the settings that the variables `PARLOUR_…` make, of this process if none are given.

        Raises `BadSetting`.
        """
        texts = os.environ if given is None else given
        named = ((field, texts.get(variable(field))) for field in fields())
        values = {field.name: parsed(field, text) for field, text in named if text}
        if (public_url := values.get("public_url")) is not None:
            values["public_url"] = as_browsers_say(public_url)
        values["cors_origins"] = tuple(map(as_browsers_say, values.get("cors_origins", ())))
        settings = cls(**values)
        if settings.port == settings.operations_port:
            raise BadSetting(
                f"PARLOUR_OPERATIONS_PORT or --operations-port: {settings.port} is PARLOUR_PORT already, give another"
            )
        for network in settings.webhooks_private:
            must_be_network(network)
        if settings.postgres_url is not None:
            must_find_primary(settings.postgres_url)
        if settings.shards is not None:
            must_fit(settings.shards, settings.postgres_url)
        return settings

    def environment(self) -> dict[str, str]:
        """Return the variables that make these settings: what a worker is told."""
        return {variable(field): text(getattr(self, field.name)) for field in fields()}

    def __rich_repr__(self) -> list[tuple[str, object]]:
        """Return the names and values to show."""
        values = ((field, getattr(self, field.name)) for field in fields())
        return [(field.name, "***" if value is not None and is_secret(field) else value) for field, value in values]

    def __repr__(self) -> str:
        """Return the settings as text, the secret ones hidden."""
        return f"Settings({', '.join(f'{name}={value!r}' for name, value in self.__rich_repr__())})"


def as_browsers_say(origin: str) -> str:
    """Return an origin as the header Origin has it: in small letters, without the usual port (RFC 6454, 6.1).

    Another one would be compared with that in vain.
    """
    scheme, _, place = origin.lower().partition("://")
    usual = {"http": ":80", "https": ":443"}.get(scheme, "")
    return f"{scheme}://{place.removesuffix(usual)}" if usual else origin


def must_be_network(network: str) -> None:
    """Raise `BadSetting` unless a text is a network."""
    try:
        ip_network(network)
    except ValueError as error:
        raise BadSetting(f"PARLOUR_WEBHOOKS_PRIVATE or --webhooks-private: {error}") from None


def must_find_primary(url: str) -> None:
    """Raise `BadSetting` unless the URL of PostgreSQL, or each of several, leads to a server that takes writes."""
    try:
        for each in url.split():
            must_find_server(each, to_write=True)
    except BadUrl as error:
        raise BadSetting(f"PARLOUR_POSTGRES_URL or --postgres-url: {error}") from None


def must_fit(shards: int, url: str | None) -> None:
    """Raise `BadSetting` unless a log may have that many shards, at the URLs of PostgreSQL or at an embedded one."""
    try:
        LogAddress(tuple((url or EMBEDDED).split())).must_fit(shards)
    except BadAddress as error:
        raise BadSetting(f"PARLOUR_SHARDS or --shards: {error}") from None


def fields() -> tuple[FieldInfo, ...]:
    """Return the fields of the settings in their order."""
    return msgspec.structs.fields(Settings)
