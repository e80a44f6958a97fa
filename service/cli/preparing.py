"""The databases of a service are made, or brought to the form of its version, before it runs."""

import asyncio

import asyncpg

from service.log_address import BadAddress, LogAddress
from service.store.migrate import MigrationFailed
from service.store.postgres.away import reason_of
from service.store.postgres.opening import prepare


def prepare_database(addresses: str, shards: int | None, *, citus: bool = False) -> int:
    """Bring the databases to the form that this service needs; return how many shards the log has.

    Raises `MigrationFailed`, also if they are out of reach.
    """
    try:
        return asyncio.run(prepare(LogAddress.parsed(addresses), shards, citus=citus))
    except BadAddress as error:
        raise MigrationFailed(str(error)) from None
    except ValueError:  # its text may quote what should have been a password
        raise MigrationFailed(
            "The PostgreSQL URL cannot be used: are special characters percent-encoded, and are the files there that"
            " TLS needs? sslmode=verify-full needs sslrootcert, or ~/.postgresql/root.crt"
        ) from None
    except (asyncpg.ReadOnlySQLTransactionError, asyncpg.TargetServerAttributeNotMatched):
        raise MigrationFailed(
            "PostgreSQL cannot be used: no server that the URL names takes writes, those that answer are standbys. Name"
            " all servers in it: postgresql://parlour@db1,db2/parlour?target_session_attrs=read-write"
        ) from None
    except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        raise MigrationFailed(f"PostgreSQL cannot be used: {reason_of(error)}") from None
