import { describe, expect, it } from "vitest";
import { COMMANDS } from "../../../src/capabilities.ts";
import { help } from "../../../src/home/help.ts";
import { home, homeTab } from "../../../src/home/home.ts";
import { readCommand } from "../../../src/home/read-command.ts";
import { readPage } from "../../../src/platform/slack/blocks/pages.ts";
import type { Message } from "../../../src/platform/slack/message.ts";
import { requestDetails } from "../../../src/request/card/approval-card.ts";
import { alarm } from "../../../src/request/posting/alarm.ts";
import {
  aPolicy,
  aRequest,
  BEN,
  CAL,
  DAN,
  NOW,
  requestFactsOf,
  somePolicy,
} from "../../support/builders.ts";
import { plainText } from "../../support/plain-text.ts";
import { needed } from "../../support/states.ts";

const textOf = ({ blocks }: Message): string => plainText(blocks);
it("a page button carries the number of the page, and nothing else is read as one", () => {
  expect(readPage("3")).toBe(3);
  for (const value of [undefined, "", "0", "-1", "1.5", "1e3", "9999999"])
    expect(readPage(value)).toBeUndefined();
});

describe("the home", () => {
  const props = {
    command: "/rail",
    workspaceName: "Acme",
    environment: "sandbox",
    missing: [],
    maySetUp: false,
    missingCards: 0,
    frozen: null,
    looksAfter: false,
    policy: somePolicy(),
    waiting: { approvals: [], remedies: [], rails: [], reviews: 0 },
    rails: [],
    open: [],
    myRequests: [],
    now: NOW,
  } as const;
  const nothing = props.waiting;

  it("says what needs my approval, what I requested, and offers a new Rail", () => {
    const text = textOf(home({ ...props, waiting: { ...nothing, approvals: [aRequest()] } }));

    expect(text).toContain("# Rails · Acme\nSANDBOX\n1 request needs your approval\nR-142");
    expect(text).toContain(
      "You have not made any requests yet\nIn this workspace\nNo Rails yet\nNo open requests\n[New Rail] [Open requests]",
    );
  });

  it("shows the set-up alone before it, and what there is where only the token is missing", () => {
    const before = { ...props, maySetUp: true, missing: ["connection", "channel"] as const };

    expect(textOf(home(before))).toBe(
      "# Rails · Acme\nSANDBOX\nSignalbox is not set up in this workspace yet.\n" +
        "Still missing: the connection to the Rail service, the approvals channel. You can set it up.\n[Set up]",
    );
    const tokenLost = { ...before, missing: ["token"] as const, myRequests: [aRequest()] };
    expect(textOf(home(tokenLost))).toContain("In this workspace");
  });

  it("says that the approvals channel takes no cards, and where it says why", () => {
    const text = textOf(home({ ...props, missingCards: 2 }));

    expect(text).toContain("The approvals channel did not take 2 approval cards. ");
    expect(text).toContain("/rail health");
    expect(textOf(home(props))).not.toContain("did not take");
  });

  it("says how many more there are than it shows", () => {
    const approvals = Array.from({ length: 7 }, () => aRequest());

    expect(textOf(home({ ...props, waiting: { ...nothing, approvals } }))).toContain(
      "and 4 more. See all: /rail pending",
    );
  });

  it("says where the rest of my requests are, and counts none, since only the newest are read", () => {
    const newest = (count: number) => Array.from({ length: count }, () => aRequest());
    const all = "See all: /rail requests by me";
    const tab = (count: number) =>
      plainText(
        homeTab({ ...props, askedIn: "D1", maySeeHealth: false, myRequests: newest(count) }).blocks,
      );

    expect(textOf(home({ ...props, myRequests: newest(3) }))).not.toContain(all);
    expect(textOf(home({ ...props, myRequests: newest(4) }))).toContain(`\n${all}\n`);
    expect(tab(5)).not.toContain(all);
    expect(tab(6)).toContain(`\n${all}\n`);
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
      "- /treasury list [words]: lists the Rails of this connection; words narrow it: on, off, exchange, GBP, elsewhere, by @ana, part of a name",
      "- /treasury show <name|id|R-142>: shows one Rail with its deposit instructions, read afresh, or one request",
      "- /treasury pending: lists open requests",
      "- /treasury requests [words]: lists all requests; words narrow it: pending, done, by me, since march, part of a name",
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
    const unsent = textOf(requestDetails(requestFactsOf(aRequest({ attempt: 0 }))));
    expect(unsent).toContain("Policy version 1");
    expect(unsent).not.toContain("sent to the Rail service");
  });
});
