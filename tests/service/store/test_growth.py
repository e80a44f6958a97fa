"""What a question costs must not grow with the log: each reads a few pages, whatever Postgres knows of the tables.

Every statement of the store, of the accounts, of the chat, of the seeks and of the webhooks is examined, as a plan that
is kept for all arguments.
"""

import pkgutil
import re
from collections.abc import AsyncIterator, Mapping
from hashlib import md5, sha256
from importlib import import_module
from typing import Any
from uuid import UUID

import asyncpg
import pytest

from domain.table import HOUSE_PLAYERS
from service.accounts import apps_postgres, devices_postgres, postgres_tokens
from service.accounts import postgres as accounts
from service.chat import postgres as chat
from service.meeting import postgres as meeting
from service.store import postgres as folder
from service.store.lobby_row import MOST_OF_A_PLAYER, TableFilter
from service.store.migrate import ACCOUNTS_SCHEMA, CHAT_SCHEMA, LOG_SCHEMA, MEETING_SCHEMA, WEBHOOKS_SCHEMA
from service.store.port import FIRST_EPOCH
from service.store.postgres import audit, epochs, heads, lobby, log_seals, tournaments, writer
from service.store.postgres import statements as questions
from service.store.postgres.bounds import BEFORE_ALL, LATER_THAN_ALL
from service.store.postgres.connections import PLANS, Connection
from service.store.postgres.lobby import page_question
from service.webhooks import statements as webhooks
from tests.databases import new_database
from tests.service.store.plans import must_read_little, plan_of, prepare

TABLES = 20_000
LIMIT = 10

BUSY, HOUSE, STRANGER = UUID(int=5), HOUSE_PLAYERS["random"], UUID(int=7)
EPOCH = str(FIRST_EPOCH)
LATE = 2**42
"""When the tables of the test are due: later than the questions ask for."""

FILL_LOG = f"""
set local session_replication_role = replica;
alter table lobby disable trigger keep_players;
create temporary table made as
    select number, lane_of(id) as lane, id from (
        select number, overlay(md5(number::text) placing to_hex(number % 64 + 64) from 31)::uuid as id
        from generate_series(1, {TABLES}) as number
    ) as numbered;
insert into event (lane, position, table_id, version, step, type, at, key, request, event, hash)
    select lane, row_number() over (partition by lane order by number, version), id, version, version, 'x', 1,
        decode(md5(number::text || version), 'hex'), ''::bytea || decode(md5('x'), 'hex'), '{{}}', sha256('')
    from made cross join generate_series(1, 3) as version;
insert into seal select lane, id, 3, sha256(''), '', '', number from made;
insert into archive select lane, id, 3, int8range(number, number + 1), '{{}}' from made where number % 2 = 0;
insert into checkpoint select lane, id, 'table', 3, 'literature', '1', sha256(''), '' from made;
insert into due select lane, id, {LATE} + number * 60000 from made;
insert into lobby (
    lane, table_id, game, rules_version, status, visibility, creator, seats, reserved, invited, options, decks,
    created_at, finished_at
)
    select lane, id, 'literature', '1',
        case number % 1000 when 0 then 'playing' when 1 then 'open' else 'finished' end,
        case number % 2 when 0 then 'public' else 'private' end, '{BUSY}',
        array['{BUSY}', '{HOUSE}']::uuid[], '{{}}', '{{}}', '{{}}',
        case number % 2 when 0 then array[sha256(number::text::bytea)] else '{{}}' end, number,
        case when number % 1000 > 1 then number end
    from made;
insert into lobby_player
    select lane, table_id, player, game, status, visibility = 'public', true, false, created_at
    from lobby cross join unnest(seats) as player;
alter table lobby enable always trigger keep_players;
insert into tile select lane.lane, level, number, decode(repeat('00', 8192), 'hex'), sha256('')
    from lane cross join generate_series(0, 1) as level cross join generate_series(0, 40) as number;
insert into log_seal
    select number, number, '{FIRST_EPOCH}', false, sha256(''), sha256(''), array_fill(0, array[64]),
        array_fill(sha256(''), array[64]), '', ''
    from generate_series(1, {TABLES}) as number;
insert into tournament (
    lane, tournament_id, version, game, format, status, director, entrants, round, rounds, due, created_at, finished_at
)
    select lane, id, 1, 'literature', 'swiss',
        case number % 1000 when 0 then 'playing' when 1 then 'announced' else 'finished' end, '{BUSY}', 8, 1, 1,
        case number % 1000 when 0 then {LATE} + number * 60000 end, number,
        case when number % 1000 > 1 then number end
    from made;
insert into director select lane, id, case number % 1000 when 1 then '{BUSY}' else id end from made;
update lane set position = (select coalesce(max(position), 0) from event where event.lane = lane.lane)
"""  # noqa: S608 - numbers and ids of this test
"""What makes many tables and their like: faster without what is done, or checked, for each row."""

