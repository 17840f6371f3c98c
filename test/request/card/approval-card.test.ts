import { describe, expect, it } from "vitest";
import { approvalCard } from "../../../src/request/card/approval-card.ts";
import { readButtonValue } from "../../../src/request/card/button-value.ts";
import type { RequestFacts } from "../../../src/request/card/request-facts.ts";
import type { ChangeRequest, State } from "../../../src/request/rules/change-request.ts";
import {
  ADDRESS,
  ANA,
  aChange,
  aConnection,
  aContent,
  after,
  anOffRampSpec,
  aPolicy,
  aRequest,
  BEN,
  CAL,
  DAN,
  NOW,
  RAIL_ID,
  requestFactsOf,
} from "../../support/builders.ts";
import { plainText } from "../../support/plain-text.ts";
import { everyState, needed } from "../../support/states.ts";

const ONE_IS_LIVE =
  "It is live, and the Rail service cannot delete a Rail. An administrator has to clear this up with the Rail service before any money goes there.";

const aQuarantine = (parts: Partial<Extract<State, { status: "quarantined" }>>): State => ({
  status: "quarantined",
  since: NOW,
  railIds: [RAIL_ID],
  unnamed: 0,
  because: "differs",
  was: null,
  differences: [],
  ...parts,
});

const approvalBy = (by: string) => ({ by, at: NOW, digest: aRequest().digest });

function cardText(request: Partial<ChangeRequest>, facts: Partial<RequestFacts> = {}): string {
  return plainText(approvalCard(requestFactsOf(request, facts)).blocks);
}

