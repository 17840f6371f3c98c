import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { SeenMessage } from "../../src/sandbox/slack-workspace/page-state.ts";
import { plainTextOf } from "../../src/sandbox/slack-workspace/plain-text.ts";
import type { SeedChannel } from "../../src/sandbox/slack-workspace/seed.ts";
import {
  ANA,
  APPROVALS,
  acmeSeed,
  BEN,
  CAL,
  DEE,
  GUS,
  TREASURY,
} from "../../src/sandbox/slack-workspace/seed.ts";
import { json, startLyingServer } from "../support/lying-server.ts";
import type { Person } from "../support/person.ts";
import type { TestSandbox } from "../support/sandbox.ts";
import { startTestSandbox } from "../support/sandbox.ts";
import { createRailsElsewhere } from "./rails-elsewhere.ts";
import {
  answerText,
  answerTo,
  approve,
  askToWhitelist,
  cardOf,
  cardReading,
  cards,
  fillForm,
  privateAnswer,
  whispers,
} from "./steps.ts";

const COLD = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU";
const WALLET = "9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM";
const SPOILED = `${COLD.slice(0, -1)}V`;
const IBANS = ["DE89370400440532013000", "NL91ABNA0417164300", "BE68539007547034"] as const;

let sandbox: TestSandbox;
let ana: Person;
let ben: Person;
let cal: Person;
let dee: Person;
/** As the workspace's administrators leave it. */
let approvals: SeedChannel;
beforeAll(async () => {
  const channels = acmeSeed.channels.map((channel) => ({ ...channel }));
  const found = channels.find(({ id }) => id === APPROVALS);
  if (!found) throw new Error("There is no approvals channel");
  approvals = found;
  sandbox = await startTestSandbox({ seed: { ...acmeSeed, channels } });
  ana = sandbox.as(ANA);
  ben = sandbox.as(BEN);
  cal = sandbox.as(CAL);
  dee = sandbox.as(DEE);
});
afterEach(async () => {
  sandbox.slack.faults.clear();
  await ana.close("all");
  await ben.close("all");
});
afterAll(() => sandbox.stop());

async function modalText(person = ana): Promise<string> {
  const modal = await person.modal();
  return modal ? `${modal.title.text}\n${plainTextOf(modal)}` : "";
}

const modalReading = (words: string, person = ana) =>
  person.waitFor(async () => (await modalText(person)).includes(words), `"${words}" in the form`);

const submitLabel = async (person = ana) => (await person.modal())?.submit?.text;

async function openForm(kind: "wallet" | "bank", person = ana): Promise<void> {
  await person.command(TREASURY, `/rail destinations add ${kind}`);
  await person.waitFor(() => person.modal(), "the form");
}

/** Up to the check of everything. */
async function checked(iban: string, name: string, person = ana): Promise<void> {
  await openForm("bank", person);
  await person.fill("Name", name);
  await person.fill("IBAN", iban);
  await person.fill("Reason", "A new payee");
  await person.submit();
  await modalReading("Checked. Ask for approval?", person);
}

describe("a wallet that is added from Slack", () => {
  it("is checked as it is typed, asked for, approved by two, and then delivered into by a Rail", async () => {
    await openForm("wallet");
    await ana.fill("Name", "Payroll wallet");
    await ana.fill("Address", SPOILED);
    await modalReading("Choose the network: then the address is checked for it.");
    await ana.choose("Network", "SOLANA_DEVNET");
    await modalReading("🔴 Warning: it looks like Treasury cold wallet");
    expect(await modalText()).toContain("They differ in group 11.");
    await ana.fill("Address", COLD);
    await modalReading("Registered already as Treasury cold wallet");
    await ana.fill("Address", ` ${WALLET}`);
    await modalReading("Cleaned: blanks were removed. This is what will be sent:");
    expect((await ana.modal())?.state.values.wallet_address).toMatchObject({
      check_typed: { value: ` ${WALLET}` },
    });
    await ana.fill("Reason", "Salaries");
    expect(await submitLabel()).toBe("Check");

    await ana.submit();
    expect(await modalText()).toContain("Checked. Ask for approval?");
    expect(await modalText()).toContain("9WzD XwBb mkg8 ZTbN MqUx vQRA yrZz DsGY dLVL 9zYt AWWM");
    expect(await modalText()).toContain("Needs 2 of ");
    expect(await modalText()).toContain("Rails may deliver into it as soon as that is done.");
    expect(await submitLabel()).toBe("Ask for approval");
    expect(await cards(ben)).toEqual([]);

    const answer = await privateAnswer(ana, TREASURY, () => ana.submit());
    expect(plainTextOf(answer)).toMatch(/^R-\d+ is asked for\. The approvers see it now\.$/);
    expect(await modalText()).toBe("");
    const card = await cardOf(ben, "Payroll wallet");
    await approve(ben, card);
    await approve(cal, card);
    await cardReading(ben, "Payroll wallet", "WHITELISTED");

    await fillForm(ana, { name: "Payroll float" });
    await ana.choose("Delivered to", "Payroll wallet");
    await ana.submit();
    expect(await modalText()).toContain("9WzD XwBb mkg8 ZTbN MqUx vQRA yrZz DsGY dLVL 9zYt AWWM");
    await ana.submit();
    const rail = await cardOf(ben, "Payroll float");
    await approve(ben, rail);
    await approve(dee, rail);
    await cardReading(ben, "Payroll float", "DONE");
  });
});

