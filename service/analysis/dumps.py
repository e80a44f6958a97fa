"""The exports that a service publishes: what stands in the folders of one folder, by their manifests."""

import hashlib
from collections import Counter
from functools import lru_cache
from pathlib import Path
from typing import Annotated
from urllib.parse import quote

from msgspec import Meta, Struct

from service.analysis.manifest import NAME, BadExport, Format, Sha256, read_manifest

MOST_DUMPS = 100
"""Maximum number of exports that are listed."""


class DumpTable(Struct, frozen=True):
    """The files of one table."""

    table: Annotated[str, Meta(description="The table; the guide explains its columns.")]
    files: Annotated[int, Meta(description="The number of files.")]
    rows: Annotated[int, Meta(description="The number of rows.")]
    bytes: Annotated[int, Meta(description="The size of all its files.", extra_json_schema={"format": "int64"})]


class Dump(Struct, frozen=True):
    """An export that the service publishes. Its manifest names the files, each with its SHA-256."""

    name: Annotated[str, Meta(description="The name of its folder.")]
    manifest: Annotated[
        str | None,
        Meta(description="Where its manifest is; the files are relative to it. Null: ask the service's operator."),
    ]
    manifest_sha256: Sha256
    schema_version: Annotated[str, Meta(description="The version of the columns.")]
    licence: Annotated[str, Meta(description="The licence of the data (SPDX).")]
    format: Annotated[Format, Meta(description="How the files are written.")]
    game: Annotated[str | None, Meta(description="The one game that it has; null: all.")]
    since: Annotated[str, Meta(description="The cursor after which it begins.")]
    cursor: Annotated[str, Meta(description="The cursor up to which it goes.")]
    tables: tuple[DumpTable, ...]


def dumps_in(folder: Path | None, url: str | None) -> tuple[Dump, ...]:
    """Return the exports in the folders of a folder, by name; None: there are none.

    `url` is where everybody finds that folder. An export with real ids of players, or with games of private tables, is
    left out; a folder without a manifest is no export. If there are too many, the last ones by name are listed: names
    are often days.
    """
    if folder is None or not folder.is_dir():
        return ()
    found: list[Dump] = []
    for each in sorted(folder.iterdir(), reverse=True):
        if len(found) == MOST_DUMPS:
            break
        try:
            changed = (each / NAME).stat()
        except OSError:
            continue
        dump = dump_of(each, url, (changed.st_mtime_ns, changed.st_size))
        found += [dump] if dump is not None else []
    return tuple(reversed(found))


@lru_cache(maxsize=4 * MOST_DUMPS)
def dump_of(folder: Path, url: str | None, changed: tuple[int, int]) -> Dump | None:
    """Return an export as it is published; None: it is not. `changed` tells apart what its manifest was."""
    try:
        manifest, digest = read_manifest(folder), hashlib.sha256((folder / NAME).read_bytes()).hexdigest()
    except (BadExport, OSError):
        return None
    if manifest is None or manifest.private or manifest.players == "ids" or not folder.name.isprintable():
        return None
    files, rows, sizes = Counter[str](), Counter[str](), Counter[str]()
    for each in manifest.files:
        files[each.table] += 1
        rows[each.table] += each.rows
        sizes[each.table] += each.bytes
    return Dump(
        name=folder.name,
        manifest=None if url is None else f"{url.rstrip('/')}/{quote(folder.name)}/{NAME}",
        manifest_sha256=digest,
        schema_version=manifest.schema_version,
        licence=manifest.licence,
        format=manifest.format,
        game=manifest.game,
        since=manifest.since,
        cursor=manifest.cursor,
        tables=tuple(DumpTable(table, files[table], rows[table], sizes[table]) for table in files),
    )
