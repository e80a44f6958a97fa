-- Whom players block. It is known to them alone.

create table block (
    player uuid not null references player on delete cascade,
    blocked uuid not null references player on delete cascade,
    made_at bigint not null,
    primary key (player, blocked)
);

create index block_blocked on block (blocked);

comment on table block is 'Who blocks whom: the blocked one is not seated at tables of the player, and does not invite them.';

grant select, insert, delete on block to parlour_service;
