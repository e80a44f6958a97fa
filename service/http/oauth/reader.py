"""Who reads a page: this service as they know it, and the language in which they read.

The texts are those in `service/page/languages`. The pages have no scripts, so all is decided here.
"""

import re
from collections.abc import Mapping
from functools import cache
from html import escape

from msgspec import Struct

from service.http.exchange import exchange_of
from service.http.oauth.issuer import issuer_of
from service.http.problems import AnyRequest
from service.http.wire.media_types import LONGEST_ACCEPT, QUALITY
from service.page.languages import LANGUAGES, read

LONGEST_COOKIES = 8_000

CHOSEN = "parlour-language"
"""The cookie with the language that somebody has chosen in the settings of the page (`words/words.js`)."""

GAP = re.compile(r"\{ \$([a-z]+) \}")


class Reader(Struct, frozen=True):
    """Somebody who reads a page: the `issuer` is this service as they know it, the `language` is one of `LANGUAGES`."""

    issuer: str
    language: str

    @property
    def texts(self) -> Mapping[str, str]:
        """The texts in their language, as HTML."""
        return texts_in(self.language)

    def say(self, name: str, /, **gaps: str) -> str:
        """Return a text as HTML; what fills its gaps is HTML, too."""
        return GAP.sub(lambda gap: gaps[gap[1]], self.texts[name])


def reader_of(request: AnyRequest) -> Reader:
    """Return who has sent a request. Raises `Problem`: not_found, as `issuer_of` does."""
    chosen = sent_cookie(request, CHOSEN)
    accepted = exchange_of(request.scope).header(b"accept-language")[:LONGEST_ACCEPT].decode("latin-1")
    return Reader(issuer_of(request), chosen if chosen in LANGUAGES else liked_best(accepted))


def liked_best(accepted: str) -> str:
    """Return the language that a header Accept-Language likes best (RFC 9110, 12.5.4); English if it likes none."""
    found: dict[str, float] = {}
    for each in accepted.lower().split(","):
        name, _, quality = each.replace(" ", "").partition(";q=")
        language = name.partition("-")[0]
        if language in LANGUAGES and QUALITY.fullmatch(quality or "1") and float(quality or "1"):
            found[language] = max(found.get(language, 0.0), float(quality or "1"))
    return max(found, key=found.__getitem__, default="en")


@cache
def texts_in(language: str) -> Mapping[str, str]:
    """Return the texts in a language by their ids, as HTML with gaps; in English what it lacks."""
    patterns = {**read("en", "oauth"), **read(language, "oauth")}
    return {name: escape(pattern.strip(" \n"), quote=False) for name, pattern in patterns.items()}


def sent_cookie(request: AnyRequest, name: str) -> str:
    """Return the value of a cookie that a browser has sent; nothing if it has not."""
    given = b";".join(value for header, value in request.scope["headers"] if header == b"cookie")
    pairs = (each.strip().partition("=") for each in given[:LONGEST_COOKIES].decode("latin-1").split(";"))
    return next((value for known, _, value in pairs if known == name), "")
