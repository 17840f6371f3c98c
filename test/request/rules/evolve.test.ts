import { describe, expect, it } from "vitest";
import { evolve } from "../../../src/request/rules/evolve.ts";
import type { RequestEvent } from "../../../src/request/rules/request-event.ts";
import { inStatus, STATUSES } from "../../domain/situations.ts";
import { after, anOnRampRail, BEN, CAL, NOW, RAIL_ID } from "../../support/builders.ts";

const at = NOW;
const nextLookAt = NOW;
const nextTryAt = NOW;

/** One of every kind: the compiler asks for the next one. */
const EVENTS: { [Type in RequestEvent["type"]]: Extract<RequestEvent, { type: Type }> } = {
  "approval-given": { at, type: "approval-given", by: BEN, digest: "d", isChecked: true },
  "wrong-answer": { at, type: "wrong-answer", by: BEN, times: 2 },
  "case-slip": { at, type: "case-slip", by: BEN, times: 1 },
  "question-asked": { at, type: "question-asked", by: BEN, question: "Whose invoice?" },
  approved: { at, type: "approved" },
  "approvals-lapsed": { at, type: "approvals-lapsed", of: [BEN] },
  denied: { at, type: "denied", by: BEN, reason: "No" },
  withdrawn: { at, type: "withdrawn", by: BEN },
  expired: { at, type: "expired" },
  "sending-started": { at, type: "sending-started", attempt: 2, countedApprovers: [BEN] },
  blocked: { at, type: "blocked", nextTryAt },
  woken: { at, type: "woken" },
  "not-sent": { at, type: "not-sent", because: "incomplete", nextTryAt },
  refused: { at, type: "refused", message: "Invalid", fieldErrors: {} },
  "outcome-unknown": { at, type: "outcome-unknown", because: "no-id", nextLookAt, issued: null },
  "scanned-clean": { at, type: "scanned-clean", nextLookAt },
  "look-failed": { at, type: "look-failed", because: "unreachable", nextLookAt },
  "gave-up": { at, type: "gave-up", question: "outcome", because: "It may still exist." },
  voided: { at, type: "voided", because: "It was retired." },
  "remedy-proposed": {
    at,
    type: "remedy-proposed",
    by: BEN,
    remedy: { type: "enter-id", serviceId: "wa_1" },
  },
  "remedy-agreed": { at, type: "remedy-agreed", by: CAL },
  released: { at, type: "released", by: BEN, proposedBy: CAL, expiresAt: after({ hours: 24 }) },
  "in-force": { at, type: "in-force", serviceId: "wa_1", isProven: false, by: [BEN, CAL] },
  "set-up-changed": { at, type: "set-up-changed", countedApprovers: [BEN, CAL] },
  "rail-adopted": { at, type: "rail-adopted", serviceId: "wa_1001", countedApprovers: [BEN, CAL] },
  "dispute-ended": { at, type: "dispute-ended", countedApprovers: [BEN, CAL] },
  created: { at, type: "created", railId: RAIL_ID, issued: null, nextLookAt },
  linked: { at, type: "linked", by: BEN, railId: RAIL_ID, issued: anOnRampRail(), nextLookAt },
  proven: { at, type: "proven" },
  "not-found-yet": { at, type: "not-found-yet", nextLookAt },
  verified: { at, type: "verified", notes: [] },
  quarantined: { at, type: "quarantined", railIds: [RAIL_ID], differences: [] },
  "instructions-undeliverable": { at, type: "instructions-undeliverable" },
  "instructions-posted": { at, type: "instructions-posted", channelId: "C1" },
};

describe.each(Object.values(EVENTS))("the event $type", (event) => {
  it.each(STATUSES)(
    "is one version more of a request that is %s, and keeps what was asked",
    (status) => {
      const before = inStatus(status);

      const { version, state, approvals, wrongAnswers, caseSlips, attempt, expiresAt, ...asked } =
        evolve(before, event);

      expect(version).toBe(before.version + 1);
      expect(before).toMatchObject(asked);
      expect(STATUSES).toContain(state.status);
      if (event.type !== "released") expect(expiresAt).toBe(before.expiresAt);
    },
  );
});

it("what was blocked, and is not sent once the token is mended, has not been sent for the first time", () => {
  const events = [EVENTS["sending-started"], EVENTS["not-sent"]];
  const { state } = events.reduce(evolve, inStatus("blocked"));

  expect(state).toMatchObject({ status: "approved", timesNotSent: 1 });
});
