"""Parameters of queries and paths: which an operation has, and how their values are written."""

import re
from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

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
TRUTH = Form(re.compile(r"true|false"), "It is `true` or `false`.")
OPTIONAL = Form(re.compile(r"(?!null\Z).*", re.DOTALL), "A parameter cannot be null; leave it out.")
TEXT = Form(re.compile(r".*", re.DOTALL), "")
"""That of a text that has to be there: the name of a player may be `null`, or begin so."""


def must_have_known_parameters(request: AnyRequest) -> None:
    """Raise `Problem` with the parameters of a query that the operation has not, or that are there twice or ill-formed.

    Litestar would take the first for none, one of two, `1.0` and `1e3` for integers, `0` and `TRUE` for truths, and
    `null` for a parameter that is not there.
    """
    known = query_of(request.route_handler)
    sent = list(request.query_params.multi_items())
    times = Counter(name for name, _ in sent)
    found = {name: said for name, value in sent if (said := fault_of(known, name, value, times[name]))}
    if found:
        faults = [Fault(said, parameter=name[:LONGEST_NAME]) for name, said in found.items()]
        raise Problem("invalid_parameter", errors=tuple(faults[:MOST]))


def must_have_plain_numbers(request: AnyRequest) -> None:
    """Raise `Problem` at a number in a path that is written otherwise than the service does: `07`, `-0` or `1_0`."""
    if not has_numbers(request.route_handler):
        return
    numbers = {str(each) for each in request.path_params.values() if isinstance(each, int)}
    if not numbers <= set(request.scope["path"].split("/")):
        raise Problem("not_found", "A number in a path is written in digits, without zeros before it.")


@cache
def has_numbers(handler: BaseRouteHandler) -> bool:
    """Return whether a path of a route has a number as a parameter."""
    return any(":int}" in path for path in handler.paths)


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
    if kinds & {int, bool}:
        return INTEGER if int in kinds else TRUTH
    return TEXT if parameter.annotation is str else OPTIONAL
