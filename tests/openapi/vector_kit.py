"""What test vectors are made with: files by their names, and ways to change a document."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from service.store.signing import Signer
from tests.recording import SIGNER

FOLDER = Path(__file__).parents[2] / "openapi" / "verify" / "vectors"
STRANGER = Signer(b"somebody else has this seed: 32b")
KEY = SIGNER.public_key.hex()
Document = dict[str, Any]


class Vectors:
    """Files by their names, and what they must give."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self.index: list[Document] = []

    def add(self, name: str, code: str | None, why: str, *contents: object, key: str | None = KEY) -> None:
        """Add a vector of one or more files, each a document or bytes."""
        names = []
        for number, content in enumerate(contents, start=1):
            names.append(f"{name}.json" if len(contents) == 1 else f"{name}-{number}.json")
            self.files[names[-1]] = content if isinstance(content, bytes) else msgspec.json.encode(content) + b"\n"
        self.index.append({"name": name, "files": names, "key": key, "code": code, "why": why})

    def all_files(self) -> dict[str, bytes]:
        """Return all files, the index with them."""
        return self.files | {"index.json": json.dumps(self.index, indent=1).encode() + b"\n"}


def changed(document: Document, change: Callable[[Document], object]) -> Document:
    """Return a document that was changed."""
    found = copy.deepcopy(document)
    change(found)
    return found


def swap(values: list[Any], one: int = 0, other: int = 1) -> None:
    """Exchange two values."""
    values[one], values[other] = values[other], values[one]


def flip(holder: Document, name: str) -> None:
    """Change one hexadecimal digit."""
    digit = holder[name][5]
    holder[name] = f"{holder[name][:5]}{'1' if digit == '0' else '0'}{holder[name][6:]}"
