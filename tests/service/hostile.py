"""Texts that make a careless scanner slow, and a program that runs scanners on them.

    python -m tests.service.hostile

It takes names from its input, one a line, and prints each before its turn. What is linear takes 32 times as long
for texts that are 32 times as long, what is quadratic 1,024 times: the system ends a program that computes for
longer than `GROWTH` times what is linear. The scanners of this module are those that must not get through.
"""

import re
import signal
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import combinations
from typing import Any

LENGTH = 2**15
SHORTER = 32
"""How many times shorter the texts are that show how long a scanner takes."""
GROWTH = 3
LEAST_SECONDS = 0.2
"""Seconds of computing that each scanner has in any case; what is quadratic takes more."""
MOST_SECONDS = 1
"""Seconds of computing that a scanner has for the shorter texts."""
METACHARACTERS = re.compile(r"[][\\^$.|?*+(){}]+")

Scan = Callable[[int], object]
"""Scans hostile texts of a length."""


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


def run(scans: Mapping[str, Scan]) -> None:
    """Scan, as the input says."""
    for name in sys.stdin.read().splitlines():
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
    run(NEVER_AGAIN)
