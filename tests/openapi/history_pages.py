"""What the guide's pages about the history have of the code: the columns, and the named questions."""

from projections.history import Column, HistoryTable
from service.analysis.querying import questions


def columns_section(table: HistoryTable) -> str:
    """Return the section of a table."""
    rows = "\n".join(map(row_of, table.columns))
    return f"\n## {table.name}\n\n{table.text}\n\n| column | type | null | what it is |\n|---|---|---|---|\n{rows}\n"


def row_of(column: Column) -> str:
    """Return the row of a column."""
    unit = f", {column.unit}" if column.unit else ""
    return f"| `{column.name}` | {column.type}{unit} | {'yes' if column.null else ''} | {column.text} |"


def questions_table() -> str:
    """Return the table of all named questions."""
    rows = [f"| `{each.name}` | {each.tells} | {parameters(each.name)} |" for each in questions().values()]
    return "\n".join(["| name | what it tells | parameters |", "|---|---|---|", *rows]) + "\n"


def parameters(name: str) -> str:
    """Return the parameters of a question."""
    return " ".join(f"`{each.name}` ({each.default}): {each.meaning}" for each in questions()[name].parameters)
