-- Seals of the log: what all lanes have had at a moment, signed. The seals of finished games are in the table `seal`.

create table log_seal (
    number integer primary key check (number >= 1),
    at bigint not null unique,
    epoch text not null,
    cut boolean not null,
    previous bytea not null check (octet_length(previous) = 32),
    root bytea not null check (octet_length(root) = 32),
    positions bigint[] not null check (cardinality(positions) = 64),
    roots bytea[] not null check (cardinality(roots) = 64),
    key_id text not null,
    signature bytea not null
);

comment on table log_seal is 'The heads of all lanes at a moment as the root of a Merkle tree, signed, each seal after the one before.';

comment on column log_seal.epoch is 'The epoch of the log, its number and id.';

comment on column log_seal.cut is 'Whether the history was cut since the seal before: by the restore of a backup, or the promotion of a standby.';

comment on column log_seal.previous is 'SHA-256 of what the seal before signs; 32 bytes of 0: there is none.';

comment on column log_seal.positions is 'By lane, the last position.';

comment on column log_seal.roots is 'By lane, the root of the Merkle tree over the events up to that position.';

create trigger append_only before update or delete or truncate on log_seal execute function refuse_change();

alter table log_seal enable always trigger append_only;

-- The hashes that proofs are made of. A tile has 256 of them, and only full ones are kept.

create table tile (
    lane smallint not null,
    level smallint not null check (level >= 0),
    number bigint not null check (number >= 0),
    hashes bytea not null check (octet_length(hashes) = 8192),
    root bytea not null check (octet_length(root) = 32),
    primary key (lane, level, number)
);

alter table tile alter column hashes set storage external;  -- hashes cannot be compressed

comment on table tile is 'Hashes of the Merkle trees over the lanes. All rows may be deleted at any time: they are made again with the next seal.';

comment on column tile.level is 'Level 0: the hashes of events. Each next level: the roots of the tiles below it.';

grant select, insert on log_seal, tile to parlour_service;
