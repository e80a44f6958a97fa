"""The contract for machines (`/openapi.json`) and for people (`/docs`: Swagger UI, served from here alone)."""

from typing import Any

from litestar import MediaType, Request, Response, get
from litestar.params import FromPath
from openapi_ui_bundles import swagger_ui

from service.http.authentication import PUBLIC
from service.http.problems import Problem

PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Parlour</title>
<link rel="stylesheet" href="/docs/swagger-ui.css">
<link rel="icon" href="/docs/favicon-32x32.png">
<div id="contract"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</html>
"""
START = """SwaggerUIBundle({url: "/openapi.json", dom_id: "#contract", deepLinking: true, validatorUrl: null});
"""
ASSETS = {
    "swagger-ui.css": "text/css",
    "swagger-ui-bundle.js": "text/javascript",
    "favicon-32x32.png": "image/png",
}
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""The page may load nothing from elsewhere, and nothing that stands in it may run."""

KEPT = {"Cache-Control": "public, max-age=3600"}


@get("/openapi.json", opt=PUBLIC, include_in_schema=False)
async def show_contract(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Give the OpenAPI document."""
    return Response(request.app.state.contract(), media_type=MediaType.JSON, headers=KEPT)


@get("/docs", opt=PUBLIC, include_in_schema=False)
async def show_docs() -> Response[str]:
    """Show the contract as a page."""
    return Response(PAGE, media_type=MediaType.HTML, headers={"Content-Security-Policy": POLICY})


@get("/docs/{name:str}", opt=PUBLIC, include_in_schema=False)
async def show_asset(name: FromPath[str]) -> Response[bytes]:
    """Give a file of the page."""
    if name == "start.js":
        return Response(START.encode(), media_type=ASSETS["swagger-ui-bundle.js"], headers=KEPT)
    if name not in ASSETS:
        raise Problem("not_found", "There is no such file.")
    return Response((swagger_ui.static_path / name).read_bytes(), media_type=ASSETS[name], headers=KEPT)
