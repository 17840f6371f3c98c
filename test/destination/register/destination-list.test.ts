import { describe, expect, it } from "vitest";
import type { DestinationList } from "../../../src/destination/register/destinations.ts";
import {
  DESTINATIONS_PER_PAGE,
  destinationList,
} from "../../../src/destination/register/destinations.ts";
import type { RegisterRow } from "../../../src/destination/register/register-list.ts";
import {
  EVERYTHING,
  filtered,
  readRegisterQuery,
  registerQueryText,
} from "../../../src/destination/register/register-list.ts";
import type { Rail } from "../../../src/platform/rail-api/rules/rail.ts";
import { faultsOfMessage } from "../../../src/platform/slack/blocks/check-limits.ts";
import { seenRail } from "../../../src/request/rules/outcome/seen-rail.ts";
import {
  ADDRESS,
  ANA,
  aBankAccountDestination,
  aDestinationRequest,
  after,
  anImport,
  anOffRampRail,
  anOnRampRail,
  aWalletDestination,
  aWhitelisting,
  BEN,
  CAL,
  DAN,
  IBAN,
  NOW,
} from "../../support/builders.ts";
import { plainText } from "../../support/plain-text.ts";

const list = (rows: readonly RegisterRow[], fields: Partial<DestinationList> = {}) =>
  destinationList({
    query: EVERYTHING,
    rows,
    page: 1,
    pageCount: 1,
    total: rows.length,
    all: rows.length,
    railsReadAt: NOW,
    now: NOW,
    command: "/rail",
    ...fields,
  });
const textOf = (rows: readonly RegisterRow[], fields?: Partial<DestinationList>) =>
  plainText(list(rows, fields).blocks);

const registered = (
  destination: Extract<RegisterRow, { is: "registered" }>["destination"],
  fields: Partial<Extract<RegisterRow, { is: "registered" }>> = {},
): RegisterRow => ({ is: "registered", destination, railsInto: [], openRequest: null, ...fields });

function elsewhere(rail: Rail = anOnRampRail()): Extract<RegisterRow, { is: "unregistered" }> {
  const seen = seenRail(rail, after({ hours: -1 }));
  if (!seen) throw new Error("It has an id");
  return { is: "unregistered", end: seen.destination, rails: [seen], openRequest: null };
}

