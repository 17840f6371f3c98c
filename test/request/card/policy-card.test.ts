import { expect, it } from "vitest";
import { approvalCard } from "../../../src/request/card/approval-card.ts";
import { reviewRequestModal } from "../../../src/request/screens/review.ts";
import { aContent, aPolicyChange, requestFactsOf, somePolicy } from "../../support/builders.ts";
import { plainText } from "../../support/plain-text.ts";
import { crowd } from "../../support/states.ts";

it("the card of a policy counts the differences that have no room, and its review shows them", () => {
  const rules = Array.from({ length: 50 }, (_, index) => ({
    name: `Rule number ${index}`,
    when: { assets: [`ASSET${index}`] },
    approvers: crowd(10),
    groups: [],
    approvalsRequired: 2,
    expiresInHours: 24,
    remindAfterHours: [],
  }));
  const facts = requestFactsOf(
    { content: aContent({ change: aPolicyChange({ document: { rules, coolDownHours: 24 } }) }) },
    { destination: null, policyBefore: somePolicy() },
  );
  const [card, review] = [approvalCard(facts), reviewRequestModal({ ...facts, answer: null })].map(
    ({ blocks }) => plainText(blocks),
  );
  const shown = card?.match(/New rule/g)?.length ?? 0;

  expect(shown).toBeGreaterThan(3);
  expect(card).toContain(`and ${52 - shown} more differences, not shown here`);
  expect(review).not.toContain("not shown here");
  expect(review).toContain("“Rule number 49”");
  expect(review).toContain(
    crowd(10)
      .map((id) => `@${id}`)
      .join(", "),
  );
});
