-- Webhooks: where players are told what happens, the messages for them, and how far the log has been read for that.
--
-- Messages are made in the transaction that moves a place on. Whoever changes messages locks their webhook first, so what
-- is due is never miscounted.

do $$
begin
    execute format('grant usage on schema %I to parlour_service', current_schema());
end
$$;

create table webhook (
    id uuid primary key,
    player uuid not null,
    name text not null,
    url text not null,
    kinds text[] not null,
    every boolean not null,
    salt bytea not null check (octet_length(salt) = 16),
    old_salt bytea check (octet_length(old_salt) = 16),
    old_until bigint,
    created_at bigint not null,
    disabled_at bigint,
    why text check (why in ('owner', 'gone', 'failing')),
    failing_since bigint,
    failures integer not null default 0,
    strained boolean not null default true,
    last_number bigint not null default 0,
    next_due bigint,
    paused_until bigint not null default 0,
    busy_until bigint not null default 0,
    check ((old_salt is null) = (old_until is null)),
    check ((disabled_at is null) = (why is null))
);

create index webhook_player on webhook (player, created_at);

create index webhook_every on webhook (id) where every and disabled_at is null;

create index webhook_enabled on webhook (id) where disabled_at is null;

create index webhook_due on webhook (strained, next_due) where next_due is not null and disabled_at is null;

comment on table webhook is 'Addresses at which players are told what happens.';

comment on column webhook.every is 'Whether it is told of all public tables and all tournaments, for an operator.';

comment on column webhook.salt is 'What its secret is made of, with a secret of the service, which is not here.';

comment on column webhook.strained is 'Whether its last answer was none, or late; a new one is, too.';

comment on column webhook.next_due is 'When its next message is due; null: none waits.';

comment on column webhook.busy_until is 'Until when the process that has taken it sends, unless it dies.';

create table message (
    id uuid primary key,
    webhook uuid not null references webhook on delete cascade,
    number bigint not null,
    kind text not null,
    at bigint not null,
    about jsonb not null,
    state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed', 'dropped')),
    due bigint not null,
    tries integer not null default 0,
    attempts jsonb not null default '[]',
    ended_at bigint,
    unique (webhook, number),
    check ((ended_at is null) = (state = 'waiting'))
);

create index message_waiting on message (webhook, due) where state = 'waiting';

create index message_oldest on message (at) where state = 'waiting';

create index message_ended on message (ended_at) where ended_at is not null;

comment on table message is 'What is sent to webhooks: the newest thousand of each.';

create table place (
    lane integer primary key,
    position bigint not null
);

comment on table place is 'Up to which position messages have been made of each lane of the log.';

create table leader (
    one boolean primary key default true check (one),
    process uuid not null,
    until bigint not null
);

comment on table leader is 'Which process follows the log, until when.';

grant select, insert, update, delete on webhook, message, place, leader to parlour_service;

grant select on migration to parlour_service;

-- Keep a new webhook, unless its player has as many as they may.

create function add_webhook(
    new_id uuid, owner uuid, name text, url text, kinds text[], every boolean, salt bytea, at bigint, most integer
) returns boolean language plpgsql
set search_path from current
set enable_seqscan = off
as $$
begin
    perform pg_advisory_xact_lock(hashtextextended('parlour webhooks of ' || owner::text, 0));
    if (select count(*) from webhook where webhook.player = owner) >= most then
        return false;
    end if;
    insert into webhook (id, player, name, url, kinds, every, salt, created_at)
    values (new_id, owner, add_webhook.name, add_webhook.url, add_webhook.kinds, add_webhook.every, add_webhook.salt, at);
    return true;
end
$$;

-- Make a message, unless there is one of this id, or its webhook is disabled. The oldest ones make room.

create function make_message(
    new_id uuid, of_webhook uuid, new_kind text, happened_at bigint, new_about jsonb, new_due bigint, most integer
) returns void language plpgsql
set search_path from current
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
declare
    last bigint;
