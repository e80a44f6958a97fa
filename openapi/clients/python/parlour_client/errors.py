"""What goes wrong: a problem that the service tells, by its `code`; or no answer for too long."""

from typing import NoReturn, cast

import httpx

from .types import Fault, ProblemDetails, SeatView


class ParlourError(Exception):
    """Anything that this library raises."""


class NotNow(Exception):
    """Raised inside this library: the same request may go well later. `status` and `wanted` are those of an answer."""

    def __init__(self, failure: ParlourError, status: int | None = None, wanted: str | None = None) -> None:
        super().__init__(failure)
        self.failure = failure
        self.status = status
        self.wanted = wanted


class Unreachable(ParlourError):
    """No answer has come for as long as the client is patient."""


class Problem(ParlourError):
    """The answer of the service if it does not do what it is asked. Decide by `code`; the guide lists all codes."""

    def __init__(self, status: int, details: ProblemDetails) -> None:
        super().__init__(f"{status} {details['code']}: {details['detail']}")
        self.status = status
        self.details = details

    @property
    def code(self) -> str:
        """The kind of problem; it is stable."""
        return self.details["code"]

    @property
    def faults(self) -> list[Fault]:
        """What is wrong with the request, each with the part that it is in."""
        return self.details.get("errors", [])


class BadRequest(Problem):
    """The request is malformed: correct the program."""


class NotAllowed(Problem):
    """There is no valid token, or the account may not do this."""


class NotFound(Problem):
    """There is no such thing, or not for this player."""


class Conflict(Problem):
    """The table does not allow it now: others were faster, or the rules say no. Nothing has happened."""


class DecisionOver(Conflict):
    """The move came too late: the decision that it was for is over."""

    @property
    def version(self) -> int:
        """The version that the table has now."""
        return self.details.get("version", 0)

    @property
    def view(self) -> SeatView:
        """The table as it is now."""
        return self.details["view"]


class HistoryLost(Problem):
    """What happened after `version` is lost, as by the restore of a backup: forget it, and go on after `cursor`."""

    @property
    def version(self) -> int:
        """The last version that is as this client knows it."""
        return self.details["version"]

    @property
    def cursor(self) -> str:
        """Where to go on."""
        return self.details["cursor"]


class RateLimited(Problem):
    """A budget is used up, for longer than the client is patient."""


class Unavailable(Problem):
    """The service has failed, or is away for longer than the client is patient."""


BY_CODE: dict[str, type[Problem]] = {"decision_over": DecisionOver, "stale_version": DecisionOver}
BY_STATUS: dict[int, type[Problem]] = {
    401: NotAllowed,
    403: NotAllowed,
    404: NotFound,
    409: Conflict,
    410: HistoryLost,
    429: RateLimited,
}


NOT_NOW = frozenset({429, 500, 502, 503, 504})
"""The statuses of answers after which the same request may go well, with the same key."""


NOT_MODIFIED = 304


def is_good(answer: httpx.Response) -> bool:
    """Return whether an answer is no problem. A redirect is one: `https` where `http` was given."""
    return answer.is_success or answer.status_code == NOT_MODIFIED


def raise_problem(answer: httpx.Response) -> NoReturn:
    """Raise the problem that an answer tells: as `NotNow`, if that may pass."""
    problem = problem_of(answer)
    if answer.status_code in NOT_NOW:
        raise NotNow(problem, answer.status_code, answer.headers.get("Retry-After"))
    raise problem


def problem_of(answer: httpx.Response) -> Problem:
    """Return the problem that an answer tells; something between may have answered in place of the service."""
    try:
        told = answer.json()
    except ValueError:
        told = None
    text = " ".join([answer.reason_phrase, *answer.headers.get_list("Location")])
    details: ProblemDetails
    details = {"type": "", "title": text, "status": answer.status_code, "detail": text, "code": "", "instance": ""}
    if isinstance(told, dict) and all(isinstance(told.get(name), str) for name in ("code", "detail")):
        details = cast("ProblemDetails", told)
    general = Unavailable if answer.is_server_error else BadRequest
    kind = BY_CODE.get(details["code"]) or BY_STATUS.get(answer.status_code, general)
    return kind(answer.status_code, details)
