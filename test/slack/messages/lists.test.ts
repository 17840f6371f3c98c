import { describe, expect, it } from "vitest";
import { COMMANDS } from "../../../src/capabilities.ts";
import { help } from "../../../src/home/help.ts";
import { home } from "../../../src/home/home.ts";
import { readCommand } from "../../../src/home/read-command.ts";
import { readPage } from "../../../src/platform/slack/blocks/pages.ts";
import type { Message } from "../../../src/platform/slack/message.ts";
import type { RailRow } from "../../../src/rail/screens/list.ts";
import { railList } from "../../../src/rail/screens/list.ts";
import { requestDetails } from "../../../src/request/card/request-details.ts";
import { alarm } from "../../../src/request/posting/alarm.ts";
import { pendingList } from "../../../src/request/screens/pending.ts";
import {
  ANA,
  after,
  aPolicy,
  aRequest,
  BEN,
  CAL,
  DAN,
  NOW,
  RAIL_ID,
  requestFactsOf,
  somePolicy,
} from "../../support/builders.ts";
import { plainText } from "../../support/plain-text.ts";
import { needed } from "../../support/states.ts";

const textOf = ({ blocks }: Message): string => plainText(blocks);
const onePage = { page: 1, pageCount: 1 };

describe("the list of Rails", () => {
  const row: RailRow = {
    railId: RAIL_ID,
    name: "Payroll float",
    type: "ON_RAMP",
    sourceAsset: "GBP",
    destinationAsset: "GBPA",
    destinationName: "Treasury cold wallet",
    origin: "R-12",
    isQuarantined: false,
    isDisputed: false,
    createdAt: after({ days: -12 }),
  };
  const props = { now: NOW, command: "/rail", surface: "message" } as const;

  it("has a row for each, and buttons to the pages around", () => {
    const elsewhere = { ...row, name: null, origin: null, railId: null, createdAt: null };
    const list = { ...props, page: 2, pageCount: 3, total: 22 };
    const rows = [row, elsewhere, { ...row, isDisputed: true }, { ...row, isQuarantined: true }];

    expect(textOf(railList({ ...list, rows }))).toBe(`# 22 Rails · page 2 of 3
Rail | Type | Arrives in | Status | Request | Created
Payroll float | On-ramp | GBPA · Treasury cold wallet | Approved | R-12 | 12 days ago
GBP → GBPA to Treasury cold wallet · outside | On-ramp | GBPA · Treasury cold wallet | 🔴 Not approved | none | not known
Payroll float | On-ramp | GBPA · Treasury cold wallet | 🔴 Disputed | R-12 | 12 days ago
Payroll float | On-ramp | GBPA · Treasury cold wallet | 🔴 Quarantined | R-12 | 12 days ago
(static_select)
[Previous page] [Next page]`);
    expect(textOf(railList({ ...list, rows: [row, elsewhere], surface: "view" }))).toBe(
      `# 22 Rails · page 2 of 3
Payroll float · On-ramp · Approved · R-12 · 12 days ago  [Open]
GBP → GBPA to Treasury cold wallet · outside · On-ramp · 🔴 Not approved · not known
[Previous page] [Next page]`,
    );
  });

  it("says so when there are none", () => {
    expect(textOf(railList({ ...props, ...onePage, rows: [], total: 0 }))).toBe(
      "# No Rails yet\nRequest one with /rail new.  [Request a Rail]",
    );
  });

  it("has page buttons that carry the number of the page, and nothing else is read as one", () => {
    expect(readPage("3")).toBe(3);
    for (const value of [undefined, "", "0", "-1", "1.5", "1e3", "9999999"])
      expect(readPage(value)).toBeUndefined();
  });
});

