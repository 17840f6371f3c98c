import { describe, expect, it } from "vitest";
import type { RequestRef } from "../../src/platform/queue/request-ref.ts";
import { RailApiError } from "../../src/platform/rail-api/rail-api-error.ts";
import { createRail } from "../../src/rail/creating/post-rail.ts";
import { readRails } from "../../src/rail/creating/read-rails.ts";
import { reconcileRail } from "../../src/rail/creating/reconcile-rail.ts";
import { findWalk, keepWalk } from "../../src/rail/creating/walk-ground.ts";
import { freezeAfterRestore } from "../../src/request/freezing/restored.ts";
import { saveFreeze } from "../../src/request/queries/freezes.ts";
import { after } from "../support/builders.ts";
import { useTestStore } from "../support/use-store.ts";
import { makeRail, makeTaggedRail } from "./at-the-service.ts";
import { approved, expectState, runJobs, stateOf } from "./steps.ts";
import type { World } from "./world.ts";
import { aWorld, COMPANY, withApi } from "./world.ts";

const database = useTestStore();

/** Pages have two Rails. Six of ours take three of them, and each was created, read back and read in a whole walk. */
async function walkedWorld(): Promise<World> {
  const world = await aWorld(database);
  for (const name of ["one", "two", "three", "four", "five", "six"]) {
    await runJobs(world, await approved(world, { name }));
  }
  await readRails(world.deps, world.workspaceId);
  return world;
}

/** Which pages of the list are asked for while something is done: by itself each, or all in a walk. */
async function pagesOf(world: World, work: (seen: World) => Promise<unknown>): Promise<string[]> {
  const read: string[] = [];
  const seen = withApi(world, (api) => ({
    async readPage(address) {
      read.push(new URL(address ?? "?page=1", "http://rails").searchParams.get("page") ?? "");
      return api.readPage(address);
    },
    async *listRails() {
      read.push("walk");
      yield* api.listRails();
    },
  }));
  await work(seen);
  return read;
}

const creating = (world: World, ref: RequestRef) =>
  pagesOf(world, ({ deps }) => createRail(deps, ref));
const reading = (world: World) =>
  pagesOf(world, ({ deps, workspaceId }) => readRails(deps, workspaceId));

/** Noticed now, and people let sending go on. */
async function restored({ deps, workspaceId }: World): Promise<void> {
  await freezeAfterRestore(deps, workspaceId);
  await deps.transaction(({ db }) => saveFreeze(db, workspaceId, { version: 9, frozen: null }));
}

describe("the look before the POST of a request that was never claimed", () => {
  it("reads the first page and the last, where a walk of the day accounts for every Rail", async () => {
    const world = await walkedWorld();
    const ref = await approved(world, { name: "seven" });

    expect(await creating(world, ref)).toEqual(["1", "3"]);

    expect((await stateOf(world, ref)).status).toBe("created");
  });

  it("walks if another walk has ended since its pages were read", async () => {
    const world = await walkedWorld();
    const ref = await approved(world, { name: "seven" });
    const { connectionId } = world;
    const walk = await findWalk(database.db, connectionId);
    if (walk === null) throw new Error("No walk was kept");

    const read = await pagesOf(world, (seen) => {
      const { deps } = withApi(seen, (api) => ({
        async readPage(address) {
          const page = await api.readPage(address);
          await keepWalk(database.db, connectionId, { ...walk, startedAt: after({ hours: 1 }) });
          return page;
        },
      }));
      return createRail(deps, ref);
    });

    expect(read).toEqual(["1", "3", "walk"]);
    expect((await stateOf(world, ref)).status).toBe("created");
  });

  it("takes the Rails of requests that were created meanwhile, and are not read back, for known", async () => {
    const world = await walkedWorld();
    for (const name of ["seven", "eight", "nine"]) {
      const ref = await approved(world, { name });
      expect(await creating(world, ref)).toEqual(["1", name === "seven" ? "3" : "4"]);
    }
  });

  it.each<[string, (world: World) => Promise<unknown>]>([
    [
      "somebody has made a Rail elsewhere",
      async (world) => makeRail(world, await approved(world, { name: "other" }), ["hers"]),
    ],
    ["the walk is more than a day old", async (world) => (world.now.value = after({ hours: 25 }))],
    ["nothing is kept outside the database", async ({ marks }) => (marks.value = [])],
    [
      "a mark outside is not known",
      async ({ marks }) => (marks.value = [{ sequence: 9_999, hash: "0".repeat(64) }]),
    ],
    [
      "the token is another one",
      ({ connectionId }) =>
        database.db
          .updateTable("connections")
          .set({ sealed_token: "sealed anew" })
          .where("id", "=", connectionId)
          .execute(),
    ],
    ["a restored database was noticed", restored],
    [
      "a restored database was noticed by a clock that had been set back",
      async (world) => {
        world.now.value = after({ hours: -1 });
        await restored(world);
        world.now.value = after({ hours: 20 });
      },
    ],
  ])("walks over the whole list where %s", async (_, happens) => {
    const world = await walkedWorld();
    world.now.value = after({ hours: 20 });
    const ref = await approved(world, { name: "seven" });
    await happens(world);

    expect((await creating(world, ref)).at(-1)).toBe("walk");
  });

  it("finds the Rail that a database without its claim does not know of", async () => {
    const world = await walkedWorld();
    const ref = await approved(world, { name: "seven" });
    const railId = await makeTaggedRail(world, ref);
    const posts = world.posts();

    await createRail(world.deps, ref);

    expect(await stateOf(world, ref)).toMatchObject({ status: "created", railId });
    expect(world.posts()).toBe(posts);
  });
});

