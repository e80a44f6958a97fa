"""`parlour database`: the databases of a service, before it runs."""

import click
import msgspec

from service.cli.options import postgres_option
from service.cli.preparing import prepare_database
from service.log_address import BadAddress, LogAddress
from service.store.migrate import MigrationFailed


class Prepared(msgspec.Struct):
    """How many shards the log has."""

    shards: int


@click.group()
def database() -> None:
    """Prepare the databases of a service that does not run its own PostgreSQL."""


@database.command(
    short_help="Create the log, or bring its tables up to date.",
    epilog="""\b
Examples:
  parlour database prepare --postgres-url postgresql://parlour_owner@db/parlour
  parlour database prepare --shards 16 --postgres-url postgresql://parlour_owner@db/parlour
  parlour database prepare --shards 4 --postgres-url 'postgresql://parlour_owner@db-{shard}/parlour' | jq .shards
  parlour database prepare --shards 16 --citus --postgres-url postgresql://parlour_owner@coordinator/parlour

\b
Exit codes: 0 prepared, 1 it cannot be, 2 usage.""",
)
@postgres_option
@click.option("--shards", type=click.IntRange(1, 64), help="Shards of a new log: 1, 2, 4, 8, 16, 32 or 64.")
@click.option(
    "--citus", is_flag=True, help="Place the shards on the workers of Citus; the URL is that of the coordinator."
)
def prepare(postgres_url: str | None, shards: int | None, *, citus: bool) -> None:
    """Make the log, or bring it to the form that this version needs, as `parlour serve` does when it starts.

    The number of shards is fixed when the log is made. Accounts, the history for analysts and all else that has no
    lane lie beside shard 0.
    """
    if postgres_url is None:
        raise click.UsageError("Give --postgres-url, once for each server.")
    if shards is not None:
        must_fit(shards, LogAddress.parsed(postgres_url))
    try:
        made = prepare_database(postgres_url, shards, citus=citus)
    except MigrationFailed as why:
        raise click.ClickException(str(why)) from None
    click.echo(msgspec.json.encode(Prepared(made)))


def must_fit(shards: int, address: LogAddress) -> None:
    """Raise `click.UsageError` unless a log may have that many shards, at its addresses: no server need be asked."""
    try:
        address.must_fit(shards)
    except BadAddress as error:
        raise click.UsageError(str(error)) from None
