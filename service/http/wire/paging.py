"""Pages of a list that has the newest first: their cursors, and the link from one to the next."""

import base64
from typing import Annotated
from urllib.parse import urlencode
from uuid import UUID

from litestar.params import QueryParameter

from service.http.problems import AnyRequest

PageCursor = Annotated[
    str | None, QueryParameter(description="The `next_cursor` of the page before.", pattern=r"^[A-Za-z0-9_-]{32}\Z")
]


def cursor_after(at: int, item: UUID) -> str:
    """Return the opaque cursor of the page that begins after an item; `at` is its time in ms."""
    return base64.urlsafe_b64encode(at.to_bytes(8, signed=True) + item.bytes).decode()


def place_of(cursor: str | None) -> tuple[int, UUID] | None:
    """Return the time and the item after which a page begins; None for the first page."""
    if cursor is None:
        return None
    raw = base64.urlsafe_b64decode(cursor)
    return int.from_bytes(raw[:8], signed=True), UUID(bytes=raw[8:])


def next_page(request: AnyRequest, cursor: object, name: str = "cursor") -> str | None:
    """Return the header `Link` to the page at a cursor, with what else was asked for; None: there is no such page.

    `name` is that of the parameter that takes the cursor.
    """
    if cursor is None:
        return None
    query = dict(request.query_params.items()) | {name: str(cursor)}
    return f'<{request.scope["path"]}?{urlencode(query)}>; rel="next"'
