-- How many tables of a player go on is asked whenever they open another one.

create index lobby_creator on lobby (creator) where finished_at is null;
