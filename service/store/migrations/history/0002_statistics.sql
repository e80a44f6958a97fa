-- Statistics, ratings and hints: projections of the games, each with builds as they have.

create table dealing (
    build integer not null,
    number bigint not null,
    giver smallint not null,
    taker smallint not null,
    occasion text not null,
    chances integer not null,
    given integer not null,
    primary key (build, number, giver, taker, occasion)
);

comment on table dealing is 'What seats of a game could have given each other, and did: hints are made of it. Derived from the log.';

create table player_statistics (
    build integer not null,
    player uuid not null,
    game text not null,
    played bigint not null,
    won bigint not null,
    drawn bigint not null,
    lost bigint not null,
    aborted bigint not null,
    points bigint not null,
    streak bigint not null,
    longest_streak bigint not null,
    moves bigint not null,
    move_ms bigint not null,
    lapses bigint not null,
    last_number bigint not null,
    last_at bigint not null,
    primary key (build, player, game)
);

comment on table player_statistics is 'What players have done in games that strangers may read, with cards that nobody chose.';

create table played (
    build integer not null,
    player uuid not null,
    number bigint not null,
    primary key (build, player, number)
);

comment on table played is 'The games of each player whose record strangers may read.';

create table meeting (
    build integer not null,
    player uuid not null,
    other uuid not null,
    game text not null,
    met bigint not null,
    together bigint not null,
    before bigint not null,
    level bigint not null,
    behind bigint not null,
    primary key (build, player, game, other)
);

create index meeting_most on meeting (build, player, game, met desc, other);

comment on table meeting is 'How people have fared with others in such games that were finished.';

create table option_statistics (
    build integer not null,
    game text not null,
    options text not null,
    played bigint not null,
    aborted bigint not null,
    drawn bigint not null,
    first_won bigint not null,
    seats bigint not null,
    points bigint not null,
    moves bigint not null,
    move_ms bigint not null,
    lapses bigint not null,
    duration_ms bigint not null,
    primary key (build, game, options)
);

create index option_most on option_statistics (build, game, played desc, options);

comment on table option_statistics is 'How such games went, by their options.';

create table rating (
    build integer not null,
    player uuid not null,
    game text not null,
    kind text not null,
    games bigint not null,
    mu double precision not null,
    sigma double precision not null,
    score bigint,
    bands json not null,
    standing double precision not null,
    provisional boolean not null,
    primary key (build, player, game)
);

create index rating_board on rating (build, game, kind, provisional, standing desc, player);

comment on table rating is 'How strong players are, and how sure that is; of games without opponents their joint scores.';

create table rating_change (
    build integer not null,
    number bigint not null,
    table_id uuid not null,
    player uuid not null,
    game text not null,
    games bigint not null,
    mu_before double precision not null,
    sigma_before double precision not null,
    mu double precision not null,
    sigma double precision not null,
    primary key (build, number, player)
);

comment on table rating_change is 'Each change of a rating, and the game that caused it.';

create table hint_giving (
    build integer not null,
    giver uuid not null,
    taker uuid not null,
    game text not null,
    seats integer not null,
    occasion text not null,
    games bigint not null,
    chances bigint not null,
    given bigint not null,
    surprise double precision not null,
    tables uuid[] not null,
    primary key (build, giver, taker, game, seats, occasion)
);

create index hint_giving_most on hint_giving (build, surprise desc) where surprise > 0;

comment on table hint_giving is 'What people gave each other, and how surprising that is. For operators alone; it accuses nobody.';

create table hint_pace (
    build integer not null,
    player uuid not null,
    game text not null,
    games bigint not null,
    decisions bigint not null,
    quick bigint not null,
    lengths bigint[] not null,
    quick_surprise double precision not null,
    alike_surprise double precision not null,
    tables uuid[] not null,
    surprise double precision not null,
    primary key (build, player, game)
);

create index hint_pace_most on hint_pace (build, surprise desc) where surprise > 0;

comment on table hint_pace is 'How fast people decide, and how surprising that is. For operators alone; it accuses nobody.';

create table hint_usual (
    build integer not null,
    game text not null,
    seats integer not null,
    measure text not null,
    examined bigint not null,
    chances bigint not null,
    given bigint not null,
    primary key (build, game, seats, measure)
);

comment on table hint_usual is 'What is usual: of all people together.';

grant select, insert, update, delete on
    player_statistics, meeting, option_statistics, rating, hint_giving, hint_pace, hint_usual
to parlour_service;

grant select, insert, delete on dealing, played, rating_change to parlour_service;
