import { afterEach, describe, expect, it } from "vitest";
import type { Agreement, Authority, Deed, Role } from "../../../src/authority/table.ts";
import { AUTHORITY } from "../../../src/authority/table.ts";
import { explore } from "./explore.ts";
import { pinned, WORLDS } from "./worlds.ts";

const TABLE: Record<Deed, Authority> = AUTHORITY;
const deeds = Object.keys(AUTHORITY) as Deed[];

describe("in every state that a small world can reach", () => {
  const reached = new Set<Deed>();

  it.each(WORLDS)(
    "nothing happens that must not, and every approver can stop it: $name",
    (world) => {
      const { states, effects, violation } = explore(world);

      expect(violation).toBeUndefined();
      console.log(`${world.name}: ${states} states, ${effects.size} deeds took effect`);
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
  without: string;
  row: Partial<Authority>;
}

const LESS: Partial<Record<Agreement, Agreement>> = {
  "every-rule": "deciding-rule",
  "touched-rules": "deciding-rule",
  "import-rule-too": "deciding-rule",
  "deciding-rule": "one-other",
  "one-other": "nobody",
};

const WIDER: Record<Role, Role | undefined> = {
  member: undefined,
  approver: "member",
  "any-approver": "member",
  "known-approver": "member",
  administrator: "member",
  operator: "member",
  slack: undefined,
};

function weakened(deed: Deed): Weakened[] {
  const row = TABLE[deed];
  const { by, needs, stoppedBy, isHeldByFreeze, isSetAtFirst, isNotForAdderAlone } = row;
  const wider = WIDER[by];
  const less = LESS[needs];
  // Whoever asks only asks: the quorum decides, and a proposal alone does nothing.
  const isOnlyAsked = needs !== "nobody";
  return [
    ...(wider && !isOnlyAsked ? [{ deed, without: "who may", row: { by: wider } }] : []),
    ...(by === "known-approver"
      ? [
          {
            deed,
            without: "that Slack's last answer is enough",
            row: { by: "any-approver" as const },
          },
        ]
      : []),
    ...(less ? [{ deed, without: "the agreement", row: { needs: less } }] : []),
    ...(stoppedBy ? [{ deed, without: "who may stop it", row: { stoppedBy: null } }] : []),
    ...(row.endsWithRequester
      ? [{ deed, without: "the requester", row: { endsWithRequester: false } }]
      : []),
    ...(isHeldByFreeze ? [{ deed, without: "the freeze", row: { isHeldByFreeze: false } }] : []),
    ...(isOnlyAsked && !isSetAtFirst && by !== "approver" && by !== "any-approver"
      ? [{ deed, without: "that it is never set at first", row: { isSetAtFirst: true } }]
      : []),
    ...(isNotForAdderAlone
      ? [{ deed, without: "the adder's rule", row: { isNotForAdderAlone: false } }]
      : []),
    ...(row.keepsRulesSatisfiable
      ? [{ deed, without: "that rules stay satisfiable", row: { keepsRulesSatisfiable: false } }]
      : []),
    ...(row.environment === "never" && by !== "slack"
      ? [{ deed, without: "that the environment may not", row: { environment: "sets" as const } }]
      : []),
  ];
}

it("the checker fails once the rules are not told what the environment pins", () => {
  const { pins: _, ...untold } = pinned;

  expect(explore(untold).violation).toContain("pinned");
});

describe("the checker fails once a condition is taken away:", () => {
  const before = structuredClone(TABLE);
  afterEach(() => {
    Object.assign(TABLE, structuredClone(before));
  });

  it.each(deeds.flatMap(weakened))("$deed without $without", ({ deed, row }) => {
    Object.assign(TABLE, { [deed]: { ...before[deed], ...row } });

    const found = WORLDS.filter((world) => world.deeds.includes(deed)).some(
      (world) => explore(world).violation !== undefined,
    );

    expect(found).toBe(true);
  });
});
