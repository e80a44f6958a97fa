"""The short way to a handler that takes nothing but the request."""

from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias, cast

from litestar import Litestar, Request
from litestar.connection import ASGIConnection
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException
from litestar.handlers import HTTPRouteHandler
from litestar.routes import HTTPRoute
from litestar.types import ASGIApp, HTTPScope, Receive, RouteHandlerType, Scope, Send

from service.http.middleware.exceptions import problem_of
from service.http.problems import AnyRequest

AT_ONCE = {"at_once": True}
"""The `opt` of a route whose handler takes the request alone, and returns what sends the answer."""

Steps: TypeAlias = tuple[Callable[[AnyRequest], Awaitable[None]], Callable[[AnyRequest], Awaitable[ASGIApp]]]
"""What comes before the handler of such a route, and the handler."""


class BriefRequest(Request[Any, Any, Any]):
    """A request with its scope; all else of it is made when somebody asks for it, as these handlers do not."""

    __slots__ = ()

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.scope, self.receive, self.send = scope, receive, send  # type: ignore[assignment]  # it is one of HTTP

    def __getattr__(self, name: str) -> Any:
        """Make the rest. Python calls this for an attribute that is not there."""
        if name not in MADE_LATER:
            raise AttributeError(name)
        super().__init__(self.scope, self.receive, self.send)
        return getattr(self, name)


MADE_LATER = frozenset({*Request.__slots__, *ASGIConnection.__slots__})
"""The attributes of a request that Litestar sets when it makes one."""


class AtOnce:
    """An ASGI application around Litestar's: it calls the handlers of routes that are `AT_ONCE` itself.

    Litestar's router finds the route. Then Litestar would look for middleware, parameters, dependencies and the kind of
    the answer. Such a handler has none of them, and the search takes a sixth of the time of a move, so it is left out.
    All else is as on other routes: admission goes before the handler, and an exception becomes a problem.
    """

    def __init__(self, app: Litestar) -> None:
        self._routed = app.asgi_handler
        self._find = app.asgi_router.handle_routing
        routes = [route for route in app.routes if isinstance(route, HTTPRoute)]
        short = {each: route for route in routes for each in route.route_handlers if each.opt.get("at_once")}
        self._ends = tuple([route.path_format.rpartition("}")[2] for route in short.values()])
        self._steps: dict[RouteHandlerType, Steps] = {each: steps_of(each) for each in short}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer the request (ASGI)."""
        steps = self._steps_of(scope) if scope["type"] == ScopeType.HTTP else None
        if steps is None:
            await self._routed(scope, receive, send)
            return
        admit, handle = steps
        request: AnyRequest = BriefRequest(scope, receive, send)
        try:
            await admit(request)
            answer: ASGIApp = await handle(request)
        except Exception as error:  # noqa: BLE001 - whatever it is, it has an answer
            answer = problem_of(request, error)
        await answer(scope, receive, send)

    def _steps_of(self, scope: HTTPScope) -> Steps | None:
        """Return what comes before the handler of a request, and the handler; None: Litestar answers.

        Its route stands in the scope afterwards, as Litestar would note it.
        """
        path = scope["path"]
        if not path.endswith(self._ends):
            return None
        try:
            _, handler, _, parameters, template = self._find(path=path, method=scope["method"])
        except HTTPException:
            return None
        scope["route_handler"], scope["path_params"], scope["path_template"] = handler, parameters, template
        return self._steps.get(handler)


def steps_of(handler: HTTPRouteHandler) -> Steps:
    """Return what comes before a handler, and its function, both as they are called."""
    return cast("Steps", (handler.resolve_before_request(), handler.fn))
