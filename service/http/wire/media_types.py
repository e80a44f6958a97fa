"""The media types of bodies and answers, and which of several a client likes best."""

import re
from collections.abc import Sequence

from service.http.problems import Problem
from service.http.wire.headers import wrong

JSON, NDJSON, CSV, SSE = "application/json", "application/x-ndjson", "text/csv", "text/event-stream"
HTML = "text/html; charset=utf-8"
"""That of pages, as their header has it."""

STREAMED = (NDJSON, SSE)
"""The media types of streams."""

LONGEST_ACCEPT = 1_000
QUALITY = re.compile(r"0(\.[0-9]{0,3})?|1(\.0{0,3})?")


def form_of(accept: str, what: str, forms: Sequence[str]) -> str:
    """Return the media type that a client likes best (RFC 9110, 12.5.1), the first of `forms` if it is all one.

    Raises `Problem`: invalid_parameter, or not_acceptable, which says what forms `what` has.
    """
    best = max(forms, key=lambda form: weight(accept, form))
    if not weight(accept, best):
        raise Problem("not_acceptable", f"{what} is {', '.join(forms[:-1])} or {forms[-1]}.")
    return best


def weight(accept: str, form: str) -> float:
    """Return how much a client likes a media type, from 0 to 1: what names it most exactly says so.

    Raises `Problem`: invalid_parameter.
    """
    if len(accept) > LONGEST_ACCEPT:
        raise wrong("Accept", f"Accept has at most {LONGEST_ACCEPT} characters.")
    names = {form: 3, f"{form.partition('/')[0]}/*": 2, "*/*": 1}
    found = [(0, 0.0)]
    for each in accept.split(","):
        name, *parameters = (part.strip().lower() for part in each.split(";"))
        if name in names:
            q = next((part[2:] for part in parameters if part.startswith("q=")), "1")
            found.append((names[name], float(q) if QUALITY.fullmatch(q) else 0.0))
    return max(found)[1]
