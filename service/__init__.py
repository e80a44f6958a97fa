"""Everything that touches the world: HTTP, the event log, the clock, accounts, settings and the command line."""

VERSION = "0.4.0"
"""The version of the program and of its contract; `pyproject.toml` takes it from here."""

COLLECTIONS = (20_000, 20, 100)
"""When Python looks for cycles: seldom. What lives long, modules, tables and their histories, is much, and has none."""
