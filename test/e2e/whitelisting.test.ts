import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { plainTextOf } from "../../src/sandbox/slack-workspace/plain-text.ts";
import { ANA, APPROVALS, BEN, CAL, DEE } from "../../src/sandbox/slack-workspace/seed.ts";
import type { Person } from "../support/person.ts";
import type { TestSandbox } from "../support/sandbox.ts";
import { startTestSandbox } from "../support/sandbox.ts";
import { answerText, approve, askToWhitelist, cardReading, on, privateAnswer } from "./steps.ts";

let sandbox: TestSandbox;
let ana: Person;
let ben: Person;
let cal: Person;
let dee: Person;
beforeAll(async () => {
  sandbox = await startTestSandbox();
  [ana, ben, cal, dee] = [ANA, BEN, CAL, DEE].map((id) => sandbox.as(id)) as [
    Person,
    Person,
    Person,
    Person,
  ];
});
afterAll(() => sandbox.stop());

const posts = (path: string) =>
  sandbox.rails.calls().filter((call) => call.method === "POST" && call.path === path).length;

const told = async (person: Person, ts: { ts: string }, button: string) =>
  plainTextOf(await privateAnswer(person, APPROVALS, () => person.click(on(ts), button)));

describe("a wallet", () => {
  it("is whitelisted once, when two others than its requester have approved it", async () => {
    const before = posts("/wallets");
    const address = "4Nd1mYQzvgV8Vr3Z3nYb7pD6T8K2jF2eM2WcY1uqBoxE";
    const card = await askToWhitelist(ben, {
      name: "Payroll wallet",
      network: "SOLANA_DEVNET",
      address,
    });
    expect(plainTextOf(card)).toContain("Whitelist a wallet on SOLANA_DEVNET · asked by");
    expect(plainTextOf(card)).toContain(address);

    expect(await told(ben, card, "Review and approve")).toContain(
      "You asked for this yourself. Another approver has to approve it.",
    );
    expect(await told(ana, card, "Review and approve")).toContain(
      "You are not named as an approver",
    );
    await approve(cal, card);
    await cardReading(ana, "Payroll wallet", "WAITING 1 of 2");
    expect(posts("/wallets")).toBe(before);
    await approve(dee, card);

    const done = plainTextOf(await cardReading(ana, "Payroll wallet", "WHITELISTED"));
    expect(done).toMatch(/wa_\w+ is the Rail service's id for it/);
    expect(done).toContain("Rails may deliver into it from");
    expect(done).not.toContain("unproven");
    expect(done).not.toContain("[");
    expect(posts("/wallets")).toBe(before + 1);
    expect(await answerText(ana, "/rail destinations Payroll wallet")).toContain(address);
  });
});

describe("a bank account", () => {
  it("is denied with a card that says that nothing was whitelisted", async () => {
    const before = posts("/bank-accounts");
    const card = await askToWhitelist(ana, {
      name: "Unknown payee",
      iban: "DE89370400440532013000",
    });
    expect(plainTextOf(card)).toContain("Whitelist a bank account (Germany) · asked by");
    await ben.click(on(card), "Deny…");
    await ben.waitFor(() => ben.modal(), "the form for the reason");
    expect(plainTextOf({ blocks: (await ben.modal())?.blocks ?? [] })).toContain(
      "Nothing will be whitelisted.",
    );
    await ben.fill("Reason", "We do not know them");
    await ben.submit();

    expect(plainTextOf(await cardReading(ana, "Unknown payee", "DENIED"))).toContain(
      "Nothing was whitelisted. Reason:",
    );
    expect(posts("/bank-accounts")).toBe(before);
  });
});
