import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { plainTextOf } from "../../src/sandbox/slack-workspace/plain-text.ts";
import { ANA, BEN, TREASURY } from "../../src/sandbox/slack-workspace/seed.ts";
import type { Person } from "../support/person.ts";
import type { TestSandbox } from "../support/sandbox.ts";
import { startTestSandbox } from "../support/sandbox.ts";
import { cardReading, cards, fillForm, privateAnswer, review, whispers } from "./steps.ts";

const HOUR = 3_600_000;
let aheadMs = 0;

let sandbox: TestSandbox;
let ana: Person;
let ben: Person;
beforeAll(async () => {
  sandbox = await startTestSandbox({ aheadMs: () => aheadMs });
  ana = sandbox.as(ANA);
  ben = sandbox.as(BEN);
});
afterEach(async () => {
  aheadMs = 0;
  sandbox.slack.faults.clear();
  await ana.close("all");
});
afterAll(() => sandbox.stop());

async function modalText(): Promise<string> {
  const modal = await ana.modal();
  return modal ? `${modal.title.text}\n${plainTextOf(modal)}` : "";
}

describe("a field of the form", () => {
  it("that is left empty is refused by Slack itself", async () => {
    await ana.command(TREASURY, "/rail new");
    await ana.waitFor(() => ana.modal(), "the form");

    const { errors } = await ana.submit();

    expect(Object.keys(errors ?? {})).toEqual(["name", "reason"]);
  });

  it.each([
    ["Name", "name", "   ", "Name is empty. Type something in it."],
    ["Name", "name", "n".repeat(61), "Name is too long: 61 characters, and at most 60 are taken."],
    ["Reason", "reason", "r".repeat(1_001), "Reason is too long: 1001 characters"],
    ["Reason", "reason", "\u3000\n\t ", "Reason is empty."],
    ["Your reference", "reference", "x".repeat(101), "Your reference is too long: 101 characters"],
    ["Name", "name", "Pay\u0000roll", "Name contains a control character"],
    ["Reason", "reason", "Pay\u0000roll", "Reason contains a control character"],
    ["Your reference", "reference", "PO\u0007-1", "Your reference contains a control character"],
    ["Name", "name", "two\nlines", "Name contains a control character"],
    ["Name", "name", "Pay\uD83Droll", "Name contains half a character"],
    ["Reason", "reason", "\uDE00", "Reason contains half a character"],
    [
      "Name",
      "name",
      "\u202Etaolf llorayP",
      "Name contains a character that changes reading direction",
    ],
    ["Reason", "reason", "for \u2066Ben\u2069", "Reason contains a character that changes reading"],
    ["Name", "name", "💷".repeat(61), "Name is too long: 61 characters"],
  ])(
    "%s (%s) that holds %j gets an error beside it, and keeps what was typed",
    async (label, blockId, typed, words) => {
      await fillForm(ana, { name: "Fine" });
      await ana.fill(label, typed);

      const { closed, errors = {} } = await ana.submit();

      expect(closed).toBe(false);
      expect(Object.keys(errors)).toEqual([blockId]);
      expect(errors[blockId]).toContain(words);
      const form = await ana.modal();
      expect(form?.callback_id).toBe("new_rail");
      expect(form?.state.values[blockId]).toMatchObject({ value: { value: typed } });
      expect(await cards(ben)).toEqual([]);
    },
  );

  it("takes sixty letters of four bytes each, and shows all of them", async () => {
    await fillForm(ana, { name: "💷".repeat(60) });

    await ana.submit();

    expect(await modalText()).toContain("💷".repeat(60));
  });
});

