import { describe, expect, it } from "vitest";
import { createRail } from "../../src/rail/creating/post-rail.ts";
import { denyRequest } from "../../src/request/decide-request.ts";
import type { FreezeAnswer } from "../../src/request/freezing/freeze.ts";
import { freezeSending } from "../../src/request/freezing/freeze.ts";
import { findFreeze } from "../../src/request/queries/freezes.ts";
import { findRequest } from "../../src/request/queries/requests.ts";
import { usualPolicy } from "../../src/request/rules/approval/policy.ts";
import { nextStep } from "../../src/request/rules/next-step.ts";
import { listAudit } from "../support/audit-of.ts";
import { ANA, BEN, CAL, DAN, NOW } from "../support/builders.ts";
import { savePolicy } from "../support/set-up.ts";
import { useTestStore } from "../support/use-store.ts";
import { makeTaggedRail, unanswered } from "./at-the-service.ts";
import { approvedChange, whitelisting } from "./register-steps.ts";
import {
  approved,
  bothApprove,
  delivery,
  expectState,
  jobOf,
  must,
  refOf,
  requested,
  resumeNow,
  runJobs,
  stateOf,
} from "./steps.ts";
import type { World } from "./world.ts";
import { aWorld, railCount, withApi } from "./world.ts";

const database = useTestStore();

const REASON = "Odd payouts";

const freeze = ({ deps, workspaceId }: World, by = BEN, key = delivery()): Promise<FreezeAnswer> =>
  freezeSending(deps, { workspaceId, by, delivery: key, reason: REASON });

async function resumed(world: World): Promise<void> {
  must(await resumeNow(world, BEN));
  expect(await resumeNow(world, CAL)).toEqual({ ok: true, frozen: null });
}

const frozenNow = async ({ deps, workspaceId }: World) =>
  (await findFreeze(deps.db, workspaceId)).frozen;
const auditOf = async ({ deps, workspaceId }: World) => listAudit(deps.db, workspaceId);

describe("a freeze", () => {
  it("between the approval and the claim keeps everything back, without a single call", async () => {
    const world = await aWorld(database);
    const ref = await approved(world);
    const other = await approvedChange(world, whitelisting());
    must(await freeze(world));
    const calls = world.rails.calls().length;

    await createRail(world.deps, ref);
    await jobOf(world.deps)("whitelist-destination", other);

    expectState(await stateOf(world, ref), "approved");
    expectState(await stateOf(world, other), "approved");
    expect(world.rails.calls()).toHaveLength(calls);
  });

  it("during the look before the POST keeps the POST back", async () => {
    const world = await aWorld(database);
    const ref = await approved(world);
    const looking = withApi(world, (api) => ({
      async *listRails() {
        yield* api.listRails();
        must(await freeze(world));
      },
    }));

    await createRail(looking.deps, ref);

    expectState(await stateOf(world, ref), "approved");
    expect(world.posts()).toBe(0);
  });

  it("after the claim does not stop the POST, whose outcome is told and read back", async () => {
    const world = await aWorld(database);
    const ref = await approved(world);
    const posting = withApi(world, (api) => ({
      async createRail(...args) {
        must(await freeze(world));
        return api.createRail(...args);
      },
    }));

    await createRail(posting.deps, ref);

    expectState(await stateOf(world, ref), "created");
    expect((await runJobs(world, ref)).status).toBe("done");
    expect(await frozenNow(world)).not.toBeNull();
  });

  it("does not keep Signalbox from looking for what was sent before", async () => {
    const { world, ref } = await unanswered(database);
    must(await freeze(world));
    await makeTaggedRail(world, ref);

    expect((await runJobs(world, ref)).status).toBe("done");
  });

  it("does not keep people from approving, denying, and letting expire", async () => {
    const world = await aWorld(database);
    const [toApprove, toDeny] = [await requested(world), await requested(world)];
    const toExpire = await approved(world);
    must(await freeze(world));

    await bothApprove(world, toApprove);
    const click = { ...refOf(toDeny), by: BEN, delivery: delivery(), reason: "No" };
    must(await denyRequest(world.deps, click));
    world.now.value = new Date(Date.parse(world.now.value) + 25 * 3_600_000).toISOString();
    await createRail(world.deps, toExpire);

    expectState(await stateOf(world, refOf(toApprove)), "approved");
    expectState(await stateOf(world, refOf(toDeny)), "denied");
    expectState(await stateOf(world, toExpire), "expired");
    expect(world.posts()).toBe(0);
  });
});

