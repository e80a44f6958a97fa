"""The tokens that `parlour login` keeps, in a file that nobody else on the machine can read."""

import contextlib
import os
from collections.abc import Mapping
from pathlib import Path

import msgspec

from service.runtime.files import FOR_ITS_OWNER, UNREADABLE, replace_file

OWN_FOLDER = 0o700


def file_of_tokens() -> Path:
    """Return the file: in the folder for settings of the user (XDG Base Directory)."""
    given = Path(os.environ.get("XDG_CONFIG_HOME", ""))
    folder = given if given.is_absolute() else Path.home() / ".config"
    return folder / "parlour" / "tokens.json"


def kept_tokens() -> dict[str, str]:
    """Return the tokens by the addresses of their services; none if there is no such file, or it cannot be read."""
    with contextlib.suppress(OSError, *UNREADABLE, RuntimeError):
        return msgspec.json.decode(file_of_tokens().read_bytes(), type=dict[str, str])
    return {}


def kept_token(url: str) -> str | None:
    """Return the token for a service; None if there is none."""
    return kept_tokens().get(url.rstrip("/"))


def keep(tokens: Mapping[str, str]) -> Path:
    """Keep these tokens and no others; return the file. Raises `OSError`.

    The file is replaced as a whole, and was never readable for others.
    """
    file = file_of_tokens()
    file.parent.mkdir(mode=OWN_FOLDER, parents=True, exist_ok=True)
    replace_file(file, msgspec.json.format(msgspec.json.encode(tokens)) + b"\n", FOR_ITS_OWNER)
    return file
