"""The contract for machines (`/openapi.json`), and for people: the guide (`/docs`) and the API reference (Swagger UI).

All of it is served from here alone.
"""

from collections.abc import Callable
from functools import cache
from importlib.resources import files

from litestar import get
from litestar.params import FromPath
from litestar.response import Redirect
from litestar.status_codes import HTTP_303_SEE_OTHER
from openapi_ui_bundles import swagger_ui

from service.http.guide.pages import PAGES, address, guide_page, reference_page
from service.http.guide.search import index
from service.http.middleware.authentication import PUBLIC
from service.http.problems import CODES, AnyRequest, Problem
from service.http.services import services_of
from service.http.wire.documents import Document
from service.http.wire.headers import IfNoneMatch
from service.http.wire.media_types import HTML, JSON
from service.http.wire.responses import Answer

START = """SwaggerUIBundle({url: "/openapi.json", dom_id: "#contract", deepLinking: true, validatorUrl: null});
"""
ASSETS = {
    "guide.css": "text/css; charset=utf-8",
    "consent.css": "text/css; charset=utf-8",
    "guide.js": "text/javascript; charset=utf-8",
    "swagger-ui.css": "text/css; charset=utf-8",
    "swagger-ui-bundle.js": "text/javascript; charset=utf-8",
    "favicon-32x32.png": "image/png",
}
GUIDE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""A page of the guide loads its style and its script from here, and the script what it searches; nothing else runs."""

REFERENCE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""The page may load nothing from elsewhere, and nothing that stands in it may run."""

KEPT_SECONDS = 3600


@get("/openapi.json", opt=PUBLIC, include_in_schema=False)
async def show_contract(request: AnyRequest, if_none_match: IfNoneMatch = None) -> Answer:
    """Give the OpenAPI document."""
    return await kept(services_of(request).contract, JSON).answer(request, if_none_match)


@get("/problems/{kind:str}", opt=PUBLIC, include_in_schema=False)
async def explain_problem(kind: FromPath[str]) -> Redirect:
    """Lead to what a problem document's `type` means.

    The code of what the rules refuse stands in the address as a fragment, which a browser keeps (RFC 9110, 10.2.2).
    """
    if not is_type(kind):
        raise Problem("not_found", "There is no such problem.")
    place = "" if kind == "refused" else f"#{kind}"
    return Redirect(address("errors") + place, status_code=HTTP_303_SEE_OTHER)


def is_missing(path: str) -> bool:
    """Return whether a path is that of a problem's `type`, and there is no such type."""
    folder, _, kind = path.rpartition("/")
    return folder == "/problems" and not is_type(kind)


def is_type(kind: str) -> bool:
    """Return whether there are problems of a type."""
    return kind == "refused" or kind in CODES


@get("/docs", opt=PUBLIC, include_in_schema=False)
async def show_guide(request: AnyRequest, if_none_match: IfNoneMatch = None) -> Answer:
    """Show the front page of the guide."""
    return await page_of(PAGES[0]).answer(request, if_none_match)


@get("/docs/reference", opt=PUBLIC, include_in_schema=False)
async def show_reference(request: AnyRequest, if_none_match: IfNoneMatch = None) -> Answer:
    """Show the contract as a page."""
    return await kept(the_reference, HTML, REFERENCE_POLICY).answer(request, if_none_match)


@get(
    [f"/docs/{name}" for name in (*PAGES[1:], "start.js", "search.json", *ASSETS)], opt=PUBLIC, include_in_schema=False
)
async def show_page_or_asset(request: AnyRequest, if_none_match: IfNoneMatch = None) -> Answer:
    """Show another page of the guide, or give a file of the pages."""
    name = request.scope["path"].removeprefix("/docs/")
    if name in PAGES[1:]:
        return await page_of(name).answer(request, if_none_match)
    if name == "start.js":
        return await kept(START.encode, ASSETS["swagger-ui-bundle.js"]).answer(request, if_none_match)
    if name == "search.json":
        return await kept(index, JSON).answer(request, if_none_match)
    return await asset(name).answer(request, if_none_match)


@cache
def page_of(name: str) -> Document:
    """Return a page of the guide."""
    return kept(lambda: guide_page(name).encode(), HTML, GUIDE_POLICY)


@cache
def asset(name: str) -> Document:
    """Return a file of the pages."""
    folder = files("service.http.guide") if name.startswith(("guide.", "consent.")) else swagger_ui.static_path
    return kept(folder.joinpath(name).read_bytes, ASSETS[name])


def the_reference() -> bytes:
    """Return the page that shows the contract."""
    return reference_page().encode()


@cache
def kept(make: Callable[[], bytes], media_type: str, policy: str = "") -> Document:
    """Return a document of the pages; a page may do no more than its policy allows."""
    return Document(make, media_type, max_age=KEPT_SECONDS, policy=policy)
