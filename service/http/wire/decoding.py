"""Reading bodies: JSON (RFC 8259) into typed structs, strictly, with one clear answer for each thing that is wrong.

Integers are those of JSON Schema: 6.0 and 6e0 are 6, neither "6" nor what only rounds to 6 is one, and none is beyond
2⁵³ - 1 (what JavaScript keeps exact). But by the rulebooks an integer has neither fraction nor exponent: in moves and
options 6.0 is none. No string has the character NUL, which Postgres does not store. Of two fields of one name the last
one counts.
"""

import re
from collections.abc import Callable
from decimal import Decimal
from functools import cache
from typing import Any, TypeAlias, TypeVar

import msgspec

from domain.validation import LARGEST_INTEGER, UNKNOWN_FIELD, ValidationMessage, explained, located, part_of
from domain.validation_messages import MOST, validation_messages
from service.http.exchange import exchange_of
from service.http.faults import LONGEST_POINTER, Fault, escaped, fault_in_body
from service.http.problems import AnyRequest, Problem
from service.http.wire.media_types import JSON

T = TypeVar("T")

JSON_TYPE = JSON.encode()
NO_NUL = "The character NUL is not allowed."
OUT_OF_BOUNDS = f"Integers are from -{LARGEST_INTEGER} to {LARGEST_INTEGER}."

DEEPEST = 50
"""Maximum number of arrays and objects in one another: what Parlour reads has four, and every decoder has a limit."""

STRINGS = re.compile(rb'"(?:[^"\\]++|\\.)*+"?', re.DOTALL)
"""The strings of a body. It does not go back, and a string that nothing ends ends with the body: so the time is in
proportion to the length, whatever the body is.
"""

ROUND = bytes.maketrans(b"[{]}", b"(())")
NO_BRACKETS = bytes(each for each in range(256) if each not in b"[{]}")

More: TypeAlias = Callable[[object], tuple[ValidationMessage, ...]]
"""Says what else is wrong in a decoded body."""

Way: TypeAlias = "tuple[Way, str | int] | None"
"""Where a value stands in a body: where what holds it stands, and its name or number there. It becomes a pointer only
if something is wrong: one for each value would take the depth of the body times its length.
"""

TO_LOOK_AT = re.compile(rb"[\\0-9](?:u0000|[.eE]|[0-9]{15})")
"""What a body has if it holds a NUL character, a number with a fraction or exponent, or a huge number.

Others may have it, too. It begins with one set of characters: so the rest is tried only where one of them stands, and
each move is searched in a third of the time.
"""


HALF_A_PAIR = re.compile(rb"\\u[dD][89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F])")
"""The first half of a character beyond U+FFFF, as JSON escapes it (RFC 8259, 7), without the second one."""

BARE_ID = re.compile(rb'"[0-9a-fA-F]{32}"')
"""A text that may be a UUID without its hyphens, which msgspec takes for one."""

NO_ID = b'"%b"' % (b"-" * 32)
"""What stands in its place to find out whether it is one: another text is none the worse for it."""

SLOW_NUMBERS = re.compile(rb"[0-9][eE][+-]?[0-9]{3}")
"""What a number has whose exponent has three digits: it takes a hundred times as long to read as any other."""

MOST_VALUES = 5_000
"""Maximum number of values in a body that is looked at one by one, as it takes a few microseconds for each."""


def nothing_more(document: object) -> tuple[ValidationMessage, ...]:
    """Return nothing: the type tells all that can be wrong."""
    return ()


def read(request: AnyRequest, kind: type[T], more: More = nothing_more, *, as_written: tuple[str, ...] = ()) -> T:
    """Return the body of a request as a `kind`, a msgspec struct for instance.

    Of a body that does not fit, `more` says what is wrong in those of its parts that the type leaves open.
    `as_written` are the fields that lead to a part for which a rulebook says what an integer is.

    Raises `Problem`: body_too_large, unsupported_media_type, invalid_json, invalid_body or unknown_field.
    """
    exchange = exchange_of(request.scope)
    body = exchange.body
    must_be_json(exchange.header(b"content-type"))
    document = decoded(body, kind, more, as_written)
    if BARE_ID.search(body) is not None:
        decoded(BARE_ID.sub(NO_ID, body), kind, more, as_written)
    return document


