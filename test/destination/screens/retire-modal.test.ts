import { describe, expect, it } from "vitest";
import type { RetireModal } from "../../../src/destination/screens/retire-destination.ts";
import {
  readRetireModal,
  retireModal,
} from "../../../src/destination/screens/retire-destination.ts";
import { block } from "../../../src/platform/slack/blocks/ids.ts";
import {
  ANA,
  aBankAccountDestination,
  aPolicy,
  aWalletDestination,
  TREASURY,
} from "../../support/builders.ts";
import { filledIn } from "../../support/fill-in.ts";
import { plainText } from "../../support/plain-text.ts";

const modal = (fields: Partial<RetireModal> = {}) =>
  retireModal({
    draftId: "draft-1",
    askedIn: TREASURY,
    destination: aWalletDestination(),
    rails: [],
    waiting: 0,
    policy: aPolicy(),
    requesterId: ANA,
    workspaceName: "Acme",
    environment: "sandbox",
    ...fields,
  });

const textOf = (fields: Partial<RetireModal>) => plainText(modal(fields).blocks);
const rail = (name: string | null) => ({ railId: "rail_1", name, lastSeenAt: null });

describe("the form in which a destination is retired", () => {
  it("shows it in full, and what retiring it comes to", () => {
    expect(textOf({})).toBe(
      `# Treasury cold wallet
Wallet on Solana (devnet)
Registered 2026-02-19 10:00 UTC by @U0DAN00001
Id at the Rail service: wa_1001
| 7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU
No Rail that Signalbox has seen pays it.
Reason: <plain_text_input>
Once approved, no form offers it and no new Rail can pay it. The Rail service still knows it.
Needs 2 of @U0BEN00001, @U0CAL00001, @U0DAN00001, not you.
Expires in 24 hours.
Acme · SANDBOX`,
    );
    expect(textOf({ destination: aBankAccountDestination() })).toContain(
      "Bank account (United Kingdom)",
    );
  });

  it("names the Rails that still pay it, ten of them and how many more", () => {
    expect(textOf({ rails: [rail("Payroll float"), rail(null)] })).toContain(
      "2 Rails pay it: “Payroll float”, rail_1\nThese Rails stay live after retirement: ",
    );
    expect(textOf({ rails: [rail(null)] })).toContain(
      "1 Rail pays it: rail_1\nThis Rail stays live after retirement: ",
    );
    expect(textOf({ rails: Array.from({ length: 12 }, () => rail("A")) })).toMatch(
      /12 Rails pay it: (“A”, ){10}2 more/,
    );
  });

  it("says how many requests end with it", () => {
    expect(textOf({ waiting: 1 })).toContain("1 request for a Rail into it waits: it ends when");
    expect(textOf({ waiting: 2 })).toContain("2 requests for a Rail into it wait: they end when");
  });

  it("is read with its reason", () => {
    expect(readRetireModal(filledIn(modal(), { [block.reason]: " Lost \n it " }))).toEqual({
      ok: true,
      retirement: { draftId: "draft-1", askedIn: TREASURY, destinationId: "des_wallet" },
      reason: "Lost \n it",
    });
    expect(readRetireModal(filledIn(modal(), { [block.reason]: null }))).toMatchObject({
      ok: false,
      errors: { [block.reason]: expect.stringContaining("Reason is empty") },
    });
  });

  it("throws when the view is not one of ours", () => {
    expect(() => readRetireModal({ ...filledIn(modal()), private_metadata: "x" })).toThrow();
  });
});
