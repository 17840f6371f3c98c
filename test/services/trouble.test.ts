import { describe, expect, it, vi } from "vitest";
import type { RequestRef } from "../../src/platform/queue/request-ref.ts";
import type { RailApi } from "../../src/platform/rail-api/rail-api.ts";
import { createRail } from "../../src/rail/creating/post-rail.ts";
import { railFacts } from "../../src/rail/screens/rail-facts.ts";
import { useTestStore } from "../support/use-store.ts";
import { approved, expectState, runJobs, stateOf } from "./steps.ts";
import type { World } from "./world.ts";
import { aWorld, moveTo, nobodyThere, railCount, withApi } from "./world.ts";

const database = useTestStore();

describe("a Rail service that cannot be reached", () => {
  it("leaves the request approved, with growing pauses, until it is back", async () => {
    const world = await aWorld(database);
    const away = await nobodyThere();
    const ref = await approved(world);
    const pauses: number[] = [];
    for (const time of [1, 2, 3]) {
      await createRail(withApi(world, () => ({ createRail: away.createRail })).deps, ref);
      const { nextTryAt, ...state } = expectState(await stateOf(world, ref), "approved");
      expect(state).toMatchObject({ timesNotSent: time, because: "no-connection" });
      pauses.push(Date.parse(nextTryAt) - Date.parse(world.now.value));
      world.now.value = nextTryAt;
    }
    expect(pauses).toEqual([5_000, 30_000, 120_000]);
    expect(world.posts()).toBe(0);

    expect((await runJobs(world, ref)).status).toBe("done");
    expect(railCount(world)).toBe(1);
  });

  it("is not posted to after a look that broke off on a later page", async () => {
    const world = await aWorld(database);
    for (const name of ["one", "two", "three"])
      await runJobs(world, await approved(world, { name }));
    const ref = await approved(world);
    const api = await world.deps.railApis(world.workspaceId, world.connectionId);
    const broken = withApi(world, () => ({
      readPage: async () => {
        throw await thrownBy(nobodyThere());
      },
      async *listRails() {
        for await (const page of api.listRails()) {
          yield page;
          throw await thrownBy(nobodyThere());
        }
      },
    }));

    await createRail(broken.deps, ref);

    expectState(await stateOf(world, ref), "approved");
    expect(world.posts()).toBe(3);
  });
});

async function thrownBy(api: RailApi): Promise<Error> {
  return (await api).getRail("rail_1").then(
    () => new Error("It answered"),
    (error: Error) => error,
  );
}

/** A worker whose POST is under way; it goes out, and is answered, when the test says so. */
async function postingSlowly(world: World, ref: RequestRef): Promise<() => Promise<void>> {
  const gate = Promise.withResolvers<void>();
  const slow = withApi(world, (api) => ({
    async createRail(...args) {
      await gate.promise;
      return api.createRail(...args);
    },
  }));
  const posting = createRail(slow.deps, ref);
  await vi.waitFor(async () => expect((await stateOf(world, ref)).status).toBe("sending"));
  return () => {
    gate.resolve();
    return posting;
  };
}

describe("more than one worker", () => {
  it("posts once, however many start at once", async () => {
    const world = await aWorld(database);
    const ref = await approved(world);

    await Promise.all([1, 2, 3, 4].map(() => createRail(world.deps, ref)));

    expect((await runJobs(world, ref)).status).toBe("done");
    expect(world.posts()).toBe(1);
    expect(railCount(world)).toBe(1);
  });

  it("does not post what another is posting; the outcome that comes late wins", async () => {
    const world = await aWorld(database);
    const ref = await approved(world);
    const answer = await postingSlowly(world, ref);

    await createRail(world.deps, ref);
    expect(await stateOf(world, ref)).toMatchObject({ status: "unknown", because: "interrupted" });
    await answer();

    expectState(await stateOf(world, ref), "created");
    expect((await runJobs(world, ref)).status).toBe("done");
    expect(world.posts()).toBe(1);
  });
});

it("names the environment in which a Rail was approved, also after the connection has changed", async () => {
  const world = await aWorld(database);
  const ref = await approved(world);
  await runJobs(world, ref);
  const { workspaceId, connectionId, deps } = world;
  const api = await deps.railApis(workspaceId, connectionId);
  const { railId } = expectState(await stateOf(world, ref), "done");
  await moveTo(database, world, "production");

  const facts = await railFacts(deps, workspaceId, connectionId, await api.getRail(railId));

  expect(facts.environment).toBe("sandbox");
});
