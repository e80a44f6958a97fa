"""The manifest of an export: which files it has, and how far it goes.

It is written last, and in one step. So an export can be killed at any moment: what the manifest does not name is not
part of it, and is removed by the next one.
"""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

from projections.history import HISTORY
from service.runtime.files import UNREADABLE, followed, replace_file

NAME = "manifest.json"
LICENCE = "CC0-1.0"

TIME = "%Y-%m-%dT%H:%M:%S.%gZ"
"""A time in files of text: ISO 8601 with milliseconds, UTC."""

Format = Literal["parquet", "ndjson", "csv"]

Sha256: TypeAlias = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z", description="A SHA-256 in hexadecimal.")]


OWN = re.compile(r"(tmp_)?(part-\d{8,}|all-[0-9a-f]{16}|fresh)\.(parquet|ndjson\.gz|csv\.gz)", re.ASCII)
"""What the files of an export are called, also while DuckDB writes them."""


class BadExport(Exception):
    """A folder has no export, or one that does not fit what is wanted."""


class ExportedFile(Struct, frozen=True):
    """A file of an export. `game` and `month` (of the end of the games) are null for tables that are one file."""

    path: Annotated[str, Meta(description="Where it is, as from the folder of the export.")]
    table: Annotated[str, Meta(description="The table whose rows it has.")]
    game: Annotated[str | None, Meta(description="The game that its rows are of; null: of all.")]
    month: Annotated[str | None, Meta(description="The month (UTC) in which these games ended; null: any.")]
    rows: Annotated[int, Meta(ge=0, description="The number of rows.")]
    bytes: Annotated[int, Meta(ge=0, description="The size.")]
    sha256: Sha256


class Manifest(Struct, frozen=True):
    """What an export has."""

    schema_version: Annotated[str, Meta(description="The version of the columns.")]
    service: Annotated[str, Meta(description="The name of the service.")]
    key_id: Annotated[str, Meta(description="The key that the service signs records with.")]
    licence: Annotated[str, Meta(description="The licence of the data (SPDX).")]
    format: Annotated[Format, Meta(description="How the files are written.")]
    players: Annotated[
        Literal["pseudonyms", "ids"], Meta(description="Whether players have pseudonyms, or their real ids.")
    ]
    game: Annotated[str | None, Meta(description="The one game that it has; null: all.")]
    private: Annotated[bool, Meta(description="Whether it has games that strangers may not see.")]
    since: Annotated[str, Meta(description="The cursor after which it begins.")]
    cursor: Annotated[str, Meta(description="The cursor up to which it goes: the next export begins after it.")]
    held_back: Annotated[
        tuple[int, ...],
        Meta(
            description="The numbers of games before the cursor that were not open when their turn came, as another"
            " table played with their cards: a later export adds them."
        ),
    ]
    files: Annotated[tuple[ExportedFile, ...], Meta(description="The files, in the order in which they were added.")]


def read_manifest(folder: Path) -> Manifest | None:
    """Return the manifest of an export; None: there is none. Raises `BadExport`, also for one that leads elsewhere."""
    try:
        found = msgspec.json.decode((folder / NAME).read_bytes(), type=Manifest)
    except FileNotFoundError:
        return None
    except (*UNREADABLE, OSError) as why:
        raise BadExport(f"{folder / NAME} is not a manifest of an export: {why}") from None
    told = (found.schema_version, found.service, found.key_id, found.game or "", found.since, found.cursor)
    if not all(map(str.isprintable, told)):  # a stranger may have made it, and these are shown on terminals
        raise BadExport(f"{folder / NAME} is not a manifest of an export: it has control characters.")
    if astray := [each.path for each in found.files if not is_within(each.path)]:
        raise BadExport(f"{folder / NAME} names {astray[0]!r}, which is no file of an export: do not trust it.")
    return found


def is_within(path: str) -> bool:
    """Return whether a path leads from a folder to what is in it, by its text alone."""
    return path.isprintable() and not path.startswith("/") and not {"", "..", "."}.intersection(path.split("/"))


def must_be_text(path: Path) -> None:
    """Raise `BadExport` for a path that is not UTF-8, which DuckDB cannot take, or that cannot be followed."""
    try:
        full = str(followed(path))
    except OSError as why:  # the current folder was removed
        raise BadExport(f"{path} cannot be found: {why.strerror}.") from None
    shown = full.encode(errors="backslashreplace").decode()
    if shown != full:
        raise BadExport(f"The path {shown} is not UTF-8, which DuckDB needs: choose another one.")


def must_be_there(folder: Path, files: Iterable[ExportedFile]) -> None:
    """Raise `BadExport` if files of an export are not there with as many bytes as they were written with."""
    for each in files:
        if not is_there(folder, each):
            raise BadExport(f"{folder / each.path} is missing or damaged: export anew, to another folder.")


def is_there(folder: Path, file: ExportedFile) -> bool:
    """Return whether a file of an export is there, with as many bytes as it was written with."""
    try:
        return (folder / file.path).stat().st_size == file.bytes
    except OSError:
        return False


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Write the manifest in one step, once all its files are on the disk."""
    replace_file(folder / NAME, msgspec.json.format(msgspec.json.encode(manifest), indent=1) + b"\n")


def strays(folder: Path, files: Iterable[ExportedFile]) -> list[Path]:
    """Return the files of exports in the folders of the tables that are not among these: what a killed one has left.

    All others are somebody else's: `games`, `events` or `players` may have been there before.
    """
    named = {each.path for each in files}
    found = (path for table in HISTORY for path in (folder / table).rglob("*") if OWN.fullmatch(path.name))
    return sorted(path for path in found if path.is_file() and path.relative_to(folder).as_posix() not in named)
