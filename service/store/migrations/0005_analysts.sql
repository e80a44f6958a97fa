-- What analysts may ask. `security_barrier`: a condition of theirs must not see a row before these views have let it pass.

create view game_summary with (security_barrier) as
select
    game,
    lobby.rules,
    lobby.rules_version,
    lobby.visibility,
    lobby.options,
    lobby.creator,
    lobby.seats as players,
    cardinality(lobby.decks) as decks_given,
    to_timestamp(lobby.created_at / 1000.0) as created_at,
    to_timestamp(lobby.started_at / 1000.0) as started_at,
    to_timestamp(lobby.finished_at / 1000.0) as finished_at,
    seal.version as events,
    last.event as finish,
    seal.hash,
    seal.key_id,
    seal.signature
from open_record
join lobby using (lane, game)
join seal using (lane, game)
join event as last using (lane, game, version);

comment on view game_summary is 'Finished games whose record is open, a row each. A game is missing while another is played with the same deck.';
comment on column game_summary.game is 'The id of the game.';
comment on column game_summary.rules is 'Which game was played, by its id in the catalogue.';
comment on column game_summary.rules_version is 'The version of the rules that it was played by.';
comment on column game_summary.visibility is 'public or private: whether strangers could watch.';
comment on column game_summary.options is 'The options that it was played with.';
comment on column game_summary.creator is 'The player who opened the table.';
comment on column game_summary.players is 'Who sat on each seat; players[1] had seat 0.';
comment on column game_summary.decks_given is 'For how many deals an operator had given the deck.';
comment on column game_summary.created_at is 'When the table was opened.';
comment on column game_summary.started_at is 'When the game began.';
comment on column game_summary.finished_at is 'When the game ended.';
comment on column game_summary.events is 'How many events its stream has.';
comment on column game_summary.finish is 'Its last event, which tells the result.';
comment on column game_summary.hash is 'The last link of its chain of hashes.';
comment on column game_summary.key_id is 'The key that signed the last link.';
comment on column game_summary.signature is 'The signature of the last link (Ed25519).';

create view game_event with (security_barrier) as
select
    game,
    lobby.rules,
    event.version,
    event.step,
    event.type,
    event.seat,
    lobby.seats[event.seat + 1] as player,
    to_timestamp(event.at / 1000.0) as at,
    event.move,
    event.event,
    encode(event.command, 'hex') as command,
    event.hash
from open_record
join lobby using (lane, game)
join event using (lane, game);

comment on view game_event is 'Every event, secrets included, of the finished games whose record is open.';
comment on column game_event.game is 'The id of the game.';
comment on column game_event.rules is 'Which game was played, by its id in the catalogue.';
comment on column game_event.version is 'The place of the event in its game: 1, 2, 3, …';
comment on column game_event.step is 'The version of the first event of the same command: events with one step happened together.';
comment on column game_event.type is 'What happened.';
comment on column game_event.seat is 'The seat that acted, from 0; null: the table, or the clock.';
comment on column game_event.player is 'Who sat on that seat at the end.';
comment on column game_event.at is 'When it happened.';
comment on column game_event.move is 'On the first event of a move: the move as it was made.';
comment on column game_event.event is 'The event with all its fields; they are described with the game.';
comment on column game_event.command is 'The id of the client''s command, if it had sent an idempotency key (hexadecimal).';
comment on column game_event.hash is 'The link of the game''s chain of hashes over this event.';

grant select on game_summary, game_event to parlour_analyst;
