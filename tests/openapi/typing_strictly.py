"""What mypy, strict, finds in programs that use a client."""

import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

BEHIND_HTTPX = ("anyio.*", "click.*", "httpcore.*", "rich.*")
"""The packages that only httpx imports: to read them takes mypy a second."""


def found_by_mypy(
    folder: Path, files: Iterable[Path], *, unread: Iterable[str] = (), environment: Mapping[str, str] | None = None
) -> list[str]:
    """Run mypy in a folder on some files; return its lines. The modules `unread` are not read for them."""
    skipped = ",".join((*BEHIND_HTTPX, *unread))
    settings = folder / "mypy.ini"
    settings.write_text(f"[mypy]\nstrict = True\n[mypy-{skipped}]\nfollow_imports = skip\n")
    # To write what it knows of all modules takes a fifth of its time.
    options = ["--config-file", str(settings), "--no-error-summary", "--cache-dir=/dev/null"]
    command = [sys.executable, "-m", "mypy", *options, *map(str, files)]
    told = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    return (told.stdout + told.stderr).splitlines()
