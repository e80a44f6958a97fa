"""Parameters of queries and paths: which an operation has, and how their values are written."""

import re
from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple
from uuid import UUID

from litestar.handlers import BaseRouteHandler
from litestar.params import QueryParameter
from litestar.typing import FieldDefinition

from domain.validation_messages import MOST
from service.http.faults import Fault, sent_as
from service.http.problems import AnyRequest, Problem

LONGEST_NAME = 100


class Form(NamedTuple):
    """How a value is written, and what is said of one that is not."""

    pattern: re.Pattern[str]
    said: str


INTEGER = Form(re.compile(r"-?(0|[1-9][0-9]*)"), "An integer is written in digits, such as 10.")
ID = Form(
    re.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"),
    "An id is a UUID with its hyphens, such as 3fa85f64-5717-4562-b3fc-2c963f66afa6.",
)
IDS = re.compile(r"/[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}(?=/|\Z)")
"""The ids in a path."""
TRUTH = Form(re.compile(r"true|false"), "It is `true` or `false`.")
OPTIONAL = Form(re.compile(r"(?!null\Z).*", re.DOTALL), "A parameter cannot be null; leave it out.")
TEXT = Form(re.compile(r".*", re.DOTALL), "")
"""That of a text that has to be there: the name of a player may be `null`, or begin so."""


def must_have_known_parameters(request: AnyRequest) -> None:
    """Raise `Problem` with the parameters of a query that the operation has not, or that are there twice or ill-formed.

    Litestar would take the first for none, one of two, `1.0` and `1e3` for integers, `0` and `TRUE` for truths, `null`
    for a parameter that is not there, and a UUID without its hyphens.
    """
    known = query_of(request.route_handler)
    sent = list(request.query_params.multi_items())
    times = Counter(name for name, _ in sent)
    found = {name: said for name, value in sent if (said := fault_of(known, name, value, times[name]))}
    if found:
        faults = [Fault(said, parameter=name[:LONGEST_NAME]) for name, said in found.items()]
        raise Problem("invalid_parameter", errors=tuple(faults[:MOST]))


def must_be_plainly_written(request: AnyRequest) -> None:
    """Raise `Problem` at a number or an id in a path that is written otherwise than the service does.

    That is `07`, `-0` or `1_0`, and a UUID without its hyphens or with others. Capitals are as good (RFC 9562, 4).
    """
    numbers, ids = numbers_and_ids(request.route_handler)
    path = request.scope["path"]
    if numbers:
        written = {str(each) for each in request.path_params.values() if isinstance(each, int)}
        if not written <= set(path.split("/")):
            raise Problem("not_found", "A number in a path is written in digits, without zeros before it.")
    if ids and len(IDS.findall(path)) < ids:
        raise Problem("not_found", ID.said)


@cache
def numbers_and_ids(handler: BaseRouteHandler) -> tuple[int, int]:
    """Return how many numbers and how many ids a path of a route has as parameters."""
    path = min(handler.paths)
    return path.count(":int}"), path.count(":uuid}")


def fault_of(known: Mapping[str, Form], name: str, value: str, times: int) -> str:
    """Return what is wrong with a parameter before anybody asks what its value means; an empty text: nothing."""
    if name not in known:
        return f"Unknown parameter. Allowed parameters: {', '.join(known) or 'none'}."
    if times > 1:
        return "The parameter is there twice."
    return "" if known[name].pattern.fullmatch(value) else known[name].said


@cache
def query_of(handler: BaseRouteHandler) -> Mapping[str, Form]:
    """Return the names of the parameters in the query of a route, each with how its values are written."""
    parameters = handler.parsed_fn_signature.parameters.values()
    forms = {name: form_of(each) for each in parameters if (name := sent_as(each, QueryParameter)) is not None}
    return forms | {"ticket": OPTIONAL} if handler.opt.get("ticket") else forms


def form_of(parameter: FieldDefinition) -> Form:
    """Return how the values of a parameter are written."""
    kinds = {part.annotation for part in (parameter, *parameter.inner_types)}
    for kind, form in ((int, INTEGER), (bool, TRUTH), (UUID, ID)):
        if kind in kinds:
            return form
    return TEXT if parameter.annotation is str else OPTIONAL
