import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { WORK } from "../../src/capabilities.ts";
import { createSeal } from "../../src/platform/database/seal.ts";
import { MessengerError } from "../../src/platform/slack/messenger-error.ts";
import { createRail } from "../../src/rail/creating/post-rail.ts";
import { freezeSending } from "../../src/request/freezing/freeze.ts";
import { freezeIfRestored, keepMarker } from "../../src/request/freezing/restored.ts";
import { findCurrentConnection, findPolicy } from "../../src/request/queries/companies.ts";
import { listOpenRequests, listOverdueRequests } from "../../src/request/queries/find-requests.ts";
import { findFreeze } from "../../src/request/queries/freezes.ts";
import { findRequest } from "../../src/request/queries/requests.ts";
import {
  findSetup,
  noteSetUp,
  saveApprovalsChannel,
  savePolicyVersion,
} from "../../src/request/queries/setups.ts";
import { listStaleCards } from "../../src/request/queries/stale-messages.ts";
import { firstBreak } from "../../src/request/rules/audit.ts";
import { bindJobs } from "../../src/wiring/bind-work.ts";
import { forgetLeft, uninstallWorkspace } from "../../src/workspace/install/app-removed.ts";
import type { Installations } from "../../src/workspace/install/create-installations.ts";
import { createInstallations } from "../../src/workspace/install/create-installations.ts";
import { FORGOTTEN } from "../../src/workspace/install/departures.ts";
import {
  installWorkspace,
  rememberWorkspace,
} from "../../src/workspace/install/install-workspace.ts";
import { missingParts } from "../../src/workspace/set-up/setup-facts.ts";
import { anInstallation, anOrgInstallation } from "../support/an-installation.ts";
import { listAudit } from "../support/audit-of.ts";
import { ANA, after, aPolicyChange, BEN, NOW, somePolicy, TREASURY } from "../support/builders.ts";
import { savePolicy } from "../support/set-up.ts";
import { useTestStore } from "../support/use-store.ts";
import { oneUnanswered } from "./at-the-service.ts";
import {
  approved,
  bothApprove,
  delivery,
  drafted,
  expectState,
  refOf,
  requested,
  runJobs,
  stateOf,
} from "./steps.ts";
import type { World } from "./world.ts";
import { aWorld, withApi } from "./world.ts";

const REMOVED = "Signalbox was removed from this workspace.";
const APP = "A0SIGNAL1";

const database = useTestStore();
let installations: Installations;
beforeAll(() => {
  installations = createInstallations(database.db, createSeal([Buffer.alloc(32, 7)]));
});

const isRemoved = async () => false;

/** A company that has installed the app a moment ago. */
async function installed() {
  const world = await aWorld(database);
  const deps = { ...world.deps, installations, isRemoved };
  const { workspaceId: id } = world;
  await installWorkspace(deps, anInstallation(id));
  const leave = (fields: { at?: string; appId?: string } = {}) =>
    uninstallWorkspace(deps, { id, appId: APP, at: world.now.value, ...fields });
  return { world, deps, id, leave };
}

/** Departures are dated by the database's own clock: so many days ago they were, where the owner says so. */
const daysLater = (id: string, days: number) =>
  sql`update departures set left_at = left_at - make_interval(days => ${days}::integer)
    where workspace_id = ${id}`.execute(database.db);

const HISTORY = ["audit", "request_events", "row_macs"] as const;
const rowsOf = async (table: (typeof FORGOTTEN | typeof HISTORY)[number], workspaceId: string) =>
  (
    await database.db
      .selectFrom(table)
      .selectAll()
      .where("workspace_id", "=", workspaceId)
      .execute()
  ).length;
const workspaceRow = (id: string) =>
  database.db.selectFrom("workspaces").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const departures = (id: string) =>
  database.db.selectFrom("departures").selectAll().where("workspace_id", "=", id).execute();
const tokensOf = (id: string) =>
  database.db
    .selectFrom("connections")
    .select("sealed_token")
    .where("workspace_id", "=", id)
    .execute();

