-- Which tables are private, which games change ratings, and where refusals were counted.

comment on column games.visibility is '`public`, or `private`: the lobby did not show it to strangers. Tables of tournaments are private, and their records are for all.';
comment on column games.rated is 'Whether the game counts: it was finished, is no fork, nobody chose its cards or could take a move back. One whose record is not for all changes no rating all the same.';
comment on view refusals is 'How many moves were refused, a day, a game and a code, at all tables; they are not in the log.';
