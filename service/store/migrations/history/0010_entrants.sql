-- Who counts as an entrant of a tournament: whoever has withdrawn in the middle does not, which analysts could not know.

comment on column tournaments.entrants is 'The number of entrants who had not withdrawn when it ended.';
