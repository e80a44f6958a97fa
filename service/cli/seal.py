"""`parlour seal`: seal the log now."""

import asyncio
from pathlib import Path

import click
import msgspec

from service.cli.embedded_server import database_of
from service.cli.existing_log import existing_log
from service.cli.files import write_file
from service.cli.options import FilePath, of_a_service
from service.embedded.backup import BackupFailed
from service.embedded.data_folder import UnusableData, signing_seed
from service.runtime.time import now
from service.seals.schemas import LogSealDocument, document_of
from service.seals.sealing import HistoryAltered, make_seal
from service.seals.trees import NotHashedYet
from service.settings import BadSetting, Settings
from service.store.postgres.away import reason_of
from service.store.signing import Signer

CONNECTIONS = 2
PATIENCE_SECONDS = 60


def seed(context: click.Context, option: click.Parameter, given: str | None) -> bytes | None:
    """Return the seed of a key in base64."""
    try:
        return Settings.from_environment({"PARLOUR_SIGNING_KEY": given or ""}).signing_key
    except BadSetting as error:
        raise click.BadParameter(str(error)) from None


signing_key_option = click.option(
    "--signing-key",
    envvar="PARLOUR_SIGNING_KEY",
    show_envvar=True,
    callback=seed,
    help="The service's key, in base64; by default, that of the data folder. Use the variable rather than the option.",
)


@click.command(
    epilog="""\b
Examples:
  parlour seal --output /mnt/elsewhere/parlour-seal.json
  parlour seal --postgres-url postgresql://parlour@db/parlour | jq .number

\b
Exit codes: 0 sealed, 1 not sealed or not written, 2 usage."""
)
@of_a_service
@signing_key_option
@click.option("--new-key", is_flag=True, help="The service has another key since the last seal.")
@click.option("--output", type=FilePath(dir_okay=False, path_type=Path), help="Write the seal to this file.")
def seal(
    *, data: Path, postgres_url: str | None, signing_key: bytes | None, new_key: bool, output: Path | None
) -> None:
    """Seal the log now, and print the seal, JSON: the heads of all lanes, signed.

    Keep it where nobody with write access to the database can change it: it proves later whether the log still has all
    events of today, unchanged. The service may be running. It also makes seals itself, see PARLOUR_SEAL_MINUTES.
    """
    signer = signer_of(signing_key, data)
    try:
        with database_of(data, postgres_url, "The log is not sealed") as url:
            made = asyncio.run(sealed(url, signer, new_key=new_key))
    except HistoryAltered as why:
        raise click.ClickException(f"The log is not sealed, for somebody has altered it. {why}") from None
    except NotHashedYet as why:
        raise click.ClickException(f"The log is not sealed: {why}") from None
    try:
        write_file(output or Path("-"), msgspec.json.format(msgspec.json.encode(made), indent=1) + b"\n")
    except click.ClickException as why:
        raise click.ClickException(f"The log is sealed, as number {made.number}, but {why.message}") from None
    except OSError:
        click.echo(f"The log is sealed, as number {made.number}; GET /v1/seals/{made.number} has it.", err=True)
        raise


def signer_of(signing_key: bytes | None, data: Path) -> Signer:
    """Return who signs with a key, or else with that of a data folder. Raises `click.ClickException`."""
    try:
        return Signer(key_in(data) if signing_key is None else signing_key)
    except (BackupFailed, UnusableData, OSError) as why:
        raise click.ClickException(reason_of(why)) from None


def key_in(data: Path) -> bytes:
    """Return the signing key of a data folder. Raises `BackupFailed` if there is none: nobody knows a new one."""
    if not (data / "signing.key").is_file():
        raise BackupFailed(f"There is no signing.key in {data}: see --data, or give PARLOUR_SIGNING_KEY.")
    return signing_seed(data)


async def sealed(url: str, signer: Signer, *, new_key: bool) -> LogSealDocument:
    """Return a new seal of the log. Raises `click.ClickException`, `HistoryAltered`, and what a store raises.

    A seal stays in the chain permanently, so the key has to be that of the last one, unless the service has a
    `new_key`.
    """
    async with existing_log(url, CONNECTIONS, PATIENCE_SECONDS) as store:
        last = await store.log_seals.newest()
        if last is not None and last.key_id != signer.key_id and not new_key:
            raise click.ClickException(
                f"The last seal, number {last.number}, is signed by the key {last.key_id}, and this is {signer.key_id}:"
                " nothing was sealed. Is it the service's? If the service has a new key, add --new-key."
            )
        late = (await store.time() or now()) - now()  # all later seals are later than this one: this host may be wrong
        return document_of(await make_seal(store, signer, lambda: now() + late), signer)
