import { describe, expect, it } from "vitest";
import type { Work } from "../../src/platform/queue/queue.ts";
import type { RequestRef } from "../../src/platform/queue/request-ref.ts";
import { MessengerError } from "../../src/platform/slack/messenger-error.ts";
import type { Messenger } from "../../src/platform/slack/slack.ts";
import { applyCommand } from "../../src/request/apply-command.ts";
import { denyRequest } from "../../src/request/decide-request.ts";
import { bindJobs } from "../../src/wiring/bind-work.ts";
import { unanswered, untilAPersonIsAsked } from "../services/at-the-service.ts";
import { remedied } from "../services/register-steps.ts";
import {
  approved,
  approves,
  delivery,
  expectState,
  must,
  refOf,
  requested,
  stateOf,
} from "../services/steps.ts";
import type { World } from "../services/world.ts";
import { aWorld } from "../services/world.ts";
import { BEN } from "../support/builders.ts";
import { useTestStore } from "../support/use-store.ts";
import { recordedSlack } from "./recorded-slack.ts";
import { APPROVALS } from "./slack.ts";

/**
 * Slack takes no call at the moment when a job makes it: whichever job it is, whichever call, and however Slack says so,
 * the job fails, and what its next try leaves behind is what it would have left at once.
 */

const database = useTestStore();

type Slack = ReturnType<typeof recordedSlack>;
type Job = Work["job"];

interface Scene {
  world: World;
  ref: RequestRef;
}

/** What each job does is due, and has not been done yet. */
const SCENES: Record<string, (jobOf: (world: World) => Job) => Promise<Scene>> = {
  async "update-approval-card: posted"() {
    const world = await aWorld(database);
    return { world, ref: refOf(await requested(world)) };
  },
  async "update-approval-card: redrawn"(jobOf) {
    const world = await aWorld(database);
    const request = await requested(world);
    const ref = refOf(request);
    await jobOf(world)("update-approval-card", ref);
    must(await approves(world, request, BEN));
    return { world, ref };
  },
  async "update-approval-card: an alarm that is settled"(jobOf) {
    const { world, ref } = await unanswered(database);
    await untilAPersonIsAsked(world, ref);
    await jobOf(world)("update-approval-card", ref);
    await jobOf(world)("raise-alarm", ref);
    must(await remedied(world, ref, { type: "close" }));
    return { world, ref };
  },
  async "raise-alarm"() {
    const { world, ref } = await unanswered(database);
    await untilAPersonIsAsked(world, ref);
    return { world, ref };
  },
  async "tell-ending"() {
    const world = await aWorld(database);
    const ref = refOf(await requested(world));
    must(await denyRequest(world.deps, { ...ref, by: BEN, reason: "No", delivery: delivery() }));
    return { world, ref };
  },
  async "post-instructions"(jobOf) {
    const world = await aWorld(database);
    return { world, ref: await verified(world, jobOf(world)) };
  },
  async "withdraw-instructions"(jobOf) {
    const world = await aWorld(database);
    const job = jobOf(world);
    const ref = await verified(world, job);
    await job("post-instructions", ref);
    const { railId } = expectState(await stateOf(world, ref), "done");
    const rails = await world.deps.railApis(world.workspaceId, world.connectionId);
    const first = await rails.getRail(railId);
    const matches = [first, { ...first, id: "rail_other" }];
    await applyCommand(world.deps, ref, { type: "scanned", matches, candidates: [] });
    return { world, ref };
  },
};

async function verified(world: World, job: Job): Promise<RequestRef> {
  const ref = await approved(world, { type: "OFF_RAMP" });
  await job("create-rail", ref);
  await job("verify-rail", ref);
  return ref;
}

const CALLS = ["post", "update", "directMessageWith", "placeOf"] as const;
type Call = (typeof CALLS)[number];

/** The scene before Slack, and its job; `fails`: the n-th call of this name from then on. */
async function before(name: string) {
  const slacks = new Map<World, Slack>();
  const fault: { call?: Call; nth: number; error?: MessengerError } = { nth: 0 };
  const made: Record<Call, number> = { post: 0, update: 0, directMessageWith: 0, placeOf: 0 };
  const jobOf = (world: World) => {
    const slack = slacks.get(world) ?? recordedSlack(world.deps.messenger);
    slacks.set(world, slack);
    const failing = <Given extends unknown[], Found>(
      call: Call,
      work: (...given: Given) => Promise<Found>,
    ) => {
      return async (...given: Given): Promise<Found> => {
        made[call] += 1;
        if (fault.call === call && made[call] === fault.nth && fault.error) throw fault.error;
        return work(...given);
      };
    };
    const { messenger } = slack;
    const refusing: Messenger = {
      ...messenger,
      post: failing("post", messenger.post),
      update: failing("update", messenger.update),
      directMessageWith: failing("directMessageWith", messenger.directMessageWith),
      placeOf: failing("placeOf", messenger.placeOf),
    };
    const deps = { ...world.deps, messenger: refusing, approvalsChannelOf: async () => APPROVALS };
    return bindJobs(deps);
  };
  const scene = SCENES[name];
  if (!scene) throw new Error(`There is no scene ${name}`);
  const { world, ref } = await scene(jobOf);
  const [job = ""] = name.split(":");
  const work = jobOf(world);
  for (const call of CALLS) made[call] = 0;
  return {
    made,
    fault,
    run: () => work(job, ref),
    shown: () => (slacks.get(world)?.said ?? []).map(meaning),
  };
}

/** Which message stands where, and what can be pressed in it: ids and addresses are others in each world. */
function meaning({ channelId, threadTs, text, json }: Slack["said"][number]) {
  const words = text.replaceAll(/[\w-]{16,}/g, "…");
  const ids = [...json.matchAll(/"(?:action_id|style)":"(\w+)"/g)].map(([, id]) => id);
  return { channelId, isInThread: threadTs !== undefined, words, ids };
}

describe.each(Object.keys(SCENES))("%s", (name) => {
  it("is done by the next try, whichever call Slack did not take, and whatever it said", async () => {
    const control = await before(name);
    await control.run();
    const { made } = control;
    const wanted = control.shown();
    expect(wanted).not.toEqual([]);

    for (const call of CALLS) {
      for (const nth of new Set([1, made[call]])) {
        if (made[call] === 0) continue;
        for (const code of ["limited", "unavailable"] as const) {
          const tried = await before(name);
          Object.assign(tried.fault, {
            call,
            nth,
            error: new MessengerError(code, "Slack says no"),
          });
          const what = `${code} at call ${nth} of ${call}`;

          await expect(tried.run(), what).rejects.toMatchObject({ code });
          await tried.run();

          expect(tried.shown(), what).toEqual(wanted);
        }
      }
    }
  });
});
