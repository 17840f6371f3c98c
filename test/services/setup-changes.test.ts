import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { WorkspaceSettings } from "../../src/config/workspace-settings.ts";
import { approversRemoved, removeApprover } from "../../src/policy/screens/remove-approver.ts";
import { applyCommand } from "../../src/request/apply-command.ts";
import { denyRequest } from "../../src/request/decide-request.ts";
import { findLastAudit } from "../../src/request/queries/audit.ts";
import {
  findCurrentConnection,
  findPolicy,
  readAccess,
} from "../../src/request/queries/companies.ts";
import { dropToken, findConnection, keepToken } from "../../src/request/queries/connections.ts";
import { listDestinations } from "../../src/request/queries/destinations.ts";
import { findKeptSettings } from "../../src/request/queries/kept-settings.ts";
import { findMessage, saveMessage } from "../../src/request/queries/messages.ts";
import { findSetup, saveApprovalsChannel } from "../../src/request/queries/setups.ts";
import { makeConnectionCurrent } from "../../src/request/queries/successions.ts";
import { everyApprover, usualPolicy } from "../../src/request/rules/approval/policy.ts";
import type { ChangeConnection, SetupChange } from "../../src/request/rules/change.ts";
import type { ChangeRequest } from "../../src/request/rules/change-request.ts";
import { applySettings } from "../../src/wiring/apply-settings.ts";
import {
  ANA,
  aChannelChange,
  aConnectionChange,
  after,
  aPolicyChange,
  aRule,
  BEN,
  CAL,
  DAN,
  NOW,
} from "../support/builders.ts";
import { SEAL } from "../support/seal.ts";
import { savePolicy } from "../support/set-up.ts";
import { useTestStore } from "../support/use-store.ts";
import { asked, asking } from "./setup-steps.ts";
import {
  approves,
  bothApprove,
  delivery,
  eventsOf,
  expectState,
  must,
  refOf,
  requested,
  runJobs,
  stateOf,
} from "./steps.ts";
import type { World } from "./world.ts";
import { aWorld, moveTo } from "./world.ts";

const database = useTestStore();

/** Requested by Ana, approved by Ben and Cal, and carried out if nothing stands in its way. */
async function done(world: World, change: SetupChange): Promise<ChangeRequest> {
  const request = await asked(world, change);
  await bothApprove(world, request);
  await runJobs(world, refOf(request));
  return request;
}

/** With a token that is kept, in a row that is not current. */
async function toAnother(world: World): Promise<ChangeConnection> {
  const { deps, workspaceId, connectionId } = world;
  await moveTo(database, world, "production");
  const to = await findCurrentConnection(deps.db, workspaceId);
  await deps.transaction((tx) => makeConnectionCurrent(tx.db, workspaceId, connectionId));
  const { lastFour } = (await findConnection(deps.db, workspaceId, to.id)) ?? {};
  return aConnectionChange({ to, lastFour: lastFour ?? "" });
}

const listed = ({ rails: { baseUrl } }: World) =>
  ["sandbox", "production"].map((environment) => ({ baseUrl, environment }));

const applied = (world: World, settings: Partial<WorkspaceSettings>) =>
  applySettings(
    { ...world.deps, db: database.db, seal: SEAL, railServices: listed(world) },
    { id: world.workspaceId, name: "Acme" },
    { rail: null, channel: null, policy: null, ...settings },
  );

const isKept = async ({ deps, workspaceId }: World, { to }: ChangeConnection) =>
  (await findConnection(deps.db, workspaceId, to.id))?.lastFour !== null;

