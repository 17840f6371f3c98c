import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SeenMessage } from "../../src/sandbox/slack-workspace/page-state.ts";
import { plainTextOf } from "../../src/sandbox/slack-workspace/plain-text.ts";
import { ANA, APPROVALS, BEN, CAL, DEE, TREASURY } from "../../src/sandbox/slack-workspace/seed.ts";
import type { Person } from "../support/person.ts";
import type { TestSandbox } from "../support/sandbox.ts";
import { startTestSandbox } from "../support/sandbox.ts";
import {
  answerText,
  answerTo,
  approve,
  ask,
  cardOf,
  cardReading,
  on,
  openReview,
  privateAnswer,
  whispers,
} from "./steps.ts";

let sandbox: TestSandbox;
let ana: Person;
let ben: Person;
let cal: Person;
let dee: Person;
beforeAll(async () => {
  sandbox = await startTestSandbox();
  ana = sandbox.as(ANA);
  ben = sandbox.as(BEN);
  cal = sandbox.as(CAL);
  dee = sandbox.as(DEE);
});
afterAll(() => sandbox.stop());

/** Everything that shows where a request stands: its card, and what is kept of it, with its version. */
async function standOf(name: string) {
  const kept = await answerTo(ana, `/rail show ${name}`);
  return [await cardOf(ana, name), kept].map(({ blocks = [] }) =>
    // The workspace gives a block without an id a new one each time.
    blocks.map(({ block_id: _, ...block }) => block),
  );
}

/** Presses a button of a card and returns what is said to this person alone. */
async function told(person: Person, card: SeenMessage, button: string): Promise<string> {
  const others = [ana, ben, cal, dee].filter(({ id }) => id !== person.id);
  const heard = () => Promise.all(others.map((each) => whispers(each, APPROVALS)));
  const before = await heard();
  const answer = await privateAnswer(person, APPROVALS, () => person.click(on(card), button));
  expect(await heard()).toEqual(before);
  return plainTextOf(answer);
}

const railCount = () => sandbox.rails.rails("Acme").length;

describe("an approval that does not count", () => {
  it("is refused to an approver who asked for it, with the reason", async () => {
    const card = await ask(ben, { name: "Bens own" });
    const before = await standOf("Bens own");

    expect(await told(ben, card, "Review and approve")).toContain(
      "R-1: You asked for this yourself. Another approver has to approve it.",
    );

    expect(await standOf("Bens own")).toEqual(before);
    expect(await ben.modal()).toBeUndefined();
    await answerText(ben, "/rail withdraw R-1");
  });

  it("is refused to who gave one already, with the reason", async () => {
    const card = await ask(ana, { name: "Twice Ben" });
    await approve(ben, card);
    const once = await cardReading(ben, "Twice Ben", "WAITING 1 of 2");
    const before = await standOf("Twice Ben");

    expect(await told(ben, once, "Review and approve")).toContain(
      "You have already approved it. Another approver has to give the next approval.",
    );

    expect(await standOf("Twice Ben")).toEqual(before);
    expect(plainTextOf(once)).toContain(`Approved: <@${BEN}>`);
    expect(plainTextOf(once)).toContain(`Waiting for <@${CAL}>, <@${DEE}>`);
  });

  it("is refused in the review itself where it was opened before the first", async () => {
    const card = await ask(ana, { name: "Two windows" });
    await openReview(ben, card);
    // The review stays open while the same person approves elsewhere.
    const stack = await ben.modal();
    expect(stack?.callback_id).toBe("review_request");
    const [one, other] = await Promise.all([ben.submit(), ben.submit()]);

    expect([one.closed, other.closed]).toContain(true);
    const once = await cardReading(ben, "Two windows", "WAITING 1 of 2");
    expect(plainTextOf(once)).toContain(`Approved: <@${BEN}>`);
  });
});

