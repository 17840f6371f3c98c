import { expect, it } from "vitest";
import type { Standing } from "../../src/platform/slack/answers.ts";
import { claim } from "../../src/request/rules/claim.ts";
import { countApprovals } from "../../src/request/rules/may.ts";
import { ANNA, requirement, SETTINGS } from "../rules/company.ts";
import { approvalOf, aRequest, around } from "../rules/situation.ts";

const STANDINGS = ["active", "guest", "bot", "outsider", "deactivated", "stranger", null] as const;
const RESTORED_AT = 40;
const plain = aRequest({ state: { is: "ready", because: null } });
/** What a person gave, as their approvals. */
const GIVEN = {
  none: () => [],
  right: (by: string) => [approvalOf(plain, by)],
  twice: (by: string) => [approvalOf(plain, by), approvalOf(plain, by, { seq: 51 })],
  "other-digest": (by: string) => [approvalOf(plain, by, { digest: "0".repeat(64) })],
  "old-round": (by: string) => [approvalOf(plain, by, { round: 0 })],
  "before-restore": (by: string) => [approvalOf(plain, by, { seq: RESTORED_AT })],
};

/** What one person is and gave, and which of the two requirements name them. */
interface Part {
  /** Null while Slack says nothing. */
  standing: Standing | null;
  given: keyof typeof GIVEN;
  isInFirst: boolean;
  isInSecond: boolean;
}

const partsOf = (all: readonly (readonly [Part["standing"], Part["given"]])[]): Part[] =>
  [0, 1, 2, 3].flatMap((named) =>
    all.map(([standing, given]) => {
      return { standing, given, isInFirst: named > 1, isInSecond: named % 2 === 1 };
    }),
  );

/** Every standing with a right approval, and every other approval of who is or may be active. */
const ALL = [
  ["active", "none"] as const,
  ...STANDINGS.map((standing) => [standing, "right"] as const),
  ...(["twice", "other-digest", "old-round", "before-restore"] as const).flatMap((given) =>
    (["active", null] as const).map((standing) => [standing, given] as const),
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

/**
 * Who counts, written a second time and apart from the rules: an approval counts if it bears this
 * digest and round, is later than the last restore, and the person is active, named by the
 * requirement, and not the requester, who comes first. `unsure`: if Slack's silence counts as well.
 */
function quorumOf([, ...others]: readonly Part[], first: number, second: number) {
  let isMet = true;
  for (const [list, needed] of [["isInFirst", first] as const, ["isInSecond", second] as const]) {
    let sure = 0;
    let perhaps = 0;
    for (const part of others) {
      if (!part[list] || (part.given !== "right" && part.given !== "twice")) continue;
      if (part.standing === "active") sure += 1;
      if (part.standing === null) perhaps += 1;
    }
    if (sure + perhaps < needed) return "short";
    if (sure < needed) isMet = false;
  }
  return isMet ? "met" : "unsure";
}

/** The requester and others, under two requirements; one that needs nobody does not apply. */
function worldOf(parts: readonly Part[], first: number, second: number) {
  const people = parts.map((part, index) => ({ ...part, id: index === 0 ? ANNA : `U${index}` }));
  const asked = (["isInFirst", "isInSecond"] as const).map((list, index) => {
    const needed = index === 0 ? first : second;
    const named = people.filter((each) => each[list]).map(({ id }) => id);
    const when = needed === 0 ? { types: ["OFF_RAMP" as const] } : {};
    return requirement({ people: named, needed, when });
  });
  const everybody = requirement({ covers: "destinations", people: people.map(({ id }) => id) });
  const settings = { ...SETTINGS, requirements: [...asked, everybody] };
  const speaks = people.flatMap(({ id, standing }) => (standing ? [[id, standing] as const] : []));
  return {
    request: { ...plain, approvals: people.flatMap(({ id, given }) => GIVEN[given](id)) },
    around: around({
      ...{ inForce: { version: 1, settings }, restoredAt: RESTORED_AT },
      standings: new Map(speaks),
    }),
    expected: quorumOf(parts, first, second),
  } as const;
}

function* worlds(parts: readonly Part[], others: number) {
  const requesters = partsOf([["active", "none"] as const, ["active", "right"] as const]);
  for (const chosen of choices(parts, others)) {
    for (const requester of requesters) {
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
      const step = claim(request, around, "a1");
      const isClaimed = step.ok && step.next.state.is === "sending";
      if (isClaimed !== (expected === "met")) expect({ isClaimed, request, around }).toBe(expected);
      if (isClaimed) counts.claimed += 1;
    }
    console.log(name, JSON.stringify(counts));
    expect(Math.min(...Object.values(counts))).toBeGreaterThan(0);
  },
);
