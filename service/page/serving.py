"""The routes of the page: its address, those of its parts, and its files."""

import asyncio
from functools import cache

from litestar import get
from litestar.params import FromPath

from service.http.middleware.authentication import PUBLIC
from service.http.middleware.shell import LOST
from service.http.problems import AnyRequest, Problem
from service.http.services import services_of
from service.http.wire.documents import Document
from service.http.wire.headers import IfNoneMatch
from service.http.wire.media_types import HTML
from service.http.wire.responses import Answer
from service.page.files import assets, base, index, media_type, verifier

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types"
)
"""The page loads its own files, and asks this service; nothing that others wrote can run in it."""

FOR_EVER_SECONDS = 365 * 24 * 3600
PARTS = (
    "/",
    "/tables/{table:str}",
    "/tables/{table:str}/replay",
    "/tables/{table:str}/proof",
    "/new/{game:str}",
    "/tournaments",
    "/tournaments/{tournament:str}",
    "/tournaments/{tournament:str}/board",
    "/players/{player:str}",
    "/leaderboards",
    "/leaderboards/{game:str}",
    "/statistics",
    "/statistics/{game:str}",
    "/settings",
    "/account",
)
"""The addresses that somebody may come back to, or send to a friend: the page finds out which one it is."""


@get(list(PARTS), opt=PUBLIC, include_in_schema=False)
async def show_page(request: AnyRequest, if_none_match: IfNoneMatch = None) -> Answer:
    """Answer each address of the page with its one document: what it shows is decided in the browser."""
    return await the_page().answer(request, if_none_match)


@get(LOST, opt=PUBLIC, include_in_schema=False)
async def show_lost(request: AnyRequest) -> Answer:
    """Answer any other address that a person asks for: the page finds out that it has no such part."""
    page = await the_page().answer(request, None)
    return Answer(404, page.headers, page.body, kept=[])


@get("/page/{version:str}/{path:path}", opt=PUBLIC, include_in_schema=False)
async def give_file(
    request: AnyRequest, version: FromPath[str], path: FromPath[str], if_none_match: IfNoneMatch = None
) -> Answer:
    """Give a file of the page."""
    name = path.removeprefix("/")
    await asyncio.to_thread(assets)  # they are made once, which takes a part of a second
    if base() != f"/page/{version}" or name not in assets():
        raise Problem("not_found", "There is no such file; load the page again.")
    return await file(name).answer(request, if_none_match)


@get("/verify.html", opt=PUBLIC, include_in_schema=False)
async def give_verifier(request: AnyRequest) -> Answer:
    """Give a page to be saved: somebody who has a copy need not trust what the server sends later."""
    body = verifier(services_of(request).parlour.signer.public_key.hex())
    headers = [
        (b"content-type", HTML.encode()),
        (b"content-disposition", b'attachment; filename="verify.html"'),
        (b"content-length", b"%d" % len(body)),
    ]
    return Answer(200, headers, body)


@cache
def the_page() -> Document:
    """Return the page, which a browser asks for each time."""
    return Document(index, HTML, max_age=0, policy=POLICY)


@cache
def file(name: str) -> Document:
    """Return a file, whose address changes with it."""
    return Document(lambda: assets()[name], media_type(name) or "", max_age=FOR_EVER_SECONDS)
