"""Where the shards of the log lie: the addresses of one server or of several, as one text.

One address is a log in one database. Several are separated by white space, or made of one that holds `{shard}`, which
the number of each shard takes the place of. Shard n lies at address n, or, where there are more shards than addresses,
at address n modulo their number. Accounts, and all else that has no lane, lie in the database of shard 0.
"""

from typing import NamedTuple, Self

NUMBERS_OF_SHARDS = (1, 2, 4, 8, 16, 32, 64)
"""How many shards a log may have: each has as many lanes."""
SCHEMES = ("postgres", "postgresql")
PLACE = "{shard}"


class BadAddress(ValueError):
    """The addresses of the log make no sense; the text says why, and quotes none of them: they hold passwords."""


class LogAddress(NamedTuple):
    """The addresses of the servers on which a log lies."""

    urls: tuple[str, ...]

    @classmethod
    def parsed(cls, text: str) -> Self:
        """Return the addresses that a text has. Raises `BadAddress`."""
        urls = tuple(text.split())
        if not urls:
            raise BadAddress("There is no PostgreSQL URL.")
        for number, url in enumerate(urls, 1):
            scheme, _, place = url.partition("://")
            if not place or scheme.lower() not in SCHEMES:
                raise BadAddress(f"PostgreSQL URL {number} of {len(urls)} does not begin with postgresql://.")
        if len(set(urls)) < len(urls):
            raise BadAddress("A PostgreSQL URL is there twice: shards take turns on those that are given once.")
        if len(urls) > 1 and any(PLACE in url for url in urls):
            raise BadAddress(f"Give one PostgreSQL URL with {PLACE}, or several without.")
        return cls(urls)

    @property
    def first(self) -> str:
        """The address of shard 0, with accounts and all else that has no lane."""
        return self.urls[0].replace(PLACE, "0")

    @property
    def are_several(self) -> bool:
        """Whether they can only be those of several shards."""
        return len(self.urls) > 1 or PLACE in self.urls[0]

    def of(self, shard: int) -> str:
        """Return the URL of a shard's database, with its number filled in."""
        return self.urls[shard % len(self.urls)].replace(PLACE, str(shard))

    def must_fit(self, shards: int) -> None:
        """Raise `BadAddress` unless shards can lie at these addresses."""
        if shards not in NUMBERS_OF_SHARDS:
            raise BadAddress(f"A log has {', '.join(map(str, NUMBERS_OF_SHARDS))} shards, not {shards}.")
        if self.are_several and shards == 1:
            raise BadAddress("A log of one shard has one PostgreSQL URL.")
        if shards % len(self.urls):
            raise BadAddress(f"{shards} shards cannot be divided over {len(self.urls)} PostgreSQL URLs.")


def first_url(text: str) -> str:
    """Return the address of shard 0 in the text of the addresses of a log. Raises `BadAddress`."""
    return LogAddress.parsed(text).first
