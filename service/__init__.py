"""Everything that touches the world: HTTP, the event log, the clock, accounts, settings and the command line."""

import gc

VERSION = "0.4.0"
"""The version of the program and of its contract; `pyproject.toml` takes it from here."""

# Python looks for cycles seldom, from the first import on: what lives long, modules, tables and their histories, is
# much, and has none.
gc.set_threshold(20_000, 20, 100)
