import fc from "fast-check";
import { expect, it } from "vitest";
import type { Roster, Standing } from "../../src/authority/roster.ts";
import { policyFor } from "../../src/request/rules/approval/policy.ts";
import type {
  PolicyDocument,
  PolicyRule,
} from "../../src/request/rules/approval/policy-document.ts";
import { claim } from "../../src/request/rules/decide-claim.ts";
import { ANA, aChange, aRule, BEN, CAL, DAN } from "../support/builders.ts";
import { approvalsOf, around, inStatus } from "./situations.ts";

const PEOPLE = [BEN, CAL, DAN];
const GROUP = "S0TREASURY";
const FACTS = { isFirstUse: false, requesterGroups: [] };

const rule: fc.Arbitrary<PolicyRule> = fc
  .record({
    name: fc.constantFrom("One", "Two"),
    when: fc.constantFrom({}, { assets: ["GBP"] }, { assets: ["EUR"] }, { isFirstUse: true }),
    approvers: fc.subarray(PEOPLE),
    groups: fc.subarray([GROUP]),
    approvalsRequired: fc.integer({ min: 0, max: 3 }),
  })
  .map(aRule);
const document: fc.Arbitrary<PolicyDocument> = fc.record({
  rules: fc.array(rule, { maxLength: 3 }),
  coolDownHours: fc.constant(0),
});

it("counts nobody whom the frozen or the present rule does not name, whatever changes, and no fewer than either asks", () => {
  fc.assert(
    fc.property(
      document,
      document,
      fc.subarray(PEOPLE),
      fc.subarray(PEOPLE),
      (before, after, approvedBy, members) => {
        const change = aChange();
        const [frozen, now] = [
          policyFor(change, FACTS, { version: 1, ...before }),
          policyFor(change, FACTS, { version: 2, ...after }),
        ];
        const active = new Map<string, Standing>([ANA, ...PEOPLE].map((each) => [each, "active"]));
        const roster: Roster = {
          standings: active,
          persons: new Map([ANA, ...PEOPLE].map((each) => [each, each])),
          members: new Map([[GROUP, members]]),
        };
        const approved = inStatus(
          "approved",
          {},
          {
            policy: frozen,
            approvals: approvalsOf(...approvedBy),
          },
        );
        const names = ({ approvers, groups }: typeof frozen, by: string) =>
          approvers.includes(by) || (groups.includes(GROUP) && members.includes(by));
        const may = approvedBy.filter((by) => names(frozen, by) && names(now, by));
        const needed = Math.max(1, frozen.approvalsRequired, now.approvalsRequired);

        const decision = claim(approved, around({ policy: now, roster }));

        const started = decision.ok
          ? decision.events.find((event) => event.type === "sending-started")
          : undefined;
        expect(started !== undefined).toBe(may.length >= needed);
        if (started) expect([...started.countedApprovers].sort()).toEqual([...may].sort());
      },
    ),
  );
});
