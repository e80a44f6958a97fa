-- Players are looked up by how their name begins, in small and capital letters of A to Z alike.

create index player_name on player (lower(name collate "C"), id);
