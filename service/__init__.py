"""Everything that touches the world: HTTP, the event log, the clock, accounts, settings and the command line."""