FILL = f"""{FILL_LOG};
insert into {ACCOUNTS_SCHEMA}.player select id, 'Ada', number from made;
insert into {ACCOUNTS_SCHEMA}.token select sha256(id::text::bytea), id, 'player', number, null from made;
insert into {ACCOUNTS_SCHEMA}.app select id, 'Tablecloth', '{{}}', number, true from made;
insert into {ACCOUNTS_SCHEMA}.authorization_code
    select sha256(id::text::bytea), id, id, sha256(''), 'player', '{{}}', {LATE}, '', '', {LATE} + number from made;
insert into {ACCOUNTS_SCHEMA}.device_request
    select sha256(id::text::bytea), sha256(id::text::bytea), id, '{{}}', {LATE} + number, 0, 0 from made;
insert into {ACCOUNTS_SCHEMA}.note
    select sha256(id::text::bytea), id, '{BUSY}', 'text', decode(md5('x'), 'hex'), number from made;
insert into {ACCOUNTS_SCHEMA}.look (at, player, role, table_id, operation, version, note)
    select number, '{BUSY}', 'operator', id, 'getView', 1, sha256('') from made;
insert into {ACCOUNTS_SCHEMA}.forgotten select id, number, id from made;
insert into {MEETING_SCHEMA}.seek (
    id, player, kind, game, options, settings, players, asked_at, house_at, expires_at, state, table_id, seat, ended_at
)
    select id, case when state = 'waiting' then id else '{BUSY}' end, sha256(id::text::bytea), 'literature', '{{}}',
        '{{}}', 6, number, {LATE} + number, {LATE} + 2^29 + number, state, case when state = 'seated' then id end,
        case when state = 'seated' then 1 end, case when state = 'seated' then {LATE} + number end
    from made cross join lateral (select case number % 10 when 0 then 'waiting' else 'seated' end as state) as kind;
insert into {MEETING_SCHEMA}.asked
    select decode(md5(number::text), 'hex'), decode(md5('x'), 'hex'), id from made;
insert into {MEETING_SCHEMA}.pairing
    select id, 'literature', '{{}}', '{{}}', '{BUSY}', '{{}}', {LATE} + number from made;
insert into {CHAT_SCHEMA}.room select id, 'seats', 1, 1 from made;
insert into {CHAT_SCHEMA}.room values ('{BUSY}', 'seats', {TABLES}, 1);
insert into {CHAT_SCHEMA}.entry (table_id, channel, number, at, version, author, text, key, request)
    select id, 'seats', 1, {LATE} + number, 1, id, 'x', decode(md5(number::text), 'hex'), decode(md5('x'), 'hex')
    from made;
insert into {CHAT_SCHEMA}.entry (table_id, channel, number, at, version, author, text)
    select '{BUSY}', 'seats', number, {LATE} + number, 1, '{BUSY}', 'x' from made;
insert into {CHAT_SCHEMA}.mute select id, '{BUSY}', number from made;
insert into {CHAT_SCHEMA}.report (
    id, table_id, channel, number, author, said_at, reporter, reason, at, resolved_at, resolved_by, verdict
)
    select id, id, 'seats', 1, id, number, '{BUSY}', 'spam', number, done, by, verdict
    from made cross join lateral (
        select case when number % 2 = 0 then {LATE} + number end as done, case when number % 2 = 0 then id end as by,
            case when number % 2 = 0 then 'removed' end as verdict
    ) as judged;
insert into {WEBHOOKS_SCHEMA}.webhook (
    id, player, name, url, kinds, every, salt, created_at, disabled_at, why, strained, next_due
)
    select id, id, '', '', '{{}}', false, decode(md5('x'), 'hex'), number,
        case when number % 3 = 0 then number end, case when number % 3 = 0 then 'owner' end, number % 2 = 0,
        case when number % 10 < 5 then {LATE} + number end
    from made;
insert into {WEBHOOKS_SCHEMA}.message (id, webhook, number, kind, at, about, due, state, ended_at)
    select id, id, 1, '', number, '{{}}', {LATE} + number, case when number % 10 < 5 then 'waiting' else 'failed' end,
        case when number % 10 >= 5 then {LATE} + number end
    from made;
insert into {WEBHOOKS_SCHEMA}.place select number, 0 from generate_series(0, 63) as number
"""  # noqa: S608 - numbers and ids of this test

