-- Once, as a superuser of PostgreSQL 15 or newer, with passwords of your own. One role owns the tables; the app runs as the
-- other one, which can alter none of them and can only add to the audit. Then, now and with every release, and with
-- DATA_KEPT_DAYS where history is not to be kept for 30 days after the app was removed from a workspace:
--   DATABASE_URL=postgres://signalbox_owner:…@…/signalbox npm run migrate -- --grant-to signalbox
create role signalbox_owner login password 'the owner''s password';
create role signalbox login password 'the app''s password';
create database signalbox owner signalbox_owner;
revoke connect on database signalbox from public;
grant connect on database signalbox to signalbox;
