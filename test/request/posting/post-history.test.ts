import { describe, expect, it } from "vitest";
import type { RequestRef } from "../../../src/platform/queue/request-ref.ts";
import { MessengerError } from "../../../src/platform/slack/messenger-error.ts";
import { createRail } from "../../../src/rail/creating/post-rail.ts";
import { reconcileRail } from "../../../src/rail/creating/reconcile-rail.ts";
import { askRequester } from "../../../src/request/decide-request.ts";
import { updateApprovalCard } from "../../../src/request/posting/update-approval-card.ts";
import { findMessage } from "../../../src/request/queries/messages.ts";
import { findRequest } from "../../../src/request/queries/requests.ts";
import type { Said } from "../../jobs/recorded-slack.ts";
import { recordedSlack } from "../../jobs/recorded-slack.ts";
import { APPROVALS, aSlack } from "../../jobs/slack.ts";
import { hidesOne, unanswered } from "../../services/at-the-service.ts";
import {
  approved,
  delivery,
  expectState,
  must,
  refOf,
  requested,
  runJobs,
  stateOf,
} from "../../services/steps.ts";
import type { World } from "../../services/world.ts";
import { aWorld } from "../../services/world.ts";
import { BEN } from "../../support/builders.ts";
import { useTestStore } from "../../support/use-store.ts";

const database = useTestStore();

const REFUSED_TOKEN =
  "Signalbox has no token that the Rail service accepts, or its settings no longer list the service's address; this try had no effect";

/** Draws the card as its job does; what then stands in its thread. */
async function aThread({ deps }: World, ref: RequestRef): Promise<() => Promise<string>> {
  const slack = await aSlack();
  return async () => {
    const channel = { messenger: slack.messenger, approvalsChannelOf: async () => APPROVALS };
    await updateApprovalCard({ ...deps, ...channel }, ref);
    const replies = (await slack.messagesIn(APPROVALS)).filter(({ threadTs }) => threadTs);
    return replies.map(({ text }) => text).join("\n");
  };
}

const timesIn = (thread: string, line: string) => thread.split(line).length - 1;

/** As soon as it may, this often. */
async function triesToSend(world: World, ref: RequestRef, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    await createRail(world.deps, ref);
    const state = await stateOf(world, ref);
    if ("nextTryAt" in state) world.now.value = state.nextTryAt;
  }
}

/** Every look, or only the creation itself, is answered 401; what ends that. */
const REFUSALS: [string, (world: World) => () => void][] = [
  [
    "at every look",
    ({ token }) => {
      const { value } = token;
      token.value = "revoked";
      return () => {
        token.value = value;
      };
    },
  ],
  [
    "at its creation alone",
    ({ rails }) => {
      rails.faults.add({ operation: "POST /rails", fault: { kind: "token-revoked" }, times: 5 });
      return () => rails.faults.clear();
    },
  ],
];

describe.each(REFUSALS)("a request whose token the service refuses %s", (_, refuse) => {
  it("is told of once, until something else has happened", async () => {
    const world = await aWorld(database);
    const ref = await approved(world);
    const thread = await aThread(world, ref);
    const end = refuse(world);
    for (let time = 0; time < 3; time += 1) {
      await triesToSend(world, ref, 1);
      expect(timesIn(await thread(), REFUSED_TOKEN)).toBe(1);
    }
    const { version } = (await findRequest(world.deps.db, ref)) ?? {};
    expect(await findMessage(world.deps.db, ref, "approval-card")).toMatchObject({ version });

    end();
    await triesToSend(hidesOne(world), ref, 2);
    const endAgain = refuse(world);
    await triesToSend(world, ref, 2);
    const again = await thread();
    expect(timesIn(again, REFUSED_TOKEN)).toBe(2);
    expect(timesIn(again, "nothing was sent")).toBe(1);

    endAgain();
    expect((await runJobs(world, ref)).status).toBe("done");
    expect(await thread()).toMatch(
      /Sent to the Rail service \(attempt \d+\).*Deposit instructions posted/s,
    );
  });
});

it("a channel that takes one message a second gets cards first, then instructions, then history", async () => {
  const world = await aWorld(database);
  const ref = await approved(world);
  const { messenger, said } = recordedSlack(world.deps.messenger);
  const deps = { ...world.deps, messenger, approvalsChannelOf: async () => APPROVALS };
  await updateApprovalCard(deps, ref);
  await runJobs({ ...world, deps }, ref);
  await updateApprovalCard(deps, ref);

  const kindOf = ({ text, threadTs }: Said) => {
    if (threadTs !== undefined) return "history";
    return text.startsWith("Deposit instructions") ? "instructions" : "card";
  };
  expect(said.map((each) => [kindOf(each), each.rank ?? "first"])).toEqual([
    ["card", "first"],
    ["instructions", "next"],
    ["history", "last"],
  ]);
});

it("the thread tells of looks for a Rail only when their answer changes", async () => {
  const { world, ref } = await unanswered(database);
  const thread = await aThread(world, ref);
  const looks = async (from: World) => {
    for (let time = 0; time < 2; time += 1) {
      world.now.value = expectState(await stateOf(world, ref), "unknown").nextLookAt;
      await reconcileRail(from.deps, ref);
      await thread();
    }
  };

  await looks(hidesOne(world));
  await looks(world);

  const told = await thread();
  expect(timesIn(told, "Could not check for the Rail")).toBe(1);
  expect(timesIn(told, "Looked for the Rail: not found yet")).toBe(1);
});

it("a history that is too long for one message is told in several, each step once, also after Slack took only some", async () => {
  const world = await aWorld(database);
  const ref = refOf(await requested(world));
  const slack = await aSlack();
  const { messenger } = slack;
  const deps = { ...world.deps, messenger, approvalsChannelOf: async () => APPROVALS };
  const replies = async () =>
    (await slack.messagesIn(APPROVALS)).flatMap(({ threadTs, text }) => (threadTs ? [text] : []));
  const questions = Array.from(
    { length: 40 },
    (_, index) => `No. ${index}: ${"long ".repeat(180)}`,
  );
  await updateApprovalCard(deps, ref);
  for (const question of questions) {
    must(await askRequester(deps, { ...ref, by: BEN, question, delivery: delivery() }));
  }
  let posts = 0;
  const failing: typeof messenger = {
    ...messenger,
    async post(...args) {
      posts += 1;
      if (posts > 1) throw new MessengerError("limited", "Slack takes one message a second");
      return messenger.post(...args);
    },
  };

  await expect(updateApprovalCard({ ...deps, messenger: failing }, ref)).rejects.toThrow("second");
  expect(await replies()).toHaveLength(1);
  await updateApprovalCard(deps, ref);
  await updateApprovalCard(deps, ref);

  const told = await replies();
  expect(told.join().match(/(?<=No\. )\d+/g)).toEqual(questions.map((_, index) => `${index}`));
  expect(told.length).toBeLessThan(6);
});
