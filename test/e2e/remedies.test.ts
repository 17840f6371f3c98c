import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Fault, FaultRule } from "../../src/sandbox/rail-service/faults.ts";
import type { SeenMessage } from "../../src/sandbox/slack-workspace/page-state.ts";
import { plainTextOf } from "../../src/sandbox/slack-workspace/plain-text.ts";
import { ANA, APPROVALS, BEN, CAL, DEE } from "../../src/sandbox/slack-workspace/seed.ts";
import type { Person } from "../support/person.ts";
import type { TestSandbox } from "../support/sandbox.ts";
import { startTestSandbox } from "../support/sandbox.ts";
import type { Whitelisting } from "./steps.ts";
import { approve, askToWhitelist, cardReading, on, privateAnswer } from "./steps.ts";

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
afterEach(() => sandbox.rails.faults.clear());
afterAll(() => sandbox.stop());

const posts = (path: string) =>
  sandbox.rails.calls().filter((call) => call.method === "POST" && call.path === path).length;

/** Asked for, approved by two, and then the service's answer is spoiled. */
async function stuck(
  whitelisting: Whitelisting,
  operation: FaultRule["operation"],
  kind: Extract<Fault, { kind: "drop-after-commit" | "drop-before-commit" | "id-null" }>["kind"],
): Promise<SeenMessage> {
  sandbox.rails.faults.add({ operation, fault: { kind } });
  const card = await askToWhitelist(ana, whitelisting);
  await approve(ben, card);
  await approve(cal, card);
  return cardReading(ana, whitelisting.name, "NEEDS A PERSON");
}

async function propose(person: Person, card: SeenMessage, button: string, id?: string) {
  await person.click(on(card), button);
  await person.waitFor(
    async () => (await person.modal())?.callback_id === "propose_remedy",
    "the form for a remedy",
  );
  if (id !== undefined) await person.fill("Id at the Rail service", id);
  return person.submit();
}

async function openAgreement(person: Person, card: SeenMessage) {
  await person.click(on(card), "Agree…");
  return person.waitFor(async () => {
    const view = await person.modal();
    return view?.callback_id === "agree_to_remedy" && plainTextOf(view);
  }, "the remedy to agree to");
}

describe("a whitelisting of which nobody knows what came", () => {
  it("comes into the register under the id that one approver enters and the full quorum agrees to", async () => {
    const name = "Lost answer";
    const card = await stuck(
      { name, network: "SOLANA_DEVNET", address: "4Nd1mYQzvgV8Vr3Z3nYb7pD6T8K2jF2eM2WcY1uqBoxE" },
      "POST /wallets",
      "drop-after-commit",
    );
    const before = posts("/wallets");
    expect(plainTextOf(card)).toContain("no clear answer");
    const refused = await privateAnswer(ana, APPROVALS, () => ana.click(on(card), "Enter the id…"));
    expect(plainTextOf(refused)).toContain("You are not named as an approver");

    await propose(ben, card, "Enter the id…", "wa 1");
    expect(JSON.stringify((await ben.modal())?.errors)).toContain("has a blank or a character");
    await ben.close("all");
    expect(await propose(ben, card, "Enter the id…", "wa_seen_at_the_service")).toMatchObject({
      closed: true,
    });
    const proposed = await cardReading(ana, name, "NEEDS A SECOND PERSON");
    expect(plainTextOf(proposed)).toContain("and its id is wa_seen_at_the_service.");
    const own = await privateAnswer(ben, APPROVALS, () => ben.click(on(card), "Agree…"));
    expect(plainTextOf(own)).toContain("has to agree");

    expect(await openAgreement(cal, proposed)).toContain("wa_seen_at_the_service");
    expect(await cal.submit()).toMatchObject({ closed: true });
    const half = await cardReading(ana, name, "Agreed so far");
    expect(plainTextOf(half)).toContain("NEEDS A SECOND PERSON");
    expect(await openAgreement(dee, half)).toContain("wa_seen_at_the_service");
    expect(await dee.submit()).toMatchObject({ closed: true });

    const done = plainTextOf(await cardReading(ana, name, "WHITELISTED"));
    expect(done).toContain("wa_seen_at_the_service is the Rail service's id for it.");
    expect(done).toContain("🔴 Warning: unproven");
    expect(posts("/wallets")).toBe(before);
  });

  it("is sent once more, exactly, when a second approver agrees that it is not there", async () => {
    const name = "Never arrived";
    const card = await stuck(
      { name, network: "SOLANA_DEVNET", address: "9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM" },
      "POST /wallets",
      "drop-before-commit",
    );
    const before = posts("/wallets");
    await propose(dee, card, "Release one more attempt…");
    const proposed = await cardReading(ana, name, "NEEDS A SECOND PERSON");
    expect(posts("/wallets")).toBe(before);
    await openAgreement(ben, proposed);
    await ben.submit();

    const done = plainTextOf(await cardReading(ana, name, "WHITELISTED"));
    expect(done).not.toContain("unproven");
    expect(posts("/wallets")).toBe(before + 1);
  });

  it("is not agreed to where something else was proposed after it was opened", async () => {
    const name = "Second thoughts";
    const card = await stuck(
      { name, network: "SOLANA_DEVNET", address: "2q7pyhPwAwZ3QMfZrnAbDhnh9mDUqycszcpf86VgQxhF" },
      "POST /wallets",
      "drop-after-commit",
    );
    await propose(ben, card, "Enter the id…", "wa_one");
    const proposed = await cardReading(ana, name, "wa_one");
    await openAgreement(cal, proposed);
    await propose(ben, card, "Close…");
    await cardReading(ana, name, "it is closed");

    await cal.submit();

    expect(plainTextOf({ blocks: (await cal.modal())?.blocks ?? [] })).toContain(
      "Something else has been proposed in the meantime, so nothing was done.",
    );
    await cal.close("all");
    await openAgreement(cal, await cardReading(ana, name, "it is closed"));
    await cal.submit();
    const closed = plainTextOf(await cardReading(ana, name, "VOID"));
    expect(closed).toContain("Two approvers have closed it.");
    expect(closed).not.toContain("Nothing was whitelisted");
  });
});

describe("a bank account for which the service showed no id", () => {
  it("waits for a person, who enters it", async () => {
    const name = "No id shown";
    const card = await stuck(
      { name, iban: "DE89370400440532013000" },
      "POST /bank-accounts",
      "id-null",
    );
    expect(plainTextOf(card)).toContain("its answer holds no id that could be found");

    await propose(cal, card, "Enter the id…", "bka_from_the_service");
    await openAgreement(dee, await cardReading(ana, name, "NEEDS A SECOND PERSON"));
    await dee.submit();
    await openAgreement(ben, await cardReading(ana, name, "Agreed so far"));
    await ben.submit();

    const done = plainTextOf(await cardReading(ana, name, "WHITELISTED"));
    expect(done).toContain("bka_from_the_service is the Rail service's id for it.");
    expect(done).toContain("🔴 Warning: unproven");
    expect(posts("/bank-accounts")).toBe(2);
  });
});
