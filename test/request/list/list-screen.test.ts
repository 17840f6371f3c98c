import { describe, expect, it } from "vitest";
import { destinationList } from "../../../src/destination/register/destination-list.ts";
import { railList } from "../../../src/rail/screens/list.ts";
import { railRow } from "../../../src/rail/screens/rail-row.ts";
import { listFile } from "../../../src/request/list/list-file.ts";
import { carriedWords, listScreen } from "../../../src/request/list/list-screen.ts";
import { requestList, requestRowOf } from "../../../src/request/list/requests-list.ts";
import type { KnownRail } from "../../../src/request/queries/rails/known-rails.ts";
import type { ListQuery } from "../../../src/request/rules/list-query.ts";
import { EVERYTHING } from "../../../src/request/rules/list-query.ts";
import { seenRail } from "../../../src/request/rules/outcome/seen-rail.ts";
import {
  ADDRESS,
  ANA,
  aDispute,
  after,
  anOnRampRail,
  aRequest,
  NOW,
  RAIL_ID,
  somePolicy,
} from "../../support/builders.ts";
import { aKnownRail } from "../../support/list-screens.ts";
import { plainText } from "../../support/plain-text.ts";

const seen = seenRail(anOnRampRail({ id: RAIL_ID, createdAt: after({ days: -12 }) }), NOW);
if (!seen) throw new Error("It has an id");
const owner = {
  number: 12,
  name: "Payroll float",
  requestedBy: ANA,
  standing: "approved" as const,
};
const ours: KnownRail = {
  rail: seen,
  isMissing: false,
  isReported: false,
  isUnreviewed: false,
  owner,
};
const theirs: KnownRail = {
  rail: { ...seen, createdAt: null },
  isMissing: false,
  isReported: false,
  isUnreviewed: false,
  owner: null,
};

const onePage = { page: 1, pageCount: 1, total: 1, all: 1, assets: ["GBP", "GBPA"] };
const props = {
  ...onePage,
  ...{ list: railList, query: EVERYTHING, now: NOW, command: "/rail" },
  surface: "message" as const,
};