describe("what a short look is not enough for", () => {
  it("is a request of unknown outcome: it is looked for over all pages", async () => {
    const world = await walkedWorld();
    const ref = await approved(world, { name: "seven" });
    world.rails.faults.add({ operation: "POST /rails", fault: { kind: "drop-before-commit" } });
    await createRail(world.deps, ref);
    world.now.value = expectState(await stateOf(world, ref), "unknown").nextLookAt;

    expect(await pagesOf(world, ({ deps }) => reconcileRail(deps, ref))).toEqual(["walk"]);

    expect(await stateOf(world, ref)).toMatchObject({ status: "unknown", cleanScans: 1 });
  });

  it("is a further attempt: nothing is known of the one before", async () => {
    const world = await walkedWorld();
    const ref = await approved(world, { name: "seven" });
    world.rails.faults.add({ operation: "POST /rails", fault: { kind: "token-revoked" } });
    await createRail(world.deps, ref);
    expect((await stateOf(world, ref)).status).toBe("blocked");
    world.now.value = after({ hours: 1 });

    expect(await creating(world, ref)).toEqual(["walk"]);
    expect((await stateOf(world, ref)).status).toBe("created");
  });
});

describe("the reading of every ten minutes", () => {
  it("reads both ends and one further page in turn, while every Rail is accounted for", async () => {
    const world = await walkedWorld();

    expect([
      await reading(world),
      await reading(world),
      await reading(world),
      await reading(world),
    ]).toEqual([
      ["1", "3", "3"],
      ["1", "3", "2"],
      ["1", "3", "3"],
      ["1", "3", "2"],
    ]);
  });

  it.each([0, 1, 2])(
    "takes a Rail that two of its pages show for one, after %i others",
    async (others) => {
      const world = await walkedWorld();
      await runJobs(world, await approved(world, { name: "seven" }));
      for (let read = 0; read < others; read += 1) await reading(world);
      const ref = await approved(world, { name: "eight" });
      const nameless = withApi(world, (api) => ({
        createRail: async (...asked) => ({ ...(await api.createRail(...asked)), id: null }),
      }));
      await createRail(nameless.deps, ref);
      // A walk for another request accounts for its Rail, and leaves it to its own look.
      const refused = withApi(world, () => ({
        createRail: () => Promise.reject(new RailApiError("not-sent", "POST /rails: not sent")),
      }));
      const nine = await approved(world, { name: "nine" });
      expect(await creating(refused, nine)).toContain("walk");
      expectState(await stateOf(world, ref), "unknown");

      const pages = await reading(world);

      expect(pages).not.toContain("walk");
      expectState(await stateOf(world, ref), "created");
    },
  );

  it("walks once a day, and whenever there is a Rail that nobody accounts for", async () => {
    const world = await walkedWorld();
    await makeRail(world, await approved(world, { name: "other" }), ["hers"]);

    expect(await reading(world)).toEqual(["1", "4", "3", "walk"]);
    expect(await reading(world)).toEqual(["1", "4", "3"]);
    world.now.value = after({ hours: 25 });
    expect(await reading(world)).toEqual(["walk"]);
    expect(world.rails.rails(COMPANY)).toHaveLength(7);
  });
});