describe("going on", () => {
  it("wakes what waited, which is then sent once", async () => {
    const world = await aWorld(database);
    const refs = [await approved(world), await approved(world), await approved(world)];
    must(await freeze(world));
    for (const ref of refs) await createRail(world.deps, ref);
    world.jobs.length = 0;

    await resumed(world);

    for (const ref of refs) {
      expect(world.jobs).toContainEqual({ name: "create-rail", request: ref });
      expect((await runJobs(world, ref)).status).toBe("done");
    }
    expect(railCount(world)).toBe(refs.length);
    expect(world.posts()).toBe(refs.length);
  });

  it("leaves to its time what is not due yet", async () => {
    const world = await aWorld(database);
    const ref = await approved(world);
    world.rails.faults.add({ operation: "POST /rails", fault: { kind: "token-revoked" } });
    await createRail(world.deps, ref);
    must(await freeze(world));
    world.jobs.length = 0;

    await resumed(world);

    const request = await findRequest(world.deps.db, ref);
    const startAfter = request && nextStep(request)?.at;
    expect(world.jobs).toContainEqual({ name: "create-rail", request: ref, startAfter });
  });

  it("takes the quorum, counted again at that moment, and tells in the audit who", async () => {
    const world = await aWorld(database);
    must(await freeze(world, DAN));
    must(await resumeNow(world, BEN));
    world.standings[BEN] = "deactivated";
    expect(must(await resumeNow(world, CAL)).frozen).toMatchObject({ agreed: [BEN, CAL] });
    expect(await resumeNow(world, ANA)).toMatchObject({ ok: false, refusal: "not-an-approver" });
    expect(await resumeNow(world, BEN)).toMatchObject({
      ok: false,
      refusal: "not-an-active-member",
    });

    expect(must(await resumeNow(world, DAN)).frozen).toBeNull();

    const entries = (await auditOf(world)).filter(({ requestId }) => requestId === null);
    expect(entries.map(({ action, actor }) => [action, actor])).toEqual([
      ["frozen", DAN],
      ["resume-agreed", BEN],
      ["resume-agreed", CAL],
      ["resumed", DAN],
      ["rows-signed", DAN],
    ]);
    expect(JSON.parse(entries[0]?.facts ?? "{}")).toMatchObject({ by: DAN, reason: REASON });
    expect(JSON.parse(entries[3]?.facts ?? "{}")).toMatchObject({ by: [CAL, DAN] });
  });

  it("takes the rules as they are by then", async () => {
    const world = await aWorld(database);
    must(await freeze(world));
    must(await resumeNow(world, BEN));
    const rule = { approvers: [BEN, CAL, DAN], approvalsRequired: 3 };
    const policy = usualPolicy({ rails: rule, destinations: rule, coolDownHours: 0 });
    await savePolicy(database.db, world.workspaceId, policy, NOW);

    expect(must(await resumeNow(world, CAL)).frozen).not.toBeNull();
    expect(must(await resumeNow(world, DAN)).frozen).toBeNull();
  });

  it("counts both of two people who agree at once", async () => {
    const world = await aWorld(database);
    must(await freeze(world, DAN));

    await Promise.all([resumeNow(world, BEN), resumeNow(world, CAL)]);

    // Each may have been asked about before the other had agreed; then whoever asks again ends it.
    if (await frozenNow(world)) must(await resumeNow(world, CAL));
    expect(await frozenNow(world)).toBeNull();
  });
});
