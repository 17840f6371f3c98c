import { describe, expect, it } from "vitest";
import { block } from "../../../src/platform/slack/blocks/ids.ts";
import { noticeModal } from "../../../src/platform/slack/blocks/notice-modal.ts";
import type { ReviewDraftModal } from "../../../src/rail/screens/review-draft-modal.ts";
import { reviewDraftModal } from "../../../src/rail/screens/review-draft-modal.ts";
import { readWritten, writtenModal } from "../../../src/request/screens/deny.ts";
import { readReviewDraft } from "../../../src/request/screens/submit-draft.ts";
import {
  ANA,
  aBankAccountDestination,
  aChange,
  aConnection,
  aContent,
  anOffRampSpec,
  aPolicy,
  aRequest,
  aWalletDestination,
  BEN,
  CAL,
  DAN,
  NOW,
} from "../../support/builders.ts";
import { filledIn } from "../../support/fill-in.ts";
import { plainText } from "../../support/plain-text.ts";

describe("the review of a draft", () => {
  const props: ReviewDraftModal = {
    draftId: "draft-1",
    draftDigest: "digest-1",
    change: aChange(),
    destination: aWalletDestination(),
    policy: aPolicy({ approvers: [ANA, BEN, CAL, DAN] }),
    requesterId: ANA,
    connection: aConnection(),
    workspaceName: "Acme",
    now: NOW,
  };

  it("says what will be asked for, what it means, and who has to agree", () => {
    expect(plainText(reviewDraftModal(props).blocks)).toBe(
      `# Payroll float
On-ramp GBP → GBPA on Solana (devnet)
Every GBP deposit becomes GBPA.
Permanent, no amount limit. The Rail service cannot undo it.
To Treasury cold wallet on Solana (devnet), whitelisted 12 days ago by @${DAN}, approved by @${BEN}, @${CAL}
7xKX tg2C W87d 97TX JSDp bD5j Bkhe TqA8 3TZR uJos gAsU
Reason:
> Salaries are paid in GBPA from March on.
Needs 2 of @${BEN}, @${CAL}, @${DAN}, not you.
Expires in 24 hours.
Acme · SANDBOX`,
    );
  });

  it("warns first, in an alert", () => {
    const text = plainText(reviewDraftModal({ ...props, isFirstUse: true }).blocks);

    expect(text).toMatch(/^# Payroll float\n\(error\) Warning: first use\. .*\nOn-ramp GBP/);
  });

  it("says the IBAN of an off-ramp, and who put it in the sandbox's register", () => {
    const text = plainText(
      reviewDraftModal({
        ...props,
        change: aChange({ spec: anOffRampSpec(), reference: "PO-7" }),
        destination: aBankAccountDestination({ addedBy: "sandbox", approvedBy: [] }),
      }).blocks,
    );

    expect(text).toContain(
      "To Operating account, whitelisted 12 days ago by the sandbox\nGB29 NWBK",
    );
    expect(text).toContain("Your reference: “PO-7”");
  });

  it("carries which draft was shown, and has nothing to fill in", () => {
    const view = reviewDraftModal(props);

    expect(readReviewDraft(filledIn(view))).toEqual({
      draftId: "draft-1",
      draftDigest: "digest-1",
    });
    expect(view.submit?.text).toBe("Send for approval");
    expect(view.blocks.filter(({ type }) => type === "input")).toEqual([]);
    expect(readReviewDraft({ private_metadata: "{}" })).toBeUndefined();
  });
});

describe("a denial", () => {
  const view = writtenModal("deny", aRequest());

  it("has a reason", () => {
    expect(
      readWritten("deny", filledIn(view, { [block.denialReason]: " Not now " })),
    ).toMatchObject({
      ok: true,
      reason: "Not now",
      request: { requestId: aRequest().id },
    });
  });

  it.each([
    [null, "Reason is empty"],
    ["x".repeat(1_001), "Reason is too long"],
    ["\u202Eno", "Reason contains a character that changes reading direction"],
  ])("is refused with the reason %j", (reason, error) => {
    expect(readWritten("deny", filledIn(view, { [block.denialReason]: reason }))).toEqual({
      ok: false,
      errors: { [block.denialReason]: expect.stringContaining(error) },
    });
  });

  it("is not read from a view that is not ours", () => {
    expect(readWritten("deny", { ...filledIn(view), private_metadata: "" })).toBeUndefined();
  });

  it("says production where the money is real: nothing stands in its title", () => {
    const content = aContent({ connection: aConnection({ environment: "production" }) });

    expect(writtenModal("deny", aRequest({ content })).title.text).toBe("Deny R-142");
  });
});

describe("a notice", () => {
  it("says its sentences, and asks nothing", () => {
    const view = noticeModal({ title: "Already decided", sentences: ["One.", "Two."] });

    expect(plainText(view.blocks)).toBe("One.\nTwo.");
    expect(view.submit).toBeUndefined();
  });
});
