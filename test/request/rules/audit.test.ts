import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AuditEntry } from "../../../src/request/rules/audit.ts";
import { chained, firstBreak } from "../../../src/request/rules/audit.ts";
import { altered, leavesOf } from "../../domain/leaves.ts";
import { BEN, NOW } from "../../support/builders.ts";

type Unchained = Parameters<typeof chained>[0];

function aChain(length: number): AuditEntry[] {
  const chain: AuditEntry[] = [];
  while (chain.length < length) {
    const nth = chain.length + 1;
    const requestId = nth % 2 ? `request-${nth}` : null;
    chain.push(
      chained(
        {
          workspaceId: "T0ACME",
          at: NOW,
          actor: BEN,
          action: "approval-given",
          connectionId: "con_acme",
          requestId,
          facts: JSON.stringify({ nth }),
        },
        chain.at(-1),
      ),
    );
  }
  return chain;
}

function unchained({ sequence, previousHash, hash, ...entry }: AuditEntry): Unchained {
  return entry;
}

const chain = aChain(8);
const place = fc.nat({ max: chain.length - 1 });
const FIELDS = chain.flatMap((entry, at) => leavesOf(entry).map((field) => ({ at, field })));

describe("a chain of audit entries", () => {
  it("is whole as it was written, from one entry to many, and when there is none", () => {
    for (let length = 0; length < 9; length += 1) {
      expect(firstBreak(aChain(length), aChain(length).at(-1))).toBeUndefined();
    }
  });

  it("begins at 1 after the genesis hash", () => {
    expect(chain[0]).toMatchObject({ sequence: 1, previousHash: "0".repeat(64) });
  });

  it.each(FIELDS)("is broken at entry $at when its $field is changed", ({ at, field }) => {
    const changed = chain.map((entry, index) => (index === at ? altered(entry, field) : entry));

    expect(firstBreak(changed)).toBe(at + 1);
  });

  it("is broken where an entry was removed, unless it was the last", () => {
    fc.assert(
      fc.property(place, (at) => {
        const isLast = at === chain.length - 1;

        expect(firstBreak(chain.toSpliced(at, 1))).toBe(isLast ? undefined : at + 1);
      }),
    );
  });

  it("is broken where two entries were exchanged", () => {
    fc.assert(
      fc.property(place, place, (one, other) => {
        fc.pre(one !== other);
        const [a, b] = [chain[one], chain[other]];
        if (!a || !b) throw new Error("outside the chain");

        expect(firstBreak(chain.with(one, b).with(other, a))).toBe(Math.min(one, other) + 1);
      }),
    );
  });

  it("is broken where an entry was inserted, also one chained as it should be", () => {
    fc.assert(
      fc.property(place, fc.boolean(), (at, isChained) => {
        const entry = chain[at];
        if (!entry) throw new Error("outside the chain");
        const forged = { ...unchained(entry), actor: "U0EVE" };
        const extra = isChained ? chained(forged, chain[at - 1]) : entry;

        // A chained one fits where it stands, and the one after it no longer does.
        expect(firstBreak(chain.toSpliced(at, 0, extra))).toBe(at + 2);
      }),
    );
  });

  it("is broken after an entry that was rewritten with its own hash", () => {
    fc.assert(
      fc.property(place, (at) => {
        const entry = chain[at];
        if (!entry) throw new Error("outside the chain");
        const forged = chained({ ...unchained(entry), actor: "U0EVE" }, chain[at - 1]);
        const isLast = at === chain.length - 1;

        const rewritten = chain.with(at, forged);

        expect(firstBreak(rewritten)).toBe(isLast ? undefined : at + 2);
        expect(firstBreak(rewritten, chain.at(-1))).toBe(at + 2);
      }),
    );
  });

  it("is broken where an entry was rewritten and all after it chained anew, for whoever knows the head", () => {
    const rewritten: AuditEntry[] = [];
    for (const [index, entry] of chain.entries()) {
      const actor = index === 3 ? "U0EVE" : entry.actor;
      rewritten.push(chained({ ...unchained(entry), actor }, rewritten.at(-1)));
    }

    expect(firstBreak(rewritten)).toBeUndefined();
    expect(firstBreak(rewritten, chain.at(-1))).toBe(chain.length + 1);
  });

  it("has a cut tail for whoever knows the head", () => {
    fc.assert(
      fc.property(place, (left) => {
        expect(firstBreak(chain.slice(0, left))).toBeUndefined();
        expect(firstBreak(chain.slice(0, left), chain.at(-1))).toBe(left + 1);
      }),
    );
  });
});
