-- A token may have a name, a choice of scopes and an end, and tells by the hour when it was used last.

alter table token
    add column label text not null default '',
    add column scopes text[],
    add column expires_at bigint,
    add column used_at bigint;

comment on column token.label is 'What its player calls it.';

comment on column token.scopes is 'What it may do; null: all that its role may.';

comment on column token.expires_at is 'When it becomes worthless; null: never by itself.';

comment on column token.used_at is 'The hour in which it was used last, of those that are known.';