describe("another policy", () => {
  it("ends without effect if some request could never be approved under it by then", async () => {
    const world = await aWorld(database);
    const twoOfThree = { approvers: [BEN, CAL, DAN], approvalsRequired: 2 };
    const quorums = { rails: twoOfThree, destinations: twoOfThree };
    const document = usualPolicy({ ...quorums, coolDownHours: 1 });
    const request = await asked(world, aPolicyChange({ document }));
    await bothApprove(world, request);
    world.standings[DAN] = "not-known";
    await expect(runJobs(world, refOf(request), 3)).rejects.toThrow("could not say");

    world.standings[DAN] = "deactivated";
    await runJobs(world, refOf(request));

    expect(await stateOf(world, refOf(request))).toMatchObject({
      status: "voided",
      because: expect.stringContaining("can approve now"),
    });
    expect((await findPolicy(world.deps.db, world.workspaceId)).version).toBe(1);
  });

  it("comes into force with its request, and says who asked for it", async () => {
    const world = await aWorld(database);
    const { deps, workspaceId } = world;
    const change = aPolicyChange();

    const request = await done(world, change);

    expect(await stateOf(world, refOf(request))).toMatchObject({
      status: "in-force",
      serviceId: null,
    });
    expect(await eventsOf(world, refOf(request))).toEqual([
      "approval-given",
      "approval-given",
      "approved",
      "set-up-changed",
    ]);
    expect(await findPolicy(deps.db, workspaceId)).toEqual({
      version: 2,
      ...change.document,
    });
    const [row] = await database.db
      .selectFrom("policies")
      .select(["changed_by", "request_id"])
      .where("workspace_id", "=", workspaceId)
      .where("version", "=", 2)
      .execute();
    expect(row).toEqual({ changed_by: ANA, request_id: request.id });
    const entry = await findLastAudit(deps.db, workspaceId, "set-up-changed");
    expect(JSON.parse(entry?.facts ?? "")).toMatchObject({ countedApprovers: [BEN, CAL] });
  });

  it("remembers whom the approvers took out, so that the environment does not bring them back", async () => {
    const world = await aWorld(database);
    const { deps, workspaceId } = world;
    const rules = (approvers: string[]) =>
      usualPolicy({
        rails: { approvers, approvalsRequired: 2 },
        destinations: { approvers, approvalsRequired: 2 },
        coolDownHours: 24,
      });

    await done(world, aPolicyChange({ document: rules([ANA, BEN, CAL]) }));
    expect((await findKeptSettings(deps.db, workspaceId)).removedApprovers).toEqual([DAN]);

    await done(world, aPolicyChange({ from: 2, document: rules([ANA, BEN, CAL, DAN]) }));
    expect((await findKeptSettings(deps.db, workspaceId)).removedApprovers).toEqual([]);
  });

  it("ends what was made from the version before, and has the cards of all that waits drawn anew", async () => {
    const world = await aWorld(database);
    const rail = await requested(world);
    const stale = await asked(world, aPolicyChange({ name: "Another" }));
    const card = { channelId: "C1", ts: "1.0", version: rail.version };
    await saveMessage(world.deps.db, refOf(rail), "approval-card", card);

    await done(world, aPolicyChange());

    const ended = expectState(await runJobs(world, refOf(stale)), "voided");
    expect(ended.because).toContain("Another policy has taken effect");
    expect((await findMessage(world.deps.db, refOf(rail), "approval-card"))?.version).toBe(-1);
    expect((await stateOf(world, refOf(rail))).status).toBe("pending");
  });

  it("is not asked for where it is made from a version that is no longer in force", async () => {
    const world = await aWorld(database);

    expect(await asking(world, aPolicyChange({ from: 0 }))).toEqual({
      ok: false,
      because: "set-up-changed",
    });
  });
});

describe("another approvals channel", () => {
  it("comes into force with its request, and ends the others that wait", async () => {
    const world = await aWorld(database);
    const { deps, workspaceId } = world;
    await deps.transaction((tx) => saveApprovalsChannel(tx.db, workspaceId, "C0APPROVALS"));
    const stale = await asked(world, aChannelChange({ channelId: "C0ELSEWHERE" }));

    await done(world, aChannelChange());

    expect((await findSetup(deps.db, workspaceId)).approvalsChannel).toBe("C0TREASURYAPPROVALS");
    expect(expectState(await runJobs(world, refOf(stale)), "voided").because).toContain(
      "channel was changed",
    );
    expect(await asking(world, aChannelChange())).toMatchObject({ because: "set-up-changed" });
  });
});

