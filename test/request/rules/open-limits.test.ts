import { describe, expect, it } from "vitest";
import type { Change } from "../../../src/request/rules/change.ts";
import { overLimit } from "../../../src/request/rules/open-limits.ts";

const LIMITS = { perPerson: 2, perWorkspace: 5 };
const over = (kind: Change["kind"], mine: number, all: number) =>
  overLimit({ kind }, { mine, all }, LIMITS);

describe("how many requests may be open", () => {
  it("is bounded for each person, whatever they ask for", () => {
    for (const kind of ["create-rail", "retire-destination", "change-policy"] as const) {
      expect(over(kind, 1, 1)).toBeUndefined();
      expect(over(kind, 2, 2)).toBe("too-many-of-yours");
    }
  });

  it.each(["create-rail", "whitelist-destination", "import-destination"] as const)(
    "is bounded for a workspace: %s",
    (kind) => {
      expect(over(kind, 0, 4)).toBeUndefined();
      expect(over(kind, 0, 5)).toBe("too-many-here");
    },
  );

  it.each(["retire-destination", "change-policy", "change-channel", "change-connection"] as const)(
    "keeps nobody in a full workspace from %s",
    (kind) => {
      expect(over(kind, 0, 999)).toBeUndefined();
    },
  );
});
