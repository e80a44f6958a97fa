-- The history for analysts: which records have opened, in which order, and what is derived of each of these games.

do $$
begin
    execute format('grant usage on schema %I to parlour_service, parlour_analyst', current_schema());
end
$$;

-- The ledger of openings. It is no projection: a cursor of a reader is a number of it, and stays good for years.

create table opening (
    number bigint primary key check (number >= 1),
    table_id uuid not null unique,
    opened_at bigint not null
);

comment on table opening is 'The games whose record has opened, numbered in that order without a hole. Append-only.';

create function refuse_change() returns trigger language plpgsql as $$
begin
    raise exception '% is append-only: % is refused', tg_table_name, tg_op using errcode = 'integrity_constraint_violation';
end
$$;

create trigger append_only before update or delete or truncate on opening execute function refuse_change();

alter table opening enable always trigger append_only;

create table ledger_epoch (
    epoch integer primary key,
    id text not null,
    number bigint not null
);

comment on table ledger_epoch is 'The epochs of the log, each with the number of the last opening when it began: later ones of the epoch before are lost.';

create trigger append_only before update or delete or truncate on ledger_epoch execute function refuse_change();

alter table ledger_epoch enable always trigger append_only;

create table lane_cursor (
    lane smallint primary key check (lane between 0 and 63),
    position bigint not null default 0
);

comment on table lane_cursor is 'Up to which position of each lane games that are over have been looked for. Who adds openings holds the lock of lane 0.';

insert into lane_cursor (lane) select generate_series(0, 63);

create table waiting (
    table_id uuid primary key,
    looked_at bigint not null default 0
);

create index waiting_turn on waiting (looked_at, table_id);

comment on table waiting is 'Games that are over, and whose record is not open yet: other tables still play their cards.';

-- Projections of the ledger. Each has builds: one is served, and another one may be made beside it.

create table projection (
    name text not null,
    build integer not null check (build >= 1),
    number bigint not null default 0,
    served boolean not null,
    primary key (name, build)
);

create unique index projection_served on projection (name) where served;

comment on table projection is 'What is derived of the openings: up to which number, and which build of it is served.';

create function served(wanted text) returns integer language sql stable parallel safe security definer
set search_path from current
as $$ select build from projection where name = wanted and served $$;

comment on function served is 'The build of a projection that is served.';

create table game (
    build integer not null,
    number bigint not null,
    table_id uuid not null,
    game text not null,
    rules_version text not null,
    status text not null,
    reason text not null,
    options jsonb not null,
    seats integer not null,
    people integer not null,
    house integer not null,
    visibility text not null,
    created_at bigint not null,
    started_at bigint,
    finished_at bigint not null,
    opened_at bigint not null,
    duration_ms bigint,
    events integer not null,
    moves integer not null,
    deals integer not null,
    deal_kind text not null,
    fork_of uuid,
    tournament_id uuid,
    round integer,
    rated boolean not null,
    winners jsonb not null,
    score bigint,
    band text,
    hash text not null,
    for_all boolean not null,
    concerned uuid[] not null,
    primary key (build, number)
);

create index game_table on game (table_id, build);

comment on table game is 'A row for each opening: the game. Derived from the log.';

comment on column game.for_all is 'Whether strangers may see the record; else only those who are concerned.';

create table seat (
    build integer not null,
    number bigint not null,
    table_id uuid not null,
    game text not null,
    seat smallint not null,
    player uuid,
    kind text not null,
    team integer,
    place integer,
    outcome text not null,
    points bigint,
    moves integer not null,
    lapses integer not null,
    decisions integer not null,
    decision_ms bigint not null,
    first boolean not null,
    primary key (build, number, seat)
);

create index seat_player on seat (player, build, number);

comment on table seat is 'The seats of these games. Derived from the log.';

create table decision (
    build integer not null,
    number bigint not null,
    table_id uuid not null,
    game text not null,
    version integer not null,
    made_version integer not null,
    seat smallint not null,
    player uuid,
    kind text not null,
    phase text not null,
    deal integer not null,
    grade text,
    offered integer,
    offered_types jsonb not null,
    move_type text,
    move jsonb,
    asked_at bigint not null,
    took_ms bigint not null,
    lapsed boolean not null,
    primary key (build, number, made_version)
);

comment on table decision is 'The decisions of the seats of these games. Derived from the log.';

create table underived (
    build integer not null,
    number bigint not null,
    table_id uuid not null,
    why text not null,
    primary key (build, number)
);

comment on table underived is 'Openings of which nothing could be derived, and why not. A rebuild tries again.';

create table refusal (
    day date not null,
    game text not null,
    code text not null,
    count bigint not null,
    primary key (day, game, code)
);

comment on table refusal is 'How many moves were refused. They are not in the log: each process counts them and adds them here.';

grant select on opening, ledger_epoch, lane_cursor, waiting, projection, game, seat, decision, underived, refusal, migration to parlour_service;

grant insert on opening, ledger_epoch, waiting, projection, game, seat, decision, underived, refusal to parlour_service;