def decoded(body: bytes, kind: type[T], more: More = nothing_more, as_written: tuple[str, ...] = ()) -> T:
    """Return a body as a `kind`. Raises `Problem`: invalid_json, invalid_body or unknown_field."""
    if not body.strip():
        raise Problem("invalid_json", "The body is empty; it has to be a JSON value.")
    must_not_be_deep(body)
    if TO_LOOK_AT.search(body) is not None:
        return looked_at(body, kind, more, as_written)
    try:
        document: T = decoder(kind).decode(body)  # type: ignore[arg-type] # mypy: a type variable may be unhashable
    except msgspec.ValidationError as error:
        value = plain(body)
        raise validation_problem(str(error), kind, value, more(value)) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise not_json(error, body) from None
    return document


def looked_at(body: bytes, kind: type[T], more: More, as_written: tuple[str, ...]) -> T:
    """Return a body as a `kind`, whose values are looked at one by one. Raises `Problem`, as `decoded` does."""
    must_not_be_slow(body)
    value = plain(body)
    wrong = unfit(value)
    if as_written:
        restore(value, body, as_written)
    try:
        document = msgspec.convert(value, kind, strict=True, str_keys=True)
    except msgspec.ValidationError as error:
        raise validation_problem(str(error), kind, value, more(value), wrong) from None
    if wrong:
        raise Problem("invalid_body", errors=wrong)
    return document


def plain(body: bytes) -> object:
    """Return what a body says, without a type. Raises `Problem`: invalid_json, or invalid_body for a huge number."""
    try:
        document: object = ANYTHING.decode(body)
    except msgspec.ValidationError:
        raise Problem("invalid_body", errors=(Fault(OUT_OF_BOUNDS, pointer=""),)) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise not_json(error, body) from None
    return document


def number(text: str) -> int | float:
    """Return a number that has a fraction or an exponent: an `int` if it is an integer.

    What only rounds to one is a `float`, which no type takes for an integer. For an integer that is out of bounds the
    first one there stands.
    """
    exact = Decimal(text)
    if exact == exact.to_integral_value():
        return int(exact) if exact.copy_abs() <= LARGEST_INTEGER else LARGEST_INTEGER + 1
    return float(text)


ANYTHING = msgspec.json.Decoder(float_hook=number)
WRITTEN = msgspec.json.Decoder(float_hook=float)


def restore(value: object, body: bytes, way: tuple[str, ...]) -> None:
    """Let the numbers in a part of a decoded body be what is written there: 6.0 a `float`, and 6 an `int`."""
    *outer, name = way
    written = WRITTEN.decode(body)
    for step in outer:
        value, written = part_of(value, step), part_of(written, step)
    if isinstance(value, dict) and name in value:
        value[name] = written[name]


def not_json(error: msgspec.DecodeError | UnicodeDecodeError, body: bytes) -> Problem:
    """Return the problem of a body that is no JSON."""
    if isinstance(error, UnicodeDecodeError):
        return Problem("invalid_json", "The body is not encoded in UTF-8.")
    if HALF_A_PAIR.search(body) is not None and str(error).endswith("truncated"):
        return Problem("invalid_json", "A string ends with half of a surrogate pair.")
    return Problem("invalid_json", f"{error}.")


