"""Texts that make a careless scanner slow, and all the scanners of the service: a program that runs one on the other.

    python -m tests.service.hostile

It takes names from its input, one a line, and prints each before its turn. What is linear takes 32 times as long
for texts that are 32 times as long, what is quadratic 1,024 times: the system ends a program that computes for
longer than `GROWTH` times what is linear.
"""

import ast
import importlib
import inspect
import pkgutil
import re
import signal
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache, partial
from itertools import combinations
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

LENGTH = 2**15
SHORTER = 32
"""How many times shorter the texts are that show how long a scanner takes."""
GROWTH = 3
LEAST_SECONDS = 0.2
"""Seconds of computing that each scanner has in any case; what is quadratic takes more."""
MOST_SECONDS = 1
"""Seconds of computing that a scanner has for the shorter texts."""
CLIENTS = "service.cli."
"""What the names of modules begin with that read what services send, not what clients send."""

MODULES = ("domain", "projections", "service")
METACHARACTERS = re.compile(r"[][\\^$.|?*+(){}]+")

Scan = Callable[[int], object]
"""Scans hostile texts of a length."""


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
        for node in ast.walk(ast.parse(inspect.getsource(module))):
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


def scan_with(expression: re.Pattern[Any], method: str, length: int) -> None:
    """Look for an expression in texts that are made of its own parts."""
    pattern = expression.pattern
    if isinstance(pattern, bytes):
        texts: Iterable[str | bytes] = (text.encode() for text in hostile(parts(pattern.decode()), length))
    else:
        texts = hostile(parts(pattern), length)
    for text in texts:
        if method == "finditer":
            deque(expression.finditer(text), maxlen=0)
        else:
            getattr(expression, method)(*(("-",) if method == "sub" else ()), text)


def parts(pattern: str) -> list[str]:
    """Return the words of a pattern, some of its characters, and some that stand for classes of them."""
    words = {word for word in METACHARACTERS.split(pattern) if len(word) > 1}
    characters = sorted({*'"[0a \\\n', *re.sub(r"\w", "", pattern)} - {"\x00"})
    return [*sorted(words), *characters]


def hostile(parts: list[str], length: int) -> Iterator[str]:
    """Yield texts of a length: each part, and each pair of parts, over and over; then what fits nowhere."""
    for unit in (*parts, *map("".join, combinations(parts, 2))):
        yield unit * (length // len(unit)) + "\x01"


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


def main() -> None:
    """Scan, as the input says."""
    names = sys.stdin.read().splitlines()
    scans = NEVER_AGAIN if NEVER_AGAIN.keys() >= set(names) else scanners()
    for name in names:
        print(name, flush=True)  # noqa: T201 - so that the last one is known
        signal.setitimer(signal.ITIMER_PROF, MOST_SECONDS)
        began = time.process_time()
        scans[name](LENGTH // SHORTER)
        linear = (time.process_time() - began) * SHORTER
        signal.setitimer(signal.ITIMER_PROF, max(linear * GROWTH, LEAST_SECONDS))
        scans[name](LENGTH)
        signal.setitimer(signal.ITIMER_PROF, 0)


NEVER_AGAIN: Mapping[str, Scan] = {
    "brackets": partial(scan_with, re.compile(rb'"(?:[^"\\]|\\.)*"|[][{}]'), "finditer"),
    "a field": partial(scan_with, re.compile(r"(?:unknown|required) field `(.*?)`(?:\. .*)?$", re.DOTALL), "finditer"),
    "pairs": partial(scan_with, re.compile(r"^(a+)+$"), "finditer"),
}
"""What must not get through: two expressions that the service once had, and one that is worse."""

if __name__ == "__main__":
    main()