describe("a job of a workspace", () => {
  it("ends quietly once that was left, and fails like any other before", async () => {
    const { world, deps, id, leave } = await installed();
    const pending = refOf(await requested(world));
    const gone = async (): Promise<never> => {
      throw new MessengerError("not-installed", "Signalbox is not installed there");
    };
    const messenger = { ...deps.messenger, post: gone, update: gone, directMessageWith: gone };
    const approvalsChannelOf = async () => "C0APPROVALS";
    const { hasLeft } = installations;
    const work = bindJobs({ ...deps, messenger, approvalsChannelOf }, hasLeft);
    await expect(work("update-approval-card", pending)).rejects.toThrow("not installed");

    await leave();

    expect(await installations.hasLeft(id)).toBe(true);
    for (const { name } of WORK.jobs) await work(name, pending);
  });
});

describe("the app is removed", () => {
  it("and has no token left, no draft and nobody who may approve; what waits has ended and says why", async () => {
    const { world, id, leave } = await installed();
    const pending = refOf(await requested(world, { name: "Pending" }));
    const ready = await approved(world, { name: "Approved" });
    await drafted(world);

    await leave();

    for (const ref of [pending, ready]) {
      expect(await stateOf(world, ref)).toMatchObject({ status: "voided", because: REMOVED });
    }
    await runJobs(world, ready);
    expect(world.posts()).toBe(0);
    expect(await installations.find(id)).toBeUndefined();
    expect(await installations.servingWorkspace(id)).toBeUndefined();
    expect(await tokensOf(id)).toEqual([{ sealed_token: "" }]);
    expect(await rowsOf("drafts", id)).toBe(0);
    expect(await findPolicy(database.db, id)).toMatchObject({ version: 2, rules: [] });
    expect(firstBreak(await listAudit(database.db, id))).toBeUndefined();
    expect(await departures(id)).toMatchObject([{ forgotten_at: null }]);
  });

  it("as often as Slack says so, once", async () => {
    const { world, id, leave } = await installed();
    await requested(world);

    await Promise.all([leave(), leave()]);
    const { length } = await listAudit(database.db, id);
    await leave();

    expect(await listAudit(database.db, id)).toHaveLength(length);
    expect(await departures(id)).toHaveLength(1);
  });

  it.each([
    { what: "another app was", fields: { appId: "A0OTHER" } },
    { what: "it was installed again since", fields: { at: after({ minutes: -1 }) } },
  ])("not where $what", async ({ fields }) => {
    const { world, id, leave } = await installed();
    const ref = refOf(await requested(world));

    await leave(fields);

    expect(await installations.find(id)).toBeDefined();
    expect(await stateOf(world, ref)).toMatchObject({ status: "pending" });
    expect(await findPolicy(database.db, id)).toMatchObject({ version: 1 });
  });

  it("while something is sent: what came of it is known all the same, and it is not sent again", async () => {
    const { world, leave } = await installed();
    const ref = await approved(world);
    const leaving = withApi(world, (api) => ({
      async createRail(...args) {
        await leave();
        expectState(await stateOf(world, ref), "unknown");
        return api.createRail(...args);
      },
    }));

    await createRail(leaving.deps, ref);

    expectState(await stateOf(world, ref), "created");
    expect(world.posts()).toBe(1);
  });

  it("and what is of unknown outcome stays so", async () => {
    const { world, leave } = await installed();
    const ref = await oneUnanswered(world);

    await leave();

    expectState(await stateOf(world, ref), "unknown");
  });

  it("and a request made in that very moment ends, too", async () => {
    const { world, deps, leave } = await installed();
    await leave();
    const late = refOf(await askedAnyway(world));
    expectState(await stateOf(world, late), "pending");

    await forgetLeft({ ...deps, dataKeptDays: 30 });

    expect(await stateOf(world, late)).toMatchObject({ status: "voided", because: REMOVED });
  });

  it("and the sweep wakes nothing of it any more", async () => {
    const { world, id, leave } = await installed();
    const due = { before: after({ days: 9 }), beyond: after({ days: 9 }) };
    const awake = async () =>
      (await listOverdueRequests(database.db, due, null, 500)).some(
        ({ workspaceId }) => workspaceId === id,
      ) ||
      (await listStaleCards(database.db, NOW, 500)).some(({ workspaceId }) => workspaceId === id);
    await oneUnanswered(world);
    expect(await awake()).toBe(true);

    await leave();

    expect(await awake()).toBe(false);
  });

  it("from all of an organisation, but for a workspace that has it by itself", async () => {
    const [own, other] = [await installed(), await aWorld(database)];
    const org = anOrgInstallation(`E${randomUUID()}`);
    const deps = { ...other.deps, installations, isRemoved };
    await installWorkspace(deps, org);
    await rememberWorkspace(deps, { id: own.id, name: "Own" }, org.id);
    await rememberWorkspace(deps, { id: other.workspaceId, name: "Other" }, org.id);
    const [stays, ends] = [await requested(own.world), await requested(other)];

    await uninstallWorkspace(deps, { id: org.id, appId: APP, at: NOW });

    expect(await stateOf(own.world, refOf(stays))).toMatchObject({ status: "pending" });
    expect(await stateOf(other, refOf(ends))).toMatchObject({ status: "voided" });
    expect(await installations.servingWorkspace(own.id)).toMatchObject({ id: own.id });
    expect(await installations.hasLeft(other.workspaceId)).toBe(true);
  });
});

