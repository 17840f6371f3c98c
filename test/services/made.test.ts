import { describe, expect, it } from "vitest";
import type { RequestRef } from "../../src/platform/queue/request-ref.ts";
import { RailApiError } from "../../src/platform/rail-api/rail-api-error.ts";
import type { Rail } from "../../src/platform/rail-api/rules/rail.ts";
import { createRail } from "../../src/rail/creating/post-rail.ts";
import { readRails } from "../../src/rail/creating/read-rails.ts";
import { linkRail, verifyRail } from "../../src/rail/creating/verify-rail.ts";
import { showRail } from "../../src/rail/screens/show.ts";
import { altered } from "../domain/leaves.ts";
import { after, BEN } from "../support/builders.ts";
import { useTestStore } from "../support/use-store.ts";
import {
  afterARestore,
  makeRail,
  makeTaggedRail,
  oneUnanswered,
  untilAPersonIsAsked,
} from "./at-the-service.ts";
import { remedied } from "./register-steps.ts";
import { aSpoiledWorld } from "./spoiling.ts";
import { approved, delivery, eventsOf, expectState, must, runJobs, stateOf } from "./steps.ts";
import type { World } from "./world.ts";
import { aWorld, railCount, withApi } from "./world.ts";

const database = useTestStore();

const link = ({ deps }: World, ref: RequestRef, railId: string) =>
  linkRail(deps, { ...ref, by: BEN, railId, delivery: delivery() });
const readAll = ({ deps, workspaceId }: World) => readRails(deps, workspaceId);

/** The list as it comes, with some of its Rails changed. */
const listing = (world: World, change: (rails: readonly Rail[]) => Rail[], lacks = 0): World =>
  withApi(world, (api) => ({
    async *listRails() {
      for await (const { rails, total } of api.listRails()) {
        yield { rails: change(rails), total: total - lacks };
      }
    },
  }));

/** Created by an answer, and then never shown. */
async function notShown(world: World, ref: RequestRef): Promise<string> {
  await createRail(world.deps, ref);
  const { railId } = expectState(await stateOf(world, ref), "created");
  const hidden = withApi(world, () => ({
    async getRail() {
      throw new RailApiError("not-found", "404");
    },
  }));
  for (let state = await stateOf(world, ref); state.status === "created"; ) {
    world.now.value = state.nextLookAt;
    await verifyRail(hidden.deps, ref);
    state = await stateOf(world, ref);
  }
  expectState(await stateOf(world, ref), "needs-a-person");
  world.jobs.length = 0;
  return railId;
}

describe("a Rail that was created and then not shown", () => {
  it.each(["found by its tag", "linked"])(
    "is still held against the creating answer when it is %s",
    async (how) => {
      const { world, spoil } = await aSpoiledWorld(database);
      const ref = await approved(world);
      const railId = await notShown(world, ref);
      spoil.with = (data) => altered(data, "source.bank_account.iban");

      if (how === "linked") await link(world, ref, railId);
      else await readAll(world);
      await runJobs(world, ref);

      expect((await stateOf(world, ref)).status).not.toBe("done");
      expect(world.posted).toEqual([]);
      if (how === "linked") expectState(await stateOf(world, ref), "needs-a-person");
      else expectState(await stateOf(world, ref), "quarantined");
    },
  );

  it.each(["found by its tag", "linked"])(
    "is held against what was shown of it at first, where the creating answer was lost and it was %s",
    async (how) => {
      const { world, spoil } = await aSpoiledWorld(database);
      const ref = await oneUnanswered(world);
      const railId = await makeTaggedRail(world, ref);
      world.now.value = after({ minutes: 2 });
      if (how === "linked") must(await link(world, ref, railId));
      else await readAll(world);
      expectState(await stateOf(world, ref), "created");
      world.jobs.length = 0;
      spoil.with = (data) => altered(data, "source.bank_account.iban");

      await verifyRail(world.deps, ref);
      await runJobs(world, ref);

      expectState(await stateOf(world, ref), "quarantined");
      expect(world.posted).toEqual([]);
    },
  );

  it("is done once it is shown as it was created", async () => {
    const world = await aWorld(database);
    const ref = await approved(world);
    const railId = await notShown(world, ref);

    must(await link(world, ref, railId));
    await runJobs(world, ref);

    expect(expectState(await stateOf(world, ref), "done").issued?.id).toBe(railId);
  });

  it("stays this request's: its instructions are withheld, and no other request gets it, also once it was closed", async () => {
    const { world, spoil } = await aSpoiledWorld(database);
    spoil.with = (data) => ({ ...data, metadata: { external_id: [] } });
    const ref = await approved(world);
    const railId = await notShown(world, ref);
    const other = await oneUnanswered(world, { name: "Other" });
    world.now.value = after({ days: 2 });

    for (const remedy of [undefined, { type: "close" } as const]) {
      if (remedy) must(await remedied(world, ref, remedy));
      expect(await showRail(world.deps, world.workspaceId, railId)).toMatchObject({
        kind: "withheld",
        request: { id: ref.requestId },
      });
      expect(await link(world, other, railId)).toMatchObject({ ok: false, refusal: "rail-taken" });
    }
    expectState(await stateOf(world, ref), "voided");
  });

  it("is not exchanged for another one", async () => {
    const world = await aWorld(database);
    const ref = await approved(world);
    await notShown(world, ref);
    const another = await makeRail(world, ref);

    expect(await link(world, ref, another)).toMatchObject({ ok: false, refusal: "rail-differs" });
    const railIds = [await makeTaggedRail(world, ref)];
    const shown = (rails: readonly Rail[]) => rails.filter(({ id }) => railIds.includes(id ?? ""));
    await readAll(listing(world, shown, railCount(world) - 1));

    expect(expectState(await stateOf(world, ref), "quarantined").railIds).toHaveLength(2);
  });

  it.each([
    ["never found since", 0],
    ["not to be looked for, since the list is not whole", 1],
  ])(
    "without an id, and %s, is a person's matter, and no attempt is released",
    async (_, lacks) => {
      const world = await aWorld(database);
      world.rails.faults.add({ operation: "POST /rails", fault: { kind: "id-null" } });
      const ref = await approved(world);
      await createRail(world.deps, ref);
      expect(expectState(await stateOf(world, ref), "unknown").because).toBe("no-id");

      const nothing = withApi(world, () => ({
        async *listRails() {
          yield { rails: [], total: lacks };
        },
      }));
      await untilAPersonIsAsked(nothing, ref);

      const state = expectState(await stateOf(world, ref), "needs-a-person");
      expect(state).toMatchObject({ question: "no-id", made: { railId: null } });
    },
  );
});