grant update on lane_cursor, waiting, projection, refusal to parlour_service;

grant delete on waiting, projection, game, seat, decision, underived to parlour_service;

-- What analysts may ask: the columns are those of exports. A game whose cards are played again is missing meanwhile.

create view games with (security_barrier) as
select
    entry.number,
    entry.table_id,
    entry.game,
    entry.rules_version,
    entry.status,
    entry.reason,
    entry.options,
    entry.seats,
    entry.people,
    entry.house,
    entry.visibility,
    to_timestamp(entry.created_at / 1000.0) as created_at,
    to_timestamp(entry.started_at / 1000.0) as started_at,
    to_timestamp(entry.finished_at / 1000.0) as finished_at,
    to_timestamp(entry.opened_at / 1000.0) as opened_at,
    entry.duration_ms,
    entry.events,
    entry.moves,
    entry.deals,
    entry.deal_kind,
    entry.fork_of,
    entry.tournament_id,
    entry.round,
    entry.rated,
    entry.winners,
    entry.score,
    entry.band,
    entry.hash
from game as entry
where entry.build = served('games')
    and (entry.deal_kind = 'drawn' or exists (
        select from parlour.open_record as known
        where known.lane = parlour.lane_of(entry.table_id) and known.table_id = entry.table_id
    ));

comment on view games is 'Games whose record is open, in the order in which the records opened.';

comment on column games.number is 'The place of the game in the order in which records have opened, from 1.';

comment on column games.table_id is 'The table at which the game was played.';

comment on column games.game is 'The id of the game in the catalogue.';

comment on column games.rules_version is 'The version of the rules by which it was played.';

comment on column games.status is '`finished`, or `aborted`: it ended without a result.';

comment on column games.reason is 'How it ended: of an aborted game why; of a finished one why its last deal ended, or `played_out` where a game has one way to end.';

comment on column games.options is 'The options of the game, with all defaults.';

comment on column games.seats is 'The number of seats.';

comment on column games.people is 'The number of seats on which a person has played, if only for a while.';

comment on column games.house is 'The number of seats on which only house players have played.';

comment on column games.visibility is '`public`, or `private`: the lobby did not show it to strangers.';

comment on column games.created_at is 'When the table was opened for players.';

comment on column games.started_at is 'When the game began; null: it was aborted before.';

comment on column games.finished_at is 'When the game ended.';

comment on column games.opened_at is 'When the service found that its record was open.';

comment on column games.duration_ms is 'From its beginning to its end; null: it never began.';

comment on column games.events is 'The number of events up to its end.';

comment on column games.moves is 'The number of moves, those included that were made when a time limit was over.';

comment on column games.deals is 'The number of its last deal.';

comment on column games.deal_kind is '`drawn`: by the service, for this table alone; `shared`: drawn for several tables; `given`: somebody chose the cards, or had seen them before, as in a fork.';

comment on column games.fork_of is 'The table from whose game this one went on; null: it is no fork.';

comment on column games.tournament_id is 'The tournament of the table; null: none.';

comment on column games.round is 'The round of the tournament; null: there is no tournament.';

comment on column games.rated is 'Whether the game counts: it was finished, is no fork, and nobody chose its cards.';

comment on column games.winners is 'The seats that have won, as a list; several share a win.';

comment on column games.score is 'The joint score of a game in which all play together; null in all others.';

comment on column games.band is 'How well such a game went, in the words of its rules; null in all others.';

comment on column games.hash is 'The last link of its chain of hashes, which is signed, hexadecimal.';

create view seats with (security_barrier) as
select
    entry.number,
    entry.table_id,
    entry.game,
    entry.seat,
    entry.player,
    entry.kind,
    entry.team,
    entry.place,
    entry.outcome,
    entry.points,
    entry.moves,
    entry.lapses,
    entry.decisions,
    entry.decision_ms,
    entry.first
from games
join seat as entry using (number)
where entry.build = served('games');

comment on view seats is 'The seats of these games.';

comment on column seats.number is 'The place of the game in the order in which records have opened, from 1.';

comment on column seats.table_id is 'The table at which the game was played.';

comment on column seats.game is 'The id of the game in the catalogue.';

comment on column seats.seat is 'The seat, from 0.';

comment on column seats.player is 'Whose seat it was at the end; null: the game never began.';

comment on column seats.kind is '`person`, `house`, `substituted` (several have played there, people or house players), or `nobody`: the seat was free.';

comment on column seats.team is 'The team, from 0; null: each plays for themselves, or the game was aborted.';

comment on column seats.place is 'The place, from 1; who is level shares the better one.';

comment on column seats.outcome is '`won`, `lost`, `drawn` (nobody has won, or several sides share it), or `none`: it was aborted.';

comment on column seats.points is 'The points of all deals; those of the team where seats are one.';

comment on column seats.moves is 'The moves that whoever played there has made.';

comment on column seats.lapses is 'The decisions whose time ran out, so that a move was made for the seat.';

