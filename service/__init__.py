"""Everything that touches the world: HTTP, the event log, the clock, accounts, settings and the command line."""

import gc

VERSION = "0.4.0"
"""The version of the program and of its contract; `pyproject.toml` takes it from here."""

# Python rarely looks for reference cycles, from the first import on: most objects (modules, tables, histories) live
# long, and have no cycles.
gc.set_threshold(20_000, 20, 100)
