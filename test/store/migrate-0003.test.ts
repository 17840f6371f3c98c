import { sql } from "kysely";
import { Migrator } from "kysely/migration";
import { describe, expect, it } from "vitest";
import { isPutBack } from "../../src/freeze/restored-database.ts";
import { migrate } from "../../src/platform/database/migrate.ts";
import { up as ground } from "../../src/platform/database/migrations/0001-ground.ts";
import { up as destinations } from "../../src/platform/database/migrations/0002-destinations.ts";
import type { Db } from "../../src/platform/database/schema.ts";
import { findLastEntry } from "../../src/request/queries/audit.ts";
import { listMindingFreeze } from "../../src/request/queries/find-requests.ts";
import { findFreeze, findFreezeNotice } from "../../src/request/queries/freezes.ts";
import { findMessage } from "../../src/request/queries/messages.ts";
import { findRequest, listEvents } from "../../src/request/queries/requests.ts";
import { toRequestRow } from "../../src/request/queries/rows.ts";
import { listStaleCards } from "../../src/request/queries/stale-messages.ts";
import type { State } from "../../src/request/rules/change-request.ts";
import { remediesFor } from "../../src/request/rules/remedies-for.ts";
import { mindsFreeze } from "../../src/request/rules/status.ts";
import { aContent, after, aPolicy, aRequest, aWhitelisting, NOW } from "../support/builders.ts";
import { withoutJobs } from "../support/store.ts";
import { EMPTY_DATABASES } from "./empty-databases.ts";

const since = after({ minutes: -10 });
/** As the release before wrote these states, which had no other fields. */
const OLD_STATES = {
  pending: { status: "pending" },
  approved: { status: "approved", since, timesNotSent: 2, nextTryAt: after({ hours: 1 }) },
  unknown: {
    status: "unknown",
    since,
    because: "no-clear-answer",
    cleanScans: 2,
    nextLookAt: NOW,
    issued: null,
  },
  stuck: { status: "needs-a-person", since, because: "It may still exist." },
  proposed: {
    status: "needs-a-person",
    since,
    because: "No clear answer.",
    remedy: { by: "U0BEN00001", at: since, remedy: { type: "enter-id", serviceId: "wa_7001" } },
  },
  differing: {
    status: "quarantined",
    since,
    railIds: ["rail_1"],
    differences: [{ field: "type", expectedBy: "approved", expected: "ON_RAMP", found: null }],
  },
  uncalledFor: { status: "quarantined", since, railIds: ["rail_2"], differences: [oneRailNot()] },
  several: {
    status: "quarantined",
    since,
    railIds: ["rail_3", "rail_4"],
    differences: [oneRailNot()],
  },
} as const;
const OLD_EVENT = { type: "not-sent", at: since, nextTryAt: after({ hours: 1 }) };
/** How the release before said that there were too many. */
function oneRailNot() {
  const expected = "one Rail for this request";
  return { field: "id", expectedBy: "approved", expected, found: "rail_2" } as const;
}

type Old = keyof typeof OLD_STATES;
const OLD = Object.keys(OLD_STATES) as Old[];
const idOf = (old: Old) => `00000000-0000-4000-8000-00000000000${OLD.indexOf(old) + 1}`;
const refOf = (old: Old) => ({ workspaceId: "T0ACME", requestId: idOf(old) });

