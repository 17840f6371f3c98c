import { expect, it, onTestFinished } from "vitest";
import { NO_PINS } from "../../src/authority/pins.ts";
import type { WorkspaceSettings } from "../../src/config/workspace-settings.ts";
import { markerKeeping } from "../../src/freeze/restored-database.ts";
import { createSeal } from "../../src/platform/database/seal.ts";
import { createLogger } from "../../src/platform/process/logger.ts";
import { removeApprover } from "../../src/policy/screens/remove-approver.ts";
import { eachWorkspace } from "../../src/request/each-workspace.ts";
import type { Mark } from "../../src/request/marker.ts";
import { appendAudit } from "../../src/request/queries/audit.ts";
import {
  findPolicy,
  lockSetup,
  readAccess,
  saveWorkspace,
} from "../../src/request/queries/companies.ts";
import { dropToken, moveToken } from "../../src/request/queries/connections.ts";
import { saveDraft } from "../../src/request/queries/drafts.ts";
import { findKeptSettings } from "../../src/request/queries/kept-settings.ts";
import { listNotices } from "../../src/request/queries/notices.ts";
import { findSetup, savePolicyVersion } from "../../src/request/queries/setups.ts";
import { isHeld, makeConnectionCurrent } from "../../src/request/queries/successions.ts";
import { everyApprover, usualPolicy } from "../../src/request/rules/approval/policy.ts";
import { startRailService } from "../../src/sandbox/rail-service/server.ts";
import { applySettings } from "../../src/wiring/apply-settings.ts";
import { listAudit } from "../support/audit-of.ts";
import { ANA, BEN, CAL, DAN, NOW } from "../support/builders.ts";
import { somePeople } from "../support/people.ts";
import { SEAL } from "../support/seal.ts";
import { useTestStore } from "../support/use-store.ts";

const logger = createLogger("silent");
const seal = SEAL;
const rule = { approvers: [BEN, CAL, DAN], approvalsRequired: 2 };
const policy = usualPolicy({ rails: rule, destinations: rule, coolDownHours: 0 });
const NOTHING: WorkspaceSettings = { rail: null, channel: null, policy: null };

const on = useTestStore();

const untold = async (id: string) =>
  (await listNotices(on.db, id)).map(({ news }) => news.kind === "settings" && news.change);

let workspaces = 0;
async function aWorkspace(keys = seal) {
  const rails = await startRailService({ companies: [{ name: "Acme", token: "acme-token" }] });
  onTestFinished(() => rails.stop());
  workspaces += 1;
  const id = `T0SETTING${workspaces}`;
  const { baseUrl } = rails;
  const rail = { name: "sandbox", baseUrl, environment: "sandbox" as const, token: "acme-token" };
  const apply = (settings: Partial<WorkspaceSettings>) =>
    applySettings(
      {
        db: on.db,
        transaction: on.transaction,
        seal: keys,
        clock: () => NOW,
        logger,
        railServices: [rail],
      },
      { id, name: "Acme" },
      { ...NOTHING, ...settings },
    );
  return { id, apply, all: { rail, channel: "C0APPROVALS", policy } };
}

/** The connection in use, which is not blank from now on. */
async function usedNow(id: string): Promise<string> {
  const { connection } = await findSetup(on.db, id);
  if (!connection) throw new Error("There is none");
  await saveDraft(
    on.db,
    {
      id: `draft of ${connection.id}`,
      workspaceId: id,
      connectionId: connection.id,
      createdBy: ANA,
      askedIn: "C0THIRD",
      change: { kind: "change-channel", name: "", reason: "", from: null, channelId: "C0THIRD" },
    },
    NOW,
    50,
  );
  return connection.id;
}

it("what the environment says holds, and the set-up is whole once all of it is there", async () => {
  const { id, apply, all } = await aWorkspace();

  await apply({ channel: all.channel });
  expect(await findSetup(on.db, id)).toMatchObject({
    approvalsChannel: all.channel,
    setUpAt: null,
  });
  await apply(all);

  const { connection, ...setup } = await findSetup(on.db, id);
  expect(setup).toMatchObject({ setUpAt: NOW, policyVersion: 1 });
  expect(await readAccess(on.db, seal, id, connection?.id ?? "")).toMatchObject({
    token: "acme-token",
  });
});