describe("another connection", () => {
  it("comes into force with its request, and ends whatever was asked of the one before", async () => {
    const world = await aWorld(database);
    const { deps, workspaceId } = world;
    const change = await toAnother(world);
    const [rail, approvedRail] = [await requested(world), await requested(world)];
    await bothApprove(world, approvedRail);
    const policy = await asked(world, aPolicyChange());

    await done(world, change);

    expect(await findCurrentConnection(deps.db, workspaceId)).toEqual(change.to);
    expect(await isKept(world, change)).toBe(true);
    for (const waiting of [rail, approvedRail, policy]) {
      const ended = expectState(await runJobs(world, refOf(waiting)), "voided");
      expect(ended.because).toContain("The Rail connection was changed while this waited");
    }
    expect(world.posts()).toBe(0);
    const { id } = change.to;
    expect(await listDestinations(deps.db, id, {})).toEqual([]);
  });

  it("that the environment names at a start ends whatever was asked of the one before, too", async () => {
    const world = await aWorld(database);
    const [rail, channel] = [
      await requested(world),
      await asked(world, aChannelChange({ from: null })),
    ];
    const apply = (settings: Partial<WorkspaceSettings>) => applied(world, settings);

    await apply({ channel: "C0ANOTHER" });
    expect((await runJobs(world, refOf(channel))).status).toBe("voided");
    expect((await runJobs(world, refOf(rail))).status).toBe("pending");
    const { baseUrl } = world.rails;
    const environment = "production" as const;
    await apply({ rail: { name: "live", baseUrl, environment, token: world.token.value } });

    const ended = expectState(await runJobs(world, refOf(rail)), "voided");
    expect(ended.because).toContain("The Rail connection was changed while this waited");
  });

  it("keeps no token once it is denied, withdrawn, expired or void", async () => {
    const world = await aWorld(database);
    const { deps } = world;
    const ends: ((request: ChangeRequest) => Promise<unknown>)[] = [
      (request) =>
        denyRequest(deps, { ...refOf(request), by: BEN, reason: "No", delivery: delivery() }),
      (request) => applyCommand(deps, refOf(request), { type: "withdraw", by: ANA }),
      (request) => {
        world.now.value = after({ days: 2 });
        return applyCommand(deps, refOf(request), { type: "expire" });
      },
    ];
    for (const end of ends) {
      const change = await toAnother(world);
      const request = await asked(world, change);
      expect(await isKept(world, change)).toBe(true);
      await end(request);
      expect(await isKept(world, change)).toBe(false);
    }
    expect((await findSetup(deps.db, world.workspaceId)).connection?.lastFour).not.toBeNull();
  });

  it("that was current before takes over the token that was entered for it, once it comes into force", async () => {
    const world = await aWorld(database);
    const { deps, workspaceId } = world;
    const { to } = await toAnother(world);
    const tokenAt = `con_${randomUUID()}`;
    const given = { ...to, id: tokenAt, name: "production", lastFour: "zzzz" };
    await deps.transaction((tx) => keepToken(tx.db, SEAL, workspaceId, given, "token anew", NOW));

    await done(world, aConnectionChange({ to, tokenAt, lastFour: "zzzz" }));

    const { connection } = await findSetup(deps.db, workspaceId);
    expect(connection).toEqual({ ...to, name: "production", lastFour: "zzzz" });
    expect((await findConnection(deps.db, workspaceId, tokenAt))?.lastFour).toBeNull();
    const { token } = await readAccess(database.db, SEAL, workspaceId, to.id);
    expect(token).toBe("token anew");
  });

  it("is void where its token was removed, or another one was entered, after it was approved", async () => {
    const world = await aWorld(database);
    const { deps, workspaceId, connectionId } = world;
    const change = await toAnother(world);
    const request = await asked(world, change);
    await bothApprove(world, request);
    await deps.transaction((tx) => dropToken(tx.db, workspaceId, change.to.id));

    await runJobs(world, refOf(request));

    expect(expectState(await stateOf(world, refOf(request)), "voided").because).toContain("token");
    expect((await findCurrentConnection(deps.db, workspaceId)).id).toBe(connectionId);
  });
});

const FOUR = [BEN, CAL, DAN, "U0EVE00001"];

