import { describe, expect, it } from "vitest";
import type { Rail, RailSpec } from "../../../../src/platform/rail-api/rules/rail.ts";
import type { RailRequest } from "../../../../src/request/rules/change-request.ts";
import { isRailRequest } from "../../../../src/request/rules/change-request.ts";
import { candidateName, isCandidate } from "../../../../src/request/rules/outcome/candidate.ts";
import { withValue } from "../../../domain/leaves.ts";
import {
  aChange,
  aContent,
  after,
  anExchangeRail,
  anOffRampRail,
  anOffRampSpec,
  anOnRampRail,
  anOnRampSpec,
  aRequest,
} from "../../../support/builders.ts";

function asked(spec: RailSpec): RailRequest {
  const request = aRequest({ content: aContent({ change: aChange({ spec }) }) });
  if (!isRailRequest(request)) throw new Error("It asks for a Rail");
  return request;
}

describe.each<{ spec: RailSpec; rail: Rail }>([
  { spec: anOnRampSpec(), rail: anOnRampRail() },
  { spec: anOffRampSpec(), rail: anOffRampRail() },
])("an $rail.type without a tag", ({ spec, rail }) => {
  const request = asked(spec);
  const end = rail.type === "ON_RAMP" ? "wallet" : "bankAccount";

  it("may be the one that was asked for, when it is of the same route", () => {
    expect(isCandidate(request, rail)).toBe(true);
    expect(isCandidate(request, { ...rail, metadata: ["her own words", 7] })).toBe(true);
  });

  it.each(["source.asset", "destination.asset", `destination.${end}.id`])(
    "is not it with another %s",
    (path) => {
      expect(isCandidate(request, withValue(rail, path, "another"))).toBe(false);
      expect(isCandidate(request, withValue(rail, path, null))).toBe(false);
    },
  );

  it("is not it when it is of another type", () => {
    const other = rail.type === "ON_RAMP" ? anOffRampRail() : anOnRampRail();

    expect(isCandidate(request, other)).toBe(false);
    expect(isCandidate(request, anExchangeRail())).toBe(false);
  });

  it.each([null, "", "rail_\u0000"])("may be it with the id %j, by a name of its own", (id) => {
    const nameless = { ...rail, id };

    expect(isCandidate(request, nameless)).toBe(true);
    expect(candidateName(nameless)).toMatch(/^without a usable id, [0-9a-f]{12}$/);
    expect(candidateName({ ...nameless, createdAt: null })).not.toBe(candidateName(nameless));
    expect(candidateName(rail)).toBe(rail.id);
  });

  it("is not it when it was made before it was asked for, by more than clocks differ", () => {
    const madeAt = (createdAt: string | null) => isCandidate(request, { ...rail, createdAt });

    expect(request.requestedAt).toBe(after({ hours: -1 }));
    expect(madeAt(after({ hours: -25 }))).toBe(true);
    expect(madeAt(after({ hours: -25, ms: -1 }))).toBe(false);
    expect(madeAt(null)).toBe(true);
    expect(madeAt("not a time")).toBe(true);
  });
});

it("is not an off-ramp from another network", () => {
  const request = asked(anOffRampSpec());

  expect(isCandidate(request, withValue(anOffRampRail(), "source.wallet.network", "SOLANA"))).toBe(
    false,
  );
});

it("has a name although half a character stands in it, another for another half", () => {
  const broken = (half: string) =>
    withValue({ ...anOnRampRail(), id: null }, "source.bankAccount.displayName", half);

  expect(candidateName(broken("\ud83d"))).toMatch(/^without a usable id, [0-9a-f]{12}$/);
  expect(candidateName(broken("\ud83d"))).not.toBe(candidateName(broken("\ude00")));
});
