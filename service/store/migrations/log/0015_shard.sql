-- Which part of the log this is: shard 0 of 1, all of it, or one of several, each in a schema of its own, on whatever
-- server. So a shard that is opened in the place of another is noticed.

create table shard (
    number smallint not null check (number >= 0 and number < shards),
    shards smallint not null check (shards in (1, 2, 4, 8, 16, 32, 64)),
    log uuid not null,
    here boolean primary key default true check (here)
);

comment on table shard is 'One row: which of the shards of the log this is, and of which log.';

comment on column shard.number is 'The shard has the lanes of which the number leaves this one when it is divided by the number of shards.';

comment on column shard.shards is 'How many shards the log has; it is fixed when the log is made.';

comment on column shard.log is 'The log that it is a shard of: it is the same for all its shards.';

create trigger append_only before update or delete or truncate on shard execute function refuse_change();

alter table shard enable always trigger append_only;

grant select on shard to parlour_service;
