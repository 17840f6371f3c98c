import { describe, expect, it } from "vitest";
import { freezeRefusal } from "../../../src/freeze/freeze-messages.ts";
import { serviceTroubleSentence } from "../../../src/platform/rail-api/service-trouble.ts";
import { askingRefusalSentence } from "../../../src/request/screens/asking.ts";
import type { ClickRefusal } from "../../../src/request/screens/refusals.ts";
import {
  guestMessage,
  refusalMessage,
  refusalSentence,
} from "../../../src/request/screens/refusals.ts";
import { aRequest, BEN, CAL, NOW } from "../../support/builders.ts";
import { plainText } from "../../support/plain-text.ts";

const REFUSALS: ClickRefusal[] = [
  "already-decided",
  "expired",
  "not-expired-yet",
  "self-approval",
  "not-an-approver",
  "not-an-active-member",
  "standing-not-known",
  "already-approved-by-you",
  "content-differs",
  "connection-changed",
  "not-the-requester",
  "too-late-to-withdraw",
  "rail-exists",
  "below-quorum",
  "first-use-by-adder",
  "destination-not-usable",
  "overtaken",
  "answer-missing",
  "wrong-answer",
  "attempt-ended",
  "second-person-needed",
  "requester-cannot-link",
  "proposed-already",
  "remedy-changed",
  "id-taken",
  "id-contradicted",
  "rail-taken",
  "rail-not-found",
  "rail-differs",
  "rail-older",
  "rail-ruled-out",
  "frozen",
  "not-now",
  "not-found",
  "seen-before",
];

const SENTENCES = [
  ...REFUSALS.map(refusalSentence),
  ...(
    [
      "unauthenticated",
      "not-found",
      "invalid",
      "not-sent",
      "unavailable",
      "unexpected-response",
    ] as const
  ).map(serviceTroubleSentence),
  ...(
    [
      "not-an-approver",
      "standing-not-known",
      "not-an-active-member",
      "frozen-already",
      "not-frozen",
      "agreed-already",
    ] as const
  ).map(freezeRefusal),
  ...(
    [
      "destination-not-usable",
      "similar-exists",
      "draft-gone",
      "draft-changed",
      "connection-changed",
      "too-many-of-yours",
      "too-many-here",
      "not-an-active-member",
      "standing-not-known",
    ] as const
  ).map(askingRefusalSentence),
];

describe("a refusal", () => {
  it.each(SENTENCES)("is a sentence, not a code: %s", (sentence) => {
    expect(sentence).toMatch(/^[A-Z].*[.]$/);
    expect(sentence).not.toMatch(/[a-z]-[a-z]+-|_|undefined/);
  });

  it("has a sentence of its own for each reason", () => {
    expect(new Set(SENTENCES).size).toBe(SENTENCES.length);
  });

  it("sends those who may only read the help there", () => {
    for (const standing of ["guest", "stranger", "bot", "deactivated", "not-known"] as const)
      expect(plainText(guestMessage(standing, "/rail").blocks)).toMatch(
        /^[A-Z].*\.\nTo see all commands, type \/rail help\.$/,
      );
  });

  it("says who decided, and when", () => {
    const denied = aRequest({ state: { status: "denied", at: NOW, by: BEN, reason: "No" } });
    const approved = aRequest({
      state: { status: "sending", since: NOW, timesNotSent: 0 },
      approvals: [{ by: CAL, at: NOW, digest: "" }],
    });
    const answer = (request: typeof denied) =>
      plainText(refusalMessage({ refusal: "already-decided", request }).blocks);

    expect(answer(denied)).toBe(
      `R-142: It is already decided. Nothing was changed.\nDenied by @${BEN}, 2026-03-03 10:00 UTC.`,
    );
    expect(answer(approved)).toContain(`Last approved by @${CAL}, 2026-03-03 10:00 UTC.`);
  });
});
