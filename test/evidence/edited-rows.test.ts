import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { verifyAudits } from "../../src/evidence/verify-audits.ts";
import { openPostgres } from "../../src/platform/database/open-postgres.ts";
import type { Message } from "../../src/platform/slack/message.ts";
import { denyRequest } from "../../src/request/decide-request.ts";
import { keepMarker } from "../../src/request/freezing/restored.ts";
import { appendAudit } from "../../src/request/queries/audit.ts";
import {
  findDestinationRow,
  listDestinations,
  markDestination,
} from "../../src/request/queries/destinations.ts";
import { findFreeze } from "../../src/request/queries/freezes.ts";
import { trustIn } from "../../src/request/queries/row-macs.ts";
import { signEverything } from "../../src/request/sign-rows.ts";
import { randomFrom } from "../campaign/random.ts";
import { approved, approves, delivery, jobOf, must, requested } from "../services/steps.ts";
import type { World } from "../services/world.ts";
import { aWorld } from "../services/world.ts";
import { BEN, CAL, DAN, NOW, somePolicy } from "../support/builders.ts";
import { hasPostgres } from "../support/postgres.ts";
import { savePolicy } from "../support/set-up.ts";
import type { TestStore } from "../support/store.ts";
import { storeOn } from "../support/store.ts";
import type { TwoRoles } from "../support/two-roles.ts";
import { openTwoRoles } from "../support/two-roles.ts";
import type { Known, Row } from "./edits.ts";
import { EDITS, policy } from "./edits.ts";

const SEED = 22;
const MANY = 200;

describe.runIf(hasPostgres)("a row that somebody edits in the database", () => {
  let roles: TwoRoles;
  let store: TestStore;
  let other: Known["other"];
  const closing: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    roles = await openTwoRoles();
    expect((await roles.migrate()).err).toBe("");
    store = storeOn(openPostgres(roles.urlAs(roles.name), () => {}));
    const world = await signedWorld();
    const ref = await approved(world);
    other = {
      workspaceId: world.workspaceId,
      policy: await policy(roles.superuser, world.workspaceId),
      approved: await rowOf("requests", ref.requestId),
      mac: (
        await roles.superuser.query(
          "select * from row_macs where row_id = $1 order by version desc limit 1",
          [ref.requestId],
        )
      ).rows[0],
    };
  }, 60_000);
  afterAll(async () => {
    for (const close of closing) await close();
    await store.close();
    await roles.drop();
  });

  const rowOf = async (table: string, id: string): Promise<Row> =>
    (await roles.superuser.query(`select * from ${table} where id = $1`, [id])).rows[0];

  /** The world of a former release, which approvers have confirmed. */
  async function signedWorld(): Promise<World> {
    const world = await aWorld(store, { atTheEnd: (stop) => void closing.push(stop) });
    const rails = { approvers: [BEN, CAL, DAN], approvalsRequired: 2 };
    await savePolicy(store.db, world.workspaceId, somePolicy({ rails }), NOW);
    await store.db
      .transaction()
      .execute((trx) =>
        signEverything(trx, world.deps.seal, world.workspaceId, { at: NOW, actor: BEN }),
      );
    return world;
  }

  /** The world, and what somebody has seen of it. Nothing in it has enough approvals. */
  async function scene(client: Known["client"], pick: Known["pick"]) {
    const world = await signedWorld();
    const { workspaceId, deps } = world;
    const ref = await approved(world, { name: "Denied" });
    const asApproved = await rowOf("requests", ref.requestId);
    must(await denyRequest(deps, { ...ref, by: BEN, reason: "no", delivery: delivery() }));
    const pending = await requested(world, { name: "Pending" });
    must(await approves(world, pending, BEN));
    const [wallet] = await listDestinations(deps.db, world.connectionId, { kind: "wallet" });
    const [account] = await listDestinations(deps.db, world.connectionId, { kind: "bank-account" });
    const asUsable = await rowOf("destinations", account?.id ?? "");
    await retired(world, account?.id ?? "");
    await keepMarker(deps, workspaceId);
    const { rows } = await roles.superuser.query(
      "select * from policies where workspace_id = $1 and version = 1",
      [workspaceId],
    );
    const known: Known = {
      client,
      workspaceId,
      denied: { id: ref.requestId, asApproved },
      pending: { id: pending.id },
      destination: { id: wallet?.id ?? "", retiredId: account?.id ?? "", asUsable },
      formerPolicy: rows[0],
      other,
      pick,
    };
    return { world, known };
  }

  /** As the last job of an approved retirement does it. */
  async function retired({ deps, workspaceId, connectionId }: World, id: string): Promise<void> {
    await store.db.transaction().execute(async (trx) => {
      const rowNow = async () => (await findDestinationRow(trx, workspaceId, id)) ?? [];
      const trust = await trustIn(trx, deps.seal, workspaceId, [await rowNow()].flat());
      await markDestination(trx, connectionId, id, "retired", NOW);
      const entry = { workspaceId, connectionId, requestId: null, at: NOW, actor: "signalbox" };
      const marks = trust.sign([await rowNow()].flat());
      await appendAudit(trx, { ...entry, action: "in-force", facts: "{}" }, marks);
    });
  }

  it(`sends nothing that people did not approve, and is noticed within one sweep: ${MANY} times`, async () => {
    const random = randomFrom(SEED);
    for (let time = 0; time < MANY; time += 1) {
      const role = random.pick(["app", "owner"] as const);
      const edit = random.pick(EDITS.filter(({ isOwners }) => !isOwners || role === "owner"));
      const what = `${time}: ${edit.name}, as ${role}`;
      const { world, known } = await scene(roles[role], random.pick);
      await edit.make(known);

      for (const requestId of [known.denied.id, known.pending.id]) {
        const ref = { workspaceId: world.workspaceId, requestId };
        await jobOf(world.deps)("create-rail", ref).catch(() => {});
      }
      expect(world.posts(), what).toBe(0);
      expect(await sweep(world), what).toMatch(/changed/);
      expect((await findFreeze(store.db, world.workspaceId)).frozen, what).not.toBeNull();
      // The next sweep is for the next one alone.
      await roles.superuser.query("update workspaces set left_at = now()");
      for (const close of closing.splice(0)) await close();
    }
  }, 600_000);

  async function sweep(world: World): Promise<string> {
    const said: Message[] = [];
    const context = {
      ...world.deps,
      messenger: {
        ...world.deps.messenger,
        post: async (_: string, channelId: string, message: Message) => {
          said.push(message);
          return { channelId, ts: `${said.length}` };
        },
      },
      approvalsChannelOf: async () => "C0APPROVALS",
      announceChanges: async () => {},
      command: "/rail",
      startedAt: "2099-01-01T00:00:00.000Z",
      evidence: { signingKey: null, tsaUrl: null, directory: `/nowhere/${randomUUID()}` },
    };
    await verifyAudits(context);
    return said.map(({ text }) => text).join("\n");
  }
});
