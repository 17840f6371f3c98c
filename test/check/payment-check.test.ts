import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PaymentCheckMessage } from "../../src/check/payment-check.ts";
import { paymentCheck } from "../../src/check/payment-check.ts";
import { byAlarm, judgedDetail } from "../../src/check/rules/judge.ts";
import { findPaymentDetails } from "../../src/platform/payment-details/find-payment-details.ts";
import { faultsOfMessage } from "../../src/platform/slack/blocks/check-limits.ts";
import type { KnownValue } from "../../src/request/rules/known-value.ts";
import { knownDestination } from "../../src/request/rules/known-value.ts";
import { seenRail } from "../../src/request/rules/outcome/seen-rail.ts";
import {
  ADDRESS,
  aBankAccountDestination,
  after,
  anOnRampRail,
  aWalletDestination,
  BEN,
  CAL,
  DAN,
  ETHEREUM_ADDRESS,
  IBAN,
  NOW,
  RAIL_ID,
  somePolicy,
  VIRTUAL_IBAN,
} from "../support/builders.ts";
import { plainText } from "../support/plain-text.ts";

const RAIL = seenRail(anOnRampRail(), NOW);
if (!RAIL) throw new Error("It has an id");
const ENTRY_POINT: KnownValue = {
  kind: "iban",
  value: VIRTUAL_IBAN,
  network: null,
  name: "Payroll float",
  is: "entry-point",
  rail: RAIL,
  isMissing: false,
  isReported: false,
  owner: { requestNumber: 7, name: "Payroll float", standing: "approved" },
};
const WALLET = knownDestination(aWalletDestination());
const KNOWN: KnownValue[] = [WALLET, knownDestination(aBankAccountDestination()), ENTRY_POINT];
const FORGED = ADDRESS.replace("W87d", "W8Pd");

function checkOf(text: string, known: readonly KnownValue[] = KNOWN): PaymentCheckMessage {
  return {
    judged: byAlarm(findPaymentDetails(text).map((found) => judgedDetail(found, known))),
    notLookedAt: 0,
    railsReadAt: after({ hours: -2 }),
    policy: somePolicy(),
    now: NOW,
    command: "/rail",
    isCut: false,
  };
}

const reading = (text: string, known?: readonly KnownValue[]) =>
  plainText(paymentCheck(checkOf(text, known)).blocks);

const LONG =
  "addr1qx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer3n0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgse35a3x";

function knownAs(address: string, name: string): KnownValue {
  const wallet = { id: name, name, network: name, address };
  const people = Array.from({ length: 5 }, () => "U".repeat(11));
  const state = { approvedBy: people, contradictedAt: NOW, provenAt: null };
  return knownDestination(aWalletDestination({ wallet, ...state }));
}

