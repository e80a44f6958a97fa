"""What each operation of the contract promises, beyond what its route and its parameters say: one row each.

`document.py` makes the OpenAPI document of it. What follows from the route is not said again here: that a
token is needed, that a body is JSON, that an id may be unknown.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias, get_args

from domain import codes
from domain.table import commands
from domain.tournament import commands as tournament_commands
from projections.header import Header
from projections.seat_view import SeatView
from projections.words import MessageList
from service.accounts.scopes import Scope
from service.chat.lines import ChatEntry, ChatPage, TalkLine
from service.http.problems import REFUSED_FOR_ITSELF
from service.http.resources.access import SAME_DECK
from service.http.resources.advice import Judgement, Suggestions
from service.http.resources.blocks import Blocks
from service.http.resources.catalog import Catalog, GameEntry, SigningKeys
from service.http.resources.chat import Say
from service.http.resources.dumps import Dumps
from service.http.resources.forgetting import FormerPlayers
from service.http.resources.history import HistoryEvents, HistoryGames
from service.http.resources.life import AskTakeBack, CallAbort, Invite
from service.http.resources.limits import LimitsInForce
from service.http.resources.looks import LooksPage
from service.http.resources.mutes import Mutes
from service.http.resources.players import ChangeMe, CreatePlayer, FoundPlayers, Me, NewPlayer
from service.http.resources.recovery import Recover, Recovered, RecoveryCode
from service.http.resources.reports import ReportMade, ReportMessage, Reports, ResolveReport, SeenReport
from service.http.resources.seals import LogSeals
from service.http.resources.seeks import MySeeks, SeekPlayers, SoughtTables
from service.http.resources.sight import GrantSight
from service.http.resources.tickets import Ticket
from service.http.resources.tokens import CreateToken, MyTokens, NewToken
from service.http.wire.hints import HintsPage
from service.http.wire.media_types import CSV, JSON, NDJSON, SSE
from service.http.wire.results import GameStatistics, Leaderboard, PlayerGames, Profile
from service.http.wire.tables import (
    Feed,
    ForkTable,
    InvitationLink,
    Lobby,
    MoveAnswer,
    MoveRequest,
    MyTables,
    OpenTable,
    Seated,
    TakeSeat,
)
from service.http.wire.tournament_views import (
    CommandAnswer,
    SeenEntrants,
    SeenRound,
    SeenRulings,
    SeenTournament,
    TournamentFeed,
    TournamentPage,
)
from service.http.wire.tournaments import AnnounceTournament, AnyTournamentRequest
from service.http.wire.webhooks import (
    ChangeWebhook,
    CreateWebhook,
    MyWebhooks,
    NewWebhook,
    RenewedSecret,
    SendMessage,
    ShownMessage,
    ShownWebhook,
    WebhookMessages,
)
from service.live.lines import ReplayLine, TournamentLine
from service.meeting.lines import SeekStreamLine, SeenSeek
from service.records.opening import RECORD_CLOSED
from service.records.records import Record
from service.records.tournaments import TournamentRecord
from service.seals.proofs import ConsistencyProof, RecordProof
from service.seals.schemas import LogSealDocument
from service.tournaments.calculations import Standings, Travellers

MALFORMED = tuple(code for code, (part, _) in REFUSED_FOR_ITSELF.items() if part.startswith("/move"))
"""The rulebook's codes that the raw move alone tells."""

UNREADABLE = ("log_corrupt", "not_readable")
"""The codes for a table or tournament that cannot be read, also when it is opened again with a key that was used."""

Source: TypeAlias = "str | Mapping[str, Source]"
"""Where the parameters of a link, or the parts of its body, come from: JSON pointers, or run-time expressions."""

Links: TypeAlias = Mapping[str, Mapping[str, Source]]


