import { describe, expect, it } from "vitest";
import type { DestinationList } from "../../../src/destination/register/destination-list.ts";
import {
  DESTINATIONS_PER_PAGE,
  destinationList,
} from "../../../src/destination/register/destination-list.ts";
import { destinationRow } from "../../../src/destination/register/destination-row.ts";
import type { RegisterRow } from "../../../src/destination/register/register-list.ts";
import {
  blockIdOf,
  EVERYTHING,
  queriedAnew,
  queryInBlock,
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
    ...fields,
  });
const textOf = (rows: readonly RegisterRow[], fields?: Partial<DestinationList>) =>
  plainText(list(rows, fields).blocks);
const opened = (row: RegisterRow) => destinationRow(row, NOW, EVERYTHING);
const openedText = (row: RegisterRow) => plainText(opened(row));

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
  it("has one row an entry: name, status and the whole value; a field to search in, and a menu that opens one", () => {
    const rows = [
      registered(aWalletDestination()),
      registered(aWalletDestination({ usableFrom: after({ days: 1 }) })),
      registered(aWalletDestination({ retiredAt: after({ days: -1 }) })),
      registered(aWalletDestination({ contradictedAt: NOW })),
      { is: "waiting", request: aDestinationRequest(aWhitelisting()) } as const,
      elsewhere(),
    ];

    expect(textOf(rows)).toBe(`# 6 destinations
Search, then press Enter: <plain_text_input>
(static_select)
Name: Status: Address or IBAN
Treasury cold wallet: ✅ Ready to use: ${ADDRESS}
Treasury cold wallet: ⏳ Ready from 2026-03-04 10:00 UTC: ${ADDRESS}
Treasury cold wallet: ⛔ Retired 2026-03-02 10:00 UTC: ${ADDRESS}
Treasury cold wallet: 🛑 Contradicted: ${ADDRESS}
Payroll wallet: ⏳ Waiting: R-142: ${ADDRESS}
“Treasury cold wallet”: 🔴 Not approved here: ${ADDRESS}
(static_select)
[Add wallet] [Add bank account] [Import…]
Rails at the service: read 2026-03-03 10:00 UTC.`);
  });

  it("says how to see everything when nothing passes, and how to begin when there is nothing", () => {
    expect(textOf([], { all: 12, query: { ...EVERYTHING, search: "xyz" } })).toContain(
      "No matches. Clear the search or choose All.",
    );
    expect(textOf([])).toContain("No wallet or bank account yet.");
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
    const ids = blocks.flatMap(({ block_id }) => block_id ?? []);
    const values = JSON.stringify(blocks).match(/"value":"\{.*?\}"/g) ?? [];

    expect(plainText(blocks)).toContain("# 11 of 40 destinations · page 2 of 3");
    expect(ids.map(queryInBlock)).toEqual([query, query, query]);
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
    expect(faultsOfMessage({ text: "Destination", blocks: opened(row) })).toEqual([]);
  });
});

describe("an entry of the register, opened", () => {
  it("says its state, the whole value, the people behind it and the Rails that use it", () => {
    const railsInto = [
      { railId: "rail_1", name: "Payroll", lastSeenAt: after({ hours: -5 }) },
      { railId: "rail_2", name: null, lastSeenAt: after({ hours: -2 }) },
      { railId: "rail_3", name: "Float", lastSeenAt: null },
      { railId: "rail_4", name: "Taxes", lastSeenAt: null },
    ];

    expect(openedText(registered(aWalletDestination(), { railsInto }))).toBe(`# Treasury cold wallet
✅ Ready to use · Wallet on SOLANA_DEVNET
| ${ADDRESS}
Requested by @${DAN}, approved by @${BEN}, @${CAL}, whitelisted 2026-02-19 10:00 UTC
Confirmed by the Rail service 2026-02-19 10:00 UTC
Used by Rails “Payroll”, “rail_2”, “Float” and 1 more
Id at the Rail service: wa_1001
[Retire…] [All destinations]`);
  });

  it("offers to retire none that is retired or asked about", () => {
    const retired = openedText(registered(aWalletDestination({ retiredAt: after({ days: -1 }) })));
    const asked = openedText(registered(aWalletDestination(), { openRequest: 9 }));
    const wrong = openedText(registered(aWalletDestination({ contradictedAt: NOW })));

    expect(retired).toContain("Retired 2026-03-02 10:00 UTC");
    expect(retired).not.toContain("[Retire…]");
    expect(asked).toContain("R-9 about it is open.");
    expect(asked).not.toContain("[Retire…]");
    expect(wrong).toContain("🔴 Warning: contradicted.");
    expect(wrong).toContain("[Retire…]");
  });

  it("says what is unproven and who is no person", () => {
    const account = { provenAt: null, addedBy: "sandbox", approvedBy: [] };
    const text = openedText(registered(aBankAccountDestination(account)));

    expect(text).toContain("🔴 Warning: unproven:");
    expect(text).toContain("Requested by the sandbox, whitelisted");
    expect(text).toContain("Not used yet");
  });

  it("opens the request of what waits", () => {
    const waiting = (change: Parameters<typeof aDestinationRequest>[0]) =>
      openedText({ is: "waiting", request: aDestinationRequest(change) });

    expect(waiting(aWhitelisting())).toContain(
      `Whitelisting requested by @${ANA}, 2026-03-03 09:00 UTC`,
    );
    expect(waiting(anImport())).toContain(`Import requested by @${ANA}`);
    expect(waiting(aWhitelisting())).toContain("[Open request]");
  });

  it("offers to import where Rails deliver that were made elsewhere", () => {
    const blocks = opened(elsewhere());

    expect(plainText(blocks)).toContain(`Used by Rail “rail_9f3c1d20”, created outside Signalbox
Last seen 2026-03-03 09:00 UTC`);
    expect(JSON.stringify(blocks)).toContain(
      JSON.stringify(JSON.stringify({ serviceId: "wa_1001" })),
    );
  });

  it("says when the service shows no IBAN, and offers no import of what is asked for or has no id", () => {
    const { destination } = anOffRampRail();
    const bankAccount = { ...destination.bankAccount, iban: null, id: null };
    const hidden = elsewhere(anOffRampRail({ destination: { ...destination, bankAccount } }));

    expect(openedText(hidden)).toContain("The Rail service does not show its IBAN.");
    for (const row of [hidden, { ...elsewhere(), openRequest: 12 }]) {
      expect(openedText(row)).not.toContain("[Import…]");
    }
  });

  it("warns of an id under which the service shows more than one value", () => {
    const one = elsewhere();
    const other = seenRail(anOnRampRail({ id: "rail_2" }), NOW);
    if (!other) throw new Error("It has an id");
    const moved = { ...other.destination, detail: { kind: "iban", value: IBAN } as const };

    expect(
      openedText({ ...one, rails: [...one.rails, { ...other, destination: moved }] }),
    ).toContain("🔴 Warning: the Rail service shows this id with more than one value.");
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
    const block = blockIdOf("filter", query);
    expect(queriedAnew(block, { filter: "wallets" })).toEqual({
      filter: "wallets",
      search: "cold",
      page: 1,
    });
    expect(queriedAnew(block, { search: null })).toEqual({ ...query, search: null, page: 1 });
    expect(queriedAnew("forged", { filter: "forged" })).toEqual(EVERYTHING);
  });
});
