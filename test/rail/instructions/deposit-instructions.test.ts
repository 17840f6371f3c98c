import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { depositInstructions } from "../../../src/rail/instructions/deposit-instructions.ts";
import { addressQrCode } from "../../../src/rail/instructions/pictures.ts";
import type { RailFacts } from "../../../src/rail/screens/rail-facts.ts";
import { railDetails } from "../../../src/rail/screens/show.ts";
import {
  ADDRESS,
  aDedicatedWallet,
  anExchangeRail,
  anOffRampRail,
  anOnRampRail,
  aVirtualAccount,
  NOW,
  RAIL_ID,
} from "../../support/builders.ts";
import { plainText } from "../../support/plain-text.ts";
import { readQrCode } from "../../support/read-qr-code.ts";

function props(fields: Partial<RailFacts> = {}): RailFacts {
  return {
    rail: anOnRampRail(),
    name: "Payroll float",
    requestNumber: 142,
    checkedAt: NOW,
    workspaceName: "Acme",
    environment: "sandbox",
    destinationName: "Treasury cold wallet",
    isDestinationApproved: true,
    ...fields,
  };
}

const textOf = (fields: Partial<RailFacts>): string =>
  plainText(depositInstructions(props(fields)).blocks);

const payingInto = (account: Parameters<typeof aVirtualAccount>[0]) => ({
  rail: anOnRampRail({
    source: { kind: "fiat", asset: "GBP", bankAccount: aVirtualAccount(account) },
  }),
});

const offRampTo = (address: string) =>
  anOffRampRail({
    source: { kind: "crypto", asset: "GBPA", wallet: aDedicatedWallet({ address }) },
  });

