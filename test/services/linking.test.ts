import { describe, expect, it } from "vitest";
import type { RequestRef } from "../../src/platform/queue/request-ref.ts";
import { readRails } from "../../src/rail/creating/read-rails.ts";
import { reconcileRail } from "../../src/rail/creating/reconcile-rail.ts";
import { linkRail } from "../../src/rail/creating/verify-rail.ts";
import type { Applied } from "../../src/request/apply-command.ts";
import { findRequest } from "../../src/request/queries/requests.ts";
import { listAudit } from "../support/audit-of.ts";
import { after, BEN, CAL } from "../support/builders.ts";
import { useTestStore } from "../support/use-store.ts";
import {
  makeRail,
  makeTaggedRail,
  oneUnanswered,
  unanswered,
  untilAPersonIsAsked,
  untilReleasable,
} from "./at-the-service.ts";
import { remedied } from "./register-steps.ts";
import { approved, delivery, eventsOf, expectState, must, runJobs, stateOf } from "./steps.ts";
import type { World } from "./world.ts";
import { aWorld, moveTo, railCount, withApi } from "./world.ts";

const database = useTestStore();

const link = ({ deps }: World, ref: RequestRef, railId: string, by = BEN): Promise<Applied> =>
  linkRail(deps, { ...ref, by, railId, delivery: delivery() });
const no = (refusal: string) => ({ ok: false, refusal });

/** Without an answer since two minutes, when people may look for it. */
async function linkable(): Promise<{ world: World; ref: RequestRef }> {
  const { world, ref } = await unanswered(database);
  world.now.value = after({ minutes: 2 });
  return { world, ref };
}

describe("linking a Rail", () => {
  it("is one approver's word, read back like any other, and audited", async () => {
    const { world, ref } = await linkable();
    const railId = await makeRail(world, ref);
    const posts = world.posts();

    must(await link(world, ref, railId));

    expect(expectState(await stateOf(world, ref), "created").railId).toBe(railId);
    expect((await runJobs(world, ref)).status).toBe("done");
    expect(world.posted).toHaveLength(1);
    expect(world.posts()).toBe(posts);
    const audit = await listAudit(world.deps.db, world.workspaceId);
    const entry = audit.find(({ action }) => action === "linked");
    expect(entry?.actor).toBe(BEN);
    expect(JSON.parse(entry?.facts ?? "{}")).toMatchObject({ railId, by: BEN });
    expect((await eventsOf(world, ref)).slice(-3)).toEqual([
      "linked",
      "verified",
      "instructions-posted",
    ]);
  });

  it("takes one of those that may be the one, which calls a person at the next look", async () => {
    const { world, ref } = await linkable();
    const railId = await makeRail(world, ref);
    world.jobs.length = 0;

    await reconcileRail(world.deps, ref);

    const state = expectState(await stateOf(world, ref), "needs-a-person");
    expect([state.question, state.candidates]).toEqual(["look-alike-rail", [railId]]);
    expect(world.jobs).toContainEqual({ name: "raise-alarm", request: ref });
    must(await link(world, ref, railId));
    expect((await runJobs(world, ref)).status).toBe("done");
    expect(railCount(world)).toBe(1);
  });

  it("is done once, however often Slack delivers the click", async () => {
    const { world, ref } = await linkable();
    const click = { ...ref, by: BEN, delivery: delivery(), railId: await makeRail(world, ref) };

    must(await linkRail(world.deps, click));

    expect(await linkRail(world.deps, click)).toMatchObject(no("seen-before"));
    expect(await link(world, ref, click.railId, CAL)).toMatchObject(no("not-now"));
  });
});

