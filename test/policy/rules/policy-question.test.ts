import { expect, it } from "vitest";
import type { PolicyQuestion } from "../../../src/policy/rules/policy-question.ts";
import { readPolicyQuestion, unsaidIn } from "../../../src/policy/rules/policy-question.ts";
import { ADDRESS, ANA } from "../../support/builders.ts";

const KNOWN = { assets: ["GBP", "GBPA"], networks: ["SOLANA_DEVNET"] };
const NOTHING: PolicyQuestion = {
  kind: "create-rail",
  type: null,
  assets: [],
  network: null,
  destination: null,
  isFirstUse: null,
  requesterId: ANA,
};
const read = (line: string) => readPolicyQuestion(line === "" ? [] : line.split(" "), ANA, KNOWN);

it.each<[string, Partial<PolicyQuestion>]>([
  ["", {}],
  [
    "on GBP SOLANA_DEVNET first-use",
    { type: "ON_RAMP", assets: ["GBP"], network: "SOLANA_DEVNET", isFirstUse: true },
  ],
  ["First-Use off gbpa gbp used", { type: "OFF_RAMP", assets: ["GBPA", "GBP"], isFirstUse: false }],
  ["change-policy", { kind: "change-policy" }],
  ["retire-destination wa_1001", { kind: "retire-destination", destination: "wa_1001" }],
  [ADDRESS, { destination: ADDRESS }],
])("reads “%s” as a question", (line, fields) => {
  expect(read(line)).toEqual({ ok: true, question: { ...NOTHING, ...fields } });
});

it.each([
  ["on off", "off"],
  ["wa_1001 wa_1002 wa_1003", "wa_1002"],
  ["GBP EUR USD", "USD"],
])("says which word of “%s” is too much", (line, word) => {
  expect(read(line)).toEqual({ ok: false, word });
});

it("knows what was not said", () => {
  const all = ["types", "assets", "networks", "destinations", "isFirstUse"];

  expect(unsaidIn(NOTHING)).toEqual(all);
  expect(unsaidIn({ ...NOTHING, kind: "retire-destination" })).toEqual([
    "networks",
    "destinations",
  ]);
  expect(unsaidIn({ ...NOTHING, kind: "change-policy" })).toEqual([]);
});
