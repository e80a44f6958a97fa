"""Where messages may be sent: to public addresses, and to those that the operator of the service names beside them.

A URL is taken apart here alone, by a narrow grammar, and its parts are what is connected to: so nobody else can read it
differently. What a host name means is asked once for each attempt; the addresses that come are looked at, and one of
those is connected to.
"""

import re
from collections.abc import Iterable
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final, NamedTuple

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

LONGEST_URL = 500
LONGEST_HOST = 253

URL: Final = re.compile(
    r"(?P<scheme>https?)://"
    r"(?:\[(?P<literal>[0-9a-fA-F:.]{2,45})\]|(?P<host>[a-zA-Z0-9](?:[a-zA-Z0-9.-]*[a-zA-Z0-9])?))"
    r"(?::(?P<port>[1-9][0-9]{0,4}))?"
    r"(?P<target>/[!-\"$-;=?-\[\]_a-z~]*)?"
)
"""No user, no fragment, no spaces, nothing but ASCII; no backslash, brackets of tags, caret, quote or brace."""

LABEL: Final = re.compile(r"(?!-)[a-zA-Z0-9-]{1,63}(?<!-)")
NUMBER: Final = re.compile(r"[0-9]+|0[xX][0-9a-fA-F]*")
"""A last part of a host that makes it a number: all but four plain decimal ones are spellings that hide an address."""

LAST_PORT: Final = 65_535
DEFAULT_PORTS: Final = {"https": 443, "http": 80}

NOT_PUBLIC_4: Final = tuple(
    map(
        IPv4Network,
        (
            "0.0.0.0/8",
            "10.0.0.0/8",
            "100.64.0.0/10",
            "127.0.0.0/8",
            "169.254.0.0/16",
            "172.16.0.0/12",
            "192.0.0.0/24",
            "192.0.2.0/24",
            "192.31.196.0/24",
            "192.52.193.0/24",
            "192.88.99.0/24",
            "192.168.0.0/16",
            "192.175.48.0/24",
            "198.18.0.0/15",
            "198.51.100.0/24",
            "203.0.113.0/24",
            "224.0.0.0/3",
        ),
    )
)
"""What is not one host of the public internet (IANA's registries, RFC 6890), multicast and the reserved included."""

PUBLIC_6: Final = IPv6Network("2000::/3")
NOT_PUBLIC_6: Final = tuple(
    map(IPv6Network, ("2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3ffe::/16", "3fff::/20"))
)
"""Teredo, 6to4, documentation, …; NAT64 and what holds an IPv4 address are not in `PUBLIC_6`."""


class NotAllowed(Exception):
    """A URL that nothing is sent to, and what is wrong with it."""


class Target(NamedTuple):
    """A URL in its parts; `target` is what is asked for there."""

    scheme: str
    host: str
    port: int
    target: str


class Reach:
    """What may be reached: public addresses, at some `ports` (0 among them: at any), by HTTPS.

    `private` are networks that may be reached though they are not public, and `http` says whether it may be without
    TLS.
    """

    def __init__(self, private: Iterable[str] = (), ports: Iterable[int] = (443,), *, http: bool = False) -> None:
        self._private: tuple[Network, ...] = tuple([ip_network(each) for each in private])
        self._ports = frozenset(ports)
        self._http = http

    def target(self, url: str) -> Target:
        """Return the parts of a URL. Raises `NotAllowed`."""
        found = URL.fullmatch(url) if len(url) <= LONGEST_URL else None
        if found is None:
            raise NotAllowed(f"It is no plain URL of at most {LONGEST_URL} characters: https://host/path?query.")
        scheme = found["scheme"]
        if scheme == "http" and not self._http:
            raise NotAllowed("It must begin with https://.")
        port = int(found["port"] or DEFAULT_PORTS[scheme])
        if port > LAST_PORT:
            raise NotAllowed(f"A port is from 1 to {LAST_PORT}.")
        if 0 not in self._ports and port not in self._ports:
            raise NotAllowed(f"The port must be one of {', '.join(map(str, sorted(self._ports)))}.")
        host = found["literal"] or found["host"]
        self._must_be_host(host, is_literal=found["literal"] is not None)
        return Target(scheme, host, port, found["target"] or "/")

    def _must_be_host(self, host: str, *, is_literal: bool) -> None:
        labels = host.split(".")
        if is_literal or NUMBER.fullmatch(labels[-1]):
            try:
                address = ip_address(host)
            except ValueError:
                raise NotAllowed("The host is no address as they are written, and no name.") from None
            if not self.may_reach(address):
                raise NotAllowed("The address is not a public one.")
        elif len(host) > LONGEST_HOST or not all(map(LABEL.fullmatch, labels)):
            raise NotAllowed("The host is no name.")
        elif len(labels) == 1 and not self._private:
            raise NotAllowed("The host must be a full name, with a dot.")

    def may_reach(self, address: Address) -> bool:
        """Return whether an address may be connected to."""
        if isinstance(address, IPv6Address) and address.scope_id is not None:
            return False
        return is_public(address) or any(address in network for network in self._private)


def is_public(address: Address) -> bool:
    """Return whether an address is that of one host of the public internet, and holds no other one."""
    if isinstance(address, IPv4Address):
        return not any(address in network for network in NOT_PUBLIC_4)
    return address in PUBLIC_6 and not any(address in network for network in NOT_PUBLIC_6)
