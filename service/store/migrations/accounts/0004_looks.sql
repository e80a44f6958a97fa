-- A look may be at what is of no table, such as hints about many games.

alter table look alter column table_id drop not null, alter column version drop not null;

comment on table look is 'Each time somebody saw what a player in their place could not have seen. Append-only.';

comment on column look.table_id is 'The table; null: what they saw is of none.';

comment on column look.version is 'The version of the table when they asked; null: there is no table.';
