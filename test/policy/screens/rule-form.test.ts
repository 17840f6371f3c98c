import { describe, expect, it } from "vitest";
import { NO_PINS } from "../../../src/authority/pins.ts";
import { faultsOfView } from "../../../src/platform/slack/blocks/check-limits.ts";
import { block } from "../../../src/platform/slack/blocks/ids.ts";
import { policyFaults } from "../../../src/policy/rules/policy-faults.ts";
import { readRuleForm, ruleErrors } from "../../../src/policy/screens/read-rule-form.ts";
import { ruleModal } from "../../../src/policy/screens/rule-form.ts";
import type { PolicyRule } from "../../../src/request/rules/approval/policy-document.ts";
import { plainTextOf } from "../../../src/sandbox/slack-workspace/plain-text.ts";
import { TREASURY } from "../../../src/sandbox/slack-workspace/seed.ts";
import { answerTo, approve, cardOf, cardReading, privateAnswer } from "../../e2e/steps.ts";
import { aRule, BEN } from "../../support/builders.ts";
import type { Answers } from "../../support/fill-in.ts";
import { filledIn } from "../../support/fill-in.ts";
import { plainText } from "../../support/plain-text.ts";
import { useSandbox } from "../../support/use-sandbox.ts";

const LAST_RULE = aRule({ name: "Everything else" });
const groups = {
  ok: true,
  groups: [{ id: "S0TREASURY", handle: "treasury", name: "Treasury" }],
  left: 0,
} as const;
const catalogue = {
  fiatAssets: ["GBP", "EUR"],
  stablecoins: ["GBPA"],
  networks: [{ id: "SOLANA_DEVNET", family: "solana" }],
} as const;

function formOf(
  rule: Partial<PolicyRule> | null,
  offered: Parameters<typeof ruleModal>[0]["groups"] = groups,
) {
  const first = aRule({ name: "Large", when: { assets: ["EUR"] } });
  const policy = {
    version: 7,
    coolDownHours: 12,
    auditors: ["U0AUDITOR"],
    rules: [first, ...(rule ? [aRule({ name: "Edited", ...rule })] : []), LAST_RULE],
  };
  const index = rule ? 1 : null;
  const view = ruleModal({
    ...{ askedIn: TREASURY, policy, index, catalogue, groups: offered, pins: NO_PINS },
    command: "/rail",
  });
  const read = (answers: Answers = {}) => {
    const filled = filledIn(view, { [block.reason]: "Because", ...answers });
    const form = readRuleForm(filled, policy);
    if (!form.ok) return { errors: form.errors };
    const errors = ruleErrors(filled, policyFaults(form.document), form);
    return { document: form.document, errors };
  };
  return { policy, view, read };
}

const EVERY_CONDITION: PolicyRule["when"] = {
  changes: ["whitelist-destination", "create-rail"],
  types: ["OFF_RAMP"],
  assets: ["XYZ", "GBP"],
  networks: ["ELSEWHERE"],
  destinations: ["wa_1", "wa_2"],
  isFirstUse: false,
  requesterGroups: ["S0GONE", "S0TREASURY"],
};

describe("a form that nobody has changed is the rule that it was begun from", () => {
  it.each<[string, Partial<PolicyRule>]>([
    ["without a condition", {}],
    ["with every condition", { when: EVERY_CONDITION }],
    ["for first uses", { when: { isFirstUse: true } }],
    ["with groups and reminders", { groups: ["S0GONE", "S0TREASURY"], remindAfterHours: [2, 5] }],
    ["with a field that this release does not know", { quiet: [BEN] } as object],
  ])("%s, also while Slack does not say which groups there are", (_, rule) => {
    for (const offered of [groups, { ok: false, because: "unavailable" }] as const) {
      const { policy, view, read } = formOf(rule, offered);
      const { version: __, ...document } = policy;

      expect(read().document).toEqual(document);
      expect(faultsOfView(view)).toEqual([]);
    }
  });
});

