"""What analysts do with the open history: export it, ask it by SQL, and ask it the named questions.

duck        DuckDB, as an analyst gets it: the columns' types, and no way to files or the network
manifest    what an export has: its files, and how far it goes
exporting   `parlour export`: from Postgres to files
reading     an export as tables that can be asked
questions   the named questions, each a file of SQL in `questions/`
"""
