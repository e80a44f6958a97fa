"""The URL of PostgreSQL, which may name several servers: one that takes writes, and standbys that may take its place.

    postgresql://parlour_owner:…@db1,db2,db3/parlour?target_session_attrs=read-write

Each new connection is tried on one server after the other, until one is found that takes writes. Programs that read a
URL often pass over in silence what makes no sense in it; here it is refused, with what would be right.
"""

from typing import Final
from urllib.parse import parse_qsl, unquote, urlsplit

WRITABLE: Final = ("read-write", "primary")
"""What asks for the server that takes writes."""

KNOWN: Final = (*WRITABLE, "any", "standby", "prefer-standby", "read-only")
"""All that `target_session_attrs` may be."""

ATTRIBUTES: Final = "target_session_attrs"

SSL_MODES: Final = ("disable", "allow", "prefer", "require", "verify-ca", "verify-full")
"""All that `sslmode` may be."""

SPECIAL_CHARACTERS: Final = (
    "special characters in user and password are written with their numbers: %23 for #, %2F for /, %40 for @"
)
LARGEST_PORT, MOST_DIGITS = 65_535, 5


class BadUrl(ValueError):
    """A URL makes no sense; the text says what would be right, and quotes nothing that may be secret."""


def must_find_server(url: str, *, to_write: bool) -> None:
    """Raise `BadUrl` unless a connection by this URL finds a server of those that it names.

    `to_write`: it must be the one that takes writes.
    """
    hosts, options = _hosts_and_options(url)
    if "" in hosts and len(hosts) > 1:
        raise BadUrl("a name is missing between two commas of the list of hosts")
    asked = options.get(ATTRIBUTES)
    if asked is not None and asked not in KNOWN:
        raise BadUrl(f"{ATTRIBUTES} is none of {', '.join(KNOWN)}")
    if options.get("sslmode", SSL_MODES[0]) not in SSL_MODES:
        raise BadUrl(f"sslmode is none of {', '.join(SSL_MODES)}")
    if len(hosts) > 1 and asked in (None, "any"):
        raise BadUrl(
            f"it names {len(hosts)} hosts, of which one takes writes: end it with ?{ATTRIBUTES}={WRITABLE[0]},"
            " or the first that answers is taken, be it a standby"
        )
    if to_write and asked not in (None, "any", *WRITABLE):
        raise BadUrl(f"the service writes: with {ATTRIBUTES}={asked} it finds standbys; take {WRITABLE[0]}")


def places(url: str) -> list[tuple[str, int | None]]:
    """Return the hosts that a URL names, each with its port (None: the usual one). Raises `BadUrl`."""
    listed, options = _hosts_and_options(url)
    ports = options.get("port", "").split(",")
    found = []
    for place, others in zip(listed, ports * len(listed) if len(ports) == 1 else ports, strict=True):
        own = "" if place.startswith("/") else _port_of(place)
        port = own or others
        host = unquote(place.removesuffix(own).removesuffix(":"))
        found.append((host.removeprefix("[").removesuffix("]"), int(port) if port else None))
    return found


def kind_asked_for(url: str) -> str | None:
    """Return which kind of server a URL asks for, one of `KNOWN`; None: any. Raises `BadUrl`."""
    return _hosts_and_options(url)[1].get(ATTRIBUTES)


def _hosts_and_options(url: str) -> tuple[list[str], dict[str, str]]:
    """Return the hosts of a URL, and what stands behind its question mark. Raises `BadUrl`."""
    try:
        parts = urlsplit(url)
    except ValueError:  # its text may quote a password
        raise BadUrl(
            "it is malformed; are the brackets of an IPv6 address right?"
            " A list of names and addresses stands behind the question mark: host=db1,[::1]"
        ) from None
    if parts.fragment or parts.netloc.count("@") > 1 or "@" in parts.path:
        raise BadUrl(SPECIAL_CHARACTERS)
    try:
        pairs = parse_qsl(parts.query, keep_blank_values=True, strict_parsing=True) if parts.query else []
    except ValueError:
        raise BadUrl("what stands behind the question mark is not of the form name=value&name=value") from None
    options = dict(pairs)
    if len(options) < len(pairs):
        raise BadUrl("an option stands there twice; several hosts are one list: host=db1,db2")
    hosts = parts.netloc.rpartition("@")[2]
    if hosts and "host" in options:
        raise BadUrl("hosts stand before the path and in host=, and only one of both is looked at: give all in one")
    listed = (hosts or options.get("host", "")).split(",")
    ports = options.get("port", "").split(",")
    for port in (*ports, *map(_port_of, hosts.split(","))):
        if port and not (port.isdecimal() and len(port) <= MOST_DIGITS and int(port) <= LARGEST_PORT):
            raise BadUrl(f"a port is a number up to {LARGEST_PORT}")
    if len(ports) not in (1, len(listed)):
        raise BadUrl(f"it names {len(listed)} hosts and {len(ports)} ports: give one port, or one for each host")
    return listed, options


def _port_of(place: str) -> str:
    """Return what stands behind a host as its port; nothing: no port does. Raises `BadUrl`."""
    if place.startswith("["):
        address, end, behind = place[1:].partition("]")
        colon, port = behind[:1], behind[1:]
        is_host = end == "]" and address and colon in ("", ":")
    else:
        name, _, port = place.partition(":")
        is_host = not {"[", "]"} & set(name)
    if not is_host or ":" in port:
        raise BadUrl("a host is a name or an address, an IPv6 address in brackets; a colon and a port may follow it")
    return port