it("names what it cannot show", () => {
  const text = plainText(formOf({ when: EVERY_CONDITION, groups: ["S0OTHER"] }).view.blocks);

  expect(text).toContain("cannot show 2 named destinations and 2 user groups of the rule");
  expect(plainText(formOf({}).view.blocks)).not.toContain("cannot show");
});

it("changes what was changed, and nothing else", () => {
  const { policy, read } = formOf({ when: EVERY_CONDITION });
  const [first, edited, last] = policy.rules;

  const { document } = read({
    [block.name]: " Renamed ",
    [block.type]: "ON_RAMP",
    [block.assets]: "GBPA GBP",
    [block.firstUse]: "any",
    [block.quorum]: "3",
    [block.expiry]: "48",
    [block.reminders]: "2, 9",
    [block.coolDown]: "36",
    [block.place]: "0",
  });

  const { isFirstUse: _, ...when } = EVERY_CONDITION;
  expect(document).toEqual({
    coolDownHours: 36,
    auditors: policy.auditors,
    rules: [
      {
        ...edited,
        ...{ name: "Renamed", approvalsRequired: 3, expiresInHours: 48, remindAfterHours: [2, 9] },
        when: { ...when, types: ["ON_RAMP"], assets: ["GBP", "GBPA"] },
      },
      first,
      last,
    ],
  });
});

it("puts a new rule before the last one, or last", () => {
  const { policy, read } = formOf(null);
  const named = (place?: string) =>
    read({ [block.name]: "New", ...(place && { [block.place]: place }) }).document?.rules.map(
      ({ name }) => name,
    );

  expect(policy.rules.map(({ name }) => name)).toEqual(["Large", "Everything else"]);
  expect(named()).toEqual(["Large", "New", "Everything else"]);
  expect(named("last")).toEqual(["Large", "Everything else", "New"]);
});

it("shows each fault under its field, and one of another rule under the place", () => {
  const { read } = formOf({ when: { types: ["ON_RAMP"] }, approvers: [] });

  expect(read({ [block.quorum]: "0", [block.expiry]: "soon" }).errors).toEqual({
    [block.quorum]: "This has to be a whole number.",
    [block.expiry]: "This has to be a whole number.",
  });
  expect(read({ [block.name]: "Large", [block.coolDown]: "9999" }).errors).toEqual({
    [block.name]: expect.stringContaining("Rule 1 has this name too"),
    [block.approvers]: expect.stringContaining("Nobody is named"),
    [block.coolDown]: expect.stringContaining("from 0 to 720"),
  });
  const forAll = formOf({}).read({ [block.place]: "0" }).errors;
  expect(forAll).toEqual({ [block.place]: expect.stringContaining("“Large”: It never decides") });
});

const here = useSandbox();

it("is opened from the policy, and decided by its approvers like the policy as text", async () => {
  const { ana, ben, cal } = here;
  const policy = await answerTo(ana, "/rail policy");
  const at = { channel: TREASURY, ts: policy.ts };
  expect(plainTextOf(policy)).toContain("[Edit as text]");
  const name = /^1\. .+$/m.exec(plainTextOf(policy))?.[0] ?? "";
  await ana.choose("Edit a rule", name, { target: at });
  await ana.waitFor(async () => (await ana.modal())?.title.text === "Edit a rule", "the form");
  await ana.fill("How many have to approve", "9");
  await ana.fill("Reason", "Everybody decides");
  await ana.submit();
  await ana.waitFor(async () => (await ana.modal())?.title.text === "Not sent", "the refusal");
  await ana.close();
  await ana.fill("How many have to approve", "1");
  await ana.submit();
  await ana.waitFor(
    async () => (await ana.modal())?.callback_id === "review_policy_text",
    "the review",
  );
  await ana.submit();
  const card = await cardOf(ana, "Policy version 2");
  await approve(ben, card);
  await approve(cal, card);
  await cardReading(ana, "Policy version 2", "IN EFFECT");
  expect(plainTextOf(await answerTo(ana, "/rail policy"))).toContain("1 approval from");

  const stale = () => ana.choose("Edit a rule", name, { target: at });
  expect(plainTextOf(await privateAnswer(ana, TREASURY, stale))).toContain("has changed since");
});