it("what was tightened in Slack since stays, until the environment says something else", async () => {
  const { id, apply, all } = await aWorkspace();
  await apply(all);
  const { connection } = await findSetup(on.db, id);
  await on.transaction(async (tx) => {
    await lockSetup(tx.db, id);
    const chosen = { ...policy, coolDownHours: 5, auditors: [ANA] };
    await savePolicyVersion(tx.db, id, chosen, BEN, null, NOW);
    await dropToken(tx.db, id, connection?.id ?? "");
  });

  await apply(all);
  await apply({});
  await apply(all);
  expect(await findSetup(on.db, id)).toMatchObject({
    policyVersion: 2,
    connection: { lastFour: null },
  });

  await apply({ ...all, channel: "C0THIRD" });
  expect(await findSetup(on.db, id)).toMatchObject({
    approvalsChannel: "C0THIRD",
    policyVersion: 2,
    connection: { lastFour: null },
  });

  await apply({ ...all, policy: { ...policy, coolDownHours: 9 } });
  expect(await findPolicy(on.db, id)).toMatchObject({ coolDownHours: 9, auditors: [ANA] });
});

it("what a later release takes for usual is no change by the operator", async () => {
  const { id, apply, all } = await aWorkspace();
  const said = { ...all, policySaid: "Ben, Cal and Dan" };
  await apply(said);
  await on.transaction(async (tx) => {
    await lockSetup(tx.db, id);
    await savePolicyVersion(tx.db, id, { ...policy, coolDownHours: 5 }, BEN, null, NOW);
  });
  const [usual] = policy.rules.map((each) => ({ ...each, expiresInHours: 48 }));
  const ofLater = { ...policy, rules: usual ? [usual] : [] };

  await apply({ ...said, policy: ofLater });
  expect(await findPolicy(on.db, id)).toMatchObject({ version: 2, coolDownHours: 5 });

  await apply({ ...said, policy: ofLater, policySaid: "Ben and Cal" });
  expect(await findPolicy(on.db, id)).toMatchObject({ version: 3, ...ofLater });
});

it("a removed approver is left out, even when an administrator alone has named them again", async () => {
  const { id, apply, all } = await aWorkspace();
  const four = { approvers: [ANA, BEN, CAL, DAN], approvalsRequired: 2 };
  const wide = usualPolicy({ rails: four, destinations: four, coolDownHours: 0 });
  await apply({ ...all, policy: wide });
  const removal = { workspaceId: id, by: BEN, userId: DAN, delivery: "removal" };
  await removeApprover(
    {
      db: on.db,
      transaction: on.transaction,
      seal: SEAL,
      people: somePeople(),
      clock: () => NOW,
    },
    removal,
  );
  expect((await findKeptSettings(on.db, id)).removedApprovers).toEqual([DAN]);
  await on.transaction(async (tx) => {
    await lockSetup(tx.db, id);
    await savePolicyVersion(tx.db, id, wide, BEN, null, NOW);
  });

  await apply({ ...all, policy: { ...wide, coolDownHours: 1 } });

  expect(everyApprover(await findPolicy(on.db, id))).not.toContain(DAN);
});

it("two replicas that start at once apply, record and announce a change once", async () => {
  const { id, apply, all } = await aWorkspace();
  await apply(all);
  const changed = { ...all, channel: "C0THIRD", rail: { ...all.rail, token: "acme-token-2" } };

  await Promise.all([apply(changed), apply(changed), apply(changed)]);

  const entries = await listAudit(on.db, id);
  const ofEnvironment = entries.filter(({ actor }) => actor === "environment");
  expect(ofEnvironment.slice(-2).map(({ action }) => action)).toEqual([
    "token-applied",
    "channel-applied",
  ]);
  expect(ofEnvironment).toHaveLength(5);
  expect(JSON.stringify(entries)).not.toContain("acme-token");
  expect(await untold(id)).toMatchObject([
    { is: "token", lastFour: "en-2" },
    { is: "channel", from: all.channel, to: "C0THIRD" },
  ]);
});

it("a token that comes back after another one was carried over in its place opens a connection", async () => {
  const { id, apply, all } = await aWorkspace();
  await apply(all);
  const first = await usedNow(id);
  await apply({ ...all, rail: { ...all.rail, token: "acme-token-2" } });
  const second = await usedNow(id);
  await apply({ ...all, rail: { ...all.rail, token: "acme-token-3" } });
  const third = await usedNow(id);
  // As once the approvers have agreed to carry the second register over.
  await on.transaction(async (tx) => {
    await lockSetup(tx.db, id);
    await moveToken(tx.db, SEAL, id, third, second);
    await makeConnectionCurrent(tx.db, id, second);
  });

  await apply({ ...all, rail: { ...all.rail, token: "acme-token-2" } });

  expect([first, second, third]).not.toContain(await usedNow(id));
  expect(await isHeld(on.db, id, second)).toBe(true);
});

