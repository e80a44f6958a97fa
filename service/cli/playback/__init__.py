"""`parlour replay` on a terminal: a game to step through, its table beside its sentences."""
