import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Standing } from "../../../../src/authority/roster.ts";
import type {
  FreezeCommand,
  FreezeEvent,
} from "../../../../src/request/freezing/rules/decide-freeze.ts";
import {
  decideFreeze,
  stillMissing,
} from "../../../../src/request/freezing/rules/decide-freeze.ts";
import type { Freeze } from "../../../../src/request/rules/freeze.ts";
import { standings } from "../../../domain/situations.ts";
import { ANA, after, BEN, CAL, DAN, NOW, somePolicy } from "../../../support/builders.ts";
import { aRoster } from "../../../support/people.ts";

/** Ben and Cal approve Rails, both of them; Cal and Dan destinations, one of them. */
const RAILS = { approvers: [BEN, CAL], approvalsRequired: 2 };
const DESTINATIONS = { approvers: [CAL, DAN], approvalsRequired: 1 };
const POLICY = somePolicy({ rails: RAILS, destinations: DESTINATIONS });
const PEOPLE = [ANA, BEN, CAL, DAN];
const ACTIVE = standings({ [BEN]: "active", [CAL]: "active", [DAN]: "active" });

const GOING_ON: Freeze = { version: 0, frozen: null };
const frozenBy = (by: string | null, agreed: readonly string[] = []): Freeze => ({
  version: 1,
  frozen: {
    since: NOW,
    by,
    reason: "Odd payouts",
    cause: by === null ? "restored" : "person",
    agreed,
  },
});

const freeze = (by: string): FreezeCommand => ({ type: "freeze", by, reason: "Odd payouts" });
const restored: FreezeCommand = { type: "restored", reason: "An older database" };
const resume = (by: string): FreezeCommand => ({ type: "resume", by, shown: NOW });

const decided = (command: FreezeCommand, of: Freeze, policy = POLICY, standings = ACTIVE) =>
  decideFreeze(command, of, policy, { ...aRoster(), standings }, NOW);
const said = (by: string, of: Standing) => new Map([...ACTIVE, [by, of]]);
const no = (refusal: string) => ({ ok: false, refusal });

describe("freezing", () => {
  it.each([BEN, CAL, DAN])("takes one approver, of Rails or of destinations: %s", (by) => {
    expect(decided(freeze(by), GOING_ON)).toEqual({
      ok: true,
      freeze: {
        version: 1,
        frozen: { since: NOW, by, reason: "Odd payouts", cause: "person", agreed: [] },
      },
      event: { type: "frozen", at: NOW, by, reason: "Odd payouts", cause: "person" },
    });
  });

  it.each([
    ["somebody who approves nothing", ANA, "active", "not-an-approver"],
    ["somebody deactivated", BEN, "deactivated", "not-an-active-member"],
    ["a guest", BEN, "guest", "not-an-active-member"],
    ["a bot", BEN, "bot", "not-an-active-member"],
    ["a stranger", BEN, "stranger", "not-an-active-member"],
    ["somebody unknown who approves nothing", ANA, "not-known", "not-an-approver"],
  ] as const)("is refused to %s", (_, by, standing, refusal) => {
    expect(decided(freeze(by), GOING_ON, POLICY, said(by, standing))).toEqual(no(refusal));
  });

  it("does not wait for Slack to say who is active: to stop is the safe direction", () => {
    expect(decided(freeze(BEN), GOING_ON, POLICY, said(BEN, "not-known"))).toMatchObject({
      ok: true,
      freeze: { frozen: { by: BEN } },
    });
  });

  it("begins anew with a further reason: nobody has agreed to resume in spite of it", () => {
    const reason = "Odd payouts · Before that: Odd payouts";
    expect(decided(freeze(CAL), frozenBy(BEN, [BEN]))).toMatchObject({
      freeze: {
        version: 2,
        frozen: { since: after({ ms: 1 }), by: CAL, reason, cause: "person", agreed: [] },
      },
      event: { type: "frozen", by: CAL, reason: "Odd payouts" },
    });
    expect(decided(freeze(CAL), frozenBy(null, [BEN]))).toMatchObject({
      freeze: { version: 2, frozen: { by: CAL, cause: "restored", agreed: [] } },
    });
    expect(decided(restored, frozenBy(BEN, [BEN]))).toMatchObject({
      freeze: { version: 2, frozen: { by: null, cause: "restored", agreed: [] } },
    });
  });

  it("says once what Signalbox finds at each check, and keeps no endless list of reasons", () => {
    const found = (what: string) => ({ type: "restored", reason: `${what}.` }) as const;
    const first = decided(found("Request R-1 was changed"), GOING_ON);
    if (!first.ok) throw new Error(first.refusal);
    const again = found("Request R-1 was changed");
    expect(decided(again, first.freeze)).toEqual(no("frozen-already"));
    // People who agreed to resume have not read about that one.
    expect(decided(found("Request R-2 was changed"), first.freeze)).toMatchObject({ ok: true });
    expect(decided(found("The audit is broken"), first.freeze)).toMatchObject({
      freeze: {
        frozen: { reason: "The audit is broken. · Before that: Request R-1 was changed." },
      },
    });
    const second = decided(freeze(CAL), first.freeze);
    expect(second.ok && second.freeze.frozen?.since).toBe(after({ ms: 1 }));
    const long = { ...freeze(CAL), reason: "x".repeat(1_000) };
    const both = decided(long, frozenBy(BEN));
    expect(both.ok && both.freeze.frozen?.reason).toBe(long.reason);
  });
});

