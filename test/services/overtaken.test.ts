import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createRail } from "../../src/services/create-rail.ts";
import { linkRail } from "../../src/services/link-rail.ts";
import type { RailApi, RequestRef } from "../../src/services/ports.ts";
import type { RailApiErrorCode } from "../../src/services/rail-api-error.ts";
import { RailApiError } from "../../src/services/rail-api-error.ts";
import { reconcileRail } from "../../src/services/reconcile-rail.ts";
import { verifyRail } from "../../src/services/verify-rail.ts";
import { whitelistDestination } from "../../src/services/whitelist-destination.ts";
import { BEN } from "../support/builders.ts";
import type { TestStore } from "../support/store.ts";
import { openTestStore } from "../support/store.ts";
import { hidesOne, makeRail, makeTaggedRail, unanswered } from "./at-the-service.ts";
import { approvedChange, whitelisting } from "./register-steps.ts";
import { approved, delivery, eventsOf, expectState, must, runJobs, stateOf } from "./steps.ts";
import type { World } from "./world.ts";
import { aWorld, withApi } from "./world.ts";

let database: TestStore;
beforeAll(async () => {
  database = await openTestStore();
});
afterAll(() => database.close());

const failing = (code: RailApiErrorCode) => async () => {
  throw new RailApiError(code, code);
};

/** Others come and go while this one reads the list. */
const whileListing = (world: World, meanwhile: () => Promise<void>): World =>
  withApi(world, (api) => ({
    async *listRails(): ReturnType<RailApi["listRails"]> {
      await meanwhile();
      yield* api.listRails();
    },
  }));

async function dueToBeLookedFor() {
  const { world, ref } = await unanswered(database);
  world.now.value = expectState(await stateOf(world, ref), "unknown").nextLookAt;
  return { world, ref };
}

describe("two looks at once for one Rail", () => {
  it("count as one that found nothing", async () => {
    const { world, ref } = await dueToBeLookedFor();

    await reconcileRail(whileListing(world, () => reconcileRail(world.deps, ref)).deps, ref);

    expect(expectState(await stateOf(world, ref), "unknown").cleanScans).toBe(1);
  });

  it("count as one that failed", async () => {
    const { world, ref } = await dueToBeLookedFor();
    const failed = hidesOne(world);
    const both = whileListing(failed, async () => {
      if (expectState(await stateOf(world, ref), "unknown").failedLooks > 0) return;
      await reconcileRail(failed.deps, ref);
    });

    await reconcileRail(both.deps, ref);

    expect(expectState(await stateOf(world, ref), "unknown").failedLooks).toBe(1);
  });

  it("count as one before the first POST, too", async () => {
    const world = await aWorld(database);
    const ref = await approved(world);
    const failed = hidesOne(world);
    const both = whileListing(failed, async () => {
      if (expectState(await stateOf(world, ref), "approved").timesNotSent > 0) return;
      await createRail(failed.deps, ref);
    });

    await createRail(both.deps, ref);

    expect(expectState(await stateOf(world, ref), "approved").timesNotSent).toBe(1);
  });

  it("find what only the slower one sees", async () => {
    const { world, ref } = await dueToBeLookedFor();
    const slower = whileListing(world, async () => {
      await reconcileRail(world.deps, ref);
      await makeTaggedRail(world, ref);
    });

    await reconcileRail(slower.deps, ref);

    expectState(await stateOf(world, ref), "created");
  });
});

it("a slow read of one Rail says nothing of another one that was linked meanwhile", async () => {
  const world = await aWorld(database);
  const ref = await approved(world);
  await createRail(world.deps, ref);
  const first = expectState(await stateOf(world, ref), "created").railId;
  const slow = withApi(world, (api) => ({
    async getRail(railId) {
      const rail = await api.getRail(railId);
      await neverShown(world, ref);
      const click = { ...ref, by: BEN, delivery: delivery() };
      must(await linkRail(world.deps, { ...click, railId: await makeRail(world, ref) }));
      return rail;
    },
  }));

  await verifyRail(slow.deps, ref);

  const { railId } = expectState(await stateOf(world, ref), "created");
  expect(railId).not.toBe(first);
  expect(await eventsOf(world, ref)).not.toContain("quarantined");
});

async function neverShown(world: World, ref: RequestRef): Promise<void> {
  const hiding = withApi(world, () => ({ getRail: failing("not-found") }));
  for (let state = await stateOf(world, ref); state.status === "created"; ) {
    world.now.value = state.nextLookAt;
    await verifyRail(hiding.deps, ref);
    state = await stateOf(world, ref);
  }
}

it("a sender that stood still after its claim sends nothing, and says so", async () => {
  const world = await aWorld(database);
  const ref = await approved(world);
  const { marker } = world.deps;
  const slow = {
    ...world.deps,
    marker: {
      ...marker,
      async replace(...mark: Parameters<typeof marker.replace>) {
        await createRail(world.deps, ref);
        expectState(await stateOf(world, ref), "unknown");
        await marker.replace(...mark);
      },
    },
  };

  await createRail(slow, ref);

  expect(expectState(await stateOf(world, ref), "approved").because).toBe("overtaken");
  expect(world.posts()).toBe(0);
  expect((await runJobs(world, ref)).status).toBe("done");
  expect(world.posts()).toBe(1);
});

describe("a whitelisting at which a second worker arrives", () => {
  it.each([
    ["invalid", "failed"],
    ["unauthenticated", "blocked"],
    ["not-sent", "approved"],
  ] as const)("still hears the first one's answer: %s", async (code, status) => {
    const world = await aWorld(database);
    const ref = await approvedChange(world, whitelisting());
    const fails = failing(code);
    const overtaken = withApi(world, () => ({
      async whitelistWallet() {
        await whitelistDestination(world.deps, ref);
        expectState(await stateOf(world, ref), "needs-a-person");
        return fails();
      },
    }));

    await whitelistDestination(overtaken.deps, ref);

    expectState(await stateOf(world, ref), status);
    if (status === "failed") return;
    expect((await runJobs(world, ref)).status).toBe("in-force");
    // The other one is of the wallet that was there before.
    expect(world.posts("/wallets")).toBe(2);
  });

  it("leaves it to people where the first one hears nothing clear", async () => {
    const world = await aWorld(database);
    const ref = await approvedChange(world, whitelisting());
    const overtaken = withApi(world, () => ({
      async whitelistWallet() {
        await whitelistDestination(world.deps, ref);
        throw new RailApiError("unavailable", "silent");
      },
    }));

    await whitelistDestination(overtaken.deps, ref);

    expectState(await stateOf(world, ref), "needs-a-person");
  });
});
