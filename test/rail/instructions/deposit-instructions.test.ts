import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addressQrCode, qrCodeMessage } from "../../../src/rail/instructions/copy-instructions.ts";
import { depositInstructions } from "../../../src/rail/instructions/deposit-instructions.ts";
import { instructionsText } from "../../../src/rail/instructions/rail-lines.ts";
import type { RailFacts } from "../../../src/rail/screens/rail-facts.ts";
import { unapprovedRail } from "../../../src/rail/screens/show.ts";
import {
  ADDRESS,
  aDedicatedWallet,
  aDispute,
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
    dispute: null,
    reportedAt: null,
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
  it("warn of a reported problem before they say how to pay", () => {
    const warned = /^# Pay into Payroll float\n🔴 Warning: a problem was reported\./;
    expect(textOf({ reportedAt: NOW })).toMatch(warned);
    expect(textOf({})).not.toMatch(warned);
  });

  it("say where to send money for an on-ramp, every value as the service shows it", () => {
    expect(textOf({})).toBe(
      `# Pay into Payroll float
Pay only from a company account that is whitelisted at the Rail service. Always include the reference.
Account name: Acme Ltd
IBAN: GB33BUKB20201555555555
Sort code: 20-20-15
Account number: 55555555
BIC: BUKBGB22
Reference: ACME-7QK2
Currency: GBP
Arrives as GBPA in Treasury cold wallet on Solana (devnet), ${ADDRESS}
Send a small test amount first. Fees and timing aren't known to us.
On-ramp · approved as R-142 · created 2026-03-03 10:00 UTC · checked 2026-03-03 10:00 UTC
Rail ${RAIL_ID} · Acme · SANDBOX
[Copy as text] [Check again] [Report a problem]`,
    );
  });

  it("say which token on which network for an off-ramp", () => {
    expect(textOf({ rail: anOffRampRail(), destinationName: "Operating account" })).toBe(
      `# Pay into Payroll float
Send only GBPA on Solana (devnet). Anything else may be lost.
Send to this address:
| 9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM
Network: Solana (devnet)
Wallet name: Acme off-ramp
Arrives as GBP in Operating account, GB29NWBK60161331926819
Send a small test amount first. Fees and timing aren't known to us.
Off-ramp · approved as R-142 · created 2026-03-03 10:00 UTC · checked 2026-03-03 10:00 UTC
Rail ${RAIL_ID} · Acme · SANDBOX
[Copy as text] [QR code] [Check again] [Report a problem]`,
    );
  });

  it("can be copied as text, with all that makes a payment right and what is not shown", () => {
    expect(instructionsText(props(payingInto({ iban: "GB33\u202EBUKB", bicSwift: " " })))).toBe(
      `Pay into Payroll float
On-ramp GBP → GBPA · Acme · SANDBOX
Pay only from a company account that is whitelisted at the Rail service. Always include the reference.
Account name: Acme Ltd
IBAN: Not shown: it has characters that cannot be seen, or is too long. Do not approve it, and send no money to it.
Sort code: 20-20-15
Account number: 55555555
BIC: not shown by the service
Reference: ACME-7QK2
Currency: GBP
Arrives as GBPA in Treasury cold wallet on Solana (devnet), ${ADDRESS}
Send a small test amount first. Fees and timing aren't known to us.`,
    );
    expect(instructionsText(props({ rail: anOffRampRail() }))).toContain(
      "\nSend only GBPA on Solana (devnet). Anything else may be lost.\nNetwork: Solana (devnet)\nAddress: 9Wz",
    );
  });

  it("copied as text, warn of a reported problem first, and show nothing to pay with once it is disputed", () => {
    const reported = instructionsText(props({ reportedAt: NOW }));
    expect(reported).toMatch(/^Warning: a problem was reported\. .*\nPay into/);

    expect(instructionsText(props({ dispute: aDispute() }))).toBe(
      `Warning: this Rail is disputed. Do not send money to it.
Pay into Payroll float
On-ramp GBP → GBPA · Acme · SANDBOX`,
    );
  });

  it.each([
    ["an on-ramp", anOnRampRail()],
    ["an exchange", anExchangeRail()],
    ["an address with something hidden in it", offRampTo("9WzDXw\u200BBbmkg8")],
    ["an address that is too long", offRampTo("9".repeat(201))],
    ["no address", offRampTo(" ")],
  ])("have no picture for %s", async (_, rail) => {
    expect(await addressQrCode(rail)).toBeUndefined();
  });

  it("have a picture that says in words what it shows, within what Slack takes", async () => {
    const address = "9".repeat(200);

    const picture = await addressQrCode(offRampTo(address));

    expect(picture?.altText).toBe(`QR code of the address ${address}`);
    expect(readQrCode(picture?.png ?? new Uint8Array()).bytes.toString()).toBe(address);
  });

  it("warn of a reported problem above the QR code too", () => {
    const rail = anOffRampRail();
    const warned = (reportedAt: string | null) =>
      plainText(qrCodeMessage(props({ rail, reportedAt }), "F0CODE")?.blocks ?? []);

    expect(warned(null)).not.toContain("problem");
    expect(warned("2026-03-03T10:00:00.000Z")).toContain("Don't pay until the approvers decide.");
  });

  it("say what the service left empty", () => {
    const text = textOf(payingInto({ iban: null, reference: null, sortCode: "", bicSwift: " " }));

    for (const label of ["IBAN", "Reference", "Sort code", "BIC"])
      expect(text).toContain(`\n${label}: not shown by the service\n`);
    expect(text).toContain("whitelisted at the Rail service.\n");
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
      expect(text).not.toContain("include the reference");
    },
  );

  it("show an exchange Rail plainly, without a word on sending", () => {
    const text = textOf({ rail: anExchangeRail(), name: null, requestNumber: undefined });

    expect(text).toContain("# 🔴 Not approved in Signalbox\n");
    expect(text).toContain("Exchange Rails can't be used here");
    expect(text).toContain("IBAN: GB33BUKB20201555555555");
    expect(text).not.toMatch(/\bsend (a|only|to|GBP)/i);
  });

  it("cannot be checked again for a Rail without an id", () => {
    expect(textOf({ rail: anOnRampRail({ id: null }) })).not.toContain("[Check again]");
  });
});

