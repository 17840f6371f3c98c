import { expect, it } from "vitest";
import type { Around } from "../../src/request/rules/around.ts";
import { claim } from "../../src/request/rules/claim.ts";
import { recount } from "../../src/request/rules/recount.ts";
import type { Request } from "../../src/request/rules/request.ts";
import { ADDITION, IMPORT, ON_RAMP, RESUME } from "../rules/changes.ts";
import { ANNA, at, CONNECTION, everyone } from "../rules/company.ts";
import { lookOf, outcomeOf, sighting } from "../rules/rails.ts";
import { anAgreed, around } from "../rules/situation.ts";

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