describe("a look at the list", () => {
  it("that lacks a Rail which was shown before has learned nothing, and nothing is sent", async () => {
    const world = await aWorld(database);
    const first = await approved(world, { name: "First" });
    await runJobs(world, first);
    const second = await approved(world, { name: "Second" });
    await makeTaggedRail(world, second);
    const posts = world.posts();
    const stale = listing(world, () => [], railCount(world));

    await createRail(stale.deps, second);

    expect(world.posts()).toBe(posts);
    expect((await stateOf(world, second)).status).not.toBe("sending");
    world.now.value = after({ hours: 2 });
    await createRail(world.deps, second);
    expect((await stateOf(world, second)).status).toBe("created");
    expect(world.posts()).toBe(posts);
  });

  it("that shows one Rail without id twice, and another not at all, has learned nothing", async () => {
    const world = await aWorld(database);
    const ref = await approved(world);
    const tagged = await makeTaggedRail(world, ref);
    await makeRail(world, ref, ["her own"]);
    const posts = world.posts();
    const reordered = withApi(world, (api) => ({
      async *listRails() {
        for await (const { rails, total } of api.listRails()) {
          const nameless = rails
            .filter(({ id }) => id !== tagged)
            .map((rail) => ({ ...rail, id: null }));
          yield { rails: nameless, total };
          yield { rails: nameless, total };
        }
      },
    }));

    await createRail(reordered.deps, ref);

    expect(world.posts()).toBe(posts);
    expect((await stateOf(world, ref)).status).toBe("approved");
  });

  it("takes a Rail for one that may be it, whatever the clocks say, unless it was known before", async () => {
    const world = await aWorld(database);
    const before = await approved(world, { name: "Before" });
    const known = await makeRail(world, before);
    await readAll(world);
    // A clock an hour ahead, and then a right one.
    const right = world.now.value;
    world.now.value = after({ hours: 1 });
    const ref = await approved(world, { name: "Ahead" });
    const posts = world.posts();
    const mayBe = await makeRail(world, ref, ["signalbox:of-nobody:known"]);
    world.now.value = right;
    const early = listing(world, (rails) =>
      rails.map((rail) => ({ ...rail, createdAt: after({ hours: -1 }) })),
    );

    world.now.value = after({ hours: 1 });
    await afterARestore(world);
    await createRail(early.deps, ref);

    expect(world.posts()).toBe(posts + 1);
    const { candidates } = expectState(await stateOf(world, ref), "needs-a-person");
    expect(candidates).toEqual([mayBe]);
    expect(candidates).not.toContain(known);
  });
});

describe("a second Rail that is shown without an id", () => {
  it("quarantines what is done, once", async () => {
    const world = await aWorld(database);
    const ref = await approved(world);
    await runJobs(world, ref);
    const second = await makeTaggedRail(world, ref);
    const nameless = listing(world, (rails) =>
      rails.map((rail) => (rail.id === second ? { ...rail, id: null } : rail)),
    );

    await readAll(nameless);
    await readAll(nameless);

    expect(expectState(await stateOf(world, ref), "quarantined").unnamed).toBe(1);
    expect((await eventsOf(world, ref)).filter((type) => type === "quarantined")).toHaveLength(1);
  });

  it("is not the one Rail of a request, for once shown without its id", async () => {
    const world = await aWorld(database);
    const ref = await approved(world);
    await runJobs(world, ref);

    await readAll(listing(world, (rails) => rails.map((rail) => ({ ...rail, id: null }))));

    expectState(await stateOf(world, ref), "done");
  });
});