describe("a bank account that is added from Slack", () => {
  it("is cleaned visibly, asked for, approved by two, and then delivered into by a Rail", async () => {
    await openForm("bank");
    await ana.fill("Name", "Supplier");
    await ana.fill("IBAN", "de89 3704 0044 0532 0130");
    await modalReading("20 of 22 characters so far.");
    await ana.fill("IBAN", "de89 3704 0044 0532 0130 00");
    await modalReading("IBAN of Germany (DE)");
    expect(await modalText()).toContain(
      "Cleaned: blanks were removed, small letters were made capitals. This is what will be sent:",
    );
    await ana.fill("Reason", "Pays the supplier");
    await ana.submit();
    await ana.submit();
    const card = await cardOf(ben, "Supplier");
    expect(plainTextOf(card)).toContain(IBANS[0]);
    await approve(ben, card);
    await approve(cal, card);
    await cardReading(ben, "Supplier", "WHITELISTED");

    await fillForm(ana, { name: "Cash out", type: "OFF_RAMP" });
    await ana.choose("Delivered to", "Supplier");
    await ana.submit();
    await ana.submit();
    const rail = await cardOf(ben, "Cash out");
    await approve(ben, rail);
    await approve(dee, rail);
    await cardReading(ben, "Cash out", "DONE");
  });
});

