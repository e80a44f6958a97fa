"""What handlers answer with: JSON that is encoded by msgspec, with its headers."""

import hashlib

from litestar.types import Receive, Scope, Send

from service.http.problems import AnyRequest
from service.http.wire.headers import names
from service.live.views import encoder
from service.parlour import Parlour

TAG_BYTES = 16

JSON = (b"content-type", b"application/json")
PRIVATE = [(b"cache-control", b"private, no-cache"), (b"vary", b"Authorization")]
PUBLIC = [(b"cache-control", b"public, max-age=300")]


class Answer:
    """A finished answer, sent as it is: Litestar's own response class looks at each header several times."""

    __slots__ = ("body", "headers", "status")

    def __init__(self, status: int, headers: list[tuple[bytes, bytes]], body: bytes) -> None:
        self.status = status
        self.headers = headers
        self.body = body

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it (ASGI)."""
        await send({"type": "http.response.start", "status": self.status, "headers": self.headers})
        await send({"type": "http.response.body", "body": self.body, "more_body": False})


def json_answer(
    content: object,
    *,
    status_code: int = 200,
    etag: str | None = None,
    location: str | None = None,
    link: str | None = None,
    public: bool = False,
) -> Answer:
    """Answer with a document, or with one that is encoded already (bytes).

    An answer that is not `public` is for its caller alone, and is asked for again before it is used again
    (RFC 9111, 5.2.2).
    """
    body = content if isinstance(content, bytes) else encoder.encode(content)
    headers = [JSON, (b"content-length", b"%d" % len(body)), *(PUBLIC if public else PRIVATE)]
    if etag is not None:
        headers.append((b"etag", etag.encode()))
    if location is not None:
        headers.append((b"location", location.encode()))
    if link is not None:
        headers.append((b"link", link.encode()))
    return Answer(status_code, headers, body)


def tagged_answer(content: object, if_none_match: str | None) -> Answer:
    """Answer with a document whose `ETag` is made of its bytes, or with 304 if the client has these."""
    body = encoder.encode(content)
    tag = f'W/"{hashlib.blake2b(body, digest_size=TAG_BYTES).hexdigest()}"'
    return json_answer(b"", status_code=304, etag=tag) if names(if_none_match, tag) else json_answer(body, etag=tag)


def parlour_of(request: AnyRequest) -> Parlour:
    """Return what the handlers work with."""
    parlour: Parlour = request.scope["litestar_app"].state.parlour
    return parlour
