import { expect, it } from "vitest";
import { plainTextOf } from "../../../src/sandbox/slack-workspace/plain-text.ts";
import { APPROVALS, TREASURY } from "../../../src/sandbox/slack-workspace/seed.ts";
import { approve, cardOf, cardReading, privateAnswer } from "../../e2e/steps.ts";
import type { Person } from "../../support/person.ts";
import { useSandbox } from "../../support/use-sandbox.ts";

const here = useSandbox({ choresEverySeconds: { sweep: 2 } });

const IBAN = "DE89370400440532013000";

/** Types the command and waits for the form; returns what it reads and holds. */
async function opened(who: Person, line = "/rail new", channel: string = TREASURY) {
  await who.close("all");
  await who.command(channel, line);
  return form(who);
}

async function form(who: Person, isReady = (_: string) => true) {
  return who.waitFor(async () => {
    const view = await who.modal();
    if (view?.callback_id !== "new_rail") return undefined;
    const values = Object.values(view.state.values).flatMap((each) => Object.values(each));
    const held = values.map((each) => each.value ?? each.selected_option?.text.text ?? "");
    const text = plainTextOf(view);
    return isReady(`${text}\n${held.join("\n")}`) && { text, held, view };
  }, "New Rail");
}

it("begins with what was typed before it was closed, for ten minutes, and only for that person", async () => {
  const { ana, ben } = here;
  expect((await opened(ana)).text).not.toContain("draft");
  await ana.fill("Name", "Payroll float");
  await ana.fill("Reason", "Salaries");
  here.slack.clock.advance(3 * 60_000);
  await ana.close();

  const again = await opened(ana, "/rail new", APPROVALS);
  expect(again.text).toContain("This is your draft from less than a minute ago.");
  expect(again.held).toEqual(expect.arrayContaining(["Payroll float", "Salaries"]));
  expect((await opened(ben)).held).not.toContain("Payroll float");
  expect((await opened(ana, "/rail new off")).held).not.toContain("Payroll float");

  await opened(ana);
  await ana.close();
  here.slack.clock.advance(9 * 60_000);
  expect((await opened(ana, "/rail new on")).text).toContain("your draft from 9 minutes ago");
  await ana.close();
  here.slack.clock.advance(11 * 60_000);
  const late = await opened(ana);
  expect(late.text).not.toContain("draft");
  expect(late.held).not.toContain("Payroll float");
});

it("begins empty on demand, keeps what is typed then, and forgets a draft that was asked for", async () => {
  const { ana } = here;
  await opened(ana);
  await ana.fill("Name", "First thought");
  await opened(ana);
  await ana.click("modal", "Start empty");
  const empty = await form(ana, (text) => !text.includes("First thought"));
  expect(empty.text).not.toContain("draft");
  await ana.fill("Name", "Pay\u200Broll");
  await ana.fill("Reason", "Salaries");
  await ana.choose("Destination", "Treasury cold wallet");
  expect((await ana.submit()).errors).toEqual({
    emptied_name: expect.stringContaining("a character that cannot be seen"),
  });
  await ana.fill("Name", "Second thought");

  expect((await opened(ana)).held).toContain("Second thought");
  await ana.submit();
  await ana.waitFor(async () => (await ana.modal())?.callback_id === "review_draft", "the review");
  await ana.submit();
  await cardOf(ana, "Second thought");
  expect((await opened(ana)).held).not.toContain("Second thought");
});

/** New Rail with the draft that waited for a destination, from the message that it is whitelisted. */
async function continued(who: Person) {
  const { channel, ts } = await who.waitFor(
    async () =>
      (await who.directMessages()).find((each) => plainTextOf(each).includes("Your draft")),
    "the message that a draft waited for it",
  );
  await who.click({ channel, ts }, "Continue your draft");
  return form(who);
}

it("waits for a destination that is whitelisted from it, or from somebody else's, and continues from the message that it is", async () => {
  const { ana, ben, cal, dee } = here;
  await opened(ana, "/rail new off");
  await ana.fill("Name", "Supplier run");
  await ana.fill("Reason", "Invoices");
  await ana.click("modal", "Whitelist another bank account");
  await ana.waitFor(async () => (await ana.modal())?.callback_id === "add_destination", "the form");
  await ana.fill("Name", "Supplier");
  await ana.fill("IBAN", IBAN);
  await ana.fill("Reason", "A new payee");
  await ana.submit();
  await ana.waitFor(async () => (await ana.modal())?.submit?.text === "Ask for approval", "check");
  await privateAnswer(ana, TREASURY, () => ana.submit());
  const { text } = await form(ana, (each) => each.includes("Supplier · waiting for approval"));
  await ana.choose("Network", "SOLANA_DEVNET");
  await ana.choose("Destination", /Supplier · waiting .*?\)/.exec(text)?.[0] ?? "");
  expect((await ana.submit()).errors).toEqual({
    off_ramp_destination: expect.stringMatching(/or close this form: a message .*\.$/),
  });
  await ana.close("all");
  await opened(dee, "/rail new off");
  await dee.fill("Name", "Dee's own run");
  await dee.choose("Destination", /Supplier · waiting .*?\)/.exec(text)?.[0] ?? "");
  await dee.close("all");
  here.slack.clock.advance(2 * 3_600_000);

  const card = await cardOf(ben, "Supplier");
  await approve(ben, card);
  await approve(cal, card);
  await cardReading(ben, "Supplier", "WHITELISTED");
  expect((await continued(dee)).held).toEqual(
    expect.arrayContaining(["Dee's own run", "Supplier"]),
  );
  const { held } = await continued(ana);
  expect(held).toEqual(expect.arrayContaining(["Supplier run", "Invoices", "Supplier"]));
  await ana.submit();
  await ana.waitFor(async () => (await ana.modal())?.callback_id === "review_draft", "the review");
  await ana.submit();
  await cardReading(ana, "Supplier run", "WAITING");
});
