"""The name of this service for apps: its issuer (RFC 8414), the address that people know."""

import re

from service.http.exchange import exchange_of
from service.http.problems import AnyRequest, Problem
from service.http.services import services_of

LOOPBACK = re.compile(rb"(?:localhost|127\.0\.0\.1|\[::1\])(?::[0-9]+)?")


def issuer_of(request: AnyRequest) -> str:
    """Return the issuer, an origin. Raises `Problem`: not_found.

    It is never taken from what a request says: a client that uses another host than its own computer finds nothing
    until the operator has set the public address.
    """
    set_to = services_of(request).settings.public_url
    if set_to is not None:
        return set_to
    host = exchange_of(request.scope).header(b"host")
    if LOOPBACK.fullmatch(host) is None:
        said = "Apps can sign nobody in here: the operator has not said by PARLOUR_PUBLIC_URL where the service is."
        raise Problem("not_found", said)
    return f"http://{host.decode()}"
