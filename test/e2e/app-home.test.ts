import { afterAll, beforeAll, expect, it } from "vitest";
import { plainTextOf } from "../../src/sandbox/slack-workspace/plain-text.ts";
import { ANA, BEN, EVE, GUS } from "../../src/sandbox/slack-workspace/seed.ts";
import type { Person } from "../support/person.ts";
import type { TestSandbox } from "../support/sandbox.ts";
import { startTestSandbox } from "../support/sandbox.ts";
import { cardReading } from "./steps.ts";

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterAll(() => sandbox.stop());

/** Opens the Home, and waits until it is drawn for that. */
async function open(who: Person): Promise<void> {
  const before = (await who.home())?.hash;
  await who.openHome();
  await who.waitFor(async () => {
    const hash = (await who.home())?.hash;
    return hash !== undefined && hash !== before;
  }, "the Home");
}

const textOf = (view: { blocks: readonly never[] } | undefined) => plainTextOf(view ?? {});

/** The Home, once it reads so. */
function homeReading(who: Person, text: string | RegExp): Promise<string> {
  return who.waitFor(async () => {
    const home = textOf((await who.home()) as never);
    return (typeof text === "string" ? home.includes(text) : text.test(home)) && home;
  }, `a Home that reads ${text}`);
}

/** The modal on top, once it reads so. */
function modalReading(who: Person, text: string): Promise<string> {
  return who.waitFor(async () => {
    const modal = textOf((await who.modal()) as never);
    return modal.includes(text) && modal;
  }, `a modal that reads ${text}`);
}

it("does from the Home what the command does, up to the Rail", async () => {
  const [ana, ben] = [sandbox.as(ANA), sandbox.as(BEN)];
  await open(ana);
  expect(await homeReading(ana, "Nothing waits for you.")).toContain("You have asked for nothing");

  await ana.click("home", "New Rail");
  await ana.waitFor(() => ana.modal(), "the New Rail form");
  await ana.fill("Name", "From the Home");
  await ana.choose("Delivered to", "Treasury cold wallet");
  await ana.fill("Reason", "The weekly run");
  await ana.submit();
  await ana.submit();
  await homeReading(ana, /You asked for:[\s\S]*From the Home[\s\S]*WAITING 0 of 2/);

  await open(ben);
  await homeReading(ben, /1 request waits for you\.[\s\S]*From the Home/);
  await ben.click("home", "Set-up");
  await modalReading(ben, "Acme is set up");
  await ben.close("all");
  await ben.click("home", "Review and approve");
  await ben.waitFor(
    async () => (await ben.modal())?.callback_id === "review_request",
    "the review",
  );
  const asked = plainTextOf((await ben.modal()) as never);
  expect(asked).toContain("From the Home");
  await ben.close("all");

  await ana.click("home", "Withdraw");
  await homeReading(ana, /From the Home[\s\S]*WITHDRAWN/);
  await cardReading(ben, "From the Home", "WITHDRAWN");
}, 60_000);

it("answers in a modal, on which pages turn and what is opened lies on top", async () => {
  const ana = sandbox.as(ANA);
  await open(ana);
  await homeReading(ana, "Rails ·");
  await ana.click("home", "Open requests");
  await modalReading(ana, "open request");
  await ana.close("all");

  await ana.click("home", "Policy");
  await modalReading(ana, "Policy version 1");
  await ana.close("all");
  expect(textOf((await ana.home()) as never)).not.toContain("Set-up");

  await ana.click("home", "Destinations");
  await modalReading(ana, "Operating account");
  await ana.click("modal", "Add wallet");
  await ana.waitFor(
    async () => (await ana.modal())?.callback_id === "add_destination",
    "the form in the place of the list",
  );
  await ana.close("all");

  await ana.click("home", "Check payment details…");
  await ana.waitFor(async () => (await ana.modal())?.callback_id === "check_text", "the form");
  await ana.fill("IBAN, address or any text", "GB29 NWBK 6016 1331 9268 19");
  await ana.submit();
  expect(await modalReading(ana, "Operating account")).toContain("Operating account");
  await ana.close("all");
}, 60_000);

it("stops all sending for an approver, and offers that to nobody else", async () => {
  const [ben, eve] = [sandbox.as(BEN), sandbox.as(EVE)];
  await open(eve);
  expect(await homeReading(eve, "Rails ·")).not.toContain("Stop all sending");
  await open(ben);
  await homeReading(ben, "Stop all sending");
  await ben.click("home", "Stop all sending…");
  await ben.waitFor(async () => (await ben.modal())?.callback_id === "freeze", "the form");
  await ben.fill("Reason", "A call from the bank");
  await ben.submit();
  await modalReading(ben, "SENDING IS FROZEN");
  await homeReading(ben, /sending is frozen[\s\S]*A call from the bank/);
  await open(eve);
  await homeReading(eve, /sending is frozen/);
});

it("shows a guest what the app is, and nothing of what stands in it", async () => {
  const gus = sandbox.as(GUS);
  await open(gus);
  const text = await homeReading(gus, "What /rail does");
  expect(text).not.toContain("Acme");
  expect(text).not.toContain("From the Home");
});
