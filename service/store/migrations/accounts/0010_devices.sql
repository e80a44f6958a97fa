-- Requests of devices without a browser (RFC 8628): a person types a short code on another one, and decides there.

create table device_request (
    hash bytea primary key check (octet_length(hash) = 32),
    user_code bytea not null unique check (octet_length(user_code) = 32),
    app text not null,
    scopes text[] not null,
    ends_at bigint not null,
    polled_at bigint not null,
    pause bigint not null,
    decided text check (decided in ('agreed', 'refused')),
    player uuid references player on delete cascade,
    agreed_with bytea check (octet_length(agreed_with) = 32),
    role text,
    granted text[],
    expires_at bigint
);

create index device_request_player on device_request (player);

create index device_request_ends_at on device_request (ends_at);

comment on table device_request is 'What devices ask players for, by codes as SHA-256 only. It is deleted when the device has its token.';

comment on column device_request.app is 'The app; one that is built in has no row of its own.';

comment on column device_request.pause is 'How many ms the device has to wait from one question to the next.';

comment on column device_request.expires_at is 'When the token becomes worthless that was agreed to.';

grant select, insert, update, delete on device_request to parlour_service;