describe("going on", () => {
  it.each([
    {
      agreed: [],
      by: BEN,
      end: "1 of the approvers of destinations and 1 of the approvers of Rails",
    },
    { agreed: [], by: CAL, end: "1 of the approvers of Rails" },
    { agreed: [BEN], by: DAN, end: "1 of the approvers of Rails" },
    { agreed: [BEN], by: CAL, end: "resumed" },
    { agreed: [BEN, DAN], by: CAL, end: "resumed" },
    { agreed: [CAL], by: BEN, end: "resumed" },
  ])("takes the quorum of each rule: $by after $agreed", ({ agreed, by, end }) => {
    const { ok, ...rest } = decided(resume(by), frozenBy(DAN, agreed));

    expect(ok).toBe(true);
    if (end === "resumed") {
      const event = { type: "resumed", at: NOW, by: [...agreed, by] };
      expect(rest).toEqual({ freeze: { version: 2, frozen: null }, event });
    } else {
      expect(rest).toMatchObject({
        freeze: { version: 2, frozen: { agreed: [...agreed, by], reason: "Odd payouts" } },
        event: { type: "resume-agreed", at: NOW, by, missing: end },
      });
    }
  });

  it("counts nobody who has left, and whom Slack does not tell us about only once it does", () => {
    const agreed = frozenBy(DAN, [BEN]);
    for (const standing of ["deactivated", "guest", "not-known"] as const) {
      expect(decided(resume(CAL), agreed, POLICY, said(BEN, standing))).toMatchObject({
        event: { type: "resume-agreed" },
      });
    }
    const both = frozenBy(DAN, [BEN, CAL]);
    expect(decided(resume(CAL), both, POLICY, standings({ [CAL]: "active" }))).toEqual(
      no("agreed-already"),
    );
    expect(decided(resume(CAL), both)).toMatchObject({
      event: { type: "resumed", by: [BEN, CAL] },
    });
  });

  it("counts nobody whom the rules do not name any more", () => {
    const rails = { ...RAILS, approvers: [CAL, DAN] };
    const policy = somePolicy({ rails, destinations: DESTINATIONS });

    expect(decided(resume(CAL), frozenBy(DAN, [BEN]), policy)).toMatchObject({
      event: { type: "resume-agreed", missing: "1 of the approvers of Rails" },
    });
  });

  it.each([
    ["where nothing is frozen", resume(BEN), GOING_ON, "not-frozen"],
    ["to somebody who approves nothing", resume(ANA), frozenBy(BEN), "not-an-approver"],
    ["twice to the same", resume(BEN), frozenBy(DAN, [BEN]), "agreed-already"],
    ["under an earlier freeze", { ...resume(BEN), shown: "" }, frozenBy(DAN), "another-freeze"],
  ])("is refused %s", (_, command, of, refusal) => {
    expect(decided(command, of)).toEqual(no(refusal));
  });

  it.each([
    ["deactivated", "not-an-active-member"],
    ["not-known", "standing-not-known"],
  ] as const)("is refused to one who is %s", (standing, refusal) => {
    expect(decided(resume(BEN), frozenBy(DAN), POLICY, said(BEN, standing))).toEqual(no(refusal));
  });

  it("needs somebody, also where a rule asks for nobody", () => {
    const nobody = { ...RAILS, approvalsRequired: 0 };

    expect(stillMissing([], somePolicy({ rails: nobody }), aRoster())).toBeDefined();
  });
});

