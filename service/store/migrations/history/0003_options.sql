-- The key of options in an order in which it serves one question only: for the most played ones of a game Postgres has
-- sorted all of them by it.

alter table option_statistics drop constraint option_statistics_pkey, add primary key (options, game, build);