describe("the approval card", () => {
  it("says everything about a request that waits", () => {
    expect(cardText({ approvals: [approvalBy(BEN)] }, { isFirstUse: true })).toBe(
      `# ⏳ R-142 · Payroll float
WAITING 1 of 2 · @${BEN} approved · needs @${CAL} or @${DAN}
🔴 Warning: first use. No Rail has paid this destination before.
Route: On-ramp GBP → GBPA on Solana (devnet)
Destination: Treasury cold wallet · used by 3 Rails
Limits: Permanent, no amount limit. It cannot be undone through Signalbox.
Reason: “Salaries are paid in GBPA from March on.”
| ${ADDRESS}
Requested by @${ANA} · expires 2026-03-04 09:00 UTC · Whitelisted 2026-02-19 10:00 UTC by @${DAN}, approved by @${BEN}, @${CAL} · Acme · SANDBOX
[Review] [Deny] (Ask the requester, History, Download the exact content)`,
    );
  });

  it("says the same of a request that has ended, without the buttons", () => {
    const decided = cardText(
      {
        approvals: [approvalBy(BEN)],
        state: { status: "denied", at: NOW, by: CAL, reason: "Not this quarter" },
      },
      { isFirstUse: true },
    );

    expect(decided).toBe(
      `# ⛔ R-142 · Payroll float
DENIED
By @${CAL}, 2026-03-03 10:00 UTC. No Rail was created. Reason:
> Not this quarter
Route: On-ramp GBP → GBPA on Solana (devnet)
Destination: Treasury cold wallet · used by 3 Rails
Limits: Permanent, no amount limit. It cannot be undone through Signalbox.
Reason: “Salaries are paid in GBPA from March on.”
| ${ADDRESS}
Requested by @${ANA}, 2026-03-03 09:00 UTC · approved by @${BEN} · Whitelisted 2026-02-19 10:00 UTC by @${DAN}, approved by @${BEN}, @${CAL} · Acme · SANDBOX
(Request again, History, Download the exact content)`,
    );
  });

  it("says an off-ramp's IBAN, and the person's own reference", () => {
    const change = aChange({ spec: anOffRampSpec(), reference: "PO-7" });

    const text = cardText({ content: aContent({ change }) });

    expect(text).toContain("Route: Off-ramp GBPA on Solana (devnet) → GBP");
    expect(text).toContain("| GB29NWBK60161331926819\n");
    expect(text).toContain("Your reference: “PO-7”");
  });

  it.each<[string, State, string]>([
    [
      "APPROVED",
      { status: "approved", since: NOW, timesNotSent: 0, because: null, nextTryAt: NOW },
      "Sent to the Rail service next.",
    ],
    [
      "APPROVED, NOT SENT YET",
      {
        status: "approved",
        since: NOW,
        timesNotSent: 3,
        because: "incomplete",
        nextTryAt: after({ minutes: 2 }),
      },
      "Nothing was sent; tried 3 times. Before Signalbox creates a Rail it checks all others, and could not: the service does not show all the Rails that it has.\nAn administrator has to ask the Rail service why. A Rail that is gone for good can be ruled out by two approvers, in health.\nNext try: 2026-03-03 10:02 UTC.",
    ],
    [
      "BLOCKED",
      { status: "blocked", since: NOW, nextTryAt: after({ minutes: 10 }) },
      "The Rail service does not accept this workspace's token, or its address is no longer listed. No Rail was created.\nThe set-up says which. An administrator has to replace the token. Next try: 2026-03-03 10:10 UTC.",
    ],
    [
      "SENDING",
      { status: "sending", since: NOW, timesNotSent: 0 },
      "The Rail service is being asked to create the Rail.",
    ],
    [
      "NOT CONFIRMED YET",
      {
        status: "unknown",
        since: NOW,
        because: "no-clear-answer",
        cleanScans: 0,
        failedLooks: 0,
        trouble: null,
        nextLookAt: after({ minutes: 32 }),
        issued: null,
      },
      "Do not request it again: the Rail may already exist. Checking again 2026-03-03 10:32 UTC.\nThe Rail service gave no clear answer when asked to create it.",
    ],
    [
      "CREATED, BEING CHECKED",
      {
        status: "created",
        since: NOW,
        railId: RAIL_ID,
        issued: null,
        timesNotFound: 0,
        nextLookAt: NOW,
      },
      `Rail ${RAIL_ID} is compared with what was approved before its deposit instructions are posted.`,
    ],
    [
      "CREATED AND CHECKED",
      { status: "verified", since: NOW, railId: RAIL_ID, issued: null },
      `Rail ${RAIL_ID} matches the approval. Its deposit instructions are being posted.`,
    ],
    [
      "QUARANTINED",
      {
        status: "quarantined",
        unnamed: 0,
        because: "differs",
        was: "created",
        since: NOW,
        railIds: [RAIL_ID],
        differences: [
          {
            field: "destination.wallet.network",
            expectedBy: "approved",
            expected: "SOLANA_DEVNET",
            found: null,
          },
        ],
      },
      `Do not send money to it. Deposit instructions are withheld.\nThe service shows something other than what was approved. Rail: ${RAIL_ID}\n${ONE_IS_LIVE}\n- destination.wallet.network: approved “SOLANA_DEVNET”, now nothing`,
    ],
    [
      "QUARANTINED",
      aQuarantine({ because: "several", was: "done", railIds: [RAIL_ID, "rail_b"] }),
      `Do not send money to any of them. Its deposit instructions are withdrawn: do not use them.\n2 Rails exist for this one request: ${RAIL_ID}, rail_b.\nAll of them are live, and the Rail service cannot delete a Rail. An administrator has to clear this up with the Rail service before any money goes there.`,
    ],
    [
      "QUARANTINED",
      aQuarantine({ because: "several", was: "denied", unnamed: 1 }),
      `Do not send money to any of them. Deposit instructions are withheld.\n2 Rails exist for this one request: ${RAIL_ID}, 1 that the service shows without an id. Besides, it was denied.\nAll of them are live`,
    ],
    [
      "QUARANTINED",
      aQuarantine({ because: "uncalled-for", was: "voided" }),
      `Do not send money to it. Deposit instructions are withheld.\nA Rail exists for this request, although it had been closed: ${RAIL_ID}.\n${ONE_IS_LIVE}`,
    ],
    [
      "QUARANTINED",
      aQuarantine({ because: "uncalled-for", was: null }),
      `Do not send money to it. Deposit instructions are withheld.\nA Rail exists for this request, although none was to be made: ${RAIL_ID}.\n`,
    ],
    [
      "QUARANTINED",
      aQuarantine({ because: "of-another-request", was: "sending" }),
      `Do not send money to it. Deposit instructions are withheld.\nThe Rail that was made for this request belongs to another request, too: ${RAIL_ID}.\n`,
    ],
    [
      "NEEDS REVIEW",
      { ...needed("It may still exist."), candidates: [RAIL_ID] },
      `An approver needs to decide. Why:\n> It may still exist.\n- It may be ${RAIL_ID}\nDoes this Rail exist?\nLook at the Rail service for: GBP → GBPA on Solana (devnet) to Treasury cold wallet, created since 2026-03-03 10:00 UTC.\nYes: link it. Signalbox compares it with the approval first.\nNo: try once more, or close it. Both take two approvers.`,
    ],
    [
      "WITHDRAWN",
      { status: "withdrawn", at: NOW, by: ANA },
      `By @${ANA}, 2026-03-03 10:00 UTC. No Rail was created.`,
    ],
    [
      "EXPIRED",
      { status: "expired", at: NOW },
      "Expired 2026-03-03 10:00 UTC. No Rail was created. It can be requested again.",
    ],
    [
      "FAILED",
      {
        status: "failed",
        at: NOW,
        message: "The given data was invalid.",
        fieldErrors: { "source.asset": ["is not known"] },
      },
      "The Rail service refused it, 2026-03-03 10:00 UTC. No Rail was created. It said:\n> The given data was invalid.\n- source.asset: is not known\nOnce that is fixed, it can be requested again. If the message is not clear, an administrator can ask the Rail service.",
    ],
    [
      "FAILED",
      {
        status: "failed",
        at: NOW,
        message: "Your *plan* has no <!channel> left.",
        fieldErrors: {},
      },
      "The Rail service refused it, 2026-03-03 10:00 UTC. No Rail was created. It said:\n> Your *plan* has no <!channel> left.\nOnce that is fixed, it can be requested again. If the message is not clear, an administrator can ask the Rail service.",
    ],
    [
      "FAILED",
      { status: "failed", at: NOW, message: "", fieldErrors: {} },
      "The Rail service refused it, 2026-03-03 10:00 UTC. No Rail was created. It gave no reason.\nAn administrator can ask the Rail service why.",
    ],
  ])("says %s", (title, state, details) => {
    const text = cardText({ state });
    expect(text).toContain(`\n${title}\n${details}`);
    expect(text).toContain("Route: On-ramp GBP");
    expect(approvalCard(requestFactsOf({ state })).text).toBe(`R-142: ${title} · Payroll float`);
  });

  it("says of a finished Rail in five lines what there is, and its id in small print", () => {
    const state = { status: "done", since: NOW, railId: RAIL_ID, issued: null } as const;

    expect(cardText({ state, approvals: [approvalBy(BEN)] })).toBe(
      `# ✅ R-142 · Payroll float
DONE · The Rail is live and matches the approval.
Route: On-ramp GBP → GBPA on Solana (devnet)
Destination: Treasury cold wallet · used by 3 Rails
Requested by @${ANA}, 2026-03-03 09:00 UTC · approved by @${BEN} · Acme · SANDBOX · ${RAIL_ID}
[Open deposit instructions] (History, Download the exact content)`,
    );
  });

  it("leads to the instructions, or says that they went by direct message", () => {
    const state = { status: "done", since: NOW, railId: RAIL_ID, issued: null } as const;
    const instructionsLink = "https://acme.slack.com/archives/C0TREASURY/p1";

    expect(cardText({ state }, { instructionsLink, instructionsWentTo: "channel" })).toContain(
      "[Open deposit instructions]",
    );
    expect(cardText({ state }, { instructionsWentTo: "direct-message" })).toContain(
      `Its deposit instructions were sent to @${ANA}.`,
    );
  });

  it("says that its instructions wait, and why, when they cannot be delivered", () => {
    const state = { status: "verified", since: NOW, railId: RAIL_ID, issued: null } as const;

    expect(cardText({ state })).toContain("are being posted");
    const text = cardText({ state: { ...state, isUndeliverable: true } });
    expect(text).not.toContain("are being posted");
    expect(text).toContain(`could not be sent to @${ANA} by direct message`);
    expect(text).toContain("[Show the instructions]");
  });

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
      `WAITING 0 of 2 · needs @${CAL} or @${DAN}\n`,
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

  it("warns when too few people are left, and when the destination is not in the register", () => {
    const currentPolicy = aPolicy({ approvers: [BEN] });

    const text = cardText({}, { currentPolicy, destination: null });

    expect(text).toContain("🔴 Warning: too few approvers are left.");
    expect(text).toContain("🔴 Warning: this destination is not in the register");
    expect(cardText({})).not.toContain("Warning");
  });

  it("says production where the money is real", () => {
    const content = aContent({ connection: aConnection({ environment: "production" }) });

    expect(cardText({ content })).toContain("Acme · production");
  });

  it("names fifty people at most, and says how many there are beyond that", () => {
    const approvers = Array.from({ length: 60 }, (_, index) => `U${index}`);
    const policy = aPolicy({ approvers });

    expect(cardText({ policy }, { currentPolicy: policy })).toContain("needs 60 people");
  });
});