@dataclass(frozen=True, kw_only=True)
class Operation:
    """What an operation takes and answers.

    `scope` is the one that a token needs for it (None: any token may, or none is needed);
    `body` and `answer` are types (None: no body; `str`: a text of the form `body_form`), `media_types` those of the
    answer: of a stream, the type is that of each line; `other_forms` have schemas of
    their own; `headers` those of the success beside what every answer has;
    `retryable` says whether it takes an `Idempotency-Key`;
    `problems` the codes of the service that the handler itself raises, `refusals` those of the rules; `links` the
    operations that follow, each with the places in the answer (JSON pointers) that its parameters are taken from, or
    with another run-time expression of OpenAPI.
    """

    tag: str
    scope: Scope | None
    answer: Any = None
    body: Any = None
    body_form: str = JSON
    retryable: bool = False
    media_types: tuple[str, ...] = (JSON,)
    other_forms: Mapping[str, Any] = field(default_factory=dict)
    headers: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()
    refusals: tuple[str, ...] = ()
    links: Links = field(default_factory=dict)


def either(*kinds: type[commands.Command], but: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Return the codes with which commands of these kinds are refused, each once, `but` for some."""
    return tuple(dict.fromkeys(code for kind in kinds for code in kind.refusals if code not in but))


def at_table(pointer: str, *operations: str) -> dict[str, dict[str, str]]:
    """Return links to operations on the table whose id stands at a pointer."""
    return {operation: {"table": pointer} for operation in operations}


def in_tournament(pointer: str, *operations: str) -> dict[str, dict[str, str]]:
    """Return links to operations on the tournament whose id stands at a pointer."""
    return {operation: {"tournament": pointer} for operation in operations}


def table_command(
    *kinds: type[commands.Command],
    body: type | None = None,
    answer: type = Header,
    problems: tuple[str, ...] = ("forbidden",),
    refusals: tuple[str, ...] = (),
    links: Links | None = None,
) -> Operation:
    """Return an operation that executes a command, of one of these kinds, on a table and its seats."""
    return Operation(
        tag="tables",
        scope="play",
        retryable=True,
        body=body,
        answer=answer,
        headers=("ETag",),
        problems=problems,
        refusals=(*either(*kinds), *refusals),
        links=links or {},
    )


ASKED = tuple([getattr(tournament_commands, kind.__name__) for kind in get_args(AnyTournamentRequest)])
"""The tournament commands that clients can send over HTTP; the service makes all others itself."""

RANKS = {CSV: {"type": "string", "description": "A line with `rank,entrant,points`, then a line for each entrant."}}
ROWS = {
    NDJSON: {"type": "object", "description": "A line: a row, with the requested columns."},
    CSV: {
        "type": "string",
        "description": "A line with the names of the columns, then a line for each row (RFC 4180).",
    },
}
"""How rows of the history come beside JSON."""

OPERATIONS: Mapping[str, Operation] = {
    "createPlayer": Operation(
        tag="players",
        scope=None,
        body=CreatePlayer,
        answer=NewPlayer,
        headers=("Location",),
        problems=("registration_closed", "name_not_allowed"),
        links={"getPlayer": {"player_id": "/id"}},
    ),
    "findPlayers": Operation(
        tag="players", scope="watch", answer=FoundPlayers, links={"getPlayer": {"player_id": "/players/0/id"}}
    ),
    "getPlayer": Operation(
        tag="players", scope="watch", answer=Profile, headers=("ETag",), links={"listPlayerGames": {"player_id": "/id"}}
    ),
    "listPlayerGames": Operation(
        tag="players",
        scope="read:history",
        answer=PlayerGames,
        headers=("ETag", "Link"),
        links=at_table("/games/0/table", "getRecord"),
    ),
    "getLeaderboard": Operation(
        tag="players",
        scope="read:history",
        answer=Leaderboard,
        headers=("ETag", "Link"),
        links={"getPlayer": {"player_id": "/entries/0/player"}},
    ),
    "getGameStatistics": Operation(tag="catalog", scope="read:history", answer=GameStatistics, headers=("ETag",)),
    "listHints": Operation(
        tag="oversight", scope="operate", answer=HintsPage, problems=("forbidden", "reason_required")
    ),
    "getMe": Operation(tag="players", scope=None, answer=Me, links={"getPlayer": {"player_id": "/id"}}),
    "updateMe": Operation(tag="players", scope="account", body=ChangeMe, answer=Me, problems=("name_not_allowed",)),
    "revokeMyToken": Operation(tag="players", scope=None),
    "listBlocks": Operation(
        tag="players", scope="account", answer=Blocks, links={"unblockPlayer": {"player_id": "/blocks/0/player"}}
    ),
    "blockPlayer": Operation(tag="players", scope="account", problems=("too_many_blocks",)),
    "unblockPlayer": Operation(tag="players", scope="account"),
    "listMutes": Operation(
        tag="chat", scope="account", answer=Mutes, links={"unmutePlayer": {"player_id": "/mutes/0/player"}}
    ),
    "mutePlayer": Operation(tag="chat", scope="account", problems=("too_many_mutes",)),
    "unmutePlayer": Operation(tag="chat", scope="account"),
    "createRecoveryCode": Operation(tag="players", scope="account", answer=RecoveryCode, problems=("forbidden",)),
    "recoverAccount": Operation(
        tag="players",
        scope=None,
        body=Recover,
        answer=Recovered,
        problems=("recovery_refused", "too_many_tokens"),
    ),
    "listMyTokens": Operation(
        tag="players", scope="account", answer=MyTokens, links={"revokeToken": {"token_id": "/tokens/0/id"}}
    ),
    "createToken": Operation(
        tag="players",
        scope="account",
        body=CreateToken,
        answer=NewToken,
        problems=("forbidden", "too_many_tokens", "expiry_not_allowed"),
        links={"revokeToken": {"token_id": "/id"}},
    ),
    "revokeToken": Operation(tag="players", scope="account", problems=("forbidden",)),
    "revokeOtherTokens": Operation(tag="players", scope="account", problems=("forbidden",)),
    "forgetMe": Operation(tag="players", scope="account"),
    "forgetPlayer": Operation(tag="players", scope="operate", problems=("forbidden", "reason_required")),
    "listForgotten": Operation(
        tag="oversight", scope="operate", answer=FormerPlayers, headers=("Link",), problems=("forbidden",)
    ),
    "getHistoryGames": Operation(
        tag="history",
        scope="read:history",
        answer=HistoryGames,
        other_forms=ROWS,
        headers=("ETag", "Link"),
        problems=("not_acceptable", "history_lost"),
    ),
    "getHistoryEvents": Operation(
        tag="history",
        scope="read:history",
        answer=HistoryEvents,
        other_forms=ROWS,
        headers=("ETag", "Link"),
        problems=("not_acceptable", "history_lost", "log_corrupt"),
    ),
    "listGames": Operation(
        tag="catalog", scope=None, answer=Catalog, headers=("ETag",), links={"getGame": {"game": "/games/0/id"}}
    ),
    "getGame": Operation(tag="catalog", scope=None, answer=GameEntry, headers=("ETag",)),
    "listMessages": Operation(tag="catalog", scope=None, answer=MessageList, headers=("ETag",)),
    "listKeys": Operation(tag="catalog", scope=None, answer=SigningKeys),
    "getLimits": Operation(tag="catalog", scope=None, answer=LimitsInForce),
    "announceTournament": Operation(
        tag="tournaments",
        scope="play",
        retryable=True,
        body=AnnounceTournament,
        answer=SeenTournament,
        headers=("ETag", "Location"),
        problems=UNREADABLE,
        refusals=tournament_commands.Announce.refusals,
        links=in_tournament("/id", "getTournament", "changeTournament", "listEntrants", "streamTournament"),
    ),
    "listTournaments": Operation(
        tag="tournaments",
        scope="watch",
        answer=TournamentPage,
        headers=("Link",),
        links=in_tournament("/tournaments/0/id", "getTournament"),
    ),
    "getTournament": Operation(
        tag="tournaments",
        scope="watch",
        answer=SeenTournament,
        headers=("ETag",),
        links=in_tournament("/id", "listEntrants", "listRulings", "getStandings", "getTournamentEvents"),
    ),
    "listEntrants": Operation(tag="tournaments", scope="watch", answer=SeenEntrants, headers=("ETag",)),
    "uploadEntrants": Operation(
        tag="tournaments",
        scope="play",
        retryable=True,
        body=str,
        body_form=CSV,
        answer=CommandAnswer,
        headers=("ETag",),
        refusals=tournament_commands.AddEntrants.refusals,
        links=in_tournament("/id", "listEntrants"),
    ),
    "getRound": Operation(
        tag="tournaments",
        scope="watch",
        answer=SeenRound,
        headers=("ETag",),
        links={"getTravellers": {"tournament": "$request.path.tournament", "round_number": "/round/round/number"}},
    ),
    "listRulings": Operation(tag="tournaments", scope="watch", answer=SeenRulings, headers=("ETag",)),
    "changeTournament": Operation(
        tag="tournaments",
        scope="play",
        retryable=True,
        body=AnyTournamentRequest,
        answer=CommandAnswer,
        headers=("ETag",),
        refusals=either(*ASKED),
        links=in_tournament("/id", "getTournament", "getTournamentEvents"),
    ),
    "getTournamentEvents": Operation(
        tag="tournaments", scope="watch", answer=TournamentFeed, problems=("history_lost",)
    ),
    "streamTournament": Operation(
        tag="tournaments", scope="watch", answer=TournamentLine, media_types=(NDJSON, SSE), problems=("not_acceptable",)
    ),
    "getStandings": Operation(tag="tournaments", scope="watch", answer=Standings, other_forms=RANKS, headers=("ETag",)),
    "getTravellers": Operation(
        tag="tournaments", scope="watch", answer=Travellers, headers=("ETag",), refusals=(RECORD_CLOSED,)
    ),
    "getTournamentRecord": Operation(
        tag="tournaments", scope="watch", answer=TournamentRecord, headers=("ETag",), refusals=(RECORD_CLOSED,)
    ),
    "openTable": Operation(
        tag="tables",
        scope="play",
        retryable=True,
        body=OpenTable,
        answer=Header,
        headers=("ETag", "Location"),
        problems=("forbidden", "not_found", "not_possible", *UNREADABLE),
        refusals=(*commands.OpenTable.refusals, codes.TOO_MANY_INVITATIONS),
        links=at_table("/id", "getTable", "takeSeat", "startGame", "getView", "getEvents", "makeMove", "getRecord"),
    ),
    "createWebhook": Operation(
        tag="webhooks",
        scope="account",
        body=CreateWebhook,
        answer=NewWebhook,
        headers=("Location",),
        problems=("forbidden", "too_many_webhooks", "address_not_allowed"),
        links={"sendWebhookMessage": {"webhook": "/webhook/id"}},
    ),
    "listWebhooks": Operation(
        tag="webhooks", scope="account", answer=MyWebhooks, links={"getWebhook": {"webhook": "/webhooks/0/id"}}
    ),
    "getWebhook": Operation(tag="webhooks", scope="account", answer=ShownWebhook),
    "updateWebhook": Operation(
        tag="webhooks",
        scope="account",
        body=ChangeWebhook,
        answer=ShownWebhook,
        problems=("forbidden", "address_not_allowed"),
    ),
    "deleteWebhook": Operation(tag="webhooks", scope="account"),
    "renewWebhookSecret": Operation(tag="webhooks", scope="account", answer=RenewedSecret, problems=("forbidden",)),
    "listWebhookMessages": Operation(tag="webhooks", scope="account", answer=WebhookMessages),
    "sendWebhookMessage": Operation(
        tag="webhooks", scope="account", body=SendMessage, answer=ShownMessage, problems=("webhook_disabled",)
    ),
    "seekPlayers": Operation(
        tag="seeks",
        scope="play",
        retryable=True,
        body=SeekPlayers,
        answer=SeenSeek,
        headers=("Location",),
        problems=("too_many_seeks",),
        refusals=(codes.NO_SUCH_GAME, codes.INVALID_OPTION),
        links={operation: {"seek": "/id"} for operation in ("getSeek", "withdrawSeek", "streamSeek")},
    ),
    "listSeeks": Operation(tag="seeks", scope="watch", answer=SoughtTables),
    "listMySeeks": Operation(tag="seeks", scope="watch", answer=MySeeks, links={"getSeek": {"seek": "/seeks/0/id"}}),
    "getSeek": Operation(tag="seeks", scope="watch", answer=SeenSeek, links=at_table("/table", "getView")),
    "withdrawSeek": Operation(tag="seeks", scope="play", problems=("seek_over",)),
    "streamSeek": Operation(
        tag="seeks", scope="play", answer=SeekStreamLine, media_types=(NDJSON, SSE), problems=("not_acceptable",)
    ),
    "listChat": Operation(
        tag="chat",
        scope="watch",
        answer=ChatPage,
        problems=("forbidden", "reason_required", "chat_off", "chat_closed"),
    ),
    "say": Operation(
        tag="chat",
        scope="play",
        retryable=True,
        body=Say,
        answer=ChatEntry,
        headers=("Location",),
        problems=("forbidden", "chat_off", "chat_closed", "chat_silent", "phrases_only", "text_not_allowed"),
        links={
            "removeMessage": {
                "table": "$request.path.table",
                "channel": "$request.path.channel",
                "number": "/number",
            }
        },
    ),
    "removeMessage": Operation(
        tag="chat", scope="play", problems=("forbidden", "chat_off", "chat_closed", "chat_silent")
    ),
    "reportMessage": Operation(
        tag="chat",
        scope="play",
        body=ReportMessage,
        answer=ReportMade,
        problems=("forbidden", "chat_off", "chat_closed"),
    ),
    "listReports": Operation(
        tag="chat",
        scope="operate",
        answer=Reports,
        headers=("Link",),
        problems=("forbidden",),
        links={"resolveReport": {"report": "/reports/0/id"}},
    ),
    "resolveReport": Operation(
        tag="chat", scope="operate", body=ResolveReport, answer=SeenReport, problems=("forbidden",)
    ),
    "listTables": Operation(
        tag="tables", scope="watch", answer=Lobby, headers=("Link",), links=at_table("/tables/0/id", "getTable")
    ),
    "listMyTables": Operation(
        tag="tables",
        scope="watch",
        answer=MyTables,
        links=at_table("/tables/0/table/id", "getView", "getEvents", "makeMove"),
    ),
    "getTable": Operation(
        tag="tables",
        scope="watch",
        answer=Header,
        headers=("ETag",),
        problems=("forbidden",),
        links=at_table("/id", "getView", "takeSeat"),
    ),
    "takeSeat": table_command(
        commands.TakeSeat,
        commands.SeatHouse,
        body=TakeSeat,
        problems=("forbidden", "not_possible"),
        refusals=(SAME_DECK,),
        answer=Seated,
        links={
            "leaveSeat": {"table": "/table/id", "seat": "/seat"},
            **at_table("/table/id", "startGame", "makeMove"),
            "getView": {"table": "/table/id", "at_least": "/table/version"},
        },
    ),
    "leaveSeat": table_command(commands.LeaveSeat, links=at_table("/id", "takeSeat")),
    "startGame": table_command(
        commands.StartGame,
        links={"getView": {"table": "/id", "at_least": "/version"}, **at_table("/id", "getEvents")},
    ),
    "invitePlayer": table_command(
        commands.Invite, body=Invite, problems=("forbidden", "ambiguous_name", "not_possible")
    ),
    "endInvitation": table_command(commands.EndInvitation),
    "renewInvitationLink": table_command(
        commands.RenewLink,
        answer=InvitationLink,
        links={"getTable": {"table": "$request.path.table", "invitation": "/token"}},
    ),
    "revokeInvitationLink": table_command(commands.RevokeLink),
    "abortTable": table_command(commands.CallOff, commands.AbortByOperator, body=CallAbort),
    "takeBack": table_command(commands.ProposeTakeBack, commands.AnswerTakeBack, body=AskTakeBack),
    "claimAbandoned": table_command(commands.ClaimAbandoned),
    "playAgain": Operation(
        tag="tables",
        scope="play",
        answer=Seated,
        headers=("ETag", "Location"),
        problems=("forbidden", "not_possible"),
        # Nobody chooses a seat, those who have one keep it, and a rematch that was given up is followed by another.
        refusals=(
            *either(
                commands.NoteRematch,
                commands.TakeSeat,
                but=(
                    codes.NO_CHANGE,
                    codes.NO_SUCH_SEAT,
                    codes.SEAT_TAKEN,
                    codes.SEAT_RESERVED,
                    codes.ALREADY_SEATED,
                    codes.GAME_OVER,
                ),
            ),
            codes.TOO_MANY_INVITATIONS,
        ),
        links=at_table("/table/id", "getTable", "getView"),
    ),
    "forkTable": Operation(
        tag="tables",
        scope="play",
        retryable=True,
        body=ForkTable,
        answer=Header,
        headers=("ETag", "Location"),
        problems=("forbidden",),
        refusals=(RECORD_CLOSED, codes.NOT_STARTED, codes.GAME_OVER, *commands.ForkTable.refusals),
        links=at_table("/id", "getTable", "takeSeat", "getView"),
    ),
    "getView": Operation(
        tag="play",
        scope="watch",
        answer=SeatView,
        headers=("ETag",),
        problems=("forbidden", "reason_required"),
        refusals=(codes.NO_SUCH_SEAT, RECORD_CLOSED),
        links={"makeMove": {"table": "/table/id", "body": {"move": "/decision/moves/0"}}},
    ),
    "makeMove": Operation(
        tag="play",
        scope="play",
        retryable=True,
        body=MoveRequest,
        answer=MoveAnswer,
        headers=("ETag",),
        problems=("forbidden",),
        refusals=(*MALFORMED, *commands.MakeMove.refusals),
        links={"getView": {"table": "$request.path.table", "at_least": "/version"}},
    ),
    "checkMove": Operation(tag="play", scope="play", body=MoveRequest, answer=Judgement, problems=("forbidden",)),
    "suggestMoves": Operation(
        tag="play",
        scope="play",
        answer=Suggestions,
        problems=("forbidden", "nothing_to_decide"),
        refusals=(codes.HOUSE_PLAYS,),
        links={"makeMove": {"table": "$request.path.table", "body": {"move": "/moves/0"}}},
    ),
    "getEvents": Operation(
        tag="play", scope="watch", answer=Feed, problems=("forbidden", "reason_required", "history_lost")
    ),
    "streamTable": Operation(
        tag="play",
        scope="watch",
        answer=TalkLine,
        media_types=(NDJSON, SSE),
        problems=("forbidden", "reason_required", "not_acceptable"),
    ),
    "streamMe": Operation(
        tag="play",
        scope="watch",
        answer=TalkLine,
        media_types=(NDJSON, SSE),
        problems=("not_found", "not_acceptable"),
    ),
    "replayTable": Operation(
        tag="play",
        scope="watch",
        answer=ReplayLine,
        media_types=(NDJSON, SSE),
        problems=("forbidden", "reason_required", "not_acceptable"),
        refusals=(codes.NO_SUCH_SEAT, RECORD_CLOSED),
    ),
    "createTicket": Operation(tag="play", scope="watch", answer=Ticket),
    "getRecord": Operation(
        tag="play",
        scope="watch",
        answer=Record,
        headers=("ETag",),
        problems=("forbidden", "reason_required"),
        refusals=(RECORD_CLOSED,),
    ),
    "proveRecord": Operation(
        tag="play",
        scope="read:history",
        answer=RecordProof,
        problems=("forbidden", "not_sealed"),
        refusals=(RECORD_CLOSED,),
        links={"getSeal": {"number": "/seal/number"}},
    ),
    "listDumps": Operation(tag="history", scope=None, answer=Dumps),
    "proveTournamentRecord": Operation(
        tag="tournaments",
        scope="read:history",
        answer=RecordProof,
        problems=("not_sealed",),
        refusals=(RECORD_CLOSED,),
        links={"getSeal": {"number": "/seal/number"}},
    ),
    "listSeals": Operation(
        tag="seals", scope=None, answer=LogSeals, headers=("Link",), links={"getSeal": {"number": "/seals/0/number"}}
    ),
    "getSeal": Operation(tag="seals", scope=None, answer=LogSealDocument),
    "proveConsistency": Operation(
        tag="seals",
        scope="read:history",
        answer=ConsistencyProof,
        problems=("seal_closed",),
        links={"getSeal": {"number": "/second/number"}},
    ),
    "listLooks": Operation(
        tag="oversight", scope="operate", answer=LooksPage, headers=("Link",), problems=("forbidden",)
    ),
    "listTableLooks": Operation(
        tag="oversight",
        scope="watch",
        answer=LooksPage,
        headers=("Link",),
        problems=("forbidden",),
        refusals=(codes.NOT_FINISHED,),
    ),
    "grantSight": replace(table_command(commands.GrantSight, body=GrantSight, refusals=(SAME_DECK,)), tag="oversight"),
    "revokeSight": replace(table_command(commands.RevokeSight), tag="oversight"),
}
"""By operation id."""

SCOPES_OF: Mapping[str, Scope | None] = {name: spec.scope for name, spec in OPERATIONS.items()}
"""The scope that a token needs for each operation, by operation id; None: none."""
