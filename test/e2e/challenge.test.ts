import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { plainTextOf } from "../../src/sandbox/slack-workspace/plain-text.ts";
import { ANA, APPROVALS, BEN, CAL, DEE } from "../../src/sandbox/slack-workspace/seed.ts";
import type { Person } from "../support/person.ts";
import type { TestSandbox } from "../support/sandbox.ts";
import { startTestSandbox } from "../support/sandbox.ts";
import {
  answerQuestion,
  approve,
  ask,
  askToWhitelist,
  cardReading,
  on,
  openReview,
  privateAnswer,
} from "./steps.ts";

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

/** The operating account's, with the last two digits the other way round, and check digits that fit. */
const LIKE_THE_OPERATING_ACCOUNT = "GB25NWBK60161331926891";

/** One letter beside the sandbox's own cold wallet. */
const LIKE_THE_COLD_WALLET = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsV";

describe("the group of the value that an approver is asked for", () => {
  it("ends an approver's attempt when it is wrong three times; another approver can still decide", async () => {
    const card = await askToWhitelist(ana, {
      name: "Cold wallet 2",
      network: "SOLANA_DEVNET",
      address: LIKE_THE_COLD_WALLET,
    });
    expect(plainTextOf(card)).toContain(
      "🔴 Warning: it looks like Treasury cold wallet, a wallet on SOLANA_DEVNET in the register.",
    );
    expect(plainTextOf(card)).toContain("They differ in group 11.");

    await openReview(ben, card);
    for (const left of ["2 tries left", "1 try left"]) {
      await answerQuestion(ben, "????");
      const refused = await ben.submit();
      expect(refused).toMatchObject({ acknowledged: true, closed: false });
      expect(JSON.stringify(refused.errors)).toContain(left);
    }
    await answerQuestion(ben, "????");
    await ben.submit();
    const notice = await ben.modal();
    expect(notice?.title.text).toBe("Not approved");
    expect(plainTextOf({ blocks: notice?.blocks ?? [] })).toContain(
      "You have typed three wrong groups of the address or IBAN, so you cannot approve this any more; that stands in the audit.",
    );
    await ben.close("all");

    const ended = await cardReading(ana, "Cold wallet 2", "three wrong groups");
    expect(plainTextOf(ended)).toContain("WAITING 0 of 2");
    expect(plainTextOf(ended)).not.toMatch(new RegExp(`Waiting for .*${BEN}`));
    const again = await privateAnswer(ben, APPROVALS, () =>
      ben.click(on(card), "Review and approve"),
    );
    expect(plainTextOf(again)).toContain("You have typed three wrong groups");
    expect(await ben.modal()).toBeUndefined();

    await approve(cal, card);
    expect(await approve(dee, card)).toMatchObject({ closed: true });
    await cardReading(ana, "Cold wallet 2", "WHITELISTED");
  });

  it("is the same one however often the review is opened, and a blank is not an answer", async () => {
    const card = await askToWhitelist(ana, {
      name: "Second payee",
      iban: "DE89370400440532013000",
    });
    const asked = async () => {
      await openReview(ben, card);
      const view = await ben.modal();
      await ben.close("all");
      return view?.blocks.find(({ type }) => type === "input")?.block_id;
    };
    const first = await asked();
    expect(first).toMatch(/^middle_group_[34]$/);
    expect(await asked()).toBe(first);

    await openReview(ben, card);
    await answerQuestion(ben, "   ");
    expect(JSON.stringify((await ben.submit()).errors)).toContain(
      "Type the group that is asked for.",
    );
    await ben.close("all");
  });

  it("is asked for in a review that was opened before there was a reason to", async () => {
    const used = await ask(ana, { name: "First into it", type: "OFF_RAMP" });
    await approve(ben, used);
    await approve(cal, used);
    await cardReading(ana, "First into it", "DONE");
    const card = await ask(ana, { name: "Second into it", type: "OFF_RAMP" });
    await openReview(ben, card);
    expect((await ben.modal())?.private_metadata).toContain('"asked":null');

    await askToWhitelist(dee, { name: "Slipped in", iban: LIKE_THE_OPERATING_ACCOUNT });
    expect(await ben.submit()).toMatchObject({ acknowledged: true, closed: false });

    const redrawn = plainTextOf({ blocks: (await ben.modal())?.blocks ?? [] });
    expect(redrawn).toContain("🔴 Warning: nothing is approved yet.");
    expect(redrawn).toContain("it looks like Slipped in, which R-");
    await answerQuestion(ben);
    expect(await ben.submit()).toMatchObject({ closed: true });
    await cardReading(ana, "Second into it", "WAITING 1 of 2");
  });

  it("is another one where a look-alike differs elsewhere, and the answer to the first does not count", async () => {
    const address = "4Nd1mYQzvgV8Vr3Z3nYb7pD6T8K2jF2eM2WcY1uqBoxE";
    const card = await askToWhitelist(ana, {
      name: "Opened early",
      network: "SOLANA_DEVNET",
      address,
    });
    await openReview(ben, card);
    const first = await askedGroup(ben);
    const other = first === 5 ? 6 : 5;
    const at = other * 4 - 3;
    const twin = `${address.slice(0, at)}${address[at] === "b" ? "c" : "b"}${address.slice(at + 1)}`;
    await askToWhitelist(dee, { name: "Its twin", network: "SOLANA_DEVNET", address: twin });

    expect(await ben.submit()).toMatchObject({ acknowledged: true, closed: false });
    expect(await askedGroup(ben)).toBe(other);
    expect(plainTextOf({ blocks: (await ben.modal())?.blocks ?? [] })).toContain(
      "🔴 Warning: nothing is approved yet.",
    );
    await answerQuestion(ben);
    expect(await ben.submit()).toMatchObject({ closed: true });
  });
});

async function askedGroup(person: Person): Promise<number> {
  const view = await person.modal();
  const question = view?.blocks.find(({ type }) => type === "input");
  return Number(question?.block_id.replace("middle_group_", ""));
}
