import { expect, it } from "vitest";
import { block } from "../../../src/platform/slack/blocks/ids.ts";
import { policyTextErrors } from "../../../src/policy/screens/policy-text-modal.ts";
import { readPolicyText } from "../../../src/policy/text/read-policy-text.ts";

it("what is missing at the end of the text is told below the last field that holds any", () => {
  const parts = ["cool-down: 24h\nrules: {name: All", "", ""];
  const read = readPolicyText(parts.join("\n"), []);
  if (read.ok) throw new Error("It has no end");

  const errors = policyTextErrors(read.faults, parts);

  expect(Object.keys(errors)).toEqual([`${block.policyText}0`]);
  expect(errors[`${block.policyText}0`]).toMatch(/^Line 2: This is not YAML/);
});
