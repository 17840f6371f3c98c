import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { plainTextOf } from "../../src/sandbox/slack-workspace/plain-text.ts";
import {
  ANA,
  APPROVALS,
  acmeSeed,
  BEN,
  CAL,
  EVE,
  GUS,
  TREASURY,
} from "../../src/sandbox/slack-workspace/seed.ts";
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
  cards,
  fillForm,
  on,
  openReview,
  privateAnswer,
  review,
} from "./steps.ts";

const NOT_FOR_GUESTS = "Rails are for members of this workspace, not for guests";

/** Whoever is in here is a guest from now on. */
const users = acmeSeed.users.map((each) => ({ ...each }));
const becomesGuest = (id: string, isGuest = true) => {
  for (const user of users) if (user.id === id) user.isGuest = isGuest;
};
/** The guest may even read the approvals channel. */
const channels = acmeSeed.channels.map((each) => ({
  ...each,
  members: [...new Set([...each.members, GUS])],
}));

let sandbox: TestSandbox;
let ana: Person;
let ben: Person;
let gus: Person;
beforeAll(async () => {
  sandbox = await startTestSandbox({ seed: { ...acmeSeed, users, channels } });
  ana = sandbox.as(ANA);
  ben = sandbox.as(BEN);
  gus = sandbox.as(GUS);
  const card = await ask(ana, { name: "Payroll float" });
  await approve(ben, card);
  await approve(sandbox.as(CAL), card);
  await cardReading(ben, "Payroll float", "DONE");
  await ask(ana, { name: "Cash out", type: "OFF_RAMP" });
});
afterAll(() => sandbox.stop());

describe("a guest", () => {
  it.each([
    "/rail",
    "/rail new",
    "/rail list",
    "/rail show Payroll float",
    "/rail show R-1",
    "/rail pending",
    "/rail withdraw R-2",
    "/rail destinations",
  ])("gets the reason and nothing else from %s", async (line) => {
    const answer = await answerText(gus, line);

    expect(answer).toContain(NOT_FOR_GUESTS);
    expect(answer).toContain("/rail help says what there is.");
    expect(answer).not.toContain("Payroll float");
    expect(await gus.modal()).toBeUndefined();
  });

  it("gets the help", async () => {
    expect(await answerText(gus, "/rail help")).toContain("/rail new");
  });

  it.each([
    ["Review and approve", "You are not named as an approver"],
    ["Deny…", "You are not named as an approver"],
    ["Withdraw", "Only whoever asked for it can withdraw it."],
  ])("gets nothing done by [%s] on a card, and is told why", async (button, why) => {
    const card = await cardOf(gus, "Cash out");

    const answer = await privateAnswer(gus, APPROVALS, () => gus.click(on(card), button));

    expect(plainTextOf(answer)).toContain(why);
    expect(await gus.modal()).toBeUndefined();
    expect(await cardOf(ana, "Cash out")).toEqual(card);
  });

  it("cannot read a Rail afresh by the button under its deposit instructions", async () => {
    const instructions = (await gus.messages(TREASURY)).find((each) =>
      plainTextOf(each).includes("[Check again]"),
    );

    const answer = await privateAnswer(gus, TREASURY, () =>
      gus.click({ channel: TREASURY, ts: instructions?.ts ?? "" }, "Check again"),
    );

    expect(plainTextOf(answer)).toContain(NOT_FOR_GUESTS);
    expect(plainTextOf(answer)).not.toContain("IBAN");
  });
});

describe("a member who becomes a guest half way", () => {
  it("can neither review what they filled in, nor ask for what they reviewed", async () => {
    const before = (await cards(ben)).length;
    await fillForm(ana, { name: "Left half way", type: "OFF_RAMP" });
    becomesGuest(ANA);
    await ana.submit();
    expect(JSON.stringify(await ana.modal())).toContain(NOT_FOR_GUESTS);
    await ana.close("all");

    becomesGuest(ANA, false);
    await review(ana, { name: "Left at the end", type: "OFF_RAMP" });
    becomesGuest(ANA);
    await ana.submit();
    expect(JSON.stringify(await ana.modal())).toContain(NOT_FOR_GUESTS);
    await ana.close("all");
    becomesGuest(ANA, false);

    expect(await cards(ben)).toHaveLength(before);
  });

  it("cannot turn a list that they asked for as a member", async () => {
    const { ts } = await answerTo(ana, "/rail");
    becomesGuest(ANA);

    const answer = await privateAnswer(ana, TREASURY, () =>
      ana.click({ channel: TREASURY, ts }, "All open requests"),
    );

    becomesGuest(ANA, false);
    expect(plainTextOf(answer)).toContain(NOT_FOR_GUESTS);
  });

  it("cannot approve or deny by a view that they opened as a member", async () => {
    const card = await cardOf(ben, "Cash out");
    await openReview(ben, card);
    becomesGuest(BEN);

    await ben.submit();

    becomesGuest(BEN, false);
    expect(JSON.stringify(await ben.modal())).toContain("Only active members of this workspace");
    await ben.close("all");
    expect(await cardOf(ben, "Cash out")).toEqual(card);
  });
});

describe("a member who is no approver", () => {
  it("can look at everything", async () => {
    const eve = sandbox.as(EVE);

    expect(await answerText(eve, "/rail list")).toContain("Payroll float");
    expect(await answerText(eve, "/rail show R-2")).toContain("Cash out");
    expect(await answerText(eve, "/rail pending")).toContain("Cash out");
  });

  it.each(["Review and approve", "Deny…", "Withdraw"])(
    "is told why not by [%s], and changes nothing",
    async (button) => {
      const eve = sandbox.as(EVE);
      const card = await cardOf(eve, "Cash out");

      const answer = await privateAnswer(eve, APPROVALS, () => eve.click(on(card), button));

      expect(plainTextOf(answer)).toContain(
        button === "Withdraw"
          ? "Only whoever asked for it can withdraw it."
          : "You are not named as an approver",
      );
      expect(await eve.modal()).toBeUndefined();
      expect(await cardOf(ana, "Cash out")).toEqual(card);
    },
  );
});