describe("the form for a destination", () => {
  it("says beside the fields what it does not take, and keeps all that was typed", async () => {
    await openForm("bank");
    await ana.fill("Name", "Pay\u200Broll");
    await ana.fill("IBAN", "GB29NWBK6016133192681\u0425");
    await ana.fill("Reason", "x");

    const { errors = {} } = await ana.submit();

    expect(errors).toEqual({
      name: expect.stringContaining("a character that cannot be seen (U+200B)"),
      bank_account_iban: expect.stringContaining("only looks like “X”"),
    });
    expect((await ana.modal())?.state.values).toMatchObject({
      name: { value: { value: "Pay\u200Broll" } },
      bank_account_iban: { check_typed: { value: "GB29NWBK6016133192681\u0425" } },
      reason: { value: { value: "x" } },
    });
  });

  it("asks for nothing but what its check has shown: a change in between is checked again", async () => {
    await checked(IBANS[1], "First thought");
    await ana.fill("Name", "Second thought");

    await ana.submit();

    expect(await modalText()).toContain("Whitelist Second thought");
    expect(await submitLabel()).toBe("Ask for approval");
    expect((await cards(ben)).filter((card) => plainTextOf(card).includes("thought"))).toEqual([]);
    await ana.fill("IBAN", IBANS[2]);
    await modalReading("IBAN of Belgium (BE)");
    expect(await submitLabel()).toBe("Check");
    await ana.submit();
    await ana.submit();
    expect(plainTextOf(await cardOf(ben, "Second thought"))).toContain(IBANS[2]);
  });

  it("makes one request of two presses at once", async () => {
    await checked("FR1420041010050500013M02606", "Pressed twice");

    const both = await Promise.all([ana.submit(), ana.submit()]);

    // The second is told nothing that would make the first look undone.
    expect(both.map(({ errors }) => errors)).toEqual([undefined, undefined]);
    await cardOf(ben, "Pressed twice");
    expect(
      (await cards(ben)).filter((card) => plainTextOf(card).includes("Pressed twice")),
    ).toHaveLength(1);
    expect(await modalText()).toBe("");
  });

  it("opens once, checks once and asks once when Slack delivers everything twice", async () => {
    sandbox.slack.faults.deliverTwice = true;
    const told = async () =>
      (await whispers(ana, TREASURY)).filter((each) => plainTextOf(each).includes("is asked for"));
    const before = (await told()).length;

    await checked("IT60X0542811101000000123456", "Delivered twice");
    expect((await ana.modal())?.previous_view_id).toBeNull();
    expect((await ana.submit()).errors).toBeUndefined();

    await cardOf(ben, "Delivered twice");
    expect(await modalText()).toBe("");
    expect(
      (await cards(ben)).filter((card) => plainTextOf(card).includes("Delivered twice")),
    ).toHaveLength(1);
    await ana.waitFor(async () => (await told()).length === before + 1, "one private answer");
  });

  it("refuses what is registered already, also without a look at what it says below the field", async () => {
    await openForm("wallet");
    await ana.fill("Name", "Once more");
    await ana.choose("Network", "SOLANA_DEVNET");
    await ana.fill("Address", COLD);
    await ana.fill("Reason", "x");

    expect((await ana.submit()).errors).toEqual({
      wallet_address:
        "This address is registered already, as “Treasury cold wallet”. It need not be added again.",
    });
  });

  it("stays as it is where the approvals channel cannot take a card, and asks once it can", async () => {
    await checked("ES9121000418450200051332", "Later");
    const { members } = approvals;
    Object.assign(approvals, { isShared: true });

    const { errors } = await ana.submit();

    expect(errors).toEqual({
      bank_account_iban: expect.stringContaining(
        "The approvals channel is shared with another organisation",
      ),
    });
    expect((await ana.modal())?.state.values.name).toMatchObject({ value: { value: "Later" } });
    Object.assign(approvals, { isShared: false, members });
    await ana.submit();
    await cardOf(ben, "Later");
  });

  it("is not opened for guests", async () => {
    const gus = sandbox.as(GUS);

    const told = await privateAnswer(gus, TREASURY, () =>
      gus.command(TREASURY, "/rail destinations add wallet"),
    );

    expect(plainTextOf(told)).toContain("not for guests");
    expect(await gus.modal()).toBeUndefined();
  });

  it("switches between the kinds where both are offered, and loses nothing by it", async () => {
    await ana.command(TREASURY, "/rail destinations import");
    await ana.waitFor(() => ana.modal(), "the form");
    await ana.fill("Name", "Imported");
    await ana.fill("Id at the Rail service", "bka_7");
    await modalReading("an id that begins with bka_ is usually that of a bank account.");
    await ana.fill("Address", "0x12");

    await ana.choose("Kind", "Bank account");
    await ana.waitFor(
      async () => (await ana.modal())?.state.values.bank_account_iban,
      "the field for an IBAN",
    );
    expect(await modalText()).not.toContain("is usually that of");
    await ana.choose("Kind", "Wallet");
    await ana.waitFor(
      async () => (await ana.modal())?.state.values.wallet_address,
      "the field for an address",
    );

    expect((await ana.modal())?.state.values).toMatchObject({
      name: { value: { value: "Imported" } },
      service_id: { check_typed: { value: "bka_7" } },
      wallet_address: { check_typed: { value: "0x12" } },
    });
  });
});

describe("an import", () => {
  it("puts into the register what the service knows already, and sends nothing", async () => {
    const posts = () => sandbox.rails.calls().filter(({ method }) => method === "POST").length;
    await ana.command(TREASURY, "/rail destinations import");
    await ana.waitFor(() => ana.modal(), "the form");
    await ana.choose("Kind", "Bank account");
    await ana.waitFor(
      async () => (await ana.modal())?.state.values.bank_account_iban,
      "the field for an IBAN",
    );
    await ana.fill("Name", "Known account");
    await ana.fill("IBAN", "CH9300762011623852957");
    await ana.fill("Id at the Rail service", "bka_known");
    await ana.fill("Reason", "Whitelisted by phone");
    const before = posts();
    await ana.submit();
    expect(await modalText()).toContain(
      "Nothing is sent: the Rail service has whitelisted it already.",
    );
    expect(await modalText()).toContain("🔴 Warning: unproven");
    await ana.submit();
    const card = await cardOf(ben, "Known account");
    await approve(ben, card);
    await approve(cal, card);

    await cardReading(ben, "Known account", "IMPORTED");
    expect(posts()).toBe(before);
    await ana.command(TREASURY, "/rail new off");
    await modalReading("Known account · unproven");
  });
});

