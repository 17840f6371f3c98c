import { describe, expect, it } from "vitest";
import { awaitedSentence, unusableSentence } from "../../../src/rail/screens/new-rail.ts";
import {
  aContent,
  after,
  aRequest,
  aWalletDestination,
  aWhitelisting,
  NOW,
} from "../../support/builders.ts";
import { everyState } from "../../support/states.ts";

const request = aRequest({ number: 7, content: aContent({ change: aWhitelisting() }) });

describe("why nothing can be delivered into a destination yet", () => {
  it("is told of one that is only asked for, with how long it will take after that", () => {
    expect(awaitedSentence(request, 24)).toBe(
      "R-7 is still pending approval. It can be used 24 hours after it is whitelisted. Choose another, or close this form: a message then brings your draft back.",
    );
    expect(awaitedSentence(request, 0)).toContain("as soon as it is whitelisted");
    expect(awaitedSentence(undefined, 0)).toBe(
      "This destination can no longer be used. Choose another.",
    );
  });

  it("is told in every state of its request", () => {
    for (const state of everyState()) {
      expect(awaitedSentence({ ...request, state }, 24)).toMatch(/^R-7 .+\.$/);
    }
    expect(awaitedSentence({ ...request, state: { status: "expired", at: NOW } }, 24)).toBe(
      "R-7 did not lead to a destination: its card says why. Choose another.",
    );
  });

  it("is told of one in the register, with from when it can be", () => {
    const usableFrom = after({ hours: 23 });

    expect(unusableSentence(aWalletDestination({ usableFrom }), NOW)).toBe(
      "This destination was whitelisted only recently. It may be used from 2026-03-04 09:00 UTC. Choose another until then.",
    );
    expect(unusableSentence(aWalletDestination({ contradictedAt: NOW }), NOW)).toContain(
      "with another address or IBAN than the register",
    );
    expect(unusableSentence(aWalletDestination({ retiredAt: NOW }), NOW)).toContain(
      "has been retired",
    );
    expect(unusableSentence(undefined, NOW)).toContain("can no longer be used");
  });
});
