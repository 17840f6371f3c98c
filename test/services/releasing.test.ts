import { describe, expect, it, vi } from "vitest";
import type { RequestRef } from "../../src/platform/queue/request-ref.ts";
import type { RailApi } from "../../src/platform/rail-api/rail-api.ts";
import { createRail } from "../../src/rail/creating/post-rail.ts";
import { findRequest } from "../../src/request/queries/requests.ts";
import { agreeModal, readAgreeModal } from "../../src/request/screens/agree.ts";
import { after, BEN, CAL, DAN } from "../support/builders.ts";
import { useTestStore } from "../support/use-store.ts";
import {
  afterARestore,
  makeRail,
  makeTaggedRail,
  showsNothing,
  unanswered,
  untilAPersonIsAsked,
  untilReleasable,
} from "./at-the-service.ts";
import { confirming, proposing, remedied } from "./register-steps.ts";
import { approved, eventsOf, expectState, must, runJobs, stateOf } from "./steps.ts";
import type { World } from "./world.ts";
import { aWorld, railCount, withApi } from "./world.ts";

const database = useTestStore();

const RELEASE = { type: "release-attempt" } as const;
const no = (refusal: string) => ({ ok: false, refusal });

/** Without an answer and without a Rail, and a person has been asked. */
async function stuck(): Promise<{ world: World; ref: RequestRef; posts: () => number }> {
  const { world, ref } = await unanswered(database);
  await untilReleasable(world, ref);
  world.jobs.length = 0;
  const before = world.posts();
  return { world, ref, posts: () => world.posts() - before };
}

/** What the form behind *Agree* carries, for one who opens it now. */
async function openedAgreement({ deps: { db } }: World, ref: RequestRef) {
  const request = await findRequest(db, ref);
  const proposed = request?.state.status === "needs-a-person" && request.state.remedy;
  if (!request || !proposed) throw new Error("Nothing is proposed");
  const { private_metadata = "" } = agreeModal({ request, proposed, frozen: null });
  const opened = readAgreeModal({ private_metadata });
  if (!opened) throw new Error("The form does not carry what it shows");
  return opened;
}

describe("one more attempt", () => {
  it("can be released an hour after the POST, and not before", async () => {
    const { world, ref } = await unanswered(database);
    const posted = world.now.value;
    await untilAPersonIsAsked(world, ref);
    expect(Date.parse(world.now.value) - Date.parse(posted)).toBe(600_000);
    world.now.value = new Date(Date.parse(posted) + 3_600_000 - 1).toISOString();
    expect(await proposing(world, ref, BEN, RELEASE)).toMatchObject(no("not-now"));

    world.now.value = new Date(Date.parse(posted) + 3_600_000).toISOString();

    must(await remedied(world, ref, RELEASE));
    expectState(await stateOf(world, ref), "approved");
  });

  it("is released by two approvers, looked for once more, and posted once", async () => {
    const { world, ref, posts } = await stuck();
    must(await proposing(world, ref, BEN, RELEASE));
    expectState(await stateOf(world, ref), "needs-a-person");
    expect(await confirming(world, ref, BEN, RELEASE)).toMatchObject(no("second-person-needed"));
    must(await confirming(world, ref, CAL, RELEASE));

    const walks = world.rails.calls().filter(({ method }) => method === "GET").length;
    await createRail(world.deps, ref);

    expect(world.rails.calls().filter(({ method }) => method === "GET").length).toBe(walks + 1);
    expect((await runJobs(world, ref)).status).toBe("done");
    expect(posts()).toBe(1);
    expect(railCount(world)).toBe(1);
    expect(await eventsOf(world, ref)).toContain("released");
  });

  it("is released also where the approver who proposed it has approved nothing", async () => {
    const { world, ref } = await stuck();
    must(await proposing(world, ref, DAN, RELEASE));

    must(await confirming(world, ref, CAL, RELEASE));

    expectState(await stateOf(world, ref), "approved");
  });

  it("is not released by an approver who has an earlier question before them", async () => {
    const { world, ref, posts } = await stuck();
    must(await proposing(world, ref, BEN, RELEASE));
    const opened = await openedAgreement(world, ref);
    must(await confirming(world, ref, DAN, RELEASE));
    await makeRail(world, ref);
    const made = posts();
    await createRail(world.deps, ref);
    expect(expectState(await stateOf(world, ref), "needs-a-person").candidates).toHaveLength(1);
    must(await proposing(world, ref, BEN, RELEASE));

    expect(await confirming(world, ref, CAL, opened.remedy, opened.asked)).toMatchObject(
      no("remedy-changed"),
    );
    expect(await proposing(world, ref, CAL, RELEASE, "")).toMatchObject(no("remedy-changed"));

    expectState(await stateOf(world, ref), "needs-a-person");
    expect(posts()).toBe(made);
    const now = await openedAgreement(world, ref);
    must(await confirming(world, ref, CAL, now.remedy, now.asked));
  });

  it("is not posted when the tag is there by then", async () => {
    const { world, ref, posts } = await stuck();
    must(await remedied(world, ref, RELEASE));
    await makeTaggedRail(world, ref);
    const made = posts();

    expect((await runJobs(world, ref)).status).toBe("done");
    expect(posts()).toBe(made);
    expect(railCount(world)).toBe(1);
  });

  it("is not posted when a Rail without a tag that may be the one is there by then", async () => {
    const { world, ref, posts } = await stuck();
    must(await remedied(world, ref, RELEASE));
    const railId = await makeRail(world, ref);
    const made = posts();

    await runJobs(world, ref);

    const state = expectState(await stateOf(world, ref), "needs-a-person");
    expect([state.question, state.candidates]).toEqual(["look-alike-rail", [railId]]);
    expect(posts()).toBe(made);
  });

  it("is posted beside Rails that the two have ruled out, and not beside another one", async () => {
    const { world, ref, posts } = await stuck();
    must(await remedied(world, ref, RELEASE));
    const ruledOut = await makeRail(world, ref);
    await runJobs(world, ref);
    must(await remedied(world, ref, RELEASE));
    const another = await makeRail(world, ref);

    await runJobs(world, ref);
    const state = expectState(await stateOf(world, ref), "needs-a-person");
    expect(state.candidates).toEqual([another]);
    must(await remedied(world, ref, RELEASE));
    const made = posts();

    expect((await runJobs(world, ref)).status).toBe("done");
    expect(posts()).toBe(made + 1);
    const { railId } = expectState(await stateOf(world, ref), "done");
    expect([ruledOut, another]).not.toContain(railId);
  });

  it("is one: its unknown outcome is looked for again, and never posted again by itself", async () => {
    const { world, ref, posts } = await stuck();
    must(await remedied(world, ref, RELEASE));
    world.rails.faults.add({ operation: "POST /rails", fault: { kind: "drop-before-commit" } });

    expect((await runJobs(world, ref)).status).toBe("needs-a-person");
    expect(posts()).toBe(1);
    expect(railCount(world)).toBe(0);
  });
});

