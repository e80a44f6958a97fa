"""All routes: the contract below `/v1`, and what is for proxies and readers beside it."""

from typing import Self

from litestar import Litestar, Router
from litestar.plugins import PluginProtocol
from litestar.plugins.core import MsgspecDIPlugin

from service.http.guide import docs, rulebooks
from service.http.middleware.admission import admit
from service.http.oauth import authorization, devices, metadata, registration, signing_in
from service.http.oauth import tokens as oauth_tokens
from service.http.problems import AnyRequest
from service.http.resources import (
    advice,
    blocks,
    catalog,
    chat,
    dumps,
    forgetting,
    forks,
    hints,
    history,
    life,
    limits,
    links,
    lobby,
    looks,
    mutes,
    my_tables,
    operations,
    play,
    players,
    profiles,
    recovery,
    replays,
    reports,
    results,
    seals,
    seeks,
    sight,
    streams,
    tables,
    tickets,
    tokens,
    tournament_reads,
    tournaments,
    webhooks,
)
from service.http.wire.queries import must_be_plainly_written, must_have_known_parameters
from service.page import serving

CONTRACT = (
    players.create_player,
    players.find_players,
    profiles.get_player,
    results.list_player_games,
    results.get_leaderboard,
    results.get_game_statistics,
    hints.list_hints,
    players.get_me,
    players.update_me,
    players.revoke_my_token,
    blocks.list_blocks,
    blocks.block_player,
    blocks.unblock_player,
    mutes.list_mutes,
    mutes.mute_player,
    mutes.unmute_player,
    recovery.create_recovery_code,
    recovery.recover_account,
    tokens.list_my_tokens,
    tokens.create_token,
    tokens.revoke_other_tokens,
    tokens.revoke_token,
    forgetting.forget_me,
    forgetting.forget_player,
    forgetting.list_forgotten,
    catalog.list_games,
    catalog.get_game,
    catalog.list_messages,
    catalog.list_keys,
    limits.get_limits,
    tournaments.announce_tournament,
    tournaments.list_tournaments,
    tournaments.get_tournament,
    tournaments.list_entrants,
    tournaments.upload_entrants,
    tournaments.get_round,
    tournaments.list_rulings,
    tournaments.change_tournament,
    tournament_reads.get_tournament_events,
    tournament_reads.stream_tournament,
    tournament_reads.get_standings,
    tournament_reads.get_travellers,
    tournament_reads.get_tournament_record,
    tournament_reads.prove_tournament_record,
    tables.open_table,
    lobby.list_tables,
    my_tables.list_my_tables,
    tables.get_table,
    tables.take_seat,
    tables.leave_seat,
    tables.start_game,
    seeks.seek_players,
    seeks.list_seeks,
    seeks.list_my_seeks,
    seeks.get_seek,
    seeks.withdraw_seek,
    seeks.stream_seek,
    chat.list_chat,
    chat.say,
    chat.remove_message,
    reports.report_message,
    reports.list_reports,
    reports.resolve_report,
    life.invite_player,
    life.end_invitation,
    links.renew_invitation_link,
    links.revoke_invitation_link,
    life.abort_table,
    life.take_back,
    life.claim_abandoned,
    life.play_again,
    forks.fork_table,
    play.get_view,
    play.make_move,
    advice.check_move,
    advice.suggest_moves,
    play.get_events,
    play.get_record,
    replays.replay_table,
    dumps.list_dumps,
    seals.prove_record,
    seals.list_seals,
    seals.get_seal,
    seals.prove_consistency,
    history.get_history_games,
    history.get_history_events,
    looks.list_looks,
    looks.list_table_looks,
    sight.grant_sight,
    sight.revoke_sight,
    streams.stream_table,
    streams.stream_me,
    tickets.create_ticket,
    webhooks.create_webhook,
    webhooks.list_webhooks,
    webhooks.get_webhook,
    webhooks.update_webhook,
    webhooks.delete_webhook,
    webhooks.renew_webhook_secret,
    webhooks.list_webhook_messages,
    webhooks.send_webhook_message,
)
"""The routes of the contract, below `/v1`."""

BESIDE_IT = (
    operations.health,
    operations.ready,
    serving.show_page,
    serving.show_lost,
    serving.give_file,
    serving.give_verifier,
    docs.show_contract,
    docs.show_guide,
    docs.show_reference,
    docs.show_page_or_asset,
    rulebooks.show_common_rulebook,
    rulebooks.give_common_rulebook,
    rulebooks.show_rulebook,
    docs.explain_problem,
    metadata.show_metadata,
    authorization.show_authorization,
    authorization.decide_authorization,
    signing_in.sign_in,
    signing_in.sign_out,
    oauth_tokens.give_token,
    oauth_tokens.revoke,
    devices.ask_for_device,
    devices.show_device,
    devices.decide_device,
    registration.register_app,
)
"""The routes beside it: for proxies, readers and browsers."""


class Routed(Litestar):
    """Litestar without what it does for types of Pydantic and attrs: nothing here has any.

    It would import both wherever other programs have installed them, which takes a sixth of a worker's start.
    """

    @staticmethod
    def _get_default_plugins(plugins: list[PluginProtocol]) -> list[PluginProtocol]:
        return [*plugins, MsgspecDIPlugin()]


class ContractRouter(Router):
    """The routes of the contract, made for one application, which therefore need not copy them."""

    def __deepcopy__(self, _: object) -> Self:
        return self


def contract_router() -> Router:
    """Return the routes of the contract, for one application."""
    return ContractRouter("/v1", route_handlers=CONTRACT, before_request=admit_if_known)


async def admit_if_known(request: AnyRequest) -> None:
    """Let a request through whose sender and parameters are known. Raises `Problem`."""
    await admit(request)
    must_be_plainly_written(request)
    if request.scope["query_string"]:
        must_have_known_parameters(request)
