import type { State } from "../../src/request/rules/change-request.ts";
import type { TwoPersonRemedy } from "../../src/request/rules/remedy.ts";
import { ANA, BEN, NOW, RAIL_ID } from "./builders.ts";

/** One of each set of remedies. */
const QUESTIONS = ["outcome", "no-id", "tampered"] as const;

/** Nobody but a person knows what came of it. */
export function needed(because: string) {
  return {
    status: "needs-a-person",
    since: NOW,
    question: "outcome",
    because,
    candidates: [] as readonly string[],
    made: null,
  } as const;
}

/** One state of each status, in the order of a request's life. */
export function everyState(foreign = "because"): State[] {
  return [
    { status: "pending" },
    { status: "approved", since: NOW, timesNotSent: 0, because: null, nextTryAt: NOW },
    { status: "approved", since: NOW, timesNotSent: 3, because: "incomplete", nextTryAt: NOW },
    { status: "blocked", since: NOW, nextTryAt: NOW },
    { status: "sending", since: NOW, timesNotSent: 0 },
    {
      status: "unknown",
      since: NOW,
      because: "no-clear-answer",
      cleanScans: 1,
      failedLooks: 3,
      trouble: "incomplete",
      nextLookAt: NOW,
      issued: null,
    },
    {
      status: "created",
      since: NOW,
      timesNotFound: 1,
      nextLookAt: NOW,
      railId: RAIL_ID,
      issued: null,
    },
    { status: "verified", since: NOW, railId: RAIL_ID, issued: null },
    { status: "verified", since: NOW, railId: RAIL_ID, issued: null, isUndeliverable: true },
    { status: "done", since: NOW, railId: RAIL_ID, issued: null },
    {
      status: "quarantined",
      since: NOW,
      railIds: [foreign, RAIL_ID],
      unnamed: 1,
      because: "several",
      was: "denied",
      differences: [],
    },
    {
      status: "quarantined",
      since: NOW,
      railIds: [foreign, RAIL_ID],
      unnamed: 1,
      because: "differs",
      was: "created",
      differences: Array.from({ length: 12 }, () => ({
        field: foreign,
        expectedBy: "approved",
        expected: foreign,
        found: foreign,
      })),
    },
    ...QUESTIONS.map(
      (question): State => ({
        ...needed(foreign),
        question,
        candidates: [foreign, RAIL_ID],
      }),
    ),
    ...everyRemedy(foreign).map(
      (remedy): State => ({
        ...needed(foreign),
        remedy: { by: BEN, at: NOW, remedy },
      }),
    ),
    { status: "in-force", since: NOW, serviceId: foreign },
    { status: "voided", at: NOW, because: foreign, made: null },
    { status: "voided", at: NOW, because: foreign, made: { railId: foreign, issued: null } },
    { status: "denied", at: NOW, by: BEN, reason: foreign },
    { status: "withdrawn", at: NOW, by: ANA },
    { status: "expired", at: NOW },
    {
      status: "failed",
      at: NOW,
      message: foreign,
      fieldErrors: Object.fromEntries(
        Array.from({ length: 12 }, (_, index) => [`${foreign}${index}`, [foreign, foreign]]),
      ),
    },
  ];
}

export function everyRemedy(serviceId = "wa_7001"): TwoPersonRemedy[] {
  return [{ type: "enter-id", serviceId }, { type: "release-attempt" }, { type: "close" }];
}

/** Many people, all of whom may approve. */
export function crowd(size: number): string[] {
  return Array.from({ length: size }, (_, index) => `U${String(index).padStart(10, "0")}`);
}
