"""All routes: the contract below `/v1`, and what is for operators and readers beside it."""

from typing import Any

from litestar import Request, Router

from service.http import advice, catalog, docs, games, life, limits, operations, play, players, streams, tickets
from service.http.headers import wrong


def contract_router() -> Router:
    """Return the routes of the contract, for one application."""
    return Router(
        "/v1",
        route_handlers=[
            players.create_player,
            players.get_player,
            players.get_me,
            players.revoke_my_token,
            catalog.list_games,
            catalog.get_game,
            catalog.list_keys,
            limits.get_limits,
            games.open_table,
            games.list_tables,
            games.list_my_games,
            games.get_table,
            games.take_seat,
            games.leave_seat,
            games.start_game,
            life.invite_player,
            life.abort_game,
            life.play_again,
            play.get_view,
            play.make_move,
            advice.check_move,
            advice.suggest_moves,
            play.get_events,
            play.get_record,
            streams.stream_game,
            streams.stream_me,
            tickets.create_ticket,
        ],
        before_request=refuse_null,
    )


async def refuse_null(request: Request[Any, Any, Any]) -> None:
    """Raise `Problem` at a parameter `null` in the query: Litestar would take it for one that is not there."""
    for name in request.route_handler.parsed_fn_signature.parameters:
        if request.query_params.get(name) == "null":
            raise wrong(name, "A parameter has no null; leave it out.")


BESIDE_IT = (
    operations.health,
    operations.ready,
    operations.show_metrics,
    operations.explain_problem,
    docs.show_contract,
    docs.show_guide,
    docs.show_reference,
    docs.show_page_or_asset,
)