it("is refused where a Rail is known, and offered before the first POST only after a restore, for what looks alike", async () => {
  const world = await aWorld(database);
  const ref = await approved(world);
  await afterARestore(world);
  const railId = await makeRail(world, ref);
  const posts = world.posts();

  await runJobs(world, ref);

  const state = expectState(await stateOf(world, ref), "needs-a-person");
  expect([state.question, state.candidates]).toEqual(["look-alike-rail", [railId]]);
  expect(world.posts()).toBe(posts);
  must(await remedied(world, ref, RELEASE));
  expect((await runJobs(world, ref)).status).toBe("done");
  expect(await proposing(world, ref, DAN, RELEASE)).toMatchObject(no("not-now"));
});

it.each([
  { asked: "in a database that was never restored", isRestored: false },
  { asked: "after the last restore", isRestored: true },
])(
  "a Rail without a tag does not stop what was asked for $asked and never claimed",
  async ({ isRestored }) => {
    const world = await aWorld(database);
    if (isRestored) {
      await afterARestore(world);
      world.now.value = after({ minutes: 2 });
    }
    const ref = await approved(world);
    const another = await makeRail(world, ref);

    expect((await runJobs(world, ref)).status).toBe("done");

    expect(expectState(await stateOf(world, ref), "done").railId).not.toBe(another);
  },
);

interface Late {
  world: World;
  ref: RequestRef;
  /** Lets the first attempt have its answer. */
  answer(): Promise<void>;
}

/** The first attempt's Rail is made, its answer takes hours, nobody sees the Rail meanwhile, and two release one more. */
async function lateAnswer(): Promise<Late> {
  const real = await aWorld(database);
  const world = showsNothing(real);
  const ref = await approved(world);
  const gate = Promise.withResolvers<void>();
  const slow = withApi(world, (api) => ({ createRail: answeringAfter(api, gate.promise) }));
  const posting = createRail(slow.deps, ref);
  await vi.waitFor(() => expect(railCount(real)).toBe(1));
  await createRail(world.deps, ref);
  await untilReleasable(world, ref);
  must(await remedied(world, ref, RELEASE));
  expectState(await stateOf(world, ref), "approved");
  const answer = () => {
    gate.resolve();
    return posting;
  };
  return { world, ref, answer };
}

function answeringAfter(api: RailApi, gate: Promise<void>): RailApi["createRail"] {
  return async (...args) => {
    const rail = await api.createRail(...args);
    await gate;
    return rail;
  };
}

describe("an answer to the first attempt that comes after one more was released", () => {
  it("before that is made takes its place", async () => {
    const { world, ref, answer } = await lateAnswer();

    await answer();

    expectState(await stateOf(world, ref), "created");
    expect((await runJobs(world, ref)).status).toBe("done");
    expect(world.posts()).toBe(1);
  });

  it("while that is made quarantines the Rail, and the other one with it", async () => {
    const { world, ref, answer } = await lateAnswer();
    const gate = Promise.withResolvers<void>();
    const slow = withApi(world, (api) => ({ createRail: answeringAfter(api, gate.promise) }));
    const second = createRail(slow.deps, ref);
    await vi.waitFor(() => expect(railCount(world)).toBe(2));
    expectState(await stateOf(world, ref), "sending");

    await answer();

    const first = expectState(await stateOf(world, ref), "quarantined").railIds;
    expect(first).toHaveLength(1);
    gate.resolve();
    await second;
    const { railIds } = expectState(await stateOf(world, ref), "quarantined");
    expect(railIds).toHaveLength(2);
    expect(railIds).toEqual(expect.arrayContaining([...first]));
    expect(world.posted).toEqual([]);
  });

  it("after that is done quarantines both, and calls people", async () => {
    const { world, ref, answer } = await lateAnswer();
    expect((await runJobs(world, ref)).status).toBe("done");
    const { railId } = expectState(await stateOf(world, ref), "done");
    world.jobs.length = 0;

    await answer();

    const { railIds } = expectState(await stateOf(world, ref), "quarantined");
    expect(railIds).toHaveLength(2);
    expect(railIds).toContain(railId);
    expect(world.jobs).toContainEqual({ name: "raise-alarm", request: ref });
  });
});
