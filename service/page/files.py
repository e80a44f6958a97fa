"""The files of the page, as they are served: all below one address that has the hash of them all.

So a browser may keep each of them for ever, and what one module imports always fits it.
"""

import hashlib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

import msgspec

from domain import GAMES
from projections.words import MessageList, message_list
from service.page.languages import ABOUT, LANGUAGES, REFUSALS, words_of, words_of_pages
from service.page.modules import served

STATIC = files("service.page") / "static"
VERIFY = files("openapi") / "verify" / "verify.js"
MEDIA_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".txt": "text/plain; charset=utf-8",
}
ENTRANCES = ("state/opened.js", "main.js")
"""What runs when the page is loaded: a table is asked for before the other modules have run."""


@cache
def modules() -> Mapping[str, str]:
    """Return the modules of the page as they are written, by their paths."""
    return {path: content.decode() for path, content in below(STATIC, "") if path.endswith(".js")}


@cache
def assets() -> Mapping[str, bytes]:
    """Return all files that the page loads, by their paths: those of `static/`, the first modules joined, and words.

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
    scripts = {path: text.encode() for path, text in served(modules(), ENTRANCES).items()}
    others = {path: content for path, content in below(STATIC, "") if path not in modules()}
    return others | scripts | {"verify.js": VERIFY.read_bytes()} | words | parts | of_pages


def below(folder: Traversable, path: str) -> list[tuple[str, bytes]]:
    """Return the files of a folder that browsers load, and of the folders in it."""
    found: list[tuple[str, bytes]] = []
    for each in sorted(folder.iterdir(), key=lambda each: each.name):
        if each.is_dir():
            found += below(each, f"{path}{each.name}/")
        elif media_type(each.name):
            found.append((path + each.name, each.read_bytes()))
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
    return (STATIC / "index.html").read_text(encoding="utf-8").replace("BASE", base()).encode()


def verifier(public_key: str) -> bytes:
    """Return a page that verifies what a service has signed with this key: one file, which needs nothing else."""
    written = (STATIC / "verify.html").read_text(encoding="utf-8")
    return written.replace("KEY", public_key, 1).replace("VERIFY", VERIFY.read_text(encoding="utf-8"), 1).encode()
