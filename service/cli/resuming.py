"""What it takes to go on with a tournament, kept in a file before the tournament is announced."""

import asyncio
from pathlib import Path
from uuid import UUID, uuid4

import click
import httpx
import msgspec
from msgspec import Struct
from msgspec.structs import replace

from service.cli.connection import NOT_NOW, problem_of
from service.cli.directing import Document, Plan, understood
from service.cli.files import kept_in
from service.cli.persistence import PersistentClient
from service.runtime.files import FOR_ITS_OWNER, UNREADABLE, create_file, followed, replace_file


class Resumption(Struct, frozen=True, kw_only=True):
    """Where a tournament is, the token of its director, and what announces it, with the key of that command.

    `tournament` is null until the service has answered: then it may have announced it, or not.
    """

    url: str
    token: str
    key: str
    announcement: Document
    entrants: int
    tournament: UUID | None = None

    def name(self) -> str:
        """Return which tournament it is, for people."""
        settings = self.announcement["settings"]
        known = [f"tournament {self.tournament}"] if self.tournament else ["tournament"]
        return ", ".join([*known, settings["game"], settings["seating"]["format"], f"{self.entrants} entrants"])


def read_resumption(file: Path | None, url: str, plan: Plan) -> Resumption | None:
    """Return what a file says to go on with; None: there is no file.

    Raises `click.UsageError` for a file that cannot be read, and for one of another service, or of another tournament.
    """
    content = None if file is None else kept_in(file)
    if content is None:
        return None
    try:
        found = msgspec.json.decode(content, type=Resumption)
        name = found.name()
    except (*UNREADABLE, KeyError, TypeError) as error:
        raise click.UsageError(f"{file} does not say how to go on with a tournament: {error}.") from None
    if found.url.rstrip("/") != url.rstrip("/"):
        raise click.UsageError(f"{file} is of the {name} at {found.url}: give --url {found.url}.")
    wanted = msgspec.json.decode(msgspec.json.encode(plan.announcement()))
    if (found.announcement, found.entrants) != (wanted, plan.entrants):
        raise click.UsageError(
            f"{file} is of another one, the {name}: enter the line that it was begun with, or name another file."
        )
    return found


def write_resumption(file: Path | None, resumption: Resumption) -> None:
    """Keep what it takes to go on, for this user alone, whole or not at all. Raises `click.UsageError`."""
    if file is None:
        return
    try:
        replace_file(followed(file), msgspec.json.encode(resumption), FOR_ITS_OWNER)
    except OSError as error:
        raise cannot_keep(file, error) from None


def cannot_keep(file: Path, error: OSError) -> click.UsageError:
    """Return the error of a file that cannot be written."""
    return click.UsageError(f"{file} cannot be written: {error.strerror}.")


async def begun(client: PersistentClient, url: str, token: str | None, plan: Plan, file: Path | None) -> Resumption:
    """Keep what announces a tournament, by a player made for it if no token is given.

    If another program has begun it with this file meanwhile, return what that one has kept.
    Raises `Refusal`, `Gone` or `click.UsageError`.
    """
    if token is None:
        answer = await client.send("POST", "/players", body={"name": "Tournament director"})
        token = str(understood(answer, "token")["token"])
    made = Resumption(url=url, token=token, key=uuid4().hex, announcement=plan.announcement(), entrants=plan.entrants)
    if file is None:
        return made
    try:
        await asyncio.to_thread(create_file, followed(file), msgspec.json.encode(made), FOR_ITS_OWNER)
    except FileExistsError as error:
        found = read_resumption(file, url, plan)
        if found is None:  # it is gone again
            raise cannot_keep(file, error) from None
        return found
    except OSError as error:
        raise cannot_keep(file, error) from None
    return made


async def announced(client: PersistentClient, kept: Resumption, file: Path | None) -> tuple[Resumption, UUID]:
    """Announce a tournament, if that was not done; return what is kept of it now, and its id.

    Nothing is kept of one that was refused for good. Raises `Refusal`, `Gone` or `click.UsageError`.
    """
    if kept.tournament is not None:
        return kept, kept.tournament
    answer = await client.send("POST", "/tournaments", kept.token, body=kept.announcement, key=kept.key)
    if is_refused_for_good(answer) and file is not None:
        await asyncio.to_thread(file.unlink, missing_ok=True)
    tournament = UUID(understood(answer, "id")["id"])
    made = replace(kept, tournament=tournament)
    write_resumption(file, made)
    return made, tournament


def is_refused_for_good(answer: httpx.Response) -> bool:
    """Return whether a service has refused, and will again: no limit that passes, no proxy in its place."""
    return answer.is_client_error and answer.status_code not in NOT_NOW and "code" in problem_of(answer)
