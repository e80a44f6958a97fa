-- What the columns say that could be read wrongly.

comment on column seats.player is 'Whose seat it was at the end; null: it was free.';
comment on column decisions.player is 'Whose seat it was then; null: it was free.';
comment on view tournaments is 'Tournaments that are over.';
comment on column tournaments.status is 'How it ended: `finished` or `cancelled`.';
comment on column tournaments.rounds is 'The number of rounds that were begun.';
comment on column tournaments.finished_at is 'When it ended; it is never null.';
