import { expect, it } from "vitest";
import { nextStep } from "../../../src/request/rules/next-step.ts";
import { about, inStatus, STATUSES } from "../../domain/situations.ts";
import { after, anImport, aRetirement, aWhitelisting } from "../../support/builders.ts";

const later = after({ minutes: 10 });

it.each([
  ["pending, when it expires", inStatus("pending"), "expire-request", after({ hours: 23 })],
  ["approved, at its next try", inStatus("approved", { nextTryAt: later }), "create-rail", later],
  ["blocked, at its next try", inStatus("blocked", { nextTryAt: later }), "create-rail", later],
  [
    "sending, when its sender must be gone",
    inStatus("sending", { since: later }),
    "create-rail",
    after({ minutes: 10, ms: 30_000 }),
  ],
  [
    "unknown, at its next look",
    inStatus("unknown", { nextLookAt: later }),
    "reconcile-rail",
    later,
  ],
  ["created, at its next read", inStatus("created", { nextLookAt: later }), "verify-rail", later],
  ["verified, at once", inStatus("verified", { since: later }), "post-instructions", later],
])("brings forward what is %s", (_, request, name, at) => {
  expect(nextStep(request)).toEqual({ name, at });
});

it.each([
  [aWhitelisting(), "whitelist-destination"],
  [anImport(), "keep-register"],
  [aRetirement(), "keep-register"],
])("carries out an approved change of the kind $kind by its own job", (change, name) => {
  for (const status of ["approved", "blocked", "sending"] as const) {
    expect(nextStep(about(change, status))).toMatchObject({ name });
  }
});

it("leaves alone what has ended, and what only a person can bring forward", () => {
  const still = STATUSES.filter((status) => nextStep(inStatus(status)) === undefined);

  expect(still.sort()).toEqual(
    [
      "denied",
      "done",
      "expired",
      "failed",
      "in-force",
      "needs-a-person",
      "quarantined",
      "voided",
      "withdrawn",
    ].sort(),
  );
});

it("waits longer for a sender than any POST may take", () => {
  const step = nextStep(inStatus("sending", { since: after({}) }));
  const clientTimeOut = after({ ms: 10_000 });
  const jobExpiry = after({ minutes: 1 });

  expect(step && step.at > clientTimeOut).toBe(true);
  expect(step && step.at < jobExpiry).toBe(true);
});
