"""The codes that the contract promises of each operation, and those that are raised: they are the same.

Every promised code is provoked here; that no answer has another one is checked at each answer (`surface.InProcess`).
The codes of the rulebooks, with which moves are refused, are not in the contract; the games' own tests have them.
"""

import re
from functools import partial
from pathlib import Path
from uuid import UUID

import pytest

from service.http.contract.operation_specs import OPERATIONS
from service.http.resources.inviting import MOST_PENDING
from tests.openapi.promised import operation, the_document
from tests.service.http.occasions import (
    ADA,
    BEN,
    CLEO,
    MOVE,
    QUICKEST,
    TALKING,
    TOURNAMENT,
    Scenario,
    Scene,
    aborted,
    about_a_message,
    ada_left,
    announces,
    as_json,
    asks,
    asks_as_a_player,
    asks_as_an_app,
    asks_back,
    asks_for_a_closed_seal,
    asks_for_hints_for_no_reason,
    blocks_one_too_many,
    calls_itself,
    challenges,
    comes_back_by_guessing,
    comes_back_with_all_tokens,
    damaged,
    empty,
    ended_in_tournament,
    ends_invitation,
    follows_a_seek_as_json,
    forgets_for_no_reason,
    from_elsewhere,
    full,
    full_in_tournament,
    full_with_take_backs,
    grants,
    grants_where_they_play_the_deck,
    half_full,
    has_a_webhook,
    has_all_tokens,
    invites,
    invites_one_of_many,
    invites_one_too_many,
    invites_who_blocks_them,
    invites_who_has_declined,
    laid_aside,
    makes_again,
    mutes_one_too_many,
    no_place_for_ada,
    of_a_newer_version,
    of_tournament,
    of_tournament_that_is_announced,
    officially,
    opens,
    over,
    over_in_private,
    over_in_tournament,
    over_with_take_backs,
    playing,
    playing_in_tournament,
    playing_with_take_backs,
    plays_again_where_they_are_blocked,
    plays_again_with_somebody_in_demand,
    private,
    put_out,
    reads,
    reads_events_that_are_lost,
    says,
    seeks,
    signs_up_where_nobody_may,
    sits_down_where_they_are_blocked,
    sits_where_they_play_the_deck,
    taken_over,
    taken_over_with_take_backs,
    takes_back_sight,
    wants_a_code_for_ever_with_a_token_that_ends,
    wants_a_token_that_is_over,
    wants_a_webhook,
    with_cleo,
    withdraws_too_late,
    without_ben,
)
from tests.service.http.party import Document
from tests.service.http.unwritten import watched

GUIDE = Path(__file__).parents[3] / "openapi" / "guide" / "errors.md"
FIRST_OF_PROBLEMS = 400

HOUSE = {"house": "random"}
ANNOUNCING: tuple[str, Document, str] = ("/v1/tournaments", {"settings": TOURNAMENT}, "/commands")
OPENING: tuple[str, Document, str] = ("/v1/tables", {"game": "honors_4", "seats": ["me"]}, "")
"""Made at once with a second event, the last one."""

