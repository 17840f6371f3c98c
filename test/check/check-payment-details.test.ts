import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { checkPaymentDetails } from "../../src/check/payment-check.ts";
import { saveRailsReadAt } from "../../src/request/queries/companies.ts";
import type { Company } from "../services/register.ts";
import { aCompany } from "../services/register.ts";
import {
  ADDRESS,
  aBankAccountDestination,
  anOnRampRail,
  aWhitelisting,
  ETHEREUM_ADDRESS,
  IBAN,
  NOW,
  RAIL_ID,
  someWalletDetails,
  VIRTUAL_IBAN,
} from "../support/builders.ts";
import { useTestStore } from "../support/use-store.ts";

const test = useTestStore();
let company: Company;
beforeEach(async () => {
  company = await aCompany(test);
});

const check = (text: string) => checkPaymentDetails(test.db, company.workspaceId, text);

describe("a check of payment details", () => {
  it("knows the register, the entry points of Rails, what is asked for, and where other Rails deliver", async () => {
    const details = someWalletDetails({ network: "ETHEREUM", address: ETHEREUM_ADDRESS });
    await company.register(aBankAccountDestination({ id: randomUUID() }));
    await company.see([anOnRampRail()]);
    await company.ask(aWhitelisting({ details }));

    const { judged } = await check([IBAN, VIRTUAL_IBAN, ADDRESS, ETHEREUM_ADDRESS].join("\n\n"));

    expect(Object.fromEntries(judged.map(({ found, same }) => [found.value, same]))).toMatchObject({
      [IBAN]: [{ is: "destination", name: "Operating account" }],
      [VIRTUAL_IBAN]: [{ is: "entry-point", rail: { railId: RAIL_ID } }],
      [ADDRESS]: [{ is: "unregistered", isIdTaken: false, rail: { railId: RAIL_ID } }],
      [ETHEREUM_ADDRESS]: [{ is: "asked-for", requestNumber: 1 }],
    });
  });

  it("says when the Rails were last read to the end, or that they never were", async () => {
    expect(await check("")).toMatchObject({ judged: [], notLookedAt: 0, railsReadAt: null });

    await saveRailsReadAt(test.db, company.connectionId, NOW);

    expect(await check("")).toMatchObject({ judged: [], notLookedAt: 0, railsReadAt: NOW });
  });

  it("looks at so many, counts the others, and lets everyone else in between", async () => {
    const many = Array.from({ length: 250 }, (_, at) => `0x${String(at).padStart(40, "f")}`);
    let turns = 0;
    const turn = () => {
      turns++;
      next = setImmediate(turn);
    };
    let next = setImmediate(turn);

    const { judged, notLookedAt } = await check(many.join("\n\n"));
    clearImmediate(next);

    expect([judged.length, notLookedAt]).toEqual([200, 50]);
    expect(turns).toBeGreaterThan(150);
  });
});
