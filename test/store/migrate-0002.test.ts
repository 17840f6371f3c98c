import { sql } from "kysely";
import { Migrator } from "kysely/migration";
import { describe, expect, it } from "vitest";
import { migrate } from "../../src/platform/database/migrate.ts";
import { up as ground } from "../../src/platform/database/migrations/0001-ground.ts";
import type { Db } from "../../src/platform/database/schema.ts";
import {
  findCurrentConnection,
  findPolicy,
  findRailsReadAt,
} from "../../src/request/queries/companies.ts";
import {
  findDestination,
  findDestinationByDetails,
  listDestinations,
} from "../../src/request/queries/destinations.ts";
import {
  listOpenRequests,
  listWaitingRequestsInto,
} from "../../src/request/queries/find-requests.ts";
import { findRequest, findRequestByNumber } from "../../src/request/queries/requests.ts";
import { canonicalJson, digestOf } from "../../src/request/rules/digest.ts";
import {
  ADDRESS,
  aConnection,
  aContent,
  aPolicy,
  aRequest,
  aWalletDestination,
  BEN,
  CAL,
  DAN,
  NOW,
  somePolicy,
  someWalletDetails,
} from "../support/builders.ts";
import { withoutJobs } from "../support/store.ts";
import { EMPTY_DATABASES } from "./empty-databases.ts";

/** As the release before left it: with rows of its own, written by its own statements. */
async function asItWas(db: Db): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => ({ "0001-ground": { up: ground } }) },
  });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
  await sql`insert into workspaces (id, name) values ('T0ACME', 'Acme')`.execute(db);
  await sql`insert into connections values
    ('con_acme', 'T0ACME', 'https://rails.example/api/v1', 'sandbox', 'sealed', true, now())`.execute(
    db,
  );
  await asBefore.policy(db, 1);
  await asBefore.destination(db, "des_old", "wa_1001");
  await asBefore.request(db, OLD.id, 1);
}

const OLD = aRequest({ number: 1 });

/** The statements of the release before, which names no column that came later. */
const asBefore = {
  policy: (db: Db, version: number) =>
    sql`insert into policies
      (workspace_id, version, approvers, approvals_required, created_at)
      values ('T0ACME', ${version}, ${JSON.stringify([BEN, CAL, DAN])}, 2, now())`.execute(db),

  destination: (db: Db, id: string, serviceId: string) =>
    sql`insert into destinations
      (id, workspace_id, connection_id, kind, service_id, name, network, value, added_by, added_at,
        usable_from, retired_at)
      values (${id}, 'T0ACME', 'con_acme', 'wallet', ${serviceId}, 'Cold', 'SOLANA_DEVNET',
        ${ADDRESS}, 'sandbox', ${NOW}, ${NOW}, null)`.execute(db),

  request: (db: Db, id: string, number: number) => {
    const content = aContent({ requestId: id });
    const canonical = canonicalJson(content);
    return sql`insert into requests
      (id, workspace_id, connection_id, number, version, status, name, route,
        destination_service_id, canonical, digest, policy, requested_by, requested_at, expires_at,
        approvals, attempt, state, rail_id, next_step_at)
      values (${id}, 'T0ACME', 'con_acme', ${number}, 1, 'pending', 'payroll float', 'route',
        'wa_1001', ${canonical}, ${digestOf(canonical)}, ${JSON.stringify(aPolicy())},
        ${content.requestedBy}, ${OLD.requestedAt}, ${OLD.expiresAt}, '[]', 0,
        '{"status":"pending"}', null, ${OLD.expiresAt})`.execute(db);
  },
};

describe.each(EMPTY_DATABASES)(
  "a database of the release before, on $engine",
  ({ isHere, open }) => {
    it.runIf(isHere)("comes through the migration with all that it holds", async () => {
      const { db } = await open();
      await asItWas(db);

      await migrate(db);

      const transaction = withoutJobs(db);
      const ref = { workspaceId: "T0ACME", requestId: OLD.id };
      expect(await findRequest(db, ref)).toEqual(OLD);
      expect(await listOpenRequests(db, "T0ACME")).toEqual([OLD]);
      const kept = {
        ...aWalletDestination({ id: "des_old", addedBy: "sandbox" }),
        approvedBy: [],
        addedAt: NOW,
        usableFrom: NOW,
        provenAt: null,
      };
      const { wallet } = kept;
      expect(await listDestinations(db, "con_acme", {})).toEqual([
        { ...kept, wallet: { ...wallet, name: "Cold" } },
      ]);
      expect(await findDestinationByDetails(db, "con_acme", someWalletDetails())).toBeDefined();
      expect(await findCurrentConnection(db, "T0ACME")).toEqual(aConnection());
      expect(await findRailsReadAt(db, "con_acme")).toBeNull();
      const waiting = transaction((tx) => listWaitingRequestsInto(tx.db, "con_acme", "wa_1001"));
      expect(await waiting).toEqual([ref]);
    });

    it.runIf(isHere)("has the rule for Rails for destinations too, and waits a day", async () => {
      const { db } = await open();
      await asItWas(db);

      await migrate(db);

      const rule = { approvers: [BEN, CAL, DAN], approvalsRequired: 2 };
      expect(await findPolicy(db, "T0ACME")).toEqual(somePolicy({ rails: rule }));
    });

    it.runIf(isHere)("takes what a replica of that release still writes beside it", async () => {
      const { db } = await open();
      await asItWas(db);
      await migrate(db);

      await asBefore.policy(db, 2);
      await asBefore.destination(db, "des_new", "wa_1002");
      await asBefore.request(db, "11111111-1111-4111-8111-111111111111", 2);

      expect(await findRequestByNumber(db, "T0ACME", 2)).toMatchObject({
        wrongAnswers: {},
        content: { change: { kind: "create-rail" } },
      });
      expect(await findDestination(db, "T0ACME", "des_new")).toMatchObject({
        approvedBy: [],
        provenAt: null,
        contradictedAt: null,
        requestId: null,
      });
      expect((await findPolicy(db, "T0ACME")).version).toBe(2);
    });
  },
);
