#!/bin/sh
# Make one Citus of several PostgreSQL servers, or add servers to it.
#
#     join.sh COORDINATOR WORKER ...       each is HOST or HOST:PORT
#
# Runs as the superuser, whose name and password are the same on all servers: PGUSER, PGPASSWORD, PGDATABASE. It may run again at any
# time, and does so after the service's roles were made: the servers then know how these reach one another, too. The
# roles' password is PARLOUR_POSTGRES_PASSWORD, or that of the superuser.
set -eu
[ $# -ge 2 ] || {
	echo "usage: join.sh COORDINATOR WORKER ..." >&2
	exit 2
}
coordinator=$1

host_of() { echo "${1%%:*}"; }
port_of() { case $1 in *:*) echo "${1##*:}" ;; *) echo 5432 ;; esac; }

ask() { # ask SERVER [NODE]: execute what stands in the standard input
	psql --no-psqlrc --quiet --tuples-only --output=/dev/null --set ON_ERROR_STOP=1 \
		--host "$(host_of "$1")" --port "$(port_of "$1")" \
		--set superuser="$PGUSER" --set password="$PGPASSWORD" \
		--set of_roles="${PARLOUR_POSTGRES_PASSWORD:-$PGPASSWORD}" \
		--set host="$(host_of "${2:-$1}")" --set port="$(port_of "${2:-$1}")"
}

know() { # know SERVER: tell it the passwords of those roles that it has
	ask "$1" <<'SQL'
set client_min_messages = warning;
set citus.enable_ddl_propagation = off;
create extension if not exists citus;
insert into pg_dist_authinfo (nodeid, rolename, authinfo)
select 0, rolname, format('password=%s', case rolname when :'superuser' then :'password' else :'of_roles' end)
from pg_roles where rolname in (:'superuser', 'parlour_owner', 'parlour_service', 'parlour_analyst')
on conflict (rolename, nodeid) do update set authinfo = excluded.authinfo;
SQL
}

for server in "$@"; do
	know "$server"
done
ask "$coordinator" <<'SQL'
select citus_set_coordinator_host(:'host', :port) where not exists (select from pg_dist_node where groupid = 0);
SQL
for server in "$@"; do
	[ "$server" = "$coordinator" ] || ask "$coordinator" "$server" <<'SQL'
select citus_add_node(:'host', :port)
where not exists (select from pg_dist_node where nodename = :'host' and nodeport = :port);
SQL
	know "$server" # with the roles that it has got with that
done
