import { describe, expect, it } from "vitest";
import type { Standing } from "../../src/platform/slack/standing.ts";
import type { Around } from "../../src/request/rules/around.ts";
import { claim } from "../../src/request/rules/claim.ts";
import { countApprovals } from "../../src/request/rules/may.ts";
import type { Request } from "../../src/request/rules/request.ts";
import { lookOf, sighting } from "../rules/rails.ts";
import {
  ADDITION,
  ANNA,
  anAgreed,
  approvalOf,
  aRequest,
  around,
  at,
  CONNECTION,
  everyone,
  IMPORT,
  ON_RAMP,
  RESUME,
  requirement,
  SETTINGS,
} from "../rules/situation.ts";
import { type Given, type Person, quorumOf } from "./oracle.ts";

const STANDINGS = ["active", "guest", "bot", "outsider", "deactivated", "stranger", null] as const;
const GIVEN: readonly Given[] = ["right", "twice", "other-digest", "old-round", "before-restore"];
const RESTORED_AT = 40;

/** One person's part: their standing, their approval, and which of the two requirements name them. */
interface Part {
  standing: Standing | null;
  given: Given;
  isInFirst: boolean;
  isInSecond: boolean;
}

function partsOf(standings: readonly (Standing | null)[], given: readonly Given[]): Part[] {
  const parts: Part[] = [];
  for (const isInFirst of [true, false]) {
    for (const isInSecond of [true, false]) {
      parts.push({ standing: "active", given: "none", isInFirst, isInSecond });
      for (const standing of standings) {
        for (const each of given) parts.push({ standing, given: each, isInFirst, isInSecond });
      }
    }
  }
  return parts;
}

/** All choices of so many parts; people other than the requester are alike, so their order is left out. */
function* choices(parts: readonly Part[], count: number, from = 0): Generator<Part[]> {
  if (count === 0) return yield [];
  for (let at = from; at < parts.length; at += 1) {
    const part = parts[at];
    if (part) for (const others of choices(parts, count - 1, at)) yield [part, ...others];
  }
}

/** How many each requirement needs; `second` is null where it does not apply. */
const NEEDED = [1, 2].flatMap((first) => [null, 1, 2].map((second) => ({ first, second })));
const REQUESTERS = partsOf(["active"], ["right"]);

