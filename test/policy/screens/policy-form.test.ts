import { expect, it } from "vitest";
import { NO_PINS } from "../../../src/authority/pins.ts";
import { block } from "../../../src/platform/slack/blocks/ids.ts";
import { underFields } from "../../../src/platform/slack/blocks/state.ts";
import { policyModal, readPolicyModal } from "../../../src/policy/screens/policy-form.ts";
import { TREASURY } from "../../../src/sandbox/slack-workspace/seed.ts";
import { BEN, CAL, DAN } from "../../support/builders.ts";
import { filledIn } from "../../support/fill-in.ts";

/** In a workspace whose user groups Slack does not show. */
const view = policyModal({
  ...{ askedIn: TREASURY, from: 1, isChange: false, keptGroups: ["S0GONE"], hiddenRules: 0 },
  form: {
    ...{ approvers: [BEN, CAL, DAN], groups: ["S0GONE"], approvalsRequired: 2 },
    ...{ destinationApprovalsRequired: null, coolDownHours: 0 },
    ...{ expiresInHours: 24, remindAfterHours: [] },
  },
  ...{ groups: { ok: false, because: "unavailable" }, focus: "quorum", pins: NO_PINS },
});

it("a number for destinations that cannot be read is no other number, and nothing stands for nothing", () => {
  const read = (typed: string) =>
    readPolicyModal(filledIn(view, { [block.destinationQuorum]: typed }));

  expect(read("10000")).toMatchObject({
    ok: false,
    errors: { [block.destinationQuorum]: "This has to be a whole number." },
  });
  expect(read("")).toMatchObject({ ok: true, form: { destinationApprovalsRequired: null } });
  expect(read("3")).toMatchObject({ ok: true, form: { destinationApprovalsRequired: 3 } });
});

it("a fault of a field that the form lacks stands under another one", () => {
  const faults = [
    { field: block.groups, why: "Nobody is in it." },
    { field: block.quorum, why: "Too many." },
    { field: undefined, why: "Too long." },
  ];

  expect(underFields(filledIn(view, {}), faults, block.approvers)).toEqual({
    [block.approvers]: "Nobody is in it. Too long.",
    [block.quorum]: "Too many.",
  });
});
