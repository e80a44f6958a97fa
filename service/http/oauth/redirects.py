"""Where a browser may be sent with an answer: which addresses apps may have, and which of them is meant.

An address is compared as it is written, character by character (RFC 9700, 2.1). Only the port of a program on the
person's own computer is free, as the system gives it one when it starts (RFC 8252, 7.3).
"""

import re
from urllib.parse import parse_qsl, urlencode

LONGEST = 500

WEB = re.compile(
    r"https://(?!-)[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::[0-9]{1,5})?"
    r"(?:/[A-Za-z0-9._~!$&'()*+,;=:@%/-]*)?(?:\?[A-Za-z0-9._~!$&'()*+,;=:@%/?-]*)?"
)
"""An address of a web page: a name, a path and a query (RFC 3986), without a user and a fragment."""

LOCAL = re.compile(
    r"http://localhost(?::[0-9]{1,5})?"
    r"(?:/[A-Za-z0-9._~!$&'()*+,;=:@%/-]*)?(?:\?[A-Za-z0-9._~!$&'()*+,;=:@%/?-]*)?"
)
LOOPBACK = re.compile(
    r"(http://(?:127\.0\.0\.1|\[::1\]))(?::[0-9]{1,5})?"
    r"((?:/[A-Za-z0-9._~!$&'()*+,;=:@%/-]*)?(?:\?[A-Za-z0-9._~!$&'()*+,;=:@%/?-]*)?)"
)
"""An address of a program on the person's own computer; what is not its port are its groups."""

OWN = re.compile(
    r"[a-z](?<![a-z0-9+.-][a-z])[a-z0-9+-]*+(?:\.[a-z0-9+-]++)++:"
    r"(?:/[A-Za-z0-9._~!$&'()*+,;=:@%/-]*)?(?:\?[A-Za-z0-9._~!$&'()*+,;=:@%/?-]*)?"
)
"""An address that a system hands to an app which owns the scheme. The dot keeps out `javascript:` and the like."""

ORIGIN = re.compile(r"https?://[^/?]+")
OF_ANSWERS = frozenset({"code", "state", "iss", "error", "error_description", "error_uri"})


def fault_of(redirect: str) -> str | None:
    """Return why an app may not have an address; None: it may."""
    if len(redirect) > LONGEST:
        return f"It has at most {LONGEST} characters."
    if not any(form.fullmatch(redirect) for form in (WEB, LOCAL, LOOPBACK, OWN)):
        return (
            "It begins with https://, or http:// on the same computer, or a scheme that has a dot; it has no fragment,"
            " and no name of a user."
        )
    if not OF_ANSWERS.isdisjoint(name for name, _ in parse_qsl(redirect.partition("?")[2], keep_blank_values=True)):
        return "Its query has none of the names that an answer has."
    return None


def is_one_of(redirect: str, registered: tuple[str, ...]) -> bool:
    """Return whether an address is one of those that an app has."""
    if redirect in registered:
        return True
    given = LOOPBACK.fullmatch(redirect)
    known = filter(None, map(LOOPBACK.fullmatch, registered))
    return given is not None and len(redirect) <= LONGEST and given.groups() in [each.groups() for each in known]


def with_answer(redirect: str, **answer: str) -> str:
    """Return an address with an answer in its query."""
    return f"{redirect}{'&' if '?' in redirect else '?'}{urlencode(answer)}"


def source_of(redirect: str) -> str:
    """Return the source of an address for a Content-Security-Policy; browsers apply it to redirects after forms."""
    if OWN.fullmatch(redirect) or "://[" in redirect:  # it has no words for addresses of IPv6
        return redirect.partition(":")[0] + ":"
    found = ORIGIN.match(redirect)
    return found[0] if found else "'none'"
