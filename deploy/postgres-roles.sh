#!/bin/sh
# Run once by the container, on an empty volume, as the superuser.
#
# parlour_owner    what the service logs in as: owns the tables, migrates them, and takes on parlour_service to serve
# parlour_service  may read, and may append to the log; neither change nor delete events
# parlour_analyst  may read the history of finished games; grant it to those who ask about it
set -eu
psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --set password="$PARLOUR_POSTGRES_PASSWORD" \
	--username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
create role parlour_service nologin;
create role parlour_analyst nologin;
create role parlour_owner login password :'password' in role parlour_service;
alter database parlour owner to parlour_owner;
SQL
