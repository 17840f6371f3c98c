import type { Around } from "../../src/request/rules/around.ts";
import type { Change } from "../../src/request/rules/content.ts";
import { digestOf } from "../../src/request/rules/digest.ts";
import type { Approval, Request, State } from "../../src/request/rules/request.ts";
import type { Step } from "../../src/request/rules/step.ts";
import { contentOf, ID, ON_RAMP } from "./changes.ts";
import { ANNA, at, BEN, CARA, CONNECTION, DAN, everyone, NOW, SETTINGS } from "./company.ts";

type Given = Partial<Request> & { change?: Change };

/** What waits for its first approval, with the digest of its content. */
export function aRequest({ change = ON_RAMP, ...changes }: Given = {}): Request {
  const content = changes.content ?? contentOf(change);
  return {
    workspace: "T1",
    id: ID,
    number: 142,
    version: 3,
    content,
    digest: digestOf(content),
    requestedBy: ANNA,
    requestedAt: at(-3_600),
    askedIn: { channel: "C1" },
    expiresAt: at(72 * 3_600),
    approvals: [],
    round: 1,
    attempts: [],
    attemptEndedAt: null,
    ruledOut: [],
    reports: [],
    state: { is: "pending" },
    ...changes,
  };
}

export function approvalOf(
  { digest, round }: Request,
  by: string,
  changes: Partial<Approval> = {},
): Approval {
  return { by, at: at(-600), seq: 50, digest, round, checkedIn: null, ...changes };
}

/** Agreed by Ben and Cara (and Dan, for a destination), and not sent. */
export function anAgreed(given: Given = {}): Request {
  const request = aRequest({ state: { is: "ready", because: null }, ...given });
  const approvals = [BEN, CARA, DAN].map((by) => approvalOf(request, by));
  return { ...request, approvals: given.approvals ?? approvals };
}

/** Sent once; unless it is `sending`, its outcome was recorded an hour and a half ago. */
export function aSent(state: State, given: Given = {}): Request {
  const attemptEndedAt = state.is === "sending" ? null : at(-5_400);
  return anAgreed({ attempts: ["a1"], attemptEndedAt, state, ...given });
}

export const around = (changes: Partial<Around> = {}): Around => ({
  now: NOW,
  begunAt: at(-30),
  head: 100,
  forces: { settings: 1, frozen: null },
  inForce: { version: 1, settings: SETTINGS },
  restoredAt: 0,
  obstacle: null,
  trustedBy: null,
  connection: { ...CONNECTION, hasToken: true, isListed: true },
  standings: everyone("active"),
  look: { beganAt: at(-20), endedAt: at(-10), sightings: [] },
  ...changes,
});

export function nextOf(step: Step): Request {
  if (!step.ok) throw new Error(`Refused: ${step.because.is}`);
  return step.next;
}

/** What a step made: the next request, with its last entry. */
export const madeOf = (step: Step) => ({
  ...nextOf(step),
  entry: step.ok ? step.entries.at(-1) : null,
});
