from service.http.routes import Routed


def test_litestar_brings_nothing_for_types_that_no_route_has() -> None:
    kinds = {type(plugin).__module__ for plugin in Routed(openapi_config=None, logging_config=None).plugins}

    assert not [kind for kind in kinds if kind.startswith(("litestar.plugins.pydantic", "litestar.plugins.attrs"))]