describe("a denial", () => {
  it("needs a reason, ends the request and stands on the card with its name and reason", async () => {
    const before = railCount();
    const card = await ask(ana, { name: "Wrong wallet" });
    await approve(ben, card);
    await cal.click(on(card), "Deny…");
    await cal.waitFor(() => cal.modal(), "the form for the reason");

    expect(await cal.submit()).toMatchObject({ closed: false });
    await cal.fill("Reason", "   ");
    expect(JSON.stringify((await cal.submit()).errors)).toContain("Reason is empty.");
    await cal.fill("Reason", "Not our wallet:\n<!channel> *stop*");
    expect(await cal.submit()).toMatchObject({ closed: true });

    const denied = await cardReading(ana, "Wrong wallet", "DENIED");
    const text = plainTextOf(denied);
    expect(text).toContain(`By <@${CAL}>`);
    expect(text).toContain("Not our wallet: <!channel> *stop*");
    expect(text).toContain(`Approved: <@${BEN}>`);
    expect(text).toContain("7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU");
    expect(text).not.toContain("[");
    expect(railCount()).toBe(before);
  });
});

describe("a click that comes after the end", () => {
  it("is told who decided, by every button of a card that Slack has not redrawn yet", async () => {
    const card = await ask(ana, { name: "Slow redraw" });
    sandbox.slack.faults.failNext("chat.update", { error: "internal_error" }, 3);
    await ben.click(on(card), "Deny…");
    await ben.waitFor(() => ben.modal(), "the form for the reason");
    await ben.fill("Reason", "No");
    await ben.submit();

    for (const button of ["Review and approve", "Deny…"]) {
      const text = await told(dee, card, button);
      expect(text).toContain("It is already decided. Nothing was changed.");
      expect(text).toMatch(
        new RegExp(`Denied by <@${BEN}>, \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC`),
      );
    }
    expect(await told(ana, card, "Withdraw")).toContain(`Denied by <@${BEN}>`);
    sandbox.slack.faults.clear();
    await ana.close("all");
  });

  it("is told who decided, in a review that was opened before", async () => {
    const card = await ask(ana, { name: "Stale review" });
    await openReview(ben, card);
    await ana.click(on(card), "Withdraw");
    await cardReading(ana, "Stale review", "WITHDRAWN");

    expect(await ben.submit()).toMatchObject({ acknowledged: true, closed: false });

    const notice = await ben.modal();
    expect(notice?.title.text).toBe("Not approved");
    expect(plainTextOf({ blocks: notice?.blocks ?? [] })).toMatch(
      new RegExp(`It is already decided. Nothing was changed.\\nWithdrawn by <@${ANA}>, \\d{4}-`),
    );
    await ben.close("all");
  });

  it("is told who decided, in a denial that was opened before", async () => {
    const card = await ask(ana, { name: "Stale denial" });
    await ben.click(on(card), "Deny…");
    await ben.waitFor(() => ben.modal(), "the form for the reason");
    await cal.click(on(card), "Deny…");
    await cal.waitFor(() => cal.modal(), "the form for the reason");
    await cal.fill("Reason", "First");
    await cal.submit();

    await ben.fill("Reason", "Second");
    await ben.submit();

    const notice = await ben.modal();
    expect(notice?.title.text).toBe("Not denied");
    expect(plainTextOf({ blocks: notice?.blocks ?? [] })).toContain(`Denied by <@${CAL}>`);
    await ben.close("all");
    expect(plainTextOf(await cardReading(ana, "Stale denial", "DENIED"))).toContain("First");
  });
});

describe("two last approvals at the same time", () => {
  it("make one Rail, and whoever came second is told that it is decided", async () => {
    const before = railCount();
    const card = await ask(ana, { name: "Photo finish" });
    await approve(ben, card);
    await Promise.all([openReview(cal, card), openReview(dee, card)]);

    const both = await Promise.all([cal.submit(), dee.submit()]);

    expect(both.filter(({ closed }) => closed)).toHaveLength(1);
    const loser = both[0].closed ? dee : cal;
    expect(JSON.stringify(await loser.modal())).toContain("It is already decided.");
    await loser.close("all");
    const done = plainTextOf(await cardReading(ana, "Photo finish", "DONE"));
    expect(done).not.toContain("[");
    expect(railCount()).toBe(before + 1);
    const posted = (await ana.messages(TREASURY)).filter(
      (each) => !each.ephemeral && plainTextOf(each).includes("Photo finish"),
    );
    expect(posted).toHaveLength(1);
  });
});
