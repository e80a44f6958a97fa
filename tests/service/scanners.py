"""All the scanners of the service, and a program that runs them on hostile texts, as `hostile.py` runs those it has.

    python -m tests.service.scanners

It imports the whole service, as each of its modules may scan what a client sends.
"""

import ast
import importlib
import inspect
import pkgutil
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import cache, partial
from types import ModuleType
from typing import Any, cast

from domain import GAMES
from service.accounts.apps import hash_of_user_code
from service.accounts.vouchers import Vouchers
from service.http.contract.operation_specs import OPERATIONS
from service.http.middleware.authentication import bearer_token, ticket_of
from service.http.middleware.limits import address
from service.http.oauth.faults import OAuthError
from service.http.oauth.forms import parsed
from service.http.oauth.redirects import is_one_of
from service.http.problems import Problem
from service.http.wire.decoding import decoded, must_be_json
from service.http.wire.headers import etag, key_of, names
from service.http.wire.media_types import STREAMED, form_of
from service.http.wire.paging import place_of
from service.http.wire.tables import MoveRequest
from service.live.cursors import BadCursor, Cursor
from service.live.places import Places
from service.store.port import FIRST_EPOCH
from tests.service.hostile import Scan, hostile, run, scan_with

CLIENTS = "service.cli."
"""What the names of modules begin with that read what services send, not what clients send."""

MODULES = ("domain", "projections", "service")
MAY_WRITE_EXPRESSIONS = re.compile(r"\b(re|pattern)\b")
"""What is in the text of each module that has regular expressions; most have none, and need not be parsed."""


def modules() -> Iterator[ModuleType]:
    """Yield all modules of the service that what a client sends may come to."""
    for name in MODULES:
        package = importlib.import_module(name)
        yield package
        for found in pkgutil.walk_packages(package.__path__, f"{name}."):
            if not found.name.startswith(CLIENTS):
                yield importlib.import_module(found.name)


def expressions() -> dict[str, Scan]:
    """Return what scans with each regular expression of the service: those of `re`, and those in types (`pattern=`)."""
    found: dict[str, Scan] = {}
    for module in modules():
        source = inspect.getsource(module)
        nodes = ast.walk(ast.parse(source)) if MAY_WRITE_EXPRESSIONS.search(source) else ()
        for node in nodes:
            for pattern, flags, method in written(module, node):
                expression = re.compile(pattern, flags)
                found[f"{module.__name__}: {pattern!r}"] = partial(scan_with, expression, method)
    return found


def written(module: ModuleType, node: ast.AST) -> Iterator[tuple[str | bytes, int, str]]:
    """Yield the regular expression that a node of a module's syntax tree writes, with its flags and how it is used."""
    match node:
        case ast.Call(ast.Attribute(ast.Name("re"), method), [first, *others]) if hasattr(re.compile(""), method):
            yield value(module, first), sum(map(flag, others)), method
        case ast.Call(ast.Attribute(ast.Name("re"), "compile"), [first, *others]):
            yield value(module, first), sum(map(flag, others)), "finditer"
        case ast.keyword("pattern", pattern):
            yield value(module, pattern), 0, "finditer"
        case ast.ImportFrom("re"):
            raise AssertionError(f"{module.__name__} imports from `re`: its expressions would not be found")


def value(module: ModuleType, node: ast.expr) -> str | bytes:
    """Return a pattern that is written out, or is a constant of its module."""
    match node:
        case ast.Constant(str() | bytes() as pattern):
            return pattern
        case ast.Name(name):
            return cast("str | bytes", getattr(module, name))
    raise AssertionError(f"{module.__name__}, line {node.lineno}: write the pattern out, so that it can be tested")


def flag(node: ast.expr) -> int:
    """Return a flag such as `re.DOTALL`; 0 for any other argument."""
    match node:
        case ast.Attribute(ast.Name("re"), name):
            return int(getattr(re, name))
    return 0


