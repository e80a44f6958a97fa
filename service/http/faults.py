"""What is wrong with a request, and where: a part of a problem document."""

import re
from ast import literal_eval
from typing import Annotated, Any, get_args, get_origin

from litestar import Request
from litestar.params import ParameterKwarg
from litestar.typing import FieldDefinition
from msgspec import UNSET, Meta, Struct, UnsetType

from domain.validation import ValidationMessage, explained, of_ecma
from service.accounts.port import NO_CONTROL_CHARACTERS

LONGEST_DETAIL, LONGEST_POINTER = 500, 300
"""Maximum number of characters for one fault: it may quote what a stranger has sent."""


class Fault(Struct, frozen=True, omit_defaults=True):
    """A fault of a request."""

    detail: Annotated[str, Meta(description="What is wrong with it.")]
    pointer: Annotated[
        str | UnsetType, Meta(description="The place in the body, as a JSON pointer (RFC 6901).", examples=["/seat"])
    ] = UNSET
    parameter: Annotated[str | UnsetType, Meta(description="The name of the parameter.", examples=["limit"])] = UNSET

    def __str__(self) -> str:
        """Return what is wrong, and where."""
        place = self.pointer or None if self.parameter is UNSET else self.parameter
        return f"{'The body' if place is None else f'`{place}`'}: {self.detail}"


PYTHON_TYPE = re.compile(r"`[A-Za-z]+(?: \| [a-z]+)*`")
"""A type in a message of msgspec, which names some as Python does."""

JSON_TYPES = {
    "bool": "boolean",
    "float": "number",
    "int": "integer",
    "str": "string",
    "NoneType": "null",
    "dict": "object",
    "list": "array",
}
"""How JSON Schema names these types."""


MATCHING = "Expected `str` matching regex "
"""What a message begins with that ends with a pattern, quoted as Python does."""

CONTROL_CHARACTERS = f"{MATCHING}{NO_CONTROL_CHARACTERS!r}"
"""What msgspec says of a text that has some."""


def in_words_of_json(said: str) -> str:
    """Return what msgspec says of a type in the words of JSON Schema, and a pattern as the contract has it.

    "Expected `int | null`, got `str`" becomes "Expected `integer` or `null`, got `string`".
    """
    if said == CONTROL_CHARACTERS:
        return "It has control characters, which are not allowed"
    if said.startswith(MATCHING):
        return f"It does not match the pattern `{of_ecma(literal_eval(said.removeprefix(MATCHING)))}`"
    if not said.startswith("Expected `"):
        return said

    def named(found: re.Match[str]) -> str:
        return " or ".join(f"`{JSON_TYPES.get(each, each)}`" for each in found[0].strip("`").split(" | "))

    return PYTHON_TYPE.sub(named, said)


def fault_in_body(found: ValidationMessage, beginning: str = "") -> Fault:
    """Return what does not fit in the part of a body that begins there."""
    pointer = "".join([beginning, *(f"/{escaped(step)}" for step in found.path)])
    said = in_words_of_json(found.text.removesuffix("."))
    return Fault(f"{said[:LONGEST_DETAIL]}.", pointer=pointer[:LONGEST_POINTER])


def fault_in_parameter(request: Request[Any, Any, Any], name: str, message: str) -> Fault:
    """Return what Litestar says of a parameter."""
    parameter = request.route_handler.parsed_fn_signature.parameters.get(name)
    if parameter is None:
        return Fault(message, parameter=name)
    declared = declaration(parameter, ParameterKwarg)
    if declared is not None and "matching regex" in message and not message.startswith(CONTROL_CHARACTERS):
        message = f"It is not written as it should be. It is: {declared.description}"
    said = in_words_of_json(explained(message, parameter.annotation)).removesuffix(".")
    return Fault(f"{said}.", parameter=sent_as(parameter, ParameterKwarg) or name)


def sent_as(parameter: FieldDefinition, kind: type[ParameterKwarg]) -> str | None:
    """Return how clients name a parameter of a handler that is declared to be of this kind; None: it is not."""
    declared = declaration(parameter, kind)
    return None if declared is None else declared.name or parameter.name


def declaration(parameter: FieldDefinition, kind: type[ParameterKwarg]) -> ParameterKwarg | None:
    """Return what is declared of a parameter of a handler, if it is of this kind; None: it is not."""
    declared = get_args(parameter.raw)[1:] if get_origin(parameter.raw) is Annotated else ()
    return next((said for said in declared if isinstance(said, kind)), None)


def escaped(key: str) -> str:
    """Return a key as a part of a JSON pointer (RFC 6901, 3)."""
    return key.replace("~", "~0").replace("/", "~1")