QUIET = f"""
do $$
declare
    name regclass;
begin
    for name in
        select oid from pg_class
        where relkind = 'r' and relnamespace in (
            '{LOG_SCHEMA}'::regnamespace, '{ACCOUNTS_SCHEMA}'::regnamespace, '{MEETING_SCHEMA}'::regnamespace,
            '{CHAT_SCHEMA}'::regnamespace, '{WEBHOOKS_SCHEMA}'::regnamespace
        )
    loop
        execute format('alter table %s set (autovacuum_enabled = off)', name);
    end loop;
end
$$
"""  # noqa: S608 - names of schemas
"""Nobody analyses the tables but the test."""

PAGES: Mapping[str, Mapping[str, Any]] = {
    "all": {},
    "rare": {"game": "rare"},
    "rare, of a viewer": {"game": "rare", "viewer": BUSY},
    "open": {"status": "open", "viewer": STRANGER},
    "rare and open": {"game": "rare", "status": "open", "viewer": BUSY},
    "old": {"viewer": BUSY, "before": (70, UUID(int=0))},
    "of a busy player": {"player": BUSY, "viewer": STRANGER},
    "of the house": {"player": HOUSE, "viewer": BUSY},
    "of a busy player, for them": {"status": "playing", "player": BUSY, "viewer": BUSY},
    "of a busy player, rare": {"game": "rare", "player": BUSY},
    "of a busy player, rare and open": {"game": "rare", "status": "open", "player": BUSY},
}
"""What pages of the lobby are asked for."""

TABLE = UUID("00000000-0000-0000-0000-000000000043")
HASH = bytes(32)
SOUGHT = sha256(b"7cbbc409-ec99-0f19-c78c-75bd1e06f246").digest()
"""What the seventieth player seeks."""

KEEPING_PLANS: Mapping[str, str] = {"plan_cache_mode": "force_generic_plan", **PLANS}
"""The settings of a connection that keeps its plans for all arguments."""

SCHEMAS = (LOG_SCHEMA, ACCOUNTS_SCHEMA, MEETING_SCHEMA, CHAT_SCHEMA, WEBHOOKS_SCHEMA)
SESSION: Mapping[str, str] = {"search_path": ",".join(SCHEMAS), **KEEPING_PLANS}

LOBBY = {name: page_question(TableFilter(**asked), limit=LIMIT) for name, asked in PAGES.items()}

