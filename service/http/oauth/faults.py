"""What the protocol refuses: errors of RFC 6749, for programs as JSON."""

import re

from litestar import Response
from msgspec import Struct
from msgspec.json import encode

from service.http.problems import AnyRequest
from service.http.wire.media_types import JSON

NOT_SAID = re.compile(r"[^\x20\x21\x23-\x5b\x5d-\x7e]")
"""A character that no `error_description` has (RFC 6749, 5.2)."""


class OAuthError(Exception):
    """A request of a program is refused: `error` is a code of RFC 6749, 5.2, or of the RFC of the request.

    `description` may quote the request; what the RFC does not let a description have is answered as `?`.
    """

    def __init__(self, error: str, description: str, status: int = 400) -> None:
        super().__init__(error)
        self.error = error
        self.description = description
        self.status = status


class ErrorAnswer(Struct, frozen=True):
    """The body of a refusal (RFC 6749, 5.2)."""

    error: str
    error_description: str


def on_oauth_error(request: AnyRequest, refused: OAuthError) -> Response[bytes]:
    """Answer a program whose request is refused."""
    body = encode(ErrorAnswer(refused.error, NOT_SAID.sub("?", refused.description)))
    headers = {"WWW-Authenticate": 'Basic realm="parlour"'} if refused.status == 401 else {}  # noqa: PLR2004
    return Response(body, status_code=refused.status, media_type=JSON, headers=headers)
