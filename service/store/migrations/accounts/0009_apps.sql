-- Apps of others that act for players who have agreed to it, and the codes by which they come for their tokens.

create table app (
    id text primary key,
    name text not null,
    redirects text[] not null,
    made_at bigint not null,
    registered boolean not null
);

comment on table app is 'Apps that may ask players whether they may act for them. They have no secrets.';

comment on column app.redirects is 'Where a browser may be sent with the answer.';

comment on column app.registered is 'Whether it has registered itself; else an operator has made it.';

create table authorization_code (
    hash bytea primary key check (octet_length(hash) = 32),
    app text not null references app on delete cascade,
    player uuid not null references player on delete cascade,
    agreed_with bytea not null check (octet_length(agreed_with) = 32),
    role text not null,
    scopes text[] not null,
    expires_at bigint not null,
    redirect text not null,
    challenge text not null,
    ends_at bigint not null
);

create index authorization_code_app on authorization_code (app);

create index authorization_code_player on authorization_code (player);

create index authorization_code_ends_at on authorization_code (ends_at);

comment on table authorization_code is 'Codes (OAuth 2.1), as SHA-256 only; a code is deleted when an app has a token for it.';

comment on column authorization_code.agreed_with is 'The SHA-256 of the token by which the player had signed in.';

comment on column authorization_code.expires_at is 'When the token becomes worthless that it is good for.';

comment on column authorization_code.ends_at is 'When the code itself becomes worthless.';

alter table token
    add column app text,
    add column given_for bytea;

create index token_app on token (app) where app is not null;

create index token_given_for on token (given_for) where given_for is not null;

comment on column token.app is 'The app that it was given to; null: the player themselves.';

comment on column token.given_for is 'The SHA-256 of the code that it was given for: who shows that once more loses the token.';

grant select, insert, update, delete on app, authorization_code to parlour_service;