QUESTIONS: Mapping[str, tuple[object, ...]] = {
    **{f"PAGE {name}": (query, *given) for name, (query, given) in LOBBY.items()},
    "SEATS_OF": (lobby.SEATS_OF, BUSY, *LATER_THAN_ALL, MOST_OF_A_PLAYER),
    "CONCERNING": (lobby.CONCERNING, BUSY, *LATER_THAN_ALL, MOST_OF_A_PLAYER),
    "WAITING_OF": (lobby.WAITING_OF, BUSY, MOST_OF_A_PLAYER),
    "OPENED_BY": (lobby.OPENED_BY, BUSY, [HOUSE]),
    "DECKS_GOING_ON": (lobby.DECKS_GOING_ON, BEFORE_ALL[1], LIMIT),
    "ANY_GOING_ON": (lobby.ANY_GOING_ON, [HASH]),
    "ANY_GOING_ON it": (lobby.ANY_GOING_ON, [sha256(b"70").digest()]),
    "DECKS_GOING_ON_SINCE": (lobby.DECKS_GOING_ON_SINCE,),
    "HAS_PLAYED": (lobby.HAS_PLAYED, BUSY, [HASH], TABLE),
    "HAS_PLAYED it": (lobby.HAS_PLAYED, BUSY, [sha256(b"70").digest()], TABLE),
    "ROWS": (lobby.ROWS, [TABLE]),
    "ONE": (tournaments.ONE, 3, TABLE),
    "PAGE_OF_TOURNAMENTS": (tournaments.page_query(of_game=False), tournaments.STATES, *LATER_THAN_ALL, LIMIT),
    "PAGE_OF_TOURNAMENTS rare": (
        tournaments.page_query(of_game=True),
        tournaments.STATES,
        *LATER_THAN_ALL,
        LIMIT,
        "rare",
    ),
    "DUE_TOURNAMENTS": (tournaments.DUE_TOURNAMENTS, LATE + 2**30, LIMIT, *BEFORE_ALL),
    "SETTLE": (tournaments.SETTLE, 3, TABLE, 1, 0),
    "TOURNAMENTS_GOING_ON": (tournaments.TOURNAMENTS_GOING_ON, BUSY),
    "NOTE_STAFF": (tournaments.NOTE_STAFF, 3, TABLE, BUSY),
    "STAFFED": (tournaments.STAFFED, BUSY),
    "HEADS": (heads.HEADS, [3], [TABLE]),
    "IN_COMMON": (epochs.IN_COMMON, [3], [TABLE], FIRST_EPOCH.number, f"{FIRST_EPOCH.id:.8}"),
    "FREE_LANES": (writer.FREE_LANES, [3]),
    "READ": (questions.READ, 3, TABLE, 0, 9),
    "READ_LANE": (questions.READ_LANE, 3, 70, LIMIT),
    "EXECUTED": (questions.EXECUTED, 3, TABLE, bytes(16)),
    "LANE_POSITIONS": (questions.LANE_POSITIONS,),
    "SEAL": (questions.SEAL, 3, TABLE),
    "RECORD_OPEN": (questions.RECORD_OPEN, 3, TABLE),
    "DUE": (questions.DUE, LATE + 2**30, LIMIT, *BEFORE_ALL),
    "DUE none": (questions.DUE, LATE - 2**20, LIMIT, *BEFORE_ALL),
    "OVER": (questions.OVER, TABLES, LIMIT, *BEFORE_ALL),
    "CHECKPOINT": (questions.CHECKPOINT, 3, TABLE, 9, "table"),
    "KEEP_CHECKPOINT": (questions.KEEP_CHECKPOINT, 3, TABLE, 3, "literature", "1", HASH, b"", "table"),
    "LEAVES": (log_seals.LEAVES, 3, 70, LIMIT),
    "TILE_COUNTS": (log_seals.TILE_COUNTS, 0),
    "TILES": (log_seals.TILES, [3, 3], [0, 1], [7, 0]),
    "TILE_ROOTS": (log_seals.TILE_ROOTS, 3, 0, 20, LIMIT),
    "KEEP_TILES": (log_seals.KEEP_TILES, [3], [0], [1000], [bytes(8192)], [HASH], EPOCH),
    "DROP_TILES": (log_seals.DROP_TILES, 3, 30, sha256(b"").digest()),
    "PUBLISH": (log_seals.PUBLISH, TABLES + 1, TABLES + 1, EPOCH, False, HASH, HASH, [0] * 64, [HASH] * 64, "", HASH),
    "NEWEST_SEAL": (log_seals.NEWEST_SEAL, LATE),
    "NEWEST_SEAL old": (log_seals.NEWEST_SEAL, 70),
    "NUMBERED": (log_seals.NUMBERED, [3, 70]),
    "SEALS": (log_seals.SEALS, 1000, LIMIT),
    "STREAMS": (audit.STREAMS, 3, [TABLE]),
    "LOBBY_BESIDE": (audit.LOBBY_BESIDE, 3, [TABLE]),
    "PLAYERS_BESIDE": (audit.PLAYERS_BESIDE, 3, [TABLE]),
    "DUES_BESIDE": (audit.DUES_BESIDE, 3, [TABLE]),
    "SEALS_BESIDE": (audit.SEALS_BESIDE, 3, [TABLE]),
    "CHECKPOINTED": (audit.CHECKPOINTED, 3, [TABLE], "table"),
    "CHECKPOINTS": (audit.CHECKPOINTS, 3, TABLE, "table"),
    "TOURNAMENTS_BESIDE": (audit.TOURNAMENTS_BESIDE, 3, [TABLE]),
    "NAMED_BY": (audit.NAMED_BY, 3, TABLE, [TABLE]),
    "PRESENT_EPOCH": (epochs.PRESENT_EPOCH,),
    "ADD_PLAYER": (accounts.ADD_PLAYER, UUID(int=1), "Ada", 1),
    "CHANGE": (accounts.CHANGE, TABLE, "Bob", ["tables"]),
    "PAGE of a player": (accounts.PAGE, TABLE),
    "PLAYER": (accounts.PLAYER, TABLE),
    "NAMED": (accounts.NAMED, "ada", "adb", LIMIT),
    "NAMES": (accounts.NAMES, [TABLE, BUSY]),
    "REVOKE": (postgres_tokens.REVOKE, HASH, 1),
    "REVOKE_OTHERS": (postgres_tokens.REVOKE_OTHERS, TABLE, HASH, 1),
    "TOKENS_OF": (postgres_tokens.TOKENS_OF, TABLE, 1),
    "FORGET_WORTHLESS": (postgres_tokens.FORGET_WORTHLESS, TABLE, 1, 100),
    "RECOVERY_MADE_AT": (postgres_tokens.RECOVERY_MADE_AT, TABLE),
    "RECOVERED_BY": (postgres_tokens.RECOVERED_BY, HASH, HASH),
    "RECOVERED_WITH": (postgres_tokens.RECOVERED_WITH, HASH, 1),
    "USE_RECOVERY": (postgres_tokens.USE_RECOVERY, HASH),
    "REMOVE_RECOVERY": (postgres_tokens.REMOVE_RECOVERY, TABLE),
    "NOTE_USES": (postgres_tokens.NOTE_USES, [HASH], [1]),
    "TOKENS": (postgres_tokens.TOKENS, LIMIT, *postgres_tokens.NEWER_THAN_ALL),
    "GOOD_TOKENS": (postgres_tokens.GOOD_TOKENS, b"\xd0" * 32, b"\xd1" * 32, 2),
    "ACCOUNTS": (postgres_tokens.ACCOUNTS, [HASH]),
    "ADD_APP": (apps_postgres.ADD_APP, "app", "Tablecloth", [], 1, "true"),
    "APP": (apps_postgres.APP, "app"),
    "REMOVE_APP": (apps_postgres.REMOVE_APP, "app"),
    "REVOKE_OF_APP": (apps_postgres.REVOKE_OF_APP, "app", 1),
    "REVOKE_GIVEN_FOR": (apps_postgres.REVOKE_GIVEN_FOR, HASH, 1),
    "IS_GOOD": (postgres_tokens.IS_GOOD, HASH, 1),
    "FORGET_ENDED": (apps_postgres.FORGET_ENDED, 1),
    "ADD_DEVICE": (devices_postgres.ADD_DEVICE, HASH, bytes(32), "app", [], LATE, 5000, 1),
    "FORGET_DEVICES": (devices_postgres.FORGET_DEVICES, 1),
    "DEVICE": (devices_postgres.DEVICE, HASH, 1),
    "AGREE": (devices_postgres.AGREE, HASH, 1, TABLE, HASH, "player", [], LATE),
    "REFUSE": (devices_postgres.REFUSE, HASH, 1),
    "ASKED_BY": (devices_postgres.ASKED_BY, HASH),
    "ASKED of a device": (devices_postgres.ASKED, HASH),
    "NOTE_QUESTION": (devices_postgres.NOTE_QUESTION, HASH, 1, 0),
    "USE_DEVICE": (devices_postgres.USE_DEVICE, HASH),
    "OWNER": (apps_postgres.OWNER, HASH),
    "CODE": (apps_postgres.CODE, HASH),
    "USE_CODE": (apps_postgres.USE_CODE, HASH),
    "LOCK_BLOCKER": (accounts.LOCK_BLOCKER, TABLE),
    "BLOCK": (accounts.BLOCK, UUID(int=1), UUID(int=2), 1),
    "IS_THERE": (accounts.IS_THERE, TABLE),
    "UNBLOCK": (accounts.UNBLOCK, TABLE, BUSY),
    "BLOCKS_OF": (accounts.BLOCKS_OF, TABLE),
    "BLOCKS_BETWEEN": (accounts.BLOCKS_BETWEEN, [TABLE, BUSY]),
    "KEEP_NOTE": (accounts.KEEP_NOTE, HASH, TABLE, BUSY, "text", bytes(16), 1),
    "ADD_NOTE": (accounts.ADD_NOTE, HASH, TABLE, BUSY, "text", bytes(16), 1),
    "SAME_NOTE": (accounts.SAME_NOTE, BUSY, TABLE, "text"),
    "NOTES": (accounts.NOTES, [HASH]),
    "LOCK_PLAYER": (postgres_tokens.LOCK_PLAYER, TABLE),
    "FORGET": (accounts.FORGET, UUID(int=1), 1, UUID(int=1), HASH),
    "FORGET_TOKENS": (accounts.FORGET_TOKENS, TABLE),
    "FORGET_BLOCKS": (accounts.FORGET_BLOCKS, TABLE),
    "FORGET_NOTES": (accounts.FORGET_NOTES, TABLE),
    "FORGET_PLAYER": (accounts.FORGET_PLAYER, UUID(int=1)),
    "IS_FORGOTTEN": (accounts.IS_FORGOTTEN, TABLE),
    "FORGOTTEN": (accounts.FORGOTTEN, LIMIT, *LATER_THAN_ALL),
    "ADD_LOOK": (accounts.ADD_LOOK, 1, BUSY, "operator", TABLE, "getView", "all", 1, HASH),
    "LOOKS": (accounts.LOOKS, LIMIT, 70),
    "LOOKS_AT": (accounts.LOOKS_AT, LIMIT, accounts.NO_NUMBER, TABLE),
    "LOOKS_BY": (accounts.LOOKS_BY, LIMIT, accounts.NO_NUMBER, BUSY),
    "LOOKS_AT_BY": (accounts.LOOKS_AT_BY, LIMIT, accounts.NO_NUMBER, TABLE, BUSY),
    "ADD": (
        meeting.ADD,
        UUID(int=1),
        BUSY,
        HASH,
        "literature",
        "{}",
        "{}",
        6,
        LATE,
        LATE,
        5,
        bytes(16),
        bytes(16),
        UUID(int=2),
        list(range(6)),
        1,
        2,
    ),
    "ADD the last": (
        meeting.ADD,
        UUID(int=1),
        BUSY,
        SOUGHT,
        "literature",
        "{}",
        "{}",
        2,
        LATE,
        LATE,
        5,
        bytes(16),
        bytes(16),
        UUID(int=2),
        [1, 0],
        1,
        2,
    ),
    "SAY": (chat.SAY, TABLE, "seats", BUSY, 0, 1, LATE, "x", None, bytes(16), bytes(16), 2_000),
    "SAY much": (chat.SAY, BUSY, "seats", BUSY, 0, 1, LATE, "x", None, bytes(16), bytes(16), TABLES),
    "KEYED": (chat.KEYED, md5(b"70", usedforsecurity=False).digest()),
    "PAGE of a chat": (chat.PAGE, BUSY, "seats", 10_000, 2**62, LIMIT),
    "PAGE": (chat.PAGE, TABLE, "seats", 0, 2**62, LIMIT),
    "ENTRY": (chat.ENTRY, BUSY, "seats", 70),
    "LASTS": (chat.LASTS, [TABLE, BUSY], ["seats", "seats"]),
    "TAKE_DOWN": (chat.TAKE_DOWN, TABLE, "seats", 1, BUSY, 1, LATE, 2_000),
    "FORGET_SAID": (chat.FORGET_SAID, TABLE, LATE, 2_000, 1_000),
    "MUTE": (chat.MUTE, TABLE, STRANGER, 1, 200),
    "UNMUTE": (chat.UNMUTE, TABLE, BUSY),
    "MUTES_OF": (chat.MUTES_OF, TABLE),
    "REPORT": (chat.REPORT, TABLE, "seats", 1, STRANGER, STRANGER, "spam", 1),
    "REPORTED_BY": (chat.REPORTED_BY, TABLE, "seats", 1, BUSY),
    "WAITING": (chat.WAITING, LATE, TABLE, LIMIT),
    "DONE": (chat.DONE, LATE, TABLE, LIMIT),
    "REPORTED": (chat.REPORTED, TABLE),
    "RESOLVE": (chat.RESOLVE, TABLE, 1, BUSY, "removed"),
    "CLEAN_ENTRIES": (chat.CLEAN_ENTRIES, LATE + 2**30, LIMIT),
    "CLEAN_REPORTS": (chat.CLEAN_REPORTS, LATE + 2**30, LIMIT),
    "FILL": (meeting.FILL, HOUSE, UUID(int=2), list(range(6)), LATE + 70, LATE),
    "FILL none": (meeting.FILL, HOUSE, UUID(int=2), list(range(6)), 1, LATE),
    "AVOID": (meeting.AVOID, TABLE, [UUID(int=1)]),
    "AVOID nobody": (meeting.AVOID, BUSY, []),
    "MISSED": (meeting.MISSED, 1, LIMIT),
    "SEARCHED": (meeting.SEARCHED, SOUGHT, TABLE),
    "SEAT": (meeting.SEAT, [TABLE, BUSY], UUID(int=2), list(range(6)), 1, LATE),
    "FORGET_SEEKS": (meeting.FORGET_SEEKS, TABLE),
    "ASKED": (meeting.ASKED, md5(b"70", usedforsecurity=False).digest()),
    "SEEK": (meeting.SEEK, TABLE),
    "GOING_ON_OF": (meeting.GOING_ON_OF, BUSY),
    "DEMAND": (meeting.DEMAND, 1, LIMIT, ["literature", "rare", "honors_4"]),
    "DEMAND rare": (meeting.DEMAND, 1, LIMIT, ["rare"]),
    "EXTEND": (meeting.EXTEND, TABLE, LATE),
    "WITHDRAW": (meeting.WITHDRAW, TABLE, BUSY, LATE),
    "PAIRING": (meeting.PAIRING, TABLE),
    "HAS_WORK": (meeting.HAS_WORK, LATE, LATE),
    "HAS_WORK much": (meeting.HAS_WORK, LATE + 2**30, LATE + 2**30),
    "DUE_PAIRINGS": (meeting.DUE_PAIRINGS, LATE + 2**30, LATE, LIMIT),
    "SETTLE_PAIRING": (meeting.SETTLE_PAIRING, TABLE, LATE, "seated"),
    "EXPIRE": (meeting.EXPIRE, LATE + 2**30, LIMIT),
    "DELETE": (meeting.DELETE, LATE + 2**30, LIMIT),
    "ADD_WEBHOOK": (webhooks.ADD_WEBHOOK, UUID(int=1), BUSY, "", "", [], False, bytes(16), 1, 5),
    "WEBHOOKS_OF": (webhooks.WEBHOOKS_OF, TABLE),
    "WEBHOOK": (webhooks.WEBHOOK, TABLE),
    "CHANGE_WEBHOOK": (webhooks.CHANGE_WEBHOOK, TABLE, "", []),
    "MOVE_WEBHOOK": (webhooks.MOVE_WEBHOOK, TABLE, 1, "other"),
    "ENABLE": (webhooks.ENABLE, TABLE, 1),
    "DISABLE": (webhooks.DISABLE, TABLE, 1, "owner"),
    "SALT": (webhooks.SALT, TABLE, bytes(16), 1),
    "REMOVE_WEBHOOK": (webhooks.REMOVE_WEBHOOK, TABLE),
    "FORGET_WEBHOOKS": (webhooks.FORGET_WEBHOOKS, TABLE),
    "MESSAGES": (webhooks.MESSAGES, TABLE, 9, LIMIT),
    "MESSAGE": (webhooks.MESSAGE, TABLE, TABLE),
    "MAKE_MESSAGE": (webhooks.MAKE_MESSAGE, UUID(int=1), TABLE, "", 1, "{}", 1_000),
    "SEND_AGAIN": (webhooks.SEND_AGAIN, TABLE, TABLE, 1),
    "LEAD": (webhooks.LEAD, BUSY, 1, 2),
    "BEGIN_PLACES": (webhooks.BEGIN_PLACES, [3, 64], [1, 1]),
    "ALL_PLACES": (webhooks.ALL_PLACES,),
    "SKIP": (webhooks.SKIP, [3], [0], [1]),
    "ADVANCE": (webhooks.ADVANCE, 3, 0, 1, [UUID(int=1)], [TABLE], ["turn.began"], [1], ["{}"], 1, 1_000),
    "ANY_ENABLED": (webhooks.ANY_ENABLED,),
    "SUBSCRIBED": (webhooks.SUBSCRIBED, [TABLE, BUSY]),
    "ANY_DUE": (webhooks.ANY_DUE, LATE + 2**30),
    "ANY_DUE none": (webhooks.ANY_DUE, LATE),
    "TAKE": (webhooks.TAKE, LATE + 2**30, LATE + 2**30, LIMIT, True),
    "TAKE none": (webhooks.TAKE, LATE, LATE, LIMIT, False),
    "DUE_MESSAGES": (webhooks.DUE_MESSAGES, TABLE, LATE + 2**30, LIMIT),
    "NOTE_ATTEMPT": (
        webhooks.NOTE_ATTEMPT,
        TABLE,
        TABLE,
        "{}",
        12,
        "failed",
        1,
        1,
        True,
        1,
        1,
        1,
        "gone",
        False,
    ),
    "RELEASE": (webhooks.RELEASE, TABLE),
    "COUNT_WAITING": (webhooks.COUNT_WAITING, LIMIT),
    "DELETE_MESSAGES": (webhooks.DELETE_MESSAGES, LATE + 2**30, LIMIT),
}
"""The statements with arguments, by their names in the code."""

