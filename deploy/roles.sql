-- Once, as a superuser, with a psql of PostgreSQL 15 or newer:
--   OWNER_PASSWORD=… APP_PASSWORD=… psql --set=ON_ERROR_STOP=1 --file=deploy/roles.sql …
-- The owner has the tables. The app runs as the other role, which can add to the audit and to the
-- settings, and can change or delete nothing there. `operate.ts schema` grants it what it needs.
\getenv owner_password OWNER_PASSWORD
\getenv app_password APP_PASSWORD
create role signalbox_owner login password :'owner_password';
create role signalbox_app login password :'app_password';
create database signalbox owner signalbox_owner;
revoke all on database signalbox from public;
grant connect on database signalbox to signalbox_app;
