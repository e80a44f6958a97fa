-- What is taken back is no move of the history; analysts read so.

comment on column games.moves is 'The number of moves, with those made when a time limit was over, without those taken back.';

comment on column games.rated is 'Whether the game counts: it was finished, is no fork, nobody chose its cards or could take a move back.';

comment on column seats.moves is 'The moves that whoever played there has made, without those taken back.';
