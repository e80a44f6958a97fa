-- Roles belong to the whole cluster, so they may be there already. Nobody logs in as one of these two: the service takes
-- on parlour_service when it has connected; parlour_analyst is granted to those who may ask about history.

do $$
declare
    wanted text;
    since_16 boolean := current_setting('server_version_num')::integer >= 160000;  -- before, every member could set it
begin
    foreach wanted in array array['parlour_service', 'parlour_analyst'] loop
        begin
            if to_regrole(wanted) is null then
                execute format('create role %I nologin', wanted);
            end if;
        exception
            when duplicate_object or unique_violation then
                null;  -- made at this moment for another database of the cluster
            when insufficient_privilege then
                raise insufficient_privilege using
                    message = format('the role %I is missing, and %I may not create roles', wanted, current_user),
                    hint = format('Grant CREATEROLE to %1$I, or let an administrator run: create role parlour_service;'
                        ' create role parlour_analyst; grant parlour_service to %1$I;', current_user);
        end;
    end loop;
    if not pg_has_role('parlour_service', case when since_16 then 'set' else 'member' end) then
        execute format('grant parlour_service to %I', current_user);
    end if;
exception
    when insufficient_privilege then
        if to_regrole('parlour_service') is null or to_regrole('parlour_analyst') is null then
            raise;
        end if;  -- the roles are there, but not for this user: the service then works under his own name
end
$$;

do $$
begin
    execute format('grant usage on schema %I to parlour_service, parlour_analyst', current_schema());
end
$$;
