import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { plainTextOf } from "../../src/sandbox/slack-workspace/plain-text.ts";
import { ANA, APPROVALS, BEN, CAL, TREASURY } from "../../src/sandbox/slack-workspace/seed.ts";
import type { Person } from "../support/person.ts";
import type { TestSandbox } from "../support/sandbox.ts";
import { startTestSandbox } from "../support/sandbox.ts";
import { answerTo, approve, ask, cardReading, cards, on, whispers } from "./steps.ts";

let sandbox: TestSandbox;
let ana: Person;
let ben: Person;
let cal: Person;
beforeAll(async () => {
  sandbox = await startTestSandbox();
  sandbox.slack.faults.deliverTwice = true;
  ana = sandbox.as(ANA);
  ben = sandbox.as(BEN);
  cal = sandbox.as(CAL);
});
afterAll(() => sandbox.stop());

/** Once this answer has come, whatever an earlier delivery could still have brought is there. */
async function settled(person: Person): Promise<number> {
  const before = (await whispers(person, TREASURY)).length;
  await answerTo(person, "/rail pending");
  return before;
}

describe("with every delivery of Slack's coming twice", () => {
  it.each([
    ["On-ramp float", "ON_RAMP"],
    ["Off-ramp float", "OFF_RAMP"],
  ] as const)("%s is asked for, approved and created once", async (name, type) => {
    const before = sandbox.rails.rails("Acme").length;
    const cardsBefore = (await cards(ana)).length;
    const saidBefore = await settled(ana);

    const card = await ask(ana, { name, type });
    await approve(ben, card);
    await approve(cal, card);

    const done = plainTextOf(await cardReading(ana, name, "DONE"));
    expect(done.match(new RegExp(`<@${BEN}>`, "g"))).toHaveLength(1);
    expect(await cards(ana)).toHaveLength(cardsBefore + 1);
    expect(sandbox.rails.rails("Acme")).toHaveLength(before + 1);
    const posts = sandbox.rails.calls().filter(({ method }) => method === "POST");
    expect(posts.filter(({ path }) => path.endsWith("/rails"))).toHaveLength(before + 1);
    const posted = (await ana.messages(TREASURY)).filter(
      (each) => !each.ephemeral && plainTextOf(each).includes(name),
    );
    expect(posted).toHaveLength(1);
    // One answer of /rail pending, and the one that says that it is asked for.
    expect(await settled(ana)).toBe(saidBefore + 2);
  });

  it.each([
    "/rail",
    "/rail list",
    "/rail show R-1",
    "/rail help",
    "/rail withdraw R-1",
    "/rail oops",
  ])("%s is answered once", async (line) => {
    const before = await settled(ana);
    await answerTo(ana, line);
    expect(await settled(ana)).toBe(before + 2);
  });

  it("a refusal is said once, and a withdrawal done once", async () => {
    const card = await ask(ana, { name: "Back again" });
    const toldBefore = (await whispers(ana, APPROVALS)).length;
    await ana.click(on(card), "Review and approve");
    await ana.click(on(card), "Withdraw");

    await cardReading(ana, "Back again", "WITHDRAWN");
    await settled(ana);
    const told = (await whispers(ana, APPROVALS)).slice(toldBefore).map(plainTextOf);
    expect(told).toEqual(["R-3: You asked for this yourself. Another approver has to approve it."]);
  });
});
