"""The modules of the page as browsers get them: those that all pages need in one file, the others as they stand.

A browser has six connections, and the second module waits a whole trip over the network for the first where there are
forty. So the first modules are joined: each becomes a function that returns what the module exports, called in the
order of the imports. Other modules take what they import of these from that file.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from posixpath import dirname, join, normpath

JOINED = "first.js"
APART = "vendor.js"
"""What others have written stays a module of its own."""

IMPORT = re.compile(r'^import \{ ([^}\n]+) \} from "(\.[^"\n]+)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export ((?:async )?(?:function\*?|const|class) (\w+))", re.MULTILINE)
LATER = re.compile(r'\bimport\("(\.[^"\n]+)"\)')
COMMENT = re.compile(r"^ */\*\*(?:[^*]|\*(?!/))*\*/\n|/\*\* @(?:[^*\n]|\*(?!/))*\*/ ?", re.MULTILINE)
"""What tells people and checkers of types about a module: a third of what browsers would load."""


def served(written: Mapping[str, str], entrances: Iterable[str]) -> dict[str, str]:
    """Return the modules that browsers load, by their paths: those that `entrances` need are in `JOINED`.

    Raises `ValueError` if modules import each other in a circle.
    """
    first = needed(written, entrances)
    others = {path: linked(bare(text), path, first) for path, text in written.items() if path not in first}
    return {APART: written[APART], JOINED: joined(written, first)} | others


def bare(text: str) -> str:
    """Return a module without what it tells people, and checkers of types."""
    return COMMENT.sub("", text)


def needed(modules: Mapping[str, str], entrances: Iterable[str]) -> list[str]:
    """Return the modules that others need before they can run, and these: each behind those that it needs."""
    found: list[str] = []

    def visit(path: str, way: tuple[str, ...]) -> None:
        if path in way:
            raise ValueError(f"{path} needs itself, by way of {', '.join(way)}")
        if path not in found:
            for _, address in IMPORT.findall(modules[path]):
                visit(of(path, address), (*way, path))
            found.append(path)

    for path in entrances:
        visit(path, ())
    return found


def joined(modules: Mapping[str, str], first: Collection[str]) -> str:
    """Return one module of several, which exports what each of them does: `joined["state/place.js"].go`."""
    beginning = f'import * as vendor from "./{APART}";\nexport const joined = {{ "{APART}": vendor }};\n'
    return beginning + "".join(part(bare(modules[path]), path, first) for path in first if path != APART)


def part(text: str, path: str, first: Collection[str]) -> str:
    """Return a module as a part of the joined one: addresses in it are those that are right there."""

    def later(found: re.Match[str]) -> str:
        return f'import("./{of(path, found[1])}")'

    names = ", ".join(name for _, name in EXPORT.findall(text))
    own = LATER.sub(later, EXPORT.sub(r"\1", taken(text, path, first)))
    own = own.replace("import.meta.url", f'new URL("{path}", import.meta.url)')
    return f'joined["{path}"] = (() => {{\n{own}return {{ {names} }};\n}})();\n'


def linked(text: str, path: str, first: Collection[str]) -> str:
    """Return a module that takes what it needs of the first ones from where these are joined."""
    took = taken(text, path, first)
    up = "../" * path.count("/") or "./"
    return took if took == text else f'import {{ joined }} from "{up}{JOINED}";\n{took}'


def taken(text: str, path: str, first: Collection[str]) -> str:
    """Return a module that takes from `joined` what it imports of the first ones."""

    def take(found: re.Match[str]) -> str:
        names, module = found[1].replace(" as ", ": "), of(path, found[2])
        return f'const {{ {names} }} = joined["{module}"];\n' if module in first else found[0]

    return IMPORT.sub(take, text)


def of(path: str, address: str) -> str:
    """Return the path of the module that another one, at `path`, names by a relative address."""
    return normpath(join(dirname(path), address))
