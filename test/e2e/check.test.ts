import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SeenMessage } from "../../src/sandbox/slack-workspace/page-state.ts";
import { plainTextOf } from "../../src/sandbox/slack-workspace/plain-text.ts";
import { ANA, BEN, EVE, GUS, RANDOM, TREASURY } from "../../src/sandbox/slack-workspace/seed.ts";
import type { Person } from "../support/person.ts";
import type { TestSandbox } from "../support/sandbox.ts";
import { startTestSandbox } from "../support/sandbox.ts";
import { createRailsElsewhere } from "./rails-elsewhere.ts";
import { answerText, answerTo, ask, on, privateAnswer, whispers } from "./steps.ts";

const WALLET = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU";
const FORGED = WALLET.replace("W87d", "W8Pd");
const IBAN = "GB29NWBK60161331926819";
const GROUPED_IBAN = "GB29 NWBK 6016 1331 9268 19";
const ELSEWHERE = "4Nd1mYQzvgV8Vr3Z3nYb7pD6T8K2jF2eM2WcY1uqBoxE";
const UNKNOWN = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const BROKEN = "0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed";

let sandbox: TestSandbox;
let ana: Person;
let ben: Person;
let eve: Person;
let gus: Person;
let entryPoint: string;
beforeAll(async () => {
  sandbox = await startTestSandbox();
  ana = sandbox.as(ANA);
  ben = sandbox.as(BEN);
  eve = sandbox.as(EVE);
  gus = sandbox.as(GUS);
  const [railId] = await createRailsElsewhere(sandbox, 1);
  // Read with its instructions, and so remembered.
  const shown = await answerText(eve, `/rail show ${railId}`);
  entryPoint = /GB\d{2}[A-Z]{4}\d{14}/.exec(shown)?.[0] ?? "";
  await answerText(eve, "/rail list");
});
afterAll(() => sandbox.stop());

describe("/rail check", () => {
  it.each([
    ["a registered wallet", WALLET, ["Registered destination Treasury cold wallet", "may be used"]],
    ["a registered account in groups", GROUPED_IBAN, ["Registered destination Operating account"]],
    ["one in small letters", IBAN.toLowerCase(), ["Registered destination Operating account"]],
    ["what looks like one", FORGED, ["🔴 Warning: it looks like Treasury cold wallet", "W8Pd"]],
    [
      "where a Rail made elsewhere delivers",
      ELSEWHERE,
      ["Not approved here: “Elsewhere”", "[Open]"],
    ],
    ["one that nobody knows", UNKNOWN, ["Unknown here", "means neither safe nor unsafe"]],
    ["one with a wrong checksum", BROKEN, ["Looks like an address", "Its checksum does not fit"]],
    ["one with something hidden in it", WALLET.replace("g2", "g\u200b2"), ["U+200B", "Registered"]],
    ["one with a change of direction", `${WALLET}\u202e`, ["Registered destination"]],
    ["neither", "sort code 20-20-15", ["No IBAN and no blockchain address was found."]],
    ["several in one line", `${WALLET}, ${FORGED} & ${IBAN}`, ["3 found", "Registered", "Warning"]],
  ])("says of %s what it is, in private", async (_, text, words) => {
    const answer = await answerTo(ana, `/rail check ${text}`);

    for (const word of words) expect(plainTextOf(answer)).toContain(word);
    expect(JSON.stringify(answer)).not.toMatch(/"mrkdwn"|"broadcast"/);
    expect(await whispers(ben, TREASURY)).toEqual([]);
  });

  it("warns of an entry point whose Rail was never approved here, and opens that", async () => {
    const answer = await answerTo(ana, `/rail check ${entryPoint}`);

    expect(plainTextOf(answer)).toMatch(
      /do not send money to it. Not approved here: entry point of Rail .* · On-ramp GBP → GBPA/,
    );
    const rail = await privateAnswer(ana, TREASURY, () =>
      ana.click({ channel: TREASURY, ts: answer.ts }, "Open"),
    );
    expect(plainTextOf(rail)).toContain("send GBP by bank transfer");
  });

  it("tells guests why not, and says what it needs", async () => {
    expect(await answerText(gus, `/rail check ${WALLET}`)).toContain("not for guests");
    expect(await answerText(ana, "/rail check")).toContain("check needs an IBAN or a blockchain");
  });
});

describe("Check payment details on a message", () => {
  it.each([
    ["spaced", `Please pay ${GROUPED_IBAN} today`, "Registered destination Operating account"],
    ["in code", `send to \`${WALLET}\``, "Registered destination Treasury cold wallet"],
    [
      "in a link",
      `see https://solscan.io/account/${FORGED}?x=1`,
      "Warning: it looks like Treasury",
    ],
    ["broken", `to ${BROKEN}!`, "Its checksum does not fit"],
    ["not there", "lunch?", "No IBAN and no blockchain address was found."],
  ])("finds a value that is %s, for whoever asks alone", async (_, text, words) => {
    const message = await written(ben, text);
    const others = (await whispers(ben, TREASURY)).length;

    const answer = await privateAnswer(eve, TREASURY, () =>
      eve.shortcut({ channel: TREASURY, ts: message.ts }, "check_payment_details"),
    );

    expect(plainTextOf(answer)).toContain(words);
    expect(await whispers(ben, TREASURY)).toHaveLength(others);
  });

  it("reads the bot's own card, whose address stands in rich text alone", async () => {
    const card = await ask(ana, { name: "Payroll float" });

    const answer = await privateAnswer(ben, on(card).channel, () =>
      ben.shortcut(on(card), "Check payment details"),
    );

    expect(card.text).not.toContain(WALLET);
    expect(plainTextOf(answer)).toContain("Registered destination Treasury cold wallet");
  });

  it("works where the bot is no member", async () => {
    const message = await written(ben, `to ${WALLET}`, RANDOM);

    const answer = await privateAnswer(eve, RANDOM, () =>
      eve.shortcut({ channel: RANDOM, ts: message.ts }, "check_payment_details"),
    );

    expect(plainTextOf(answer)).toContain("Registered destination Treasury cold wallet");
  });

  it("tells guests why not", async () => {
    const message = await written(ben, `to ${WALLET}`);

    const answer = await privateAnswer(gus, TREASURY, () =>
      gus.shortcut({ channel: TREASURY, ts: message.ts }, "check_payment_details"),
    );

    expect(plainTextOf(answer)).toContain("not for guests");
    expect(plainTextOf(answer)).not.toContain("Treasury cold wallet");
  });
});

async function written(
  writer: Person,
  text: string,
  channel: string = TREASURY,
): Promise<SeenMessage> {
  await writer.command(channel, text);
  return writer.waitFor(
    async () => (await writer.messages(channel)).findLast((each) => !each.ephemeral),
    "the message",
  );
}