describe("what a Rail that was made elsewhere delivers into", () => {
  /** The list begins with a button of the same name, for what is not in it. */
  async function pressImport({ ts, blocks }: SeenMessage): Promise<void> {
    const row = blocks?.findLast((each) => JSON.stringify(each).includes("import_destination"));
    await fetch(`${sandbox.slack.url}/page/people/${ANA}/act`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        surface: { kind: "message", channel: TREASURY, ts },
        blockId: row?.block_id,
        actionId: "import_destination",
      }),
    });
    await modalReading("Import · SANDBOX");
  }

  it("is imported from a form that knows it, and nothing else under its id", async () => {
    await createRailsElsewhere(sandbox, 1);
    await answerText(ana, "/rail list");
    const list = await ana.waitFor(async () => {
      const answer = await answerTo(ana, "/rail destinations Elsewhere");
      return plainTextOf(answer).includes("not registered here") && answer;
    }, "the row of what is not registered");

    await pressImport(list);

    const address = "4Nd1mYQzvgV8Vr3Z3nYb7pD6T8K2jF2eM2WcY1uqBoxE";
    expect((await ana.modal())?.state.values).toMatchObject({
      name: { value: { value: "Elsewhere" } },
      wallet_network: { choose_network: { selected_option: { value: "SOLANA_DEVNET" } } },
      wallet_address: { check_typed: { value: address } },
      service_id: { check_typed: { value: expect.stringMatching(/^wa_/) } },
    });
    expect(await modalText()).toContain("Not approved here: a Rail made elsewhere delivers here");
    await ana.fill("Reason", "Used for years");
    await ana.fill("Address", WALLET.replace("9Wz", "9Wy"));
    expect((await ana.submit()).errors).toEqual({
      service_id: expect.stringContaining(
        "The Rail service has shown this id with another address: 4Nd1 mYQz",
      ),
    });

    await ana.fill("Address", address);
    await ana.submit();
    await modalReading("Checked. Ask for approval?");
    await ana.submit();
    const card = await cardOf(ben, "Elsewhere");
    await approve(ben, card);
    await approve(cal, card);
    await cardReading(ben, "Elsewhere", "IMPORTED");
  });
});

describe("two people who add the same destination at once", () => {
  const iban = "NO9386011117947";

  it("make one request, and the other is told which", async () => {
    await checked(iban, "Ana's payee", ana);
    await checked(iban, "Ben's payee", ben);

    const [first, second] = await Promise.all([ana.submit(), ben.submit()]);

    const errors = [first, second].flatMap(({ errors = {} }) => Object.values(errors));
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(/about this IBAN already|asked for the same in the meantime/);
    await cardOf(dee, "'s payee");
    const made = (await cards(dee)).filter((card) => plainTextOf(card).includes("'s payee"));
    expect(made).toHaveLength(1);
  });

  it("are told while they type, once one of them has asked", async () => {
    await openForm("bank");
    await ana.fill("IBAN", iban);

    await modalReading("Asked for already in R-");
    await ana.fill("Name", "Third");
    await ana.fill("Reason", "x");
    expect((await ana.submit()).errors).toEqual({
      bank_account_iban: expect.stringMatching(/^R-\d+ is about this IBAN already: “\w+'s payee”/),
    });
  });
});

describe("a whitelisting that the service refuses with a 422", () => {
  it("ends with its words and the fields that it names, and can be asked for again", async () => {
    const name = "Refused payee";
    const card = await askToWhitelist(ana, { name, iban: "AT611904300234573201" });
    const port = Number(new URL(sandbox.rails.baseUrl).port);
    await sandbox.rails.stop();
    const refusing = await startLyingServer((response, received, nth) => {
      const body = {
        message: "The given data was invalid.",
        errors: { iban: ["is held by another company"], name: ["is taken"] },
      };
      json(received.method === "POST" ? 422 : 503, body)(response, received, nth);
    }, port);
    try {
      await approve(ben, card);
      await approve(cal, card);

      const ended = plainTextOf(await cardReading(ben, name, "FAILED"));
      for (const words of ["iban", "is held by another company", "name", "is taken"]) {
        expect(ended).toContain(words);
      }
      expect(ended).toContain("Nothing was whitelisted.");
      expect(refusing.count("POST")).toBe(1);
    } finally {
      await refusing[Symbol.asyncDispose]();
      await sandbox.restartRails();
    }
    expect(await answerText(ana, "/rail pending")).not.toContain(name);

    await checked("AT611904300234573201", "Asked again");
    await ana.submit();
    const again = await cardOf(ben, "Asked again");
    await approve(ben, again);
    await approve(cal, again);
    await cardReading(ben, "Asked again", "WHITELISTED");
  });
});