WHOLE_LANES = {"PLACES", "TABLES_BESIDE", "TABLES_OF_GAMES", "LOG_SEALS"}
"""Statements of an audit, which reads all that a lane has, and all seals of the log."""

NOT_HERE = WHOLE_LANES | {
    "APPEND",
    "APPEND_TEXTS",
    "ARCHIVE",
    "CURRENT_EPOCH",
    "TIME",
    "TABLES_OF_PEOPLE",
    "BECOME_SERVICE",
    "SERVER",
    "ADD_TOKEN",
    "SET_RECOVERY",
    "ADD_CODE",
    "APPS",
    "MAKE_ROOM",
    "FORGET_REQUESTS",
    "REGISTER",
    "NEWEST",
    "GOING_ON",
}
"""Statements that read no long table, or call functions; and parts."""


AT_THE_START = {"gathering", "foreign", "opening", "citus"}
"""Modules whose statements are for the catalogue, and for a table with a row for each fail-over."""


def statements() -> set[str]:
    """Return the names of all statements in the modules that ask the database."""
    names = [each.name for each in pkgutil.iter_modules(folder.__path__) if each.name not in AT_THE_START]
    modules = [
        accounts,
        postgres_tokens,
        apps_postgres,
        devices_postgres,
        chat,
        meeting,
        webhooks,
        *(import_module(f"{folder.__name__}.{name}") for name in names),
    ]
    begins = re.compile(r"\s*\(?(select|insert|update|delete|with)\b")
    constants = [item for module in modules for item in vars(module).items()]
    return {name for name, value in constants if isinstance(value, str) and name.isupper() and begins.match(value)}


