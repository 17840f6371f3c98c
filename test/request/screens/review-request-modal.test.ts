import { describe, expect, it } from "vitest";
import { middleGroupOf } from "../../../src/platform/payment-details/middle-group.ts";
import { block } from "../../../src/platform/slack/blocks/ids.ts";
import { readReviewRequest, reviewRequestModal } from "../../../src/request/screens/review.ts";
import {
  ADDRESS,
  ANA,
  aChange,
  aContent,
  anOffRampSpec,
  aRequest,
  aWhitelisting,
  registeredFacts,
  requestFactsOf,
} from "../../support/builders.ts";
import { filledIn } from "../../support/fill-in.ts";
import { plainText } from "../../support/plain-text.ts";

describe("the review of a request", () => {
  const request = aRequest({ version: 4 });
  const shown = { requestId: request.id, version: 4, digest: request.digest };

  it("shows all of it to its approver, with the whole digest, and carries what was shown", () => {
    const view = reviewRequestModal({
      ...requestFactsOf({ version: 4 }),
      destination: registeredFacts({ usedByRails: 0 }),
      isFirstUse: true,
      question: null,
    });
    const text = plainText(view.blocks);

    expect(view.title.text).toBe("Approve R-142 · SANDBOX");
    expect(view.submit?.text).toBe("Approve");
    for (const fact of [ADDRESS, `@${ANA}`, "first use of this destination", "Salaries"])
      expect(text).toContain(fact);
    expect(text).toContain(`Digest of what is approved (SHA-256):\n| ${request.digest}`);
    expect(readReviewRequest(filledIn(view))).toEqual({
      request: shown,
      asked: null,
      typed: null,
      block: null,
    });
  });

  it("asks for a group of the value from elsewhere, and gives nothing of it away", () => {
    const view = reviewRequestModal({
      ...requestFactsOf({ version: 4 }),
      question: { challenge: 5 },
    });
    const [question] = view.blocks.filter(({ type }) => type === "input");
    const { expected = "" } = middleGroupOf({ kind: "address", value: ADDRESS }, 0.35) ?? {};

    expect(expected).toBe(ADDRESS.slice(16, 20));
    expect(JSON.stringify(question)).toContain("Group 5 of the address, from your own records");
    expect(JSON.stringify(question)).toContain("Characters 17 to 20");
    expect(JSON.stringify(question)).not.toContain(expected);
    expect(view.private_metadata).not.toContain(expected);
    expect(readReviewRequest(filledIn(view, { [`${block.middleGroup}5`]: " JSDp" }))).toEqual({
      request: shown,
      asked: 5,
      typed: " JSDp",
      block: `${block.middleGroup}5`,
    });
  });

  it("says where a last group ends that is shorter than the others", () => {
    const change = aChange({ spec: anOffRampSpec() });
    const facts = requestFactsOf({ content: aContent({ change }) });
    const view = reviewRequestModal({ ...facts, question: { challenge: 6 } });

    expect(JSON.stringify(view.blocks)).toContain("Characters 21 to 22,");
  });

  it("names the IBAN of an off-ramp, and says when the question is a new one", () => {
    const change = aChange({ spec: anOffRampSpec() });
    const facts = requestFactsOf({ content: aContent({ change }) });
    const view = reviewRequestModal({ ...facts, question: { challenge: 3 }, isAskedAnew: true });

    expect(plainText(view.blocks)).toContain("Group 3 of the IBAN, from your own records");
    expect(plainText(view.blocks)).toContain("🔴 Warning: nothing is approved yet.");
  });

  it("says what cannot be taken back, by the kind of change", () => {
    const facts = requestFactsOf({ content: aContent({ change: aWhitelisting() }) });

    expect(plainText(reviewRequestModal({ ...facts, question: null }).blocks)).toContain(
      "Approve is your approval of exactly this. It cannot be taken back once the Rail service has whitelisted it.",
    );
  });

  it.each([
    "",
    "{}",
    JSON.stringify({ request: shown }),
    JSON.stringify({ request: shown, asked: 0 }),
  ])("is not read from a view that is not ours: %s", (private_metadata) => {
    const view = reviewRequestModal({ ...requestFactsOf(), question: null });

    expect(readReviewRequest({ ...filledIn(view), private_metadata })).toBeUndefined();
  });
});
