"""What the limits are: the budgets that a caller has."""

from collections.abc import Mapping
from typing import Annotated

from litestar import get
from msgspec import Meta, Struct

from service.http.middleware.authentication import PUBLIC
from service.http.problems import AnyRequest
from service.http.services import services_of
from service.http.wire.responses import Answer, json_answer
from service.limits.budgets import COSTS, Budget


class LimitsInForce(Struct, frozen=True):
    """The budgets of one caller. When a budget is used up, requests are answered with 429 `rate_limited`."""

    enforced: Annotated[bool, Meta(description="Whether anything is limited.")]
    budgets: tuple[Budget, ...]
    costs: Annotated[
        Mapping[str, Annotated[int, Meta(ge=2)]],
        Meta(
            description="What a request costs of `reads`, `commands` and `requests`, by `operationId`; others cost 1."
        ),
    ]


@get("/limits", operation_id="getLimits", opt=PUBLIC)
async def get_limits(request: AnyRequest) -> Answer:
    """List the budgets of a player and of an address.

    Answers have headers that say how much is left of a budget.
    """
    limits = services_of(request).limits.requests
    return json_answer(LimitsInForce(limits.enforced, tuple(limits.budgets.values()), dict(COSTS)), public=True)