def bodies(length: int) -> Iterator[bytes]:
    """Yield bodies of about a length, each of which once was, or might be, much work."""
    yield b"[" * 51 + b'"' + b'\\"' * (length // 2)
    yield b'{"options":' + b"[" * 51 + b'"' + b"\\" * length
    yield b'{"options":{"a":[' + b"[]," * (length // 3) + b"[]]}}"
    for unit in (b"a", b"unknown field `", b"`. ", b" - at `$.a", b" - at `$[1", b"\\u0000", b"/~", b"\\\\"):
        yield b'{"' + unit * (length // len(unit)) + b'":1.0}'
        yield b'{"move":{"type":"' + unit * (length // len(unit)) + b'"}}'
    yield b'{"options":{"' + b"a" * (length // 2) + b'":[' + b"1.0," * (length // 8) + b"1.0]}}"
    yield b'{"options":{' + b'"\\u0001":1,' * (length // 11) + b'"a":1.0}}'
    for number in (b"1", b"0.", b"1e"):
        yield b'{"seat":' + number + b"9" * length + b"}"
        yield b'{"options":{"a":[' + (number + b"9" * 300 + b",") * (length // 300) + b"1]}}"


def scan_bodies(kind: type, length: int) -> None:
    """Decode bodies as a kind."""
    for body in bodies(length):
        quietly(decoded, body, kind)


def quietly(scan: Callable[..., object], *arguments: object) -> None:
    """Scan, whatever comes out."""
    with suppress(Problem, OAuthError, BadCursor, ValueError):
        scan(*arguments)


def scan_texts(scan: Callable[[str], object], alphabet: list[str], length: int) -> None:
    """Scan texts that are made of parts of what is expected."""
    for text in hostile(alphabet, length):
        quietly(scan, text)


HEADER = ["a", "0", ",", ";", "q=", '"', "W/", " ", "*/*", ".", ":"]

TEXTS: Mapping[str, tuple[Callable[[str], object], list[str]]] = {
    "Accept": (partial(form_of, what="A stream", forms=STREAMED), HEADER),
    "Authorization": (lambda text: bearer_token(text.encode()), HEADER),
    "Content-Type": (lambda text: must_be_json(text.encode()), HEADER),
    "Idempotency-Key": (lambda text: key_of(text.encode()), HEADER),
    "If-None-Match": (partial(names, tag=etag(1, FIRST_EPOCH)), HEADER),
    "X-Forwarded-For": (
        lambda text: address(cast("Any", {"client": None, "headers": [(b"x-forwarded-for", text.encode())]}), 1),
        HEADER,
    ),
    "the cursor of the lobby": (place_of, ["A", "_", "=", "\n"]),
    "the cursor of a table": (Cursor.parsed, ["1", "-", "1-1-", "a", "\n"]),
    "the cursor of a player's stream": (Places.parsed, ["1", "2", "A", "_", "=", "\n"]),
    "a ticket": (lambda text: Vouchers(bytes(32), b"", 0).token_hash(text, 0), ["A", "_", "=", "\n"]),
    "the parameters of a form": (
        lambda text: parsed(text.encode()),
        ["a", "&", "=", "%", "%41", "+", ";", "a=b&"],
    ),
    "a redirect": (
        lambda text: is_one_of(f"http://127.0.0.1{text}", ("http://127.0.0.1/",)),
        ["a", ".", "-", ":", "1", "/", "?", "%"],
    ),
    "a redirect of a scheme": (lambda text: is_one_of(f"a.b{text}", ("a.b:/",)), ["a", ".", "-", ":", "a."]),
    "the code of a device": (hash_of_user_code, ["B", "b", "-", "ß"]),
    "the ticket in a query": (
        lambda text: ticket_of(cast("Any", {"query_string": b"ticket=" + text.encode()})),
        ["a", "&", "=", "%", "%41", "+", ";", "ticket="],
    ),
}
"""What scans a text of a client, with what the text is made of."""


def move_request_of(game: str) -> type:
    """Return the type of the requests for moves of a game."""
    move = GAMES[game].Move
    return MoveRequest[move]  # type: ignore[valid-type] # it is known at run time only


@cache
def scanners() -> Mapping[str, Scan]:
    """Return all that scans what a client sends, by name."""
    kinds = {operation: spec.body for operation, spec in OPERATIONS.items() if spec.body is not None}
    moves = {f"makeMove in {game}": move_request_of(game) for game in GAMES}
    return {
        **expressions(),
        **{f"the body of {name}": partial(scan_bodies, kind) for name, kind in (kinds | moves).items()},
        **{name: partial(scan_texts, *each) for name, each in TEXTS.items()},
    }


if __name__ == "__main__":
    run(scanners())
