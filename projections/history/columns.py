"""The columns of the history, each explained once: exports, views of the database and the guide have them from here.

A change of a column (another name, type or meaning, one more or fewer) needs another `SCHEMA_VERSION`.
"""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

SCHEMA_VERSION = "2"

ColumnType = Literal["id", "text", "integer", "boolean", "timestamp", "date", "json"]
"""`id`: a UUID as text, or a player's pseudonym. `timestamp`: UTC with milliseconds. `json`: JSON as text."""


class Column(Struct, frozen=True):
    """A column: its name, its type, whether it can be null, one sentence, and the unit of a number that has one."""

    name: str
    type: ColumnType
    text: str
    null: bool = False
    unit: str | None = None


class HistoryTable(Struct, frozen=True):
    """A table of the history, as the guide, the CSV files and the database describe it."""

    name: str
    text: str
    columns: tuple[Column, ...]


NUMBER = Column("number", "integer", "The place of the game in the order in which records have opened, from 1.")
TABLE_ID = Column("table_id", "id", "The table at which the game was played.")
GAME = Column("game", "text", "The id of the game in the catalogue.")
SEAT = Column("seat", "integer", "The seat, from 0.")

GAMES = HistoryTable(
    "games",
    "Games whose record is open, in the order in which the records opened.",
    (
        NUMBER,
        TABLE_ID,
        GAME,
        Column("rules_version", "text", "The version of the rules by which it was played."),
        Column("status", "text", "`finished`, or `aborted`: it ended without a result."),
        Column(
            "reason",
            "text",
            "How it ended: of an aborted game why; of a finished one why its last deal ended, or `played_out` where a"
            " game has one way to end.",
        ),
        Column("options", "json", "The options of the game, with all defaults."),
        Column("seats", "integer", "The number of seats."),
        Column("people", "integer", "The number of seats on which a person has played, if only for a while."),
        Column("house", "integer", "The number of seats on which only house players have played."),
        Column(
            "visibility",
            "text",
            "`public`, or `private`: the lobby did not show it to strangers. Tables of tournaments are private, and"
            " their records are for all.",
        ),
        Column("created_at", "timestamp", "When the table was opened for players."),
        Column("started_at", "timestamp", "When the game began; null: it was aborted before.", null=True),
        Column("finished_at", "timestamp", "When the game ended."),
        Column("opened_at", "timestamp", "When the service found that its record was open."),
        Column("duration_ms", "integer", "From its beginning to its end; null: it never began.", null=True, unit="ms"),
        Column("events", "integer", "The number of events up to its end."),
        Column(
            "moves",
            "integer",
            "The number of moves, with those made when a time limit was over, without those taken back.",
        ),
        Column("deals", "integer", "The number of its last deal; 0: none began."),
        Column(
            "deal_kind",
            "text",
            "`drawn`: by the service, for this table alone; `shared`: drawn for several tables; `given`: somebody chose"
            " the cards, or had seen them before, as in a fork.",
        ),
        Column("fork_of", "id", "The table from whose game this one went on; null: it is no fork.", null=True),
        Column("tournament_id", "id", "The tournament of the table; null: none.", null=True),
        Column("round", "integer", "The round of the tournament; null: there is no tournament.", null=True),
        Column(
            "rated",
            "boolean",
            "Whether the game counts: it was finished, is no fork, nobody chose its cards or could take a move back."
            " One whose record is not for all changes no rating all the same.",
        ),
        Column("winners", "json", "The seats that have won, as a list; several share a win."),
        Column(
            "score", "integer", "The joint score of a game in which all play together; null in all others.", null=True
        ),
        Column("band", "text", "How well such a game went, in the words of its rules; null in all others.", null=True),
        Column("hash", "text", "The last link of its chain of hashes, which is signed, hexadecimal."),
        Column("bots", "integer", "The number of seats on which a bot has played, if only for a while, and no person."),
    ),
)

