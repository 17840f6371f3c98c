import { sql } from "kysely";
import { expect, it, onTestFinished } from "vitest";
import { migrate } from "../../src/platform/database/migrate.ts";
import { removeApprover } from "../../src/policy/screens/remove-approver.ts";
import { saveWorkspace } from "../../src/request/queries/companies.ts";
import { findKeptSettings } from "../../src/request/queries/kept-settings.ts";
import { listNotices } from "../../src/request/queries/notices.ts";
import { savePolicyVersion } from "../../src/request/queries/setups.ts";
import { ANA, BEN, CAL, DAN, NOW, somePolicy } from "../support/builders.ts";
import { somePeople } from "../support/people.ts";
import { SEAL } from "../support/seal.ts";
import { savePolicy } from "../support/set-up.ts";
import { openTestStore } from "../support/store.ts";

const FIVE = [ANA, BEN, CAL, DAN, "U0EVE00001"];

it("a database of the release before remembers who was removed in Slack and is not named again", async () => {
  const { db, transaction, close } = await openTestStore();
  onTestFinished(close);
  for (const id of ["T0ONE", "T0NONE"]) {
    await saveWorkspace(db, id, "Acme");
    await savePolicy(db, id, somePolicy({ rails: { approvers: FIVE, approvalsRequired: 1 } }), NOW);
  }
  for (const userId of [CAL, DAN]) {
    const removal = { workspaceId: "T0ONE", by: BEN, userId, delivery: userId };
    await removeApprover(
      { db, transaction, seal: SEAL, people: somePeople(), clock: () => NOW },
      removal,
    );
  }
  const rails = { approvers: [BEN, CAL], approvalsRequired: 1 };
  await transaction((tx) =>
    savePolicyVersion(tx.db, "T0ONE", somePolicy({ rails }), BEN, null, NOW),
  );
  await sql`alter table workspaces drop column removed_approvers, drop column settings_untold`.execute(
    db,
  );

  await sql`drop table slack_answers, announcements, notices, acknowledged_clicks`.execute(db);
  await sql`alter table freezes drop column restored_at`.execute(db);
  await sql`alter table seen_rails drop column dispute`.execute(db);
  await sql`drop table audit_heads, unsent_forms, row_macs, row_checks`.execute(db);
  await sql`alter table connections drop column whole_walk, drop column further_page`.execute(db);
  await sql`drop index seen_rails_with_ruling, audit_of_reviews, destinations_by_service_id`.execute(
    db,
  );
  await sql`alter table seen_rails drop column agreed_at, drop column watched,
    drop column source_digest, drop column destination_digest, drop column is_indexed`.execute(db);
  await sql`drop table known_values, destination_values`.execute(db);
  await sql`drop function note_value() cascade`.execute(db);
  await sql`delete from kysely_migration where name >= '0018'`.execute(db);

  await migrate(db);

  expect(await findKeptSettings(db, "T0ONE")).toMatchObject({ removedApprovers: [DAN] });
  expect(await listNotices(db, "T0ONE")).toEqual([]);
  expect(await findKeptSettings(db, "T0NONE")).toMatchObject({ removedApprovers: [] });
});
