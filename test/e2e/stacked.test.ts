import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { plainTextOf } from "../../src/sandbox/slack-workspace/plain-text.ts";
import { ANA, BEN, CAL, TREASURY } from "../../src/sandbox/slack-workspace/seed.ts";
import type { Person } from "../support/person.ts";
import type { TestSandbox } from "../support/sandbox.ts";
import { startTestSandbox } from "../support/sandbox.ts";
import { answerTo, approve, ask, cardOf, cardReading, fillForm, privateAnswer } from "./steps.ts";

let sandbox: TestSandbox;
let ana: Person;
let ben: Person;
let cal: Person;
beforeAll(async () => {
  sandbox = await startTestSandbox();
  ana = sandbox.as(ANA);
  ben = sandbox.as(BEN);
  cal = sandbox.as(CAL);
});
afterEach(() => ana.close("all"));
afterAll(() => sandbox.stop());

async function modalText(): Promise<string> {
  const modal = await ana.modal();
  return modal ? `${modal.title.text}\n${plainTextOf(modal)}` : "";
}

const modalReading = (words: string) =>
  ana.waitFor(async () => (await modalText()).includes(words), `"${words}" in the form`);

/** From New Rail, up to the return to it. */
async function whitelistFromThere(button: string, fields: Record<string, string>): Promise<void> {
  await ana.click("modal", button);
  await modalReading("Whitelist · SANDBOX");
  for (const [field, value] of Object.entries(fields)) await ana.fill(field, value);
  await ana.fill("Reason", "Needed for a Rail");
  await ana.submit();
  await modalReading("Checked. Ask for approval?");
  const told = await privateAnswer(ana, TREASURY, () => ana.submit());
  expect(plainTextOf(told)).toMatch(/^R-\d+ is asked for\./);
  await modalReading("New Rail · SANDBOX");
}

describe("whitelisting from inside New Rail", () => {
  it("comes back to the form, all that was typed kept, the new one there and marked as waiting", async () => {
    await fillForm(ana, { name: "Payroll float", reason: "Wages\non Fridays" });
    await ana.fill("Your reference", "PO-7");

    await whitelistFromThere("Whitelist another wallet", {
      Name: "Payroll wallet",
      Network: "ETHEREUM_SEPOLIA",
      Address: "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed",
    });

    await modalReading("Payroll wallet · waiting for approval (R-1)");
    const form = await ana.modal();
    expect(form?.previous_view_id).toBeNull();
    expect(form?.state.values).toMatchObject({
      name: { value: { value: "Payroll float" } },
      reason: { value: { value: "Wages\non Fridays" } },
      reference: { value: { value: "PO-7" } },
      on_ramp_destination: {
        value: { selected_option: { text: { text: "Treasury cold wallet" } } },
      },
    });

    await ana.choose("Delivered to", "Payroll wallet · waiting for approval (R-1)");
    expect((await ana.submit()).errors).toEqual({
      on_ramp_destination:
        "R-1 still waits for its approvers. It can be used as soon as it is whitelisted. Choose another until then.",
    });
    const card = await cardOf(ben, "Payroll wallet");
    await approve(ben, card);
    await approve(cal, card);
    await cardReading(ben, "Payroll wallet", "WHITELISTED");
    expect((await ana.submit()).errors).toEqual({
      on_ramp_destination:
        "R-1 has been done since this form was drawn. Open the form anew to choose it.",
    });
    await ana.choose("Delivered to", "Treasury cold wallet");
    await ana.submit();
    expect(await modalText()).toContain("Review · SANDBOX");
    await ana.close("all");

    await fillForm(ana, { name: "Second float" });
    await ana.choose("Delivered to", "Payroll wallet");
    await ana.submit();
    expect(await modalText()).toContain("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed");
  });

  it("keeps the warning of a similar Rail, and the tick that was given for it", async () => {
    await ask(ana, { name: "The first" });
    await fillForm(ana, { name: "Like the first" });
    await ana.submit();
    await modalReading("has been asked for: “The first”");
    await ana.choose("Another one", ["another"]);

    await whitelistFromThere("Whitelist another wallet", {
      Name: "Yet another wallet",
      Network: "SOLANA_DEVNET",
      Address: "9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM",
    });

    await modalReading("Yet another wallet · waiting for approval");
    expect(await modalText()).toContain("has been asked for: “The first”");
    await ana.submit();
    expect(await modalText()).toContain("Review · SANDBOX");
  });

  it("can be gone back from, to a form that is as it was", async () => {
    await fillForm(ana, { name: "Untouched" });
    await ana.click("modal", "Whitelist another wallet");
    await modalReading("Whitelist · SANDBOX");
    await ana.fill("Name", "Never mind");

    await ana.close();

    expect((await ana.modal())?.state.values.name).toMatchObject({
      value: { value: "Untouched" },
    });
  });

  it("is the way on where there is nothing to deliver into, and keeps what was typed before", async () => {
    const list = await answerTo(ana, "/rail destinations Operating account");
    await ana.click({ channel: TREASURY, ts: list.ts }, "Retire…");
    await ana.waitFor(() => ana.modal(), "the form in which it is retired");
    await ana.fill("Reason", "The account is closed");
    await ana.submit();
    const card = await cardOf(ben, "Operating account");
    await approve(ben, card);
    await approve(cal, card);
    await cardReading(ben, "Operating account", "RETIRED");
    await fillForm(ana, { name: "Cash out" });
    await ana.choose("Rail type", "Off-ramp: stablecoin → bank");
    await modalReading("No whitelisted bank account may be used yet");

    await whitelistFromThere("Whitelist another bank account", {
      Name: "New account",
      IBAN: "DE89370400440532013000",
    });

    await modalReading("New account · waiting for approval");
    expect(await modalText()).toContain("None of these may be used yet.");
    expect((await ana.modal())?.state.values).toMatchObject({
      name: { value: { value: "Cash out" } },
      reason: { value: { value: "The weekly run" } },
      off_ramp_destination: { value: { selected_option: null } },
    });
  });
});
