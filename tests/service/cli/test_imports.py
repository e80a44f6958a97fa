"""A command imports what it uses: each of its starts waits for all of that."""

import json
import subprocess
import sys

STAGES = (
    ("load record login logout conformance", {"domain", "service.store"}),
    ("play replay tournament verify", {"asyncpg"}),
    ("query archive rebuild", {"service.accounts.port"}),
    ("database", {"granian"}),
)
"""Commands in the order of how much they use, and what neither these nor those before them do."""

PROGRAM = """
import json, sys
from importlib import import_module
for stage in json.loads(sys.argv[1]):
    for command in stage.split():
        import_module(f"service.cli.{command}")
    print(json.dumps(sorted(sys.modules)))
"""


def test_a_command_imports_nothing_that_it_has_no_use_for() -> None:
    commands = json.dumps([stage for stage, _ in STAGES])
    told = subprocess.run([sys.executable, "-c", PROGRAM, commands], check=True, capture_output=True).stdout

    modules = [set(json.loads(line)) for line in told.splitlines()]

    assert [found & unused for found, (_, unused) in zip(modules, STAGES, strict=True)] == [set()] * len(STAGES)