SCENARIOS: dict[tuple[str, str], Scenario] = {
    ("createPlayer", "registration_closed"): signs_up_where_nobody_may,
    ("createPlayer", "name_not_allowed"): calls_itself("POST", "/v1/players", "Random"),
    ("createToken", "too_many_tokens"): has_all_tokens,
    ("createToken", "expiry_not_allowed"): wants_a_token_that_is_over,
    ("createToken", "forbidden"): asks_as_an_app("POST", "/v1/me/tokens", {"scopes": ["account"]}),
    ("revokeToken", "forbidden"): asks_as_an_app("DELETE", "/v1/me/tokens/{own}"),
    ("revokeOtherTokens", "forbidden"): asks_as_an_app("DELETE", "/v1/me/tokens"),
    ("blockPlayer", "too_many_blocks"): blocks_one_too_many,
    ("invitePlayer", "not_possible"): invites_who_blocks_them,
    ("takeSeat", "not_possible"): sits_down_where_they_are_blocked,
    ("playAgain", "not_possible"): plays_again_where_they_are_blocked,
    ("createRecoveryCode", "forbidden"): wants_a_code_for_ever_with_a_token_that_ends,
    ("recoverAccount", "recovery_refused"): comes_back_by_guessing,
    ("recoverAccount", "too_many_tokens"): comes_back_with_all_tokens,
    ("updateMe", "name_not_allowed"): calls_itself("PATCH", "/v1/me", "Pаrlour"),
    ("getHistoryGames", "not_acceptable"): reads("/v1/history/games", accept="text/html"),
    ("getHistoryGames", "history_lost"): reads("/v1/history/games?after=1.0-7-0a0b0c0d"),
    ("getHistoryEvents", "not_acceptable"): reads("/v1/history/events", accept="text/html"),
    ("getHistoryEvents", "log_corrupt"): reads_events_that_are_lost,
    ("getHistoryEvents", "history_lost"): reads("/v1/history/events?after=1.3-7-0a0b0c0d"),
    ("announceTournament", "log_corrupt"): makes_again(*ANNOUNCING, damaged),
    ("announceTournament", "not_readable"): makes_again(*ANNOUNCING, of_a_newer_version),
    ("announceTournament", "no_such_game"): announces({"game": "bridge"}),
    ("announceTournament", "invalid_option"): announces({"options": {"stakes": 1}}),
    ("announceTournament", "invalid_setting"): announces({"team_size": 2}),
    ("getTournamentEvents", "history_lost"): of_tournament_that_is_announced("/events?after=1-7-0a0b0c0d"),
    ("streamTournament", "not_acceptable"): of_tournament_that_is_announced("/stream", accept="application/json"),
    ("getTravellers", "record_closed"): of_tournament_that_is_announced("/rounds/1/deals", drafted=True),
    ("getTournamentRecord", "record_closed"): of_tournament_that_is_announced("/record"),
    ("proveTournamentRecord", "record_closed"): of_tournament_that_is_announced("/record/proof"),
    ("proveTournamentRecord", "not_sealed"): of_tournament_that_is_announced("/record/proof", cancelled=True),
    ("openTable", "log_corrupt"): makes_again(*OPENING, damaged),
    ("openTable", "not_readable"): makes_again(*OPENING, of_a_newer_version),
    ("openTable", "forbidden"): opens({"game": "literature", "decks": [["AS"]]}),
    ("openTable", "no_such_game"): opens({"game": "bridge"}),
    ("openTable", "invalid_option"): opens({"game": "literature", "options": {"stakes": 1}}),
    ("openTable", "invalid_deck"): opens({"game": "literature", "decks": [["AS"]]}, as_operator=True),
    ("openTable", "no_such_seat"): opens({"game": "honors_4", "seats": [None] * 14}),
    ("openTable", "already_seated"): opens({"game": "honors_4", "seats": ["me", "me"]}),
    ("openTable", "not_found"): opens({"game": "honors_4", "invite": [str(UUID(int=1))]}),
    ("openTable", "already_invited"): challenges(twice=True),
    ("openTable", "not_possible"): challenges(blocked=True),
    ("openTable", "too_many_invitations"): challenges(tables=MOST_PENDING),
    ("getTable", "forbidden"): asks("GET", "", CLEO, private),
    ("takeSeat", "tournament_table"): asks("POST", "/seats", ADA, of_tournament, HOUSE),
    ("leaveSeat", "tournament_table"): asks("DELETE", "/seats/0", ADA, of_tournament),
    ("invitePlayer", "tournament_table"): invites(ADA, BEN, of_tournament),
    ("abortTable", "tournament_table"): asks("POST", "/abort", ADA, of_tournament, {}),
    ("claimAbandoned", "tournament_table"): asks("POST", "/claim", ADA, of_tournament),
    ("playAgain", "tournament_table"): asks("POST", "/rematch", ADA, over_in_tournament),
    ("takeSeat", "same_deck"): sits_where_they_play_the_deck,
    ("takeSeat", "already_started"): asks("POST", "/seats", CLEO, playing, {}),
    ("takeSeat", "game_over"): asks("POST", "/seats", BEN, aborted, {}),
    ("takeSeat", "not_welcome"): asks("POST", "/seats", BEN, put_out, {}),
    ("takeSeat", "already_seated"): asks("POST", "/seats", ADA, half_full, {}),
    ("takeSeat", "table_full"): asks("POST", "/seats", CLEO, full, {}),
    ("takeSeat", "no_such_seat"): asks("POST", "/seats", BEN, empty, {"seat": 13}),
    ("takeSeat", "seat_taken"): asks("POST", "/seats", BEN, half_full, {"seat": 0}),
    ("takeSeat", "seat_reserved"): asks("POST", "/seats", CLEO, ada_left, {"seat": 1}),
    ("takeSeat", "not_seated"): asks("POST", "/seats", CLEO, empty, HOUSE),
    ("takeSeat", "forbidden"): asks("POST", "/seats", CLEO, private, {}),
    ("leaveSeat", "forbidden"): asks("DELETE", "/seats/0", CLEO, private),
    ("leaveSeat", "already_started"): asks("DELETE", "/seats/1", BEN, playing),
    ("leaveSeat", "game_over"): asks("DELETE", "/seats/0", ADA, aborted),
    ("leaveSeat", "no_such_seat"): asks("DELETE", "/seats/2", ADA, full),
    ("leaveSeat", "seat_not_yours"): asks("DELETE", "/seats/1", CLEO, full),
    ("leaveSeat", "seat_free"): asks("DELETE", "/seats/0", ADA, empty),
    ("startGame", "forbidden"): asks("POST", "/start", CLEO, private),
    ("startGame", "already_started"): asks("POST", "/start", ADA, playing),
    ("startGame", "game_over"): asks("POST", "/start", ADA, aborted),
    ("startGame", "not_the_creator"): asks("POST", "/start", BEN, full),
    ("startGame", "seats_not_filled"): asks("POST", "/start", ADA, half_full),
    ("invitePlayer", "forbidden"): invites(CLEO, BEN, private),
    ("invitePlayer", "ambiguous_name"): invites_one_of_many,
    ("invitePlayer", "already_started"): invites(ADA, CLEO, playing),
    ("invitePlayer", "game_over"): invites(ADA, CLEO, aborted),
    ("invitePlayer", "not_seated"): invites(BEN, CLEO, half_full),
    ("invitePlayer", "already_invited"): invites(ADA, BEN, full),
    ("invitePlayer", "invitation_declined"): invites_who_has_declined,
    ("invitePlayer", "too_many_invitations"): invites_one_too_many,
    ("endInvitation", "forbidden"): ends_invitation(CLEO, CLEO, private),
    ("endInvitation", "already_started"): ends_invitation(ADA, CLEO, playing),
    ("endInvitation", "game_over"): ends_invitation(ADA, CLEO, aborted),
    ("endInvitation", "tournament_table"): ends_invitation(ADA, BEN, of_tournament),
    ("endInvitation", "not_the_creator"): ends_invitation(BEN, CLEO, full, invited=True),
    ("endInvitation", "already_seated"): ends_invitation(ADA, BEN, full),
    ("endInvitation", "no_change"): ends_invitation(CLEO, CLEO, full, invited=True, first=ADA),
    ("renewInvitationLink", "forbidden"): asks("POST", "/invitations/link", CLEO, private),
    ("renewInvitationLink", "already_started"): asks("POST", "/invitations/link", ADA, playing),
    ("renewInvitationLink", "game_over"): asks("POST", "/invitations/link", ADA, aborted),
    ("renewInvitationLink", "not_the_creator"): asks("POST", "/invitations/link", BEN, full),
    ("revokeInvitationLink", "forbidden"): asks("DELETE", "/invitations/link", CLEO, private),
    ("revokeInvitationLink", "already_started"): asks("DELETE", "/invitations/link", ADA, playing),
    ("revokeInvitationLink", "game_over"): asks("DELETE", "/invitations/link", ADA, aborted),
    ("revokeInvitationLink", "not_the_creator"): asks("DELETE", "/invitations/link", BEN, full),
    ("revokeInvitationLink", "no_change"): asks("DELETE", "/invitations/link", ADA, full),
    ("abortTable", "forbidden"): asks("POST", "/abort", CLEO, private, {}),
    ("abortTable", "game_over"): asks("POST", "/abort", ADA, aborted, {}),
    ("abortTable", "not_the_creator"): asks("POST", "/abort", BEN, full, {}),
    ("abortTable", "not_seated"): asks("POST", "/abort", CLEO, playing, {}),
    ("abortTable", "no_change"): asks("POST", "/abort", ADA, playing, {"on": False}),
    ("takeBack", "forbidden"): asks("POST", "/take-back", CLEO, private, {}),
    ("takeBack", "no_take_backs"): asks("POST", "/take-back", ADA, playing, {}),
    ("takeBack", "not_seated"): asks("POST", "/take-back", CLEO, playing_with_take_backs, {}),
    ("takeBack", "house_plays"): asks("POST", "/take-back", ADA, taken_over_with_take_backs, {}),
    ("takeBack", "not_started"): asks("POST", "/take-back", ADA, full_with_take_backs, {}),
    ("takeBack", "game_over"): asks("POST", "/take-back", ADA, over_with_take_backs, {}),
    ("takeBack", "no_change"): asks("POST", "/take-back", BEN, asks_back, {}),
    ("takeBack", "nothing_to_take_back"): asks("POST", "/take-back", ADA, playing_with_take_backs, {}),
    ("takeBack", "already_shown"): asks("POST", "/take-back", BEN, laid_aside, {}),
    ("takeBack", "take_back_over"): asks("POST", "/take-back", ADA, asks_back, {"proposal": 1}),
    ("claimAbandoned", "forbidden"): asks("POST", "/claim", CLEO, private),
    ("claimAbandoned", "not_seated"): asks("POST", "/claim", CLEO, playing),
    ("claimAbandoned", "not_started"): asks("POST", "/claim", ADA, full),
    ("claimAbandoned", "game_over"): asks("POST", "/claim", ADA, over),
    ("claimAbandoned", "nobody_away"): asks("POST", "/claim", ADA, playing),
    ("playAgain", "forbidden"): asks("POST", "/rematch", CLEO, private),
    ("playAgain", "not_seated"): asks("POST", "/rematch", CLEO, over),
    ("playAgain", "not_finished"): asks("POST", "/rematch", ADA, playing),
    ("playAgain", "already_started"): asks("POST", "/rematch", BEN, with_cleo),
    ("playAgain", "not_welcome"): asks("POST", "/rematch", BEN, without_ben),
    ("playAgain", "too_many_invitations"): plays_again_with_somebody_in_demand,
    ("playAgain", "table_full"): asks("POST", "/rematch", ADA, no_place_for_ada),
    ("forkTable", "forbidden"): asks("POST", "/fork", CLEO, private, {"version": 1}),
    ("forkTable", "record_closed"): asks("POST", "/fork", ADA, playing, {"version": 4}),
    ("forkTable", "not_started"): asks("POST", "/fork", CLEO, over, {"version": 3}),
    ("forkTable", "game_over"): asks("POST", "/fork", CLEO, over, {"version": 9}),
    ("forkTable", "no_such_seat"): asks("POST", "/fork", CLEO, over, {"version": 4, "seats": [None, None, "me"]}),
    ("forkTable", "already_seated"): asks("POST", "/fork", CLEO, over, {"version": 4, "seats": ["me", "me"]}),
    ("getView", "forbidden"): asks("GET", "/view", CLEO, private),
    ("getView", "no_such_seat"): asks("GET", "/view?seat=2", ADA, playing),
    ("getView", "record_closed"): asks("GET", "/view?seat=1", ADA, playing),
    ("makeMove", "forbidden"): asks("POST", "/moves", CLEO, private, MOVE),
    ("makeMove", "malformed_move"): asks("POST", "/moves", ADA, playing, {"move": {"type": "lay_aside"}}),
    ("makeMove", "no_such_card"): asks("POST", "/moves", ADA, playing, {"move": MOVE["move"] | {"cards": ["ZZ"]}}),
    ("makeMove", "unknown_move_type"): asks("POST", "/moves", ADA, playing, {"move": {"type": "fly"}}),
    ("makeMove", "not_seated"): asks("POST", "/moves", CLEO, playing, MOVE),
    ("makeMove", "decision_over"): asks("POST", "/moves", ADA, playing, MOVE | {"decision": "0.1"}),
    ("makeMove", "stale_version"): asks("POST", "/moves", ADA, playing, MOVE | {"expected_version": 1}),
    ("makeMove", "house_plays"): asks("POST", "/moves", ADA, taken_over, MOVE),
    ("makeMove", "not_started"): asks("POST", "/moves", ADA, full, MOVE),
    ("makeMove", "game_over"): asks("POST", "/moves", ADA, over, MOVE),
    ("checkMove", "forbidden"): asks("POST", "/moves/check", CLEO, private, MOVE),
    ("suggestMoves", "forbidden"): asks("GET", "/moves/suggestions", CLEO, private),
    ("suggestMoves", "nothing_to_decide"): asks("GET", "/moves/suggestions", ADA, full),
    ("suggestMoves", "house_plays"): asks("GET", "/moves/suggestions", ADA, taken_over),
    ("getEvents", "forbidden"): asks("GET", "/events", CLEO, private),
    ("getEvents", "history_lost"): asks("GET", "/events?after=1-7-0a0b0c0d", ADA, playing),
    ("streamTable", "forbidden"): asks("GET", "/stream", CLEO, private),
    ("streamTable", "not_acceptable"): as_json("/stream"),
    ("seekPlayers", "too_many_seeks"): seeks(QUICKEST, before=5),
    ("seekPlayers", "no_such_game"): seeks({"game": "bridge"}),
    ("seekPlayers", "invalid_option"): seeks({"game": "literature", "options": {"stakes": 1}}),
    ("withdrawSeek", "seek_over"): withdraws_too_late,
    ("streamSeek", "not_acceptable"): follows_a_seek_as_json,
    ("mutePlayer", "too_many_mutes"): mutes_one_too_many,
    ("listChat", "forbidden"): asks("GET", "/chat/seats", CLEO, private),
    ("listChat", "reason_required"): officially("GET", "/chat/seats", private),
    ("listChat", "chat_off"): asks("GET", "/chat/seats", ADA, playing),
    ("listChat", "chat_closed"): asks("GET", "/chat/spectators", ADA, partial(playing, **TALKING)),
    ("say", "forbidden"): asks("POST", "/chat/seats", CLEO, private, {"text": "Hello"}),
    ("say", "chat_off"): asks("POST", "/chat/seats", ADA, playing, {"text": "Hello"}),
    ("say", "chat_closed"): says({"text": "Hello"}, CLEO),
    ("say", "chat_silent"): says({"text": "Hello"}, ADA),
    ("say", "phrases_only"): says({"text": "Hello"}, ADA, stage=full, settings={"chat": "phrases"}),
    ("say", "text_not_allowed"): says({"text": "http://parlour.test"}, ADA, stage=full),
    ("removeMessage", "forbidden"): about_a_message("DELETE", BEN),
    ("removeMessage", "chat_off"): asks("DELETE", "/chat/seats/1", ADA, playing),
    ("removeMessage", "chat_closed"): about_a_message("DELETE", ADA, channel="spectators", then="/start"),
    ("removeMessage", "chat_silent"): about_a_message("DELETE", ADA, then="/start"),
    ("reportMessage", "forbidden"): asks("POST", "/chat/seats/1/reports", CLEO, private, {"reason": "spam"}),
    ("reportMessage", "chat_off"): asks("POST", "/chat/seats/1/reports", ADA, playing, {"reason": "spam"}),
    ("reportMessage", "chat_closed"): about_a_message("POST", ADA, "/reports", channel="spectators", then="/start"),
    ("listReports", "forbidden"): asks_as_a_player("GET", "/v1/reports"),
    ("resolveReport", "forbidden"): asks_as_a_player("POST", f"/v1/reports/{UUID(int=1)}/resolution"),
    ("createWebhook", "forbidden"): wants_a_webhook({"everything": True}),
    ("createWebhook", "too_many_webhooks"): wants_a_webhook({}, before=5),
    ("createWebhook", "address_not_allowed"): wants_a_webhook({"url": "https://127.0.0.1/"}),
    ("updateWebhook", "forbidden"): asks_as_an_app("PATCH", f"/v1/me/webhooks/{UUID(int=1)}", {"enabled": True}),
    ("renewWebhookSecret", "forbidden"): asks_as_an_app("POST", f"/v1/me/webhooks/{UUID(int=1)}/secret"),
    ("updateWebhook", "address_not_allowed"): has_a_webhook("PATCH", "", {"url": "https://[::1]/"}),
    ("sendWebhookMessage", "webhook_disabled"): has_a_webhook("POST", "/messages", {}, {"enabled": False}),
    ("streamMe", "not_found"): from_elsewhere(),
    ("streamMe", "not_acceptable"): reads("/v1/me/stream", accept="application/json"),
    ("getRecord", "forbidden"): asks("GET", "/record", CLEO, private),
    ("getRecord", "record_closed"): asks("GET", "/record", ADA, playing),
    ("proveRecord", "forbidden"): asks("GET", "/record/proof", CLEO, private),
    ("proveRecord", "record_closed"): asks("GET", "/record/proof", ADA, playing),
    ("proveRecord", "not_sealed"): asks("GET", "/record/proof", ADA, over),
    ("proveConsistency", "seal_closed"): asks_for_a_closed_seal,
    ("replayTable", "forbidden"): asks("GET", "/replay", CLEO, private),
    ("replayTable", "no_such_seat"): asks("GET", "/replay?seat=2", ADA, playing),
    ("replayTable", "record_closed"): asks("GET", "/replay?seat=all", ADA, playing),
    ("replayTable", "not_acceptable"): as_json("/replay"),
    ("getView", "reason_required"): officially("GET", "/view", private),
    ("getEvents", "reason_required"): officially("GET", "/events", private),
    ("streamTable", "reason_required"): officially("GET", "/stream", private, "analyst"),
    ("replayTable", "reason_required"): officially("GET", "/replay", private),
    ("getRecord", "reason_required"): officially("GET", "/record", over_in_private),
    ("listLooks", "forbidden"): asks_as_a_player("GET", "/v1/audit/looks"),
    ("listHints", "forbidden"): asks_as_a_player("GET", "/v1/audit/hints"),
    ("listHints", "reason_required"): asks_for_hints_for_no_reason,
    ("listForgotten", "forbidden"): asks_as_a_player("GET", "/v1/audit/forgotten"),
    ("forgetPlayer", "forbidden"): asks_as_a_player("DELETE", f"/v1/players/{UUID(int=1)}"),
    ("forgetPlayer", "reason_required"): forgets_for_no_reason,
    ("listTableLooks", "forbidden"): asks("GET", "/looks", CLEO, over),
    ("listTableLooks", "not_finished"): asks("GET", "/looks", ADA, playing),
    ("grantSight", "forbidden"): asks("POST", "/sight", CLEO, playing, {"player": str(UUID(int=1))}),
    ("grantSight", "not_a_tournament"): grants(CLEO, playing),
    ("grantSight", "not_started"): grants(CLEO, full_in_tournament),
    ("grantSight", "game_over"): grants(CLEO, ended_in_tournament),
    ("grantSight", "not_for_oneself"): grants(-1, playing_in_tournament),
    ("grantSight", "plays_here"): grants(ADA, playing_in_tournament),
    ("grantSight", "no_such_seat"): grants(CLEO, playing_in_tournament, seats=(2,)),
    ("grantSight", "no_change"): grants(CLEO, playing_in_tournament, again=True),
    ("grantSight", "same_deck"): grants_where_they_play_the_deck,
    ("revokeSight", "forbidden"): asks("DELETE", f"/sight/{UUID(int=1)}", CLEO, playing),
    ("revokeSight", "game_over"): takes_back_sight(over),
    ("revokeSight", "no_change"): takes_back_sight(playing),
}
"""How each code is provoked that an operation promises for itself."""

