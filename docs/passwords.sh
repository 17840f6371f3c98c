#!/bin/sh
# When the database of compose.yml is made: the two roles of roles.sql get the passwords that its environment holds.
set -eu
psql --set=ON_ERROR_STOP=1 --username=postgres --dbname=signalbox \
  --set=owner="$OWNER_PASSWORD" --set=app="$APP_PASSWORD" <<'SQL'
alter role signalbox_owner password :'owner';
alter role signalbox password :'app';
SQL
