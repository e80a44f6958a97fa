"""Hints of unusual play, for operators: those who read them say why, and that is recorded as a look."""

from typing import Annotated

from litestar import get
from litestar.params import QueryParameter

from service.http.middleware.authentication import AccountRequest, must_be
from service.http.resources.oversight import Reason, record_look
from service.http.services import services_of
from service.http.wire.hints import shown_hints
from service.http.wire.responses import Answer, json_answer

MOST_HINTS = 100


@get("/audit/hints", operation_id="listHints")
async def list_hints(
    request: AccountRequest,
    *,
    reason: Reason = None,
    limit: Annotated[
        int, QueryParameter(ge=1, le=MOST_HINTS, description="Maximum number of hints of each kind.")
    ] = 50,
) -> Answer:
    """List unusual play in games that count: what people gave each other, and how fast they decided.

    A hint says what was seen, what is usual, how likely it is by chance, and in which games it happened. It proves
    nothing: chances within a game are not fully independent, friends meet often, and good players hit more. Look at the
    games before you judge. For operators, with a `reason`.
    """
    must_be(request.auth, "operator")
    await record_look(request, None, reason, seat=None, version=None)
    return json_answer(shown_hints(await services_of(request).results.unusual(limit)))
