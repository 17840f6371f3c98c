import fc from "fast-check";
import { expect, it } from "vitest";
import type { Rail } from "../../../src/platform/rail-api/rules/rail.ts";
import type { WatchedRail } from "../../../src/request/rules/outcome/rail-change.ts";
import { railChange } from "../../../src/request/rules/outcome/rail-change.ts";
import type { SeenRail } from "../../../src/request/rules/outcome/seen-rail.ts";
import { seenRail } from "../../../src/request/rules/outcome/seen-rail.ts";
import { after, anOffRampRail, anOnRampRail, NOW } from "../../support/builders.ts";

function seen(rail: Rail, at = NOW): SeenRail {
  const found = seenRail(rail, at);
  if (!found) throw new Error("It has an id");
  return found;
}

/** Every value of a Rail but its id and kind, by its path. */
function pathsOf(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value !== "object" || value === null) return [[...path]];
  return Object.entries(value).flatMap(([key, each]) =>
    (path.length === 0 && key === "id") || key === "kind" ? [] : pathsOf(each, [...path, key]),
  );
}

/** The same with another value in one place. */
function altered(rail: Rail, path: readonly string[]): Rail {
  const copy = structuredClone(rail);
  const last = path.at(-1) ?? "";
  const holder = path
    .slice(0, -1)
    .reduce(
      (part, key) => part[key] as Record<string, unknown>,
      copy as never as Record<string, unknown>,
    );
  holder[last] = typeof holder[last] === "boolean" ? !holder[last] : `${holder[last]} altered`;
  return copy;
}

const aRail = fc
  .tuple(fc.boolean(), fc.uuid(), fc.constantFrom("GBP", "EUR"), fc.string({ minLength: 1 }))
  .map(([isOn, id, asset, name]): Rail => {
    const rail = isOn ? anOnRampRail({ id }) : anOffRampRail({ id });
    const named = structuredClone(rail);
    if (named.destination.kind === "crypto") named.destination.wallet.displayName = name;
    named.destination.asset = asset;
    return named;
  });

type Planted = "nothing" | "missing" | "field";

it("finds each of very many planted differences, and nothing else", () => {
  const list = fc.uniqueArray(
    fc.tuple(aRail, fc.constantFrom<Planted>("nothing", "missing", "field"), fc.nat()),
    { minLength: 20, maxLength: 30, selector: ([{ id }]) => id },
  );
  let planted = 0;
  fc.assert(
    fc.property(list, (rails) => {
      for (const [rail, difference, where] of rails) {
        const paths = pathsOf(rail);
        const path = paths[where % paths.length] ?? [];
        const later = seen(
          difference === "field" ? altered(rail, path) : rail,
          after({ hours: 2 }),
        );
        const before = { rail: seen(rail), isMissing: false };
        const found = railChange(before, { rail: later, isMissing: difference === "missing" });

        if (difference === "nothing") {
          expect(found).toBeNull();
          continue;
        }
        planted += 1;
        expect(found?.change).toMatchObject({
          railId: rail.id,
          is: difference === "field" ? "changed" : "missing",
        });
        // It is told once.
        const again = { rail: later, isMissing: difference === "missing" };
        expect(railChange(found?.watched ?? null, again)).toBeNull();
      }
    }),
    { numRuns: 200 },
  );
  expect(planted).toBeGreaterThan(1_000);
});

it("names what has changed, as it was and as it is", () => {
  const rail = anOnRampRail();
  const wallet = { ...rail.destination.wallet, address: "elsewhere" };
  const now = { ...rail, destination: { ...rail.destination, wallet } };
  const before: WatchedRail = { rail: seen(rail), isMissing: false };

  expect(railChange(before, { rail: seen(now), isMissing: false })?.change).toEqual({
    railId: rail.id,
    is: "changed",
    fields: [
      {
        field: "delivers to: IBAN or address",
        before: rail.destination.wallet.address,
        now: "elsewhere",
      },
    ],
  });
});

it.each([
  ["accountNumber", "account number"],
  ["sortCode", "sort code"],
  ["bicSwift", "BIC"],
  ["reference", "reference"],
  ["currency", "currency"],
] as const)("names another %s to pay into", (key, field) => {
  const rail = anOnRampRail();
  const bankAccount = { ...rail.source.bankAccount, [key]: "another" };
  const now = { ...rail, source: { ...rail.source, bankAccount } };
  const before: WatchedRail = { rail: seen(rail), isMissing: false };

  expect(railChange(before, { rail: seen(now), isMissing: false })?.change).toMatchObject({
    fields: [{ field: `pay into: ${field}`, before: rail.source.bankAccount[key], now: "another" }],
  });
});

it("begins in silence, and takes what an earlier release did not note for no difference", () => {
  const rail = seen(anOnRampRail());
  const { digest: _, createdAt: __, ...older } = rail;

  expect(railChange(null, { rail, isMissing: false })?.change).toBeNull();
  expect(railChange({ rail: older, isMissing: false }, { rail, isMissing: false })).toEqual({
    watched: { rail, isMissing: false },
    change: null,
  });
});

it("is silent about a Rail that comes back as it was", () => {
  const rail = seen(anOnRampRail());

  expect(railChange({ rail, isMissing: true }, { rail, isMissing: false })).toEqual({
    watched: { rail, isMissing: false },
    change: null,
  });
});
