import { afterEach, describe, expect, it } from "vitest";
import type { Agreement, Authority } from "../../../src/authority/authority.ts";
import type { Deed } from "../../../src/authority/table.ts";
import { AUTHORITY } from "../../../src/authority/table.ts";
import { explore } from "./explore.ts";
import { pinned, WORLDS } from "./worlds.ts";

const TABLE: Record<Deed, Authority> = AUTHORITY;
const deeds = Object.keys(AUTHORITY) as Deed[];

/** How many states each world has, so that small ones are asked first. */
const sizes = new Map<string, number>();

describe("in every state that a small world can reach", () => {
  const reached = new Set<Deed>();

  it.each(WORLDS)(
    "nothing happens that must not, and every approver can stop it: $name",
    (world) => {
      const { states, effects, violation } = explore(world);

      expect(violation).toBeUndefined();
      console.log(`${world.name}: ${states} states, ${effects.size} deeds took effect`);
      sizes.set(world.name, states);
      for (const deed of effects) reached.add(deed);
    },
  );

  it("everything that people can do takes effect somewhere", () => {
    // Slack and the operator do these outside the app.
    const outside = deeds.filter((deed) => ["slack", "operator"].includes(TABLE[deed].by));

    expect(deeds.filter((deed) => !reached.has(deed))).toEqual(outside);
  });
});

/** A row with one of its conditions taken away. */
interface Weakened {
  deed: Deed;
  column: string;
  to: unknown;
}

const LESS: Partial<Record<Agreement, Agreement>> = {
  "every-rule": "deciding-rule",
  "touched-rules": "deciding-rule",
  "import-rule-too": "deciding-rule",
  "deciding-rule": "one-other",
  "one-other": "nobody",
};

const isTrue = (value: boolean) => (value ? [false] : []);

/** What each column of a row can be weakened to; nothing where it asks for nothing, or only describes. */
const WEAKER: {
  [Column in keyof Authority]: (value: Authority[Column], row: Authority) => unknown[];
} = {
  does: () => [],
  told: () => [],
  audit: () => [],
  // "anyone" is no role of the table: nothing is asked of them at all.
  by: (by) => [
    by === "member" ? "anyone" : "member",
    ...(by === "known-approver" ? ["any-approver"] : []),
  ],
  needs: (needs) => [LESS[needs] ?? []].flat(),
  stoppedBy: (stoppedBy) => (stoppedBy ? [null] : []),
  endsWithRequester: isTrue,
  isHeldByFreeze: isTrue,
  // Only what is asked for in a request could be set without one.
  isSetAtFirst: (isSetAtFirst, { stoppedBy }) => (stoppedBy && !isSetAtFirst ? [true] : []),
  isNotForAdderAlone: isTrue,
  isNotForOwn: isTrue,
  keepsRulesSatisfiable: isTrue,
  environment: (environment) => (environment === "never" ? ["sets"] : []),
};

function weakenedIn<Column extends keyof Authority>(deed: Deed, column: Column): Weakened[] {
  const row = TABLE[deed];
  return WEAKER[column](row[column], row).map((to) => ({ deed, column, to }));
}

const weakened = (deed: Deed) =>
  (Object.keys(WEAKER) as (keyof Authority)[]).flatMap((column) => weakenedIn(deed, column));

it("the checker fails once the rules are not told what the environment pins", () => {
  const { pins: _, ...untold } = pinned;

  expect(explore(untold).violation).toContain("pinned");
});

describe("the checker fails once a condition is taken away:", () => {
  const before = structuredClone(TABLE);
  afterEach(() => {
    Object.assign(TABLE, structuredClone(before));
  });

  const found = new Map<Deed, string[]>();

  it.each(deeds.flatMap(weakened))("$deed with $column $to", ({ deed, column, to }) => {
    Object.assign(TABLE, { [deed]: { ...before[deed], [column]: to } });

    const sizeOf = ({ name }: { name: string }) => sizes.get(name) ?? 0;
    const worlds = WORLDS.filter((world) => world.deeds.includes(deed)).sort(
      (one, other) => sizeOf(one) - sizeOf(other),
    );
    expect(worlds.some((world) => explore(world).violation !== undefined)).toBe(true);
    found.set(deed, [...(found.get(deed) ?? []), `${column} ${to}`]);
  });

  it("in each row, all of which are printed", () => {
    console.log([...found].map(([deed, columns]) => `${deed}: ${columns.join(", ")}`).join("\n"));

    expect([...found.keys()]).toEqual(deeds);
  });
});