begin
    if exists (select from message where message.id = new_id) then
        return;
    end if;
    update webhook
    set last_number = last_number + 1,
        next_due = least(coalesce(next_due, greatest(new_due, paused_until)), greatest(new_due, paused_until))
    where webhook.id = of_webhook and disabled_at is null returning last_number into last;
    if not found then
        return;
    end if;
    insert into message (id, webhook, number, kind, at, about, due)
    values (new_id, of_webhook, last, new_kind, happened_at, new_about, new_due);
    delete from message where message.webhook = of_webhook and message.number <= last - most;
end
$$;

-- Move a lane on from its place, and make messages. Returns false, and does nothing, if it stands elsewhere.

create function advance(
    of_lane integer, from_place bigint, to_position bigint, ids uuid[], webhooks uuid[], kinds text[], times bigint[],
    abouts jsonb[], at bigint, most integer
) returns boolean language plpgsql
set search_path from current
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
begin
    update place set position = to_position where place.lane = of_lane and place.position = from_place;
    if not found then
        return false;
    end if;
    perform make_message(one.id, one.webhook, one.kind, one.happened, one.about, at, most)
    from unnest(ids, webhooks, kinds, times, abouts) with ordinality as one (id, webhook, kind, happened, about, number)
    order by one.webhook, one.number;
    return true;
end
$$;

-- Note an attempt, and what it means for its message and its webhook.

create function note_attempt(
    of_webhook uuid, of_message uuid, attempt jsonb, most integer, new_state text, new_due bigint, noted_at bigint,
    new_strained boolean, new_failing_since bigint, new_failures integer, new_paused_until bigint, new_why text,
    recovered boolean
) returns void language plpgsql
set search_path from current
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
begin
    perform from webhook where webhook.id = of_webhook for update;
    update message
    set state = new_state, due = new_due, tries = tries + 1,
        ended_at = case when new_state <> 'waiting' then noted_at end,
        attempts = case
            when jsonb_array_length(attempts) >= most then attempts - 0 else attempts
        end || jsonb_build_array(attempt)
    where message.id = of_message and message.state = 'waiting';
    update webhook
    set strained = new_strained, failing_since = new_failing_since, failures = new_failures,
        paused_until = new_paused_until
    where webhook.id = of_webhook and disabled_at is null;
    if new_why is not null then
        perform disable(of_webhook, noted_at, new_why);
    elsif recovered then
        update message set due = noted_at
        where message.webhook = of_webhook and message.state = 'waiting' and message.due > noted_at;
    end if;
end
$$;

-- Tell a webhook nothing any more.

create function disable(of_webhook uuid, noted_at bigint, new_why text) returns void language plpgsql
set search_path from current
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
begin
    update webhook set disabled_at = noted_at, why = new_why, next_due = null
    where webhook.id = of_webhook and disabled_at is null;
    if found then
        update message set state = 'dropped', ended_at = noted_at
        where message.webhook = of_webhook and message.state = 'waiting';
    end if;
end
$$;

-- Send a message again, however it has ended.

create function send_again(of_webhook uuid, of_message uuid, new_due bigint) returns void language plpgsql
set search_path from current
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
begin
    update webhook set next_due = least(coalesce(next_due, new_due), new_due), paused_until = 0
    where webhook.id = of_webhook and disabled_at is null;
    if found then
        update message set state = 'waiting', due = new_due, tries = 0, ended_at = null
        where message.id = of_message and message.webhook = of_webhook;
    end if;
end
$$;

-- Let everybody take a webhook again when its next message is due. What is made meanwhile waits for the lock, or is seen.

create function release(of_webhook uuid) returns void language plpgsql
set search_path from current
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
begin
    perform from webhook where webhook.id = of_webhook for update;
    update webhook set busy_until = 0, next_due = (
        select greatest(min(message.due), webhook.paused_until)
        from message where message.webhook = of_webhook and message.state = 'waiting' having count(*) > 0
    )
    where webhook.id = of_webhook;
end
$$;