describe("an approver who is removed", () => {
  it("goes out of every rule at once, and counts no more", async () => {
    const world = await aWorld(database, { approvers: FOUR });
    const { deps, workspaceId } = world;
    const rail = await requested(world);
    await bothApprove(world, rail);
    const removal = { workspaceId, by: DAN, userId: CAL, delivery: delivery() };

    expect(await removeApprover(deps, removal)).toEqual({
      ok: true,
      version: 2,
      rules: ["destinations", "Rails"],
      groups: [],
    });
    await runJobs(world, refOf(rail));

    expect((await stateOf(world, refOf(rail))).status).toBe("pending");
    expect(world.posts()).toBe(0);
    const entry = await findLastAudit(deps.db, workspaceId, "approver-removed");
    expect(entry).toMatchObject({ actor: DAN, requestId: null });
    expect(JSON.parse(entry?.facts ?? "")).toMatchObject({ version: 2, userId: CAL });
  });

  it.each<[string, readonly string[] | null, boolean]>([
    ["a user group still names", [CAL], true],
    ["a user group may still name, as Slack does not say", null, true],
    ["no user group names", [ANA], false],
  ])("whom %s is told so to the others", async (_, members, isNamed) => {
    const world = await aWorld(database);
    const { deps, workspaceId } = world;
    world.members.S0TREASURY = members;
    const rule = aRule({ approvers: FOUR, groups: ["S0TREASURY"] });
    await savePolicy(deps.db, workspaceId, { rules: [rule], coolDownHours: 0 }, NOW);
    const removal = { workspaceId, by: DAN, userId: CAL, delivery: delivery() };

    const removed = must(await removeApprover(deps, removal));

    expect(removed.groups).toEqual(isNamed ? ["S0TREASURY"] : []);
    const message = approversRemoved([{ kind: "approver-removed", ...removal, ...removed }], {
      command: "/rail",
    });
    expect(JSON.stringify(message).includes("They may still approve")).toBe(isNamed);
  });

  it("stays where too few would be left, as far as Slack says who counts, unless they do not count already", async () => {
    const world = await aWorld(database);
    const { deps, workspaceId, standings } = world;
    const removing = () =>
      removeApprover(deps, { workspaceId, by: DAN, userId: CAL, delivery: delivery() });

    expect(await removing()).toMatchObject({ ok: false, because: "too-few-left" });
    standings[CAL] = "not-known";
    expect(await removing()).toMatchObject({ ok: false, because: "too-few-left" });
    expect((await findPolicy(deps.db, workspaceId)).version).toBe(1);

    standings[CAL] = "deactivated";
    expect(await removing()).toMatchObject({ ok: true, version: 2 });
  });

  it("is removed once, and from no other workspace", async () => {
    const [world, other] = [
      await aWorld(database, { approvers: FOUR }),
      await aWorld(database, { approvers: FOUR }),
    ];
    const { deps, workspaceId } = world;
    const removal = { workspaceId, by: DAN, userId: CAL, delivery: delivery() };

    must(await removeApprover(deps, removal));

    expect(await removeApprover(deps, removal)).toEqual({ ok: false, because: "seen-before" });
    expect(await removeApprover(deps, { ...removal, delivery: delivery() })).toEqual({
      ok: false,
      because: "not-an-approver",
    });
    expect((await findPolicy(deps.db, workspaceId)).version).toBe(2);
    expect((await findPolicy(deps.db, other.workspaceId)).version).toBe(1);
  });

  it("returns with the agreement of the others, and then the environment leaves nobody out", async () => {
    const world = await aWorld(database);
    const { deps, workspaceId } = world;
    const byOne = async (change: SetupChange) => {
      const request = await asked(world, change);
      must(await approves(world, request, BEN));
      expectState(await runJobs(world, refOf(request)), "in-force");
    };
    const approvers = async () => everyApprover(await findPolicy(deps.db, workspaceId));
    const first = await asked(world, aPolicyChange());
    await bothApprove(world, first);
    await runJobs(world, refOf(first));
    must(await removeApprover(deps, { workspaceId, by: CAL, userId: DAN, delivery: delivery() }));

    await applied(world, { policy: { ...aPolicyChange().document, coolDownHours: 1 } });
    expect(await approvers()).toEqual([BEN, CAL]);
    await byOne(aPolicyChange({ from: 4 }));
    await applied(world, { policy: { ...aPolicyChange().document, coolDownHours: 2 } });

    expect(await findPolicy(deps.db, workspaceId)).toMatchObject({ coolDownHours: 2 });
    expect(await approvers()).toEqual([BEN, CAL, DAN]);
  });
});
