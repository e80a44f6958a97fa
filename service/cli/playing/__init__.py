"""`parlour play`: a person at a table, who reads and types lines. It knows no game: all it needs comes over HTTP."""
