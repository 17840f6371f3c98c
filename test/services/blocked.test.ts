import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createSeal } from "../../src/platform/database/seal.ts";
import type { RequestRef } from "../../src/platform/queue/request-ref.ts";
import { createRailApi } from "../../src/platform/rail-api/client.ts";
import { createRail } from "../../src/rail/creating/post-rail.ts";
import { reconcileRail } from "../../src/rail/creating/reconcile-rail.ts";
import { findCurrentConnection } from "../../src/request/queries/companies.ts";
import { startRailService } from "../../src/sandbox/rail-service/server.ts";
import { connect } from "../../src/workspace/connection/connect.ts";
import { ownerOfToken } from "../../src/workspace/connection/prove-owner.ts";
import { anOnRampRail, BEN } from "../support/builders.ts";
import { useTestStore } from "../support/use-store.ts";
import { oneUnanswered } from "./at-the-service.ts";
import {
  approved,
  delivery,
  eventsOf,
  expectState,
  jobOf,
  must,
  runJobs,
  stateOf,
} from "./steps.ts";
import type { World } from "./world.ts";
import { aWorld } from "./world.ts";

const database = useTestStore();

interface Blocked {
  world: World;
  ref: RequestRef;
  mend(): void;
}

async function blocked(in_?: World): Promise<Blocked> {
  const world = in_ ?? (await aWorld(database));
  const ref = await approved(world);
  const good = world.token.value;
  world.token.value = "revoked";
  world.jobs.length = 0;
  await createRail(world.deps, ref);
  expectState(await stateOf(world, ref), "blocked");
  const mend = () => {
    world.token.value = good;
  };
  return { world, ref, mend };
}

/** A token is proven to be the company's by a Rail that is known here. */
async function withKnownRail(): Promise<World> {
  const world = await aWorld(database);
  await runJobs(world, await approved(world));
  return world;
}

/** An administrator enters the token of the company once more. */
async function entered(world: World): Promise<void> {
  const { deps, workspaceId, rails } = world;
  const api = { name: "sandbox", baseUrl: rails.baseUrl, environment: "sandbox" as const };
  const given = {
    workspaceId,
    by: BEN,
    api,
    token: "acme-token",
    reason: "",
    delivery: delivery(),
  };
  const connected = await connect({ ...deps, newId: randomUUID, railApiAt: createRailApi }, given);
  must(connected);
}

describe("a request whose token is refused", () => {
  it("waits, has its card say so, and is tried again after two minutes each time", async () => {
    const { world, ref } = await blocked();
    expect(world.jobs).toContainEqual({ name: "update-approval-card", request: ref });

    for (const time of [1, 2, 3]) {
      const { nextTryAt } = expectState(await stateOf(world, ref), "blocked");
      const pause = Date.parse(nextTryAt) - Date.parse(world.now.value);
      expect([time, pause]).toEqual([time, 120_000]);
      expect(world.jobs).toContainEqual(
        expect.objectContaining({ name: "create-rail", startAfter: nextTryAt }),
      );
      world.now.value = nextTryAt;
      await createRail(world.deps, ref);
    }
    expect(world.posts()).toBe(0);
  });

  it("goes on by itself once the token is mended", async () => {
    const { world, ref, mend } = await blocked();

    mend();

    expect((await runJobs(world, ref)).status).toBe("done");
    expect(world.posts()).toBe(1);
  });
});

describe("a new token", () => {
  it("has what waits for it tried at once, and nothing else", async () => {
    const { world, ref, mend } = await blocked(await withKnownRail());
    const waiting = await approved(world);
    const state = expectState(await stateOf(world, ref), "blocked");
    world.jobs.length = 0;
    mend();

    await entered(world);

    const woken = world.jobs.map(({ name, request }) => [name, request.requestId]);
    expect(woken).toEqual([["wake-request", ref.requestId]]);
    expect((await runJobs(world, ref)).status).toBe("done");
    expect(world.now.value < state.nextTryAt).toBe(true);
    expect(await eventsOf(world, ref)).toContain("woken");
    expectState(await stateOf(world, waiting), "approved");
  });

  it("has a Rail of unknown outcome looked for at once", async () => {
    const world = await withKnownRail();
    const ref = await oneUnanswered(world);
    const good = world.token.value;
    world.token.value = "revoked";
    const { nextLookAt: first } = expectState(await stateOf(world, ref), "unknown");
    world.now.value = first;
    await reconcileRail(world.deps, ref);
    const { nextLookAt, trouble } = expectState(await stateOf(world, ref), "unknown");
    expect(trouble).toBe("token-refused");
    world.token.value = good;
    world.jobs.length = 0;

    await entered(world);
    await jobOf(world.deps)("wake-request", ref);
    await reconcileRail(world.deps, ref);

    expect(expectState(await stateOf(world, ref), "unknown").trouble).toBeNull();
    expect(world.now.value < nextLookAt).toBe(true);
  });

  /** As if another token were kept. */
  const proofOf = async ({ workspaceId }: World, baseUrl: string, token: string) => {
    const found = [await findCurrentConnection(database.db, workspaceId)];
    const rails = createRailApi({ baseUrl, token });
    const anotherSeal = createSeal([Buffer.alloc(32, 9)]);
    const reader = { db: database.db, seal: anotherSeal };
    return (await ownerOfToken(reader, rails, { workspaceId, token, found })).proof;
  };

  it("is proven to be of the company once it sees the last Rail known, and never before", async () => {
    const world = await aWorld(database);
    const { baseUrl } = world.rails;
    expect(await proofOf(world, baseUrl, world.token.value)).toBe("none");
    await runJobs(world, await approved(world));

    expect(await proofOf(world, baseUrl, world.token.value)).toBe("sees-a-rail");
  });

  it("proves nothing when it shows another Rail under that id, also before it was ever read", async () => {
    const world = await aWorld(database);
    const ref = await approved(world);
    await createRail(world.deps, ref);
    const { railId } = expectState(await stateOf(world, ref), "created");
    const { baseUrl } = world.rails;
    const found = [await findCurrentConnection(database.db, world.workspaceId)];
    const asked = { workspaceId: world.workspaceId, token: "other-token", found };
    const showing = { getRail: async () => anOnRampRail({ id: railId }) };

    expect(await ownerOfToken(world.deps, showing, asked)).toMatchObject({ proof: "none" });
    expect(await proofOf(world, baseUrl, world.token.value)).toBe("sees-a-rail");
  });

  it("proves nothing when it is another company's, which does not see that Rail", async () => {
    const world = await aWorld(database);
    await runJobs(world, await approved(world));
    const other = await startRailService({ companies: [{ name: "Other", token: "other-token" }] });

    expect(await proofOf(world, other.baseUrl, "other-token")).toBe("none");
    await other.stop();
  });

  it("proves nothing, with an error, where nobody says", async () => {
    const world = await aWorld(database);
    await runJobs(world, await approved(world));

    await expect(proofOf(world, world.rails.baseUrl, "revoked")).rejects.toMatchObject({
      code: "unauthenticated",
    });
  });
});
