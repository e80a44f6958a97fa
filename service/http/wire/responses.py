"""What handlers answer with: JSON that is encoded by msgspec, with its headers."""

from litestar.types import Receive, Scope, Send

from service.http.problems import AnyRequest
from service.live.views import encoder
from service.parlour import Parlour

JSON = (b"content-type", b"application/json")
PRIVATE = [(b"cache-control", b"private, no-cache"), (b"vary", b"Authorization")]
PUBLIC = [(b"cache-control", b"public, max-age=300"), (b"vary", b"Accept-Encoding")]


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


def parlour_of(request: AnyRequest) -> Parlour:
    """Return what the handlers work with."""
    parlour: Parlour = request.scope["litestar_app"].state.parlour
    return parlour
