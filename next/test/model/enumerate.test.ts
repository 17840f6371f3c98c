import { expect, it } from "vitest";
import type { Standing } from "../../src/platform/slack/standing.ts";
import type { Around } from "../../src/request/rules/around.ts";
import { claim } from "../../src/request/rules/claim.ts";
import { countApprovals } from "../../src/request/rules/may.ts";
import type { Request } from "../../src/request/rules/request.ts";
import { ANNA, requirement, SETTINGS } from "../rules/company.ts";
import { approvalOf, aRequest, around } from "../rules/situation.ts";
import { type Given, type Person, quorumOf } from "./oracle.ts";

const STANDINGS = ["active", "guest", "bot", "outsider", "deactivated", "stranger", null] as const;
const STALE: readonly Given[] = ["twice", "other-digest", "old-round", "before-restore"];
const RESTORED_AT = 40;

/** One person's part: their standing, their approval, and which of the two requirements name them. */
interface Part {
  standing: Standing | null;
  given: Given;
  isInFirst: boolean;
  isInSecond: boolean;
}
type Does = readonly [Standing | null, Given];

const partsOf = (does: readonly Does[]): Part[] =>
  [true, false].flatMap((isInFirst) =>
    [true, false].flatMap((isInSecond) =>
      does.map(([standing, given]) => ({ standing, given, isInFirst, isInSecond })),
    ),
  );

const NOTHING: Does = ["active", "none"];
/** Every standing with an approval that is right, and every other approval of who is active or may be. */
const ALL: readonly Does[] = [
  NOTHING,
  ...STANDINGS.map((standing): Does => [standing, "right"]),
  ...STALE.flatMap((given): Does[] => [
    ["active", given],
    [null, given],
  ]),
];
const FEW: readonly Does[] = [
  NOTHING,
  ["active", "right"],
  [null, "right"],
  ["deactivated", "right"],
  ["active", "twice"],
  ["active", "old-round"],
];

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
const REQUESTERS = partsOf([NOTHING, ["active", "right"]]);

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

it.each([
  ["two people beside the requester", partsOf(ALL), 2],
  ["three people", partsOf(FEW), 3],
] as const)(
  "approvals count as defined, and nothing else is claimed: %s",
  (name, parts, others) => {
    const counts = { met: 0, unsure: 0, short: 0, claimed: 0 };
    let states = 0;
    for (const { request, around, expected } of worlds(parts, others)) {
      const { quorum } = countApprovals(request, around);
      if (quorum !== expected) expect({ quorum, request, around }).toBe(expected);
      counts[expected] += 1;
      states += 1;
      // Claiming costs more than counting: every 31st state, which meets each part of each person.
      if (states % 31 !== 0) continue;
      const step = claim({ ...request, state: { is: "ready", because: null } }, around, "a1");
      const isClaimed = step.ok && step.next.state.is === "sending";
      if (isClaimed !== (expected === "met")) expect({ isClaimed, request, around }).toBe(expected);
      if (isClaimed) counts.claimed += 1;
    }
    console.log(`${name}: ${states} states, ${JSON.stringify(counts)}`);
    expect(Math.min(...Object.values(counts))).toBeGreaterThan(0);
  },
);
