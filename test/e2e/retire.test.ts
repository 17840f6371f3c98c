import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { plainTextOf } from "../../src/sandbox/slack-workspace/plain-text.ts";
import { ANA, BEN, CAL, DEE, TREASURY } from "../../src/sandbox/slack-workspace/seed.ts";
import type { Person } from "../support/person.ts";
import type { TestSandbox } from "../support/sandbox.ts";
import { startTestSandbox } from "../support/sandbox.ts";
import { answerTo, approve, ask, cardOf, cardReading, privateAnswer, review } from "./steps.ts";

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
afterEach(async () => {
  await ana.close("all");
  await ben.close("all");
});
afterAll(() => sandbox.stop());

async function modalText(person: Person): Promise<string> {
  const modal = await person.modal();
  return modal ? `${modal.title.text}\n${plainTextOf(modal)}` : "";
}

/** Presses [Retire…] beside the destination that these words find. */
async function openRetirement(person: Person, words: string): Promise<{ ts: string }> {
  const list = await answerTo(person, `/rail destinations ${words}`);
  await person.click({ channel: TREASURY, ts: list.ts }, "Retire…");
  await person.waitFor(() => person.modal(), "the form in which it is retired");
  return list;
}

describe("a destination that is to be retired", () => {
  it("is shown in full, with the Rails that deliver into it and stay live", async () => {
    const rail = await ask(ana, { name: "Payroll float" });
    await approve(ben, rail);
    await approve(cal, rail);
    await cardReading(ben, "Payroll float", "DONE");

    await openRetirement(ana, "Treasury cold wallet");

    const text = await modalText(ana);
    expect(text).toContain("Retire · SANDBOX");
    expect(text).toContain("7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU");
    expect(text).toContain("1 Rail delivers into it: “Payroll float”");
    expect(text).toContain("They stay live, also after it is retired");
    expect(text).not.toContain("wait");
  });

  it("is not asked for without a reason", async () => {
    await openRetirement(ana, "Treasury cold wallet");
    await ana.fill("Reason", " \u200B ");

    expect((await ana.submit()).errors).toEqual({
      reason: expect.stringContaining("a character that cannot be seen (U+200B)"),
    });
  });

  it("ends the requests for Rails into it that wait, visibly, and is offered no more", async () => {
    const waiting = await ask(ana, { name: "Second float" });
    await approve(ben, waiting);
    await review(dee, { name: "Third float" });
    const list = await openRetirement(ana, "Treasury cold wallet");
    expect(await modalText(ana)).toContain(
      "1 request for a Rail into it waits: it ends when this is approved, without a Rail.",
    );
    await ana.fill("Reason", "The device is decommissioned");
    const told = await privateAnswer(ana, TREASURY, () => ana.submit());
    expect(plainTextOf(told)).toContain("is asked for. The approvers see it now.");

    await ana.click({ channel: TREASURY, ts: list.ts }, "Retire…");
    await ana.waitFor(() => ana.modal(), "the same form once more");
    await ana.fill("Reason", "Once more");
    expect((await ana.submit()).errors).toEqual({
      reason: expect.stringMatching(/^R-\d+ is about this address already/),
    });
    await ana.close();

    const card = await cardOf(ben, "Treasury cold wallet");
    await approve(ben, card);
    await approve(cal, card);
    await cardReading(ben, "Treasury cold wallet", "RETIRED");
    const ended = plainTextOf(await cardReading(ben, "Second float", "VOID"));
    expect(ended).toContain("No Rail was created.");
    expect(ended).not.toContain("[Review and approve]");

    // Dee's review was drawn before.
    await dee.submit();
    expect(await modalText(dee)).toContain("The destination can no longer be used");
    await dee.close("all");

    await ana.command(TREASURY, "/rail new");
    await ana.waitFor(() => ana.modal(), "the form");
    expect(await modalText(ana)).toContain("No whitelisted wallet may be used yet");
    expect(await modalText(ana)).not.toContain("Treasury cold wallet");
    await ana.close();

    const gone = await privateAnswer(ana, TREASURY, () =>
      ana.click({ channel: TREASURY, ts: list.ts }, "Retire…"),
    );
    expect(plainTextOf(gone)).toContain("has been retired already");
  });

  it("can be asked for anew, with a warning", async () => {
    await ana.command(TREASURY, "/rail destinations add wallet");
    await ana.waitFor(() => ana.modal(), "the form");
    await ana.fill("Name", "Back again");
    await ana.choose("Network", "SOLANA_DEVNET");
    await ana.fill("Address", "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU");
    await ana.fill("Reason", "The device is back");

    await ana.submit();

    expect(await modalText(ana)).toContain(
      "🔴 Warning: it was retired here, as Treasury cold wallet",
    );
    await ana.submit();
    await cardOf(ben, "Back again");
  });
});
