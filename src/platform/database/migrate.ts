import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { Migrator } from "kysely/migration";
import { up as ground } from "./migrations/0001-ground.ts";
import { up as destinations } from "./migrations/0002-destinations.ts";
import { up as freeze } from "./migrations/0003-freeze.ts";
import { up as slackInstallations } from "./migrations/0004-slack-installations.ts";
import { up as paces } from "./migrations/0005-paces.ts";
import { up as requestsByState } from "./migrations/0006-requests-by-state.ts";
import { up as policyRules } from "./migrations/0007-policy-rules.ts";
import { up as installations } from "./migrations/0008-installations.ts";
import { up as setUp } from "./migrations/0009-set-up.ts";
import { up as appliedSettings } from "./migrations/0010-applied-settings.ts";
import { up as setupLinks } from "./migrations/0011-setup-links.ts";
import { up as reminders } from "./migrations/0012-reminders.ts";
import { up as homesAndQuorums } from "./migrations/0013-homes-and-quorums.ts";
import { up as successions } from "./migrations/0014-successions.ts";
import { up as leavingByTheOwner } from "./migrations/0015-leaving-by-the-owner.ts";
import { up as whoBeginsInstallations } from "./migrations/0016-who-begins-installations.ts";
import { up as railsTold } from "./migrations/0017-rails-told.ts";
import { up as environmentTold } from "./migrations/0018-environment-told.ts";
import { up as slackAnswers } from "./migrations/0019-slack-answers.ts";
import { up as notices } from "./migrations/0021-notices.ts";
import { up as acknowledgedClicks } from "./migrations/0024-acknowledged-clicks.ts";
import { up as restoredAt } from "./migrations/0025-restored-at.ts";
import type { Db } from "./schema.ts";

/** In order, and for ever: a released migration is never edited, only followed by another. */
const MIGRATIONS: Record<string, Migration> = {
  "0001-ground": { up: ground },
  "0002-destinations": { up: destinations },
  "0003-freeze": { up: freeze },
  "0004-slack-installations": { up: slackInstallations },
  "0005-paces": { up: paces },
  "0006-requests-by-state": { up: requestsByState },
  "0007-policy-rules": { up: policyRules },
  "0008-installations": { up: installations },
  "0009-set-up": { up: setUp },
  "0010-applied-settings": { up: appliedSettings },
  "0011-setup-links": { up: setupLinks },
  "0012-reminders": { up: reminders },
  "0013-homes-and-quorums": { up: homesAndQuorums },
  "0014-successions": { up: successions },
  "0015-leaving-by-the-owner": { up: leavingByTheOwner },
  "0016-who-begins-installations": { up: whoBeginsInstallations },
  "0017-rails-told": { up: railsTold },
  "0018-environment-told": { up: environmentTold },
  "0019-slack-answers": { up: slackAnswers },
  "0021-notices": { up: notices },
  "0024-acknowledged-clicks": { up: acknowledgedClicks },
  "0025-restored-at": { up: restoredAt },
};

/**
 * Brings the tables up to date, under the database's own lock: several processes may start at once. Returns the names of
 * the migrations that this call has applied.
 */
export async function migrate(db: Db): Promise<string[]> {
  const migrations = { ...MIGRATIONS, ...(await appliedByLaterReleases(db)) };
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error) throw error;
  return results.map(({ migrationName }) => migrationName);
}

/** Left alone: beside a later release, or after going back to this one, a process of this one starts all the same. */
async function appliedByLaterReleases(db: Db): Promise<Record<string, Migration>> {
  const found = await sql<{ isThere: boolean }>`
    select to_regclass('kysely_migration') is not null as "isThere"`.execute(db);
  if (!found.rows[0]?.isThere) return {};
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  const latest = Object.keys(MIGRATIONS).at(-1) ?? "";
  const later = rows.map(({ name }) => name).filter((name) => name > latest);
  return Object.fromEntries(later.map((name) => [name, { up: async () => {} }]));
}