describe("linking is refused", () => {
  it("with the Rail of another request, whatever has become of that one", async () => {
    const world = await aWorld(database);
    const other = await approved(world);
    expect((await runJobs(world, other)).status).toBe("done");
    const { railId } = expectState(await stateOf(world, other), "done");
    const ref = await oneUnanswered(world);
    await untilAPersonIsAsked(world, ref);

    expect(await link(world, ref, railId)).toMatchObject(no("rail-taken"));
    await makeTaggedRail(world, other);
    await readRails(world.deps, world.workspaceId);
    const { railIds } = expectState(await stateOf(world, other), "quarantined");

    for (const each of railIds) {
      const { ok } = await link(world, ref, each);
      expect(ok, each).toBe(false);
    }
    expectState(await stateOf(world, ref), "needs-a-person");
  });

  it("with any of the Rails that are quarantined for another request, also where no tag is shown", async () => {
    const world = await aWorld(database);
    const other = await approved(world);
    expect((await runJobs(world, other)).status).toBe("done");
    await makeTaggedRail(world, other);
    await readRails(world.deps, world.workspaceId);
    const { railIds } = expectState(await stateOf(world, other), "quarantined");
    const ref = await oneUnanswered(world);
    world.now.value = new Date(Date.parse(world.now.value) + 120_000).toISOString();
    const fault = { kind: "metadata-not-echoed" } as const;
    for (const operation of ["GET /rails", "GET /rails/{rail}"] as const) {
      world.rails.faults.add({ operation, times: Number.POSITIVE_INFINITY, fault });
    }

    expect(railIds).toHaveLength(2);
    for (const railId of railIds) {
      expect(await link(world, ref, railId), railId).toMatchObject(no("rail-taken"));
    }
    expectState(await stateOf(world, ref), "unknown");
  });

  it("with a Rail that another request has been linked to meanwhile", async () => {
    const world = await aWorld(database);
    const refs = [await oneUnanswered(world), await oneUnanswered(world)] as const;
    world.now.value = after({ minutes: 2 });
    const railId = await makeRail(world, refs[0]);

    const [one, other] = await Promise.all(refs.map((ref) => link(world, ref, railId)));

    const ends = [one, other].map((applied) => applied?.ok || applied?.refusal);
    expect(ends.sort()).toEqual(["rail-taken", true]);
  });

  it("with a Rail that carries the tag of another request, or is another one than was approved", async () => {
    const world = await aWorld(database);
    const ref = await oneUnanswered(world);
    const other = await oneUnanswered(world);
    const offRamp = await oneUnanswered(world, { type: "OFF_RAMP" });
    world.now.value = after({ minutes: 2 });

    for (const railId of [await makeTaggedRail(world, other), await makeRail(world, offRamp)]) {
      expect(await link(world, ref, railId)).toMatchObject(no("rail-differs"));
    }
    expectState(await stateOf(world, ref), "unknown");
  });

  it("with a Rail that was made long before the request", async () => {
    const { world, ref } = await linkable();
    const railId = await makeRail(world, ref);
    const old = withApi(world, (api) => ({
      async getRail(id) {
        return { ...(await api.getRail(id)), createdAt: after({ days: -300 }) };
      },
    }));

    expect(await link(old, ref, railId)).toMatchObject(no("rail-older"));
  });

  it("with a Rail that approvers ruled out, also where the service answers one more attempt with it: that quarantines it", async () => {
    const { world, ref } = await unanswered(database);
    const ruledOut = await makeRail(world, ref);
    await untilReleasable(world, ref);
    must(await remedied(world, ref, { type: "release-attempt" }));
    const lying = withApi(world, (api) => ({ createRail: () => api.getRail(ruledOut) }));

    await runJobs(lying, ref);

    const { railIds } = expectState(await stateOf(world, ref), "quarantined");
    expect(railIds).toContain(ruledOut);
    expect(world.posted).toEqual([]);
  });

  it("with a Rail that approvers ruled out before one more attempt", async () => {
    const { world, ref } = await unanswered(database);
    const ruledOut = await makeRail(world, ref);
    await untilReleasable(world, ref);
    must(await remedied(world, ref, { type: "release-attempt" }));
    world.rails.faults.add({ operation: "POST /rails", fault: { kind: "drop-after-commit" } });
    world.rails.faults.add({
      operation: "GET /rails",
      times: Number.POSITIVE_INFINITY,
      fault: { kind: "metadata-not-echoed" },
    });
    await runJobs(world, ref);
    const { candidates } = expectState(await stateOf(world, ref), "needs-a-person");

    expect(await link(world, ref, ruledOut)).toMatchObject(no("rail-ruled-out"));
    expect(railCount(world)).toBe(2);
    must(await link(world, ref, candidates[0] ?? ""));
  });

  it.each(["rail_nowhere", "", "rail/../x", "a".repeat(300)])(
    "with what is no id of a Rail: %j",
    async (railId) => {
      const { world, ref } = await linkable();

      expect(await link(world, ref, railId)).toMatchObject(no("rail-not-found"));
    },
  );

  it("while the connection is another one, or where the stored request was altered", async () => {
    const { world, ref } = await linkable();
    const railId = await makeRail(world, ref);
    const request = await findRequest(world.deps.db, ref);
    const canonical = request?.canonical ?? "";
    const write = (text: string) =>
      database.db
        .updateTable("requests")
        .set({ canonical: text })
        .where("id", "=", ref.requestId)
        .execute();
    await write(canonical.replace("Payroll", "Perfidy"));
    expect(await link(world, ref, railId)).toMatchObject(no("content-differs"));
    await write(canonical);

    await moveTo(database, world, "production");

    expect(await link(world, ref, railId)).toMatchObject(no("connection-changed"));
  });
});
