"""The views of tables, kept up to date by the changes that come with the lines of a stream."""

from collections.abc import Iterable
from typing import Any, cast

from .types import Change, SeatView, StreamLine


class Views:
    """The views of the tables of a stream with `with=changes`."""

    def __init__(self) -> None:
        self._views: dict[str, SeatView] = {}

    def seen(self, line: StreamLine) -> StreamLine:
        """Return a line with the view after it, which an event has in `view` then; no view changes afterwards.

        Before the first view, which comes after the first event of a table, there is none.
        """
        if line["type"] == "view":
            self._views[line["table"]] = line["view"]
        elif line["type"] == "event" and line["table"] in self._views:
            view = changed(self._views[line["table"]], line.get("changes", ()))
            self._views[line["table"]] = view
            line["view"] = view
        elif line["type"] == "end" and line["table"] and line["why"] != "stopping":
            self._views.pop(line["table"], None)  # a table that comes back begins with a view
        return line


def changed(view: SeatView, patch: Iterable[Change]) -> SeatView:
    """Return what a view is after a JSON Patch (RFC 6902). The service sends `add`, `remove` and `replace` only.

    Parts that do not change are shared with the view, which stays as it is.
    """
    document: Any = view
    for change in patch:
        steps = [step.replace("~1", "/").replace("~0", "~") for step in change["path"].split("/")[1:]]
        document = replaced(document, steps, change) if steps else change["value"]
    return cast("SeatView", document)


def replaced(part: Any, steps: list[str], change: Change) -> Any:
    """Return a copy of a part in which what these steps lead to is changed."""
    first, *others = steps
    new = part.copy()
    place: Any = first if isinstance(part, dict) else len(part) if first == "-" else int(first)
    if others:
        new[place] = replaced(part[place], others, change)
    elif change["op"] == "remove":
        del new[place]
    elif change["op"] == "add" and isinstance(part, list):
        new.insert(place, change["value"])
    else:
        new[place] = change["value"]
    return new
