"""JSON Patch, by a program that nobody here wrote."""

from typing import Any

import jsonpatch
import msgspec


def patched(document: Any, changes: Any) -> Any:
    """Return a document with changes; it stays as it is. The copy that `jsonpatch` makes takes ten times as long."""
    return jsonpatch.apply_patch(msgspec.json.decode(msgspec.json.encode(document)), changes, in_place=True)