comment on column seats.decisions is 'Both together.';

comment on column seats.decision_ms is 'The time that all decisions took together.';

comment on column seats.first is 'Whether the seat made the first decision of the game.';

create view decisions with (security_barrier) as
select
    entry.number,
    entry.table_id,
    entry.game,
    entry.version,
    entry.made_version,
    entry.seat,
    entry.player,
    entry.kind,
    entry.phase,
    entry.deal,
    entry.grade,
    entry.offered,
    entry.offered_types,
    entry.move_type,
    entry.move,
    to_timestamp(entry.asked_at / 1000.0) as asked_at,
    entry.took_ms,
    entry.lapsed
from games
join decision as entry using (number)
where entry.build = served('games');

comment on view decisions is 'What each seat could do whenever it decided, what it did, and how long it took.';

comment on column decisions.number is 'The place of the game in the order in which records have opened, from 1.';

comment on column decisions.table_id is 'The table at which the game was played.';

comment on column decisions.game is 'The id of the game in the catalogue.';

comment on column decisions.version is 'The version of the table at which the seat was asked.';

comment on column decisions.made_version is 'The version of the first event of what it did.';

comment on column decisions.seat is 'The seat, from 0.';

comment on column decisions.player is 'Whose seat it was then.';

comment on column decisions.kind is 'Who played there then: `person` or `house`.';

comment on column decisions.phase is 'The phase of the game.';

comment on column decisions.deal is 'The number of the deal, from 1.';

comment on column decisions.grade is 'How moves were offered: `enumerated`, all of them; `factored`, `stepwise` or `submitted`, examples.';

comment on column decisions.offered is 'How many moves were possible; null: only examples of them were listed.';

comment on column decisions.offered_types is 'By type of move, how many of the listed ones were of it.';

comment on column decisions.move_type is 'The type of the move that was made; null: nothing was done.';

comment on column decisions.move is 'The move; after a lapse, that which was made for the seat.';

comment on column decisions.asked_at is 'When the seat was asked.';

comment on column decisions.took_ms is 'How long it took from then.';

comment on column decisions.lapsed is 'Whether the time ran out.';

create view events with (security_barrier) as
select
    games.number,
    games.table_id,
    games.game,
    entry.version,
    entry.step,
    entry.seat,
    entry.player,
    entry.type,
    entry.at as happened_at,
    entry.command,
    entry.event
from games
join parlour.table_event as entry on entry.table_id = games.table_id and entry.version <= games.events;

comment on view events is 'All events of these games up to their end, with the cards that were hidden.';

comment on column events.number is 'The place of the game in the order in which records have opened, from 1.';

comment on column events.table_id is 'The table at which the game was played.';

comment on column events.game is 'The id of the game in the catalogue.';

comment on column events.version is 'The place of the event at its table, from 1.';

comment on column events.step is 'The version of the first event of the same command.';

comment on column events.seat is 'The seat that acted; null: the table, or the clock.';

comment on column events.player is 'Whose seat that was at the end of the game; null: no seat acted.';

comment on column events.type is 'What happened.';

comment on column events.happened_at is 'When it happened.';

comment on column events.command is 'On the first event of a step: what was commanded.';

comment on column events.event is 'The event with all its fields, which are described with the game.';

create view refusals with (security_barrier) as
select
    entry.day,
    entry.game,
    entry.code,
    entry.count
from refusal as entry;

comment on view refusals is 'How many moves were refused, a day, a game and a code; they are not in the log.';

comment on column refusals.day is 'The day, in UTC.';

comment on column refusals.game is 'The id of the game in the catalogue.';

comment on column refusals.code is 'Why the moves were refused.';

comment on column refusals.count is 'How many were.';

create view players with (security_barrier) as
select
    entry.player,
    case when bool_and(entry.kind = 'house') then 'house' else 'person' end as kind,
    min(games.finished_at) as first_game_at,
    count(*) as games
from games
join seat as entry using (number)
where entry.build = served('games') and entry.player is not null
group by entry.player;

comment on view players is 'Who has played these games.';

create view tournaments with (security_barrier) as
select tournament_id, game, format, status, entrants, rounds, announced_at, finished_at from parlour.tournament_summary;

comment on view tournaments is 'Tournaments.';

comment on column players.player is 'The player.';

comment on column players.kind is '`person` or `house`.';

comment on column players.first_game_at is 'When the first of their games ended.';

comment on column players.games is 'The number of their games.';

comment on column tournaments.tournament_id is 'The tournament.';

comment on column tournaments.game is 'The id of the game in the catalogue.';

comment on column tournaments.format is 'How tables are made up.';

comment on column tournaments.status is 'Where it is in its life.';

comment on column tournaments.entrants is 'The number of entrants.';

comment on column tournaments.rounds is 'The number of rounds.';

comment on column tournaments.announced_at is 'When it was announced.';

comment on column tournaments.finished_at is 'When it ended; null: it goes on.';

grant select on games, seats, decisions, events, players, tournaments, refusals to parlour_analyst;
