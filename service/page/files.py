"""The files of the page, as they are served: all below one address that has the hash of them all.

So a browser may keep each of them for ever, and what one module imports always fits it.
"""

import hashlib
import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

import msgspec

from domain import GAMES
from projections.words import MessageList, message_list
from service.page.languages import ABOUT, LANGUAGES, REFUSALS, words_of, words_of_pages

STATIC = files("service.page") / "static"
VERIFY = files("openapi") / "verify" / "verify.js"
MEDIA_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".txt": "text/plain; charset=utf-8",
}
IMPORTED = re.compile(r'^(?:import|export) [^"\n]* from "(\.[^"\n]+)";$', re.MULTILINE)
DOC_COMMENT = re.compile(rb"^ */\*\*(?:[^*]|\*(?!/))*\*/\n", re.MULTILINE)
"""A comment that stands on lines of its own: a third of what browsers would load."""

ENTRANCE = "main.js"
EARLY = "state/opened.js"
"""What asks for a table and its words while the other modules are on their way: what it needs is loaded first."""


@cache
def assets() -> Mapping[str, bytes]:
    """Return all files that the page loads, by their paths: those of `static/`, and the words of each language.

    Words that one game alone has are apart, those of refusals, and those of pages that are loaded when they are opened.
    """
    messages = message_list()
    words = {f"words/{name}.json": document(name, messages, None) for name in LANGUAGES}
    parts = {
        f"words/{name}/{part}.json": document(name, messages, part)
        for name in LANGUAGES
        for part in (ABOUT, REFUSALS, *GAMES)
    }
    of_pages = {f"words/{name}/pages.json": msgspec.json.encode(words_of_pages(name)) for name in LANGUAGES}
    return dict(below(STATIC, "")) | {"verify.js": VERIFY.read_bytes()} | words | parts | of_pages


def below(folder: Traversable, path: str) -> list[tuple[str, bytes]]:
    """Return the files of a folder that browsers load, and of the folders in it."""
    found: list[tuple[str, bytes]] = []
    for each in sorted(folder.iterdir(), key=lambda each: each.name):
        if each.is_dir():
            found += below(each, f"{path}{each.name}/")
        elif media_type(each.name):
            found.append((path + each.name, DOC_COMMENT.sub(b"", each.read_bytes())))
    return found


def media_type(name: str) -> str | None:
    """Return the media type of a file; None if it is not for browsers."""
    return MEDIA_TYPES.get(name[name.rfind(".") :])


def document(language: str, messages: MessageList, part: str | None) -> bytes:
    """Return what people read in a language, as the page loads it: at first, or a part of it later."""
    return msgspec.json.encode(words_of(language, messages, part))


@cache
def base() -> str:
    """Return the address below which the files are: it has their hash."""
    hashed = hashlib.blake2b(digest_size=8)
    for path, content in assets().items():
        hashed.update(f"{path}\0{len(content)}\0".encode() + content)
    return f"/page/{hashed.hexdigest()}"


@cache
def index() -> bytes:
    """Return the page itself, which loads the files."""
    early = [EARLY, *imported(EARLY)]
    others = [path for path in imported(ENTRANCE) if path not in early]
    # A browser has six connections: what the early modules ask for does not wait for the others.
    links = [f'<link rel="modulepreload" href="{base()}/{path}" />' for path in early]
    links += [f'<link rel="modulepreload" fetchpriority="low" href="{base()}/{path}" />' for path in others]
    preloads = "\n    ".join(links)
    written = (STATIC / "index.html").read_text(encoding="utf-8")
    return written.replace("PRELOADS", preloads).replace("BASE", base()).encode()


def verifier(public_key: str) -> bytes:
    """Return a page that verifies what a service has signed with this key: one file, which needs nothing else."""
    written = (STATIC / "verify.html").read_text(encoding="utf-8")
    return written.replace("KEY", public_key, 1).replace("VERIFY", VERIFY.read_text(encoding="utf-8"), 1).encode()


def imported(entrance: str) -> list[str]:
    """Return the modules that a module needs before it can run, in the order in which they are found."""
    found = [entrance]
    for path in found:
        folder = path.rpartition("/")[0].split("/") if "/" in path else []
        for address in IMPORTED.findall(assets()[path].decode()):
            steps = list(folder)
            for step in address.split("/"):
                if step == "..":
                    steps.pop()
                elif step != ".":
                    steps.append(step)
            if "/".join(steps) not in found:
                found.append("/".join(steps))
    return found[1:]
