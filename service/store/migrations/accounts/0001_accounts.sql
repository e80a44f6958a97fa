-- Players and their tokens. The roles are made with the log.

do $$
begin
    execute format('grant usage on schema %I to parlour_service', current_schema());
end
$$;

create table player (
    id uuid primary key,
    name text not null,
    created_at bigint not null
);

comment on table player is 'Who plays. The log knows players by their id only.';

create table token (
    hash bytea primary key,
    player uuid not null references player,
    role text not null check (role in ('player', 'operator', 'analyst')),
    created_at bigint not null,
    revoked_at bigint
);

comment on table token is 'Bearer tokens, as SHA-256 only.';

grant select, insert, update on player, token to parlour_service;

grant select on migration to parlour_service;