IN_THE_DOMAIN = {"changeTournament", "uploadEntrants"}
"""Their refusals are those of the commands to a tournament, and their tests provoke each of them for each command."""

PROMISED = [
    (name, code)
    for name, spec in OPERATIONS.items()
    for code in (*spec.problems, *(() if name in IN_THE_DOMAIN else spec.refusals))
]


@pytest.mark.parametrize(("name", "code"), PROMISED)
async def test_a_code_that_is_promised_is_given_and_nothing_is_written_then(name: str, code: str) -> None:
    assert (name, code) in SCENARIOS, "either nothing gives this code, or it takes another scenario"

    async with watched() as (scene, client):
        answer = await SCENARIOS[name, code](scene)

    assert answer.json()["code"] == code
    assert operation(answer.request.method, answer.request.url.path)["operationId"] == name
    assert client.after == client.before, "it was the last request"


async def test_any_operation_may_be_asked_by_a_request_that_is_malformed(scene: Scene) -> None:
    document = the_document()["paths"]
    for path, methods in document.items():
        for method in methods:
            asked = re.sub(r"\{\w+\}", "1", path)
            answer = await scene.client.request(method, asked, headers={"Host": "two words"})
            assert (answer.status_code, answer.json()["code"]) == (400, "invalid_request")  # and it is promised


def test_the_guide_says_what_any_operation_may_answer() -> None:
    (said,) = re.findall(r"^Any operation may answer ([^.]+)\.", GUIDE.read_text(encoding="utf-8"), re.MULTILINE)
    promised = [codes_of(each) for methods in the_document()["paths"].values() for each in methods.values()]

    assert set(re.findall(r"`(\w+)`", said)) == set.intersection(*promised)


def codes_of(described: Document) -> set[str]:
    """Return the codes that the contract lists for an operation."""
    listed = [
        each["description"] for status, each in described["responses"].items() if int(status) >= FIRST_OF_PROBLEMS
    ]
    return set(re.findall(r"^- `(\w+)`:", "\n".join(listed), re.MULTILINE))


def test_a_code_is_promised_once_and_no_other_is_given() -> None:
    assert sorted(PROMISED) == sorted(SCENARIOS)
