import { describe, expect, it } from "vitest";
import { reconcileRail } from "../../src/rail/creating/reconcile-rail.ts";
import { updateApprovalCard } from "../../src/request/posting/update-approval-card.ts";
import { sweep } from "../../src/request/sweep.ts";
import { unanswered, untilAPersonIsAsked } from "../services/at-the-service.ts";
import { after } from "../support/builders.ts";
import { useTestStore } from "../support/use-store.ts";
import { APPROVALS, aSlack } from "./slack.ts";

const database = useTestStore();

const LINK = "It exists: link it";
const RELEASE = "It does not: try once more";

/** A Rail of unknown outcome, whose card was drawn at once, and which is looked for after an hour only. */
async function unknownCard() {
  const { world, ref } = await unanswered(database);
  const slack = await aSlack();
  const { deps, now, jobs } = world;
  const draw = () =>
    updateApprovalCard(
      { ...deps, messenger: slack.messenger, approvalsChannelOf: async () => APPROVALS },
      ref,
    );
  const cardJobs = () =>
    jobs.filter(
      ({ name, request }) => name === "update-approval-card" && request.requestId === ref.requestId,
    );
  await draw();
  return {
    world,
    ref,
    draw,
    cardJobs,
    shows: async (label: string) =>
      (await slack.messagesIn(APPROVALS))[0]?.text.includes(label) ?? false,
    showsLink: async () => (await slack.messagesIn(APPROVALS))[0]?.text.includes(LINK),
    /** What the sweep asks for. */
    async swept(minutes: number) {
      now.value = after({ minutes });
      const before = cardJobs().length;
      await sweep(deps);
      return cardJobs().slice(before);
    },
  };
}

describe("the card of a Rail of which nobody knows whether it was created", () => {
  it("is redrawn at the minute from which on people may link it, and once for that", async () => {
    const { world, ref, draw, cardJobs, showsLink } = await unknownCard();
    const startAfter = after({ minutes: 2 });
    expect(cardJobs().filter((job) => job.startAfter !== undefined)).toEqual([
      { name: "update-approval-card", request: ref, startAfter },
    ]);

    world.now.value = after({ minutes: 1.99 });
    await reconcileRail({ ...world.deps, pauses: [3600, 3600] }, ref);
    await draw();
    expect(await showsLink()).toBe(false);
    world.now.value = startAfter;
    await draw();

    expect(await showsLink()).toBe(true);
    expect(cardJobs().filter((job) => job.startAfter !== undefined)).toHaveLength(1);
  });

  it("is redrawn an hour after the POST, when one more attempt may be released", async () => {
    const { world, ref, draw, cardJobs, shows } = await unknownCard();
    await untilAPersonIsAsked(world, ref);
    await draw();
    expect(await shows("NEEDS REVIEW")).toBe(true);
    expect(await shows(RELEASE)).toBe(false);
    const startAfter = after({ hours: 1 });
    expect(cardJobs()).toContainEqual({ name: "update-approval-card", request: ref, startAfter });

    world.now.value = startAfter;
    await draw();

    expect(await shows(RELEASE)).toBe(true);
  });

  it("is found by the sweep, where that job was lost, until it is redrawn", async () => {
    const { ref, draw, swept, showsLink } = await unknownCard();
    const wakesIt = [{ name: "update-approval-card", request: ref, isWakeUp: true }];

    expect(await swept(1.99)).toEqual([]);
    expect(await swept(2)).toEqual(wakesIt);
    await draw();

    expect(await showsLink()).toBe(true);
    expect(await swept(3)).toEqual([]);
  });
});