describe("deposit instructions", () => {
  it("say where to send money for an on-ramp, every value as the service shows it", () => {
    expect(textOf({})).toBe(
      `# Payroll float
Rail ${RAIL_ID} · R-142
Checked with the service 2026-03-03 10:00 UTC · Acme · SANDBOX
ON-RAMP: send GBP by bank transfer
1. Send only from a bank account your company has whitelisted (how that is done, the service does not document).
2. Send to this account. The reference belongs to the transfer.
Name shown by the service: Acme Ltd
IBAN: GB33 BUKB 2020 1555 5555 55
| GB33BUKB20201555555555
Account number: 55555555
Sort code: 20-20-15
BIC: BUKBGB22
Reference: ACME-7QK2
Currency: GBP
→ GBPA goes to Treasury cold wallet on SOLANA_DEVNET
7xKX tg2C W87d 97TX JSDp bD5j Bkhe TqA8 3TZR uJos gAsU
| ${ADDRESS}
Not shown by the service: fees, rates, timing, limits. Send a small amount first.
[Check again]`,
    );
  });

  it("say which token on which network for an off-ramp", () => {
    expect(textOf({ rail: anOffRampRail(), destinationName: "Operating account" })).toBe(
      `# Payroll float
Rail ${RAIL_ID} · R-142
Checked with the service 2026-03-03 10:00 UTC · Acme · SANDBOX
OFF-RAMP: send GBPA on SOLANA_DEVNET only, to:
9WzD XwBb mkg8 ZTbN MqUx vQRA yrZz DsGY dLVL 9zYt AWWM
| 9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM
Other tokens or networks may be lost: the service documents no return.
Name shown by the service: Acme off-ramp
Network: SOLANA_DEVNET
→ GBP goes to Operating account
GB29 NWBK 6016 1331 9268 19
| GB29NWBK60161331926819
Not shown by the service: fees, rates, timing, limits. Send a small amount first.
[Check again]`,
    );
  });

  it("show the picture of an off-ramp's address under the line for copying", () => {
    const offRamp = props({ rail: anOffRampRail(), destinationName: "Operating account" });
    const { blocks } = depositInstructions(offRamp, { qrFileId: "F0QRCODE01" });

    expect(plainText(blocks)).toContain(`
| 9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM
Address on SOLANA_DEVNET as a QR code (picture: QR code of the address 9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM)
Other tokens or networks may be lost: the service documents no return.
`);
    expect(plainText(blocks.filter(({ type }) => type !== "image"))).toBe(
      plainText(depositInstructions(offRamp).blocks),
    );
  });

  it.each([
    ["an on-ramp", anOnRampRail()],
    ["an exchange", anExchangeRail()],
    ["an address with something hidden in it", offRampTo("9WzDXw\u200BBbmkg8")],
    ["an address that is too long", offRampTo("9".repeat(201))],
    ["no address", offRampTo(" ")],
  ])("have no picture for %s", async (_, rail) => {
    const { blocks } = depositInstructions(props({ rail }), { qrFileId: "F0QRCODE01" });

    expect(blocks.filter(({ type }) => type === "image")).toEqual([]);
    expect(await addressQrCode(rail)).toBeUndefined();
  });

  it("have a picture that says in words what it shows, within what Slack takes", async () => {
    const address = "9".repeat(200);

    const picture = await addressQrCode(offRampTo(address));

    expect(picture?.altText).toBe(`QR code of the address ${address}`);
    expect(readQrCode(picture?.png ?? new Uint8Array()).bytes.toString()).toBe(address);
  });

  it("say what the service left empty", () => {
    const text = textOf(payingInto({ iban: null, reference: null, sortCode: "", bicSwift: " " }));

    for (const label of ["IBAN", "Reference", "Sort code", "BIC"])
      expect(text).toContain(`\n${label}: the service shows none\n`);
  });

  it("show every value byte for byte on the line for copying", () => {
    const value = fc.stringMatching(/^[!-~]{1,40}$/);
    fc.assert(
      fc.property(value, value, value, (iban, reference, address) => {
        const { blocks } = depositInstructions(props(payingInto({ iban, reference })));
        const leaves = copyLeaves(blocks);
        expect(leaves).toContain(iban);
        expect(leaves).toContain(reference);

        const wallet = aDedicatedWallet({ address });
        const source = { kind: "crypto", asset: "GBPA", wallet } as const;
        const offRamp = depositInstructions(props({ rail: anOffRampRail({ source }) }));
        expect(copyLeaves(offRamp.blocks)).toContain(address);
      }),
    );
  });

  it.each(["GB33\u200BBUKB", "GB33\u202EBUKB", "GB33\nBUKB", "\u0000", "x".repeat(201)])(
    "show a warning instead of a value with something hidden in it: %j",
    (hidden) => {
      const text = textOf(payingInto({ iban: hidden, reference: hidden }));

      expect(text).not.toContain(hidden);
      expect(text).toContain("IBAN: Not shown: it has characters that cannot be seen");
      expect(text).toContain("Reference: Not shown:");
    },
  );

  it("show an exchange Rail plainly, without a word on sending", () => {
    const text = textOf({ rail: anExchangeRail(), name: null, requestNumber: undefined });

    expect(text).toContain(`# Not approved here\n`);
    expect(text).toContain(`Rail ${RAIL_ID}\n`);
    expect(text).toContain("EXCHANGE: read from the service, not set up here");
    expect(text).toContain("| GB33BUKB20201555555555");
    expect(text).not.toMatch(/\bsend (a|only|to|GBP)/i);
  });

  it("cannot be checked again for a Rail without an id", () => {
    expect(textOf({ rail: anOnRampRail({ id: null }) })).not.toContain("[Check again]");
  });
});

describe("the details of a Rail", () => {
  it("say who made it, and when", () => {
    expect(plainText(railDetails(props()).blocks)).toContain(
      "On-ramp Rail, asked for as R-142 · created 2026-03-03 10:00 UTC",
    );
    const elsewhere = props({
      requestNumber: undefined,
      rail: anOnRampRail({ createdAt: "soon" }),
    });
    expect(plainText(railDetails(elsewhere).blocks)).toContain(
      "On-ramp Rail, made elsewhere: not asked for and approved here · the service shows no time of creation",
    );
  });
});

/** The texts that stand alone for copying. */
function copyLeaves(blocks: unknown): string[] {
  return [
    ...JSON.stringify(blocks).matchAll(/\{"type":"text","text":("(?:[^"\\]|\\.)*")[,}]/g),
  ].map(([, text]) => JSON.parse(text ?? '""'));
}
