import { describe, expect, it } from "vitest";
import { approvalCard } from "../../../src/request/card/approval-card.ts";
import { history } from "../../../src/request/card/history.ts";
import type { RequestFacts } from "../../../src/request/card/request-facts.ts";
import type { PolicyRule } from "../../../src/request/rules/approval/policy-document.ts";
import type { Change } from "../../../src/request/rules/change.ts";
import type { ChangeRequest, State } from "../../../src/request/rules/change-request.ts";
import { reviewRequestModal } from "../../../src/request/screens/review.ts";
import {
  ANA,
  aChannelChange,
  aConnection,
  aConnectionChange,
  aContent,
  aPolicyChange,
  BEN,
  CAL,
  DAN,
  NOW,
  requestFactsOf,
  somePolicy,
} from "../../support/builders.ts";
import { plainText } from "../../support/plain-text.ts";
import { crowd } from "../../support/states.ts";

function factsOf(change: Change, request: Partial<ChangeRequest> = {}): RequestFacts {
  return requestFactsOf(
    { content: aContent({ change }), ...request },
    { destination: null, policyBefore: change.kind === "change-policy" ? somePolicy() : null },
  );
}

const cardText = (change: Change, request: Partial<ChangeRequest> = {}) =>
  plainText(approvalCard(factsOf(change, request)).blocks);
const [destinations, rails] = somePolicy().rules;
const other = (...rules: (PolicyRule | undefined)[]) =>
  aPolicyChange({
    document: { rules: rules.filter((rule) => rule !== undefined), coolDownHours: 24 },
  });

describe("the card of another policy", () => {
  it("says what changes, rule by rule, and warns of what it lets more happen", () => {
    const text = cardText(aPolicyChange());

    expect(text).toContain("# ⏳ R-142 · Policy version 2");
    expect(text).toContain("WAITING 0 of 2");
    expect(text).toContain("Change: Policy version 1 → 2");
    expect(text).toContain("Rule “destinations” changes\n2 → 1 approval");
    expect(text).toContain("Rule “Rails” changes\n2 → 1 approval");
    expect(text).toContain(
      "🔴 Warning: fewer approvals will do: “destinations” 2 → 1, “Rails” 2 → 1.",
    );
    expect(text).toContain(
      "[Review] [Deny] (Ask the requester, History, Download the exact content)",
    );
  });

  it("has a red line for more approvers, for whoever asks among them, and for other rules", () => {
    if (!rails || !destinations) throw new Error("There are two");
    const more = { ...rails, approvers: [BEN, CAL, DAN, ANA], groups: ["S0TREASURY"] };
    const small = { ...rails, name: "Small ones", when: { assets: ["GBP"] } };
    const text = cardText(other(small, more));

    expect(text).toContain(
      "New rule “Small ones”, before all others\nFor GBP\nNeeds 2 of @U0BEN00001, @U0CAL00001, @U0DAN00001\nExpires after 24 hours",
    );
    expect(text).toContain("Rule “Rails” changes\nAdds @U0ANA00001\nAdds ");
    expect(text).toContain(
      "Rule “destinations” is removed\nFor whitelisting or imports or retirements\nNeeds 2 of ",
    );
    expect(text).toContain("🔴 Warning: more may approve: @U0ANA00001, ");
    expect(text).toContain(
      "🔴 Warning: the requester of this change would become an approver: “Rails”.",
    );
    expect(text).toContain(
      "🔴 Warning: other rules than before will decide about some changes: “Small ones”, “destinations”.",
    );
  });

  it("warns of nothing where it only asks for more", () => {
    if (!rails || !destinations) throw new Error("There are two");
    const text = cardText(
      other(destinations, { ...rails, approvalsRequired: 3, approvers: [BEN, CAL] }),
    );

    expect(text).toContain("Rule “Rails” changes\n2 → 3 approvals\nRemoves @U0DAN00001");
    expect(text).not.toContain("🔴");
  });

  it("counts what has no room on a card, and shows it to whoever approves", () => {
    const rules = Array.from({ length: 50 }, (_, index) => ({
      name: `Rule number ${index}`,
      when: { assets: [`ASSET${index}`] },
      approvers: crowd(10),
      groups: [],
      approvalsRequired: 2,
      expiresInHours: 24,
      remindAfterHours: [],
    }));
    const facts = factsOf(aPolicyChange({ document: { rules, coolDownHours: 24 } }));
    const [card, review] = [
      approvalCard(facts),
      reviewRequestModal({ ...facts, answer: null }),
    ].map(({ blocks }) => plainText(blocks));
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

  it("says so once it is in force, and no longer warns", () => {
    const state: State = { status: "in-force", since: NOW, serviceId: null };
    const text = cardText(aPolicyChange(), { state });

    expect(text).toContain("IN EFFECT\n");
    expect(text).toContain("In effect since 2026-03-03 10:00 UTC.");
    expect(text).toContain("Rule “Rails” changes\n2 → 1 approval");
    expect(text).not.toContain("🔴");
  });
});

it("the card of another channel names both", () => {
  const text = cardText(aChannelChange());

  expect(text).toContain("Change the approvals channel");
  expect(text).toContain(
    "Requests are posted in <#C0TREASURYAPPROVALS> instead of <#C0APPROVALS>.",
  );
  expect(cardText(aChannelChange({ from: null }))).toContain("instead of no channel.");
});

describe("the card of another connection", () => {
  it("says where it leads, the end of the token, and what does not come along", () => {
    const text = cardText(aConnectionChange());

    expect(text).toContain("Base address: https://live.rails.example/api/v1");
    expect(text).toContain("Environment: production");
    expect(text).toContain("Token: ends in 9f3c");
    expect(text).toContain("Destinations and approvals do not carry over. Pending requests end.");
    expect(text).toContain(
      "🔴 Warning: from the sandbox to production: Rails will move real money.",
    );
  });

  it("warns of another company at the same address, and shows no address that deceives", () => {
    const { baseUrl } = aConnection();
    const same = aConnectionChange({ to: aConnection({ id: "con_other", baseUrl }) });

    expect(cardText(same)).toContain(
      "🔴 Warning: the same base address with a token of another company.",
    );
    const held = cardText({ ...same, holdsFormer: true });
    expect(held).toContain("🔴 Warning: nothing proves whose this token is.");
    expect(held).toContain(
      "Pending requests are held until the approvers of every rule carry them over",
    );
    expect(
      cardText(aConnectionChange({ to: aConnection({ baseUrl: "https://a.example/\u202Ev1" }) })),
    ).toContain("Not shown: it has characters that cannot be seen");
  });

  it("says that the token is no longer kept once it is denied", () => {
    const state: State = { status: "denied", at: NOW, by: BEN, reason: "Not now" };

    expect(cardText(aConnectionChange(), { state })).toContain(
      "The Rail connection stayed as it was, and the token entered for it is no longer kept.",
    );
  });
});

it("the thread says who was counted", () => {
  const request = { number: 142, content: aContent({ change: aPolicyChange() }) };
  const happened = { type: "set-up-changed", at: NOW, countedApprovers: [BEN, CAL] } as const;

  expect(plainText(history(request, [happened])?.blocks as never)).toContain(
    "In effect, as approved by @U0BEN00001, @U0CAL00001",
  );
});
