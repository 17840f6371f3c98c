import { describe, expect, it } from "vitest";
import type { Freeze } from "../../../src/domain/freeze.ts";
import { approvalCard } from "../../../src/slack/messages/approval-card.ts";
import { freezeNotice, freezeRefused } from "../../../src/slack/messages/freeze.ts";
import { reviewRequestModal } from "../../../src/slack/views/review-request-modal.ts";
import {
  aContent,
  aRetirement,
  BEN,
  CAL,
  DAN,
  NOW,
  requestFactsOf,
  somePolicies,
} from "../../support/builders.ts";
import { aFreeze } from "../../support/health-screens.ts";
import { plainText } from "../../support/plain-text.ts";

const policies = somePolicies();
const noticeOf = (freeze: Freeze) => plainText(freezeNotice({ freeze, policies }).blocks);
const { frozen } = aFreeze();
const LINE = `🔴 Warning: sending is frozen by @${BEN} since 2026-03-03 10:00 UTC: “A call from the bank”. Nothing is sent`;

describe("the notice of a freeze", () => {
  it("says who stopped sending, since when and why, what it does, and who is missing", () => {
    const text = noticeOf(aFreeze({ agreed: [CAL] }));

    expect(text).toContain(
      `# SENDING IS FROZEN\nBy @${BEN}, 2026-03-03 10:00 UTC. Why:\n> A call from the bank\nNothing is sent`,
    );
    expect(text).toContain(`Agreed that sending goes on: @${CAL}\nStill needed: `);
    expect(text).toContain("1 of the approvers of Rails");
    expect(text).toContain(`Please look at this: @${BEN}, @${DAN}`);
    expect(text).toContain("[Let sending go on]");
    expect(text).not.toContain("restored");
    expect(noticeOf(aFreeze())).toContain("Agreed that sending goes on: nobody yet");
  });

  it("says after a restore what may be missing, and what to look at first", () => {
    const text = noticeOf(
      aFreeze({ by: null, cause: "restored", reason: "The database was restored." }),
    );

    expect(text).toContain("By Signalbox itself, 2026-03-03 10:00 UTC.");
    expect(text).toContain("What may be missing here: requests, approvals, denials and Rails");
    expect(text).toContain("Before you agree: compare the list of Rails");
  });

  it("says who let it go on, once it does, and has no button any more", () => {
    const { blocks } = freezeNotice({
      freeze: { version: 3, frozen: null },
      policies,
      resumed: { by: [BEN, CAL], at: NOW },
    });

    expect(plainText(blocks)).toBe(
      `# Sending goes on\nAgreed by @${BEN}, @${CAL}, 2026-03-03 10:00 UTC.\nWhat was approved and waited is sent now.`,
    );
  });

  it("names those who can help to whoever may not", () => {
    expect(plainText(freezeRefused("not-an-approver", policies).blocks)).toContain(
      `Approvers: @${BEN}, @${CAL}, @${DAN}`,
    );
  });
});

describe("a request while sending is frozen", () => {
  it("says so on its card and in its review, and can be approved", () => {
    const facts = requestFactsOf({}, { frozen });

    expect(plainText(approvalCard(facts).blocks)).toContain(LINE);
    expect(plainText(approvalCard(facts).blocks)).toContain("[Review and approve]");
    expect(plainText(reviewRequestModal({ ...facts, question: null }).blocks)).toContain(LINE);
  });

  it("is not said to be sent next", () => {
    const state = {
      status: "approved",
      since: NOW,
      timesNotSent: 0,
      because: null,
      nextTryAt: NOW,
    } as const;
    const text = (facts = {}) => plainText(approvalCard(requestFactsOf({ state }, facts)).blocks);

    expect(text()).toContain("Sent to the Rail service next.");
    expect(text({ frozen })).not.toContain("Sent to the Rail service next.");
    expect(text({ frozen })).toContain("It is done once sending goes on.");
  });

  it("does not mind where it retires a destination: nothing is sent", () => {
    const content = aContent({ change: aRetirement() });

    expect(plainText(approvalCard(requestFactsOf({ content }, { frozen })).blocks)).not.toContain(
      "frozen",
    );
  });
});