/** As the release before left it, with a request in each of these states and a card of one of them. */
async function asItWas(db: Db): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: {
      getMigrations: async () => ({
        "0001-ground": { up: ground },
        "0002-destinations": { up: destinations },
      }),
    },
  });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
  await sql`insert into workspaces (id, name, last_audit_sequence, last_audit_hash) values ('T0ACME', 'Acme', 7, 'abc')`.execute(
    db,
  );
  await sql`insert into connections values
    ('con_acme', 'T0ACME', 'https://rails.example/api/v1', 'sandbox', 'sealed', true, now())`.execute(
    db,
  );
  const rule = { approvers: JSON.stringify(aPolicy().approvers), required: 2 };
  await sql`insert into policies
    (workspace_id, version, approvers, approvals_required, created_at)
    values ('T0ACME', 1, ${rule.approvers}, ${rule.required}, now())`.execute(db);
  for (const old of OLD) await insertOld(db, old);
  await sql`insert into request_events (request_id, workspace_id, connection_id, version, type, at, event)
    values (${idOf("approved")}, 'T0ACME', 'con_acme', 1, 'not-sent', ${since}, ${JSON.stringify(OLD_EVENT)})`.execute(
    db,
  );
  await sql`insert into messages (request_id, workspace_id, connection_id, kind, channel_id, ts, version)
    values (${idOf("pending")}, 'T0ACME', 'con_acme', 'approval-card', 'C1', '1.1', 1)`.execute(db);
}

async function insertOld(db: Db, old: Old): Promise<void> {
  const change = old === "proposed" ? { change: aWhitelisting() } : {};
  const content = aContent({ requestId: idOf(old), ...change });
  const request = aRequest({ content, number: OLD.indexOf(old) + 1 });
  const { status } = OLD_STATES[old];
  const row = { ...toRequestRow(request), status, state: JSON.stringify(OLD_STATES[old]) };
  await db.insertInto("requests").values(row).execute();
}

describe.each(EMPTY_DATABASES)(
  "a database of the release before, on $engine",
  ({ isHere, open }) => {
    it.runIf(isHere)(
      "is not frozen, has lost nothing, and is not taken for one put back",
      async () => {
        const { db } = await open();
        await asItWas(db);

        await migrate(db);

        expect(await findFreeze(db, "T0ACME")).toEqual({ version: 0, frozen: null });
        expect(await findLastEntry(db, "T0ACME")).toEqual({ sequence: 7, hash: "abc" });
        expect(await findFreezeNotice(db, "T0ACME")).toBeUndefined();
        expect(await isPutBack(db)).toBe(false);
        expect(await findMessage(db, refOf("pending"), "approval-card")).toMatchObject({
          freeze: 0,
        });
        const stale = (await listStaleCards(db, NOW, 10)).map(({ requestId }) => requestId);
        expect(stale).not.toContain(idOf("pending"));
      },
    );

    it.runIf(isHere)("has its states read with the fields that they did not have", async () => {
      const { db } = await open();
      await asItWas(db);

      await migrate(db);

      const transaction = withoutJobs(db);
      const stateOf = async (old: Old): Promise<State | undefined> =>
        (await findRequest(db, refOf(old)))?.state;
      expect(await stateOf("approved")).toEqual({ ...OLD_STATES.approved, because: null });
      expect(await listEvents(db, refOf("approved"))).toEqual([{ ...OLD_EVENT, because: null }]);
      expect(await stateOf("unknown")).toEqual({
        ...OLD_STATES.unknown,
        failedLooks: 0,
        trouble: null,
      });
      expect(await stateOf("stuck")).toEqual({
        ...OLD_STATES.stuck,
        question: "not-shown",
        candidates: [],
        made: null,
      });
      expect(await stateOf("proposed")).toEqual({
        ...OLD_STATES.proposed,
        question: "not-shown",
        candidates: [],
        made: null,
      });
      for (const [old, because] of [
        ["differing", "differs"],
        ["uncalledFor", "uncalled-for"],
        ["several", "several"],
      ] as const) {
        const before = { ...OLD_STATES[old], unnamed: 0, was: null };
        expect(await stateOf(old)).toEqual({ ...before, because });
      }
      const waiting = await transaction((tx) => listMindingFreeze(tx.db, "T0ACME"));
      const minding = (["pending", "approved", "stuck", "proposed"] as const).map(idOf);
      expect(waiting.map(({ id }) => id).sort()).toEqual(minding.sort());
      expect(waiting.every(mindsFreeze)).toBe(true);
      for (const old of ["unknown", "stuck", "proposed"] as const) {
        const request = await findRequest(db, refOf(old));
        expect(request && remediesFor(request, NOW).length, old).toBeGreaterThan(0);
      }
    });
  },
);
