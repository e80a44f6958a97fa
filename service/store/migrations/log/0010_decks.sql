-- Who sits at tables with a deck is asked before somebody sits down at, or watches, another one with that deck.

create index lobby_decks on lobby using gin (decks) where decks <> '{}';

create index lobby_decks_going_on on lobby (table_id) where decks <> '{}' and finished_at is null;

comment on column lobby.decks is 'Digests of the deck orders that an operator has given, and of those of other tables that count as one with them.';

-- As in 0004, but `lobby.decks` may have more digests than decks were given.

create or replace view table_summary with (security_barrier) as
select
    table_id,
    lobby.game,
    lobby.rules_version,
    lobby.visibility,
    lobby.options,
    lobby.creator,
    lobby.seats as players,
    case when cardinality(lobby.decks) = 0 then 0 else coalesce(
        (
            select (first.event ->> 'decks_given')::integer from event as first
            where first.lane = lobby.lane and first.table_id = lobby.table_id and first.version = 1
        ),
        (
            select (first.event ->> 'decks_given')::integer from archive cross join unnest(archive.events) as first
            where archive.lane = lobby.lane and archive.table_id = lobby.table_id and archive.last_version <= 256
                and first.version = 1
        )
    ) end as decks_given,
    to_timestamp(lobby.created_at / 1000.0) as created_at,
    to_timestamp(lobby.started_at / 1000.0) as started_at,
    to_timestamp(lobby.finished_at / 1000.0) as finished_at,
    seal.version as events,
    last.event as finish,
    seal.hash,
    seal.key_id,
    seal.signature
from open_record
join lobby using (lane, table_id)
join seal using (lane, table_id)
join event as last using (lane, table_id, version);