describe("the list of destinations", () => {
  it("says of each the full value, its state, the people behind it and the Rails that use it", () => {
    const railsInto = [
      { railId: "rail_1", name: "Payroll", lastSeenAt: after({ hours: -5 }) },
      { railId: "rail_2", name: null, lastSeenAt: after({ hours: -2 }) },
      { railId: "rail_3", name: "Float", lastSeenAt: null },
      { railId: "rail_4", name: "Taxes", lastSeenAt: null },
    ];

    expect(textOf([registered(aWalletDestination(), { railsInto })])).toBe(`# 1 destination
(static_select) [Add wallet] [Add bank account] [Import…]
Treasury cold wallet · Wallet on SOLANA_DEVNET · may be used
Asked for by @${DAN}, approved by @${BEN}, @${CAL}, whitelisted 2026-02-19 10:00 UTC
Used by Rails “Payroll”, “rail_2”, “Float” and 1 more · last seen in a read-back 2026-03-03 08:00 UTC
7xKX tg2C W87d 97TX JSDp bD5j Bkhe TqA8 3TZR uJos gAsU
| ${ADDRESS}
[Retire…]
/rail destinations with words after it searches. Rails made elsewhere are known as the service last showed them; the list of all Rails was last read 2026-03-03 10:00 UTC.`);
  });

  it("says when one may not be used, and offers to retire none that is retired or asked about", () => {
    const cooling = textOf([registered(aWalletDestination({ usableFrom: after({ days: 1 }) }))]);
    const retired = textOf([registered(aWalletDestination({ retiredAt: after({ days: -1 }) }))]);
    const asked = textOf([registered(aWalletDestination(), { openRequest: 9 })]);
    const wrong = textOf([registered(aWalletDestination({ contradictedAt: NOW }))]);

    expect(cooling).toContain(" · cooling down until 2026-03-04 10:00 UTC");
    expect(retired).toContain(" · retired 2026-03-02 10:00 UTC");
    expect(retired).not.toContain("[Retire…]");
    expect(asked).toContain("R-9 is about it, and waits.");
    expect(asked).not.toContain("[Retire…]");
    expect(wrong).toContain("🔴 Warning: contradicted.");
    expect(wrong).toContain("[Retire…]");
  });

  it("says what is unproven, who is no person, and what was never seen", () => {
    const text = textOf([
      registered(aBankAccountDestination({ provenAt: null, addedBy: "sandbox", approvedBy: [] })),
    ]);

    expect(text).toContain("Operating account · Bank account · may be used · unproven");
    expect(text).toContain("Asked for by the sandbox, whitelisted");
    expect(text).toContain("Used by no Rail · not seen in a read-back yet");
    expect(text).toContain("Unproven: the Rail service has not shown its id");
  });

  it("has what waits, and opens it", () => {
    const whitelisting = aDestinationRequest(aWhitelisting());
    const imported = aDestinationRequest(anImport());
    const text = textOf([
      { is: "waiting", request: whitelisting },
      { is: "waiting", request: imported },
    ]);

    expect(text).toContain(`Payroll wallet · Wallet on SOLANA_DEVNET · waiting
R-142 asks to whitelist it, by @${ANA}, 2026-03-03 09:00 UTC`);
    expect(text).toContain("R-142 asks to import it");
    expect(text).toContain("[Open]");
  });

  it("has where Rails deliver that were made elsewhere, and offers to import that", () => {
    const message = list([elsewhere()]);

    expect(
      plainText(message.blocks),
    ).toContain(`Not approved here: “Treasury cold wallet” · Wallet on SOLANA_DEVNET · not registered here
Into it delivers Rail “rail_9f3c1d20”, made elsewhere · last seen in a read-back 2026-03-03 09:00 UTC`);
    expect(JSON.stringify(message.blocks)).toContain(
      JSON.stringify(JSON.stringify({ serviceId: "wa_1001" })),
    );
  });

  it("says when the service shows no IBAN, and offers no import of what is asked for or has no id", () => {
    const { destination } = anOffRampRail();
    const bankAccount = { ...destination.bankAccount, iban: null, id: null };
    const hidden = elsewhere(anOffRampRail({ destination: { ...destination, bankAccount } }));
    const asked = { ...elsewhere(), openRequest: 12 };

    expect(textOf([hidden])).toContain("The Rail service does not show its IBAN.");
    expect(textOf([hidden]).match(/\[Import…\]/g)).toHaveLength(1);
    expect(textOf([asked])).toContain("R-12 is about it, and waits.");
    expect(textOf([asked]).match(/\[Import…\]/g)).toHaveLength(1);
  });

  it("warns of an id under which the service shows more than one value", () => {
    const one = elsewhere();
    const other = seenRail(anOnRampRail({ id: "rail_2" }), NOW);
    if (!other) throw new Error("It has an id");
    const moved = { ...other.destination, detail: { kind: "iban", value: IBAN } as const };

    expect(textOf([{ ...one, rails: [...one.rails, { ...other, destination: moved }] }])).toContain(
      "🔴 Warning: the Rail service shows this id with more than one value.",
    );
  });

  it("says how to see everything when nothing passes, and how to begin when there is nothing", () => {
    expect(
      textOf([], { all: 12, query: { ...EVERYTHING, search: "xyz" } }),
    ).toContain(`# 0 of 12 destinations
(static_select) [Add wallet] [Add bank account] [Import…]
With “xyz” in name, network, address, IBAN or id. /rail destinations alone shows all.
Nothing passes.`);
    expect(textOf([])).toContain("No wallet or bank account is registered yet.");
  });

  it("keeps filter and search in the buttons to the other pages, and in the block of the menu", () => {
    const query = { filter: "wallets", search: 'a "b" \\', page: 2 } as const;
    const { blocks } = list([registered(aWalletDestination())], {
      query,
      page: 2,
      pageCount: 3,
      total: 11,
      all: 40,
    });
    const controls = blocks.find(({ block_id }) => block_id !== undefined);
    const values = JSON.stringify(blocks).match(/"value":"\{.*?\}"/g) ?? [];

    expect(plainText(blocks)).toContain("# 11 of 40 destinations · page 2 of 3");
    expect(readRegisterQuery(controls?.block_id)).toEqual({ ...query, page: 1 });
    expect(
      values.map((value) => readRegisterQuery(JSON.parse(`{${value}}`).value)).filter(Boolean),
    ).toEqual([
      { ...query, page: 1 },
      { ...query, page: 3 },
    ]);
  });

  it("is within Slack's limits with the longest rows there are", () => {
    const hostile = '"'.repeat(200);
    const wallet = { id: hostile, name: hostile, network: hostile, address: hostile };
    const railsInto = Array.from({ length: 20 }, () => ({
      railId: hostile,
      name: hostile,
      lastSeenAt: NOW,
    }));
    const approvedBy = Array.from({ length: 5 }, () => "U".repeat(11));
    const row = registered(
      aWalletDestination({ wallet, approvedBy, contradictedAt: NOW, provenAt: null }),
      {
        railsInto,
      },
    );
    const rows = Array.from({ length: DESTINATIONS_PER_PAGE }, () => row);

    expect(
      faultsOfMessage(list(rows, { query: { ...EVERYTHING, search: '"'.repeat(80) } })),
    ).toEqual([]);
  });
});

describe("what the list's buttons carry", () => {
  it.each([
    undefined,
    "",
    "3",
    "{}",
    '{"filter":"all","search":null,"page":0}',
    '{"filter":"all","search":null,"page":1e9}',
    '{"filter":"everything","search":null,"page":1}',
    '{"filter":"all","search":null,"page":1,"connection":"con_other"}',
    JSON.stringify({ filter: "all", search: "x".repeat(81), page: 1 }),
  ])("is not trusted: %s", (value) => {
    expect(readRegisterQuery(value)).toBeUndefined();
  });

  it("comes back as it was, and another filter begins at its first page", () => {
    const query = { filter: "retired", search: "cold", page: 7 } as const;

    expect(readRegisterQuery(registerQueryText(query))).toEqual(query);
    expect(filtered(registerQueryText(query), "wallets")).toEqual({
      filter: "wallets",
      search: "cold",
      page: 1,
    });
    expect(filtered("forged", "forged")).toEqual(EVERYTHING);
  });
});