def read_at_once(request: AnyRequest, decoder: msgspec.json.Decoder[T]) -> T | None:
    """Return the body of a request, decoded, if that takes one step; None: `read` has to look at it closely."""
    exchange = exchange_of(request.scope)
    try:
        body = exchange.body
        if exchange.header(b"content-type") != JSON_TYPE or TO_LOOK_AT.search(body):
            return None
        return decoder.decode(body)
    except (Problem, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


@cache
def decoder(kind: object) -> msgspec.json.Decoder[Any]:
    """Return the decoder for a type, always the same one."""
    return msgspec.json.Decoder(kind)


def must_be_json(content_type: bytes) -> None:
    """Raise `Problem` unless the header is `application/json`, with or without parameters."""
    if content_type != JSON_TYPE and content_type.partition(b";")[0].strip().lower() != JSON_TYPE:
        given = content_type[:100].decode("latin-1")
        raise Problem("unsupported_media_type", f"Content-Type is {given!r}, not {JSON!r}.")


def must_not_be_deep(body: bytes) -> None:
    """Raise `Problem` if more than `DEEPEST` arrays and objects stand in one another.

    Each round takes out all pairs that have nothing inside. A loop over the brackets would take ten times as long.
    """
    if body.count(b"[") + body.count(b"{") <= DEEPEST:
        return
    brackets = STRINGS.sub(b"", body).translate(ROUND, NO_BRACKETS)
    for _ in range(DEEPEST):
        brackets = brackets.replace(b"()", b"")
    if b"()" in brackets or brackets.count(b"(") > DEEPEST:
        raise Problem("invalid_json", "The body is nested too deeply.")


def must_not_be_slow(body: bytes) -> None:
    """Raise `Problem` if a body takes long to read, though it is short: by its numbers, or by how many values it has.

    A reader may set limits to the numbers that it takes (RFC 8259, 6 and 9). No number here needs such exponents.
    """
    values = body.count(b",") + body.count(b"[") + body.count(b"{")
    if values <= MOST_VALUES and SLOW_NUMBERS.search(body) is None:
        return
    bare = STRINGS.sub(b"", body)
    if SLOW_NUMBERS.search(bare) is not None:
        raise Problem("invalid_json", "The exponent of a number has at most two digits.")
    if bare.count(b",") + bare.count(b"[") + bare.count(b"{") > MOST_VALUES:
        raise Problem("invalid_json", f"The body has more than {MOST_VALUES} values.")


def unfit(document: Any) -> tuple[Fault, ...]:
    """Return what must not be in a body, wherever it stands in a decoded document.

    It goes from one array or object to the next, without recursion, whose time grows with the depth.
    """
    waiting: list[tuple[list[Any] | dict[str, Any], Way]] = [([document], None)]
    wrong: list[tuple[Way, str]] = []
    while waiting:
        part, way = waiting.pop()
        if isinstance(part, dict) and "\0" in "".join(part):
            wrong.append((way, NO_NUL))
        for name, value in part.items() if isinstance(part, dict) else enumerate(part):
            kind = type(value)
            if kind is list or kind is dict:
                waiting.append((value, (way, name)))
            elif kind is str and "\0" in value:
                wrong.append(((way, name), NO_NUL))
            elif kind is int and abs(value) > LARGEST_INTEGER:
                wrong.append(((way, name), OUT_OF_BOUNDS))
    return tuple([fault_at(*each) for each in wrong[:MOST]])


def fault_at(way: Way, detail: str) -> Fault:
    """Return what is wrong at the end of a way, whose first step leads to the whole document."""
    steps: list[str] = []
    while way is not None:
        way, step = way
        steps.append(f"/{escaped(str(step))}")
    return Fault(detail, pointer="".join(reversed(steps[:-1]))[:LONGEST_POINTER])


def validation_problem(
    message: str, kind: object, value: object, more: tuple[ValidationMessage, ...], wrong: tuple[Fault, ...] = ()
) -> Problem:
    """Return the problem for what msgspec says of a body, with all that does not fit in it, as far as it is known.

    A value that does not fit is not reported as `wrong` as well.
    """
    code = "unknown_field" if message.startswith(UNKNOWN_FIELD) else "invalid_body"
    found = validation_messages(value, kind) or (located(explained(message, kind, value)),)
    faults = [fault_in_body(each) for each in (*found, *more)]
    named = {each.pointer for each in faults}
    return Problem(code, errors=(*faults, *[each for each in wrong if each.pointer not in named])[:MOST])