SEATS = HistoryTable(
    "seats",
    "The seats of these games.",
    (
        NUMBER,
        TABLE_ID,
        GAME,
        SEAT,
        Column("player", "id", "Whose seat it was at the end; null: it was free.", null=True),
        Column(
            "kind",
            "text",
            "`person`, `bot` (a program with an account), `house`, `substituted` (several have played there, people,"
            " bots or house players), or `nobody`: the seat was free.",
        ),
        Column(
            "team",
            "integer",
            "The team, from 0; null: each plays for themselves, or the game was aborted.",
            null=True,
        ),
        Column("place", "integer", "The place, from 1; who is level shares the better one.", null=True),
        Column(
            "outcome",
            "text",
            "`won`, `lost`, `drawn` (nobody has won, or several sides share it), or `none`: it was aborted.",
        ),
        Column("points", "integer", "The points of all deals; those of the team where seats are one.", null=True),
        Column("moves", "integer", "The moves that whoever played there has made, without those taken back."),
        Column("lapses", "integer", "The decisions whose time ran out, so that a move was made for the seat."),
        Column("decisions", "integer", "Both together."),
        Column("decision_ms", "integer", "The time that all decisions took together.", unit="ms"),
        Column("first", "boolean", "Whether the seat made the first decision of the game."),
    ),
)

EVENTS = HistoryTable(
    "events",
    "All events of these games up to their end, with the cards that were hidden.",
    (
        NUMBER,
        TABLE_ID,
        GAME,
        Column("version", "integer", "The place of the event at its table, from 1."),
        Column("step", "integer", "The version of the first event of the same command."),
        Column("seat", "integer", "The seat that acted; null: the table, or the clock.", null=True),
        Column("player", "id", "Whose seat that was at the end of the game; null: no seat acted.", null=True),
        Column("type", "text", "What happened."),
        Column("happened_at", "timestamp", "When it happened."),
        Column("command", "json", "On the first event of a step: what was commanded.", null=True),
        Column("event", "json", "The event with all its fields, which are described with the game."),
    ),
)

DECISIONS = HistoryTable(
    "decisions",
    "What each seat could do whenever it decided, what it did, and how long it took.",
    (
        NUMBER,
        TABLE_ID,
        GAME,
        Column(
            "version",
            "integer",
            "The version of the event with which the decision began, as in its id; more events of its step may follow.",
        ),
        Column(
            "made_version",
            "integer",
            "The version of the first event of what it did; `offered` is of the version right before.",
        ),
        SEAT,
        Column("player", "id", "Whose seat it was then; null: it was free.", null=True),
        Column("kind", "text", "Who played there then: `person`, `bot` or `house`."),
        Column("phase", "text", "The phase of the game."),
        Column("deal", "integer", "The number of the deal, from 1; 0: none had begun."),
        Column(
            "grade",
            "text",
            "How moves were offered: `enumerated`, all of them; `factored`, `stepwise` or `submitted`, examples.",
            null=True,
        ),
        Column(
            "offered", "integer", "How many moves were possible; null: only examples of them were listed.", null=True
        ),
        Column("offered_types", "json", "By type of move, how many of the listed ones were of it."),
        Column("move_type", "text", "The type of the move that was made; null: nothing was done.", null=True),
        Column("move", "json", "The move; after a lapse, that which was made for the seat.", null=True),
        Column("asked_at", "timestamp", "When the seat was asked."),
        Column("took_ms", "integer", "How long it took from then.", unit="ms"),
        Column("lapsed", "boolean", "Whether the time ran out."),
    ),
)

PLAYERS = HistoryTable(
    "players",
    "Who has played these games.",
    (
        Column("player", "id", "The player."),
        Column("kind", "text", "`person`, `bot` or `house`."),
        Column("first_game_at", "timestamp", "When the first of their games ended."),
        Column("games", "integer", "The number of their games."),
    ),
)

TOURNAMENTS = HistoryTable(
    "tournaments",
    "Tournaments that are over.",
    (
        Column("tournament_id", "id", "The tournament."),
        GAME,
        Column("format", "text", "How tables are made up."),
        Column("status", "text", "How it ended: `finished` or `cancelled`."),
        Column("entrants", "integer", "The number of entrants who had not withdrawn when it ended."),
        Column("rounds", "integer", "The number of rounds that were begun."),
        Column("announced_at", "timestamp", "When it was announced."),
        Column("finished_at", "timestamp", "When it ended; it is never null.", null=True),
    ),
)

REFUSALS = HistoryTable(
    "refusals",
    "How many moves were refused, a day, a game and a code, at all tables; they are not in the log.",
    (
        Column("day", "date", "The day, in UTC."),
        GAME,
        Column("code", "text", "Why the moves were refused."),
        Column("count", "integer", "How many were."),
    ),
)

HISTORY: Mapping[str, HistoryTable] = {
    table.name: table for table in (GAMES, SEATS, EVENTS, DECISIONS, PLAYERS, TOURNAMENTS, REFUSALS)
}
"""All tables of the history, by name."""