describe("a Rail that nobody should pay into", () => {
  const PAYABLE = ["GB33BUKB20201555555555", "55555555", "20-20-15", "ACME-7QK2"];

  it("says so in red first, and shows nothing to pay with, where nobody approved it", () => {
    const { blocks } = unapprovedRail(props({ name: null, requestNumber: undefined }));

    expect(plainText(blocks)).toBe(
      `# 🔴 Not approved in Signalbox
🔴 Warning: nobody approved this Rail as it is now. It was created outside Signalbox. Ask the approvers before you pay.
On-ramp · created outside Signalbox · created 2026-03-03 10:00 UTC
Arrives as GBPA in Treasury cold wallet on Solana (devnet)
| ${ADDRESS}
Rail ${RAIL_ID} · Acme · SANDBOX
[Adopt…] [Report a problem] [Show instructions anyway]`,
    );
    for (const value of PAYABLE) expect(JSON.stringify(blocks)).not.toContain(value);
  });

  it("and warns of a reported problem there too", () => {
    const { blocks } = unapprovedRail(
      props({ name: null, reportedAt: "2026-03-03T09:00:00.000Z" }),
    );

    expect(plainText(blocks)).toContain("🔴 Warning: a problem was reported.");
  });

  it.each(["Payroll float", null])("and where it is disputed, called %s", (name) => {
    const { blocks } = depositInstructions(props({ name, dispute: aDispute() }));

    expect(plainText(blocks)).toContain("🔴 Warning: do not send money to this Rail.");
    expect(plainText(blocks)).toContain("> The bank says that this account is closed.");
    for (const value of PAYABLE) expect(JSON.stringify(blocks)).not.toContain(value);
  });
});

/** The texts that stand alone for copying. */
function copyLeaves(blocks: unknown): string[] {
  return [
    ...JSON.stringify(blocks).matchAll(/\{"type":"text","text":("(?:[^"\\]|\\.)*")[,}]/g),
  ].map(([, text]) => JSON.parse(text ?? '""'));
}
