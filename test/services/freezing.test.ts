import { describe, expect, it } from "vitest";
import { requestFacts } from "../../src/request/card/request-facts.ts";
import { freezeSending, resumeSending } from "../../src/request/freezing/freeze.ts";
import { freezeAfterRestore } from "../../src/request/freezing/restored.ts";
import { findFreeze } from "../../src/request/queries/freezes.ts";
import { findRequest } from "../../src/request/queries/requests.ts";
import { firstBreak } from "../../src/request/rules/audit.ts";
import { sweep } from "../../src/request/sweep.ts";
import { listAudit } from "../support/audit-of.ts";
import { after, BEN, CAL, DAN } from "../support/builders.ts";
import { useTestStore } from "../support/use-store.ts";
import { approved, delivery, must, refOf, requested, resumeNow, runJobs } from "./steps.ts";
import type { World } from "./world.ts";
import { aWorld } from "./world.ts";

const database = useTestStore();

const reason = "The service behaves oddly.";
const freeze = ({ deps, workspaceId }: World, by = BEN, key = delivery()) =>
  freezeSending(deps, { workspaceId, by, reason, delivery: key });
const frozenIn = async ({ deps, workspaceId }: World) => findFreeze(deps.db, workspaceId);
const auditOf = async ({ deps, workspaceId }: World) => listAudit(deps.db, workspaceId);

async function resumed(world: World): Promise<void> {
  must(await resumeNow(world, BEN));
  must(await resumeNow(world, CAL));
  expect((await frozenIn(world)).frozen).toBeNull();
}

describe("while sending is frozen", () => {
  it("every card that waits says so, and those that ended do not", async () => {
    const world = await aWorld(database);
    const done = await approved(world, { name: "Done" });
    await runJobs(world, done);
    const pending = refOf(await requested(world, { name: "Pending" }));
    const ready = await approved(world, { name: "Ready" });
    world.jobs.length = 0;

    must(await freeze(world));

    const drawn = world.jobs.map(({ name, request }) => [name, request.requestId]);
    expect(drawn.sort()).toEqual(
      [pending, ready].map(({ requestId }) => ["update-approval-card", requestId]).sort(),
    );
    for (const { requestId } of [pending, ready, done]) {
      const request = await findRequest(world.deps.db, {
        workspaceId: world.workspaceId,
        requestId,
      });
      if (!request) throw new Error("There is no such request");
      const { frozen } = await requestFacts(world.deps, request);
      if (requestId === done.requestId) expect(frozen).toBeNull();
      else expect(frozen).toMatchObject({ by: BEN, reason, cause: "person" });
    }
  });
});

describe("freezing and going on", () => {
  it("is each in the audit, in a whole chain, and happens once for each delivery", async () => {
    const world = await aWorld(database);
    const [one, two] = [delivery(), delivery()];
    must(await freeze(world, BEN, one));
    expect(await freeze(world, BEN, one)).toMatchObject({ ok: false, refusal: "seen-before" });
    expect((await frozenIn(world)).version).toBe(1);
    must(await resumeNow(world, CAL, two));
    expect(await resumeNow(world, CAL, two)).toMatchObject({ ok: false, refusal: "seen-before" });
    must(await resumeNow(world, DAN));
    // The first click comes once more, long after.
    expect(await freeze(world, BEN, one)).toMatchObject({ ok: false, refusal: "seen-before" });

    expect(await frozenIn(world)).toEqual({ version: 3, frozen: null });
    const audit = await auditOf(world);
    expect(firstBreak(audit)).toBeUndefined();
    expect(audit.map(({ action, actor, requestId }) => [action, actor, requestId])).toEqual([
      ["frozen", BEN, null],
      ["resume-agreed", CAL, null],
      ["resumed", DAN, null],
      ["rows-signed", DAN, null],
    ]);
    expect(JSON.parse(audit[0]?.facts ?? "")).toMatchObject({ reason, cause: "person" });
    expect(JSON.parse(audit[2]?.facts ?? "")).toMatchObject({ by: [CAL, DAN] });
  });

  it("is not ended by whoever has read of an earlier freeze only, but by one who saw it agreed to", async () => {
    const world = await aWorld(database);
    const { deps, workspaceId, now } = world;
    const click = async (by: string, shown: string) =>
      resumeSending(deps, { workspaceId, by, shown, delivery: delivery() });
    must(await freeze(world));
    const first = now.value;
    must(await click(BEN, first));
    must(await click(CAL, first));
    now.value = after({ minutes: 5 });
    must(await freeze(world));

    expect(await click(BEN, first)).toMatchObject({
      refusal: "another-freeze",
      frozen: { since: now.value, agreed: [] },
    });
    const second = now.value;
    must(await click(BEN, second));
    now.value = after({ minutes: 10 });
    await freezeAfterRestore(deps, workspaceId);
    expect(await click(CAL, second)).toMatchObject({
      refusal: "another-freeze",
      frozen: { cause: "restored", agreed: [] },
    });

    must(await click(CAL, now.value));
    expect(must(await click(BEN, now.value)).frozen).toBeNull();
    expect(await click(BEN, now.value)).toMatchObject({ refusal: "not-frozen" });
  });

  it("keeps what can be kept of a reason, and says so where that is not all of it", async () => {
    const world = await aWorld(database);
    const { deps, workspaceId } = world;
    const pasted = `Dear all,\r\n\tstop\u00ad\u200b it. ${"x".repeat(2_000)}`;
    const how = { workspaceId, by: BEN, delivery: delivery(), reason: pasted };

    expect(await freezeSending(deps, how)).toMatchObject({ ok: true, isReasonCut: true });

    const { frozen } = await frozenIn(world);
    expect(frozen?.reason).toMatch(/^Dear all, stop it\. x+$/);
    expect(frozen?.reason).toHaveLength(1_000);
    const other = await aWorld(database);
    const blank = {
      ...how,
      workspaceId: other.workspaceId,
      delivery: delivery(),
      reason: "\u200b",
    };
    must(await freezeSending(other.deps, blank));
    expect((await frozenIn(other)).frozen?.reason).toBe("No reason was given.");
  });

  it("is made up for by the sweep where the jobs that follow were lost", async () => {
    const world = await aWorld(database);
    const ref = await approved(world);
    must(await freeze(world));
    await resumed(world);
    world.jobs.length = 0;
    world.now.value = new Date(Date.parse(world.now.value) + 120_000).toISOString();

    await sweep(world.deps);

    expect(world.jobs).toContainEqual({ name: "create-rail", request: ref, isWakeUp: true });
    expect((await runJobs(world, ref)).status).toBe("done");
  });
});
