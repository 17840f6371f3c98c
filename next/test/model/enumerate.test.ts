import { describe, expect, it } from "vitest";
import type { Standing } from "../../src/platform/slack/standing.ts";
import type { Around } from "../../src/request/rules/around.ts";
import { claim } from "../../src/request/rules/claim.ts";
import { countApprovals } from "../../src/request/rules/may.ts";
import { recount } from "../../src/request/rules/recount.ts";
import type { Request } from "../../src/request/rules/request.ts";
import { ADDITION, IMPORT, ON_RAMP, RESUME } from "../rules/changes.ts";
import { ANNA, at, CONNECTION, everyone, requirement, SETTINGS } from "../rules/company.ts";
import { lookOf, outcomeOf, sighting } from "../rules/rails.ts";
import { anAgreed, approvalOf, aRequest, around } from "../rules/situation.ts";
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
  obstacle: [null, "cool-down", "name-taken", "superseded"],
  quorum: ["met", "unsure", "short"],
  isFrozen: [false, true],
  isUnlisted: [false, true],
  hasNoToken: [false, true],
  look: ["clean", "none", "old", "early", "ours", "same-route"],
  change: [ON_RAMP, ADDITION, IMPORT, RESUME],
} as const;
type Grounds = { [Name in keyof typeof GROUNDS]: (typeof GROUNDS)[Name][number] };

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

const LOOKS: Record<Grounds["look"], Around["look"]> = {
  clean: lookOf(),
  none: null,
  old: { ...lookOf(), endedAt: at(-60) },
  early: { ...lookOf(), beganAt: at(-30) },
  ours: lookOf(sighting()),
  "same-route": lookOf(sighting({ tag: null })),
};
const WRONG = "0".repeat(64);
const AGREED = GROUNDS.change.map((change) =>
  anAgreed({ change, attempts: ["a1"], attemptEndedAt: at(-30) }),
);

/** A request that was sent once before, and what is around it. */
function situationOf(is: Grounds): [Request, Around] {
  const agreed = AGREED[GROUNDS.change.indexOf(is.change)] ?? anAgreed();
  const standings = everyone("active");
  if (is.quorum === "unsure") for (const { by } of agreed.approvals) standings.delete(by);
  if (is.isRequesterGone) standings.set(ANNA, "deactivated");
  const digest = is.isBroken ? WRONG : agreed.digest;
  const approvals = agreed.approvals.map((each) => ({ ...each, digest }));
  const { obstacle, hasNoToken, isElsewhere, isUnlisted } = is;
  return [
    {
      ...agreed,
      digest,
      expiresAt: is.isExpired ? at(0) : at(1),
      approvals: is.quorum === "short" ? [] : approvals,
    },
    around({
      standings,
      obstacle: obstacle && {
        is: obstacle === "superseded" ? "void" : "wait",
        because: obstacle,
        until: null,
      },
      forces: { settings: 1, frozen: is.isFrozen ? agreed.id : null },
      connection: {
        ...CONNECTION,
        environment: isElsewhere ? "production" : CONNECTION.environment,
        hasToken: !hasNoToken,
        isListed: !isUnlisted,
      },
      look: LOOKS[is.look],
    }),
  ];
}

/** What design.md says about a claim, ground by ground. */
function claimOf(is: Grounds): string {
  const isFreeze = is.change.kind === "resume";
  if (is.isExpired) return "refused: expired";
  if (is.isBroken) return "refused: broken";
  if (isPointless(is)) return "closed: void";
  if (is.quorum === "short") return "pending";
  if (is.obstacle) return is.obstacle === "cool-down" ? "ready: cool-down" : "ready: look";
  if (is.quorum === "unsure") return "ready: people";
  if (isFreeze) return is.isFrozen ? "done" : "refused: not-possible";
  if (is.change === IMPORT) return "done";
  if (is.isFrozen) return "ready: frozen";
  if (is.isUnlisted) return "ready: not-listed";
  if (is.hasNoToken) return "ready: token";
  if (is.change === ADDITION || is.look === "clean") return "sending";
  if (is.look === "ours") return "created";
  return is.look === "same-route" ? "stuck: same-route" : "ready: look";
}

const isPointless = (is: Grounds) =>
  is.obstacle === "superseded" ||
  (is.change.kind !== "resume" && (is.isElsewhere || is.isRequesterGone));

function recountOf(is: Grounds, status: "pending" | "ready"): string {
  if (isPointless(is)) return "closed: void";
  const expected = is.quorum === "short" ? "pending" : "ready";
  return expected === status ? "as it was" : expected;
}

it("a claim and a recount come to what the design says, whatever stands against them", () => {
  const states = Object.values(GROUNDS).reduce((product, { length }) => product * length, 1);
  const counts: Record<string, number> = {};
  for (let number = 0; number < states; number += 1) {
    const grounds = combination(number);
    const [request, situation] = situationOf(grounds);
    const claimed = outcomeOf(claim(request, situation, "a2"));
    if (claimed !== claimOf(grounds)) expect({ claimed, grounds }).toBe(claimOf(grounds));
    counts[claimed] = (counts[claimed] ?? 0) + 1;
    if (number % 7 !== 0) continue;
    for (const is of ["pending", "ready"] as const) {
      const state = is === "pending" ? { is } : { is, because: null };
      const recounted = outcomeOf(recount({ ...request, state }, situation));
      const expected = recountOf(grounds, is);
      if (recounted !== expected) expect({ recounted, grounds }).toBe(expected);
    }
  }
  console.log(`grounds of a claim: ${states} combinations, ${JSON.stringify(counts)}`);
  expect(Object.keys(counts)).toHaveLength(15);
});
