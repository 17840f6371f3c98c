import { describe, expect, it } from "vitest";
import { approvalCard, requestDetails } from "../../../src/request/card/approval-card.ts";
import { history } from "../../../src/request/card/history.ts";
import type { NotSentBecause } from "../../../src/request/rules/change-request.ts";
import { aContent, after, NOW, requestFactsOf } from "../../support/builders.ts";
import { plainText } from "../../support/plain-text.ts";

const SAID: [because: NotSentBecause | null, why: string, help: string][] = [
  [
    "no-connection",
    "No connection to the Rail service could be opened",
    "If it stays like this, an administrator can check its address and the network.",
  ],
  [
    "unreachable",
    "Before Signalbox creates a Rail it checks all others, and could not: the service could not be reached, or did not answer",
    "If it stays like this, an administrator can check its address and the network.",
  ],
  [
    "incomplete",
    "Before Signalbox creates a Rail it checks all others, and could not: the service does not show all the Rails that it has",
    "An administrator has to ask the Rail service why. A Rail that is gone for good can be ruled out by two approvers, in health.",
  ],
  [
    "marker-not-kept",
    "Signalbox could not write down, outside its database, that it was about to send it",
    "An administrator has to look at where the restore marker is kept",
  ],
  [
    "restored",
    "The database is older than the record that Signalbox keeps outside it",
    "Sending is frozen until approvers resume it.",
  ],
  ["overtaken", "Signalbox paused for too long just before it asked the Rail service", ""],
  [null, "It could not be sent", ""],
];

describe.each(SAID)("what was not sent because of %s", (because, why, help) => {
  const nextTryAt = after({ minutes: 2 });
  const facts = requestFactsOf({
    state: { status: "approved", since: NOW, timesNotSent: 1, because, nextTryAt },
  });

  it.each([
    ["card", plainText(approvalCard(facts).blocks)],
    ["details", plainText(requestDetails(facts).blocks)],
  ])("says so on its %s, with who can help", (_, text) => {
    expect(text).toContain(`Nothing was sent; tried 1 time. ${why}`);
    expect(text).toContain(help);
    expect(text).toContain("\nNext try: 2026-03-03 10:02 UTC.");
  });

  it("says so in its history", () => {
    const event = { type: "not-sent", at: NOW, because, nextTryAt } as const;
    const told = history({ number: 142, content: aContent() }, [event]);

    expect(plainText(told?.blocks ?? [])).toContain(` · ${why}`);
    expect(plainText(told?.blocks ?? [])).toContain("; nothing was sent");
  });
});

it("tells of the service that it could not be reached only where that is so", () => {
  for (const because of ["incomplete", "marker-not-kept", "restored", "overtaken"] as const) {
    const state = { status: "approved", since: NOW, timesNotSent: 2, because } as const;
    const facts = requestFactsOf({ state: { ...state, nextTryAt: NOW } });
    const text = plainText(approvalCard(facts).blocks);
    expect(text).not.toMatch(/reached|connection/);
  }
});