describe("a list", () => {
  it("has a search field, menus, a table with a row for each, and what opens one", () => {
    const rows = [
      ours,
      theirs,
      { ...ours, rail: { ...seen, dispute: aDispute() } },
      { ...ours, owner: { ...owner, standing: "quarantined" as const } },
      { ...ours, isMissing: true },
      { ...ours, isReported: true },
    ].map(railRow);
    const text = plainText(
      listScreen({ ...props, rows, page: 2, pageCount: 3, total: 22, all: 40 }).blocks,
    );

    expect(text).toBe(`# 22 of 40 Rails · page 2 of 3
Search, then press Enter: <plain_text_input>
(static_select) (static_select) (static_select) (static_select)
Status | Rail | Type | Arrives in | Created
Approved · R-12 | Payroll float | On-ramp | GBPA · Treasury cold wallet | 12 days ago
🔴 Not approved here | GBP → GBPA to Treasury cold wallet · outside | On-ramp | GBPA · Treasury cold wallet | not known
🔴 Disputed | Payroll float | On-ramp | GBPA · Treasury cold wallet | 12 days ago
🔴 R-12 quarantined | Payroll float | On-ramp | GBPA · Treasury cold wallet | 12 days ago
🔴 No longer shown | Payroll float | On-ramp | GBPA · Treasury cold wallet | 12 days ago
🔴 Problem reported | Payroll float | On-ramp | GBPA · Treasury cold wallet | 12 days ago
(static_select)
[Previous page] [Next page]
[Get as a file]`);
  });

  it("has sections with buttons where Slack takes no table and no field", () => {
    const rows = [railRow(ours), { ...railRow(theirs), ref: null }];

    expect(plainText(listScreen({ ...props, surface: "view", rows }).blocks)).toBe(`# 1 Rail
(static_select) (static_select) (static_select) (static_select)
Approved · R-12
Payroll float · On-ramp · GBPA · Treasury cold wallet · 12 days ago
[Open]
🔴 Not approved here
GBP → GBPA to Treasury cold wallet · outside · On-ramp · GBPA · Treasury cold wallet · not known
[Get as a file]`);
  });

  it("says what it is narrowed to, and every control carries that", () => {
    const query = { ...EVERYTHING, type: "on", to: "Cold wallet", by: "@ana", parts: ["pay roll"] };
    const { blocks } = listScreen({ ...props, query, rows: [railRow(ours)], pageCount: 2 });
    const words = 'on to "Cold wallet" by @ana "pay roll"';
    const ids = blocks.flatMap(({ block_id }) => block_id ?? []);

    expect(plainText(blocks)).toContain(
      "Showing: On-ramp · to “Cold wallet” · by @ana · “pay roll”\nSearch",
    );
    expect(ids.map(carriedWords)).toEqual([words, words, words]);
    expect(JSON.stringify(blocks)).toContain(JSON.stringify(`2 ${words}`));
  });

  it("says which words it takes where nothing passes, and how to begin where there is nothing", () => {
    const noneOf = (query: ListQuery) =>
      plainText(listScreen({ ...props, query, rows: [], total: 0, all: 3 }).blocks);
    const nothing = plainText(listScreen({ ...props, rows: [], total: 0, all: 0 }).blocks);

    expect(noneOf({ ...EVERYTHING, state: "disputed" })).toContain(
      '\nNo matches. To find a name with this word, put it in quotation marks: "disputed".',
    );
    expect(noneOf({ ...EVERYTHING, by: "me" })).toContain("\nNo matches.");
    expect(noneOf({ ...EVERYTHING, parts: ["payrol"] })).toContain(
      "No matches. /rail list takes part of a name, id, IBAN or address, and these words: on, off, exchange, approved, elsewhere, disputed, quarantined, withheld, reported, missing, unreviewed, assets, to, by, since, sort.",
    );
    expect(nothing).toBe("# No Rails yet\nRequest one with /rail new.  [Request a Rail]");
  });

  it("has no filters where no request is open, and shows all of them on demand", () => {
    const none = { ...props, list: requestList, rows: [], total: 0, all: 3 };
    const pending = { ...EVERYTHING, state: "pending" };

    expect(plainText(listScreen({ ...none, query: pending }).blocks)).toBe(
      "# No open requests\n[Show all]",
    );
    expect(plainText(listScreen({ ...none, query: { ...pending, by: "me" } }).blocks)).toContain(
      "0 of 3 requests",
    );
  });

  it("of destinations is sorted by name or age, as they are their own destinations", () => {
    const none = { ...props, list: destinationList, rows: [], total: 0, all: 3 };
    const shown = (query: ListQuery) => JSON.stringify(listScreen({ ...none, query }).blocks);

    expect(shown(EVERYTHING)).toContain("Newest first");
    expect(shown(EVERYTHING)).not.toContain("By destination");
    expect(shown({ ...EVERYTHING, sort: "destination" })).toContain("By destination");
  });

  it("says the state of each request in words", () => {
    const rows = [requestRowOf(aRequest(), somePolicy())];
    const { blocks } = listScreen({ ...props, list: requestList, rows });

    expect(plainText(blocks)).toContain(
      `R-142 · Payroll float | WAITING 0 of 2 | GBP → GBPA on Solana (devnet) | @${ANA} | 2026-03-03 09:00 UTC`,
    );
  });
});

describe("a list as a file", () => {
  it("has what is shown, and ids and addresses in full", () => {
    expect(listFile(railList, [railRow(ours)], NOW)).toBe(
      `Status,Rail,Type,Arrives in,Created,Rail id,Requested by,Paid in,Arrives as,Destination,Delivers to,Time
Approved · R-12,Payroll float,On-ramp,GBPA · Treasury cold wallet,12 days ago,${RAIL_ID},${ANA},GBP,GBPA,Treasury cold wallet,${ADDRESS},${new Date(after({ days: -12 })).toISOString()}
`,
    );
  });

  it.each([
    "=1+1",
    "+1",
    "-1",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    " =1",
    "\n=1",
    "x;=1",
    "x; \t@A1",
    "＝1",
  ])("has no cell that a spreadsheet runs: %j", (foreign) => {
    const file = listFile(railList, [railRow(aKnownRail(foreign, { isApproved: true }))], NOW);
    const [, row = "", ...more] = file.split("\n");

    expect(more).toEqual([""]);
    for (const cell of row.split(/[,;\t]/)) expect(cell).not.toMatch(/^"?\s*[=+\-@＝]/);
  });
});
