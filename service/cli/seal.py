"""`parlour seal`: seal the log now."""

import asyncio
import contextlib
from pathlib import Path

import click
import msgspec

from service.cli.backup import server_on
from service.cli.files import write_file
from service.cli.token import of_a_service
from service.embedded import NotStarted
from service.embedded.backup import BackupFailed
from service.embedded.data_folder import Occupied, signing_seed
from service.runtime.time import now
from service.seals.schemas import LogSealDocument, document_of
from service.seals.sealing import HistoryAltered, make_seal
from service.settings import BadSetting, Settings
from service.store import DATABASE_ERRORS, MigrationFailed, open_log
from service.store.signing import Signer

CONNECTIONS = 2
PATIENCE_SECONDS = 60
TIMEOUTS = {"lock_timeout": "2s", "statement_timeout": f"{PATIENCE_SECONDS}s"}
"""When Postgres gives up: an operator has more patience than a player."""


def seed(context: click.Context, option: click.Parameter, given: str | None) -> bytes | None:
    """Return the seed of a key in base64."""
    try:
        return Settings.from_environment({"PARLOUR_SIGNING_KEY": given or ""}).signing_key
    except BadSetting as error:
        raise click.BadParameter(str(error)) from None


@click.command(
    epilog="""\b
Examples:
  parlour seal --output /mnt/elsewhere/parlour-seal.json
  parlour seal --postgres-url postgresql://parlour@db/parlour | jq .number

\b
Exit codes: 0 sealed, 1 not sealed or not written, 2 usage."""
)
@of_a_service
@click.option(
    "--signing-key",
    envvar="PARLOUR_SIGNING_KEY",
    show_envvar=True,
    callback=seed,
    help="The service's key, in base64; by default, that of the data folder. Use the variable rather than the option.",
)
@click.option("--output", type=click.Path(dir_okay=False, path_type=Path), help="Write the seal to this file.")
def seal(data: Path, postgres_url: str | None, signing_key: bytes | None, output: Path | None) -> None:
    """Seal the log now, and print the seal, JSON: the heads of all lanes, signed.

    Keep it where nobody with write access to the database can change it: it proves later whether the log still has all
    events of today, unchanged. The service may be running. It also makes seals itself, see PARLOUR_SEAL_MINUTES.
    """
    try:
        signer = Signer(signing_key if signing_key is not None else key_in(data))
        with contextlib.nullcontext(postgres_url) if postgres_url else server_on(data) as url:
            made = asyncio.run(sealed(url, signer))
    except HistoryAltered as why:
        raise click.ClickException(f"The log is not sealed, for somebody has altered it. {why}") from None
    except (BackupFailed, NotStarted, Occupied, MigrationFailed) as why:
        raise click.ClickException(str(why)) from None
    except DATABASE_ERRORS as why:
        raise click.ClickException(f"The log is not sealed: {why.__cause__ or why}") from None
    try:
        write_file(output or Path("-"), msgspec.json.format(msgspec.json.encode(made), indent=1) + b"\n")
    except click.ClickException as why:
        raise click.ClickException(f"The log is sealed, as number {made.number}, but {why.message}") from None


def key_in(data: Path) -> bytes:
    """Return the signing key of a data folder. Raises `BackupFailed` if there is none: a new one is nobody's key."""
    if not (data / "signing.key").is_file():
        raise BackupFailed(f"There is no signing.key in {data}: give PARLOUR_SIGNING_KEY.")
    return signing_seed(data)


async def sealed(url: str, signer: Signer) -> LogSealDocument:
    """Return a new seal of the log. Raises `HistoryAltered`, and what a store raises."""
    async with open_log(url, CONNECTIONS, timeouts=TIMEOUTS, answer_seconds=PATIENCE_SECONDS) as store:
        return document_of(await make_seal(store, signer, now), signer)
