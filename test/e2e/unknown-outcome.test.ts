import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Fault } from "../../src/sandbox/rail-service/faults.ts";
import type { SeenMessage } from "../../src/sandbox/slack-workspace/page-state.ts";
import { plainTextOf } from "../../src/sandbox/slack-workspace/plain-text.ts";
import { ANA, APPROVALS, BEN, CAL } from "../../src/sandbox/slack-workspace/seed.ts";
import type { Person } from "../support/person.ts";
import type { TestSandbox } from "../support/sandbox.ts";
import { startTestSandbox } from "../support/sandbox.ts";
import { createRailsElsewhere } from "./rails-elsewhere.ts";
import { approve, ask, cardReading, on, privateAnswer } from "./steps.ts";

let sandbox: TestSandbox;
let ana: Person;
let ben: Person;
let cal: Person;
let elsewhere: string;
beforeAll(async () => {
  sandbox = await startTestSandbox({ pauses: [1, 2, 3] });
  [ana, ben, cal] = [ANA, BEN, CAL].map((id) => sandbox.as(id)) as [Person, Person, Person];
  [elsewhere = ""] = await createRailsElsewhere(sandbox, 1);
});
afterEach(() => sandbox.rails.faults.clear());
afterAll(() => sandbox.stop());

const posts = () =>
  sandbox.rails.calls().filter(({ method, path }) => method === "POST" && path.endsWith("/rails"))
    .length;
const railCount = () => sandbox.rails.rails("Acme").length;

async function approvedDespite(name: string, fault: Fault): Promise<void> {
  sandbox.rails.faults.add({ operation: "POST /rails", fault });
  const card = await ask(ana, { name });
  await approve(ben, card);
  await approve(cal, card);
}

async function opened(who: Person, card: SeenMessage, button: string, callback: string) {
  await who.click(on(card), button);
  return who.waitFor(async () => {
    const view = await who.modal();
    return view?.callback_id === callback && plainTextOf(view);
  }, `the form behind ${button}`);
}

describe("a Rail of which nobody knows whether it was created", () => {
  it("is released once more by two approvers, and then created once", async () => {
    const before = { posts: posts(), rails: railCount() };
    await approvedDespite("Lost on the way", { kind: "drop-before-commit" });
    const stuck = await cardReading(ana, "Lost on the way", "NEEDS A PERSON", 40_000);
    expect(plainTextOf(stuck)).toContain("an approver links it");

    const no = await privateAnswer(ana, APPROVALS, () =>
      ana.click(on(stuck), "It was created: link Rail…"),
    );
    expect(plainTextOf(no)).toContain("You asked for this Rail yourself");

    await opened(cal, stuck, "It was created: link Rail…", "link_rail");
    await cal.fill("Id of the Rail", "rail_never_seen");
    const missing = await cal.submit();
    expect(JSON.stringify(missing)).toContain("shows no Rail of this id");
    await cal.fill("Id of the Rail", elsewhere);
    expect(JSON.stringify(await cal.submit())).toContain("is not what was approved");
    sandbox.rails.faults.add({
      operation: "GET /rails/{rail}",
      fault: { kind: "delay", ms: 4_000 },
    });
    expect((await cal.submit()).failure).toBeUndefined();
    const refused = await cal.waitFor(async () => {
      const view = await cal.modal();
      return view?.title.text === "Not linked" && plainTextOf(view);
    }, "the late refusal");
    expect(refused).toContain("is not what was approved");
    expect(refused).toContain(elsewhere);
    await cal.close("all");

    expect(JSON.stringify(stuck.blocks)).not.toContain("Release one more attempt…");
    sandbox.slack.clock.advance(3_600_000);
    const releasable = await ben.waitFor(async () => {
      const card = await cardReading(ana, "Lost on the way", "NEEDS A PERSON");
      return JSON.stringify(card.blocks).includes("Release one more attempt…") && card;
    }, "the button that opens an hour after the POST");
    const risk = await opened(ben, releasable, "Release one more attempt…", "propose_remedy");
    expect(risk).toContain("there will be two, for ever");
    await ben.submit();
    const proposed = await cardReading(ana, "Lost on the way", "NEEDS A SECOND PERSON");
    await opened(ben, proposed, "Release one more attempt…", "propose_remedy");
    await ben.submit();
    expect(plainTextOf((await ben.modal()) ?? {})).toContain("You have proposed this already");
    await ben.close("all");
    await opened(cal, proposed, "Agree…", "agree_to_remedy");
    await cal.submit();

    await cardReading(ana, "Lost on the way", "DONE", 30_000);
    expect(posts()).toBe(before.posts + 2);
    expect(railCount()).toBe(before.rails + 1);
  }, 120_000);

  it("is linked by one approver who has seen it at the service", async () => {
    // The service shows no tag any more, so that Signalbox cannot know it for its own.
    sandbox.rails.faults.add({
      operation: "GET /rails",
      times: Number.POSITIVE_INFINITY,
      fault: { kind: "metadata-not-echoed" },
    });
    const before = posts();
    await approvedDespite("Seen by a person", { kind: "drop-after-commit" });
    const stuck = await cardReading(ana, "Seen by a person", "NEEDS A PERSON", 40_000);
    const made = sandbox.rails.rails("Acme").at(-1) as { id: string };
    expect(plainTextOf(stuck)).toContain(`It may be ${made.id}`);

    await opened(ben, stuck, "It was created: link Rail…", "link_rail");
    expect(JSON.stringify(await ben.modal())).toContain(made.id);
    sandbox.rails.faults.add({
      operation: "GET /rails/{rail}",
      fault: { kind: "delay", ms: 4_000 },
    });
    await ben.fill("Id of the Rail", made.id);
    const pressedAt = Date.now();
    expect((await ben.submit()).failure).toBeUndefined();
    expect(Date.now() - pressedAt).toBeLessThan(3_000);
    expect(plainTextOf((await ben.modal()) ?? {})).toContain("takes its time");
    await ben.waitFor(
      async () => (await ben.modal())?.title.text === "Linked",
      "the view to say that it is linked",
    );

    const done = await cardReading(ana, "Seen by a person", "DONE", 30_000);
    expect(plainTextOf(done)).toContain(made.id);
    expect(posts()).toBe(before + 1);
  }, 120_000);
});
