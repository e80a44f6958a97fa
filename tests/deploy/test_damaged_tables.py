"""What `deploy/README.md` tells operators to do with a damaged table: its statements do that."""

import io
import random
import re
from pathlib import Path

import pytest

from service.store import LogCorrupt
from service.store.postgres.store import PostgresStore
from service.webhooks.postgres import PostgresWebhooks
from tests.service.store.commands import owner_of, unguarded
from tests.service.workers import Process, is_finished, must_be_sound, silent

README = Path(__file__).parents[2] / "deploy" / "README.md"
LATER = 2**42
TRIGGERS = "select tgname, tgenabled from pg_trigger where tgrelid = 'event'::regclass order by 1"


def statements() -> list[str]:
    """Return the blocks of the section, without the lines of the shell."""
    section = README.read_text().partition("\n## Damaged tables\n")[2].partition("\n## ")[0]
    blocks = re.findall(r"^```(\w*)\n(.+?)^```$", section, re.DOTALL | re.MULTILINE)
    return [text for language, text in blocks if not language]


async def test_a_damaged_table_is_made_whole_from_a_copy(postgres_url: str) -> None:
    copied, repair, *_ = statements()
    begin, finish = repair.split(r"\copy whole from 'events.csv' csv header")
    async with PostgresStore.open(postgres_url) as log:
        game, copy = await silent(Process(log)), io.BytesIO()
        owner = await owner_of(postgres_url)
        query = copied[copied.index("(") + 1 : copied.rindex(")")].replace("ID", str(game))
        await owner.copy_from_query(query, output=copy, format="csv", header=True)
        triggers = await owner.fetch(TRIGGERS)
        await Process(log).play(game, random.Random(1), lambda snapshot: snapshot.state.phase != "silence")
        async with unguarded(owner, "event", "append_only"), unguarded(owner, "event", "archived_only"):
            await owner.execute("""update event set event = event || '{"at": 5}' where version = 5""")
            await owner.execute("delete from event where version = 7")
        await owner.execute("delete from checkpoint")
        with pytest.raises(LogCorrupt):
            await Process(log).snapshot(game)

        copy.seek(0)
        await owner.execute(begin)
        await owner.copy_to_table("whole", source=copy, format="csv", header=True)
        await owner.execute(finish)

        assert await owner.fetch(TRIGGERS) == triggers
        await owner.close()
        await Process(log).play(game, random.Random(1), is_finished)
        await must_be_sound(log, game)


async def test_a_damaged_table_is_taken_from_the_clock(postgres_url: str) -> None:
    *_, forget, _ = statements()
    async with PostgresStore.open(postgres_url) as log:
        games = sorted([await silent(Process(log)) for _ in range(2)])
        due = await log.due(LATER, 9)
        owner = await owner_of(postgres_url)

        await owner.execute(forget.replace("ID", str(games[0])))

        await owner.close()
        assert sorted(table for table, _ in due) == games
        assert [table for table, _ in await log.due(LATER, 9)] == games[1:]


async def test_a_lane_with_a_hole_continues_after_it(postgres_url: str) -> None:
    *_, skip = statements()
    async with PostgresWebhooks.open(postgres_url) as webhooks:
        await webhooks.places({3: 4, 5: 4})
        owner = await owner_of(postgres_url)

        await owner.execute(skip.replace("POSITION", "6").replace("LANE", "3"))

        await owner.close()
        assert await webhooks.places({3: 9, 5: 9}) == {3: 6, 5: 4}
