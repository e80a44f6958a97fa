-- Who may direct a tournament beside who has announced it, to be found when they are forgotten. It is noted before they are
-- appointed, and stays: whether somebody does direct a tournament, its events say.

create table director (
    lane smallint not null,
    tournament_id uuid not null,
    person uuid not null,
    primary key (person, lane, tournament_id)
);

comment on table director is 'Who was to direct which tournament, beside who has announced it.';

comment on column director.person is 'Who was to be appointed, once at least.';

grant select, insert on director to parlour_service;
