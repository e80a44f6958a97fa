-- The log of events, and what changes in the same transaction. All keys begin with the lane: it orders, and it distributes.
-- All times are whole milliseconds since 1970.

create function lane_of(table_id uuid) returns smallint
    immutable strict parallel safe
    return (get_byte(uuid_send(table_id), 15) & 63)::smallint;

comment on function lane_of is 'The lane of a table: the low six bits of its id.';

create table lane (
    lane smallint primary key check (lane between 0 and 63),
    position bigint not null default 0
) with (fillfactor = 10);  -- room for the next versions of a row in its own page, so that no index entry is ever added

comment on table lane is 'One row a lane. Who appends holds its lock, so the positions in a lane have no holes.';

insert into lane (lane) select generate_series(0, 63);

create table event (
    position bigint not null,
    at bigint not null,
    table_id uuid not null,
    version integer not null check (version >= 1),
    step integer not null check (step between 1 and version),
    lane smallint not null check (lane = lane_of(table_id)),
    seat smallint,
    type text not null,
    key bytea check (octet_length(key) = 16),
    request bytea check (octet_length(request) = 16),
    hash bytea not null check (octet_length(hash) = 32),
    command jsonb,
    event jsonb not null,
    primary key (lane, table_id, version),
    unique (lane, position),
    check ((key is null) = (request is null))
);

-- One entry a command: on its first event. So no command is ever executed twice, whatever a process believes.
create unique index event_key on event (lane, table_id, key) where key is not null and version = step;

comment on table event is 'Everything that has happened, once and for ever. A stream is the events of one table.';

comment on column event.position is 'Place in the lane: 1, 2, 3, … without a hole, visible in this order.';

comment on column event.version is 'Place in the stream: 1, 2, 3, …';

comment on column event.step is 'The version of the first event of the same command.';

comment on column event.seat is 'The seat that acted; null: the table, or the clock.';

comment on column event.key is 'The id of the command, from its idempotency key.';

comment on column event.request is 'Fingerprint of the request, to tell a repeated command from a key used twice.';

comment on column event.command is 'On the first event of a step: the command that was executed.';

comment on column event.event is 'The event with its secrets.';

comment on column event.hash is 'Link of the chain of hashes over the stream.';

create table due (
    lane smallint not null,
    table_id uuid not null,
    at bigint not null,
    primary key (lane, table_id)
) with (fillfactor = 50);  -- nearly every move changes a row here: in its page, since no index on `at` has to follow

comment on table due is 'Tables that owe a clock step, and when.';

create table lobby (
    lane smallint not null check (lane = lane_of(table_id)),
    table_id uuid not null,
    game text not null,
    rules_version text not null,
    status text not null check (status in ('open', 'playing', 'finished', 'aborted')),
    visibility text not null check (visibility in ('public', 'private')),
    creator uuid not null,
    seats uuid[] not null,
    reserved uuid[] not null,
    invited uuid[] not null,
    options jsonb not null,
    decks bytea[] not null,
    created_at bigint not null,
    started_at bigint,
    finished_at bigint,
    primary key (lane, table_id)
);

create index lobby_age on lobby (created_at, table_id);

create index lobby_status on lobby (status, created_at, table_id);

create index lobby_seats on lobby using gin (seats);

create index lobby_invited on lobby using gin (invited);

create index lobby_decks_in_play on lobby using gin (decks) where status not in ('finished', 'aborted');

comment on table lobby is 'Every table as it stands now.';

comment on column lobby.game is 'Which game is played, by its id in the catalogue.';

comment on column lobby.seats is 'Who sits on each seat, seat 0 first; null: free.';

comment on column lobby.reserved is 'For whom each seat is kept, seat 0 first; null: for nobody.';

comment on column lobby.invited is 'Who has been asked to the table, or has a seat kept there.';

comment on column lobby.decks is 'Digests of the deck orders that an operator has given.';

create table seal (
    lane smallint not null check (lane = lane_of(table_id)),
    table_id uuid not null,
    version integer not null,
    hash bytea not null check (octet_length(hash) = 32),
    key_id text not null,
    signature bytea not null,
    at bigint not null,
    primary key (lane, table_id)
);

comment on table seal is 'The last hash of every finished game, signed.';

create table checkpoint (
    lane smallint not null check (lane = lane_of(table_id)),
    table_id uuid not null,
    part text not null,
    version integer not null check (version >= 1),
    game text not null,
    rules_version text not null,
    hash bytea not null check (octet_length(hash) = 32),
    snapshot bytea not null,
    primary key (lane, table_id, part, version)
);

comment on table checkpoint is 'Tables folded up to a version. All rows may be deleted at any time: they are made again.';

comment on column checkpoint.part is 'What was folded: the table itself, or what one of its viewers sees.';

comment on column checkpoint.hash is 'Link of the chain at this version. A row that does not fit the log is not used.';

comment on column checkpoint.snapshot is 'What the events up to this version give, in the form of these rules.';

create view open_record as
select finished.lane, finished.table_id
from lobby as finished
where finished.status in ('finished', 'aborted')
    and (cardinality(finished.decks) = 0 or not exists (
        select from lobby as other where other.status not in ('finished', 'aborted') and other.decks && finished.decks
    ));

comment on view open_record is 'Tables that are over and whose cards are no secret: no other is still played with one of their decks.';

-- What was written stays. The triggers bind the owner, too; what a superuser does to them, the chain of hashes shows.

create function refuse_change() returns trigger language plpgsql as $$
begin
    raise exception '% is append-only: % is refused', tg_table_name, tg_op using errcode = 'integrity_constraint_violation';
end
$$;

create trigger append_only before update or delete or truncate on event execute function refuse_change();

create trigger append_only before update or delete or truncate on seal execute function refuse_change();

alter table event enable always trigger append_only;

alter table seal enable always trigger append_only;

grant select on lane, event, due, lobby, seal, checkpoint, open_record, migration to parlour_service;

grant insert on event, seal, due, lobby, checkpoint to parlour_service;

grant update on lane, due, lobby, checkpoint to parlour_service;

grant delete on due, checkpoint to parlour_service;