@pytest.fixture(scope="module")
async def grown(postgres_server: str, migrated: str) -> AsyncIterator[tuple[str, Connection]]:
    """A database whose tables are long, and a connection that has made its plans while they were empty."""
    async with new_database(postgres_server, migrated) as url:
        connection = await asyncpg.connect(url, server_settings=dict(SESSION))
        await connection.execute(f"{QUIET}; analyze")
        await prepare(connection, QUESTIONS)
        await connection.execute(f"{FILL}; {renaming('rare')}")
        yield url, connection
        await connection.close()


@pytest.fixture(scope="module", params=[False, True], ids=["planned while empty", "planned when long"])
async def connection(grown: tuple[str, Connection], request: pytest.FixtureRequest) -> AsyncIterator[Connection]:
    """A connection that has made its plans for good: while the tables were empty, or when they were long."""
    url, connection = grown
    if not request.param:
        yield connection
        return
    await connection.execute(f"{renaming('literature')}; analyze; {renaming('rare')}")
    later = await asyncpg.connect(url, server_settings=dict(SESSION))
    await prepare(later, QUESTIONS)
    yield later
    await later.close()


def renaming(game: str) -> str:
    """Return what names the seventieth game: of a rare one Postgres does not know, as a sample may be without it."""
    return f"""
        update lobby set game = '{game}' from made where number = 70 and lobby.table_id = id;
        update lobby_player set game = '{game}' from made where number = 70 and lobby_player.table_id = id;
        update tournament set game = '{game}' from made where number = 70 and tournament_id = id;
        update {MEETING_SCHEMA}.seek set game = '{game}' from made where made.number = 70 and seek.id = made.id
    """  # noqa: S608 - names of ours


def test_every_statement_is_examined() -> None:
    assert {name.split()[0] for name in QUESTIONS} | NOT_HERE == statements()


@pytest.mark.parametrize("name", QUESTIONS)
async def test_a_question_reads_little_of_a_long_log(connection: Connection, name: str) -> None:
    plan = await plan_of(connection, QUESTIONS, name)

    must_read_little(plan, {"lane", "place"})
