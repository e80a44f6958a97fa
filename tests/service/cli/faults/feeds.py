"""Faults in feeds and streams of events."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar

import msgspec

from tests.proxy import Fault, Request, Response
from tests.serving import eventually

EVERY = 5
"""Something happens to the events whose version is a multiple of it: however late a stream begins, it meets some."""


class Feeds(Fault):
    """Changes events, in feeds and streams alike."""

    def response(self, request: Request, response: Response) -> Response:
        if request.method != "GET" or not request.table or "/events" not in request.path or response.status != 200:
            return response
        return response.with_json({**response.json, "events": [*self.entries(response.json["events"], request.table)]})

    def line(self, request: Request, line: bytes) -> Iterable[bytes]:
        head, brace, rest = line.partition(b"{")
        if not brace or b'"type":"event"' not in line:
            return (line,)
        document = msgspec.json.decode(brace + rest)
        entries = [{**document, "entry": entry} for entry in self.entries([document["entry"]], document["table"])]
        return [head + msgspec.json.encode(each) + b"\n" for each in entries]

    def entries(self, entries: Iterable[Any], _table: str) -> Iterator[Any]:
        """Yield the entries that are told for these of a table."""
        yield from entries


class LeaksEvents(Feeds):
    """What is dealt to the first seat is told to everybody."""

    broken: ClassVar[Mapping[str, str]] = {"others_events": "is told of the event that left has"}

    def __init__(self) -> None:
        self.dealt: dict[str, list[str]] = {}

    def response(self, request: Request, response: Response) -> Response:
        seen = request.path.endswith("/view") and response.status == 200 and b'"seat":0,"state"' in response.body
        if seen and request.table not in self.dealt:
            zone = next(each for each in response.json["layout"]["zones"] if each["id"] == "hand-0")
            self.dealt[request.table] = [item["card"] for item in zone["cards"]]
        return super().response(request, response)

    def entries(self, entries: Iterable[Any], table: str) -> Iterator[Any]:
        for entry in entries:
            event = entry["event"]
            if event["type"] == "cards_dealt" and event["seat"] == 0:
                eventually(lambda: table in self.dealt)
                event["cards"] = self.dealt[table]
            yield entry


class LosesEvents(Feeds):
    """Some events are missing from streams of nothing else, as if they had come between two connections."""

    broken: ClassVar[Mapping[str, str]] = {
        "stream": "], told twice: []",
        "my_stream": "GET /v1/me/stream",
        "cursors": "/stream after ",
    }

    def response(self, request: Request, response: Response) -> Response:
        return response

    def line(self, request: Request, line: bytes) -> Iterable[bytes]:
        return (line,) if "?with=" in request.path else super().line(request, line)

    def entries(self, entries: Iterable[Any], _table: str) -> Iterator[Any]:
        yield from (entry for entry in entries if entry["version"] % EVERY)


class RepeatsEvents(LosesEvents):
    """Some events are told twice by streams, also where they come with views."""

    broken: ClassVar[Mapping[str, str]] = {
        "stream": "versions missing: [], told twice: [",
        "my_stream": "GET /v1/me/stream",
        "cursors": "/stream after ",
    }

    line = Feeds.line

    def entries(self, entries: Iterable[Any], _table: str) -> Iterator[Any]:
        for entry in entries:
            yield from (entry,) if entry["version"] % EVERY else (entry, entry)


class LosesEventsOfFeeds(Feeds):
    """The second event is missing from pages of the feed."""

    broken: ClassVar[Mapping[str, str]] = {"feed": " the versions ["}

    def line(self, request: Request, line: bytes) -> Iterable[bytes]:
        return (line,)

    def entries(self, entries: Iterable[Any], _table: str) -> Iterator[Any]:
        page = list(entries)
        yield from page if len(page) < 3 else (page[0], *page[2:])


class MovesTooMany(Feeds):
    """A card more than has moved is said to have moved."""

    broken: ClassVar[Mapping[str, str]] = {"motion": ", and by what moved got "}

    def entries(self, entries: Iterable[Any], _table: str) -> Iterator[Any]:
        for entry in entries:
            for move in entry["moves"]:
                move["count"] += 1
            yield entry


class SaysWhatIsNotListed(Feeds):
    """Some events are told in words that no list has."""

    broken: ClassVar[Mapping[str, str]] = {"messages": " indeed'"}

    def entries(self, entries: Iterable[Any], _table: str) -> Iterator[Any]:
        for entry in entries:
            if entry["version"] % EVERY == 0:
                entry["message"]["template"] += " indeed"
            yield entry


class Carries(Fault):
    """Changes lines of streams that carry something with each event: what `member` names."""

    member = ""

    def line(self, request: Request, line: bytes) -> Iterable[bytes]:
        head, brace, rest = line.partition(b"{")
        if not brace or b'"type":"event"' not in line or f"with={self.member}" not in request.path:
            return (line,)
        document = msgspec.json.decode(brace + rest)
        document[self.member] = self.carried(document[self.member])
        return (head + msgspec.json.encode(document) + b"\n",)

    def carried(self, given: Any) -> Any:
        """Return what is carried in place of what was given."""
        return given


class CarriesOldViews(Carries):
    """With an event comes a view that is said to be of the version before."""

    broken: ClassVar[Mapping[str, str]] = {"views": " a view of version "}
    member = "view"

    def carried(self, given: Any) -> Any:
        return {**given, "table": {**given["table"], "version": given["table"]["version"] - 1}}


class CarriesDecisions(Carries):
    """With an event comes a view in which all seats may act."""

    broken: ClassVar[Mapping[str, str]] = {
        "steps": "/stream?with=view shows ",
        "patches": "/stream?with=changes tells ",
    }
    member = "view"

    def carried(self, given: Any) -> Any:
        for seat in given["layout"]["seats"] if given["layout"] else ():
            seat["to_act"] = True
        return given


class ForgetsChanges(Carries):
    """The last change of each event is missing."""

    broken: ClassVar[Mapping[str, str]] = {"patches": "/stream?with=changes tells "}
    member = "changes"

    def carried(self, given: Any) -> Any:
        return given[:-1]
