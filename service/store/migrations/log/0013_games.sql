-- A question for one game has to be answered from the index that has the games in it, however seldom it is played. What
-- Postgres finds in a sample does not say so where nearly all tables are of one game: it may not even see another one.

alter table lobby alter column game set (n_distinct = 8);

alter table lobby_player alter column game set (n_distinct = 8);

alter table tournament alter column game set (n_distinct = 8);
