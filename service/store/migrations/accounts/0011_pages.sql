-- What the pages of players show; everything, until they decide.

alter table player add column shows text[] not null default '{since,statistics,tables}';

comment on column player.shows is 'What others see on the page of the player, apart from the name: since, statistics, tables.';
