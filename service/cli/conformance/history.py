"""The history of finished games: a game is in it once its record is open, whole, in each form, after any cursor."""

import asyncio
import csv
from collections.abc import Mapping, Sequence
from http import HTTPStatus as Status

import httpx
import msgspec

from service.cli.conformance.contract import Document
from service.cli.conformance.playing import Game
from service.cli.conformance.visit import NotUnderstood, Visit, code_of, described, document_of, request_line

JSON, LINES, CSV = "application/json", "application/x-ndjson", "text/csv"
PLAIN = {"Accept-Encoding": "identity"}
ARRIVAL_SECONDS = 180
"""Seconds within which a game that is over is in the history."""

PAGES = 5
"""Number of pages, roughly, in which the events of a game are read."""

LARGEST_PAGE = 5_000
FIELDS = ("table_id", "version", "step", "type")
COLUMNS = ",".join(FIELDS)


class History:
    """Looks for a game in the history, as its spectator; players of an examination have no other games."""

    def __init__(self, game: Game) -> None:
        self._id = game.id
        self._path = game.path
        self._visit = game.visit
        self._report = game.visit.report
        self._guest = game.guests["spectator"]
        self._query = f"player={game.guests['left'].id}"

    async def closed(self) -> None:
        """See that nothing of the game is in the history, as it goes on."""
        for table in ("games", "events"):
            path = f"/v1/history/{table}?{self._query}"
            rows = (await self._read(path))[table]
            if (await self._visit.read("GET", f"{self._path}/view", self._guest))["table"]["status"] == "playing":
                self._report.see("unopened", not rows, f"GET {path} has {len(rows)} rows of a game that goes on")

    async def check(self) -> None:
        """See that the game, which is over, is in the history. Raises `NotUnderstood`."""
        page = await self._arrived()
        ids = [row["table_id"] for row in page["games"]]
        fault = f"GET /v1/history/games?{self._query} has the tables {ids}, not {self._id} alone"
        self._report.see("history", ids == [self._id], fault)
        record = await self._visit.read("GET", f"{self._path}/record", self._guest)
        expected = [(self._id, each["version"], each["step"], each["event"]["type"]) for each in record["events"]]
        found = await self._events(max(1, len(expected) // PAGES))
        fault = f"GET /v1/history/events?{self._query}, page by page: {len(found)} events, other than the record's"
        self._report.see("history", found == expected, f"{fault} {len(expected)}")
        await self._forms()
        await self._unchanged()
        await self._other_history(page["cursor"])

    async def _read(self, path: str) -> Document:
        return document_of(await self._answer(path))

    async def _answer(self, path: str, accept: str = JSON, **headers: str) -> httpx.Response:
        """Return a good answer in a form. Raises `NotUnderstood`."""
        sent = {"Accept": accept, **PLAIN, **headers}
        answer = await self._visit.ask("GET", path, self._guest, headers=sent)
        if answer.is_error:
            raise NotUnderstood(described(answer))
        return answer

    async def _arrived(self) -> Document:
        """Return the first page with the game. Raises `NotUnderstood` if it does not come."""
        path = f"/v1/history/games?{self._query}"
        for _ in range(ARRIVAL_SECONDS):
            page = await self._read(path)
            if any(row["table_id"] == self._id for row in page["games"]):
                return page
            await asyncio.sleep(1)
        raise NotUnderstood(f"GET {path} is without {self._id}, {ARRIVAL_SECONDS} s after the game was over")

    async def _events(self, limit: int) -> list[tuple[Document, ...]]:
        """Return the events that a reader gets by following the cursors from page to page."""
        rows: list[tuple[Document, ...]] = []
        path = f"/v1/history/events?{self._query}&fields={COLUMNS}&limit={limit}"
        page = await self._read(path)
        while page["events"] or page["more"]:
            rows += as_tuples(page["events"])
            page = await self._read(f"{path}&after={page['cursor']}")
        return rows

    async def _forms(self) -> None:
        """See that the history says the same in each form, compressed or not."""
        path = f"/v1/history/events?{self._query}&fields={COLUMNS}&limit={LARGEST_PAGE}"
        expected = as_tuples((await self._read(path))["events"])
        for accept, coding in ((LINES, "identity"), (CSV, "identity"), (CSV, "gzip")):
            answer = await self._answer(path, accept, **{"Accept-Encoding": coding})
            kind = answer.headers.get("Content-Type", "").partition(";")[0]
            rows = as_text(expected) if accept == CSV else expected
            said = kind == accept and rows_of(answer) == rows
            self._report.see(
                "forms", said, f"{described(answer)}: as {accept}, {coding}, it says something else than as JSON"
            )

    async def _unchanged(self) -> None:
        """See that what has not changed is not sent again, and that HEAD tells of it."""
        path = f"/v1/history/games?{self._query}&fields=table_id"
        headers = {"Accept": CSV, **PLAIN}
        tag = (await self._answer(path, CSV)).headers.get("ETag", "")
        again = await self._visit.ask("GET", path, self._guest, headers={**headers, "If-None-Match": tag})
        right = again.status_code == Status.NOT_MODIFIED and not again.content
        self._report.see("etag", right, f"{described(again)} to If-None-Match: {tag}, not 304")
        head = await self._visit.ask("HEAD", path, self._guest, headers=headers)
        right = head.status_code == Status.OK and not head.content and head.headers.get("ETag", "") == tag
        self._report.see("head", right, f"{described(head)}, and GET 200, with the ETag {tag!r}")

    async def _other_history(self, cursor: str) -> None:
        """See that a cursor of a history that never existed is refused, and that the refusal has a valid cursor."""
        place, _, epoch = cursor.partition("~")[0].rpartition("-")
        other = f"{place}-{'f' * 8 if epoch != 'f' * 8 else '0' * 8}"
        for table in ("games", "events"):
            answer = await self._visit.ask("GET", f"/v1/history/{table}?{self._query}&after={other}", self._guest)
            lost = (answer.status_code, code_of(answer)) == (Status.GONE, "history_lost")
            good = document_of(answer).get("cursor", "") if lost else ""
            again = await self._visit.ask("GET", f"/v1/history/{table}?{self._query}&after={good}", self._guest)
            right = bool(good) and again.is_success
            self._report.see(
                "lost_cursor", right, f"{described(answer)}, not 410 history_lost with a cursor that is valid"
            )


def as_tuples(rows: Sequence[Mapping[str, Document]]) -> list[tuple[Document, ...]]:
    """Return what the fields of some rows have, in their order."""
    return [tuple(row[name] for name in FIELDS) for row in rows]


def as_text(rows: Sequence[tuple[Document, ...]]) -> list[tuple[Document, ...]]:
    """Return rows as CSV has them."""
    return [tuple("" if each is None else str(each) for each in row) for row in rows]


def rows_of(answer: httpx.Response) -> list[tuple[Document, ...]]:
    """Return the rows of an answer that is lines of JSON, or CSV. Raises `NotUnderstood`."""
    lines = answer.text.splitlines()
    if answer.headers["Content-Type"].startswith(CSV):
        return [tuple(row.get(name) for name in FIELDS) for row in csv.DictReader(lines)]
    try:
        return as_tuples([msgspec.json.decode(line) for line in lines])
    except msgspec.DecodeError:
        raise NotUnderstood(f"{request_line(answer)} answered no lines of JSON") from None


async def check_dumps(visit: Visit) -> None:
    """See that the published exports are listed, to everybody."""
    answer = await visit.ask("GET", "/v1/dumps")
    listed = document_of(answer).get("dumps")
    right = answer.is_success and isinstance(listed, list) and all(is_described(each) for each in listed)
    visit.report.see("dumps", right, f"{described(answer)} without a list of exports that are described")


def is_described(dump: Document) -> bool:
    """Return whether it is said of an export what is in it, and under which licence."""
    sizes = [each[name] for each in dump["tables"] for name in ("rows", "files", "bytes")]
    return bool(dump["licence"] and dump["manifest_sha256"]) and all(isinstance(each, int) for each in sizes)
