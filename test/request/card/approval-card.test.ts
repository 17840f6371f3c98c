import { describe, expect, it } from "vitest";
import { approvalCard } from "../../../src/request/card/approval-card.ts";
import { readButtonValue } from "../../../src/request/card/button-value.ts";
import type { RequestFacts } from "../../../src/request/card/request-facts.ts";
import type { ChangeRequest } from "../../../src/request/rules/change-request.ts";
import {
  ANA,
  aContent,
  aPolicy,
  aRequest,
  aWhitelisting,
  BEN,
  CAL,
  DAN,
  EVE,
  NOW,
  requestFactsOf,
} from "../../support/builders.ts";
import { plainText } from "../../support/plain-text.ts";
import { everyState } from "../../support/states.ts";

const approvalBy = (by: string) => ({ by, at: NOW, digest: aRequest().digest });

function cardText(request: Partial<ChangeRequest>, facts: Partial<RequestFacts> = {}): string {
  return plainText(approvalCard(requestFactsOf(request, facts)).blocks);
}

// How each card reads is in `words`.
describe("the approval card", () => {
  it("has buttons only while they may work, and they carry what was shown", () => {
    for (const state of everyState()) {
      const { blocks } = approvalCard(requestFactsOf({ state, version: 9 }));
      const buttons = blocks.flatMap((block) =>
        block.type === "actions" ? block.elements.filter(({ type }) => type === "button") : [],
      );
      const labels = buttons.map((button) => ("text" in button ? button.text.text : ""));

      if (state.status === "pending") expect(labels).toEqual(["Review", "Deny"]);
      else if (state.status === "approved" || state.status === "blocked")
        expect(labels).toEqual(["Deny"]);
      else if (state.status === "needs-a-person" && state.question === "outcome")
        expect(labels).toEqual(
          expect.arrayContaining(["It exists: link it", "It does not: try once more"]),
        );
      else if (state.status === "needs-a-person" || state.status === "unknown")
        expect(labels).not.toContain("Review");
      else if (state.status === "done") {
        expect(labels).toEqual(["Open deposit instructions"]);
        continue;
      } else if (state.status === "verified" && state.isUndeliverable) {
        expect(labels).toEqual(["Show the instructions"]);
        continue;
      } else expect(labels).toEqual([]);
      for (const button of buttons)
        expect(readButtonValue("value" in button ? button.value : undefined)).toMatchObject({
          version: 9,
        });
    }
  });

  it("waits for those whom both policies name, and never for the requester", () => {
    const policy = aPolicy({ approvers: [ANA, BEN, CAL, DAN] });
    const currentPolicy = aPolicy({ approvers: [ANA, CAL, DAN], approvalsRequired: 2 });

    expect(cardText({ policy }, { currentPolicy })).toContain(
      `WAITING 0 of 2 · needs @${CAL} and @${DAN}\n`,
    );
    const more = aPolicy({ approvers: [CAL, DAN, EVE] });
    expect(cardText({ policy: more }, { currentPolicy: more })).toContain(
      `needs @${CAL}, @${DAN} or @${EVE}\n`,
    );
  });

  it("counts nobody who was taken out of the policy since, unless they may be in a group", () => {
    const approvals = [approvalBy(BEN), approvalBy(DAN)];
    const without = aPolicy({ approvers: [CAL, DAN] });
    const text = cardText({ approvals }, { currentPolicy: without });
    expect(text).toContain(`WAITING 1 of 2 · @${DAN} approved · needs @${CAL}\n`);
    expect(text).toContain(
      `No longer counted: @${BEN} (no longer named as an approver, nor in a group that is)`,
    );
    expect(text).not.toContain("too few approvers");
    expect(cardText({ approvals }, { currentPolicy: aPolicy({ approvers: [DAN] }) })).toContain(
      "too few approvers are left",
    );

    const grouped = aPolicy({ approvers: [CAL, DAN], groups: ["S0TREASURY"] });
    expect(cardText({ approvals }, { currentPolicy: grouped })).toContain("WAITING 2 of 2");
  });

  it("counts up to the stricter of the two quorums", () => {
    const currentPolicy = aPolicy({ approvalsRequired: 3 });

    expect(cardText({}, { currentPolicy })).toContain("WAITING 0 of 3");
  });

  it("names fifty people at most, and says how many there are beyond that", () => {
    const approvers = Array.from({ length: 60 }, (_, index) => `U${index}`);
    const policy = aPolicy({ approvers });

    expect(cardText({ policy }, { currentPolicy: policy })).toContain("needs 60 people");
  });

  it("of a whitelisting offers no remedy but while a person is needed", () => {
    const content = aContent({ change: aWhitelisting() });
    for (const state of everyState().filter(({ status }) => status !== "needs-a-person"))
      expect(cardText({ content, state })).not.toMatch(/\[(Agree|Enter|Release|Close)/);
  });
});
