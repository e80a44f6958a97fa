-- Who has lost all tokens comes back to the account by a code, of which only the hash is here.

create table recovery (
    player uuid primary key references player on delete cascade,
    hash bytea not null unique check (octet_length(hash) = 32),
    made_at bigint not null
);

comment on table recovery is 'The code by which a player comes back to their account, as SHA-256 only. It is deleted when it is used.';

grant select, insert, update, delete on recovery to parlour_service;
