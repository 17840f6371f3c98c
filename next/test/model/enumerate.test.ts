import { expect, it } from "vitest";
import type { Standing } from "../../src/platform/slack/answers.ts";
import { claim } from "../../src/request/rules/claim.ts";
import { countApprovals } from "../../src/request/rules/may.ts";
import type { Request } from "../../src/request/rules/request.ts";
import { ANNA, requirement, SETTINGS } from "../rules/company.ts";
import { approvalOf, aRequest, around } from "../rules/situation.ts";
import { type Given, type Person, quorumOf } from "./oracle.ts";

const STANDINGS = ["active", "guest", "bot", "outsider", "deactivated", "stranger", null] as const;
const STALE = ["twice", "other-digest", "old-round", "before-restore"] as const;
const RESTORED_AT = 40;

/** What one person is and has done, and which of the two requirements name them. */
interface Part {
  does: readonly [Standing | null, Given];
  isInFirst: boolean;
  isInSecond: boolean;
}

const partsOf = (all: readonly Part["does"][]): Part[] =>
  [0, 1, 2, 3].flatMap((named) =>
    all.map((does) => ({ does, isInFirst: named > 1, isInSecond: named % 2 === 1 })),
  );

const NOTHING: Part["does"] = ["active", "none"];
/** Every standing with a right approval, and every other approval of who is or may be active. */
const ALL = [
  NOTHING,
  ...STANDINGS.map((standing): Part["does"] => [standing, "right"]),
  ...STALE.flatMap((given) =>
    ["active" as const, null].map((standing): Part["does"] => [standing, given]),
  ),
];
const FEW = ALL.filter(([standing, given]) =>
  given === "right"
    ? !/guest|bot|outsider|stranger/.test(`${standing}`)
    : standing !== null && /none|twice|old-round/.test(given),
);

/** All choices of so many parts, in any order: but for the requester, people are alike. */
function* choices(parts: readonly Part[], count: number, from = 0): Generator<Part[]> {
  if (count === 0) return yield [];
  for (const [index, part] of parts.entries()) {
    if (index < from) continue;
    for (const others of choices(parts, count - 1, index)) yield [part, ...others];
  }
}

const plain = aRequest();
const APPROVALS: Record<Given, (by: string) => Request["approvals"]> = {
  none: () => [],
  right: (by) => [approvalOf(plain, by)],
  twice: (by) => [approvalOf(plain, by), approvalOf(plain, by, { seq: 51 })],
  "other-digest": (by) => [approvalOf(plain, by, { digest: "0".repeat(64) })],
  "old-round": (by) => [approvalOf(plain, by, { round: 0 })],
  "before-restore": (by) => [approvalOf(plain, by, { seq: RESTORED_AT })],
};

/** The requester and others, under two requirements; one that needs nobody does not apply. */
function worldOf(parts: readonly Part[], first: number, second: number) {
  const idOf = (index: number) => (index === 0 ? ANNA : `U${index}`);
  const people = parts.map(({ does: [standing, given] }, index): Person => {
    return { id: idOf(index), standing, given };
  });
  const namedIn = (list: "isInFirst" | "isInSecond") =>
    people.flatMap(({ id }, index) => (parts[index]?.[list] ? [id] : []));
  const asked = [
    { people: namedIn("isInFirst"), needed: first },
    { people: namedIn("isInSecond"), needed: second },
  ];
  const requirements = asked.map(({ people, needed }) =>
    requirement({ people, needed, when: needed === 0 ? { types: ["OFF_RAMP"] } : {} }),
  );
  const everybody = requirement({ covers: "destinations", people: people.map(({ id }) => id) });
  const settings = { ...SETTINGS, requirements: [...requirements, everybody] };
  const speaks = people.flatMap(({ id, standing }) => (standing ? [[id, standing] as const] : []));
  return {
    request: { ...plain, approvals: people.flatMap(({ id, given }) => APPROVALS[given](id)) },
    around: around({
      inForce: { version: 1, settings },
      restoredAt: RESTORED_AT,
      standings: new Map(speaks),
    }),
    expected: quorumOf(
      asked.filter(({ needed }) => needed > 0),
      people,
      ANNA,
    ),
  };
}

function* worlds(parts: readonly Part[], others: number) {
  for (const chosen of choices(parts, others)) {
    for (const requester of partsOf([NOTHING, ["active", "right"]])) {
      for (const first of [1, 2]) {
        for (const second of [0, 1, 2]) yield worldOf([requester, ...chosen], first, second);
      }
    }
  }
}

it.each([
  ["two people beside the requester", partsOf(ALL), 2],
  ["three people", partsOf(FEW), 3],
] as const)(
  "approvals count as defined, and nothing else is claimed: %s",
  (name, parts, others) => {
    const counts = { states: 0, met: 0, unsure: 0, short: 0, claimed: 0 };
    for (const { request, around, expected } of worlds(parts, others)) {
      const { quorum } = countApprovals(request, around);
      if (quorum !== expected) expect({ quorum, request, around }).toBe(expected);
      counts[expected] += 1;
      counts.states += 1;
      // Claiming costs more than counting: every 31st state, which meets each part of each person.
      if (counts.states % 31 !== 0) continue;
      const step = claim({ ...request, state: { is: "ready", because: null } }, around, "a1");
      const isClaimed = step.ok && step.next.state.is === "sending";
      if (isClaimed !== (expected === "met")) expect({ isClaimed, request, around }).toBe(expected);
      if (isClaimed) counts.claimed += 1;
    }
    console.log(name, JSON.stringify(counts));
    expect(Math.min(...Object.values(counts))).toBeGreaterThan(0);
  },
);
