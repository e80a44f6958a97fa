"""Reports of messages: made by players, judged by operators."""

from collections.abc import Sequence
from typing import Annotated
from uuid import UUID

from litestar import get, post
from litestar.params import PathParameter, QueryParameter
from msgspec import UNSET, Meta, Struct, UnsetType

from domain.game import Time
from service.chat.lines import PhraseCode
from service.chat.port import Channel, Report, ReportReason, Room, Verdict
from service.http.middleware.authentication import AccountRequest, must_be
from service.http.problems import Problem
from service.http.resources.chat import ChannelName, Number, refusals_told
from service.http.resources.tables import TableId
from service.http.services import services_of
from service.http.wire.decoding import read
from service.http.wire.paging import PageCursor, cursor_after, next_page, place_of
from service.http.wire.responses import Answer, json_answer

PAGE = 200


class ReportMessage(Struct, frozen=True, forbid_unknown_fields=True):
    """Why a message is reported."""

    reason: ReportReason


class ReportMade(Struct, frozen=True):
    """My report."""

    id: UUID


class ResolveReport(Struct, frozen=True, forbid_unknown_fields=True):
    """The verdict: the message is `removed`, or it stays and the reports are `dismissed`."""

    verdict: Verdict


class SeenReport(Struct, frozen=True, kw_only=True):
    """A message that a player has reported."""

    id: UUID
    at: Time
    reporter: UUID
    reason: ReportReason
    table: UUID
    channel: Channel
    number: Annotated[int, Meta(description="The number of the message.")]
    author: UUID
    said_at: Time
    text: Annotated[str | UnsetType, Meta(description="What it said; kept until the report is resolved.")] = UNSET
    phrase: PhraseCode | UnsetType = UNSET
    resolved_at: Time | None
    resolved_by: UUID | None
    verdict: Verdict | None


class Reports(Struct, frozen=True):
    """Reports, the newest first."""

    reports: tuple[SeenReport, ...]
    next_cursor: Annotated[str | None, Meta(description="The cursor of the next page; null on the last page.")]


@post("/tables/{table:uuid}/chat/{channel:str}/{number:int}/reports", operation_id="reportMessage", status_code=201)
async def report_message(request: AccountRequest, table: TableId, channel: ChannelName, number: Number) -> Answer:
    """Report a message to the operators of this service. Reporting it twice has no further effect.

    The report keeps the text until it is resolved, even if the author removes the message. Only operators see reports.
    """
    reason = read(request, ReportMessage).reason
    with refusals_told():
        report = await services_of(request).chats.report(Room(table, channel), request.auth, number, reason)
    return json_answer(ReportMade(report), status_code=201)


@get("/reports", operation_id="listReports")
async def list_reports(
    request: AccountRequest,
    *,
    resolved: Annotated[bool, QueryParameter(description="List resolved reports instead of open ones.")] = False,
    cursor: PageCursor = None,
    limit: Annotated[int, QueryParameter(ge=1, le=PAGE, description="Maximum number of reports.")] = 50,
) -> Answer:
    """List the reported messages, the newest report first. For operators."""
    must_be(request.auth, "operator")
    found = await services_of(request).chats.store.reports(limit + 1, place_of(cursor), resolved=resolved)
    last = found[limit - 1] if len(found) > limit else None
    following = None if last is None else cursor_after(last.at, last.id)
    return json_answer(Reports(seen_reports(found[:limit]), following), link=next_page(request, following))


@post("/reports/{report:uuid}/resolution", operation_id="resolveReport", status_code=200)
async def resolve_report(
    request: AccountRequest, report: Annotated[UUID, PathParameter(description="The id of the report.")]
) -> Answer:
    """Resolve all reports of a message, with the verdict to remove it or to dismiss them. For operators.

    The text that the reports kept is deleted. If the message has a verdict already, the answer is that verdict.
    """
    must_be(request.auth, "operator")
    verdict = read(request, ResolveReport).verdict
    found = await services_of(request).chats.resolve(report, verdict, request.auth.player)
    if found is None:
        raise Problem("not_found", "There is no such report.")
    return json_answer(seen_reports([found])[0])


def seen_reports(reports: Sequence[Report]) -> tuple[SeenReport, ...]:
    """Return reports as they travel."""
    return tuple(
        SeenReport(
            id=each.id,
            at=each.at,
            reporter=each.reporter,
            reason=each.reason,
            table=each.room.table,
            channel=each.room.channel,
            number=each.number,
            author=each.author,
            said_at=each.said_at,
            text=UNSET if each.said.text is None else each.said.text,
            phrase=UNSET if each.said.phrase is None else each.said.phrase,
            resolved_at=each.resolved_at,
            resolved_by=each.resolved_by,
            verdict=each.verdict,
        )
        for each in reports
    )
