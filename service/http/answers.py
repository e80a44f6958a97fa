"""What handlers answer with: JSON that is encoded by msgspec, with the version of its table."""

from collections.abc import Mapping
from typing import Any

import msgspec
from litestar import Request, Response
from service.http.headers import etag

from service.house import House

encoder = msgspec.json.Encoder()

PRIVATE = {"Cache-Control": "private, no-cache", "Vary": "Authorization"}
"""An answer is for its caller alone, and is asked for again before it is used again (RFC 9111, 5.2.2)."""


def json_answer(
    content: object, *, status_code: int = 200, version: int | None = None, headers: Mapping[str, str] | None = None
) -> Response[bytes]:
    """Answer with a document, or with one that is encoded already (bytes). `version` becomes the ETag."""
    document = content if isinstance(content, bytes) else encoder.encode(content)
    tags = {"ETag": etag(version)} if version is not None else {}
    return Response(
        document, status_code=status_code, media_type="application/json", headers={**PRIVATE, **tags, **(headers or {})}
    )


def house_of(request: Request[Any, Any, Any]) -> House:
    """Return what the handlers work with."""
    house: House = request.app.state.house
    return house