/** By a listener that was under way when the app was removed: it read who may approve before. */
async function askedAnyway(world: World) {
  await savePolicy(database.db, world.workspaceId, somePolicy(), NOW);
  return requested(world);
}

describe("installed again", () => {
  it("it begins anew: nothing of before is there but the audit, and numbers go on", async () => {
    const { world, deps, id, leave } = await installed();
    const ref = await approved(world);
    await runJobs(world, ref);
    const unknown = await oneUnanswered(world);
    const { document } = aPolicyChange();
    await database.transaction(async (tx) => {
      await savePolicyVersion(tx.db, id, document, ANA, ref.requestId, NOW);
      await saveApprovalsChannel(tx.db, id, TREASURY);
      await noteSetUp(tx.db, id, NOW);
    });
    expect(await findSetup(database.db, id)).toMatchObject({ setUpAt: NOW, hasRules: true });
    await freezeSending(world.deps, {
      workspaceId: id,
      by: BEN,
      delivery: delivery(),
      reason: "?",
    });
    await keepMarker(world.deps, id);
    await leave();

    await installWorkspace(deps, anInstallation(id));

    expect(await findRequest(database.db, unknown)).toBeUndefined();
    expect(await listOpenRequests(database.db, id)).toEqual([]);
    for (const table of FORGOTTEN) {
      const newest = table === "policies" || table === "freezes" ? 1 : 0;
      expect({ table, rows: await rowsOf(table, id) }).toEqual({ table, rows: newest });
    }
    expect(await findPolicy(database.db, id)).toMatchObject({ version: 3, rules: [] });
    expect(await findSetup(database.db, id)).toEqual({
      approvalsChannel: null,
      setUpAt: null,
      policyVersion: 3,
      hasRules: false,
      connection: null,
    });
    expect(missingParts(await findSetup(database.db, id))).toContain("approvers");
    await expect(findCurrentConnection(database.db, id)).rejects.toThrow();
    expect(await findFreeze(database.db, id)).toEqual({ version: 0, frozen: null });
    expect(await workspaceRow(id)).toMatchObject({ left_at: null, last_request_number: 2 });
    const audit = await listAudit(database.db, id);
    expect(firstBreak(audit)).toBeUndefined();
    expect(audit.at(-1)).toMatchObject({ action: "app-installed", actor: "U0BEN0001" });
    expect(audit.map(({ action }) => action)).toContain("instructions-posted");
    await freezeIfRestored(world.deps, id);
    expect(await findFreeze(database.db, id)).toMatchObject({ frozen: null });
  });

  it("and a workspace that was never left keeps everything, approvers and token as well", async () => {
    const { world, deps, id } = await installed();
    const request = await requested(world);

    await installWorkspace(deps, anInstallation(id, { botToken: "xoxb-again" }));

    await bothApprove(world, request);
    expectState(await runJobs(world, refOf(request)), "done");
    expect(await installations.find(id)).toMatchObject({ botToken: "xoxb-again", version: 2 });
  });

  it("in all of an organisation, each workspace that was left begins anew, whenever it is met", async () => {
    const { world, deps, id, leave } = await installed();
    const later = await installed();
    const org = anOrgInstallation(`E${randomUUID()}`);
    await requested(world);
    await installations.remember({ id, name: "" }, org.id);
    await leave();
    await later.leave();

    await installWorkspace(deps, org);
    expect(await installations.servingWorkspace(id)).toMatchObject({ id: org.id });
    expect(await rowsOf("requests", id)).toBe(0);
    expect(await installations.servingWorkspace(later.id)).toBeUndefined();
    await rememberWorkspace(deps, { id: later.id, name: "Later" }, org.id);

    expect(await installations.servingWorkspace(later.id)).toMatchObject({ id: org.id });
    expect(await rowsOf("connections", later.id)).toBe(0);
  });

  it("what is forgotten already is not forgotten again before it is back", async () => {
    const { id, leave } = await installed();
    await leave();
    while (await installations.forgetSome(id, 500));

    expect(await installations.forgetSome(id, 500)).toBe(false);
    expect(await departures(id)).toHaveLength(1);
  });

  it("by two at once it begins anew once, and what was set up since stays", async () => {
    const { world, deps, id, leave } = await installed();
    await requested(world);
    await leave();

    await Promise.all([1, 2].map(() => installWorkspace(deps, anInstallation(id))));
    await savePolicy(database.db, id, somePolicy(), NOW);
    await installWorkspace(deps, anInstallation(id));

    expect((await findPolicy(database.db, id)).rules).toEqual(somePolicy().rules);
    expect(await departures(id)).toHaveLength(1);
  });
});

