"""The history for analysts: what a game leaves when its record has opened, as rows of a few flat tables.

columns     the tables and their columns, explained, as data
rows        one struct for the rows of each table
statistics  what players have done, whom they met, how games by the same options went: folds, game by game
ratings     how strong players are, and how sure that is: a fold, too
dealings    what seats of a game gave each other, on which occasions
hints       what of it, and of the pace of people, is unusual: a fold, for operators
deriving    rows_of(opening, entries with snapshots, last link) -> the rows of a game
pseudonyms  what players are called where their ids are not shown
"""

from projections.history.columns import HISTORY, SCHEMA_VERSION, Column, ColumnType, HistoryTable
from projections.history.deriving import rows_of
from projections.history.pseudonyms import Pseudonyms
from projections.history.rows import Audience, DecisionRow, EventRow, GameRow, Opening, Rows, SeatRow

__all__ = [
    "HISTORY",
    "SCHEMA_VERSION",
    "Audience",
    "Column",
    "ColumnType",
    "DecisionRow",
    "EventRow",
    "GameRow",
    "HistoryTable",
    "Opening",
    "Pseudonyms",
    "Rows",
    "SeatRow",
    "rows_of",
]
