import { expect, it } from "vitest";
import { ANA, BEN, CAL } from "../../src/sandbox/slack-workspace/seed.ts";
import { useSandbox } from "../support/use-sandbox.ts";
import { approve, ask, cardReading } from "./steps.ts";

const sandbox = useSandbox();

/** How often Slack was asked about each person while something was done. */
async function askedAbout(deeds: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = sandbox.slack.traffic().length;
  await deeds();
  const asked: Record<string, number> = {};
  for (const { method, args } of sandbox.slack.traffic().slice(before)) {
    if (method !== "users.info") continue;
    const user = String(args.user);
    asked[user] = (asked[user] ?? 0) + 1;
  }
  return asked;
}

it("a whole request asks Slack about each person once a deed, also where a Home is drawn anew; the claim asks anew", async () => {
  const { ana, ben, cal } = sandbox;
  // It added the destination.
  const adder = "sandbox";
  for (const each of [ana, ben, cal]) {
    const opened = await askedAbout(async () => {
      await each.openHome();
      await each.waitFor(() => each.home(), "the Home");
    });
    expect(opened).toEqual({ [each.id]: 1 });
  }

  // Typing the command changes nothing: the answer of the last minute is enough. Both forms ask.
  expect(await askedAbout(() => ask(ana, { name: "Float" }))).toEqual({ [ANA]: 2 });
  const card = await cardReading(ben, "Float", "WAITING 0 of 2");
  // One for the review, which takes answers of the last minute, and one for the approval.
  const first = await askedAbout(() => approve(ben, card));
  expect(first).toEqual({ [BEN]: 1, [ANA]: 1, [adder]: 2 });
  const second = await askedAbout(async () => {
    await approve(cal, card);
    await cardReading(ana, "Float", "Open deposit instructions");
  });
  expect(second).toEqual({ [CAL]: 2, [BEN]: 2, [ANA]: 2, [adder]: 2 });
});