describe("what is kept of a workspace that was left", () => {
  it("is all of it for the days that are said, and then only that it was there", async () => {
    const { world, deps, id, leave } = await installed();
    await runJobs(world, await approved(world));
    await keepMarker(world.deps, id);
    world.now.value = NOW;
    await leave();
    const chore = () => forgetLeft({ ...deps, dataKeptDays: 30 });

    await daysLater(id, 29);
    await chore();
    expect(await rowsOf("requests", id)).toBe(1);
    await daysLater(id, 1);
    await forgetLeft({ ...deps, dataKeptDays: 31 });
    expect(await rowsOf("requests", id)).toBe(1);
    await chore();

    for (const table of [...FORGOTTEN, ...HISTORY]) {
      const newest = table === "policies" || table === "freezes" ? 1 : 0;
      expect({ table, rows: await rowsOf(table, id) }).toEqual({ table, rows: newest });
    }
    expect(await departures(id)).toMatchObject([
      { forgotten_at: expect.any(Date), audit_deleted_at: expect.any(Date) },
    ]);
    expect(await workspaceRow(id)).toMatchObject({ name: "", left_at: new Date(NOW) });
    await chore();
    await installWorkspace(deps, anInstallation(id));
    await freezeIfRestored(world.deps, id);
    expect(await findFreeze(database.db, id)).toMatchObject({ frozen: null });
  });

  it("is its former history, for its time, when it is back; what has happened since stays", async () => {
    const { world, deps, id, leave } = await installed();
    const chore = () => forgetLeft({ ...deps, dataKeptDays: 30 });
    await requested(world);
    await leave();
    await chore();
    await daysLater(id, 20);
    await installWorkspace(deps, anInstallation(id));
    await leave();
    await daysLater(id, 5);
    await installWorkspace(deps, anInstallation(id));
    const actions = async () => (await listAudit(database.db, id)).map(({ action }) => action);
    expect(await actions()).toEqual([
      ...["app-installed", "requested", "app-removed", "voided"],
      ...["app-installed", "app-removed", "app-installed"],
    ]);
    expect(await rowsOf("requests", id)).toBe(0);
    expect(await rowsOf("request_events", id)).toBe(1);

    await daysLater(id, 5);
    await chore();
    expect(await actions()).toEqual(["app-installed", "app-removed", "app-installed"]);
    expect(await rowsOf("request_events", id)).toBe(0);
    await daysLater(id, 20);
    await chore();

    expect(await actions()).toEqual(["app-installed"]);
    expect(await installations.servingWorkspace(id)).toBeDefined();
  });

  it("stands in no table that is not deleted from", async () => {
    const tables = await database.db.introspection.getTables();
    const ofWorkspaces = tables
      .filter(({ columns }) => columns.some(({ name }) => name === "workspace_id"))
      .map(({ name }) => name);

    expect([...FORGOTTEN, ...HISTORY, "departures"].sort()).toEqual(ofWorkspaces.sort());
  });

  it("is deleted from those tables first that refer to others", async () => {
    const { rows } = await sql<{ from: string; to: string }>`
      select conrelid::regclass::text as "from", confrelid::regclass::text as "to"
      from pg_constraint where contype = 'f'`.execute(database.db);
    const order: readonly string[] = FORGOTTEN;
    const places = rows.map(({ from, to }) => [order.indexOf(from), order.indexOf(to)] as const);
    const inIt = places.filter((pair) => !pair.includes(-1));

    expect(inIt.length).toBeGreaterThan(5);
    expect(inIt.filter(([from, to]) => from >= to)).toEqual([]);
  });
});