describe("the form", () => {
  it("asks for other things under the other type, and keeps the texts that were typed", async () => {
    await fillForm(ana, { name: "Payroll float", reason: "Wages\non Fridays" });
    await ana.fill("Your reference", "PO-7");

    await ana.choose("Rail type", "Off-ramp: stablecoin → bank");
    await ana.waitFor(async () => (await modalText()).includes("On network"), "an off-ramp's form");

    const form = await ana.modal();
    expect(await modalText()).toContain("Operating account");
    expect(await modalText()).not.toContain("Treasury cold wallet");
    expect(form?.state.values).toMatchObject({
      name: { value: { value: "Payroll float" } },
      reason: { value: { value: "Wages\non Fridays" } },
      reference: { value: { value: "PO-7" } },
    });

    await ana.choose("Rail type", "On-ramp: bank → stablecoin");
    await ana.waitFor(
      async () => (await modalText()).includes("Treasury cold wallet"),
      "an on-ramp's form",
    );
    expect((await ana.modal())?.state.values.name).toMatchObject({
      value: { value: "Payroll float" },
    });
  });

  it("can be gone back to from the review, changed and reviewed again", async () => {
    await review(ana, { name: "First thought" });
    expect(await modalText()).toContain("First thought");

    await ana.close();
    await ana.fill("Name", "Second thought");
    await ana.submit();

    expect(await modalText()).toContain("Second thought");
    expect(await modalText()).not.toContain("First thought");
    await ana.close("all");
  });

  it("does not ask for what an older review showed", async () => {
    await review(ana, { name: "Shown" });
    const older = await ana.modal();
    await ana.close();
    await ana.fill("Name", "Changed since");
    await ana.submit();

    expect((await ana.modal())?.private_metadata).not.toBe(older?.private_metadata);
    expect(await cards(ben)).toEqual([]);
  });
});

describe("a destination that may not be used yet", () => {
  // The clock goes back, and what was whitelisted before is whitelisted later: in its cool-down, as it were.
  it("is refused beside its field when the form is reviewed, with why and from when it may", async () => {
    await fillForm(ana, { name: "Too early" });
    aheadMs = -HOUR;

    const { errors } = await ana.submit();

    expect(errors).toEqual({
      on_ramp_destination: expect.stringMatching(
        /^This destination was whitelisted only recently\. It may be used from \d{4}-\d\d-\d\d \d\d:\d\d UTC\./,
      ),
    });
  });

  it("is refused when the review is submitted, and nothing is asked for", async () => {
    await review(ana, { name: "Too early" });
    aheadMs = -HOUR;

    await ana.submit();

    expect(await modalText()).toContain("Not asked for");
    expect(await modalText()).toContain("The destination can no longer be used");
    expect(await cards(ben)).toEqual([]);
  });

  it("is marked in the list with the time, and is not chosen for anyone", async () => {
    aheadMs = -HOUR;
    await ana.command(TREASURY, "/rail new off");
    await ana.waitFor(() => ana.modal(), "the form");

    expect(await modalText()).toMatch(/Operating account · from \d+ \w{3} \d\d:\d\d UTC/);
    expect(await modalText()).toContain("None of these may be used yet.");
    const form = await ana.modal();
    expect(form?.state.values.off_ramp_destination).toMatchObject({
      value: { selected_option: null },
    });
  });
});

describe("a form submitted more than once", () => {
  it("makes one request and one card, with one private answer, for two presses at once", async () => {
    await review(ana, { name: "Pressed twice" });

    await Promise.all([ana.submit(), ana.submit().catch(() => undefined)]);

    await cardReading(ben, "Pressed twice", "WAITING 0 of 2");
    expect(await cards(ben)).toHaveLength(1);
    expect(await modalText()).toBe("");
  });

  it("opens one form for a command that was delivered twice", async () => {
    sandbox.slack.faults.deliverTwice = true;
    const before = (await whispers(ana, TREASURY)).length;

    await ana.command(TREASURY, "/rail new");
    await ana.waitFor(() => ana.modal(), "the form");

    expect((await ana.modal())?.previous_view_id).toBeNull();
    expect(await whispers(ana, TREASURY)).toHaveLength(before);
  });
});

describe("double clicks", () => {
  it("on a button that shows something bring one answer each", async () => {
    const { ts } = await privateAnswer(ana, TREASURY, () => ana.command(TREASURY, "/rail pending"));
    const before = (await whispers(ana, TREASURY)).length;

    await Promise.all([1, 2].map(() => ana.click({ channel: TREASURY, ts }, "Open")));

    await ana.waitFor(
      async () => (await whispers(ana, TREASURY)).length === before + 2,
      "both answers",
    );
  });
});
