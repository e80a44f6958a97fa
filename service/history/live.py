"""The history in PostgreSQL as an analyst asks it: with the role `parlour_analyst`, for reading, with a time limit."""

import asyncpg

from projections.history.answers import Answer
from service.store.migrate import HISTORY_SCHEMA, LOG_SCHEMA
from service.store.postgres.away import unless_away
from service.store.postgres.reaching import reached

SETTINGS = {"search_path": f"{HISTORY_SCHEMA}, {LOG_SCHEMA}", "default_transaction_read_only": "on", "timezone": "UTC"}
BECOME_ANALYST = "set role parlour_analyst"


class NotAnswered(Exception):
    """PostgreSQL does not answer a question, and says why."""


async def ask_live(url: str, sql: str, seconds: int) -> Answer:
    """Return the answer of a database to one statement, which may take some seconds.

    Raises `NotAnswered` or `StoreUnavailable`.
    """
    with unless_away():
        settings = {**SETTINGS, "statement_timeout": f"{seconds}s"}
        connection = await reached(url, server_settings=settings)
    try:
        await connection.execute(BECOME_ANALYST)
        question = await connection.prepare(sql)
        if parameters := question.get_parameters():
            raise NotAnswered(f"It has parameters, up to ${len(parameters)}: write the values themselves into the SQL.")
        rows = await question.fetch()
        columns = tuple(each.name for each in question.get_attributes())
    except asyncpg.QueryCanceledError:
        raise NotAnswered(f"It takes longer than {seconds} s: ask about less, or export, and ask the export.") from None
    except asyncpg.PostgresError as why:
        raise NotAnswered(str(why)) from None
    except (ValueError, OverflowError) as why:  # a time after the year 9999, say, which Python does not have
        raise NotAnswered(f"A value of the answer cannot be read ({why}): select it as text, with ::text.") from None
    finally:
        await connection.close()
    return Answer(columns, tuple(map(tuple, rows)))
