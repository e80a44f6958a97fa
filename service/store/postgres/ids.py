"""Ids as Postgres gives them, and as the rest of the program has them."""

from uuid import UUID


def plain(uuid: UUID) -> UUID:
    """Return asyncpg's UUID, which is of a class of its own, as one that msgspec knows."""
    return UUID(bytes=uuid.bytes)
