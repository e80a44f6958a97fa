"""What handlers answer with: JSON that is encoded by msgspec, with its headers."""

import hashlib
from urllib.parse import unquote_to_bytes

from litestar.types import Receive, Scope, Send

from service.accounts.port import STRANGER
from service.http.exchange import Headers
from service.http.middleware.compression import VARIES
from service.http.wire.headers import names
from service.http.wire.media_types import JSON
from service.live.named import encoder

TAG_BYTES = 16

JSON_TYPE = (b"content-type", JSON.encode())
VARYING = (b"vary", b"Authorization")
PUBLIC = [(b"cache-control", b"public, max-age=300")]
PRIVATE = [(b"cache-control", b"private, no-cache"), VARYING]
OF_STRANGERS = [(b"cache-control", b"public, max-age=1"), VARYING]
"""What all strangers are shown may be kept for a second for all of them: a cache asks once, however many watch."""


class Answer:
    """A finished answer, sent as it is: Litestar's own response class looks at each header several times.

    `kept` are headers that say for whom and how long it may be kept (RFC 9111, 5.2.2). Without them it is for its
    caller, who asks again before using it again, or for all strangers, if they are shown the same.
    """

    __slots__ = ("body", "headers", "kept", "status")

    def __init__(self, status: int, headers: Headers, body: bytes, *, kept: Headers | None = None) -> None:
        self.status = status
        self.headers = headers
        self.body = body
        self.kept = kept

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it (ASGI)."""
        kept = self.kept
        if kept is None:
            kept = OF_STRANGERS if is_for_all_strangers(scope) else PRIVATE
        await send({"type": "http.response.start", "status": self.status, "headers": [*self.headers, *kept]})
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
    """Answer with a document, or with one that is encoded already (bytes)."""
    body = content if isinstance(content, bytes) else encoder.encode(content)
    headers = [JSON_TYPE, (b"content-length", b"%d" % len(body))]
    if etag is not None:
        headers.append((b"etag", etag.encode()))
    if location is not None:
        headers.append((b"location", location.encode()))
    if link is not None:
        headers.append((b"link", link.encode()))
    return Answer(status_code, headers, body, kept=PUBLIC if public else None)


def is_for_all_strangers(scope: Scope) -> bool:
    """Return whether an answer is to a stranger, and the same for all of them: they have shown no invitation link."""
    return scope.get("auth") is STRANGER and b"invitation=" not in unquote_to_bytes(scope["query_string"])


def tagged_answer(
    content: object,
    if_none_match: str | None = None,
    *,
    version: int | None = None,
    digest: str | None = None,
    link: str | None = None,
    status_code: int = 200,
    location: str | None = None,
) -> Answer:
    """Answer with a document whose `ETag` is made of its bytes, or with 304 if the client has these.

    `version` is the one that the document shows, if it shows one: the tag begins with it. `digest` is a hash of the
    bytes, if they have been hashed already.
    """
    body = content if isinstance(content, bytes) else encoder.encode(content)
    tag = tag_of(body, version) if digest is None else tag_with(digest, version)
    if names(if_none_match, tag):
        return not_modified(tag)
    return json_answer(body, etag=tag, link=link, status_code=status_code, location=location)


def not_modified(tag: str) -> Answer:
    """Answer with 304: the client has what has this tag.

    It has no length: that would be the one of the whole answer (RFC 9110, 8.6). And it varies as that one does, which
    is compressed if it is large (15.4.5): a cache that lacked this would give it to who takes nothing compressed.
    """
    return Answer(304, [(b"etag", tag.encode()), VARIES], b"")


def tag_of(body: bytes, version: int | None = None) -> str:
    """Return the `ETag` of a document, made of its bytes."""
    return tag_with(hashlib.blake2b(body, digest_size=TAG_BYTES).hexdigest(), version)


def tag_with(digest: str, version: int | None = None) -> str:
    """Return the `ETag` of a document that has this hash."""
    return f'W/"{digest}"' if version is None else f'W/"{version}-{digest}"'
