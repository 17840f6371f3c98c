import { describe, expect, it } from "vitest";
import type { Standing } from "../../src/authority/roster.ts";
import type { FreezeFacts } from "../../src/freeze/freeze-facts.ts";
import { freezeNotice, freezeRefused } from "../../src/freeze/freeze-messages.ts";
import { approvalCard } from "../../src/request/card/approval-card.ts";
import type { State } from "../../src/request/rules/change-request.ts";
import type { Freeze } from "../../src/request/rules/freeze.ts";
import { reviewRequestModal } from "../../src/request/screens/review.ts";
import {
  aContent,
  aRetirement,
  BEN,
  CAL,
  DAN,
  NOW,
  requestFactsOf,
  somePolicy,
} from "../support/builders.ts";
import { aFreeze, someFreezeFacts } from "../support/health-screens.ts";
import { aRoster } from "../support/people.ts";
import { plainText } from "../support/plain-text.ts";

const policy = somePolicy();
const noticeOf = (freeze: Freeze, facts: Partial<FreezeFacts> = {}) =>
  plainText(freezeNotice(someFreezeFacts({ freeze, policy, ...facts })).blocks);
const { frozen } = aFreeze();
const LINE = `🔴 Warning: sending is frozen by @${BEN} since 2026-03-03 10:00 UTC. Nothing is sent until approvers resume it; it can be approved meanwhile. Reason: “A call from the bank”`;

describe("the notice of a freeze", () => {
  it("says who stopped sending, since when and why, what it does, and who is missing", () => {
    const text = noticeOf(aFreeze({ agreed: [CAL] }));

    expect(text).toContain(
      `# 🛑 SENDING IS FROZEN\nBy @${BEN}, 2026-03-03 10:00 UTC. Why:\n> A call from the bank\nApproved requests wait`,
    );
    expect(text).toContain(`To resume, agreed so far: @${CAL}\nStill needed: `);
    expect(text).toContain("1 of the approvers of Rails");
    expect(text).toContain(`Approvers to agree: @${BEN}, @${DAN}`);
    expect(text).toContain("[Resume sending]");
    expect(text).not.toContain("restored");
    expect(noticeOf(aFreeze())).toContain("To resume, agreed so far: none");
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
    const resumed = { type: "resumed", by: [BEN, CAL], at: NOW } as const;

    expect(noticeOf({ version: 3, frozen: null }, { resumed })).toBe(
      `# Sending resumed\nAgreed by @${BEN}, @${CAL}, 2026-03-03 10:00 UTC.\nApproved requests are sent now.`,
    );
  });

  it("says whose agreement no longer counts, and what is still needed", () => {
    const freeze = aFreeze({ agreed: [BEN, CAL] });
    const knowing = (standing: Standing) =>
      noticeOf(freeze, {
        roster: aRoster({ standings: { [BEN]: standing } }),
      });

    for (const standing of ["deactivated", "guest", "stranger", "bot"] as const) {
      const text = knowing(standing);
      expect(text).toContain(`No longer counts: @${BEN}, no longer an active approver`);
      expect(text).toMatch(/Still needed: .*1 of the approvers of Rails/);
    }
    const unknown = knowing("not-known");
    expect(unknown).toContain(`Not known to count: @${BEN}. Slack does not answer about them now`);
    expect(unknown).toMatch(/Still needed: .*1 of the approvers of Rails/);
    expect(unknown).not.toContain("Does not count any more");
    const both = knowing("active");
    expect(both).toContain(`Still needed: nobody else, but a click of one who counts: @${BEN}`);
    expect(both).not.toMatch(/count any more|known to count/);
  });

  it("says whose agreement does not count because the rules name them no more", () => {
    const rule = { version: 2, approvers: [CAL, DAN], approvalsRequired: 2 };
    const text = noticeOf(aFreeze({ agreed: [BEN, CAL] }), {
      policy: somePolicy({ rails: rule }),
    });

    expect(text).toContain(`No longer counts: @${BEN}`);
    expect(text).toMatch(/Still needed: .*1 of the approvers of Rails/);
  });

  it("names those who can help to whoever may not", () => {
    expect(plainText(freezeRefused("not-an-approver", policy).blocks)).toContain(
      `Approvers: @${BEN}, @${CAL}, @${DAN}`,
    );
  });
});

describe("a request while sending is frozen", () => {
  it("says so on its card and in its review, and can be approved", () => {
    const facts = requestFactsOf({}, { frozen });

    expect(plainText(approvalCard(facts).blocks)).toContain(LINE);
    expect(plainText(approvalCard(facts).blocks)).toContain("[Review]");
    expect(plainText(reviewRequestModal({ ...facts, answer: null }).blocks)).toContain(LINE);
  });

  it("says what can be done meanwhile: that it can be approved only where it waits for that", () => {
    const text = (state: State) => {
      const facts = requestFactsOf({ state }, { frozen });
      return plainText(approvalCard(facts).blocks);
    };
    const stuck = { since: NOW, because: "No clear answer.", question: "outcome" } as const;

    expect(text({ status: "pending" })).toContain("resume it; it can be approved meanwhile.");
    const approved = text({
      status: "approved",
      since: NOW,
      timesNotSent: 0,
      because: null,
      nextTryAt: NOW,
    });
    expect(approved).toContain("Nothing is sent until approvers resume it.");
    expect(text({ status: "needs-a-person", ...stuck, candidates: [], made: null })).toContain(
      "resume it; it can be decided meanwhile.",
    );
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
    expect(text({ frozen })).toContain("This happens once sending resumes.");
  });

  it("does not mind where it retires a destination: nothing is sent", () => {
    const content = aContent({ change: aRetirement() });

    expect(plainText(approvalCard(requestFactsOf({ content }, { frozen })).blocks)).not.toContain(
      "frozen",
    );
  });
});