const STANDINGS: Standing[] = ["active", "deactivated", "bot", "guest", "stranger", "not-known"];
const person = fc.constantFrom(...PEOPLE);
const standing = fc.oneof(
  { weight: 5, arbitrary: fc.constant("active" as const) },
  fc.constantFrom(...STANDINGS),
);
const everyone = fc
  .record(Object.fromEntries(PEOPLE.map((each) => [each, standing])))
  .map((known) => standings(known));
const command = fc.oneof(
  { weight: 2, arbitrary: fc.constant(freeze) },
  { weight: 1, arbitrary: fc.constant(() => restored) },
  { weight: 7, arbitrary: fc.constant(resume) },
);

/** Whether the button that is pressed stands under an earlier freeze. */
const shows = fc.integer({ min: 0, max: 7 }).map((drawn) => drawn === 0);
const tried = fc.tuple(command, person, everyone, shows);

it("stays frozen until enough active approvers of each rule have said so since, whatever is tried", () => {
  let resumed = 0;
  fc.assert(
    fc.property(fc.array(tried, { maxLength: 30 }), (commands) => {
      let now = GOING_ON;
      let said = new Set<string>();
      const events: FreezeEvent[] = [];
      for (const [index, [commandBy, by, of, isOld]] of commands.entries()) {
        const typed = commandBy(by);
        const at = after({ minutes: index });
        const shown = isOld ? after({ minutes: -1 }) : (now.frozen?.since ?? NOW);
        const each = typed.type === "resume" ? { ...typed, shown } : typed;
        const decision = decideFreeze(each, now, POLICY, { ...aRoster(), standings: of }, at);
        if (!decision.ok) continue;
        expect(each.type === "resume" && isOld).toBe(false);
        const { freeze: next, event } = decision;
        expect(next.version).toBe(now.version + 1);
        expect(event.at).toBe(at);
        const mayBe: Standing[] = each.type === "freeze" ? ["active", "not-known"] : ["active"];
        expect(mayBe).toContain("by" in each ? of.get(by) : "active");
        if (event.type === "frozen") said = new Set();
        if (each.type === "resume") said.add(each.by);
        if (event.type === "resumed") {
          resumed += 1;
          expect(each.type).toBe("resume");
          const counted = [...said].filter((by) => of.get(by) === "active");
          expect(counted).toEqual(expect.arrayContaining([BEN, CAL]));
          expect([...event.by].sort()).toEqual(counted.sort());
          expect(now.frozen).not.toBeNull();
        }
        expect(next.frozen === null).toBe(event.type === "resumed");
        expect(next.frozen?.agreed ?? []).toEqual(next.frozen ? [...said] : []);
        now = next;
        events.push(event);
      }
      expect(now.version).toBe(events.length);
    }),
    { numRuns: 1_000 },
  );
  expect(resumed).toBeGreaterThan(20);
});
