import { describe, expect, it } from "vitest";
import { whitelistDestination } from "../../src/destination/post-destination.ts";
import type { RequestRef } from "../../src/platform/queue/request-ref.ts";
import type { RailApi } from "../../src/platform/rail-api/rail-api.ts";
import type { RailApiErrorCode } from "../../src/platform/rail-api/rail-api-error.ts";
import { RailApiError } from "../../src/platform/rail-api/rail-api-error.ts";
import { createRail } from "../../src/rail/creating/post-rail.ts";
import { reconcileRail } from "../../src/rail/creating/reconcile-rail.ts";
import { applyCommand } from "../../src/request/apply-command.ts";
import { dropToken } from "../../src/request/queries/connections.ts";
import { after } from "../support/builders.ts";
import { steppingDatabase } from "../support/stepping-database.ts";
import { useTestStore } from "../support/use-store.ts";
import {
  hidesOne,
  makeRail,
  makeTaggedRail,
  showsNothing,
  unanswered,
  untilReleasable,
} from "./at-the-service.ts";
import { approvedChange, remedied, whitelisting } from "./register-steps.ts";
import { approved, expectState, must, runJobs, stateOf } from "./steps.ts";
import type { World } from "./world.ts";
import { aWorld, withApi } from "./world.ts";

const database = useTestStore();

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

it("a read of another Rail than the request's says nothing of it", async () => {
  const world = await aWorld(database);
  const ref = await approved(world);
  await createRail(world.deps, ref);
  const { railId } = expectState(await stateOf(world, ref), "created");
  const rails = await world.deps.railApis(world.workspaceId, world.connectionId);
  const other = await makeRail(world, ref);
  const readBack = { type: "read-back", railId: other, rail: await rails.getRail(other) } as const;

  expect(await applyCommand(world.deps, ref, readBack)).toMatchObject({ refusal: "not-now" });

  expect(expectState(await stateOf(world, ref), "created").railId).toBe(railId);
});

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

it("a sender whose last look at the database fails after its claim sends nothing, and says so", async () => {
  const world = await aWorld(database);
  const ref = await approved(world);
  const { marker } = world.deps;
  let isOut = false;
  const db = steppingDatabase(world.deps.db, () => {
    if (isOut) throw new Error("No connection to the database became free in time");
  });
  const replace = async (...mark: Parameters<typeof marker.replace>) => {
    await marker.replace(...mark);
    isOut = true;
  };

  await createRail({ ...world.deps, db, marker: { ...marker, replace } }, ref);

  expect(expectState(await stateOf(world, ref), "approved").because).toBe("overtaken");
  expect((await runJobs(world, ref)).status).toBe("done");
  expect(world.posts()).toBe(1);
});

it("a sender whose token is removed while Slack is asked about the approvers does not use it any more", async () => {
  const world = await aWorld(database);
  const ref = await approved(world);
  const { people, db } = world.deps;
  const whoIs: typeof people.whoIs = async (...asked) => {
    await dropToken(db, world.workspaceId, world.connectionId);
    return people.whoIs(...asked);
  };

  await createRail({ ...world.deps, people: { ...people, whoIs } }, ref);

  expect(expectState(await stateOf(world, ref), "approved").because).toBe("overtaken");
  expect(world.posts()).toBe(0);
});

/** Nobody knows what came of its POST, until two people release one more attempt: it is as it was before, and later. */
async function releasedAfter(world: World, ref: RequestRef): Promise<void> {
  const unseeing = showsNothing(world);
  await createRail(unseeing.deps, ref);
  await untilReleasable(unseeing, ref);
  must(await remedied(world, ref, { type: "release-attempt" }));
  expectState(await stateOf(world, ref), "approved");
}

describe("a request that comes round to the same state again", () => {
  it("is not claimed by one who looked for its Rail in the first round", async () => {
    const world = await aWorld(database);
    const ref = await approved(world);
    world.rails.faults.add({ operation: "POST /rails", fault: { kind: "drop-after-commit" } });
    let isFirst = true;
    const slower = withApi(world, (api) => ({
      async *listRails(): ReturnType<RailApi["listRails"]> {
        const seen = [];
        for await (const page of api.listRails()) seen.push(page);
        if (isFirst) {
          isFirst = false;
          await releasedAfter(world, ref);
        }
        yield* seen;
      },
    }));

    await createRail(slower.deps, ref);

    expect(world.posts()).toBe(1);
    expect((await runJobs(world, ref)).status).toBe("done");
    expect(world.posts()).toBe(1);
  });

  it("is not sent by one who claimed it in the first round, while another one sends it", async () => {
    const world = await aWorld(database);
    const ref = await approved(world);
    const { marker } = world.deps;
    const stopping = (meanwhile: () => Promise<void>) => ({
      ...world.deps,
      marker: {
        ...marker,
        async replace(...mark: Parameters<typeof marker.replace>) {
          await marker.replace(...mark);
          await meanwhile();
        },
      },
    });
    const secondClaims = Promise.withResolvers<void>();
    const firstIsDone = Promise.withResolvers<void>();
    let second: Promise<void> | undefined;
    const first = createRail(
      stopping(async () => {
        await releasedAfter(world, ref);
        const claiming = stopping(async () => {
          secondClaims.resolve();
          await firstIsDone.promise;
        });
        second = createRail(claiming, ref);
        await secondClaims.promise;
        expectState(await stateOf(world, ref), "sending");
      }),
      ref,
    );
    await first;
    expect(world.posts()).toBe(0);
    firstIsDone.resolve();
    await second;

    expect((await runJobs(world, ref)).status).toBe("done");
    expect(world.posts()).toBe(1);
  });
});

it("a sender to whom its last look seems to come late sends nothing", async () => {
  const world = await aWorld(database);
  const ref = await approved(world);
  let isClaimed = false;
  const slow = {
    ...world.deps,
    db: steppingDatabase(world.deps.db, async ({ sql }) => {
      if (!sql.includes('from "requests"')) return;
      isClaimed = (await stateOf(world, ref)).status === "sending";
      if (isClaimed) world.now.value = after({ hours: 1 });
    }),
  };

  await createRail(slow, ref);

  expect(isClaimed).toBe(true);
  expect(expectState(await stateOf(world, ref), "approved").because).toBe("overtaken");
  expect(world.posts()).toBe(0);
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