describe("the list of open requests", () => {
  it("says where each stands, and opens it", () => {
    const requests = [aRequest()];
    const props = { ...onePage, policy: somePolicy(), reader: ANA };

    expect(textOf(pendingList({ ...props, requests, total: 1 }))).toBe(`# 1 open request
R-142 · Payroll float
WAITING 0 of 2 · GBP → GBPA (SOLANA_DEVNET) · requested by @${ANA}, 2026-03-03 09:00 UTC
[Withdraw] [Open]`);
    expect(textOf(pendingList({ ...props, requests, total: 1, reader: BEN }))).not.toContain(
      "Withdraw",
    );
    expect(textOf(pendingList({ ...props, requests: [], total: 0 }))).toContain("all caught up");
  });
});

describe("the home", () => {
  const props = {
    command: "/rail",
    workspaceName: "Acme",
    environment: "sandbox",
    missing: [],
    maySetUp: false,
    frozen: null,
    looksAfter: false,
    policy: somePolicy(),
  } as const;

  it("says what needs my approval, what I requested, and offers a new Rail", () => {
    const text = textOf(home({ ...props, waitingForMe: [aRequest()], myRequests: [] }));

    expect(text).toContain("# Rails · Acme\nSANDBOX\n1 request needs your approval\nR-142");
    expect(text).toContain("You have not made any requests yet\n[New Rail] [Open requests]");
  });

  it("says how many more there are than it shows", () => {
    const waitingForMe = Array.from({ length: 7 }, () => aRequest());

    expect(textOf(home({ ...props, waitingForMe, myRequests: [] }))).toContain(
      "and 2 more. See them all: /rail pending",
    );
  });
});

describe("help", () => {
  const answerTo = (text: string): string => {
    const read = readCommand(COMMANDS, text);
    const about = "help" in read ? read.help : {};
    return textOf(help({ command: "/treasury", verbs: COMMANDS, ...about }));
  };

  it("names five commands first, by the name of the installed command", () => {
    expect(answerTo("help").split("\n").slice(0, 7)).toEqual([
      "What /treasury does",
      "- /treasury new [on|off]: requests a Rail: on-ramp or off-ramp",
      "- /treasury list [page]: lists the Rails of this connection",
      "- /treasury show <name|id|R-142>: shows one Rail with its deposit instructions, read afresh, or one request",
      "- /treasury pending: lists the requests that have not ended",
      "- /treasury withdraw <R-142>: takes back a request of yours",
      "Also:",
    ]);
  });

  it("says what a word is not, and what was probably meant", () => {
    expect(answerTo("nwe")).toContain(
      "“nwe” is not a command of /treasury. Did you mean /treasury new?",
    );
    expect(answerTo("approve")).toMatch(/^“approve” is not a command of \/treasury\.\n/);
  });

  it("says what a command would have needed, and shows that command alone", () => {
    expect(answerTo("withdraw")).toBe(`withdraw needs one request number, for example R-142.
What /treasury does
- /treasury withdraw <R-142>: takes back a request of yours`);
  });
});

describe("an alarm", () => {
  it("calls the approvers, and says why", () => {
    const request = aRequest({
      state: needed("It may still exist."),
    });
    const cardLink = "https://acme.slack.com/archives/C1/p1";

    expect(
      textOf(alarm({ request, currentPolicy: aPolicy(), cardLink, now: NOW })),
    ).toBe(`# ⚠️ R-142: NEEDS REVIEW · Payroll float
Does this Rail exist?
For @${BEN}, @${CAL}, @${DAN} · View request <${cardLink}>
[It exists: link it] [It does not: try once more] (Close…, History, Download the exact content)
SANDBOX`);
  });
});

describe("the details of a request", () => {
  it("are the card, the digest, the policy and how often it was sent", () => {
    const request = aRequest({ attempt: 1 });
    const text = textOf(requestDetails(requestFactsOf(request)));

    expect(text).toContain("# ⏳ R-142 · Payroll float\nWAITING 0 of 2");
    expect(text).toContain(`| ${request.digest}`);
    expect(text).toContain("Policy version 1 · sent to the Rail service 1 time");
  });
});