it("a setting that pins no more is recorded and announced, since Slack may loosen what it held", async () => {
  const { id, apply, all } = await aWorkspace();
  await apply({ ...all, pins: { ...NO_PINS, approvalsRequired: 2 } });
  await apply({ ...all, pins: { ...NO_PINS, approvalsRequired: 2 } });
  expect(await untold(id)).toEqual([]);

  await apply({ ...all, pins: NO_PINS });

  const last = (await listAudit(on.db, id)).at(-1);
  expect(last).toMatchObject({ actor: "environment", action: "pins-applied" });
  expect(JSON.parse(last?.facts ?? "{}")).toEqual({ before: "APPROVALS_REQUIRED", pinned: [] });
  expect(await untold(id)).toMatchObject([{ is: "pins", pinned: [] }]);
});

it("a start that stops has changed and recorded nothing", async () => {
  const { id, apply, all } = await aWorkspace();
  await apply(all);
  await on.transaction((tx) => savePolicyVersion(tx.db, id, policy, BEN, null, NOW));
  const { length } = await listAudit(on.db, id);

  const pins = { ...NO_PINS, approvalsRequired: 3 };
  await expect(apply({ ...all, channel: "C0THIRD", pins })).rejects.toThrow(
    "APPROVALS_REQUIRED says 3",
  );

  expect(await findSetup(on.db, id)).toMatchObject({ approvalsChannel: all.channel });
  expect(await listAudit(on.db, id)).toHaveLength(length);
  expect(await untold(id)).toEqual([]);
});

it("the wrong keys are told, and nothing is written over", async () => {
  const { id, apply, all } = await aWorkspace();
  await apply(all);
  const { connection } = await findSetup(on.db, id);
  const deps = {
    db: on.db,
    transaction: on.transaction,
    seal: createSeal([Buffer.alloc(32, 9)]),
  };

  const withLostKey = applySettings(
    { ...deps, clock: () => NOW, logger, railServices: [all.rail] },
    { id, name: "Acme" },
    { ...all, channel: "C0THIRD", rail: { ...all.rail, token: "another" } },
  );

  await expect(withLostKey).rejects.toMatchObject({ code: "cannot-unseal" });
  expect(await findSetup(on.db, id)).toMatchObject({ approvalsChannel: all.channel });
  expect(await readAccess(on.db, seal, id, connection?.id ?? "")).toMatchObject({
    token: "acme-token",
  });
});

it("a chore goes on with the others where it fails for one, and passes over those that were left", async () => {
  const ids = ["T0CHORE01", "T0CHORE02", "T0CHORE03", "T0CHORE04"];
  for (const id of ids) await saveWorkspace(on.db, id, "Acme");
  await on.db
    .updateTable("workspaces")
    .set({ left_at: new Date(NOW) })
    .where("id", "=", "T0CHORE04")
    .execute();
  const done: string[] = [];

  await eachWorkspace(
    { db: on.db, logger: createLogger("silent") },
    { that: "are-served", atOnce: 2, what: "a test" },
    async (id) => {
      if (id === "T0CHORE01") throw new Error("Not this one");
      done.push(id);
    },
  );

  expect(done.filter((id) => ids.includes(id)).sort()).toEqual(["T0CHORE02", "T0CHORE03"]);
});

it("marks are kept of what has changed only, and of one whose mark could not be kept the next time", async () => {
  const { id, apply, all } = await aWorkspace();
  await apply(all);
  const record = () =>
    on.transaction((tx) =>
      appendAudit(tx.db, {
        ...{ workspaceId: id, connectionId: "", requestId: null },
        ...{ at: NOW, actor: "test", action: "test", facts: "{}" },
      }),
    );
  const kept: string[] = [];
  let isFull = false;
  const marker = {
    async read(workspaceId: string): Promise<Mark[]> {
      if (isFull && workspaceId === id) throw new Error("The disk is full");
      kept.push(workspaceId);
      return [];
    },
    replace: async () => {},
  };
  const keep = markerKeeping({
    ...{
      db: on.db,
      transaction: on.transaction,
      seal,
      pins: NO_PINS,
      marker,
      clock: () => NOW,
      logger: createLogger("silent"),
    },
  });
  await record();

  await keep();
  expect(kept).toContain(id);
  kept.length = 0;
  await keep();
  expect(kept).toEqual([]);
  isFull = true;
  await record();
  await keep();
  expect(kept).toEqual([]);
  isFull = false;
  await keep();
  expect(kept).toEqual([id]);
});
