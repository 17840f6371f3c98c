import { expect, it } from "vitest";
import type { Around, Obstacle } from "../../src/request/rules/around.ts";
import { claim, recount } from "../../src/request/rules/claim.ts";
import type { Request } from "../../src/request/rules/request.ts";
import { ADDITION, IMPORT, ON_RAMP, RESUME } from "../rules/changes.ts";
import { ANNA, at, CONNECTION, everyone } from "../rules/company.ts";
import { lookOf, outcomeOf, sighting } from "../rules/rails.ts";
import { anAgreed, around } from "../rules/situation.ts";

type Grounds = ReturnType<typeof combination>;
const STATES = 128 * 4 * 3 * 6 * 4;

/** Everything but people that a claim asks for: each may be wrong, alone and together. */
function combination(number: number) {
  const flag = (bit: number) => (number >> bit) % 2 === 1;
  const one = <const Values extends readonly [unknown, ...unknown[]]>(
    by: number,
    ...values: Values
  ): Values[number] => values[Math.floor(number / by) % values.length] ?? values[0];
  return {
    isExpired: flag(0),
    isBroken: flag(1),
    isElsewhere: flag(2),
    isRequesterGone: flag(3),
    isFrozen: flag(4),
    isUnlisted: flag(5),
    hasNoToken: flag(6),
    obstacle: one(128, "none", "cool-down", "name-taken", "destination-gone"),
    quorum: one(512, "met", "unsure", "short"),
    look: one(1_536, "clean", "none", "old", "early", "ours", "same-route"),
    change: one(9_216, ON_RAMP, ADDITION, IMPORT, RESUME),
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
const obstacle = (because: "cool-down" | "name-taken" | "destination-gone"): Obstacle => {
  return { is: because === "destination-gone" ? "void" : "wait", because };
};

/** A request that was sent once before, and what is around it. */
function situationOf(is: Grounds): [Request, Around] {
  const made = anAgreed({ change: is.change, attempts: ["a1"], attemptEndedAt: at(-30) });
  const digest = is.isBroken ? "0".repeat(64) : made.digest;
  const counted = made.approvals.map((each) => ({ ...each, digest }));
  const approvals = is.quorum === "short" ? [] : counted;
  const standings = everyone("active");
  if (is.quorum === "unsure") for (const { by } of made.approvals) standings.delete(by);
  if (is.isRequesterGone) standings.set(ANNA, "deactivated");
  const connection = {
    ...CONNECTION,
    environment: is.isElsewhere ? "production" : CONNECTION.environment,
    hasToken: !is.hasNoToken,
    isListed: !is.isUnlisted,
  };
  const changes = {
    standings,
    connection,
    obstacle: is.obstacle === "none" ? null : obstacle(is.obstacle),
    forces: { settings: 1, frozen: is.isFrozen ? made.id : null },
    look: LOOKS[is.look],
  };
  return [{ ...made, digest, approvals, expiresAt: at(is.isExpired ? 0 : 1) }, around(changes)];
}

/** What design.md says about a claim, ground by ground. */
function claimOf(is: Grounds): string {
  const isFreeze = is.change.kind === "resume";
  if (is.isExpired) return "refused: expired";
  if (is.isBroken) return "refused: broken";
  if (isPointless(is)) return "closed: void";
  if (is.quorum === "short") return "pending";
  if (is.obstacle !== "none")
    return is.obstacle === "cool-down" ? "ready: cool-down" : "ready: look";
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
  is.obstacle === "destination-gone" ||
  (is.change.kind !== "resume" && (is.isElsewhere || is.isRequesterGone));

function recountOf(is: Grounds, status: "pending" | "ready"): string {
  if (isPointless(is)) return "closed: void";
  const expected = is.quorum === "short" ? "pending" : "ready";
  return expected === status ? "as it was" : expected;
}

it("a claim and a recount come to what the design says, whatever stands against them", () => {
  const counts: Record<string, number> = {};
  for (let number = 0; number < STATES; number += 1) {
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
  console.log(`grounds of a claim: ${STATES} combinations, ${JSON.stringify(counts)}`);
  expect(Object.keys(counts)).toHaveLength(15);
});
