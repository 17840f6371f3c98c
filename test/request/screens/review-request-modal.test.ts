import { describe, expect, it } from "vitest";
import { middleGroupOf } from "../../../src/platform/payment-details/middle-group.ts";
import { block } from "../../../src/platform/slack/blocks/ids.ts";
import { checkValueModal, readCheckedValue } from "../../../src/request/screens/check-value.ts";
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

const request = aRequest({ version: 4 });
const shown = { requestId: request.id, version: 4, digest: request.digest };
const anOffRamp = () =>
  aRequest({ content: aContent({ change: aChange({ spec: anOffRampSpec() }) }) });

describe("the first step of a review", () => {
  it("asks for a group of the value from elsewhere, and shows nothing of it", () => {
    const view = checkValueModal({ request, question: { challenge: 5 } });
    const { expected = "" } = middleGroupOf({ kind: "address", value: ADDRESS }, 0.35) ?? {};

    expect(expected).toBe(ADDRESS.slice(16, 20));
    expect(plainText(view.blocks)).toContain("Characters 17 to 20 of the address");
    expect(JSON.stringify(view)).toContain("Upper and lower case matter. 3 tries.");
    expect(JSON.stringify(view)).not.toContain(expected);
    const typed = { [`${block.middleGroup}5`]: " JSDp", [block.checkedIn]: "call-back" };
    expect(readCheckedValue(filledIn(view, typed))).toEqual({
      request: shown,
      asked: 5,
      typed: " JSDp",
      checkedIn: "call-back",
      block: `${block.middleGroup}5`,
    });
  });

  it("says where a last group ends that is shorter, names the IBAN, and says when it is asked anew", () => {
    const question = { challenge: 6 };
    const view = checkValueModal({ request: anOffRamp(), question, isAskedAnew: true });

    expect(plainText(view.blocks)).toContain("Characters 21 to 22 of the IBAN");
    expect(plainText(view.blocks)).toContain("🔴 Warning: nothing is approved yet.");
  });
});

describe("the review of a request", () => {
  const answer = { asked: 5, typed: "JSDp", checkedIn: "contract" } as const;

  it("shows all of it, the warnings above what people wrote, and carries what was answered", () => {
    const view = reviewRequestModal({
      ...requestFactsOf({ version: 4 }),
      destination: registeredFacts({ usedByRails: 0 }),
      isFirstUse: true,
      answer,
    });
    const text = plainText(view.blocks);

    expect(view.title.text).toBe("Approve R-142");
    expect(view.submit?.text).toBe("Approve");
    for (const fact of ["7xKX tg2C W87d", `@${ANA}`, "Salaries", "[Details]"])
      expect(text).toContain(fact);
    expect(text).not.toMatch(/WAITING|needs @/);
    expect(text.indexOf("🔴 Warning: first use")).toBeLessThan(text.indexOf("Salaries"));
    expect(view.blocks.filter(({ type }) => type === "input")).toEqual([]);
    expect(readReviewRequest(filledIn(view))).toEqual({ request: shown, answer });
  });

  it("says what cannot be taken back, by the kind of change", () => {
    const facts = requestFactsOf({ content: aContent({ change: aWhitelisting() }) });

    expect(plainText(reviewRequestModal({ ...facts, answer: null }).blocks)).toContain(
      "You approve exactly what is shown. It cannot be taken back once the Rail service has whitelisted it.",
    );
  });

  it.each([
    "",
    "{}",
    JSON.stringify({ request: shown }),
    JSON.stringify({ request: shown, answer: { ...answer, asked: 0 } }),
  ])("is not read from a view that is not ours: %s", (private_metadata) => {
    const view = reviewRequestModal({ ...requestFactsOf(), answer: null });

    expect(readReviewRequest({ ...filledIn(view), private_metadata })).toBeUndefined();
  });
});
