import { sql } from "kysely";
import { expect, it, onTestFinished } from "vitest";
import { migrate } from "../../src/platform/database/migrate.ts";
import { appendAudit } from "../../src/request/queries/audit.ts";
import { saveWorkspace } from "../../src/request/queries/companies.ts";
import { listNotices } from "../../src/request/queries/notices.ts";
import { BEN, CAL, DAN, NOW } from "../support/builders.ts";
import { openTestStore } from "../support/store.ts";

it("what the former release still had to tell is told, and whom it told alone is not told again", async () => {
  const { db, transaction, close } = await openTestStore();
  onTestFinished(close);
  await sql`drop table notices, acknowledged_clicks`.execute(db);
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
  await sql`delete from kysely_migration where name >= '0021'`.execute(db);
  await saveWorkspace(db, "T0ONE", "Acme");
  const entry = { workspaceId: "T0ONE", connectionId: "", requestId: null, at: NOW, actor: BEN };
  await transaction((tx) =>
    appendAudit(tx.db, {
      ...entry,
      action: "approver-removed",
      facts: JSON.stringify({ version: 2, userId: DAN, rules: ["Rails"] }),
    }),
  );
  await sql`insert into announcements select workspace_id, sequence from audit`.execute(db);
  const change = { is: "channel", at: NOW, from: null, to: "C0THIRD" } as const;
  const untold = JSON.stringify([{ change, told: [CAL] }]);
  await sql`update workspaces set settings_untold = ${untold}`.execute(db);

  await migrate(db);

  expect((await listNotices(db, "T0ONE")).map(({ news, told }) => ({ news, told }))).toEqual([
    { news: { kind: "approver-removed", by: BEN, userId: DAN, rules: ["Rails"] }, told: [] },
    { news: { kind: "settings", change }, told: [CAL] },
  ]);
  const left = await sql`select from announcements`.execute(db);
  expect(left.rows).toEqual([]);
});
