import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { plainTextOf } from "../../src/sandbox/slack-workspace/plain-text.ts";
import {
  ANA,
  APPROVALS,
  acmeSeed,
  BEN,
  BOT,
  TREASURY,
} from "../../src/sandbox/slack-workspace/seed.ts";
import type { Person } from "../support/person.ts";
import type { TestSandbox } from "../support/sandbox.ts";
import { startTestSandbox } from "../support/sandbox.ts";
import { answerText, ask, cardOf, on, openReview, privateAnswer, whispers } from "./steps.ts";

const team = { ...acmeSeed.team };

let sandbox: TestSandbox;
let ana: Person;
let ben: Person;
beforeAll(async () => {
  sandbox = await startTestSandbox({ seed: { ...acmeSeed, team } });
  ana = sandbox.as(ANA);
  ben = sandbox.as(BEN);
});
afterEach(async () => {
  sandbox.slack.faults.clear();
  await ana.close("all");
});
afterAll(() => sandbox.stop());

const PLAIN =
  /^Something went wrong here\. If you were changing something, look whether it was done before you try again\. If it stays like this, give an administrator this reference: [0-9a-f]{8}$/;

describe("a click that fails inside", () => {
  it("of a command is answered in private, with a reference and nothing else", async () => {
    sandbox.slack.faults.failNext("views.open", { error: "internal_error" });

    expect(await answerText(ana, "/rail new")).toMatch(PLAIN);

    expect(await whispers(ben, TREASURY)).toEqual([]);
    await ana.command(TREASURY, "/rail new");
    await ana.waitFor(() => ana.modal(), "the form, the second time");
  });

  it("of a button on a card is answered in private, and changes nothing", async () => {
    const card = await ask(ana, { name: "Payroll float" });
    sandbox.slack.faults.failNext("views.open", { error: "internal_error" });

    const answer = await privateAnswer(ben, APPROVALS, () =>
      ben.click(on(card), "Review and approve"),
    );

    expect(plainTextOf(answer)).toMatch(PLAIN);
    expect(await cardOf(ben, "Payroll float")).toEqual(card);
  });

  it("inside a form is answered by direct message, and the form stays", async () => {
    await ana.command(TREASURY, "/rail new");
    await ana.waitFor(() => ana.modal(), "the form");
    await ana.fill("Name", "Typed before");
    const before = (await ana.directMessages()).length;
    sandbox.slack.faults.failNext("views.update", { error: "internal_error" });

    await ana.choose("Rail type", "Off-ramp: stablecoin → bank");

    await ana.waitFor(async () => (await ana.directMessages()).length > before, "a word about it");
    const said = (await ana.directMessages()).at(-1);
    expect(plainTextOf(said ?? {})).toMatch(PLAIN);
    expect((await ana.modal())?.state.values.name).toMatchObject({
      value: { value: "Typed before" },
    });
  });

  it("says so where it took too long for a form to open", async () => {
    sandbox.slack.faults.failNext("views.open", { error: "expired_trigger_id" });

    expect(await answerText(ana, "/rail new")).toBe(
      "That took longer than Slack allows for opening a form. Nothing was changed; try again.",
    );
  });
});

describe("while Slack is slow to say who someone is", () => {
  it("an approval is acknowledged in time, not counted, and the reason said", async () => {
    const card = await cardOf(ben, "Payroll float");
    await openReview(ben, card);
    sandbox.slack.faults.slowMs = 2_500;

    expect(await ben.submit()).toMatchObject({ acknowledged: true, closed: false });

    const notice = plainTextOf({ blocks: (await ben.modal())?.blocks ?? [] });
    expect(notice).toContain("Slack did not say whether your account is active");
    await ben.close("all");
    expect(await cardOf(ben, "Payroll float")).toEqual(card);
  });

  it("a command is acknowledged in time, and answered with the reason", async () => {
    sandbox.slack.faults.slowMs = 2_500;

    const said = await privateAnswer(ana, TREASURY, async () =>
      expect(await ana.command(TREASURY, "/rail list")).toEqual({ acknowledged: true }),
    );

    expect(plainTextOf(said)).toContain("Slack did not say whether your account is active");
  });
});

describe("a delivery from another workspace", () => {
  it("is not answered and changes nothing, whatever it is", async () => {
    const card = await cardOf(ana, "Payroll float");
    await openReview(ben, card);
    const before = await answerText(ana, "/rail show R-1");
    const saidByTheBot = async () =>
      (await whispers(ana, TREASURY)).filter(({ user }) => user === BOT).length;
    const said = await saidByTheBot();
    team.id = "T0OTHER01";

    const outcomes = await Promise.all([
      ana.command(TREASURY, "/rail list"),
      ana.command(TREASURY, "/rail withdraw R-1"),
      ana.click(on(card), "Withdraw"),
      ben.submit(),
    ]);

    team.id = acmeSeed.team.id;
    expect(outcomes.map(({ acknowledged }) => acknowledged)).toEqual([false, false, false, false]);
    expect(await saidByTheBot()).toBe(said);
    expect(await answerText(ana, "/rail show R-1")).toBe(before);
    expect((await cardOf(ana, "Payroll float")).blocks).toEqual(card.blocks);
  });
});
