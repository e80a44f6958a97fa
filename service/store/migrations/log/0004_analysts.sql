-- What analysts may ask. `security_barrier`: a condition of theirs must not see a row before these views have let it pass.

create view table_summary with (security_barrier) as
select
    table_id,
    lobby.game,
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
join lobby using (lane, table_id)
join seal using (lane, table_id)
join event as last using (lane, table_id, version);

comment on view table_summary is 'Finished games whose record is open, a row each. One is missing while another table plays with the same deck.';

comment on column table_summary.table_id is 'The id of the table.';

comment on column table_summary.game is 'Which game was played, by its id in the catalogue.';

comment on column table_summary.rules_version is 'The version of the rules that it was played by.';

comment on column table_summary.visibility is 'public or private: whether strangers could watch.';

comment on column table_summary.options is 'The options that it was played with.';

comment on column table_summary.creator is 'The table''s creator.';

comment on column table_summary.players is 'Who sat on each seat; players[1] had seat 0.';

comment on column table_summary.decks_given is 'For how many deals an operator had given the deck.';

comment on column table_summary.created_at is 'When the table was opened.';

comment on column table_summary.started_at is 'When the game began.';

comment on column table_summary.finished_at is 'When the game ended.';

comment on column table_summary.events is 'How many events its stream has.';

comment on column table_summary.finish is 'Its last event, which tells the result.';

comment on column table_summary.hash is 'The last link of its chain of hashes.';

comment on column table_summary.key_id is 'The key that signed the last link.';

comment on column table_summary.signature is 'The signature of the last link (Ed25519).';

create view table_event with (security_barrier) as
select
    table_id,
    lobby.game,
    event.version,
    event.step,
    event.type,
    event.seat,
    lobby.seats[event.seat + 1] as player,
    to_timestamp(event.at / 1000.0) as at,
    event.command,
    event.event,
    encode(event.key, 'hex') as key,
    event.hash
from open_record
join lobby using (lane, table_id)
join event using (lane, table_id);

comment on view table_event is 'Every event, secrets included, of the finished games whose record is open.';

comment on column table_event.table_id is 'The id of the table.';

comment on column table_event.game is 'Which game was played, by its id in the catalogue.';

comment on column table_event.version is 'The place of the event at its table: 1, 2, 3, …';

comment on column table_event.step is 'The version of the first event of the same command: events with one step happened together.';

comment on column table_event.type is 'What happened.';

comment on column table_event.seat is 'The seat that acted, from 0; null: the table, or the clock.';

comment on column table_event.player is 'Who sat on that seat at the end.';

comment on column table_event.at is 'When it happened.';

comment on column table_event.command is 'On the first event of a step: the command that was executed.';

comment on column table_event.event is 'The event with all its fields; they are described with the game.';

comment on column table_event.key is 'The id of the client''s command, if it had sent an idempotency key (hexadecimal).';

comment on column table_event.hash is 'The link of the table''s chain of hashes over this event.';

grant select on table_summary, table_event to parlour_analyst;
