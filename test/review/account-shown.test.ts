import { expect, it } from "vitest";
import { railRow } from "../../src/rail/screens/rail-row.ts";
import { seenRail } from "../../src/request/rules/outcome/seen-rail.ts";
import { verdictBlock } from "../../src/review/review-modal.ts";
import { railThing } from "../../src/review/standing-things.ts";
import { ANA, anOnRampRail, aVirtualAccount, NOW, RAIL_ID } from "../support/builders.ts";
import { plainText } from "../support/plain-text.ts";

const REVIEW = { from: NOW, to: NOW, total: 1, undecided: new Map() };

/** An approved on-ramp into an account of which the service shows sort code and account number, and no IBAN. */
function thing(accountNumber: string) {
  const bankAccount = aVirtualAccount({ iban: null, accountNumber, sortCode: "20-20-15" });
  const rail = seenRail(
    anOnRampRail({ id: RAIL_ID, source: { kind: "fiat", asset: "GBP", bankAccount } }),
    NOW,
  );
  if (!rail) throw new Error("It has an id");
  const owner = { number: 1, name: "Payroll", requestedBy: ANA, standing: "approved" as const };
  return railThing(
    railRow({ rail, owner, isMissing: false, isReported: false, isUnreviewed: true }),
    undefined,
  );
}

it("the review shows where people pay in, also where the service shows no IBAN", () => {
  const elements = thing("55555555").facts();
  const text = plainText([{ type: "rich_text", elements }]);
  expect(text).not.toContain("does not show where people pay in");
  expect(text).toContain("55555555");
});

it("a decision about one account does not count for another one that was never shown", () => {
  expect(verdictBlock(REVIEW, thing("55555555"))).not.toBe(verdictBlock(REVIEW, thing("66666666")));
});
