import { describe, expect, it } from "vitest";
import type { RequestRef } from "../../src/platform/queue/request-ref.ts";
import { createRail } from "../../src/rail/creating/post-rail.ts";
import { readRails } from "../../src/rail/creating/read-rails.ts";
import { reconcileRail } from "../../src/rail/creating/reconcile-rail.ts";
import { denyRequest } from "../../src/request/decide-request.ts";
import { listDestinations } from "../../src/request/queries/destinations.ts";
import { findSeenRail } from "../../src/request/queries/disputes.ts";
import type { LookTrouble } from "../../src/request/rules/change-request.ts";
import { destinationFacts, detailsOf, serviceIdOf } from "../../src/request/rules/destination.ts";
import { BEN } from "../support/builders.ts";
import { useTestStore } from "../support/use-store.ts";
import {
  hidesOne,
  makeRail,
  makeTaggedRail,
  unanswered,
  untilAPersonIsAsked,
} from "./at-the-service.ts";
import { asked } from "./setup-steps.ts";
import {
  approved,
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
import { aWorld, nobodyThere, withApi } from "./world.ts";

const database = useTestStore();

/** Looks as soon as it is time, until it is not unknown any more: the pauses in seconds. */
async function pausesOf(world: World, ref: RequestRef, atMost = 40): Promise<number[]> {
  const pauses: number[] = [];
  while (pauses.length < atMost) {
    const state = await stateOf(world, ref);
    if (state.status !== "unknown") break;
    pauses.push((Date.parse(state.nextLookAt) - Date.parse(world.now.value)) / 1000);
    world.now.value = state.nextLookAt;
    await reconcileRail(world.deps, ref);
  }
  return pauses;
}

const readAll = (world: World) => readRails(world.deps, world.workspaceId);

describe("a Rail of unknown outcome", () => {
  it("is looked for after a second, then at growing pauses; a person is asked after ten minutes", async () => {
    const { world, ref } = await unanswered(database);
    world.jobs.length = 0;

    expect(await pausesOf(world, ref)).toEqual([1, 9, 50, 180, 360]);

    expectState(await stateOf(world, ref), "needs-a-person");
    expect(await stateOf(world, ref)).toMatchObject({ question: "outcome", candidates: [] });
    expect(world.jobs).toContainEqual({ name: "raise-alarm", request: ref });
    expect(world.posts()).toBe(1);
  });

  it("is looked for after other pauses, where those are set", async () => {
    const { world, ref } = await unanswered(database);
    const pauses: [number, ...number[]] = [1, 60, 7];
    const set = { ...world, deps: { ...world.deps, pauses } };

    expect(await pausesOf(set, ref)).toEqual([1, 60, 7]);
    expectState(await stateOf(world, ref), "needs-a-person");
  });
});

interface Trouble {
  trouble: LookTrouble;
  as(world: World): Promise<World>;
}

/** The real one, once: to wait for it at each of many looks takes a minute. */
const thrownByNobody = async () =>
  nobodyThere()
    .getRail("rail_1")
    .catch((error) => error);

const TROUBLES: Trouble[] = [
  {
    trouble: "token-refused",
    as: async (world) => {
      world.token.value = "revoked";
      return world;
    },
  },
  {
    trouble: "unreachable",
    as: async (world) => {
      const error = await thrownByNobody();
      return withApi(world, () => ({
        // biome-ignore lint/correctness/useYield: it breaks off before the first page
        async *listRails() {
          throw error;
        },
      }));
    },
  },
  {
    trouble: "incomplete",
    as: async (world) => hidesOne(world),
  },
];

describe("a Rail without a tag that other people adopt while it may be a request's own", () => {
  it("stays a candidate, so that nothing is sent again", async () => {
    const { world, ref } = await unanswered(database);
    const railId = await makeRail(world, ref);
    await readAll(world);
    const { deps, connectionId } = world;
    const seen = await findSeenRail(deps.db, connectionId, railId);
    const [into] = await listDestinations(deps.db, connectionId, { kind: "wallet" });
    if (!seen || !into) throw new Error("Both are known");
    const { type, sourceAsset, destinationAsset, source, destination } = seen;
    const adoption = await asked(world, {
      ...{ kind: "adopt-rail", name: "Old payroll", reason: "Made by hand" },
      ...{ railId, type, sourceAsset, destinationAsset, source, destination },
      details: detailsOf(into),
      destinationId: serviceIdOf(into),
      destinationName: destinationFacts(into).name,
    });
    await bothApprove(world, adoption);
    expectState(await runJobs(world, refOf(adoption)), "in-force");

    await untilAPersonIsAsked(world, ref);

    expect(await stateOf(world, ref)).toMatchObject({
      question: "look-alike-rail",
      candidates: [railId],
    });
  });
});

describe.each(TROUBLES)("a look at a service that is $trouble", ({ trouble, as }) => {
  it("is forgotten with the first whole look", async () => {
    const { world, ref } = await unanswered(database);
    const token = world.token.value;
    const troubled = await as(world);
    await pausesOf(troubled, ref, 3);
    expect(await stateOf(world, ref)).toMatchObject({ failedLooks: 3, trouble, cleanScans: 0 });
    world.token.value = token;

    await pausesOf(world, ref, 1);
    expect(await stateOf(world, ref)).toMatchObject({
      failedLooks: 0,
      trouble: null,
      cleanScans: 1,
    });
    await pausesOf(await as(world), ref, 1);
    expect(await stateOf(world, ref)).toMatchObject({ failedLooks: 1, trouble, cleanScans: 1 });
  });

  it("before the first POST leaves it unsent", async () => {
    const world = await aWorld(database);
    const token = world.token.value;
    const ref = await approved(world);

    await createRail((await as(world)).deps, ref);

    expect(await stateOf(world, ref)).toMatchObject(
      trouble === "token-refused"
        ? { status: "blocked" }
        : { status: "approved", because: trouble },
    );
    expect(world.posts()).toBe(0);
    world.token.value = token;
    expect((await runJobs(world, ref)).status).toBe("done");
    expect(world.posts()).toBe(1);
  });
});

it("walks again when Rails were made while it walked, and takes that for whole", async () => {
  const { world, ref } = await unanswered(database);
  await makeTaggedRail(world, ref);
  let walks = 0;
  const moving = withApi(world, (api) => ({
    async *listRails() {
      walks += 1;
      const isFirst = walks === 1;
      for await (const { rails, total } of api.listRails()) {
        yield isFirst ? { rails: rails.slice(1), total } : { rails, total };
      }
    },
  }));

  await pausesOf(moving, ref, 1);

  expect(walks).toBe(2);
  expectState(await stateOf(world, ref), "created");
});

const askedPerson = async (): Promise<{ world: World; ref: RequestRef }> => {
  const { world, ref } = await unanswered(database);
  await untilAPersonIsAsked(world, ref);
  return { world, ref };
};

describe("a Rail that turns up", () => {
  it("after the request was denied is quarantined, and people are called", async () => {
    const world = await aWorld(database);
    const ref = refOf(await requested(world));
    must(await denyRequest(world.deps, { ...ref, by: BEN, delivery: delivery(), reason: "No" }));
    const railId = await makeTaggedRail(world, ref);
    world.jobs.length = 0;

    await readAll(world);

    expect(expectState(await stateOf(world, ref), "quarantined").railIds).toEqual([railId]);
    expect(world.jobs).toContainEqual({ name: "raise-alarm", request: ref });
    expect((await runJobs(world, ref)).status).toBe("quarantined");
    expect(world.posted).toEqual([]);
  });

  it("is told once, and not with every walk", async () => {
    const { world, ref } = await askedPerson();
    await makeTaggedRail(world, ref);
    await readAll(world);
    await runJobs(world, ref);
    const events = await eventsOf(world, ref);

    await readAll(world);
    await readAll(world);

    expect(await eventsOf(world, ref)).toEqual(events);
  });
});
