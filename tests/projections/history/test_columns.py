"""The columns are what the rows have, and none of them changes without another version of the schema."""

import hashlib

import msgspec
import msgspec.inspect
import pytest

from projections.history import HISTORY, SCHEMA_VERSION, DecisionRow, EventRow, GameRow, SeatRow

ROWS = {"games": GameRow, "seats": SeatRow, "events": EventRow, "decisions": DecisionRow}
DIGEST = {
    "1": "3a08caf1d696e943e58452ee87680a1b588685e380d54ec95c7f03744d30040f",
    "2": "d7288a6a9b27cd2a538d74356b488fa87413a57cebc31a0994aae03d1de2d21c",
}
"""Of each version of the schema: SHA-256 of its columns. A version that was released never changes."""


def may_be_null(kind: msgspec.inspect.Type) -> bool:
    """Return whether None is a value of a type."""
    types = kind.types if isinstance(kind, msgspec.inspect.UnionType) else (kind,)
    return any(
        isinstance(each, msgspec.inspect.NoneType)
        or (isinstance(each, msgspec.inspect.LiteralType) and None in each.values)
        for each in types
    )


@pytest.mark.parametrize("name", sorted(ROWS))
def test_rows_have_the_columns_in_their_order(name: str) -> None:
    assert [column.name for column in HISTORY[name].columns] == list(ROWS[name].__struct_fields__)


@pytest.mark.parametrize("name", sorted(ROWS))
def test_what_can_be_null_says_so(name: str) -> None:
    fields = msgspec.inspect.type_info(ROWS[name]).fields  # type: ignore[attr-defined] # of a struct
    nullable = {field.name for field in fields if may_be_null(field.type)}
    assert nullable == {column.name for column in HISTORY[name].columns if column.null}


def test_every_column_is_explained_in_a_sentence() -> None:
    for table in HISTORY.values():
        assert table.text.endswith(".")
        assert len({column.name for column in table.columns}) == len(table.columns)
        for column in table.columns:
            assert column.text.endswith("."), (table.name, column.name)
            assert column.unit is None or column.name.endswith(f"_{column.unit}")
            assert not column.name.endswith("_ms") or column.unit == "ms"


def test_a_column_changes_with_the_version_of_the_schema_only() -> None:
    shape = [
        (table.name, [(column.name, column.type, column.null, column.unit) for column in table.columns])
        for table in HISTORY.values()
    ]
    assert hashlib.sha256(msgspec.json.encode(shape)).hexdigest() == DIGEST[SCHEMA_VERSION]