describe("the answer to a check of payment details", () => {
  it("says what cannot be known, and when the Rails were last read", () => {
    const closing = `Checked against the register, open requests and Rails. The list of all Rails was last read 2026-03-03 08:00 UTC. “Unknown” means neither safe nor unsafe. Account numbers and sort codes are not checked.`;

    expect(reading(IBAN)).toContain(closing);
    expect(plainText(paymentCheck({ ...checkOf(IBAN), railsReadAt: null }).blocks)).toContain(
      "The list of all Rails was never read to its end. “Unknown” means",
    );
  });

  it("names a registered destination, with its state and the people behind it", () => {
    expect(reading(`pay ${ADDRESS}`)).toContain(`# Payment details: 1 found
Address · Solana
7xKX tg2C W87d 97TX JSDp bD5j Bkhe TqA8 3TZR uJos gAsU
Registered destination Treasury cold wallet · Wallet on Solana (devnet) · ✅ Ready to use
Requested by @${DAN}, approved by @${BEN}, @${CAL}, registered 2026-02-19 10:00 UTC
`);
  });

  it.each([
    [{ usableFrom: after({ hours: 3 }) }, "⏳ Ready from 2026-03-03 13:00 UTC"],
    [{ retiredAt: after({ hours: -3 }) }, "⛔ Retired 2026-03-03 07:00 UTC"],
    [{ provenAt: null }, "✅ Ready to use · unproven"],
    [{ contradictedAt: NOW }, "🔴 Warning: do not send money to it. The Rail service has shown"],
  ])("says of a destination with %j: %s", (fields, words) => {
    expect(reading(ADDRESS, [knownDestination(aWalletDestination(fields))])).toContain(words);
  });

  it("names the Rail of an entry point, and opens it", () => {
    const message = paymentCheck(checkOf(VIRTUAL_IBAN));

    expect(plainText(message.blocks)).toContain(`IBAN · United Kingdom
GB33 BUKB 2020 1555 5555 55
Deposits for Rail Payroll float (On-ramp GBP → GBPA) go to it. The Rail's deposit instructions say what to send, and how.  [Open]`);
    expect(JSON.stringify(message.blocks)).toContain(`"action_id":"open_rail"`);
    expect(JSON.stringify(message.blocks)).toContain(`"value":"${RAIL_ID}"`);
  });

  it("says what is not registered here, and what is only asked for", () => {
    const elsewhere: KnownValue = {
      ...WALLET,
      name: "Elsewhere",
      is: "unregistered",
      isIdTaken: false,
      rail: RAIL,
    };
    const asked: KnownValue = { ...WALLET, name: "New wallet", is: "asked-for", requestNumber: 7 };
    const text = reading(ADDRESS, [elsewhere, asked]);

    expect(text).toContain(
      `Not approved in Signalbox: Rail ${RAIL_ID} pays it, as “Elsewhere”.  [Open]`,
    );
    expect(text).toContain("Requested in R-7 as New wallet. R-7 has not added it to the register.");
  });

  it("shows a look-alike in red beside the known value, group by group", () => {
    const text = reading(FORGED);

    expect(text).toContain(
      "🔴 Warning: it looks like Treasury cold wallet, a wallet on Solana (devnet) in the register.",
    );
    expect(text).toContain(`This one: 7xKX tg2C W8Pd 97TX JSDp bD5j Bkhe TqA8 3TZR uJos gAsU
Known: 7xKX tg2C W87d 97TX JSDp bD5j Bkhe TqA8 3TZR uJos gAsU
They differ in group 3.`);
    expect(text).toContain("Unknown here: not in the register, not in an open request,");
  });

  it("says why a broken value is none", () => {
    expect(reading(ETHEREUM_ADDRESS.replace("aAe", "aae"))).toContain(
      "Not a valid address (Ethereum and networks like it)\n0x5a aeb6 053F 3E94 C9b9 A09f 3366 9435 E7Ef 1BeA ed\nIts checksum does not fit",
    );
    expect(reading(VIRTUAL_IBAN.replace("GB33", "GB34"), [])).toContain(
      "Not a valid IBAN\nGB34 BUKB 2020 1555 5555 55\nIts check digits do not fit",
    );
  });

  it("names the characters that hide in a value, though they are not shown", () => {
    const text = reading(ADDRESS.replace("tg2C", "t\u200bg2\u0421"));

    expect(text).toContain(
      "🔴 Warning: it contains hidden or look-alike characters: U+200B, U+0421. Nobody types those. Ask for it again",
    );
    expect(text).not.toContain("\u200b");
  });

  it("says what is looked for when nothing is found", () => {
    const message = paymentCheck(checkOf("Sort code 20-20-15, account 55555555"));

    expect(plainText(message.blocks)).toContain(
      "No IBAN or blockchain address found. Checked: IBANs of every country",
    );
    expect(message.text).toBe("Payment details checked: 0 found");
  });

  it("puts warnings first, and says how much more there is and how to see it", () => {
    const many = Array.from({ length: 60 }, (_, at) => `0x${String(at).padStart(40, "7")}`);
    const message = paymentCheck({
      ...checkOf([...many, FORGED].join("\n\n")),
      notLookedAt: 9,
      isCut: true,
    });
    const text = plainText(message.blocks);

    expect(message.text).toBe("Payment details checked: 70 found, 1 with a warning");
    expect(text.indexOf("🔴 Warning")).toBeLessThan(
      text.indexOf("Unknown here", text.indexOf("Address · Ethereum")),
    );
    expect(text).toMatch(
      /\n\d+ more were found, none of them with a warning, and have no room here\. 9 more were found and not looked at\. The message is too long to be read to its end\. Check the rest in parts, with \/rail check and a part of it\.\n/,
    );
    const shown = text.match(/Address · /g)?.length ?? 0;
    const omitted = Number(/(\d+) more were found, none/.exec(text)?.[1]);
    expect(shown + omitted).toBe(61);
    expect(shown).toBeGreaterThan(10);
  });

  it("counts the warnings that have no room", () => {
    const forged = [..."23456789ABCDEFGHJKLMNPQRSTUVWXYZ"].map((letter) =>
      ADDRESS.replace("W87d", `W8${letter}d`),
    );

    const text = plainText(paymentCheck(checkOf(forged.join("\n\n"))).blocks);

    expect(text).toMatch(/ more were found, \d+ of them with a warning, and have no room here\./);
  });

  it("draws a few of many meanings, and counts the others", () => {
    const entryPoints = Array.from({ length: 500 }, (_, at) => ({
      ...ENTRY_POINT,
      name: `Rail ${at}`,
    }));

    const text = reading(VIRTUAL_IBAN, entryPoints);

    expect(text.match(/Deposits for Rail/g)).toHaveLength(3);
    expect(text).toContain("And deposits for 497 more Rails go to it.");
  });

  it("draws less of a value that would fill the message, and counts what it leaves out", () => {
    const name = '"'.repeat(200);
    const everySecond = (letter: string) =>
      [...LONG].map((each, at) => (at > 8 && at < 99 && at % 2 === 0 ? letter : each)).join("");
    const alike = [..."23456"].map((letter) => knownAs(everySecond(letter), name));
    const same = Array.from({ length: 5 }, () => knownAs(LONG, name));
    const ends = same.flatMap((each): KnownValue[] => [
      { ...each, is: "entry-point", rail: RAIL, isMissing: false, isReported: false, owner: null },
      { ...each, is: "unregistered", isIdTaken: false, rail: RAIL },
      { ...each, is: "asked-for", requestNumber: 7 },
    ]);

    const text = reading(LONG, [...alike, ...same, ...ends]);

    expect(text.match(/Warning: it looks like/g)).toHaveLength(1);
    expect(text).toContain("It looks like 4 more known values.");
    expect(text.match(/Registered destination/g)).toHaveLength(1);
    expect(text).toContain("And 4 more registered destinations with this value.");
  });

  it("is within Slack's limits and shows at least the first value, whatever the names and known values are", () => {
    const name = fc.oneof(
      fc.constantFrom(
        '"'.repeat(200),
        "\\".repeat(200),
        "\u{1F469}\u200D".repeat(80),
        "<!channel>",
      ),
      fc.string({ unit: "binary", maxLength: 200 }),
    );
    const known = (value: string, text: string): KnownValue[] => [
      { ...WALLET, value, name: text },
      { ...WALLET, value, name: text, is: "asked-for", requestNumber: 1 },
      { ...ENTRY_POINT, kind: "address", value, name: text, rail: { ...RAIL, sourceAsset: text } },
      { ...WALLET, value, name: text, is: "unregistered", isIdTaken: false, rail: RAIL },
    ];
    fc.assert(
      fc.property(name, fc.nat(43), fc.integer({ min: 1, max: 5 }), (text, at, times) => {
        const near = `${ADDRESS.slice(0, at)}${text}${ADDRESS.slice(at + 1)}`;
        const all = Array.from({ length: times }, () => [
          ...known(ADDRESS, text),
          ...known(FORGED, text),
          ...known(near, text),
        ]);
        const message = paymentCheck(checkOf(`${ADDRESS} ${FORGED} ${text} ${IBAN}`, all.flat()));

        expect(faultsOfMessage(message)).toEqual([]);
        expect(plainText(message.blocks)).toContain("Address · Solana");
      }),
    );
  });

  it("has no value in its notification", () => {
    for (const text of [IBAN, ADDRESS, FORGED]) {
      expect(paymentCheck(checkOf(text)).text).toMatch(
        /^Payment details checked: 1 found(, 1 with a warning)?$/,
      );
    }
  });
});
