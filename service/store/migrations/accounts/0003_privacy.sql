-- What people have typed beside the log, who looked at what, and who is forgotten.

create table note (
    digest bytea primary key check (octet_length(digest) = 32),
    about uuid not null,
    author uuid not null,
    text text not null,
    salt bytea not null check (octet_length(salt) = 16),
    created_at bigint not null
);

create index note_author on note (author, about);

create index note_about on note (about);

comment on table note is 'Texts that people have typed. The log names one by the SHA-256 of its salt and itself, so that it can be deleted.';

comment on column note.about is 'What it is about: a table, a tournament or a player.';

create table look (
    id bigint generated always as identity primary key,
    at bigint not null,
    player uuid not null,
    role text not null check (role in ('player', 'operator', 'analyst')),
    table_id uuid not null,
    operation text not null,
    seat text,
    version integer not null,
    note bytea not null check (octet_length(note) = 32)
);

create index look_table on look (table_id, id);

create index look_player on look (player, id);

create index look_table_player on look (table_id, player, id);

comment on table look is 'Each time somebody saw of a table what a player in their place could not have seen. Append-only.';

comment on column look.player is 'Who looked.';

comment on column look.operation is 'What they asked for, by its id in the contract.';

comment on column look.seat is 'From which seat they looked, or all; null: as a spectator.';

comment on column look.version is 'The version of the table when they asked.';

comment on column look.note is 'Why they looked: a note, as long as its author is not forgotten.';

create function refuse_change() returns trigger language plpgsql as $$
begin
    raise exception '% is append-only: % is refused', tg_table_name, tg_op using errcode = 'integrity_constraint_violation';
end
$$;

create trigger append_only before update or delete or truncate on look execute function refuse_change();

alter table look enable always trigger append_only;

create table forgotten (
    player uuid primary key,
    at bigint not null,
    by uuid not null,
    note bytea check (octet_length(note) = 32)
);

create index forgotten_age on forgotten (at, player);

comment on table forgotten is 'Players who had their name and all else that is known of them deleted.';

comment on column forgotten.by is 'Who wanted it: the player, or an operator, who says why in a note.';

grant select, insert on look, forgotten to parlour_service;

grant select, insert, delete on note to parlour_service;

grant delete on player, token to parlour_service;

create index token_player on token (player);

-- What is deleted is soon out of the files, too.

alter table player set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1);

alter table token set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1);

alter table note set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1);
