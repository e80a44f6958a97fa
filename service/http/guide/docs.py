"""The contract for machines (`/openapi.json`), and for people: the guide (`/docs`) and the API reference (Swagger UI).

All of it is served from here alone.
"""

from importlib.resources import files

from litestar import MediaType, Response, get
from litestar.params import FromPath
from litestar.response import Redirect
from litestar.status_codes import HTTP_303_SEE_OTHER
from openapi_ui_bundles import swagger_ui

from service.http.guide.pages import PAGES, address, guide_page, reference_page
from service.http.middleware.authentication import PUBLIC
from service.http.problems import CODES, AnyRequest, Problem

START = """SwaggerUIBundle({url: "/openapi.json", dom_id: "#contract", deepLinking: true, validatorUrl: null});
"""
ASSETS = {
    "guide.css": "text/css",
    "swagger-ui.css": "text/css",
    "swagger-ui-bundle.js": "text/javascript",
    "favicon-32x32.png": "image/png",
}
GUIDE_POLICY = (
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""A page of the guide runs nothing at all, and loads its style from here."""

REFERENCE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""The page may load nothing from elsewhere, and nothing that stands in it may run."""

KEPT = {"Cache-Control": "public, max-age=3600"}


@get("/openapi.json", opt=PUBLIC, include_in_schema=False)
async def show_contract(request: AnyRequest) -> Response[bytes]:
    """Give the OpenAPI document."""
    return Response(request.app.state.contract(), media_type=MediaType.JSON, headers=KEPT)


@get("/", opt=PUBLIC, include_in_schema=False)
async def show_front_door() -> Redirect:
    """Lead whoever comes to the guide."""
    return Redirect(address(PAGES[0]), status_code=HTTP_303_SEE_OTHER)


@get("/problems/{kind:str}", opt=PUBLIC, include_in_schema=False)
async def explain_problem(kind: FromPath[str]) -> Redirect:
    """Lead to what a problem document's `type` means.

    The code of what the rules refuse stands in the address as a fragment, which a browser keeps (RFC 9110, 10.2.2).
    """
    if kind != "refused" and kind not in CODES:
        raise Problem("not_found", "There is no such problem.")
    place = "" if kind == "refused" else f"#{kind}"
    return Redirect(address("errors") + place, status_code=HTTP_303_SEE_OTHER)


@get("/docs", opt=PUBLIC, include_in_schema=False)
async def show_guide() -> Response[str]:
    """Show the front page of the guide."""
    return html(guide_page(PAGES[0]), GUIDE_POLICY)


@get("/docs/reference", opt=PUBLIC, include_in_schema=False)
async def show_reference() -> Response[str]:
    """Show the contract as a page."""
    return html(reference_page(), REFERENCE_POLICY)


@get("/docs/{name:str}", opt=PUBLIC, include_in_schema=False)
async def show_page_or_asset(name: FromPath[str]) -> Response[str] | Response[bytes]:
    """Show another page of the guide, or give a file of the pages."""
    if name in PAGES[1:]:
        return html(guide_page(name), GUIDE_POLICY)
    if name == "start.js":
        return Response(START.encode(), media_type=ASSETS["swagger-ui-bundle.js"], headers=KEPT)
    if name not in ASSETS:
        raise Problem("not_found", "There is no such page.")
    folder = files("service.http.guide") if name == "guide.css" else swagger_ui.static_path
    return Response(folder.joinpath(name).read_bytes(), media_type=ASSETS[name], headers=KEPT)


def html(page: str, policy: str) -> Response[str]:
    """Answer with a page that may do no more than a policy allows."""
    return Response(page, media_type=MediaType.HTML, headers=KEPT | {"Content-Security-Policy": policy})