interface World {
  request: Request;
  around: Around;
  expected: ReturnType<typeof quorumOf>;
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

function worldOf(
  requester: Part,
  others: Part[],
  { first, second }: (typeof NEEDED)[number],
): World {
  const parts = [requester, ...others];
  const people = parts.map(({ standing, given }, index): Person => {
    return { id: index === 0 ? ANNA : `U${index}`, standing, given };
  });
  const namedIn = (list: "isInFirst" | "isInSecond") =>
    people.flatMap(({ id }, index) => (parts[index]?.[list] ? [id] : []));
  const asked = [{ people: namedIn("isInFirst"), needed: first }];
  const other = { people: namedIn("isInSecond"), needed: second ?? 1 };
  const requirements = [
    ...[...asked, other].map((each) => requirement(each)),
    requirement({ covers: "destinations", people: people.map(({ id }) => id), needed: 1 }),
  ];
  if (second === null) requirements[1] = requirement({ ...other, when: { types: ["OFF_RAMP"] } });
  else asked.push(other);
  const standings = new Map<string, Standing>();
  for (const { id, standing } of people) if (standing) standings.set(id, standing);
  const approvals = people.flatMap(({ id, given }) => APPROVALS[given](id));
  return {
    request: { ...plain, approvals },
    around: around({
      inForce: { version: 1, settings: { ...SETTINGS, requirements } },
      restoredAt: RESTORED_AT,
      standings,
    }),
    expected: quorumOf(asked, people, ANNA),
  };
}

function* worlds(parts: readonly Part[], others: number): Generator<World> {
  for (const chosen of choices(parts, others)) {
    for (const requester of REQUESTERS) {
      for (const needed of NEEDED) yield worldOf(requester, chosen, needed);
    }
  }
}

describe("in every small world", () => {
  it.each([
    ["two people beside the requester", partsOf(STANDINGS, GIVEN), 2],
    ["three people", partsOf(["active", "deactivated", null], ["right", "twice"]), 3],
    ["three people, one stale approval each", partsOf(["active"], ["right", "old-round"]), 3],
  ] as const)(
    "approvals count as defined, and nothing else is claimed: %s",
    (name, parts, others) => {
      const counts = { met: 0, unsure: 0, short: 0 };
      let states = 0;
      let claimed = 0;
      for (const { request, around, expected } of worlds(parts, others)) {
        const { quorum } = countApprovals(request, around);
        if (quorum !== expected) expect({ quorum, request, around }).toBe(expected);
        counts[expected] += 1;
        states += 1;
        // Claiming costs more than counting: every 31st state, which meets each part of each person.
        if (states % 31 !== 0) continue;
        const step = claim({ ...request, state: { is: "ready", because: null } }, around, "a1");
        const isClaimed = step.ok && step.next.state.is === "sending";
        if (isClaimed !== (expected === "met"))
          expect({ isClaimed, request, around }).toBe(expected);
        if (isClaimed) claimed += 1;
      }
      console.log(`${name}: ${states} states, ${JSON.stringify(counts)}, ${claimed} claims`);
      expect(Math.min(counts.met, counts.unsure + counts.short, claimed)).toBeGreaterThan(0);
    },
  );
});

/** Everything else that a claim asks for: each may be wrong, alone and together. */
const GROUNDS = {
  isExpired: [false, true],
  isBroken: [false, true],
  isElsewhere: [false, true],
  isRequesterGone: [false, true],
  obstacle: [null, "wait", "void"],
  quorum: ["met", "unsure", "short"],
  isFrozen: [false, true],
  isUnlisted: [false, true],
  hasNoToken: [false, true],
  look: ["clean", "none", "old", "early", "ours", "same-route"],
  change: [ON_RAMP, ADDITION, IMPORT, RESUME],
} as const;
type Grounds = { [Name in keyof typeof GROUNDS]: (typeof GROUNDS)[Name][number] };

const LOOKS: Record<Grounds["look"], Around["look"]> = {
  clean: lookOf(),
  none: null,
  old: { ...lookOf(), endedAt: at(-60) },
  early: { ...lookOf(), beganAt: at(-30) },
  ours: lookOf(sighting()),
  "same-route": lookOf(sighting({ tag: null })),
};

function situationOf(grounds: Grounds): [Request, Around] {
  const agreed = anAgreed({ change: grounds.change, attempts: ["a1"], attemptEndedAt: at(-30) });
  const standings = everyone("active");
  if (grounds.quorum === "unsure") for (const { by } of agreed.approvals) standings.delete(by);
  if (grounds.isRequesterGone) standings.set(ANNA, "deactivated");
  const request = {
    ...agreed,
    expiresAt: grounds.isExpired ? at(0) : at(1),
    digest: grounds.isBroken ? "0".repeat(64) : agreed.digest,
    approvals:
      grounds.quorum === "short"
        ? []
        : agreed.approvals.map((each) => ({
            ...each,
            digest: grounds.isBroken ? "0".repeat(64) : agreed.digest,
          })),
  };
  const { obstacle } = grounds;
  return [
    request,
    around({
      standings,
      obstacle: obstacle && { is: obstacle, because: "destination-gone", until: null },
      forces: { settings: 1, frozen: grounds.isFrozen ? request.id : null },
      connection: {
        ...CONNECTION,
        environment: grounds.isElsewhere ? "production" : CONNECTION.environment,
        hasToken: !grounds.hasNoToken,
        isListed: !grounds.isUnlisted,
      },
      look: LOOKS[grounds.look],
    }),
  ];
}

/** The combination of this number, counted in the table's own mixed digits. */
function combination(number: number): Grounds {
  let rest = number;
  const pick = <Value>(values: readonly Value[]): Value => {
    const index = rest % values.length;
    rest = (rest - index) / values.length;
    const [value] = values.slice(index);
    if (value === undefined) throw new Error("A ground without values");
    return value;
  };
  return {
    isExpired: pick(GROUNDS.isExpired),
    isBroken: pick(GROUNDS.isBroken),
    isElsewhere: pick(GROUNDS.isElsewhere),
    isRequesterGone: pick(GROUNDS.isRequesterGone),
    obstacle: pick(GROUNDS.obstacle),
    quorum: pick(GROUNDS.quorum),
    isFrozen: pick(GROUNDS.isFrozen),
    isUnlisted: pick(GROUNDS.isUnlisted),
    hasNoToken: pick(GROUNDS.hasNoToken),
    look: pick(GROUNDS.look),
    change: pick(GROUNDS.change),
  };
}

/** What design.md says about a claim, ground by ground. */
function isRight(is: Grounds): boolean {
  const { kind } = is.change;
  if (is.isExpired || is.isBroken || is.obstacle !== null || is.quorum !== "met") return false;
  if (kind === "resume") return is.isFrozen;
  if (is.isElsewhere || is.isRequesterGone) return false;
  if (is.change === IMPORT) return true;
  if (is.isFrozen || is.isUnlisted || is.hasNoToken) return false;
  return kind === "add-destination" || is.look === "clean";
}

it("a claim is made, or takes effect, exactly where nothing stands against it", () => {
  const states = Object.values(GROUNDS).reduce((product, { length }) => product * length, 1);
  let made = 0;
  for (let number = 0; number < states; number += 1) {
    const grounds = combination(number);
    const [request, situation] = situationOf(grounds);
    const step = claim(request, situation, "a2");
    const is = step.ok ? step.next.state.is : null;
    const isMade = is === "sending" || is === "done";
    if (isMade !== isRight(grounds)) expect({ isMade, grounds }).toEqual({ grounds });
    if (isMade) made += 1;
  }
  console.log(`grounds of a claim: ${states} combinations, ${made} of them right`);
  expect(made).toBeGreaterThan(0);
});
